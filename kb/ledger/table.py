"""The table `events` of a ledger: its columns, and the names that the chain covers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

# SQLite's row id, which positions are there, is declared as INTEGER; PostgreSQL's INTEGER ends at 2^31.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")

METADATA = MetaData()

EVENTS = Table(
    "events",
    METADATA,
    Column("position", _NUMBER, primary_key=True, autoincrement=False),
    Column("event_id", String, nullable=False, unique=True),
    Column("stream", String, nullable=False),
    Column("version", _NUMBER, nullable=False),
    Column("kind", String, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("recorded_at", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("cause", String),
    Column("run", String),
    Column("payload", LargeBinary),
    Column("payload_sha256", String, nullable=False),
    Column("hash", String, nullable=False),
    # A stream's versions are in the order of its positions, so this index also reads a stream.
    UniqueConstraint("stream", "version"),
    Index("events_by_kind", "kind", "position"),
)
