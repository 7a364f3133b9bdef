"""Answers that the disk does not let a library record."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from claimledger.kb.errors import EventConflict, LedgerError
from claimledger.kb.library import Library
from claimledger.kb.retrieval import recorded, search
from claimledger.kb.unrecorded import unrecorded
from claimledger.writer.audit import audit

QUESTION = "bark beetle larvae"


@contextmanager
def full_disk() -> Iterator[None]:
    """As a full disk: the system refuses to write to files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def block_blobs(library: Library) -> None:
    """Leave no place in which a blob could be written."""
    incoming = library.root / "blobs" / "incoming"
    incoming.rmdir()
    incoming.touch()


@pytest.mark.parametrize(("stored", "what"), [(False, "a blob"), (True, "ledger.db")])
def test_an_answer_that_finds_no_room_for_its_question_or_its_event_is_given(
    sample_library: Path, stored: bool, what: str
) -> None:
    with Library.open(sample_library) as library:
        found = search(library, QUESTION, k=2, record=False)
        if stored:
            library.blobs.put(QUESTION.encode())
        head = library.ledger.head().position
        with full_disk():
            [answer] = recorded(library, [found])
        assert library.ledger.head().position == head
    assert answer.hits == found.hits and answer.hits and not answer.recorded
    [warning] = answer.warnings
    assert what in warning and "cannot be stored" in warning and warning.endswith("the answer is not recorded")


def test_an_audit_that_finds_no_room_is_written_and_says_that_it_is_not_recorded(
    sample_library: Path, tmp_path: Path
) -> None:
    manuscript = tmp_path / "paper.md"
    manuscript.write_text("# On bark\n\nThis section is about bark.\n")
    with Library.open(sample_library) as library:
        block_blobs(library)
        result = audit(library, manuscript, None, tmp_path / "audit")
    assert result.unrecorded is not None and "a blob cannot be stored" in result.unrecorded
    assert (tmp_path / "audit" / "audit.jsonl").is_file()


@pytest.mark.parametrize("error", [EventConflict("the same id"), LedgerError("locked")])
def test_an_error_that_is_none_of_the_disk_is_raised(tmp_path: Path, error: LedgerError) -> None:
    def record() -> None:
        raise error

    with Library.create(tmp_path / "lib", owner="x") as library, pytest.raises(type(error)):
        unrecorded(library, record)
