"""The schema of a library in PostgreSQL: its tables, and what keeps them append-only. One schema holds one library."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import MetaData, make_url
from sqlalchemy.schema import CreateIndex, CreateTable

from ..errors import NotALibrary, ReadOnlyLibrary, UsageError
from .table import EVENTS

if TYPE_CHECKING:
    import psycopg

FORMAT = 1
"""Number of this layout, kept in the table `ledger`. A newer one is refused."""

PURGING = "SELECT set_config('claimledger.purging', pg_current_xact_id()::text, true)"
"""Marks the current transaction, and no other, as a purge."""

# `ledger` has one row. `remnants` is the transaction of the last purge whose old row versions may still be there.
# The payloads are compressed already, so EXTERNAL keeps the server from trying again.
_TABLES = """
CREATE TABLE {schema}.ledger (format integer NOT NULL, remnants text);
INSERT INTO {schema}.ledger VALUES ({format}, NULL);
ALTER TABLE {schema}.events ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE FUNCTION {schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.payload IS NULL AND current_setting('claimledger.purging', true) = pg_current_xact_id()::text
            AND ({new}) IS NOT DISTINCT FROM ({old})
        THEN RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: no event is ever changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE ON {schema}.events
    FOR EACH ROW EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER events_are_never_emptied BEFORE TRUNCATE ON {schema}.events
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
"""


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
        if _format(connection, schema) is None:
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
            for statement in _statements(schema):
                connection.execute(statement)


def check(connection: psycopg.Connection[Any], schema: str, where: str, *, writing: bool) -> None:
    """Raises `NotALibrary` if the schema holds no ledger, `UsageError` for a newer layout, and `ReadOnlyLibrary`."""
    number = _format(connection, schema)
    if number is None:
        raise NotALibrary(f"{where} has no ledger {schema}", remedy="check the URL, or restore it from a dump")
    if number > FORMAT:
        raise UsageError(f"{schema} has format {number}, newer than {FORMAT}", remedy="upgrade claimledger")
    if writing:
        may = "SELECT has_table_privilege(%s, 'INSERT') AND NOT pg_is_in_recovery()"
        row = connection.execute(may, (f"{schema}.events",)).fetchone()
        if row is None or not row[0]:
            raise ReadOnlyLibrary(f"{where} cannot be written by this user", remedy="ask the owner for the right")


def _format(connection: psycopg.Connection[Any], schema: str) -> int | None:
    there = connection.execute(
        "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = %s AND tablename = 'ledger'", (schema,)
    )
    if there.fetchone() is None:
        return None
    row = connection.execute(f"SELECT format FROM {schema}.ledger").fetchone()
    return int(row[0]) if row else None


def _statements(schema: str) -> list[str]:
    dialect = make_url("postgresql+psycopg://").get_dialect()()
    events = EVENTS.to_metadata(MetaData(), schema=schema)
    kept = [column.name for column in EVENTS.c if column.name != "payload"]
    return [
        str(CreateTable(events).compile(dialect=dialect)),
        *(str(CreateIndex(index).compile(dialect=dialect)) for index in events.indexes),
        _TABLES.format(
            schema=schema, format=FORMAT, new=", ".join(f"NEW.{name}" for name in kept),
            old=", ".join(f"OLD.{name}" for name in kept),
        ),
    ]
