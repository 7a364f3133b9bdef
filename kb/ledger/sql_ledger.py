"""What the ledgers in SQL databases share: all but connections, locks and getting rid of what a purge leaves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

from ..errors import LedgerError, ReadOnlyLibrary
from ..events.standing import Purged
from . import statements
from .batch import EMPTY, PreparedAppend, Stamp, check_text, place, prepare
from .packing import Packer, Unpacker
from .port import Append, Head, PackedEvent, StoredEvent
from .statements import Dialect
from .walk import Walk, broken, unpacked

BATCH_BYTES = 8 * 2**20
"""Payload bytes after which a batch of rows ends early."""
_BEFORE_ALL = -(2**63)

Cursor = Any
"""A cursor of the driver (DB-API 2); the drivers' own types have nothing in common but the documented methods."""
Row = tuple[Any, ...]
"""The values of a `PackedEvent`, in its order."""


def utc_now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


class SqlLedger(ABC):
    """A `Ledger` in one table. An adapter says how to connect, how appends are made to wait for each other, and how
    what a purge leaves behind goes away."""

    def __init__(self, place: str, dialect: Dialect, *, read_only: bool, clock: Callable[[], datetime]) -> None:
        self._place = place
        self._dialect = dialect
        self._read_only = read_only
        self._clock = clock
        self._packer = Packer()
        self._head = dialect.text(statements.HEAD)
        self._find = dialect.text(statements.FIND)
        self._astray = dialect.text(statements.ASTRAY)

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Cursor]:
        """A cursor for one statement that reads."""

    @abstractmethod
    def _appending(self) -> AbstractContextManager[Cursor]:
        """A cursor in a transaction that holds the append lock; committed at the end, or rolled back on an error."""

    @abstractmethod
    def _look_up(self, cursor: Cursor, statement: str, asked: Collection[str]) -> Iterable[tuple[Any, ...]]:
        """The rows of a statement that asks about many texts."""

    @abstractmethod
    def _insert(self, cursor: Cursor, rows: Sequence[Row]) -> None:
        """Write rows."""

    def append(self, appends: Sequence[Append], *, actor: str, run: str | None = None) -> list[StoredEvent]:
        """Append all or nothing, in order. Events with a known id and equal payload digest are returned as stored.

        An `Append` without events is a guard for the others of the call. A call of which every event is known is done
        already, whatever versions it expects. Raises `ConcurrentAppend`, `EventConflict`, `NotCanonical`,
        `PayloadTooLarge`, `ReadOnlyLibrary`.
        """
        self._refuse_read_only()
        check_text("actor", actor)
        check_text("run", run)
        batch = prepare(appends)
        return self._append(batch, actor, run) if batch else []

    def read(
        self,
        *,
        after: int = 0,
        until: int | None = None,
        kinds: Collection[str] | None = None,
        stream: str | None = None,
    ) -> Iterator[StoredEvent]:
        """Events with after < position <= until, in order, in constant memory. Raises `ChainBroken` on damage.

        Without `until` the end is the head at the first step. No transaction is held open between batches, so a slow
        reader keeps nobody from anything.
        """
        unpacker = Unpacker()
        for events in self._batches(after, until, kinds, stream):
            for event in events:
                yield unpacked(event, unpacker)

    def scan(self, *, after: int = 0, until: int | None = None) -> Iterator[PackedEvent]:
        """As `read`, but the payloads stay packed and unchecked: for whoever decodes elsewhere."""
        for events in self._batches(after, until, None, None):
            yield from events

    def head(self) -> Head:
        """The last event."""
        with self._reading() as cursor:
            return self._read_head(cursor)

    def find(self, event_id: str) -> StoredEvent | None:
        """One event by its id."""
        with self._reading() as cursor:
            row = cursor.execute(self._find, {"event_id": event_id}).fetchone()
        return unpacked(PackedEvent._make(row), Unpacker()) if row else None

    def version(self, stream: str) -> int:
        """The version of a stream; 0 if it has no events."""
        with self._reading() as cursor:
            return self._read_versions(cursor, {stream}).get(stream, 0)

    def verify(self, *, until: int | None = None) -> Head:
        """Walk the chain from the first event to `until` or the head.

        Raises `ChainBroken` at the first position that does not hold, also if the ledger ends before `until`. A payload
        that is gone is damage unless a `Purged` event, wherever it lies, names its position.
        """
        walk = Walk(self._purged)
        for events in self._batches(_BEFORE_ALL, until, None, None):
            for event in events:
                walk.step(event)
            self._check_ids(events[0].position, events[-1].position)
        if until is not None and walk.head.position < until:
            raise broken(walk.head.position + 1, f"the ledger ends before it, and {until} was asked for")
        return walk.head

    def _append(self, batch: Sequence[PreparedAppend], actor: str, run: str | None) -> list[StoredEvent]:
        with self._appending() as cursor:
            placed = place(
                batch,
                stamp=Stamp(_timestamp(self._clock()), actor, run),
                head=self._read_head(cursor),
                versions=self._read_versions(cursor, {append.stream for append in batch}),
                known=self._read_known(cursor, batch),
            )
            for rows in _packed(placed.new, self._packer):
                self._insert(cursor, rows)
        return placed.answer

    def _refuse_read_only(self) -> None:
        if self._read_only:
            raise ReadOnlyLibrary(f"{self._place} was opened read-only", remedy="open it for writing")

    def _purged(self) -> set[int]:
        """The positions that `Purged` events name."""
        payloads = (event.payload() for event in self.read(kinds=[Purged.kind]) if event.content is not None)
        return {position for payload in payloads if isinstance(payload, Purged) for position in payload.positions}

    def _check_purged(self, positions: Collection[int]) -> None:
        """Only what a `Purged` event names may go, and no such event: they tell a purge from damage."""
        unnamed = sorted(set(positions) - self._purged())
        if unnamed:
            raise LedgerError(f"no purge names event {unnamed[0]}", remedy="append an event of kind Purged first")
        kept = [event.position for event in self.read(kinds=[Purged.kind]) if event.position in positions]
        if kept:
            raise LedgerError(f"event {kept[0]} is a purge itself", remedy="leave it out: it carries no text")

    def _batches(
        self, after: int, until: int | None, kinds: Collection[str] | None, stream: str | None
    ) -> Iterator[list[PackedEvent]]:
        end = self.head().position if until is None else until
        names = None if kinds is None else sorted(set(kinds))
        statement = statements.page(self._dialect, names, stream is not None)
        asked: dict[str, Any] = {f"kind{number}": kind for number, kind in enumerate(names or ())}
        asked |= {"until": end, "stream": stream, "version": 0}
        while after < end:
            with self._reading() as cursor:
                events = _fill(cursor.execute(statement, asked | {"after": after}))
            if not events:
                return
            yield events
            after, asked["version"] = events[-1].position, events[-1].version

    def _check_ids(self, first: int, last: int) -> None:
        """Each id must lead to its own event and to no other, whatever became of the unique index."""
        with self._reading() as cursor:
            astray = cursor.execute(self._astray, {"after": first - 1, "until": last}).fetchall()
        for position, event_id in astray:
            with self._reading() as cursor:
                found = sorted(row[0] for row in self._look_up(cursor, statements.PLACES, [event_id]))
            if found[:1] != [position]:
                raise broken(position, f"the id {event_id} does not lead to it alone")

    def _read_head(self, cursor: Cursor) -> Head:
        row = cursor.execute(self._head).fetchone()
        return Head(*row) if row else EMPTY

    def _read_versions(self, cursor: Cursor, streams: Collection[str]) -> dict[str, int]:
        return {stream: version or 0 for stream, version in self._look_up(cursor, statements.VERSIONS, streams)}

    def _read_known(self, cursor: Cursor, batch: Sequence[PreparedAppend]) -> dict[str, StoredEvent]:
        """Stored events whose ids occur in the batch; their content is the batch's own where the digests agree."""
        offered = {event.event_id: event for append in batch for event in append.events if event.repeatable}
        known: dict[str, StoredEvent] = {}
        for *before, payload_sha256, link, purged in self._look_up(cursor, statements.KNOWN, offered):
            event = offered[before[1]]
            content = event.content if event.payload_sha256 == payload_sha256 and not purged else None
            known[event.event_id] = StoredEvent._make((*before, content, payload_sha256, link))
        return known


def _packed(events: Sequence[StoredEvent], packer: Packer) -> Iterator[list[Row]]:
    """Rows to write, some megabytes at a time."""
    rows: list[Row] = []
    size = 0
    for event in events:
        assert event.content is not None
        frame = packer.pack(event.content)
        rows.append((*event[:10], frame, *event[11:]))
        size += len(frame)
        if size >= BATCH_BYTES or len(rows) >= 10_000:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _fill(rows: Iterable[tuple[Any, ...]]) -> list[PackedEvent]:
    """Events until their payloads are large enough for one batch; at least one."""
    events: list[PackedEvent] = []
    size = 0
    for event in map(PackedEvent._make, rows):
        events.append(event)
        if isinstance(event.payload, bytes):
            size += len(event.payload)
            if size >= BATCH_BYTES:
                break
    return events


def _timestamp(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
