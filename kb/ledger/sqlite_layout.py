"""The tables of a ledger in SQLite, what keeps them append-only, and how an older layout becomes this one."""

from __future__ import annotations

import sqlite3

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from .table import EVENTS

APPLICATION_ID = 0x434C4C47
"""`CLLG`: written into the header of the file, so that a ledger is told from any other SQLite database."""

FORMAT = 2
"""Number of this layout, kept as `user_version`. A newer one is refused; an older one is changed when it is opened for
writing, and can be read as it is. 1: no purge, and an index by stream and position."""

_SAME = " AND ".join(f"NEW.{column.name} IS OLD.{column.name}" for column in EVENTS.c if column.name != "payload")

# The one way in which an event may change: its payload goes, while its position stands in `purging`, and leaving that
# table with it, so that a permission is used once. The rest of the row is what the chain covers, and stays.
_PURGING = (
    "CREATE TABLE purging (position INTEGER PRIMARY KEY NOT NULL)",
    f"""
    CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    WHEN NOT (NEW.payload IS NULL AND {_SAME}
              AND EXISTS (SELECT 1 FROM purging WHERE purging.position = OLD.position))
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no event is ever changed'); END
    """,
    """
    CREATE TRIGGER events_are_purged_once AFTER UPDATE ON events
    BEGIN DELETE FROM purging WHERE position = OLD.position; END
    """,
)

_KEEPING = (
    """
    CREATE TRIGGER events_never_go BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no event is ever deleted'); END
    """,
    # INSERT OR REPLACE deletes the row that stands in its way without firing a delete trigger.
    """
    CREATE TRIGGER events_follow_the_last BEFORE INSERT ON events
    WHEN NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events)
      OR EXISTS (SELECT 1 FROM events WHERE event_id = NEW.event_id)
      OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an event takes the next position and replaces none'); END
    """,
)

_MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: ("DROP TRIGGER events_never_change", *_PURGING, "DROP INDEX events_by_stream"),
}


PLAUSIBLE = 1000
"""Largest number that a later version may have; a larger one is a header that was damaged."""


def format_of(connection: sqlite3.Connection) -> int | None:
    """The number of the layout; 0 for a database with nothing in it, None for one of another program.

    A number that no version writes, with our id beside it, is given as -1.
    """
    # Tables first: another process may be making them, in one transaction with the id that is read after them.
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if int(connection.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION_ID:
        number = int(connection.execute("PRAGMA user_version").fetchone()[0])
        return number if 1 <= number <= PLAUSIBLE else -1
    return None if tables else 0


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty database, or bring an older layout to this one; whole or not at all.

    The caller holds the append lock: another process may be about to do the same.
    """
    number = format_of(connection)
    if number == 0:
        connection.execute("PRAGMA journal_mode=WAL")
        dialect = sqlite.dialect()
        table = [str(CreateTable(EVENTS).compile(dialect=dialect))]
        indexes = [str(CreateIndex(index).compile(dialect=dialect)) for index in EVENTS.indexes]
        _run(connection, (*table, *indexes, *_PURGING, *_KEEPING, f"PRAGMA application_id={APPLICATION_ID}"))
    elif number is not None and number < FORMAT:
        _run(connection, [step for old in range(number, FORMAT) for step in _MIGRATIONS[old]])


def _run(connection: sqlite3.Connection, statements: tuple[str, ...] | list[str]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in (*statements, f"PRAGMA user_version={FORMAT}"):
            connection.execute(statement)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
