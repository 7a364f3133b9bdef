"""The blob store: bytes under their SHA-256. Digests in here come from `sha256sum`."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.kb import blobs as module
from claimledger.kb.blobs import BlobStore
from claimledger.kb.errors import BlobDamaged, ReadOnlyLibrary, UnknownId, UnreadableInput

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
ABSENT = "0" * 64


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    return BlobStore(tmp_path / "blobs")


def spoil(path: Path, content: bytes = b"abd") -> None:
    path.chmod(0o644)
    path.write_bytes(content)


def leftovers(store: BlobStore) -> list[Path]:
    return list((store.path(ABC).parent.parent / "incoming").iterdir())


def test_bytes_come_back_under_their_digest(store: BlobStore) -> None:
    assert store.put(b"abc") == ABC
    assert store.get(ABC) == b"abc"
    assert store.put(b"") == EMPTY
    assert store.get(EMPTY) == b""


def test_a_blob_lies_in_a_folder_named_by_the_first_two_digits(store: BlobStore, tmp_path: Path) -> None:
    store.put(b"abc")
    assert store.path(ABC) == tmp_path / "blobs" / "ba" / ABC[2:]
    assert store.path(ABC).read_bytes() == b"abc"
    assert leftovers(store) == []


def test_an_intact_blob_is_not_written_again(store: BlobStore) -> None:
    store.put(b"abc")
    before = store.path(ABC).stat()
    assert store.put(b"abc") == ABC
    assert store.put_many([b"abc"]) == [ABC]
    after = store.path(ABC).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("damage", [b"abd", b"", b"abcabc"])
def test_a_damaged_blob_is_refused_on_reading_and_repaired_by_a_put(store: BlobStore, damage: bytes) -> None:
    store.put(b"abc")
    spoil(store.path(ABC), damage)
    with pytest.raises(BlobDamaged, match=ABC[2:]):
        store.get(ABC)
    store.put(b"abc")
    assert store.get(ABC) == b"abc"


def test_put_file_repairs_too(store: BlobStore, tmp_path: Path) -> None:
    (tmp_path / "source").write_bytes(b"abc")
    store.put_file(tmp_path / "source")
    spoil(store.path(ABC))
    assert store.put_file(tmp_path / "source") == ABC
    assert store.get(ABC) == b"abc"


def test_a_file_of_several_pieces_is_stored_whole(store: BlobStore, tmp_path: Path) -> None:
    content = bytes(range(256)) * 10_000
    (tmp_path / "source").write_bytes(content)
    assert store.get(store.put_file(tmp_path / "source")) == content


def test_a_source_that_cannot_be_read_is_named(store: BlobStore, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"missing\.pdf"):
        store.put_file(tmp_path / "missing.pdf")
    with pytest.raises(UnreadableInput):
        store.put_file(tmp_path)


@pytest.mark.parametrize("digest", ["", "abc", ABC.upper(), "../" + ABC[3:], ABC + "\n", "g" * 64])
def test_what_is_no_digest_leads_to_no_file(store: BlobStore, digest: str) -> None:
    for question in (store.path, store.has, store.get):
        with pytest.raises(UnknownId):
            question(digest)


def test_a_blob_that_is_not_there_is_unknown(store: BlobStore) -> None:
    assert not store.has(ABSENT)
    with pytest.raises(UnknownId, match=ABSENT):
        store.get(ABSENT)


def test_many_blobs_come_back_in_the_order_of_the_contents_with_repetitions(store: BlobStore) -> None:
    contents = [str(number % 700).encode() for number in range(1_000)]
    digests = store.put_many(iter(contents))
    assert [store.get(digest) for digest in digests] == contents
    assert len(list(store)) == 700


def test_put_many_of_nothing_is_nothing(store: BlobStore) -> None:
    assert store.put_many([]) == []
    assert list(store) == []


def test_digests_are_listed_sorted_without_incoming_files(store: BlobStore) -> None:
    assert list(store) == []
    stored = store.put_many([b"a", b"b", b"abc", b"d"])
    (store.path(ABC).parent.parent / "incoming" / "half").write_bytes(b"x")
    assert list(store) == sorted(stored)


def test_verify_names_every_damaged_and_every_strange_file(store: BlobStore) -> None:
    store.put_many([b"abc", b"", b"intact"])
    spoil(store.path(ABC))
    stranger = store.path(EMPTY).parent / "notes.txt"
    stranger.write_text("x")
    outside = store.path(EMPTY).parent.parent / "README"
    outside.write_text("x")
    assert {(damage.path, damage.digest) for damage in store.verify()} == {
        (store.path(ABC), ABC), (stranger, None), (outside, None),
    }


@pytest.mark.parametrize("what", ["link", "pipe"])
def test_what_is_no_plain_file_is_no_blob(store: BlobStore, tmp_path: Path, what: str) -> None:
    digest = store.put(b"abc")
    path = store.path(digest)
    path.unlink()
    if what == "link":
        (tmp_path / "elsewhere").write_bytes(b"abc")
        path.symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(path)
    assert [(damage.digest, damage.reason) for damage in store.verify()] == [(digest, "it is no plain file")]
    with pytest.raises(BlobDamaged, match="no plain file"):
        store.get(digest)
    assert store.put(b"abc") == digest
    assert list(store.verify()) == [] and store.get(digest) == b"abc"


def test_verify_of_an_intact_store_yields_nothing(store: BlobStore) -> None:
    store.put_many([b"abc", b"", b"intact"])
    assert list(store.verify()) == []


def test_a_read_only_store_reads_and_refuses_to_write(store: BlobStore, tmp_path: Path) -> None:
    store.put(b"abc")
    reader = BlobStore(tmp_path / "blobs", read_only=True)
    assert reader.get(ABC) == b"abc"
    for write in (lambda: reader.put(b"x"), lambda: reader.put_many([b"x"]), lambda: reader.put_file(reader.path(ABC))):
        with pytest.raises(ReadOnlyLibrary):
            write()


def test_a_read_only_store_makes_no_folder(tmp_path: Path) -> None:
    reader = BlobStore(tmp_path / "blobs", read_only=True)
    assert list(reader) == []
    assert not reader.has(ABC)
    assert not (tmp_path / "blobs").exists()


def test_threads_may_put_the_same_blobs_at_once(store: BlobStore) -> None:
    contents = [f"{number}".encode() * 1_000 for number in range(30)]
    threads = [threading.Thread(target=store.put_many, args=(contents,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(store)) == 30
    assert list(store.verify()) == []
    assert leftovers(store) == []


def test_contents_that_fail_halfway_leave_no_half_blob(store: BlobStore) -> None:
    def contents() -> Iterator[bytes]:
        yield b"abc"
        raise RuntimeError("the source broke off")

    with pytest.raises(RuntimeError):
        store.put_many(contents())
    assert list(store.verify()) == []
    assert leftovers(store) == []


def test_a_write_that_fails_leaves_nothing_behind(store: BlobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put(b"first")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(module.LedgerError, match="No space left"):
        store.put(b"abc")
    assert not store.has(ABC)
    assert leftovers(store) == []


def test_a_file_is_synced_before_it_gets_its_name_and_its_folder_after(
    store: BlobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(b"first")
    synced: list[tuple[str, bool]] = []
    real = os.fsync

    def recorded(descriptor: int) -> None:
        synced.append((Path(os.readlink(f"/proc/self/fd/{descriptor}")).parent.name, store.has(ABC)))
        real(descriptor)

    if not Path("/proc/self/fd").exists():
        pytest.skip("file names of descriptors are read from /proc")
    monkeypatch.setattr(module.os, "fsync", recorded)
    store.put(b"abc")
    assert synced[0] == ("incoming", False)
    assert ("blobs", True) in synced[1:]


def test_only_old_leftovers_of_dead_processes_are_swept(store: BlobStore, tmp_path: Path) -> None:
    store.put(b"abc")
    incoming = tmp_path / "blobs" / "incoming"
    (incoming / "old").write_bytes(b"x")
    (incoming / "young").write_bytes(b"x")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(incoming / "old", (two_days_ago, two_days_ago))
    BlobStore(tmp_path / "blobs", read_only=True)
    assert (incoming / "old").exists()
    BlobStore(tmp_path / "blobs")
    assert [path.name for path in incoming.iterdir()] == ["young"]
