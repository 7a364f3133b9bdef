"""What is wrong with the ledger's file is found where no row lies: in its header."""

import sqlite3
from pathlib import Path

import pytest
from claimledger.kb.database import damaged_database
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "lib", owner="x") as library:
        failed = StageFailed(build="b", stage="parse", reason="x", message="y", attempt=1)
        library.append([Append("a", [NewEvent(failed)])])
    return tmp_path / "lib"


def test_a_ledger_is_whole_while_it_is_written_after_a_checkpoint_copied_and_vacuumed(root: Path) -> None:
    with Library.open(root) as library:
        for number in range(3):
            failed = StageFailed(build="b", stage="parse", reason="x", message="y", attempt=number)
            library.append([Append("a", [NewEvent(failed)])])
            assert damaged_database(library) == []
        library.ledger.finish_purge()
        assert damaged_database(library) == []
        library.ledger.backup(root.parent / "copy.db")
    (root.parent / "copy.db").replace(root / "ledger.db")
    with Library.open(root) as library:
        assert damaged_database(library) == []
    connection = sqlite3.connect(root / "ledger.db")
    connection.execute("VACUUM")
    connection.close()
    with Library.open(root) as library:
        assert damaged_database(library) == []


@pytest.mark.parametrize("at", [24, 27, 44, 46, 48, 51, 92, 95])
def test_a_flipped_byte_among_the_counters_of_the_header_is_found(root: Path, at: int) -> None:
    content = bytearray((root / "ledger.db").read_bytes())
    content[at] ^= 1 << 3
    (root / "ledger.db").write_bytes(content)
    with Library.open(root, read_only=True) as library:
        [fault] = damaged_database(library)
    assert "header" in fault
