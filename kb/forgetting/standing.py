"""Decisions that a person can take back: withdraw, quarantine, release.

A withdrawn or quarantined build is out of view from that position on: retrieval, packets, drafts, audits and settling
do not see it; snapshots from before still do. Withdrawn says that the paper is to be no evidence any more, quarantined
that somebody has to look at it first. A release puts it back, and also lets in what the quality gates kept out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..canon import clean_text
from ..errors import ConcurrentAppend, UnknownId, UsageError
from ..events.standing import Standing, StandingChanged
from ..ledger.port import Append, NewEvent
from ..library import Library
from ..settle.run import settle_library
from ..view import View
from .naming import Naming, find_all

_TRIES = 5

STATES = """
WITH names AS (SELECT build, any_value(name) AS name FROM raw_sources GROUP BY build),
last AS (
    SELECT build, arg_max(standing, position) AS standing, arg_max("by", position) AS successor,
           arg_max(reason, position) AS reason, arg_max(event, position) AS event, max(position) AS position
    FROM standings GROUP BY build
)
SELECT n.build, n.name, l.standing, l.successor, l.reason, l.event, coalesce(q.quarantined, false) AS gated,
       q.reasons AS gates, q.grade, v.build IS NOT NULL AS visible,
       n.build IN (SELECT build FROM sealed) AS sealed
FROM names n LEFT JOIN last l ON l.build = n.build LEFT JOIN raw_quality q ON q.build = n.build
LEFT JOIN visible_builds v ON v.build = n.build
"""


@dataclass(frozen=True)
class Decided:
    """What became of one build; `note` says why nothing changed, or what it was before."""

    build: str
    name: str
    changed: bool
    note: str


@dataclass(frozen=True)
class StandingReport:
    """What a decision changed, and the position of the ledger after settling."""

    standing: Standing
    builds: tuple[Decided, ...]
    position: int

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "standing": self.standing, "builds": [asdict(decided) for decided in self.builds],
            "position": self.position,
        }


def withdraw(library: Library, names: Sequence[str], reason: str) -> StandingReport:
    """Take papers (all their builds) or single builds out of view, since they are to be no evidence any more.

    `names` are ids or unambiguous beginnings of them. What is withdrawn already stays so. Raises `UnknownId`,
    `AmbiguousId`, `UsageError` and `ReadOnlyLibrary`; nothing is changed then.
    """
    return _decide(library, names, reason, "withdrawn")


def quarantine(library: Library, names: Sequence[str], reason: str) -> StandingReport:
    """Take papers or builds out of view until somebody has looked at them; as `withdraw`."""
    return _decide(library, names, reason, "quarantined")


def release(library: Library, names: Sequence[str], reason: str) -> StandingReport:
    """Put papers or builds back into view that were withdrawn, quarantined or below the quality gates."""
    return _decide(library, names, reason, "released")


def out_of_view(library: Library, view: View) -> list[dict[str, Any]]:
    """Builds that are complete and not in view, with the reasons and who decided; the newest decision counts.

    `standing` is `quality` (below the gates), `quarantined` or `withdrawn`; `who` and `time` are null for the gates.
    """
    rows = view.rows(f"""
        SELECT * FROM ({STATES}) WHERE sealed AND NOT visible AND coalesce(standing, '') <> 'retired'
        AND build NOT IN (SELECT build FROM purged_builds) ORDER BY name, build""")
    blobs = {row["build"]: row["blob"] for row in view.rows("SELECT DISTINCT build, blob FROM raw_sources")}
    found = []
    for row in rows:
        event = library.ledger.find(row["event"]) if row["event"] else None
        found.append({
            "build": row["build"], "name": row["name"], "blob": blobs[row["build"]], "grade": row["grade"],
            "standing": row["standing"] or "quality", "reasons": [row["reason"]] if event else row["gates"],
            "who": event.actor if event else None, "time": event.recorded_at if event else None,
        })
    return found


def checked_reason(reason: str) -> str:
    """The reason as one line of clean text. Raises `UsageError` for an empty one: it is what readers will ask for."""
    text = " ".join(clean_text(reason)[0].split())
    if not text:
        raise UsageError("the reason is empty", remedy="say why, in words: --reason '...'")
    return text


def _decide(library: Library, names: Sequence[str], reason: str, standing: Standing) -> StandingReport:
    library.check_writable()
    reason = checked_reason(reason)
    decided = _append(library, names, reason, standing)
    settle_library(library)
    library.projection.flush()
    return StandingReport(standing, decided, library.ledger.head().position)


def _append(library: Library, names: Sequence[str], reason: str, standing: Standing) -> tuple[Decided, ...]:
    """One event for each build that changes. Decided again if somebody else decided on one in between."""
    for attempt in range(1, _TRIES + 1):
        with library.view() as view:
            states = _states(view, names)
            decided = tuple(_judge(state, standing) for state in states)
            versions = {build.build: library.ledger.version(f"standing:{build.build}") for build in decided}
            at = view.position
        appends = [
            Append(f"standing:{one.build}", [NewEvent(StandingChanged(build=one.build, standing=standing,
                                                                     reason=reason))], versions[one.build])
            for one in decided if one.changed
        ]
        if any(library.ledger.read(after=at, kinds=[StandingChanged.kind])):
            continue
        try:
            library.append(appends)
        except ConcurrentAppend:
            if attempt == _TRIES:
                raise
            continue
        return decided
    raise ConcurrentAppend("others decide on these papers at this moment", remedy="try again")


def _states(view: View, names: Sequence[str]) -> list[dict[str, Any]]:
    naming = Naming(view)
    builds: dict[str, None] = {}
    for name, named in find_all(naming, names).items():
        if not named.builds:
            raise UnknownId(f"{name} was purged at {named.purged}", remedy="ingest its source with --again")
        builds.update(dict.fromkeys(named.builds))
    rows = view.rows(f"SELECT * FROM ({STATES}) WHERE build IN (SELECT unnest(?::VARCHAR[]))", [list(builds)])
    states = {row["build"]: row for row in rows}
    for build in builds:
        if not states[build]["sealed"]:
            raise UsageError(f"{build} ({states[build]['name']}) is not complete and in no view",
                             remedy="finish it with: claimledger ingest, or purge it")
    return [states[build] for build in builds]


def _judge(state: dict[str, Any], wanted: Standing) -> Decided:
    """Whether a build changes, and in what words."""
    now = "in view" if state["visible"] else state["standing"] or "quarantined"
    unchanged = {
        ("in view", "released"): "is in view already",
        ("withdrawn", "withdrawn"): f"is withdrawn already: {state['reason']}",
        ("quarantined", "quarantined"): f"is quarantined already: {state['reason'] or '; '.join(state['gates'] or ())}",
    }
    note = unchanged.get((now, wanted))
    if now == "retired":
        note = f"is out of view already: {state['successor']} took its place"
    return Decided(state["build"], state["name"], note is None, note or f"was {now}")
