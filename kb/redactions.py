"""What was forgotten after a state was frozen: its leaves stay in the tree, what lay below them is gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .events.build import BuildSealed
from .events.standing import Purged, StandingChanged
from .ledger.port import Ledger


@dataclass(frozen=True)
class Purge:
    """One event `Purged`, and where it stands."""

    position: int
    event: str
    time: str
    purged: Purged


@dataclass(frozen=True)
class Redaction:
    """A build that a state showed and that was purged later: its leaf (hexadecimal) and the event that took it."""

    build: str
    leaf: str
    event: str
    position: int
    reason: str

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "build": self.build, "leaf": self.leaf, "event": self.event, "position": self.position,
            "reason": self.reason,
        }


class Redactions:
    """Purges of a ledger, and what each position lost by them. The ledger is read once."""

    def __init__(self, ledger: Ledger) -> None:
        self.purges: tuple[Purge, ...] = tuple(_purges(ledger))
        self._histories: dict[str, _History] = {}
        for purge in self.purges:
            for build in purge.purged.builds:
                self._histories[build.build] = _history(ledger, build.build)

    def at(self, position: int, *, known: int | None = None) -> tuple[Redaction, ...]:
        """What a state of this position lost by purges up to the position `known` (all if None), sorted by build."""
        found: dict[str, Redaction] = {}
        for purge in self.purges:
            if purge.position <= position or (known is not None and purge.position > known):
                continue
            for build in purge.purged.builds:
                if build.leaf and self._histories[build.build].shown_at(position):
                    found[build.build] = Redaction(
                        build.build, build.leaf, purge.event, purge.position, purge.purged.reason
                    )
        return tuple(found[build] for build in sorted(found))

    def rows_until(self, position: int) -> list[tuple[str, int]]:
        """Ids of library rows that were purged up to a position, each with the position of its purge."""
        return [
            (row, purge.position) for purge in self.purges if purge.position <= position for row in purge.purged.rows
        ]


@dataclass(frozen=True)
class _History:
    """When a build was sealed (None: never), and its standings by position."""

    sealed: int | None
    standings: tuple[tuple[int, str], ...]

    def shown_at(self, position: int) -> bool:
        """Whether a state of this position showed a build that some state did show."""
        if self.sealed is None or self.sealed > position:
            return False
        before = [standing for at, standing in self.standings if at <= position]
        if before:
            return before[-1] == "released"
        # The gates decided, and what they said went with the purge. Only what is out of view is released: a build
        # whose first decision is a release was below the gates.
        return not self.standings or self.standings[0][1] != "released"


def _purges(ledger: Ledger) -> list[Purge]:
    found = []
    for event in ledger.read(kinds=[Purged.kind]):
        payload = event.payload()
        assert isinstance(payload, Purged)
        found.append(Purge(event.position, event.event_id, event.recorded_at, payload))
    return found


def _history(ledger: Ledger, build: str) -> _History:
    # From the envelopes: the payloads of a purged build are gone.
    sealed = [event.position for event in ledger.read(stream=f"build:{build}", kinds=[BuildSealed.kind])]
    standings = []
    for event in ledger.read(stream=f"standing:{build}"):
        payload = event.payload() if event.content is not None else None
        if isinstance(payload, StandingChanged):
            standings.append((event.position, payload.standing))
    return _History(min(sealed, default=None), tuple(standings))
