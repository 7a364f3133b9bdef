"""From stored events to rows: the one place that knows which area folds which event."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from ..errors import ClaimLedgerError, FoldFailed
from ..ledger.port import StoredEvent
from ..schema import Block, Table
from . import build_rows, key_rows, library_rows, log_rows, registry
from .library import Settled

TABLES: tuple[Table, ...] = (
    *build_rows.TABLES, *library_rows.TABLES, library_rows.RETRACTIONS, *log_rows.TABLES, *key_rows.TABLES,
)
BY_NAME: dict[str, Table] = {table.name: table for table in TABLES}


def fold(events: Iterable[StoredEvent], *, without: Container[int] = frozenset()) -> Iterator[Block]:
    """Rows of all events, in order; blocks are never empty.

    Events whose payload is gone give no rows, and neither do those at the positions `without`, whose payload is to go.
    An event that cannot be applied stops with `FoldFailed` and its position.
    """
    for event in events:
        if event.content is not None and event.position not in without:
            yield from _fold_one(event, event.content)


def _fold_one(event: StoredEvent, content: bytes) -> list[Block]:
    try:
        payload = registry.read(event.kind, event.schema, content)
        area, _, subject = event.stream.partition(":")
        blocks: list[Block] = []
        if area == "build":
            blocks += build_rows.fold(subject, event.position, payload)
            blocks += key_rows.fold(subject, event.position, payload)
        if isinstance(payload, Settled):
            blocks += library_rows.fold(event.position, payload)
        blocks += log_rows.fold(event.position, event.recorded_at, event.event_id, payload)
        return [block for block in blocks if len(block)]
    except (ClaimLedgerError, ValueError, KeyError) as error:
        raise FoldFailed(
            f"event {event.position} ({event.kind}) cannot be applied: {error}",
            remedy="run `claimledger verify`, or use the version that wrote it",
        ) from error
