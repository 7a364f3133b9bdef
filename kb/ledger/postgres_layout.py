"""The schema of a library in PostgreSQL: its tables, and what keeps them append-only. One schema holds one library."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import MetaData, make_url
from sqlalchemy.schema import CreateIndex, CreateTable

from ..errors import NotALibrary, ReadOnlyLibrary, UsageError
from .table import EVENTS

if TYPE_CHECKING:
    import psycopg

FORMAT = 2
"""Number of this layout, kept in the table `ledger`. A newer one is refused; an older one is changed when the owner of
the table opens it for writing, and can be used as it is. 1: an event could be inserted at any position."""

PURGING = "SELECT set_config('claimledger.purging', pg_current_xact_id()::text, true)"
"""Marks the current transaction, and no other, as a purge."""

# `ledger` has one row. `remnants` is the transaction of the last purge whose old row versions may still be there.
# The payloads are compressed already, so EXTERNAL keeps the server from trying again.
_TABLES = """
CREATE TABLE {schema}.ledger (format integer NOT NULL, remnants text);
INSERT INTO {schema}.ledger VALUES ({format}, NULL);
ALTER TABLE {schema}.events ALTER COLUMN payload SET STORAGE EXTERNAL;
"""

_REFUSE_CHANGE = """
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.payload IS NULL AND current_setting('claimledger.purging', true) = pg_current_xact_id()::text
            AND ({new}) IS NOT DISTINCT FROM ({old})
        THEN RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: no event is ever changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
END """

_REFUSE_GAP = """
BEGIN
    IF NEW.position = (SELECT coalesce(max(position), 0) + 1 FROM {schema}.events)
    THEN RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: an event takes the next position'
        USING ERRCODE = 'integrity_constraint_violation';
END """


class Trigger(NamedTuple):
    """What keeps the events append-only: `when` it runs `function`. Since which `format`, and its type in `pg_trigger`.
    """

    when: str
    level: str
    function: str
    format: int
    type: int


TRIGGERS = {
    "events_never_change": Trigger("BEFORE UPDATE OR DELETE", "ROW", "refuse_change", 1, 27),
    "events_are_never_emptied": Trigger("BEFORE TRUNCATE", "STATEMENT", "refuse_change", 1, 34),
    "events_follow_the_last": Trigger("BEFORE INSERT", "ROW", "refuse_gap", 2, 7),
}
"""The triggers of the table `events`, by name."""

_FUNCTIONS = {"refuse_change": (1, _REFUSE_CHANGE), "refuse_gap": (2, _REFUSE_GAP)}


def functions_of(schema: str, number: int) -> dict[str, str]:
    """Names and bodies of the functions that the triggers of this layout run."""
    kept = [column.name for column in EVENTS.c if column.name != "payload"]
    new, old = (", ".join(f"{row}.{name}" for name in kept) for row in ("NEW", "OLD"))
    return {
        name: body.format(schema=schema, new=new, old=old) for name, (since, body) in _FUNCTIONS.items()
        if since <= number
    }


def schema_of(library: str) -> str:
    """The name of a library's schema. Raises `UsageError` for an id that gives no plain name."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,49}", library):
        raise UsageError(f"the library's id {library!r} cannot name a schema", remedy="give the id that `init` made")
    return f"claimledger_{library.replace('-', '_')}"


def lock_key(schema: str) -> int:
    """The key of the append lock of a schema, a signed integer of 64 bits."""
    return int.from_bytes(hashlib.sha256(f"claimledger {schema}".encode()).digest()[:8], signed=True)


def lay_out(connection: psycopg.Connection[Any], schema: str) -> None:
    """Make the schema and its tables, whole or not at all, unless they are there."""
    with connection.transaction():
        # Another process may be about to do the same.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key(schema),))
        if format_of(connection, schema) is None:
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
            for statement in (*_tables(schema), *_guards(schema, after=0)):
                connection.execute(statement)


def bring_up(connection: psycopg.Connection[Any], schema: str) -> None:
    """Change an older layout to this one, if the user owns the table; others use it as it is."""
    number = format_of(connection, schema)
    if number is None or number >= FORMAT or not _owns(connection, schema):
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key(schema),))
        if (number := format_of(connection, schema)) is None or number >= FORMAT:
            return
        for statement in _guards(schema, after=number):
            connection.execute(statement)
        connection.execute(f"UPDATE {schema}.ledger SET format = {FORMAT}")


def check(connection: psycopg.Connection[Any], schema: str, where: str, *, writing: bool) -> None:
    """Raises `NotALibrary` if the schema holds no ledger, `UsageError` for a newer layout, and `ReadOnlyLibrary`."""
    number = format_of(connection, schema)
    if number is None:
        raise NotALibrary(f"{where} has no ledger {schema}", remedy="check the URL, or restore it from a dump")
    if number > FORMAT:
        raise UsageError(f"{schema} has format {number}, newer than {FORMAT}", remedy="upgrade claimledger")
    if writing:
        may = "SELECT has_table_privilege(%s, 'INSERT') AND NOT pg_is_in_recovery()"
        row = connection.execute(may, (f"{schema}.events",)).fetchone()
        if row is None or not row[0]:
            raise ReadOnlyLibrary(f"{where} cannot be written by this user", remedy="ask the owner for the right")


def format_of(connection: psycopg.Connection[Any], schema: str) -> int | None:
    """The number of the layout; None where there is no ledger."""
    there = connection.execute(
        "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = %s AND tablename = 'ledger'", (schema,)
    )
    if there.fetchone() is None:
        return None
    row = connection.execute(f"SELECT format FROM {schema}.ledger").fetchone()
    return int(row[0]) if row else None


def _owns(connection: psycopg.Connection[Any], schema: str) -> bool:
    row = connection.execute(
        "SELECT bool_and(pg_has_role(relowner, 'USAGE')) AND has_schema_privilege(%s, 'CREATE')"
        " AND NOT pg_is_in_recovery() FROM pg_catalog.pg_class WHERE oid = ANY(%s::regclass[])",
        (schema, [f"{schema}.events", f"{schema}.ledger"]),
    ).fetchone()
    return bool(row and row[0])


def _tables(schema: str) -> list[str]:
    dialect = make_url("postgresql+psycopg://").get_dialect()()
    events = EVENTS.to_metadata(MetaData(), schema=schema)
    return [
        str(CreateTable(events).compile(dialect=dialect)),
        *(str(CreateIndex(index).compile(dialect=dialect)) for index in events.indexes),
        _TABLES.format(schema=schema, format=FORMAT),
    ]


def _guards(schema: str, *, after: int) -> list[str]:
    """What makes the functions and triggers that came after a layout."""
    before = functions_of(schema, after)
    return [
        f"CREATE FUNCTION {schema}.{name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
        for name, body in functions_of(schema, FORMAT).items() if name not in before
    ] + [
        f"CREATE TRIGGER {name} {trigger.when} ON {schema}.events FOR EACH {trigger.level}"
        f" EXECUTE FUNCTION {schema}.{trigger.function}()"
        for name, trigger in TRIGGERS.items() if trigger.format > after
    ]
