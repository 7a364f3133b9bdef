"""What is wrong with the ledger's file is found where no row lies: in its header."""

import sqlite3
from pathlib import Path

import pytest
from claimledger.kb.care.library_checks import check_ledger
from claimledger.kb.database import damaged_database
from claimledger.kb.errors import ChainBroken
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


@pytest.mark.parametrize("more", [b"SECRET TEXT", bytes(4096)])
def test_bytes_behind_the_last_page_are_found(root: Path, more: bytes) -> None:
    with (root / "ledger.db").open("ab") as file:
        file.write(more)
    with Library.open(root) as library:
        assert damaged_database(library) == ["ledger ledger.db: bytes follow its last page"]


@pytest.mark.parametrize("change", [
    "DROP TRIGGER events_never_change", "CREATE TABLE more (a)", "DROP INDEX events_by_kind",
    "INSERT INTO purging VALUES (1)",
])
def test_what_no_longer_guards_and_what_is_no_part_of_a_ledger_is_found_by_the_doctor_too(
    root: Path, change: str
) -> None:
    connection = sqlite3.connect(root / "ledger.db", isolation_level=None)
    connection.execute(change)
    connection.close()
    with Library.open(root) as library:
        [fault] = damaged_database(library)
        assert [found.what for found in check_ledger(library) if found.level == "problem"] == [fault]


@pytest.mark.parametrize("change", [
    "payload = payload || 'SECRET'", "payload = CAST(payload || x'00' AS BLOB)", "payload = 'text'", "payload = 7",
    "actor = CAST(actor AS BLOB)", "run = CAST(run AS BLOB)", "run = 7", "version = 1.5", "version = '1x'",
    "actor = actor || char(0) || 'SECRET'", "kind = CAST(x'ff' AS TEXT)", "cause = ''", "schema = CAST(x'31' AS BLOB)",
    "hash = CAST(hash AS BLOB)", "hash = hash || char(0)", "payload_sha256 = upper(payload_sha256)",
])
def test_bytes_of_another_type_or_beyond_what_they_say_are_found_in_every_column(root: Path, change: str) -> None:
    connection = sqlite3.connect(root / "ledger.db", isolation_level=None)
    [(trigger,)] = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'events_never_change'").fetchall()
    connection.execute("DROP TRIGGER events_never_change")
    connection.execute(f"UPDATE events SET {change} WHERE position = 2")
    connection.execute(trigger)
    connection.close()
    with Library.open(root) as library, pytest.raises(ChainBroken):
        library.ledger.verify()
