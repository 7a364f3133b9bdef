"""What reads the file of an open database leaves SQLite's locks on it alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.kb.database import damaged_database
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.ledger.sqlite_beside import read_start
from claimledger.kb.ledger.sqlite_file import log_path
from claimledger.kb.library import Library

APPENDS_AND_CLOSES = """
import sys
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
ledger = SqliteLedger(sys.argv[1])
ledger.append([Append("b", [NewEvent(BuildSealed(build="x", blob="b", pipeline="p"))])], actor="program:test")
ledger.close()
"""


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def another_process_comes_and_goes(path: Path) -> None:
    subprocess.run([sys.executable, "-c", APPENDS_AND_CLOSES, str(path)], check=True, cwd=path.parent)


@pytest.mark.parametrize("look", ["open it again", "verify"])
def test_what_is_appended_after_a_look_at_the_file_is_in_the_ledger(tmp_path: Path, look: str) -> None:
    library = Library.create(tmp_path / "library", owner="x")
    path = library.root / "ledger.db"
    if look == "verify":
        assert damaged_database(library) == []
    else:
        SqliteLedger(path, read_only=True).close()
    another_process_comes_and_goes(path)
    # The other one was not the last that had it open, and may not have removed the log.
    assert log_path(path).exists()
    library.append([Append("a", [NewEvent(BuildSealed(build="y", blob="b", pipeline="p"))])])
    subprocess.run([sys.executable, "-c", APPENDS_AND_CLOSES, str(path)], check=True, cwd=tmp_path)
    assert [event.stream for event in library.ledger.read()][-3:] == ["b", "a", "b"]
    library.close()
    assert SqliteLedger(path, read_only=True).verify().position == 4


def test_descriptors_that_wait_are_closed_with_the_last_connection(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    before = descriptors()
    ledger, other = SqliteLedger(path), SqliteLedger(path)
    connected = descriptors()
    assert read_start(path, 15) == b"SQLite format 3"
    assert descriptors() == connected + 1
    other.close()
    assert descriptors() > before
    ledger.close()
    assert read_start(path, 15) == b"SQLite format 3"
    assert descriptors() == before
