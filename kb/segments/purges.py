"""What was purged: the positions whose rows no segment may hold, and the ids that no view may show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..events.standing import Purged
from ..ledger.port import Ledger


@dataclass(frozen=True)
class Purges:
    """The events `Purged` up to some position, together; `through` is the position of the last one, or 0.

    A row goes with its event: `positions` are those of the events whose payload goes. `ids` are builds and library
    rows, with the position of the last purge that names them.
    """

    positions: frozenset[int] = frozenset()
    ids: Mapping[str, int] = field(default_factory=dict)
    through: int = 0


def read_purges(ledger: Ledger, *, after: int = 0, until: int | None = None) -> Purges:
    """The purges of a span of the ledger, wherever the rows lie that they are about."""
    positions: set[int] = set()
    ids: dict[str, int] = {}
    through = 0
    for event in ledger.read(after=after, until=until, kinds=[Purged.kind]):
        purged = event.payload()
        assert isinstance(purged, Purged)
        positions |= set(purged.positions)
        through = event.position
        ids |= dict.fromkeys([*(build.build for build in purged.builds), *purged.rows], through)
    return Purges(frozenset(positions), ids, through)
