"""Whose text an export leaves out, and why: every work that does not say that its text may be passed on."""

from __future__ import annotations

from ...kb.exported.layout import TextLeftOut
from ...kb.view import View
from .licences import open_licence

_WORKS = """
SELECT b.build, w.work, p.title,
       coalesce(l.licences, []) AS licences
FROM (SELECT DISTINCT build FROM visible_builds) b LEFT JOIN work_builds w ON w.build = b.build
LEFT JOIN papers p ON p.id = w.work LEFT JOIN (
    SELECT o.work, list(DISTINCT a.value ORDER BY a.value) AS licences
    FROM work_builds o JOIN assertions a ON a.build = o.build WHERE a.field = 'licence' GROUP BY o.work
) l ON l.work = w.work ORDER BY w.work, b.build
"""
_WITH_TEXT = """
SELECT build FROM sentences UNION SELECT build FROM assets UNION SELECT build FROM hidden_text
UNION SELECT build FROM sections UNION SELECT build FROM reference_entries
"""


def left_out(view: View) -> list[TextLeftOut]:
    """Works without an open licence that have any text, in the order of their ids.

    A licence counts for all sources of a work, and all that is printed must be open: which of several a passage falls
    under is not known.
    """
    with_text = {row["build"] for row in view.rows(_WITH_TEXT)}
    found: dict[str, TextLeftOut] = {}
    for row in view.rows(_WORKS):
        why = _why(row["licences"])
        if why and row["build"] in with_text:
            key = row["work"] or row["build"]
            builds = (*(found[key].builds if key in found else ()), row["build"])
            found[key] = TextLeftOut(
                work=row["work"], title=row["title"], builds=builds, licences=tuple(row["licences"]), why=why)
    return [found[key] for key in sorted(found)]


def _why(licences: list[str]) -> str | None:
    if not licences:
        return "no licence is stated"
    closed = [licence for licence in licences if open_licence(licence) is None]
    if not closed:
        return None
    return f"not an open licence: {'; '.join(closed)}"
