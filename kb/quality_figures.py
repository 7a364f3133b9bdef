"""What a library knows of its own limits: which fields are there, for which years and venues, and how papers were read.

Every figure has its denominator, and what is missing is counted, so that an analysis built on a library can say what it
rests on. Figures are of papers, by the build that is read; below the gates, of builds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from .namesakes import Byline, name_key, namesakes
from .papers import OUT_OF_VIEW
from .settle.names import title_key
from .view import View

UNKNOWN = "unknown"
FIELDS = ("title", "authors", "year", "venue", "doi", "identifier", "abstract", "licence", "language", "references")
"""Fields whose coverage is told; `identifier` is any of DOI, arXiv id, PMID, OpenAlex id."""

PAPERS = """
WITH readings AS (
    SELECT w.work, bool_or(NOT list_contains(q.missing_fields, 'abstract')) AS abstract,
           max(q."references") AS "references", bool_or(q.language IS NOT NULL) AS language
    FROM work_builds w JOIN quality q ON q.build = w.build WHERE w.part = 'main' GROUP BY w.work
), ocr AS (
    SELECT build, count(*) AS sentences, count(*) FILTER (WHERE ocr) AS ocr FROM sentences GROUP BY build
), resolved AS (
    SELECT e.build, count(*) AS n FROM resolutions r JOIN reference_entries e ON e.id = r.reference GROUP BY e.build
)
SELECT p.id, p.title, p.year, p.venue, p.doi, p.licence, p.reliability, q.grade, q.language,
       coalesce(p.doi, p.arxiv, p.pmid) IS NOT NULL OR EXISTS (
           SELECT 1 FROM work_builds v JOIN assertions i ON i.build = v.build
           WHERE v.work = p.id AND i.field IN ('pmcid', 'openalex')
       ) AS identifier, r.abstract, r."references" > 0 AS has_references, r.language AS has_language,
       EXISTS (SELECT 1 FROM authors u WHERE u.build = p.authors_build) AS has_authors,
       q."references" AS entries, q.cited_references AS linked, coalesce(x.n, 0) AS resolved,
       q.markers, q.unresolved_markers, q.page_characters, q.read_characters, q.chunked_characters,
       coalesce(o.sentences, 0) AS sentences, coalesce(o.ocr, 0) AS ocr
FROM papers p JOIN active_builds a ON a.work = p.id AND a.part = 'main' JOIN quality q ON q.build = a.build
LEFT JOIN readings r ON r.work = p.id LEFT JOIN ocr o ON o.build = a.build LEFT JOIN resolved x ON x.build = a.build
ORDER BY p.id
"""
BYLINES = """
SELECT w.id AS work, u.name, u.family, u.given, u.orcid, u.affiliations
FROM works w JOIN authors u ON u.build = w.authors_build ORDER BY w.id, u.ordinal
"""
WORDS = """
SELECT w.work, list(DISTINCT lower(a.value)) AS words
FROM work_builds w JOIN assertions a ON a.build = w.build
WHERE w.part = 'main' AND a.field IN ('keyword', 'venue') AND a.source <> 'info' GROUP BY w.work
"""

Row = dict[str, Any]


def quality_figures(view: View) -> dict[str, Any]:
    """Coverage per field, per year and per venue; grades, languages, OCR, text, references; authors to be wary of."""
    papers = view.rows(PAPERS)
    out = {str(row["k"]): int(row["n"]) for row in view.rows(OUT_OF_VIEW)}
    return {
        "position": view.position,
        "papers": len(papers),
        "grades": {grade: sum(row["grade"] == grade for row in papers) for grade in "ABCD"},
        "quarantined_builds": out.get("quarantined", 0),
        "languages": _counts(row["language"] or UNKNOWN for row in papers),
        "reliability": _counts(row["reliability"] for row in papers),
        "fields": {field: f"{sum(_has(row, field) for row in papers)} of {len(papers)}" for field in FIELDS},
        "text_read": _share(papers, "read_characters", "page_characters"),
        "text_in_chunks": _share(papers, "chunked_characters", "page_characters"),
        "papers_without_pages": f"{sum(not row['page_characters'] for row in papers)} of {len(papers)}",
        "sentences_by_ocr": _share(papers, "ocr", "sentences"),
        "papers_with_ocr": f"{sum(row['ocr'] > 0 for row in papers)} of {len(papers)}",
        "markers_linked": f"{sum(row['markers'] - row['unresolved_markers'] for row in papers)} of "
                          f"{sum(row['markers'] for row in papers)}",
        "references_linked": _share(papers, "linked", "entries"),
        "references_resolved": _share(papers, "resolved", "entries"),
        "by_year": _groups(papers, lambda row: row["year"]),
        "by_venue": _groups(papers, lambda row: row["venue"]),
        "namesakes": [asdict(one) for one in namesakes(_bylines(view))],
    }


def _has(row: Row, field: str) -> bool:
    found = {
        "authors": row["has_authors"], "identifier": row["identifier"], "abstract": row["abstract"],
        "language": row["has_language"], "references": row["has_references"],
    }
    return bool(found[field] if field in found else row[field])


def _share(papers: Sequence[Row], part: str, whole: str) -> str:
    """Part of whole, over the papers that have the whole."""
    return f"{sum(row[part] for row in papers if row[whole])} of {sum(row[whole] for row in papers)}"


def _counts(values: Iterable[str]) -> dict[str, int]:
    """The most frequent first."""
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))


def _groups(papers: Sequence[Row], of: Callable[[Row], str | None]) -> list[dict[str, Any]]:
    """Papers of one year or venue, with how many have each field; what is unknown comes last.

    Spellings that differ in case and punctuation are one group, under the most frequent of them.
    """
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in papers:
        grouped[title_key(of(row) or "") or (of(row) or "")].append(row)
    found = []
    for key in sorted(grouped, key=lambda key: (not key, key)):
        rows = grouped[key]
        names = _counts(of(row) or UNKNOWN for row in rows)
        found.append({
            "name": next(iter(names)), "papers": len(rows),
            "grades": {grade: n for grade in "ABCD" if (n := sum(row["grade"] == grade for row in rows))},
            "fields": {field: sum(_has(row, field) for row in rows) for field in FIELDS},
            "references_linked": _share(rows, "linked", "entries"),
            "references_resolved": _share(rows, "resolved", "entries"),
        })
    return found


def _bylines(view: View) -> list[Byline]:
    words = {row["work"]: frozenset(row["words"]) for row in view.rows(WORDS)}
    rows = view.rows(BYLINES)
    people: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        people[row["work"]].add(_name(row))
    return [
        Byline(
            work, row["name"], row["family"] or row["name"], row["given"], row["orcid"], tuple(row["affiliations"]),
            frozenset(people[work] - {_name(row)}), words.get(work, frozenset()),
        )
        for row in rows for work in (row["work"],)
    ]


def _name(row: Row) -> str:
    return name_key(row["family"] or row["name"], row["given"])
