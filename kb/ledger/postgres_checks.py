"""What of a ledger's schema in PostgreSQL is not as this program makes it: what a walk along the events does not see.

A trigger that is disabled or runs another function guards nothing; a rule, a row policy or a table that inherits shows
other rows than are there; an index that is not valid leads astray.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .postgres_layout import TRIGGERS, format_of, functions_of
from .table import EVENTS

if TYPE_CHECKING:
    import psycopg

_TYPES = {"BigInteger": "bigint", "Integer": "integer", "String": "character varying", "LargeBinary": "bytea"}
_LEDGER = [("format", "integer", True), ("remnants", "text", False)]
# Name: unique, and the columns. PostgreSQL names what has no name so.
_INDEXES = {
    "events_pkey": (True, "position"), "events_event_id_key": (True, "event_id"),
    "events_stream_version_key": (True, "stream, version"), "events_by_kind": (False, "kind, position"),
}

_RELATIONS = """
SELECT relname, relkind = CASE WHEN relname IN ('events', 'ledger') THEN 'r' ELSE 'i' END AND relpersistence = 'p'
       AND NOT relrowsecurity AND NOT relispartition
       AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_rewrite WHERE ev_class = pg_class.oid)
       AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits WHERE oid IN (inhparent, inhrelid))
FROM pg_catalog.pg_class WHERE relnamespace = %s::regnamespace
"""
_COLUMNS = """
SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_catalog.pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND NOT atthasdef AND attidentity = ''
ORDER BY attnum
"""
_INDEX = """
SELECT c.relname, i.indisunique, i.indisvalid AND i.indisready AND i.indpred IS NULL AND i.indexprs IS NULL, (
           SELECT string_agg(a.attname, ', ' ORDER BY k.place)
           FROM unnest(i.indkey) WITH ORDINALITY AS k (number, place)
           JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
       )
FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = %s::regclass
"""
_TRIGGERS = """
SELECT t.tgname, t.tgenabled IN ('O', 'A'), t.tgtype, p.proname,
       p.pronamespace = %s::regnamespace AND t.tgqual IS NULL AND t.tgattr = '' AND t.tgnargs = 0
FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid
WHERE t.tgrelid = %s::regclass AND NOT t.tgisinternal
"""
_FUNCTIONS = """
SELECT p.proname, p.prosrc, l.lanname = 'plpgsql' AND NOT p.prosecdef AND p.proconfig IS NULL AND p.provolatile = 'v'
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang WHERE p.pronamespace = %s::regnamespace
"""


def faults_of(connection: psycopg.Connection[Any], schema: str) -> list[str]:
    """What is wrong, one line each."""
    row = connection.execute(f"SELECT count(*), bool_and(remnants IS NULL OR remnants ~ '^[0-9]+$')"
                             f" FROM {schema}.ledger").fetchone()
    number = format_of(connection, schema)
    if row is None or row[0] != 1 or not row[1] or number is None:
        return ["its table `ledger` does not hold the one row that it should"]
    role = connection.execute("SELECT current_setting('session_replication_role')").fetchone()
    asleep = [] if role and role[0] != "replica" else ["the server is set to run no triggers: session_replication_role"]
    return [
        *_tables(connection, schema), *_indexes(connection, schema), *_triggers(connection, schema, number),
        *_functions(connection, schema, number), *asleep,
    ]


def _tables(connection: psycopg.Connection[Any], schema: str) -> Iterator[str]:
    wanted = {"events", "ledger", *_INDEXES}
    for name, plain in connection.execute(_RELATIONS, (schema,)).fetchall():
        if name not in wanted:
            yield f"{name} is not part of a ledger"
        elif not plain:
            yield f"{name} is not the plain table or index that it should be"
    events = [
        (column.name, _TYPES[type(column.type).__name__], not column.nullable) for column in EVENTS.c
    ]
    for table, columns in (("events", events), ("ledger", _LEDGER)):
        if connection.execute(_COLUMNS, (f"{schema}.{table}",)).fetchall() != columns:
            yield f"the columns of the table {table} are not those of a ledger"


def _indexes(connection: psycopg.Connection[Any], schema: str) -> Iterator[str]:
    found = {
        name: (unique, columns) for name, unique, valid, columns
        in connection.execute(_INDEX, (f"{schema}.events",)).fetchall() if valid
    }
    for name, wanted in _INDEXES.items():
        if found.get(name) != wanted:
            yield f"the index {name} is missing, not valid or another one"


def _triggers(connection: psycopg.Connection[Any], schema: str, number: int) -> Iterator[str]:
    found = {name: rest for name, *rest in connection.execute(_TRIGGERS, (schema, f"{schema}.events")).fetchall()}
    wanted = {name: trigger for name, trigger in TRIGGERS.items() if trigger.format <= number}
    for name in sorted(found.keys() - wanted.keys()):
        yield f"the trigger {name} is not part of a ledger"
    for name, trigger in wanted.items():
        if name not in found:
            yield f"the trigger {name} is missing: it keeps events as they are"
            continue
        enabled, kind, function, plain = found[name]
        if not enabled:
            yield f"the trigger {name} is disabled: it keeps events as they are"
        elif (kind, function, plain) != (trigger.type, trigger.function, True):
            yield f"the trigger {name} is another one"


def _functions(connection: psycopg.Connection[Any], schema: str, number: int) -> Iterator[str]:
    found = {name: (body, plain) for name, body, plain in connection.execute(_FUNCTIONS, (schema,)).fetchall()}
    wanted = functions_of(schema, number)
    for name in sorted(found.keys() - wanted.keys()):
        yield f"the function {name} is not part of a ledger"
    for name, body in wanted.items():
        if found.get(name) != (body, True):
            yield f"the function {name} is missing or another one"
