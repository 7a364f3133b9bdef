"""The ledger in one SQLite file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, false, func, insert, select, type_coerce, union_all
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import NullType

from ..errors import DamageFound, ReadOnlyLibrary
from ..locks import exclusive, if_free
from .batch import EMPTY, PreparedAppend, Stamp, check_text, place, prepare
from .chain import COLUMNS
from .packing import Packer, Unpacker
from .port import Append, Head, StoredEvent
from .sqlite_file import lock_path, open_read_only, open_writable, translated
from .table import EVENTS
from .walk import Walk, broken

_ROWS = 500
"""Rows that one statement reads or looks up."""
_BYTES = 8 * 2**20
"""Payload bytes after which a batch of rows ends early."""
_LOG_BYTES = 4 * 2**20
"""Size of the write-ahead log from which it is folded into the database."""
_BEFORE_ALL = -(2**63)

Row = dict[str, Any]

# The payload as SQLite returns it: a damaged one may be no bytes at all, which the walk has to see.
_PACKED = (*(column for column in EVENTS.c if column.name != "payload"), type_coerce(EVENTS.c.payload, NullType()))


def utc_now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


class SqliteLedger:
    """A `Ledger` in a SQLite file, which is made if it does not exist. May be used by several threads and processes.

    Raises `NotALibrary` for a file that is something else, `UsageError` for a newer format or a missing folder, and
    `ReadOnlyLibrary` for one that cannot be written. With `read_only` nothing is ever written.
    """

    def __init__(self, path: Path | str, *, read_only: bool = False, clock: Callable[[], datetime] = utc_now) -> None:
        self._path = Path(path)
        self._read_only = read_only
        self._clock = clock
        self._engine = open_read_only(self._path) if read_only else open_writable(self._path)

    def append(self, appends: Sequence[Append], *, actor: str, run: str | None = None) -> list[StoredEvent]:
        """Append all or nothing, in order. Events with a known id and equal payload digest are returned as stored.

        An `Append` without events is a guard for the others of the call. A call of which every event is known is done
        already, whatever versions it expects. Raises `ConcurrentAppend`, `EventConflict`, `NotCanonical`,
        `PayloadTooLarge`, `ReadOnlyLibrary`.
        """
        if self._read_only:
            raise ReadOnlyLibrary(f"{self._path} was opened read-only", remedy="open it for writing")
        check_text("actor", actor)
        check_text("run", run)
        batch = prepare(appends)
        if not batch:
            return []
        # Why a lock file, when BEGIN IMMEDIATE already lets only one writer in?
        #
        # Positions have no gaps and the chain has one end, so an append must see the true head and nobody may append
        # between its look and its commit. BEGIN IMMEDIATE alone gives that. But
        #   - waiting for it is polling without a queue, in which one busy writer starves the others until their
        #     busy timeout, while the lock file is waited for outside SQLite;
        #   - a checkpoint is not covered by it. SQLite 3.7.0 to 3.51.2 can corrupt the database if a checkpoint in one
        #     process meets a commit or a checkpoint in another, and these versions are what most machines have. So
        #     automatic checkpoints are off, and ours run here, under the same lock as the appends.
        # BEGIN IMMEDIATE stays, because a program that does not know the lock file may write to the database too.
        #
        # It also is what readers rely on: positions become visible in their order, because the next one is given only
        # after the one before is committed. With numbers from a sequence a reader that polls for "after N" would miss
        # what commits late.
        with exclusive(lock_path(self._path)), translated(self._path), self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            placed = place(
                batch,
                stamp=Stamp(_timestamp(self._clock()), actor, run),
                head=_head(connection),
                versions=_versions(connection, {append.stream for append in batch}),
                known=_known(connection, batch),
            )
            _write(connection, placed.new)
            connection.commit()
            self._checkpoint(connection)
        return placed.answer

    def read(
        self,
        *,
        after: int = 0,
        until: int | None = None,
        kinds: Collection[str] | None = None,
        stream: str | None = None,
    ) -> Iterator[StoredEvent]:
        """Events with after < position <= until, in order, in constant memory. Raises `ChainBroken` on damage.

        Without `until` the end is the head at the first step. No transaction is held open between events, so a slow
        reader keeps nobody from checkpointing.
        """
        unpacker = Unpacker()
        for rows in self._batches(after, until, kinds, stream):
            for row in rows:
                yield _stored(row, unpacker)

    def head(self) -> Head:
        """The last event."""
        with translated(self._path), self._engine.connect() as connection:
            return _head(connection)

    def find(self, event_id: str) -> StoredEvent | None:
        """One event by its id."""
        with translated(self._path), self._engine.connect() as connection:
            row = connection.execute(select(*_PACKED).where(EVENTS.c.event_id == event_id)).mappings().first()
        return _stored(_row(row), Unpacker()) if row else None

    def version(self, stream: str) -> int:
        """The version of a stream; 0 if it has no events."""
        with translated(self._path), self._engine.connect() as connection:
            return _versions(connection, {stream}).get(stream, 0)

    def verify(self, *, until: int | None = None) -> Head:
        """Walk the chain from the first event to `until` or the head.

        Raises `ChainBroken` at the first position that does not hold, also if the ledger ends before `until`.
        """
        walk = Walk()
        for rows in self._batches(_BEFORE_ALL, until, None, None):
            for row in rows:
                walk.step(row)
            self._check_ids(rows)
        if until is not None and walk.head.position < until:
            raise broken(walk.head.position + 1, f"the ledger ends before it, and {until} was asked for")
        return walk.head

    def close(self) -> None:
        """Release files and connections."""
        if self._read_only or not self._path.exists():
            # Where the library was removed, taking the lock would make its folder anew.
            self._engine.dispose()
            return
        # The last connection to close checkpoints. If the lock is taken then its holder is connected, and so we are
        # not the last.
        with if_free(lock_path(self._path)):
            self._engine.dispose()

    def _batches(
        self, after: int, until: int | None, kinds: Collection[str] | None, stream: str | None
    ) -> Iterator[list[Row]]:
        end = self.head().position if until is None else until
        while after < end:
            query = _query(after, end, kinds, stream)
            with translated(self._path), self._engine.connect() as connection:
                rows = _fill(connection.execute(query).mappings())
            if not rows:
                return
            yield rows
            after = rows[-1]["position"]

    def _check_ids(self, rows: Sequence[Row]) -> None:
        """Each id must lead to its own event and to no other, whatever became of the unique index."""
        query = select(EVENTS.c.event_id, EVENTS.c.position).where(EVENTS.c.event_id.in_([r["event_id"] for r in rows]))
        places: dict[str, list[int]] = {row["event_id"]: [] for row in rows}
        with translated(self._path), self._engine.connect() as connection:
            for event_id, position in connection.execute(query):
                places[event_id].append(position)
        lost = [(row["position"], row["event_id"]) for row in rows if row["position"] not in places[row["event_id"]]]
        shared = [(position, event_id) for event_id, found in places.items() for position in sorted(found)[1:]]
        if lost or shared:
            position, event_id = min(lost + shared)
            raise broken(position, f"the id {event_id} does not lead to it alone")

    def _checkpoint(self, connection: Connection) -> None:
        """Fold a large write-ahead log into the database. The events are safe without, so a failure waits its turn."""
        log = self._path.with_name(f"{self._path.name}-wal")
        with suppress(DBAPIError, OSError):
            if log.stat().st_size >= _LOG_BYTES:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def _timestamp(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _head(connection: Connection) -> Head:
    query = select(EVENTS.c.position, EVENTS.c.hash).order_by(EVENTS.c.position.desc()).limit(1)
    row = connection.execute(query).first()
    return Head(row.position, row.hash) if row else EMPTY


def _versions(connection: Connection, streams: Collection[str]) -> dict[str, int]:
    versions: dict[str, int] = {}
    for some in _chunks(streams):
        query = (
            select(EVENTS.c.stream, func.max(EVENTS.c.version))
            .where(EVENTS.c.stream.in_(some))
            .group_by(EVENTS.c.stream)
        )
        versions.update((stream, version) for stream, version in connection.execute(query))
    return versions


def _known(connection: Connection, batch: Sequence[PreparedAppend]) -> dict[str, StoredEvent]:
    """Stored events whose ids occur in the batch; their content is the batch's own where the digests agree."""
    offered = {event.event_id: event for append in batch for event in append.events if event.repeatable}
    known: dict[str, StoredEvent] = {}
    columns = [EVENTS.c[name] for name in (*COLUMNS, "hash")]
    for some in _chunks(offered):
        query = select(*columns, EVENTS.c.payload.is_(None).label("purged")).where(EVENTS.c.event_id.in_(some))
        for row in connection.execute(query).mappings():
            event = offered[row["event_id"]]
            same = event.payload_sha256 == row["payload_sha256"] and not row["purged"]
            fields = {name: row[name] for name in (*COLUMNS, "hash")}
            known[event.event_id] = StoredEvent(**fields, content=event.content if same else None)
    return known


def _write(connection: Connection, events: Sequence[StoredEvent]) -> None:
    packer = Packer()
    rows: list[dict[str, Any]] = []
    size = 0
    for event in events:
        assert event.content is not None
        row = {name: getattr(event, name) for name in (*COLUMNS, "hash")}
        row["payload"] = packer.pack(event.content)
        rows.append(row)
        size += len(row["payload"])
        if size >= _BYTES or len(rows) >= 20 * _ROWS:
            connection.execute(insert(EVENTS), rows)
            rows, size = [], 0
    if rows:
        connection.execute(insert(EVENTS), rows)


def _query(after: int, until: int, kinds: Collection[str] | None, stream: str | None) -> Select[Any]:
    """The next rows. With several kinds, the index of each is read on its own, so that nothing large is sorted."""
    within = (EVENTS.c.position > after, EVENTS.c.position <= until)
    rows = select(*_PACKED).order_by(EVENTS.c.position).limit(_ROWS)
    if stream is not None:
        rows = rows.where(*within, EVENTS.c.stream == stream)
        return rows if kinds is None else rows.where(EVENTS.c.kind.in_(sorted(kinds)))
    if kinds is None:
        return rows.where(*within)
    firsts = [
        select(EVENTS.c.position).where(EVENTS.c.kind == kind, *within).order_by(EVENTS.c.position).limit(_ROWS)
        for kind in sorted(set(kinds))
    ]
    if not firsts:
        return rows.where(false())
    return rows.where(EVENTS.c.position.in_(union_all(*(select(first.subquery().c.position) for first in firsts))))


def _fill(rows: Iterable[RowMapping]) -> list[Row]:
    """Rows until their payloads are large enough for one batch; at least one."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(_row(row))
        size += len(row["payload"]) if isinstance(row["payload"], bytes) else 0
        if size >= _BYTES:
            break
    return batch


def _row(row: RowMapping) -> Row:
    return {str(name): value for name, value in row.items()}


def _stored(row: Row, unpacker: Unpacker) -> StoredEvent:
    content = None
    if row["payload"] is not None:
        try:
            content = unpacker.unpack(row["payload"], row["payload_sha256"])
        except DamageFound as error:
            raise broken(row["position"], error.message) from error
    return StoredEvent(**{name: row[name] for name in (*COLUMNS, "hash")}, content=content)


def _chunks(values: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(sorted(values))
    while some := list(islice(rest, _ROWS)):
        yield some
