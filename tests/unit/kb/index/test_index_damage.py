"""An index that is damaged, half made, or had no room: it is told, and made again without being asked to."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.errors import LedgerError
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.index.vector_digests import damaged_runs
from claimledger.kb.index.vectors import VectorStore, packed
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search


def words_only(root: Path, count: int = 3) -> Library:
    """A library with so many abstracts about beetles, found by words alone, and not indexed yet."""
    Library.create(root, owner="tester").close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    library = Library.open(root)
    path = root.parent / "entries.json"
    path.write_text(json.dumps([
        {"id": f"e{n}", "title": f"Beetles {n}", "abstract": f"Larva number {n} chews spruce. It is heard."}
        for n in range(count)
    ]))
    ingest(library, [path])
    return library


@pytest.fixture
def small_disk(mount_disk: Callable[[int], Path]) -> Path:
    """A disk of six megabytes."""
    return mount_disk(6)


def fill(path: Path, left: int) -> None:
    """Fill the disk of a file up to about so many bytes."""
    with path.open("wb", buffering=0) as file:
        state = os.statvfs(path.parent)
        file.write(bytes(max(0, state.f_bavail * state.f_frsize - left)))


@pytest.mark.parametrize("left", [4_096, 16_384, 32_768])
def test_an_index_that_found_no_room_is_made_by_the_next_update(small_disk: Path, left: int) -> None:
    library = words_only(small_disk / "library")
    ballast = small_disk / "ballast"
    fill(ballast, left)
    with pytest.raises(LedgerError, match="the disk is full") as told:
        SearchIndex(library).update()
    assert ".rs" not in str(told.value) and told.value.exit_code == 2
    ballast.unlink()
    assert len(search(library, "larva").hits) == 3
    assert SearchIndex(library).state().complete and SearchIndex(library).damages() == []
    library.close()


@pytest.mark.parametrize("left", [4_096, 16_384])
def test_a_question_without_room_for_its_index_is_answered_as_far_as_it_goes(small_disk: Path, left: int) -> None:
    with words_only(small_disk / "library") as library:
        fill(small_disk / "ballast", left)
        answer = search(library, "larva")
        assert not answer.recorded
        assert any("disk is full" in warning and "not indexed" in warning for warning in answer.warnings), answer
        (small_disk / "ballast").unlink()
        answer = search(library, "larva")
        assert len(answer.hits) == 3 and answer.recorded


def test_a_table_without_a_version_is_made_again(tmp_path: Path) -> None:
    library = words_only(tmp_path / "library")
    index = SearchIndex(library)
    (index.table.root / "chunks.lance" / "data").mkdir(parents=True)
    (index.place / "unfinished").touch()
    index.close()
    assert SearchIndex(library).state().missing_builds == 3
    assert len(search(library, "larva").hits) == 3
    index = SearchIndex(library)
    assert len(index.table.candidates(["larva"], at=10**6, builds=["x"] * 2, hidden=[], limit=10)) == 3
    assert [path.name for path in (library.root / "index").glob("generation-*/")] == ["generation-2"]


@pytest.mark.parametrize("name", ["postings-000001.parquet", "manifest.json", "*.lance"])
def test_doctor_and_verify_name_a_flipped_byte_and_doctor_mends_it(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with words_only(tmp_path / "library") as library:
        SearchIndex(library).update()
    path = sorted(path for path in (tmp_path / "library" / "index").rglob(name) if path.is_file())[0]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x41
    path.write_bytes(content)
    here = ["-L", str(tmp_path / "library")]
    assert run([*here, "verify"]) == 1
    assert f"search index, which is derived: {path} is not what was written" in capsys.readouterr().out
    assert run([*here, "doctor", "--json"]) == 1
    assert str(path) in capsys.readouterr().out
    run([*here, "doctor", "--mend"])
    capsys.readouterr()
    assert run([*here, "verify"]) == 0


def test_a_damaged_index_does_not_keep_a_build_from_being_left_out(tmp_path: Path) -> None:
    library = words_only(tmp_path / "library")
    SearchIndex(library).update()
    with library.view() as view:
        build = view.rows("SELECT build FROM visible_builds ORDER BY build LIMIT 1")[0]["build"]
    next((library.root / "index").rglob("chunks-*.parquet")).write_bytes(b"")
    index = SearchIndex(library)
    index.close()
    assert index.leave_out([build])
    assert SearchIndex(library).damages() == []


def test_rows_of_vectors_that_are_not_what_was_written_are_not_copied(tmp_path: Path) -> None:
    keys = packed([f"{n:02x}" * 32 for n in range(6)])
    store = VectorStore(tmp_path / "vectors", 2)
    for start in (0, 2, 4):
        store.append(keys[start : start + 2], numpy.full((2, 2), start, dtype=numpy.float32))
    assert list(damaged_runs(tmp_path / "vectors", full=False)) == []
    with open(tmp_path / "vectors" / "matrix.f32", "r+b") as matrix:
        matrix.seek(2 * 8 + 3)
        matrix.write(b"\x7f")
    [(damaged, said)] = damaged_runs(tmp_path / "vectors", full=False)
    assert (damaged.start, damaged.end) == (2, 4) and "matrix.f32 is not what was written" in said
    copy = VectorStore(tmp_path / "copy", 2)
    store.copy_to(copy, keys)
    assert list(copy.places(keys)) == [0, 1, -1, -1, 2, 3]


def test_rows_that_were_cut_off_and_written_anew_have_new_digests(tmp_path: Path) -> None:
    keys = packed([f"{n:02x}" * 32 for n in range(6)])
    store = VectorStore(tmp_path, 2)
    store.append(keys[:2], numpy.ones((2, 2), dtype=numpy.float32))
    store.append(keys[2:4], numpy.ones((2, 2), dtype=numpy.float32))
    with open(tmp_path / "keys.sha256", "r+b") as file:
        file.truncate(3 * 32)
    assert [said.rpartition("/")[2] for _, said in damaged_runs(tmp_path, full=False)] == [
        "keys.sha256 is shorter than what was written"
    ]
    again = VectorStore(tmp_path, 2)
    again.append(keys[3:], numpy.zeros((3, 2), dtype=numpy.float32))
    assert list(damaged_runs(tmp_path, full=True)) == []


def test_an_index_of_nothing_appends_nothing(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library", owner="tester") as library:
        head = library.ledger.head()
        SearchIndex(library).update()
        assert library.ledger.head() == head
