"""A blob that an event names is there, or was purged, or is missing, which is damage."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.kb.errors import DamageFound, UsageError
from claimledger.kb.events.activity import DraftWritten, ManuscriptAudited, Retrieved
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import SourceRegistered
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.retrieval.replay import replay
from claimledger.kb.verify import damaged_blobs
from claimledger.snapshots.verify import verify_library

NAMES = ("source", "question", "rewritten", "manuscript", "bibliography", "report", "topic", "draft")


def add(library: Library, payload: Payload) -> None:
    library.append([Append("library", [NewEvent(payload)])])


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with an event for every kind of blob, each with the blob's name for its content."""
    library = Library.create(tmp_path / "lib", owner="x")
    blobs = {name: library.blobs.put(name.encode()) for name in NAMES}
    add(library, SourceRegistered(
        build="build-a", blob=blobs["source"], size=6, source_kind="pdf", name="a.pdf", pipeline="p"
    ))
    add(library, Retrieved(
        evidence_snapshot="es-a", query_blob=blobs["question"], rewritten_blob=blobs["rewritten"], route="profile",
        parameters={"k": 1}, snapshot=None, position=1, schema_version=1, pipeline="p", index_version="1",
        embedder="none", caller="x", use=None, hits=(),
    ))
    add(library, ManuscriptAudited(
        audit="audit-a", manuscript=blobs["manuscript"], bibliography=blobs["bibliography"], report=blobs["report"],
        snapshot=None, position=1, validator_version="1", sentences=(),
    ))
    add(library, DraftWritten(
        draft="draft-a", topic=blobs["topic"], text=blobs["draft"], section="x", snapshot=None, position=1, packets=()
    ))
    yield library
    library.close()


def digest(library: Library, name: str) -> str:
    return library.blobs.put(name.encode())


def test_a_library_with_all_of_its_blobs_is_whole(library: Library) -> None:
    assert verify_library(library).damages == []


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_blob_is_damage_and_a_purged_one_is_not(library: Library, name: str) -> None:
    blob = digest(library, name)
    library.blobs.remove([blob])
    assert verify_library(library).damages == [f"blob {blob} is missing"]
    add(library, Purged(builds=(), positions=(), blobs=(blob,), rows=(), reason="asked to"))
    assert damaged_blobs(library) == []


def test_a_question_that_is_missing_is_not_said_to_be_purged(library: Library) -> None:
    blob = digest(library, "question")
    library.blobs.remove([blob])
    with pytest.raises(DamageFound, match=f"is missing: blob {blob}"):
        replay(library, "es-a")
    add(library, Purged(builds=(), positions=(), blobs=(blob,), rows=(), reason="asked to"))
    with pytest.raises(UsageError, match="was purged"):
        replay(library, "es-a")
