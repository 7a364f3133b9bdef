"""From stored events to rows: the one place that knows which area folds which event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import ClaimLedgerError, FoldFailed
from ..ledger.port import StoredEvent
from ..schema import Row, Table
from . import build_rows, library_rows, log_rows
from .library import Settled

TABLES: tuple[Table, ...] = (*build_rows.TABLES, *library_rows.TABLES, library_rows.RETRACTIONS, *log_rows.TABLES)
BY_NAME: dict[str, Table] = {table.name: table for table in TABLES}


def fold(events: Iterable[StoredEvent]) -> Iterator[tuple[Table, Row]]:
    """Rows of all events, in order. An event that cannot be applied stops with `FoldFailed` and its position."""
    for event in events:
        try:
            yield from _fold_one(event)
        except (ClaimLedgerError, ValueError, KeyError) as error:
            raise FoldFailed(
                f"event {event.position} ({event.kind}) cannot be applied: {error}",
                remedy="run `claimledger verify`, or use the version that wrote it",
            ) from error


def _fold_one(event: StoredEvent) -> Iterator[tuple[Table, Row]]:
    if event.content is None:
        return
    payload = event.payload()
    area, _, subject = event.stream.partition(":")
    if area == "build":
        yield from build_rows.fold(subject, event.position, payload)
    if isinstance(payload, Settled):
        yield from library_rows.fold(event.position, payload)
        yield log_rows.SETTLEMENTS, {"through": payload.through, "position": event.position}
    yield from log_rows.fold(event.position, event.recorded_at, event.event_id, payload)
