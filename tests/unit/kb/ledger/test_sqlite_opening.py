"""Opening a ledger: what is made, what is refused, and that reading writes nothing."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from claimledger.kb.errors import ChainBroken, DamageFound, NotALibrary, ReadOnlyLibrary, UsageError
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger


def add(ledger: SqliteLedger, *names: str) -> None:
    events = [NewEvent(BuildSealed(build=name, blob="b", pipeline="p")) for name in names]
    ledger.append([Append("a", events)], actor="human:ada")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed ledger with three events."""
    ledger = SqliteLedger(tmp_path / "ledger.db")
    add(ledger, "1", "2", "3")
    ledger.close()
    return tmp_path / "ledger.db"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users may enter, unlike `tmp_path`."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@contextmanager
def without_write_access(folder: Path) -> Iterator[None]:
    """Take the write permission away, and root's power to ignore that."""
    root = os.geteuid() == 0
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


def test_the_settings_of_a_new_ledger_are_those_of_the_design(path: Path) -> None:
    with SqliteLedger(path)._engine.connect() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "secure_delete", "busy_timeout", "wal_autocheckpoint")
        }
    assert values == {
        "journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "busy_timeout": 60_000, "wal_autocheckpoint": 0,
    }


def test_a_closed_ledger_is_one_file_and_its_lock(path: Path) -> None:
    assert sorted(file.name for file in path.parent.iterdir()) == ["ledger.db", "ledger.db.lock"]


def test_a_name_with_special_characters_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a ?mode=memory#%41é.db"
    ledger = SqliteLedger(path)
    add(ledger, "1")
    ledger.close()
    assert path.stat().st_size > 0
    assert SqliteLedger(path, read_only=True).head().position == 1


@pytest.mark.parametrize("content", [b"%PDF-1.7 and more", b"x", b"SQLite format 2\x00"])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes, read_only: bool) -> None:
    path = tmp_path / "ledger.db"
    path.write_bytes(content)
    with pytest.raises(NotALibrary, match=r"ledger\.db"):
        SqliteLedger(path, read_only=read_only)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "ledger.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE events (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NotALibrary, match="not a ledger"):
        SqliteLedger(path, read_only=read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_format_is_refused_with_the_cure(path: Path, read_only: bool) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=3")
    connection.close()
    with pytest.raises(UsageError, match="format 3, newer than 2; upgrade"):
        SqliteLedger(path, read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("at", [60, 61, 62])
def test_a_format_that_no_version_writes_is_damage(path: Path, at: int, read_only: bool) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)
    with pytest.raises(ChainBroken, match="no version writes; restore"):
        SqliteLedger(path, read_only=read_only)
    content[at] ^= 0x10
    content[63] = 0
    path.write_bytes(content)
    with pytest.raises(ChainBroken, match="no version writes; restore"):
        SqliteLedger(path, read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_schema_that_is_no_text_any_more_is_damage(path: Path, read_only: bool) -> None:
    content = bytearray(path.read_bytes())
    at = content.index(b"CREATE TRIGGER events_never_go BEFORE")
    for offset in range(at + 8, at + 30):
        changed = content.copy()
        changed[offset] ^= 0x80
        path.write_bytes(changed)
        with pytest.raises(ChainBroken, match="malformed database schema"):
            SqliteLedger(path, read_only=read_only)


def test_a_database_with_a_header_alone_is_damage_not_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_bytes(b"SQLite format 3\x00" + b"\xff" * 5_000)
    for read_only in (False, True):
        with pytest.raises(DamageFound, match=r"ledger\.db"):
            SqliteLedger(tmp_path / "ledger.db", read_only=read_only)


def test_what_a_crash_leaves_of_a_ledger_in_the_making_becomes_one(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with sqlite3.connect(tmp_path / "header.db") as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    connection.close()
    for name in ("empty.db", "header.db"):
        with pytest.raises(NotALibrary):
            SqliteLedger(tmp_path / name, read_only=True)
        ledger = SqliteLedger(tmp_path / name)
        add(ledger, "1")
        assert ledger.verify().position == 1
        ledger.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_folder_that_is_not_there_is_named(tmp_path: Path, read_only: bool) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        SqliteLedger(tmp_path / "nowhere" / "ledger.db", read_only=read_only)
    assert list(tmp_path.iterdir()) == []


def test_reading_a_ledger_that_is_not_there_makes_none(tmp_path: Path) -> None:
    with pytest.raises(NotALibrary):
        SqliteLedger(tmp_path / "ledger.db", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_reader_sees_what_a_writer_appends_meanwhile(path: Path) -> None:
    writer, reader = SqliteLedger(path), SqliteLedger(path, read_only=True)
    assert reader.head().position == 3
    add(writer, "4")
    assert [event.position for event in reader.read(after=3)] == [4]
    writer.close()
    reader.close()


def test_a_reader_leaves_the_database_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    reader = SqliteLedger(path, read_only=True)
    assert reader.verify().position == 3
    reader.close()
    assert path.read_bytes() == before


def test_a_folder_without_write_access_is_refused_for_writing(folder: Path) -> None:
    with without_write_access(folder), pytest.raises(ReadOnlyLibrary, match="cannot be written"):
        SqliteLedger(folder / "ledger.db")
    add(SqliteLedger(folder / "ledger.db"), "1")
    with without_write_access(folder), pytest.raises(ReadOnlyLibrary, match="cannot be written"):
        SqliteLedger(folder / "ledger.db")


def test_an_append_after_the_write_access_went_is_refused_and_loses_nothing(folder: Path) -> None:
    ledger = SqliteLedger(folder / "ledger.db")
    add(ledger, "1", "2")
    with without_write_access(folder), pytest.raises(ReadOnlyLibrary, match="write access"):
        add(ledger, "3")
    assert ledger.verify().position == 2
    add(ledger, "3")
    assert [event.position for event in ledger.read()] == [1, 2, 3]
    ledger.close()


def test_a_ledger_in_a_folder_without_write_access_is_read(path: Path, folder: Path) -> None:
    shutil.copy(path, folder / "ledger.db")
    with without_write_access(folder):
        reader = SqliteLedger(folder / "ledger.db", read_only=True)
        assert [event.position for event in reader.read()] == [1, 2, 3]
        assert reader.verify().position == 3
        with pytest.raises(ReadOnlyLibrary):
            add(reader, "4")
        reader.close()
        assert [file.name for file in folder.iterdir()] == ["ledger.db"]


def test_events_that_only_the_write_ahead_log_holds_are_never_passed_over(path: Path, folder: Path) -> None:
    writer = SqliteLedger(path)
    add(writer, "4")
    for name in ("ledger.db", "ledger.db-wal"):
        shutil.copy(path.with_name(name), folder / name)
    writer.close()
    with without_write_access(folder):
        try:
            reader = SqliteLedger(folder / "ledger.db", read_only=True)
        except UsageError as error:
            assert "-wal" in str(error)
        else:
            assert reader.head().position == 4
            reader.close()
    assert SqliteLedger(folder / "ledger.db", read_only=True).head().position == 4
