"""What was forgotten after a state was frozen: its leaves stay in the tree, what lay below them is gone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from .events.redaction import Redacted, RedactedBuild
from .events.standing import Purged
from .ledger.port import Ledger
from .view import View

SEALED = """
SELECT s.build, any_value(s.pipeline) AS pipeline, min(s.position) AS sealed, any_value(q.quarantined) AS gated
FROM raw_sealed s JOIN raw_quality q ON q.build = s.build
WHERE s.build IN (SELECT unnest(?::VARCHAR[])) GROUP BY s.build ORDER BY s.build
"""
STANDINGS = """
SELECT build, position, standing FROM raw_standings WHERE build IN (SELECT unnest(?::VARCHAR[])) ORDER BY position
"""


@dataclass(frozen=True)
class Purge:
    """One event `Purged`, and where it stands."""

    position: int
    event: str
    purged: Purged


@dataclass(frozen=True)
class Redaction:
    """A build that a state showed and that was purged later: its leaf (hexadecimal) and the event that took it."""

    build: str
    leaf: str
    pipeline: str
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
        purges, shown = [], {}
        for event in ledger.read(kinds=[Purged.kind, Redacted.kind]):
            payload = event.payload()
            if isinstance(payload, Purged):
                purges.append(Purge(event.position, event.event_id, payload))
            elif isinstance(payload, Redacted):
                shown.update({build.build: build for build in payload.builds})
        self.purges: tuple[Purge, ...] = tuple(purges)
        self._shown = shown

    def at(self, position: int, *, known: int | None = None) -> tuple[Redaction, ...]:
        """What a state of this position lost by purges up to the position `known` (all if None), sorted by build."""
        found: dict[str, Redaction] = {}
        for purge in self.purges:
            if purge.position <= position or (known is not None and purge.position > known):
                continue
            for build in purge.purged.builds:
                shown = self._shown.get(build.build)
                if build.leaf and shown and bisect_right(shown.shown, position) % 2:
                    found[build.build] = Redaction(
                        build.build, build.leaf, shown.pipeline, purge.event, purge.position, purge.purged.reason
                    )
        return tuple(found[build] for build in sorted(found))

    def rows(self) -> list[tuple[str, int]]:
        """Ids of library rows that were purged, each with the position of its purge."""
        return [(row, purge.position) for purge in self.purges for row in purge.purged.rows]

    def rows_until(self, position: int) -> list[tuple[str, int]]:
        """Those that were purged up to a position."""
        return [(row, purged) for row, purged in self.rows() if purged <= position]


def redacted_builds(view: View, builds: Collection[str]) -> Redacted:
    """What a purge of these builds has to keep of them, while it is still there: when they were in view."""
    names = sorted(builds)
    standings: dict[str, list[tuple[int, str]]] = {}
    for row in view.rows(STANDINGS, [names]):
        standings.setdefault(row["build"], []).append((row["position"], row["standing"]))
    return Redacted(builds=tuple(
        RedactedBuild(
            build=row["build"], pipeline=row["pipeline"],
            shown=_shown(row["sealed"], row["gated"], standings.get(row["build"], [])),
        )
        for row in view.rows(SEALED, [names])
    ))


def _shown(sealed: int, gated: bool, standings: list[tuple[int, str]]) -> tuple[int, ...]:
    """Positions at which a build came into view and went out of it."""
    visible, changes = not gated, [(at, standing == "released") for at, standing in standings]
    before = [to for at, to in changes if at <= sealed]
    visible = before[-1] if before else visible
    positions = [sealed] if visible else []
    for at, to in changes:
        if at > sealed and to != visible:
            positions.append(at)
            visible = to
    return tuple(positions)
