"""What two states showed and a purge took since: only ids are left of it, and the event that says why.

No view shows such rows, so a comparison of views alone would miss them. Builds are known by what the purge recorded of
them, library rows by their raw tables, which a purge leaves (they carry no text), and claims by their packets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kb.events.library_rows import PACKETS, TABLES, WORK_BUILDS, WORKS
from ..kb.library import Library
from ..kb.redactions import Purge, Redactions
from ..kb.view import View

Row = dict[str, Any]
Rows = dict[str, dict[str, Row]]
"""Rows by id, by section."""

PURGED = "purged"

# A row that was purged once and asserted again afterwards is another matter: what counts is the first purge after it.
LOST = """
SELECT r.id, min(p.purged) AS purge FROM raw_{table} r
JOIN (SELECT unnest($1::VARCHAR[]) AS id, unnest($2::BIGINT[]) AS purged) p ON p.id = r.id AND p.purged > r.position
WHERE r.position <= {at} AND NOT EXISTS (
    SELECT 1 FROM raw_retractions t
    WHERE t.table_name = '{table}' AND t.id = r.id AND t.position > r.position AND t.position <= {at})
GROUP BY r.id HAVING min(p.purged) > {at}
"""
CLAIMS = "SELECT id, claim FROM raw_packets WHERE claim IS NOT NULL AND id IN (SELECT unnest(?::VARCHAR[]))"


def is_purged(row: Mapping[str, Any]) -> bool:
    """Whether a row of a comparison stands for one of which nothing but its id is left."""
    return row.get("standing") == PURGED


def purged_since(library: Library, before: View, after: View) -> tuple[Rows, Rows]:
    """For each of two states the rows that it showed and that were purged later, at whatever time.

    A row is its id, `standing`, and of the purge `event`, `position` and `reason`.
    """
    redactions = Redactions(library.ledger)
    if not redactions.purges:
        return {}, {}
    return _lost(redactions, before), _lost(redactions, after)


def _lost(redactions: Redactions, view: View) -> Rows:
    builds = {
        one.build: _row(one.build, one.event, one.position, one.reason) for one in redactions.at(view.position)
    }
    tables = {table.name: _lost_rows(redactions, view, table.name) for table in TABLES if table is not WORK_BUILDS}
    packets = tables[PACKETS.name]
    claims = {
        row["claim"]: packets[row["id"]] | {"id": row["claim"]} for row in view.rows(CLAIMS, [sorted(packets)])
    }
    return {"papers": tables.pop(WORKS.name), "builds": builds, "claims": claims, **tables}


def _lost_rows(redactions: Redactions, view: View, table: str) -> dict[str, Row]:
    named = redactions.rows()
    if not named:
        return {}
    purges: dict[int, Purge] = {purge.position: purge for purge in redactions.purges}
    rows = view.rows(
        LOST.format(table=table, at=view.position), [[row for row, _ in named], [position for _, position in named]]
    )
    return {
        row["id"]: _row(row["id"], purge.event, purge.position, purge.purged.reason)
        for row in rows for purge in [purges[row["purge"]]]
    }


def _row(name: str, event: str, position: int, reason: str) -> Row:
    return {"id": name, "standing": PURGED, "reason": reason, "event": event, "position": position}
