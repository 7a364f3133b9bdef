"""What a purge leaves in the files of a SQLite ledger: nothing; and that it is the only way in which anything goes."""

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from claimledger.kb.errors import LedgerError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

WINDOW = 12
"""Bytes of a frame that are looked for; fewer would be found by chance."""

# A ledger as version 0.1.0 made it.
FORMAT_1 = """
CREATE TABLE events (
    position INTEGER NOT NULL, event_id VARCHAR NOT NULL, stream VARCHAR NOT NULL, version INTEGER NOT NULL,
    kind VARCHAR NOT NULL, schema INTEGER NOT NULL, recorded_at VARCHAR NOT NULL, actor VARCHAR NOT NULL,
    cause VARCHAR, run VARCHAR, payload BLOB, payload_sha256 VARCHAR NOT NULL, hash VARCHAR NOT NULL,
    PRIMARY KEY (position), UNIQUE (event_id), UNIQUE (stream, version)
);
CREATE INDEX events_by_kind ON events (kind, position);
CREATE INDEX events_by_stream ON events (stream, position);
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no event is ever changed'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no event is ever deleted'); END;
CREATE TRIGGER events_follow_the_last BEFORE INSERT ON events
WHEN NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events)
  OR EXISTS (SELECT 1 FROM events WHERE event_id = NEW.event_id)
  OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an event takes the next position and replaces none'); END;
PRAGMA application_id=1129073735;
PRAGMA user_version=1;
"""

# Appends until its standard input ends, large and small, which checkpoints now and then.
WRITER = """
import random, sys, threading
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
ledger, rng = SqliteLedger(sys.argv[1]), random.Random(sys.argv[2])
print("ready", flush=True)
while not ended.is_set():
    message = rng.randbytes(rng.choice([10, 1_000, 50_000])).hex()
    failed = StageFailed(build="x", stage="parsed", reason="r", message=message, attempt=1)
    ledger.append([Append(f"writer:{sys.argv[2]}", [NewEvent(failed)])], actor="program:test")
ledger.close()
"""


def add(ledger: SqliteLedger, *sizes: int, seed: int = 0) -> list[int]:
    """Append one event for each size, of about so many bytes that do not compress."""
    rng = random.Random(f"{seed} {sizes}")
    events = [
        NewEvent(StageFailed(build="x", stage="s", reason="r", message=rng.randbytes(size).hex(), attempt=1))
        for size in sizes
    ]
    return [event.position for event in ledger.append([Append("a", events)], actor="human:ada")]


def declare(ledger: SqliteLedger, positions: list[int]) -> None:
    purged = Purged(builds=(), positions=tuple(positions), blobs=(), rows=(), reason="a court said so")
    ledger.append([Append("library", [NewEvent(purged)])], actor="human:ada")


def frames(ledger: SqliteLedger, positions: list[int]) -> list[bytes]:
    return [event.payload for event in ledger.scan() if event.position in positions and event.payload is not None]


def remnants(path: Path, purged: list[bytes], kept: Iterable[bytes] = ()) -> int:
    """How many pieces of the frames lie in the database or in its write-ahead log, and are no pieces of others."""
    log = path.with_name("ledger.db-wal")
    raw = path.read_bytes() + (log.read_bytes() if log.exists() else b"")
    others = b"".join(kept)
    starts = [*range(0, 4_200, 30), *range(4_200, 40_000, 600)]
    pieces = [frame[at : at + WINDOW] for frame in purged for at in starts if at + WINDOW <= len(frame)]
    return sum(piece in raw and piece not in others for piece in pieces)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def test_nothing_of_purged_payloads_is_left_in_the_files(path: Path) -> None:
    ledger, rng = SqliteLedger(path), random.Random(11)
    kept: dict[int, bytes] = {}
    for number in range(4):
        # Sizes from a part of a page over whole pages to overflow chains, so that cells and pages of all kinds go.
        added = add(ledger, *(rng.choice([20, 200, 900, 2_000, 5_000, 30_000]) for _ in range(40)), seed=number)
        kept |= dict(zip(added, frames(ledger, added), strict=True))
        chosen = rng.sample(sorted(kept), 25)
        gone = [kept.pop(position) for position in chosen]
        assert remnants(path, gone, kept.values()) > 0
        declare(ledger, chosen)
        assert ledger.purge(chosen)
        assert remnants(path, gone, kept.values()) == 0
        assert frames(ledger, list(kept)) == [kept[position] for position in sorted(kept)]
        ledger.verify()
    ledger.close()
    assert remnants(path, list(kept.values())) > 0
    assert path.with_name("ledger.db-wal").exists() is False


def test_the_rest_of_an_append_that_was_rolled_back_goes_with_the_log(path: Path) -> None:
    ledger = SqliteLedger(path)
    [position] = add(ledger, 500)
    [frame] = frames(ledger, [position])
    lost = random.Random(5).randbytes(60_000)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA cache_size=2")  # so that pages reach the log before the commit that never comes
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO events SELECT 2, 'e', 'b', 1, kind, schema, recorded_at, actor, cause, run, ?,"
                  " payload_sha256, hash FROM events", (lost,))
    other.execute("ROLLBACK")
    other.close()
    assert remnants(path, [lost]) > 0
    declare(ledger, [position])
    assert ledger.purge([position])
    assert remnants(path, [lost, frame]) == 0
    ledger.close()


def test_a_reader_that_keeps_the_log_makes_a_purge_pending_and_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.kb.ledger.sqlite._READER_PATIENCE", 0.05)
    ledger = SqliteLedger(path)
    positions = add(ledger, 300, 40_000)
    gone = frames(ledger, positions)
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    before = reader.execute("SELECT * FROM events").fetchall()
    declare(ledger, positions)
    assert ledger.purge(positions) is False
    assert ledger.finish_purge() is False
    assert remnants(path, gone) > 0
    assert reader.execute("SELECT * FROM events").fetchall() == before
    assert ledger.verify().position == 3
    [late] = add(ledger, 300)
    reader.close()
    assert ledger.finish_purge() is True
    assert remnants(path, gone, frames(ledger, [3, 4])) == 0
    assert [event.content is None for event in ledger.read()] == [True, True, False, False]
    assert (ledger.verify().position, late) == (4, 4)
    ledger.close()


def test_a_purge_amid_processes_that_append_and_checkpoint_erases_all_and_keeps_theirs(path: Path) -> None:
    ledger = SqliteLedger(path)
    positions = add(ledger, *[200, 8_000] * 30)
    gone = frames(ledger, positions)
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         text=True, cwd=path.parent)
        for name in ("one", "two")
    ]
    for writer in writers:
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
    for part in (positions[:20], positions[20:40], positions[40:]):
        declare(ledger, part)
        assert ledger.purge(part)
        until_both_append(ledger)
    for writer in writers:
        assert writer.communicate(timeout=60)[0] == "" and writer.returncode == 0
    assert ledger.purge(positions)
    assert remnants(path, gone, (event.payload for event in ledger.scan() if event.payload)) == 0
    head = ledger.verify()
    assert [event.position for event in ledger.read()] == list(range(1, head.position + 1))
    assert [event.position for event in ledger.read() if event.content is None] == positions
    ledger.close()


def until_both_append(ledger: SqliteLedger) -> None:
    """Wait until each writer has appended once more."""
    versions = {stream: ledger.version(stream) for stream in ("writer:one", "writer:two")}
    deadline = time.monotonic() + 60
    while any(ledger.version(stream) == version for stream, version in versions.items()):
        assert time.monotonic() < deadline, "a writer waits for ever"
        time.sleep(0.01)


@pytest.mark.parametrize(
    "statements",
    [
        ["UPDATE events SET payload = NULL WHERE position = 2"],
        ["INSERT INTO purging VALUES (1)", "UPDATE events SET payload = NULL WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = NULL"],
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = x'00' WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = NULL, actor = 'human:eve' WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = NULL, run = 'r' WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = NULL, hash = x'00' WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = NULL, position = 9 WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "DELETE FROM events WHERE position = 2"],
        ["INSERT INTO purging VALUES (2)", "INSERT OR REPLACE INTO events SELECT * FROM events WHERE position = 2"],
        # A permission is used once.
        ["INSERT INTO purging VALUES (2)", "UPDATE events SET payload = NULL WHERE position = 2",
         "UPDATE events SET payload = NULL WHERE position = 2"],
    ],
)
def test_the_database_lets_nothing_but_a_marked_payload_go(path: Path, statements: list[str]) -> None:
    ledger = SqliteLedger(path)
    add(ledger, 20, 20, 20)
    ledger.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    for statement in statements[:-1]:
        connection.execute(statement)
    before = connection.execute("SELECT * FROM events").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statements[-1])
    assert connection.execute("SELECT * FROM events").fetchall() == before
    connection.close()


def test_a_purge_leaves_no_permission_behind(path: Path) -> None:
    ledger = SqliteLedger(path)
    positions = add(ledger, 20, 20)
    declare(ledger, [*positions, 77])
    ledger.purge([*positions, 77])
    ledger.close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT * FROM purging").fetchall() == []
    connection.close()


@pytest.fixture
def old(path: Path) -> Path:
    """A ledger of format 1 with three events."""
    new = SqliteLedger(path.with_name("new.db"))
    add(new, 20, 3_000, 20)
    new.close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript(FORMAT_1)
    connection.execute("ATTACH ? AS new", (str(path.with_name("new.db")),))
    connection.execute("INSERT INTO events SELECT * FROM new.events ORDER BY position")
    connection.commit()
    connection.close()
    return path


def format_of(path: Path) -> int:
    connection = sqlite3.connect(path)
    number = int(connection.execute("PRAGMA user_version").fetchone()[0])
    connection.close()
    return number


def test_a_ledger_of_the_first_format_is_read_as_it_is(old: Path) -> None:
    ledger = SqliteLedger(old, read_only=True)
    assert ledger.verify().position == 3
    assert [event.version for event in ledger.read(stream="a")] == [1, 2, 3]
    ledger.close()
    assert format_of(old) == 1


def test_a_ledger_of_the_first_format_learns_to_purge_when_it_is_opened_for_writing(old: Path) -> None:
    before = SqliteLedger(old, read_only=True)
    ledger = SqliteLedger(old)
    assert format_of(old) == 2
    assert list(before.read()) == list(ledger.read())
    gone = frames(ledger, [2])
    declare(ledger, [2])
    assert ledger.purge([2])
    assert remnants(old, gone) == 0
    assert [event.content is None for event in before.read(stream="a")] == [False, True, False]
    assert before.verify() == ledger.verify()
    with pytest.raises(LedgerError, match="no purge names event 1"):
        ledger.purge([1])
    before.close()
    ledger.close()


def test_a_migration_that_fails_changes_nothing(old: Path) -> None:
    connection = sqlite3.connect(old)
    connection.execute("CREATE TABLE purging (x)")  # in the way of ours
    connection.commit()
    connection.close()
    with pytest.raises(Exception, match="purging"):
        SqliteLedger(old)
    assert format_of(old) == 1
    ledger = SqliteLedger(old, read_only=True)
    assert ledger.verify().position == 3
    ledger.close()
