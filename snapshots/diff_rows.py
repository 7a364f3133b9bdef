"""Rows as a comparison shows them: with the title of their paper and the words that they stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ..kb.events.library_rows import NEAR_DUPLICATES, RESOLUTIONS, SUPPORT
from ..kb.schema import Table
from ..kb.view import View

Row = dict[str, Any]

LABELS = frozenset({
    "title_of_paper", "quote", "reference_text", "claim_quote", "other_quote", "title_a", "title_b", "text", "line",
    "audit", "name",
})
"""Fields that only say which row it is, for people; a difference in them alone is none."""

_BUILDS = """
SELECT b.build AS id, any_value(s.blob) AS blob, any_value(s.pipeline) AS pipeline,
       any_value(s.source_kind) AS source_kind, any_value(s.name) AS name
FROM visible_builds b JOIN sources s ON s.build = b.build GROUP BY b.build
"""
_PAPERS = """
SELECT p.id, p.title, p.year, p.venue, p.doi, p.arxiv, p.pmid, p.licence, p.type, p.reliability, p.flags,
       coalesce((SELECT list(u.name ORDER BY u.ordinal) FROM authors u WHERE u.build = p.authors_build), []) AS authors
FROM papers p WHERE p.id IN (SELECT unnest(?::VARCHAR[]))
"""
_PARTS = """
SELECT w.work, w.build, w.active, s.blob
FROM work_builds w JOIN (SELECT build, any_value(blob) AS blob FROM sealed GROUP BY build) s ON s.build = w.build
WHERE w.work IN (SELECT unnest(?::VARCHAR[])) ORDER BY w.build
"""
_CLAIMS = """
SELECT c.id, w.work, p.title AS title_of_paper, substr(s.text, c.start + 1, c."end" - c.start) AS quote,
       c.kind, c.polarity, c.certainty, c.causal, c.own, c.preliminary,
       c.direction, c.a_key, c.b_key, c.metric_key, c.missing, c.build
FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence
LEFT JOIN work_builds w ON w.build = c.build LEFT JOIN papers p ON p.id = w.work
WHERE c.build IN (SELECT unnest(?::VARCHAR[]))
"""
_PACKETS = """
SELECT k.* EXCLUDE (position), p.reliability, p.title AS title_of_paper,
       coalesce(substr(s.text, c.start + 1, c."end" - c.start), concat_ws(' ', a.label, a.caption)) AS quote
FROM packets k LEFT JOIN papers p ON p.id = k.work LEFT JOIN claims c ON c.id = k.claim
LEFT JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence LEFT JOIN assets a ON a.id = k.asset
WHERE k.id IN (SELECT unnest(?::VARCHAR[]))
"""
_QUOTES = """
SELECT c.id, substr(s.text, c.start + 1, c."end" - c.start) AS text
FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence
WHERE c.id IN (SELECT unnest(?::VARCHAR[]))
"""
_STANDINGS = """
SELECT build, arg_max(standing, position) AS standing, arg_max(reason, position) AS reason
FROM standings WHERE build IN (SELECT unnest(?::VARCHAR[])) GROUP BY build
"""
_TITLES = "SELECT id, title AS text FROM papers WHERE id IN (SELECT unnest(?::VARCHAR[]))"
_REFERENCES = "SELECT id, raw AS text FROM reference_entries WHERE id IN (SELECT unnest(?::VARCHAR[]))"

_WORDS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    SUPPORT.name: (("claim", "claim_quote", _QUOTES), ("other", "other_quote", _QUOTES)),
    RESOLUTIONS.name: (("reference", "reference_text", _REFERENCES), ("work", "title_of_paper", _TITLES)),
    NEAR_DUPLICATES.name: (("work_a", "title_a", _TITLES), ("work_b", "title_b", _TITLES)),
}
"""By table: the column with an id, the field for its words, and the query that has them."""


def build_rows_of(view: View) -> dict[str, Row]:
    """All visible builds by id."""
    return {row["id"]: row for row in view.rows(_BUILDS)}


def explain(view: View, builds: list[Row]) -> None:
    """Put beside builds that went the decision that put them out of view, if there is one."""
    rows = view.rows(_STANDINGS, [[build["id"] for build in builds]]) if builds else []
    decisions = {row.pop("build"): row for row in rows}
    for build in builds:
        build.update(decisions.get(build["id"], {"standing": None, "reason": None}))


def paper_rows(view: View, works: Iterable[str]) -> dict[str, Row]:
    """Papers with the metadata that are shown, their builds, the active one, and the digests of their sources."""
    names = sorted(works)
    papers = {row["id"]: {**row, "builds": [], "active": None, "sources": []} for row in view.rows(_PAPERS, [names])}
    for part in view.rows(_PARTS, [names]):
        if part["work"] in papers:
            paper = papers[part["work"]]
            paper["builds"].append(part["build"])
            paper["sources"] = sorted({*paper["sources"], part["blob"]})
            paper["active"] = part["build"] if part["active"] else paper["active"]
    return papers


def claim_rows(view: View, builds: Collection[str]) -> dict[str, Row]:
    """The claims of some builds, each with its quote and the title of its paper."""
    return {row["id"]: row for row in view.rows(_CLAIMS, [sorted(builds)])}


def packet_rows(view: View, packets: Iterable[str]) -> dict[str, Row]:
    """Packets with the reliability of their works."""
    return {row["id"]: row for row in view.rows(_PACKETS, [sorted(packets)])}


def readable(table: Table, view: View, rows: list[Row]) -> None:
    """Put beside the ids in rows of a table the words that they stand for."""
    for column, name, sql in _WORDS.get(table.name, ()):
        ids = sorted({row[column] for row in rows})
        words = {found["id"]: found["text"] for found in view.rows(sql, [ids])} if ids else {}
        for row in rows:
            row[name] = words.get(row[column])
