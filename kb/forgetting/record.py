"""What the ledger says of purges: which builds, positions and blobs, and up to where it is done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..events.standing import Purged
from ..ledger.port import Ledger, StoredEvent
from ..swapping import swap_text

if TYPE_CHECKING:
    from ..library import Library

STATE = "forgetting.json"
"""Beside the ledger: up to which purge nothing is left. Without it, or of another ledger, every purge is looked at."""


@dataclass(frozen=True)
class Purge:
    """A build that was purged, with when, why and by which event."""

    build: str
    blob: str
    time: str
    event: str
    reason: str


@dataclass
class Purges:
    """All purges of a ledger. `blobs` has for each digest the last position at which it was purged."""

    builds: dict[str, Purge] = field(default_factory=dict)
    positions: set[int] = field(default_factory=set)
    blobs: dict[str, int] = field(default_factory=dict)
    last: StoredEvent | None = None

    def by_source(self) -> dict[str, list[Purge]]:
        """Purges by the blob of their source, the oldest first; one entry an event."""
        found: dict[str, dict[str, Purge]] = {}
        for purge in self.builds.values():
            found.setdefault(purge.blob, {}).setdefault(purge.event, purge)
        return {blob: list(purges.values()) for blob, purges in found.items()}


def read_purges(ledger: Ledger, after: int = 0) -> Purges:
    """The purges behind a position."""
    purges = Purges()
    for event, purged in _events(ledger, after):
        for one in purged.builds:
            purges.builds[one.build] = Purge(one.build, one.blob, event.recorded_at, event.event_id, purged.reason)
        purges.positions.update(purged.positions)
        purges.blobs.update(dict.fromkeys(purged.blobs, event.position))
        purges.last = event
    return purges


def done_through(library: Library) -> int:
    """Position of the last purge of which nothing is left, 0 without one."""
    try:
        state = json.loads((library.root / STATE).read_text(encoding="utf-8"))
        position, hashed = int(state["through"]), str(state["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    event = next(library.ledger.read(after=position - 1, until=position), None)
    return position if event is not None and event.hash == hashed else 0


def mark_done(library: Library, last: StoredEvent) -> None:
    """Remember that nothing is left of this purge and those before it."""
    swap_text(library.root / STATE, json.dumps({"through": last.position, "hash": last.hash}))


def _events(ledger: Ledger, after: int) -> Iterator[tuple[StoredEvent, Purged]]:
    for event in ledger.read(after=after, kinds=[Purged.kind]):
        purged = event.payload()
        assert isinstance(purged, Purged)
        yield event, purged
