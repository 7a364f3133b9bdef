"""Settling a library: only what changed and what it touches, as one batch of `Settled` events.

What changed since the last settling are the builds sealed, put in or out of view, purged, attached to each other, and
those of whose values people chose. Where that cannot be told or is a large part of the library, all of it is settled;
both come to the same rows.

A batch of `Settled` events is appended by one call, and the ledger appends a call whole or not at all: one transaction
writes its events, so none is ever there without the others. A settling that dies has changed nothing, and the next one
does it all. Two that settle at once wait for each other; where they cannot see each other's lock (two machines on one
PostgreSQL), the ids of the events, made from the settling before, let only one of them through.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import EventConflict
from ..ledger.port import Append
from ..library import Library
from ..locks import exclusive
from ..view import View
from .anew import Settling
from .batch import SettledBatch
from .difference import Difference, Wanted, compare
from .loading import load_facts
from .part import Part, touched_part, whole_library
from .recalled import recall
from .settle import SETTLE_VERSION

PATIENCE = 3600.0
"""Seconds to wait for another process that settles."""
LARGEST_PART = 1 / 3
"""Share of the visible builds above which settling all of them is quicker."""
TRIES = 5

LAST = "SELECT through, settle_version AS version, position FROM settlements ORDER BY position DESC LIMIT 1"
LAST_CHANGE = """
SELECT coalesce(max(position), 0) AS position FROM (
    SELECT position FROM sealed UNION ALL SELECT position FROM standings UNION ALL SELECT position FROM purged_builds
    UNION ALL SELECT position FROM choices UNION ALL SELECT position FROM attachments
)
"""
CHANGED = """
WITH changed AS (
    SELECT build, false AS purged FROM raw_sealed WHERE position > $1
    UNION ALL SELECT build, false FROM raw_standings WHERE position > $1
    UNION ALL SELECT build, false FROM raw_choices WHERE position > $1
    UNION ALL SELECT s.build, false FROM raw_attachments a JOIN raw_sources s ON s.blob = a.entry OR s.blob = a.file
    WHERE a.position > $1
    UNION ALL SELECT build, true FROM raw_purged_builds WHERE position > $1
)
SELECT build, bool_or(purged) AS purged, build IN (SELECT build FROM visible_builds) AS visible,
       build IN (SELECT build FROM raw_sealed) AS sealed FROM changed GROUP BY build
"""
HOW_MANY = "SELECT count(*) AS n FROM visible_builds"


@dataclass(frozen=True)
class LastSettling:
    """Up to which position changes are settled, by which version of the rules, and where the last event of it lies."""

    through: int
    version: int
    position: int


def settle_library(library: Library) -> int:
    """Settle everything that changed. Returns the number of rows that came or went.

    Appends nothing if all is settled. Raises `ReadOnlyLibrary`, and `LedgerError` if another process settles for too
    long.
    """
    # Two that settle at once would both assert what neither has seen of the other.
    with exclusive(library.root / "settle.lock", patience=PATIENCE):
        for _ in range(TRIES - 1):
            try:
                return _settle(library)
            except EventConflict:
                # Somebody whose lock is not ours was first; what is left to do is decided anew.
                continue
        return _settle(library)


def changed_through(view: View) -> int:
    """Position of the last event that changes what settling looks at: a build sealed, put in or out of view, purged or
    attached, or a value chosen."""
    return int(view.rows(LAST_CHANGE)[0]["position"])


def settled_through(view: View) -> int:
    """What changed up to this position is settled; 0 if it was settled by other rules."""
    last = last_settling(view)
    return last.through if last.version == SETTLE_VERSION else 0


def last_settling(view: View) -> LastSettling:
    """The last settling; version 0 if there was none."""
    rows = view.rows(LAST)
    return LastSettling(**rows[0]) if rows else LastSettling(0, 0, 0)


def difference_from_scratch(view: View) -> Difference:
    """What settling everything anew would change; nothing, if the library is settled."""
    return _difference(view, whole_library(view))


def _settle(library: Library) -> int:
    with library.view() as view:
        last, through = last_settling(view), changed_through(view)
        if through <= (last.through if last.version == SETTLE_VERSION else 0):
            return 0
        difference = _difference(view, _part(library, view, last) or whole_library(view))
    library.append([Append("library", SettledBatch(difference, through=through, after=last.position))])
    return len(difference)


def _part(library: Library, view: View, last: LastSettling) -> Part | None:
    """The part that changes since the last settling touch; None if everything has to be settled."""
    if last.version != SETTLE_VERSION:
        return None
    rows = view.rows(CHANGED, [last.through])
    if len(rows) > (most := int(LARGEST_PART * int(view.rows(HOW_MANY)[0]["n"]))):
        return None
    recalled = recall(library.ledger, [row["build"] for row in rows if row["purged"]])
    if recalled is None:
        return None
    there = [row for row in rows if row["sealed"] and not row["purged"]]
    hidden = load_facts(view, [row["build"] for row in there if not row["visible"]])
    gone = {facts.build: facts for facts in (*hidden, *recalled)}
    return touched_part(view, {row["build"] for row in there} | gone.keys(), gone, most)


def _difference(view: View, part: Part) -> Difference:
    settling, wanted = Settling(view, part), Wanted()
    wanted.add(settling.rows())
    scope = None if part.whole else settling.scope
    # The facts of a large library take as much memory as its rows, and only these are needed now.
    del settling, part
    return compare(view, wanted, scope)
