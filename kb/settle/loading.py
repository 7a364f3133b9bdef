"""From a view to the facts that settling looks at."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from ..view import View
from .facts import AssertionFact, BuildFacts, ClaimFact, ReferenceFact
from .names import title_key

BUILDS = """
SELECT b.build, any_value(s.blob) AS blob, any_value(s.source_kind) AS source_kind
FROM visible_builds b JOIN sources s ON s.build = b.build GROUP BY b.build ORDER BY b.build
"""
SENTENCES = """
SELECT t.build, count(*) AS sentences, count(*) FILTER (WHERE s.role <> 'abstract') AS body
FROM sentences t LEFT JOIN sections s ON s.build = t.build AND s.ordinal = t.section GROUP BY t.build
"""
CLAIMS = """
SELECT c.id, c.build, c.kind, c.own, c.preliminary, c.missing, c.direction, c.a_key, c.b_key, c.metric_key, c.scope,
       s.ocr
FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence ORDER BY c.build, c.ordinal
"""
TABLES = """
SELECT a.id, a.build FROM assets a
WHERE a.kind = 'table' AND EXISTS (SELECT 1 FROM cells x WHERE x.build = a.build AND x.asset = a.ordinal)
ORDER BY a.build, a.ordinal
"""

HIDDEN = "SELECT build, count(*) AS n FROM hidden_text GROUP BY build"


def load_facts(view: View) -> list[BuildFacts]:
    """Facts of every visible build, in the order of build ids."""
    lengths = {row["build"]: row for row in view.rows(SENTENCES)}
    hidden = {row["build"]: row["n"] for row in view.rows(HIDDEN)}
    assertions, authors = _assertions(view), _authors(view)
    references, claims = _references(view), _claims(view)
    tables = _by_build(view.rows(TABLES), lambda row: str(row["id"]))
    flags = _flags(view)
    return [
        BuildFacts(
            build=row["build"], blob=row["blob"], source_kind=row["source_kind"],
            sentences=int(lengths.get(row["build"], {}).get("sentences", 0)),
            body_sentences=int(lengths.get(row["build"], {}).get("body", 0)),
            hidden=int(hidden.get(row["build"], 0)),
            assertions=tuple(assertions[row["build"]]), authors=tuple(authors[row["build"]]),
            references=tuple(references[row["build"]]), claims=tuple(claims[row["build"]]),
            tables=tuple(tables[row["build"]]), flags=flags.get(row["build"], ()),
        )
        for row in view.rows(BUILDS)
    ]


def _by_build(rows: list[dict[str, Any]], make: Any) -> dict[str, list[Any]]:
    grouped: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        grouped[row["build"]].append(make(row))
    return grouped


def _assertions(view: View) -> dict[str, list[AssertionFact]]:
    rows = view.rows("SELECT id, build, field, value, source FROM assertions ORDER BY build, ordinal")
    return _by_build(rows, lambda row: AssertionFact(row["id"], row["field"], row["value"], row["source"]))


def _authors(view: View) -> dict[str, list[tuple[str, str]]]:
    rows = view.rows("SELECT build, name, family, given FROM authors ORDER BY build, ordinal")
    return _by_build(rows, lambda row: (row["family"] or row["name"], row["given"]))


def _references(view: View) -> dict[str, list[ReferenceFact]]:
    rows = view.rows(
        "SELECT id, build, title, authors, year, doi, arxiv, pmid FROM reference_entries ORDER BY build, ordinal"
    )
    return _by_build(rows, lambda row: ReferenceFact(
        row["id"], row["title"], tuple(row["authors"]), row["year"], row["doi"], row["arxiv"], row["pmid"]))


def _claims(view: View) -> dict[str, list[ClaimFact]]:
    rows = view.rows(CLAIMS)
    texts = _slot_texts(view, rows)
    return _by_build(rows, lambda row: ClaimFact(
        id=row["id"], kind=row["kind"], own=row["own"], preliminary=row["preliminary"], missing=tuple(row["missing"]),
        direction=row["direction"], a_key=row["a_key"] or "", b_key=row["b_key"] or "",
        metric_key=row["metric_key"] or "", dataset=texts.get(row["id"], ""), ocr=row["ocr"]))


def _slot_texts(view: View, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Normalised text of the dataset slot, for claims that compare."""
    slots = {}
    for row in rows:
        if row["direction"]:
            spans = [slot for slot in json.loads(row["scope"]) if slot["slot"] == "dataset"]
            if spans:
                slots[row["id"]] = (row["build"], spans[0])
    if not slots:
        return {}
    builds = sorted({build for build, _ in slots.values()})
    sentences = {
        (row["build"], row["ordinal"]): row["text"]
        for row in view.rows("SELECT build, ordinal, text FROM sentences WHERE build IN (SELECT unnest(?))", [builds])
    }
    return {
        claim: title_key(sentences[build, slot["sentence"]][slot["start"]:slot["end"]])
        for claim, (build, slot) in slots.items()
    }


def _flags(view: View) -> dict[str, tuple[str, ...]]:
    rows = view.rows("SELECT build, reasons FROM quality")
    return {row["build"]: ("merged-file",) for row in rows if any(r.startswith("merged: ") for r in row["reasons"])}
