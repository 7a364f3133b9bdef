"""Whoever may do everything in the database changes the ledger behind the program's back, and `verify` finds it."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from claimledger.kb.database import damaged_database
from claimledger.kb.errors import DamageFound, LedgerError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.ledger.postgres_layout import FORMAT, schema_of
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import Verification, verify_library
from sqlalchemy import make_url

Other = psycopg.Connection[tuple[object, ...]]


@pytest.fixture
def library(tmp_path: Path, postgres_url: str) -> Iterator[Library]:
    """A library with five events after the first, and a published head of the sixth."""
    with Library.create(tmp_path / "lib", owner="x", ledger_url=postgres_url) as library:
        for number in range(5):
            failed = StageFailed(build="b", stage="parse", reason="x", message="y" * 40, attempt=number)
            library.append([Append("a", [NewEvent(failed)])])
        freeze(library, publish=tmp_path / "head.json")
        yield library


@pytest.fixture
def other(postgres_url: str, library: Library) -> Iterator[Other]:
    """Another program on the library's schema."""
    path = f"-c search_path={schema_of(library.id)}"
    with closing(psycopg.connect(postgres_url, autocommit=True, options=path)) as connection:
        yield connection


def tamper(other: Other, *statements: str) -> None:
    """Run statements while no trigger is in the way."""
    other.execute("ALTER TABLE events DISABLE TRIGGER USER")
    for statement in statements:
        other.execute(statement)
    other.execute("ALTER TABLE events ENABLE TRIGGER USER")


def verified(library: Library) -> Verification:
    return verify_library(library, published=library.root.parent / "head.json")


def test_what_nobody_touched_is_whole_and_anchored(library: Library, other: Other) -> None:
    tamper(other)
    assert verified(library).verdict == "anchored"


@pytest.mark.parametrize(("change", "damage"), [
    ("UPDATE events SET payload = set_byte(payload, 20, get_byte(payload, 20) # 4) WHERE position = 3", "event 3:"),
    ("UPDATE events SET payload = payload || 'SECRET'::bytea WHERE position = 3", "event 3: .* one zstd frame"),
    ("UPDATE events SET payload = payload || payload WHERE position = 3", "event 3: .* one zstd frame"),
    ("UPDATE events SET actor = 'human:eve' WHERE position = 3", "event 3: its hash"),
    ("UPDATE events SET cause = '' WHERE position = 3", "event 3: its hash"),
    ("UPDATE events SET hash = upper(hash) WHERE position = 3", "event 3: its hash"),
    ("DELETE FROM events WHERE position = (SELECT max(position) FROM events)", "published head: .* does not record so"),
    ("DELETE FROM events WHERE position >= 5", "published head: .* beyond the end"),
    ("UPDATE ledger SET remnants = 'SECRET'", "`ledger` does not hold the one row"),
    ("INSERT INTO ledger VALUES (1, NULL)", "`ledger` does not hold the one row"),
    ("CREATE TABLE more (id integer)", "more is not part of a ledger"),
    ("ALTER TABLE events ADD COLUMN more text", "columns of the table events"),
    ("ALTER TABLE events ALTER COLUMN actor SET DEFAULT 'eve'", "columns of the table events"),
    ("DROP INDEX events_by_kind", "index events_by_kind is missing"),
    ("ALTER TABLE events DROP CONSTRAINT events_event_id_key", "index events_event_id_key is missing"),
    ("ALTER TABLE events ENABLE ROW LEVEL SECURITY", "events is not the plain table"),
    ("CREATE RULE gone AS ON INSERT TO events DO INSTEAD NOTHING", "events is not the plain table"),
    ("DROP TRIGGER events_never_change ON events", "trigger events_never_change is missing"),
    ("DROP TRIGGER events_follow_the_last ON events; CREATE TRIGGER events_follow_the_last BEFORE INSERT ON events"
     " FOR EACH ROW WHEN (NEW.actor <> 'eve') EXECUTE FUNCTION refuse_gap()", "events_follow_the_last is another one"),
    ("CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
     "function refuse_change is missing or another one"),
    ("CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER more"
     " AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION more()", "trigger more is not part of a ledger"),
])
def test_what_was_changed_behind_the_triggers_is_found(
    library: Library, other: Other, change: str, damage: str
) -> None:
    tamper(other, change)
    result = verified(library)
    assert result.verdict == "damaged"
    assert any(re.search(damage, found) for found in result.damages), result.damages


def test_a_rule_that_is_gone_again_is_no_damage(library: Library, other: Other) -> None:
    other.execute("CREATE RULE gone AS ON INSERT TO events DO INSTEAD NOTHING")
    other.execute("DROP RULE gone ON events")
    assert damaged_database(library) == []


@pytest.mark.parametrize("which", ["events_never_change", "events_are_never_emptied", "events_follow_the_last"])
@pytest.mark.parametrize("how", ["DISABLE", "ENABLE REPLICA"])
def test_a_trigger_that_does_not_run_is_found(library: Library, other: Other, which: str, how: str) -> None:
    other.execute(f"ALTER TABLE events {how} TRIGGER {which}")
    assert [what.split()[3] for what in damaged_database(library)] == [which]
    assert verified(library).verdict == "damaged"


@pytest.mark.parametrize("position", ["NULL", "0", "-1", "1", "7", "9", "33"])
def test_an_event_takes_the_next_position_and_no_other(library: Library, other: Other, position: str) -> None:
    columns = "stream, 77, kind, schema, recorded_at, actor, cause, run, payload, payload_sha256, hash"
    insert = f"INSERT INTO events SELECT {position}, 'event-x', {columns} FROM events WHERE position = 3"
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="takes the next position"):
        other.execute(insert)
    assert library.ledger.head().position == 7


def older(other: Other) -> None:
    """The schema as the first layout made it."""
    for statement in ("DROP TRIGGER events_follow_the_last ON events", "DROP FUNCTION refuse_gap()",
                      "UPDATE ledger SET format = 1"):
        other.execute(statement)


def test_an_older_layout_is_changed_by_its_owner_when_he_writes(
    library: Library, other: Other, postgres_url: str
) -> None:
    older(other)
    assert damaged_database(library) == []
    schema = schema_of(library.id)
    PostgresLedger(postgres_url, schema=schema, read_only=True, create=False).close()
    assert other.execute("SELECT format FROM ledger").fetchone() == (1,)
    PostgresLedger(postgres_url, schema=schema, create=False).close()
    assert other.execute("SELECT format FROM ledger").fetchone() == (FORMAT,)
    assert verified(library).verdict == "anchored"
    failed = StageFailed(build="b", stage="parse", reason="x", message="y", attempt=9)
    assert [event.position for event in library.append([Append("a", [NewEvent(failed)])])] == [8]


def test_who_does_not_own_an_older_layout_uses_it_as_it_is(library: Library, other: Other, postgres_url: str) -> None:
    older(other)
    schema = schema_of(library.id)
    other.execute(f"CREATE ROLE {schema}_writer LOGIN; GRANT USAGE ON SCHEMA {schema} TO {schema}_writer;"
                  f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA {schema} TO {schema}_writer")
    url = make_url(postgres_url).set(username=f"{schema}_writer").render_as_string()
    with closing(PostgresLedger(url, schema=schema, create=False)) as ledger:
        failed = StageFailed(build="b", stage="parse", reason="x", message="y", attempt=9)
        assert ledger.append([Append("a", [NewEvent(failed)])], actor="human:x")[0].position == 8
        assert ledger.faults() == []
        with pytest.raises(LedgerError):
            ledger.purge([3])
    assert other.execute("SELECT format FROM ledger").fetchone() == (1,)



def test_a_ledger_without_its_first_event_is_refused_and_nothing_is_put_into_it(
    library: Library, other: Other
) -> None:
    tamper(other, "DELETE FROM events")
    with pytest.raises(DamageFound, match="holds no event"):
        Library.open(library.root)
    assert verified(library).verdict == "damaged"
    assert other.execute("SELECT count(*) FROM events").fetchone() == (0,)
