"""A changed byte is found: what somebody with a SQLite shell, or a failing disk, can do to a ledger."""

import hashlib
import json
import random
import sqlite3
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard
from claimledger.kb.errors import ChainBroken, DamageFound, LedgerError
from claimledger.kb.events.build import BuildSealed, StageFailed
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

ENVELOPE = (
    "actor", "cause", "event_id", "kind", "payload_sha256", "position", "recorded_at", "run", "schema", "stream",
    "version",
)
TRIGGERS = ("events_never_change", "events_never_go", "events_follow_the_last")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed ledger: events 1 to 6 on the streams a, b, a, b, a, b."""
    ledger = SqliteLedger(tmp_path / "ledger.db")
    for number in range(1, 7):
        payload = BuildSealed(build=f"build {number}", blob="b", pipeline="p")
        appended = Append("ba"[number % 2], [NewEvent(payload, cause="event-x")])
        ledger.append([appended], actor="human:ada", run="run-1")
    ledger.close()
    return tmp_path / "ledger.db"


def run(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Change the file as a program would that cares for no trigger."""
    connection = sqlite3.connect(path)
    for trigger in TRIGGERS:
        connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    for statement in statements:
        connection.execute(statement, values)
    connection.commit()
    connection.close()


def verify(path: Path) -> int:
    ledger = SqliteLedger(path, read_only=True)
    try:
        return ledger.verify().position
    finally:
        ledger.close()


def test_an_undamaged_ledger_verifies(path: Path) -> None:
    assert verify(path) == 6


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET actor = 'human:eve' WHERE position = 3",
        "UPDATE events SET payload = NULL WHERE position = 3",
        "DELETE FROM events WHERE position = 6",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE position = 3",
        "INSERT OR REPLACE INTO events SELECT 7, event_id, 'c', 1, kind, schema, recorded_at, actor, cause, run,"
        " payload, payload_sha256, hash FROM events WHERE position = 3",
        "INSERT OR REPLACE INTO events SELECT 7, 'event-new', stream, version, kind, schema, recorded_at, actor, cause,"
        " run, payload, payload_sha256, hash FROM events WHERE position = 3",
        "INSERT INTO events SELECT 9, 'event-new', 'c', 1, kind, schema, recorded_at, actor, cause, run, payload,"
        " payload_sha256, hash FROM events WHERE position = 3",
    ],
)
def test_the_database_itself_refuses_to_change_or_drop_an_event(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    before = list(connection.execute("SELECT * FROM events"))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    assert list(connection.execute("SELECT * FROM events")) == before
    connection.close()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("event_id", "event-other"),
        ("stream", "c"),
        ("version", 7),
        ("version", "two"),
        ("kind", "Parsed"),
        ("schema", 2),
        ("recorded_at", "2020-01-01T00:00:00.000Z"),
        ("actor", "human:eve"),
        ("actor", b"human:ada"),
        ("cause", None),
        ("cause", ""),
        ("run", "run-2"),
        ("payload", None),
        ("payload", b""),
        ("payload", "text"),
        ("payload", 7),
        ("payload", zstandard.ZstdCompressor().compress(b'{"blob":"b","build":"build 9","pipeline":"p"}')),
        ("payload_sha256", "0" * 64),
        ("hash", "0" * 64),
    ],
)
def test_a_changed_column_is_found_at_its_position(path: Path, column: str, value: object) -> None:
    run(path, f"UPDATE events SET {column} = ? WHERE position = 4", values=(value,))
    with pytest.raises(ChainBroken, match="event 4:"):
        verify(path)


def test_a_payload_changed_with_its_digest_is_found(path: Path) -> None:
    content = b'{"blob":"b","build":"build 9","pipeline":"p"}'
    frame = zstandard.ZstdCompressor().compress(content)
    change = "UPDATE events SET payload = ?, payload_sha256 = ? WHERE position = 4"
    run(path, change, values=(frame, hashlib.sha256(content).hexdigest()))
    with pytest.raises(ChainBroken, match="event 4: its hash"):
        verify(path)


@pytest.mark.parametrize(
    ("statement", "position"),
    [
        ("DELETE FROM events WHERE position = 1", 1),
        ("DELETE FROM events WHERE position = 4", 4),
        ("UPDATE events SET position = -position WHERE position = 4", 1),
        ("UPDATE events SET position = 9 WHERE position = 6", 6),
        ("INSERT INTO events SELECT 0, 'event-0', 'c', 1, kind, schema, recorded_at, actor, cause, run, payload,"
         " payload_sha256, hash FROM events WHERE position = 1", 1),
    ],
)
def test_a_missing_moved_or_smuggled_event_is_found(path: Path, statement: str, position: int) -> None:
    run(path, statement)
    with pytest.raises(ChainBroken, match=f"event {position}:"):
        verify(path)


def test_a_tail_that_was_cut_off_is_found_by_whoever_kept_the_head(path: Path) -> None:
    run(path, "DELETE FROM events WHERE position > 4")
    ledger = SqliteLedger(path)
    assert ledger.verify().position == 4
    with pytest.raises(ChainBroken, match="event 5: the ledger ends before it"):
        ledger.verify(until=6)
    ledger.close()


def rewritten(path: Path, duplicate: str) -> None:
    """Rewrite the log without its constraints, a column of event 5 copied from event 3, and the chain made anew."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    rows = [dict(row) for row in connection.execute("SELECT * FROM events ORDER BY position")]
    rows[4][duplicate] = rows[2][duplicate]
    previous = "0" * 64
    for row in rows:
        text = json.dumps({name: row[name] for name in ENVELOPE}, sort_keys=True, separators=(",", ":"))
        previous = row["hash"] = hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()
    connection.execute("DROP TABLE events")
    connection.execute(f"CREATE TABLE events ({', '.join(rows[0])})")
    marks = ", ".join("?" * len(rows[0]))
    connection.executemany(f"INSERT INTO events VALUES ({marks})", [[*row.values()] for row in rows])
    connection.commit()
    connection.close()


def test_an_id_that_two_events_share_is_found_even_in_a_chain_that_holds(path: Path) -> None:
    rewritten(path, "event_id")
    with pytest.raises(ChainBroken, match="event 5: the id"):
        verify(path)


def test_a_version_that_two_events_of_a_stream_share_is_found(path: Path) -> None:
    rewritten(path, "version")
    with pytest.raises(ChainBroken, match="event 5: it has version 2 of a instead of 3"):
        verify(path)


def test_rewriting_the_whole_log_holds_together_and_has_another_head(path: Path) -> None:
    before = SqliteLedger(path, read_only=True).head()
    rewritten(path, "recorded_at")
    ledger = SqliteLedger(path, read_only=True)
    after = ledger.verify()
    ledger.close()
    assert (after.position, after.hash != before.hash) == (6, True)


def test_reading_a_damaged_payload_stops_at_its_position(path: Path) -> None:
    run(path, "UPDATE events SET payload = ? WHERE position = 4", values=(zstandard.ZstdCompressor().compress(b"{}"),))
    reader = SqliteLedger(path, read_only=True).read()
    assert [next(reader).position for _ in range(3)] == [1, 2, 3]
    with pytest.raises(ChainBroken, match="event 4: the payload"):
        next(reader)


def test_a_purge_whose_own_payload_is_gone_explains_nothing(path: Path) -> None:
    ledger = SqliteLedger(path)
    purged = Purged(builds=(), positions=(3, 7), blobs=(), rows=(), reason="r")
    ledger.append([Append("library", [NewEvent(purged)])], actor="human:ada")
    ledger.close()
    run(path, "CREATE TABLE kept AS SELECT payload FROM events WHERE position = 3")
    run(path, "UPDATE events SET payload = NULL WHERE position = 3")
    assert verify(path) == 7
    run(path, "UPDATE events SET payload = NULL WHERE position = 7")
    with pytest.raises(ChainBroken, match="event 3: its payload is gone, and no purge names it"):
        verify(path)
    with pytest.raises(ChainBroken, match="event 7: its payload is gone, and with it"):
        run(path, "UPDATE events SET payload = (SELECT payload FROM kept) WHERE position = 3")
        verify(path)


def test_an_event_without_payload_is_read_as_purged(path: Path) -> None:
    run(path, "UPDATE events SET payload = NULL WHERE position = 4")
    event = next(SqliteLedger(path, read_only=True).read(after=3, until=4))
    assert event.content is None
    with pytest.raises(LedgerError, match="purged"):
        event.payload()


def test_pages_that_the_disk_lost_are_damage_not_a_traceback(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    for number in range(40):
        message = hashlib.sha512(str(number).encode()).hexdigest() * 60
        payload = StageFailed(build="x", stage="parsed", reason="r", message=message, attempt=number)
        ledger.append([Append("a", [NewEvent(payload)])], actor="human:ada")
    ledger.close()
    with (tmp_path / "ledger.db").open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(4096 * 4)
        file.write(b"\xa5" * (size - 4096 * 4))
    with pytest.raises(DamageFound):
        verify(tmp_path / "ledger.db")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A ledger of 40 events of one megabyte each that compress to half of it; still open for writing."""
    path = tmp_path_factory.mktemp("large") / "ledger.db"
    ledger = SqliteLedger(path)
    for number in range(40):
        message = random.Random(number).randbytes(2**19).hex()
        payload = StageFailed(build="x", stage="parsed", reason="r", message=message, attempt=number)
        ledger.append([Append("a", [NewEvent(payload)])], actor="human:ada")
    yield path
    ledger.close()


def test_reading_and_verifying_take_no_more_memory_than_a_batch(large: Path) -> None:
    ledger = SqliteLedger(large, read_only=True)
    tracemalloc.start()
    try:
        assert sum(len(event.content or b"") for event in ledger.read()) > 40 * 2**20
        assert ledger.verify().position == 40
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        ledger.close()
    assert peak < 20 * 2**20


def test_the_write_ahead_log_is_folded_in_while_appending(large: Path) -> None:
    assert large.with_name("ledger.db-wal").stat().st_size < 8 * 2**20
    assert large.stat().st_size > 12 * 2**20
