from pathlib import Path

import numpy
from claimledger.kb.index.vectors import VectorStore, packed

KEYS = packed([f"{number:016x}{'0' * 48}" for number in range(4)])


def unit(*rows: tuple[float, float]) -> numpy.ndarray:
    return numpy.array(rows, dtype=numpy.float32)


def test_vectors_come_back_under_their_keys(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, 2)
    store.append(KEYS[:2], unit((1, 0), (0, 1)))
    store.append(KEYS[2:3], unit((0.6, 0.8)))
    again = VectorStore(tmp_path, 2)
    assert len(again) == 3
    assert list(again.places(KEYS[[2, 3, 0]])) == [2, -1, 0]


def test_a_similarity_is_the_cosine_and_nan_without_a_vector(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, 2)
    store.append(KEYS[:2], unit((1, 0), (0.6, 0.8)))
    found = store.similarities(store.places(KEYS[[1, 3, 0]]), unit((0, 1), (1, 0)))
    assert numpy.allclose(found, [[0.8, numpy.nan, 0.0], [0.6, numpy.nan, 1.0]], equal_nan=True)


def test_an_empty_store_knows_nothing(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "absent", 2)
    assert len(store) == 0 and list(store.places(KEYS)) == [-1] * 4
    assert numpy.isnan(store.similarities(store.places(KEYS[:1]), unit((1, 0)))).all()


def test_a_batch_that_a_dead_process_left_half_written_is_written_over(tmp_path: Path) -> None:
    VectorStore(tmp_path, 2).append(KEYS[:1], unit((1, 0)))
    with open(tmp_path / "matrix.f32", "ab") as file:
        file.write(b"\x00" * 13)
    with open(tmp_path / "keys.sha256", "ab") as file:
        file.write(b"\xff" * 7)
    store = VectorStore(tmp_path, 2)
    assert len(store) == 1
    store.append(KEYS[1:2], unit((0, 1)))
    again = VectorStore(tmp_path, 2)
    assert len(again) == 2
    assert numpy.allclose(again.similarities(again.places(KEYS[:2]), unit((0, 1))), [[0.0, 1.0]])


def test_rows_that_another_writer_added_are_kept_after_reloading(tmp_path: Path) -> None:
    ours, theirs = VectorStore(tmp_path, 2), VectorStore(tmp_path, 2)
    theirs.append(KEYS[:2], unit((1, 0), (0, 1)))
    ours.reload()
    ours.append(KEYS[2:3], unit((0.6, 0.8)))
    again = VectorStore(tmp_path, 2)
    assert numpy.allclose(again.similarities(again.places(KEYS[:3]), unit((1, 0))), [[1.0, 0.0, 0.6]])


def test_a_key_that_comes_twice_does_not_shift_the_rows_behind_it(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, 2)
    store.append(KEYS[[0, 0]], unit((1, 0), (1, 0)))
    store.append(KEYS[1:2], unit((0, 1)))
    again = VectorStore(tmp_path, 2)
    for one in (store, again):
        assert numpy.allclose(one.similarities(one.places(KEYS[:2]), unit((0, 1))), [[0.0, 1.0]])


def test_a_key_that_only_begins_like_a_stored_one_has_no_vector(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, 2)
    store.append(packed(["ab" * 32]), unit((1, 0)))
    assert list(store.places(packed(["ab" * 31 + "ac"]))) == [-1]


def test_a_copy_holds_the_vectors_of_the_keys_and_no_others(tmp_path: Path) -> None:
    store, copy = VectorStore(tmp_path / "one", 2), VectorStore(tmp_path / "two", 2)
    store.append(KEYS[:3], unit((1, 0), (0.6, 0.8), (0, 1)))
    store.copy_to(copy, KEYS[[2, 0, 3]])
    again = VectorStore(tmp_path / "two", 2)
    assert len(again) == 2 and list(again.places(KEYS) < 0) == [False, True, False, True]
    assert numpy.allclose(again.similarities(again.places(KEYS[[2, 0]]), unit((0, 1))), [[1.0, 0.0]])
    assert (tmp_path / "two" / "matrix.f32").stat().st_size == 2 * 2 * 4
