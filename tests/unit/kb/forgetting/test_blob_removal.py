"""Blobs that go. The digest comes from `sha256sum`."""

import os
import time
from pathlib import Path

import pytest
from claimledger.kb.blobs import BlobStore
from claimledger.kb.errors import ReadOnlyLibrary, UnknownId

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_removed_blob_is_off_the_disk_and_the_others_stay(tmp_path: Path) -> None:
    store = BlobStore(tmp_path / "blobs")
    store.put(b"abc")
    kept = store.put(b"abd")
    assert store.remove([ABC, "0" * 64]) == [ABC]
    assert list(store) == [kept] and not store.path(ABC).exists()
    assert store.remove([ABC]) == []
    assert store.put(b"abc") == ABC and store.get(ABC) == b"abc"


def test_what_is_no_digest_and_a_read_only_store_remove_nothing(tmp_path: Path) -> None:
    BlobStore(tmp_path / "blobs").put(b"abc")
    with pytest.raises(UnknownId):
        BlobStore(tmp_path / "blobs").remove([ABC, "../ledger.db"])
    with pytest.raises(ReadOnlyLibrary):
        BlobStore(tmp_path / "blobs", read_only=True).remove([ABC])
    assert BlobStore(tmp_path / "blobs").has(ABC)


def test_a_sweep_takes_temporary_files_of_the_age_that_is_named(tmp_path: Path) -> None:
    store = BlobStore(tmp_path / "blobs")
    store.put(b"abc")
    left = tmp_path / "blobs" / "incoming" / "left"
    left.write_bytes(b"half a paper")
    an_hour_ago = time.time() - 3600
    os.utime(left, (an_hour_ago, an_hour_ago))
    store.sweep(2 * 3600)
    assert left.exists()
    store.sweep(60)
    assert not left.exists() and store.has(ABC)
