"""Why an id of a paper, a build or a row shows nothing: it was purged, or it is out of view by somebody's decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .canon import make_id
from .errors import UnknownId
from .events import build_rows
from .events.standing import Purged
from .library import Library
from .schema import Table
from .view import View

STANDINGS = """
SELECT build, arg_max(standing, position) AS standing, arg_max(reason, position) AS reason,
       arg_max(event, position) AS event, max(position) AS position
FROM standings WHERE build IN (SELECT unnest(?::VARCHAR[])) GROUP BY build ORDER BY position DESC
"""
GATED = "SELECT build, reasons FROM raw_quality WHERE quarantined AND build IN (SELECT unnest(?::VARCHAR[]))"
_SHORTEST = len("build-") + 4
"""Characters from which on the beginning of an id is told from that of another."""
_MOST_ORDINALS = 20_000
_MOST_BUILDS = 50
"""Of so many purged builds, the last ones, the ids of rows are tried: they follow from the build, which is known."""


def vanished(library: Library, view: View, name: str) -> UnknownId | None:
    """The error that says what became of an id that shows nothing as of the view; None if nothing is known of it."""
    purge = _purge(library, name)
    if purge:
        return UnknownId(f"{name} was purged by {purge['event']} at position {purge['position']}: {purge['reason']}",
                         remedy="what it said is gone for good")
    builds = _builds(view, name)
    decided = next(iter(view.rows(STANDINGS, [builds])), None)
    if decided and decided["standing"] != "released":
        return UnknownId(
            f"{name} was {decided['standing']} by {decided['event']} at position {decided['position']}: "
            f"{decided['reason']}", remedy=f"see: claimledger show {decided['build']}",
        )
    gated = next(iter(view.rows(GATED, [builds])), None) if not decided else None
    if gated:
        return UnknownId(f"{name} is below the quality gates: {'; '.join(gated['reasons'])}",
                         remedy=f"see: claimledger show {gated['build']}")
    return None


def _purge(library: Library, name: str) -> dict[str, Any] | None:
    """The last purge of what an id means. All positions hide what was purged, also those before it."""
    table = next((table for table in build_rows.TABLES if name.startswith(f"{table.prefix}-")), None)
    left = _MOST_BUILDS if table else 0
    for event in reversed(list(library.ledger.read(kinds=[Purged.kind]))):
        purged = event.payload()
        assert isinstance(purged, Purged)
        builds = purged.builds[:left]
        left -= len(builds)
        if _names(purged, name) or any(name in _row_ids(table, one.build) for one in builds if table):
            return {"event": event.event_id, "position": event.position, "reason": purged.reason}
    return None


def _names(purged: Purged, name: str) -> bool:
    if name in purged.rows:
        return True
    if len(name) < _SHORTEST or not name.startswith(("work-", "build-")):
        return False
    return any(one.build.startswith(name) or (one.work or "").startswith(name) for one in purged.builds)


def _row_ids(table: Table, build: str) -> Iterator[str]:
    return (make_id(table.prefix, build, ordinal) for ordinal in range(_MOST_ORDINALS))


def _builds(view: View, name: str) -> Sequence[str]:
    """The builds that an id is about, in view or not."""
    if name.startswith("build-"):
        return [name]
    if name.startswith("work-"):
        rows = view.rows("SELECT DISTINCT build FROM raw_work_builds WHERE starts_with(work, ?) AND position <= ?",
                         [name, view.position])
        return [row["build"] for row in rows]
    for table in build_rows.TABLES:
        if name.startswith(f"{table.prefix}-"):
            rows = view.rows(f"SELECT DISTINCT build FROM raw_{table.name} WHERE id = ? AND position <= ?",
                             [name, view.position])
            return [row["build"] for row in rows]
    return []
