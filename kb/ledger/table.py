"""The table `events` of a ledger, and what keeps it append-only inside SQLite."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

APPLICATION_ID = 0x434C4C47
"""`CLLG`: written into the header of the file, so that a ledger is told from any other SQLite database."""

FORMAT = 1
"""Number of this layout, kept as `user_version`. A newer one is refused."""

METADATA = MetaData()

EVENTS = Table(
    "events",
    METADATA,
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("event_id", String, nullable=False, unique=True),
    Column("stream", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("recorded_at", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("cause", String),
    Column("run", String),
    Column("payload", LargeBinary),
    Column("payload_sha256", String, nullable=False),
    Column("hash", String, nullable=False),
    UniqueConstraint("stream", "version"),
    Index("events_by_kind", "kind", "position"),
    Index("events_by_stream", "stream", "position"),
)

TRIGGERS = (
    """
    CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no event is ever changed'); END
    """,
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
