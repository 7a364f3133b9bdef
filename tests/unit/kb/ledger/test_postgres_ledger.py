"""What only a ledger in PostgreSQL does: how it refuses changes, what a purge leaves, and lost connections."""

import secrets
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest
from claimledger.kb.errors import ChainBroken, LedgerError
from claimledger.kb.events.build import BuildSealed, StageFailed
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.ledger.postgres_layout import PURGING, lock_key
from sqlalchemy import make_url


def new(name: str) -> NewEvent:
    return NewEvent(BuildSealed(build=name, blob="b", pipeline="p"))


def add(ledger: PostgresLedger, *names: str) -> list[int]:
    return [event.position for event in ledger.append([Append("a", [new(name) for name in names])], actor="human:ada")]


def declare(ledger: PostgresLedger, *positions: int) -> None:
    purged = Purged(builds=(), positions=positions, blobs=(), rows=(), reason="asked to")
    ledger.append([Append("library", [NewEvent(purged)])], actor="human:ada")


@pytest.fixture
def schema() -> str:
    return f"claimledger_{secrets.token_hex(6)}"


@pytest.fixture
def ledger(postgres_url: str, schema: str) -> Iterator[PostgresLedger]:
    opened = PostgresLedger(postgres_url, schema=schema)
    yield opened
    opened.close()


@pytest.fixture
def other(postgres_url: str, schema: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Another program on the same schema, which begins and ends its transactions itself."""
    with closing(psycopg.connect(postgres_url, autocommit=True, options=f"-c search_path={schema}")) as connection:
        yield connection


# Changes

MARK = PURGING


@pytest.mark.parametrize(
    "statements",
    [
        ["UPDATE events SET actor = 'human:eve' WHERE position = 2"],
        ["UPDATE events SET payload = NULL WHERE position = 2"],
        ["DELETE FROM events WHERE position = 2"],
        ["DELETE FROM events"],
        ["TRUNCATE events"],
        ["TRUNCATE events CASCADE"],
        ["INSERT INTO events SELECT * FROM events WHERE position = 2 ON CONFLICT (position) DO UPDATE SET run = 'r'"],
        ["SET LOCAL claimledger.purging = 'yes'", "UPDATE events SET payload = NULL WHERE position = 2"],
        ["SET LOCAL claimledger.purging = '7'", "UPDATE events SET payload = NULL WHERE position = 2"],
        [MARK, "UPDATE events SET payload = '\\x00' WHERE position = 2"],
        [MARK, "UPDATE events SET payload = NULL, actor = 'human:eve' WHERE position = 2"],
        [MARK, "UPDATE events SET payload = NULL, cause = 'c' WHERE position = 2"],
        [MARK, "UPDATE events SET payload = NULL, position = 9 WHERE position = 3"],
        [MARK, "UPDATE events SET payload = NULL, payload_sha256 = 'x' WHERE position = 3"],
        [MARK, "DELETE FROM events WHERE position = 2"],
        [MARK, "TRUNCATE events"],
    ],
)
def test_the_database_lets_nothing_but_the_payloads_of_a_purge_go(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]], statements: list[str]
) -> None:
    add(ledger, "1", "2", "3")
    before = other.execute("SELECT * FROM events").fetchall()
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="append-only"), other.transaction():
        for statement in statements:
            other.execute(statement)  # type: ignore[arg-type]
    assert other.execute("SELECT * FROM events").fetchall() == before


def test_the_mark_of_a_purge_ends_with_its_transaction(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    add(ledger, "1")
    marked = other.execute(PURGING.replace("true)", "false)")).fetchone()  # for the session, not the transaction
    assert marked is not None
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        other.execute("UPDATE events SET payload = NULL")


# Damage


@pytest.mark.parametrize(
    ("change", "position"),
    [
        ("UPDATE events SET actor = 'human:eve' WHERE position = 4", 4),
        ("UPDATE events SET payload = '\\x28b52ffd' WHERE position = 4", 4),
        ("UPDATE events SET payload = (SELECT payload FROM events WHERE position = 2) WHERE position = 4", 4),
        ("UPDATE events SET payload = NULL WHERE position = 4", 4),
        ("UPDATE events SET recorded_at = '2020-01-01T00:00:00.000Z' WHERE position = 1", 1),
        ("DELETE FROM events WHERE position = 3", 3),
    ],
)
def test_what_was_changed_without_the_triggers_is_found(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]], change: str, position: int
) -> None:
    add(ledger, *"123456")
    other.execute("ALTER TABLE events DISABLE TRIGGER ALL")
    other.execute(change)  # type: ignore[arg-type]
    with pytest.raises(ChainBroken, match=f"event {position}:"):
        ledger.verify()


# Purging


def raw(other: psycopg.Connection[tuple[object, ...]]) -> bytes:
    """Every byte of the database's own files: tables, their overflow, indexes; not the write-ahead log."""
    other.execute("CHECKPOINT")
    row = other.execute("SELECT current_setting('data_directory') || '/base/' || oid::text FROM pg_database"
                        " WHERE datname = current_database()").fetchone()
    assert row is not None
    return b"".join(file.read_bytes() for file in Path(str(row[0])).iterdir() if file.is_file())


def fill(ledger: PostgresLedger) -> list[bytes]:
    """Append small and large payloads that do not compress; their frames."""
    appended = [
        NewEvent(StageFailed(build="x", stage="s", reason="r", message=secrets.token_hex(size), attempt=1))
        for size in (40, 400, 4_000, 40_000)
    ]
    ledger.append([Append("a", appended)], actor="human:ada")
    return [event.payload for event in ledger.scan() if event.payload]


def remnants(other: psycopg.Connection[tuple[object, ...]], frames: list[bytes]) -> int:
    """How many pieces of the frames lie in the files. Their ends are those of other events too, and are left out."""
    pieces = [frame[at : at + 12] for frame in frames for at in range(60, len(frame) - 50, 400)]
    there = raw(other)
    return sum(piece in there for piece in pieces)


def test_nothing_of_purged_payloads_is_left_in_the_files_of_the_database(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    gone, kept = fill(ledger), add(ledger, "kept")
    assert remnants(other, gone) > 80
    declare(ledger, 1, 2, 3, 4)
    assert ledger.purge([1, 2, 3, 4]) is True
    assert remnants(other, gone) == 0
    assert [event.position for event in ledger.read() if event.content] == [*kept, 6]
    assert ledger.verify().position == 6


@pytest.mark.parametrize("uses_the_table", [True, False])
def test_whoever_still_sees_the_old_state_makes_a_purge_pending(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]], postgres_url: str, uses_the_table: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("claimledger.kb.ledger.postgres._READER_PATIENCE", 0.1)
    gone = fill(ledger)
    declare(ledger, 1, 2, 3, 4)
    with closing(psycopg.connect(postgres_url)) as reader:
        reader.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        reader.execute(f"SELECT count(*) FROM {ledger._schema}.events" if uses_the_table else "SELECT 1")
        assert ledger.purge([1, 2, 3, 4]) is False
        assert ledger.finish_purge() is False
        assert remnants(other, gone) > 80
        assert [event.content is None for event in ledger.read()] == [True] * 4 + [False]
        add(ledger, "meanwhile")
        reader.rollback()
    assert ledger.finish_purge() is True
    assert remnants(other, gone) == 0
    assert ledger.verify().position == 6


def test_a_user_who_does_not_own_the_table_leaves_the_rest_of_a_purge_to_its_owner(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]], postgres_url: str, schema: str
) -> None:
    gone = fill(ledger)
    other.execute(f"CREATE ROLE {schema}_writer LOGIN; GRANT USAGE ON SCHEMA {schema} TO {schema}_writer;"
                  f"GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA {schema} TO {schema}_writer")
    url = make_url(postgres_url).set(username=f"{schema}_writer").render_as_string()
    writer = PostgresLedger(url, schema=schema)
    declare(writer, 1, 2, 3, 4)
    assert writer.purge([1, 2, 3, 4]) is False
    assert writer.finish_purge() is False
    writer.close()
    assert ledger.finish_purge() is True
    assert remnants(other, gone) == 0


# Order of what becomes visible


def test_a_transaction_held_open_after_its_insert_lets_no_later_one_become_visible_first(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]], postgres_url: str, schema: str
) -> None:
    add(ledger, "1")
    # A gate of the test: inserting the event waits, in its transaction and before its commit, while it is shut.
    other.execute("""
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NULL; END $$;
        CREATE TRIGGER gate AFTER INSERT ON events FOR EACH ROW WHEN (NEW.actor = 'human:slow') EXECUTE FUNCTION wait()
    """)
    seen, polls = [1], 0
    with closing(psycopg.connect(postgres_url, autocommit=True)) as gate:
        gate.execute("SELECT pg_advisory_lock(4711)")
        slow = threading.Thread(target=lambda: ledger.append([Append("a", [new("2")])], actor="human:slow"))
        slow.start()
        while not other.execute("SELECT 1 FROM pg_locks WHERE objid = 4711 AND NOT granted").fetchone():
            time.sleep(0.01)
        writers = [threading.Thread(target=add, args=(ledger, name)) for name in "345"]
        for writer in writers:
            writer.start()
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            polls += 1
            seen += [event.position for event in ledger.read(after=seen[-1])]
        assert (seen, ledger.head().position) == ([1], 1)
        assert polls > 5
        gate.execute("SELECT pg_advisory_unlock(4711)")
        for thread in (slow, *writers):
            thread.join()
    seen += [event.position for event in ledger.read(after=seen[-1])]
    assert seen == [1, 2, 3, 4, 5]
    events = list(ledger.read())
    assert events[1].actor == "human:slow"
    assert ledger.verify().position == 5


# Connections that are lost


def terminate(other: psycopg.Connection[tuple[object, ...]]) -> int:
    row = other.execute("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                        " WHERE application_name = 'claimledger' AND pid <> pg_backend_pid()").fetchone()
    assert row is not None
    return int(str(row[0]))


def test_a_reader_goes_on_after_its_connection_was_cut(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]]
) -> None:
    add(ledger, *(str(number) for number in range(1_200)))
    reader = ledger.read()
    first = next(reader)
    assert terminate(other) >= 1
    assert [first.position, *(event.position for event in reader)] == list(range(1, 1_201))


def test_an_append_whose_connection_is_cut_while_it_waits_is_made_once(
    ledger: PostgresLedger, other: psycopg.Connection[tuple[object, ...]], postgres_url: str, schema: str
) -> None:
    add(ledger, "1")
    with closing(psycopg.connect(postgres_url)) as holder:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key(schema),))
        appending = threading.Thread(target=add, args=(ledger, "2", "3"))
        appending.start()
        waiting = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'claimledger' AND wait_event = 'advisory'"
        while not other.execute(waiting).fetchone():
            time.sleep(0.01)
        assert terminate(other) >= 1
        time.sleep(0.1)
    appending.join()
    assert [event.payload().build for event in ledger.read()] == ["1", "2", "3"]  # type: ignore[attr-defined]


class Wire(threading.Thread):
    """Between a client and the server's socket. It can be cut after the client said COMMIT, before the answer."""

    def __init__(self, server: str, folder: Path) -> None:
        super().__init__(daemon=True)
        self.cut_next_commit = False
        self.commits_cut = 0
        self._server = server
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / Path(server).name))
        self._listener.listen()

    def run(self) -> None:
        while True:
            client, _ = self._listener.accept()
            threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._server)
            while True:
                ready, _, _ = select.select([client, server], [], [])
                for source, sink in ((client, server), (server, client)):
                    if source in ready:
                        sent = source.recv(2**16)
                        if not sent:
                            return
                        sink.sendall(sent)
                        if self.cut_next_commit and source is client and b"COMMIT\x00" in sent:
                            while b"COMMIT\x00" not in server.recv(2**16):
                                pass  # until the server answers that it was committed
                            self.cut_next_commit = False
                            self.commits_cut += 1
                            return


def test_an_append_whose_answer_was_lost_is_found_and_not_made_again(
    ledger: PostgresLedger, postgres_url: str, schema: str, tmp_path: Path
) -> None:
    parsed = make_url(postgres_url)
    port = parsed.port or 5432
    wire = Wire(f"{parsed.query['host']}/.s.PGSQL.{port}", tmp_path)
    wire.start()
    through = parsed.set(query={"host": str(tmp_path)}).render_as_string()
    remote = PostgresLedger(through, schema=schema)
    remote.append([Append("a", [new("1")])], actor="human:ada")
    wire.cut_next_commit = True
    [stored] = remote.append([Append("a", [new("2")], expected=1)], actor="human:ada")
    assert wire.commits_cut == 1
    assert list(ledger.read())[1] == stored
    assert [event.payload().build for event in ledger.read()] == ["1", "2"]  # type: ignore[attr-defined]
    remote.close()


def test_a_server_that_stays_away_is_said_and_nothing_is_lost(
    postgres_url: str, schema: str, tmp_path: Path, ledger: PostgresLedger
) -> None:
    parsed = make_url(postgres_url)
    wire = Wire(f"{parsed.query['host']}/.s.PGSQL.{parsed.port or 5432}", tmp_path)
    wire.start()
    remote = PostgresLedger(parsed.set(query={"host": str(tmp_path)}).render_as_string(), schema=schema)
    add(remote, "1")
    wire._server = str(tmp_path / "gone")
    wire.cut_next_commit = True
    with pytest.raises(LedgerError, match=r"the connection to .* was lost"):
        add(remote, "2")
    wire._server = f"{parsed.query['host']}/.s.PGSQL.{parsed.port or 5432}"
    assert [event.payload().build for event in remote.read()] == ["1", "2"]  # type: ignore[attr-defined]
    assert remote.verify().position == 2
    remote.close()
