"""What was purged: the positions whose rows no segment may hold, and the ids that no view may show."""

from __future__ import annotations

from dataclasses import dataclass

from ..events.standing import Purged
from ..ledger.port import Ledger


@dataclass(frozen=True)
class Purges:
    """The events `Purged` up to some position, together; `through` is the position of the last one, or 0.

    A row goes with its event: `positions` are those of the events whose payload goes, `ids` builds and library rows.
    """

    positions: frozenset[int] = frozenset()
    ids: frozenset[str] = frozenset()
    through: int = 0


def read_purges(ledger: Ledger, *, after: int = 0, until: int | None = None) -> Purges:
    """The purges of a span of the ledger, wherever the rows lie that they are about."""
    positions: set[int] = set()
    ids: set[str] = set()
    through = 0
    for event in ledger.read(after=after, until=until, kinds=[Purged.kind]):
        purged = event.payload()
        assert isinstance(purged, Purged)
        positions |= set(purged.positions)
        ids |= {build.build for build in purged.builds} | set(purged.rows)
        through = event.position
    return Purges(frozenset(positions), frozenset(ids), through)
