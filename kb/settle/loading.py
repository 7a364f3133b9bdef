"""From a view to the facts that settling looks at: of all visible builds, or of chosen ones.

Chosen builds are found whether they are visible or not. Their rows lie where their events are, from registration to
seal, so only the segments of these positions are read, however large the library is.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from sys import intern
from typing import Any

from ..view import View
from .facts import AssertionFact, BuildFacts, ClaimFact, ReferenceFact
from .names import title_key
from .support import orient
from .works import READ

MOST_POSITIONS = 20_000
"""Positions that are looked up one by one; beyond, a span of positions is read."""

VISIBLE = "SELECT build FROM visible_builds ORDER BY position, build"
PLACES = """
SELECT min(r.position) AS registered, min(s.position) AS sealed
FROM raw_sealed s JOIN raw_sources r ON r.build = s.build
WHERE s.build IN (SELECT unnest(?)) GROUP BY s.build
"""
# `{here}` is the condition on builds and positions.
SOURCES = """
SELECT build, any_value(blob) AS blob, any_value(source_kind) AS source_kind FROM raw_sources WHERE {here}
GROUP BY build ORDER BY build
"""
# Keywords and the like are no concern of settling.
ASSERTIONS = f"""
SELECT id, build, field, value, source FROM raw_assertions
WHERE {{here}} AND field IN ({", ".join(f"'{name}'" for name in READ)}) ORDER BY build, ordinal
"""
AUTHORS = "SELECT build, name, family, given FROM raw_authors WHERE {here} ORDER BY build, ordinal"
OUTLINES = """
WITH lengths AS (
    SELECT t.build, count(*) AS sentences, count(*) FILTER (WHERE s.role <> 'abstract') AS body
    FROM (SELECT build, section FROM raw_sentences WHERE {here}) t LEFT JOIN (
        SELECT build, ordinal, role FROM raw_sections WHERE {here}
    ) s ON s.build = t.build AND s.ordinal = t.section GROUP BY t.build
), passages AS (SELECT build, count(*) AS n FROM raw_hidden_text WHERE {here} GROUP BY build)
SELECT q.build, coalesce(l.sentences, 0) AS sentences, coalesce(l.body, 0) AS body, coalesce(p.n, 0) AS hidden,
       q.reasons
FROM (SELECT build, reasons FROM raw_quality WHERE {here}) q
LEFT JOIN lengths l ON l.build = q.build LEFT JOIN passages p ON p.build = q.build
"""
# Decisions lie anywhere behind the builds that they are about.
CHOSEN = """
SELECT any_value(build) AS build, value FROM raw_choices WHERE build IN (SELECT unnest(?))
GROUP BY value HAVING arg_max(chosen, position)
"""
# And so do the bibliographies of a file.
ATTACHED = """
SELECT entry AS blob, file AS other FROM raw_attachments WHERE entry IN (SELECT unnest($1))
UNION SELECT file, entry FROM raw_attachments WHERE file IN (SELECT unnest($1))
"""
HIDING = "SELECT DISTINCT build FROM raw_hidden_text WHERE {here}"
REFERENCES = """
SELECT id, build, title, authors, year, doi, arxiv, pmid, openalex FROM raw_reference_entries WHERE {here}
ORDER BY build, ordinal
"""
CLAIMS = """
SELECT c.id, c.build, c.kind, c.own, c.preliminary, c.missing, c.direction, c.a_key, c.b_key, c.metric_key, c.scope,
       s.ocr
FROM (SELECT * FROM raw_claims WHERE {here}) c
JOIN (SELECT build, ordinal, ocr FROM raw_sentences WHERE {here}) s ON s.build = c.build AND s.ordinal = c.sentence
ORDER BY c.build, c.ordinal
"""
SLOT_SENTENCES = """
SELECT s.build, s.ordinal, s.text
FROM (SELECT build, ordinal, text FROM raw_sentences WHERE {here}) s
JOIN (SELECT DISTINCT unnest({b}) AS build, unnest({o}) AS ordinal) w ON w.build = s.build AND w.ordinal = s.ordinal
"""
TABLES = """
SELECT a.id, a.build FROM (SELECT * FROM raw_assets WHERE {here}) a
WHERE a.kind = 'table' AND EXISTS (
    SELECT 1 FROM (SELECT build, asset FROM raw_cells WHERE {here}) x WHERE x.build = a.build AND x.asset = a.ordinal
) ORDER BY a.build, a.ordinal
"""


@dataclass(frozen=True)
class Content:
    """What a build says, beside what it is: references, claims, and the ids of its tables."""

    build: str
    references: tuple[ReferenceFact, ...]
    claims: tuple[ClaimFact, ...]
    tables: tuple[str, ...]


def visible_builds(view: View) -> list[str]:
    """Ids of all visible builds, in the order of their seals."""
    return [row["build"] for row in view.rows(VISIBLE)]


def load_facts(view: View, builds: Collection[str] | None = None) -> list[BuildFacts]:
    """Everything about these builds, or about every visible one, in the order of build ids."""
    chosen = Chosen(view, visible_builds(view) if builds is None else builds)
    contents = {said.build: said for said in chosen.contents()}
    return [
        replace(facts, references=said.references, claims=said.claims, tables=said.tables)
        for facts in chosen.works() for said in (contents[facts.build],)
    ]


class Chosen:
    """The rows of some builds that were sealed, visible or not."""

    def __init__(self, view: View, builds: Collection[str]) -> None:
        self._view = view
        self._builds = list(builds)
        self._positions: list[Any]
        spans = view.rows(PLACES, [self._builds]) if self._builds else []
        if sum(row["sealed"] - row["registered"] + 1 for row in spans) <= MOST_POSITIONS:
            self._where = "position IN (SELECT unnest($2))"
            self._positions = [sorted({p for row in spans for p in range(row["registered"], row["sealed"] + 1)})]
        else:
            self._where = "position BETWEEN $2 AND $3"
            self._positions = [min(row["registered"] for row in spans), max(row["sealed"] for row in spans)]

    def cards(self) -> list[BuildFacts]:
        """What tells builds from others: blob, kind, assertions, authors, attachments; nothing else is filled in."""
        assertions = self._by_build(
            ASSERTIONS, lambda row: AssertionFact(row["id"], intern(row["field"]), row["value"], intern(row["source"]))
        )
        authors = self._by_build(AUTHORS, lambda row: (row["family"] or row["name"], row["given"]))
        sources = self._rows(SOURCES)
        attached: dict[str, set[str]] = defaultdict(set)
        for row in self._view.rows(ATTACHED, [sorted({row["blob"] for row in sources})]):
            attached[row["blob"]].add(row["other"])
        return [
            BuildFacts(
                row["build"], row["blob"], row["source_kind"], 0, 0, 0, tuple(assertions.get(row["build"], ())),
                tuple(authors.get(row["build"], ())), attached=frozenset(attached.get(row["blob"], ())),
            )
            for row in sources
        ]

    def works(self, cards: Iterable[BuildFacts] | None = None) -> list[BuildFacts]:
        """What works are made of: everything but references, claims and tables; with `cards` that are known."""
        outlines = {row["build"]: row for row in self._rows(OUTLINES)}
        chosen = _grouped(self._view.rows(CHOSEN, [self._builds]), lambda row: str(row["value"]))
        return [
            replace(
                card, sentences=row["sentences"], body_sentences=row["body"], hidden=row["hidden"], flags=_flags(row),
                chosen=frozenset(chosen.get(card.build, ())),
            )
            for card in (self.cards() if cards is None else cards) for row in (outlines[card.build],)
        ]

    def contents(self) -> list[Content]:
        """What builds say, in the order in which they were given."""
        tables = self._by_build(TABLES, lambda row: str(row["id"]))
        references, claims = self.references(), self.claims()
        return [
            Content(build, tuple(references.get(build, ())), tuple(claims.get(build, ())), tuple(tables.get(build, ())))
            for build in self._builds
        ]

    def references(self) -> dict[str, list[ReferenceFact]]:
        """Reference entries by build, in their order."""
        return self._by_build(REFERENCES, lambda row: ReferenceFact(
            row["id"], row["title"], tuple(row["authors"]), row["year"], row["doi"], row["arxiv"], row["pmid"],
            row["openalex"]))

    def claims(self) -> dict[str, list[ClaimFact]]:
        """Claims by build, in their order."""
        rows = self._rows(CLAIMS)
        datasets = self._datasets(rows)
        return _grouped(rows, lambda row: ClaimFact(
            id=row["id"], kind=row["kind"], own=row["own"], preliminary=row["preliminary"],
            missing=tuple(row["missing"]), direction=row["direction"], a_key=row["a_key"] or "",
            b_key=row["b_key"] or "", metric_key=row["metric_key"] or "", dataset=datasets.get(row["id"], ""),
            ocr=row["ocr"]))

    def hidden(self) -> set[str]:
        """Those of the builds that hide text."""
        return {row["build"] for row in self._rows(HIDING)}

    def _datasets(self, claims: Iterable[dict[str, Any]]) -> dict[str, str]:
        """Normalised text of the dataset slot, of claims that compare."""
        slots: dict[str, tuple[str, dict[str, Any]]] = {}
        for row in claims:
            a, b, metric = (row[name] or "" for name in ("a_key", "b_key", "metric_key"))
            if orient(row["kind"], row["own"], row["direction"], a, b, metric):
                spans = [slot for slot in json.loads(row["scope"]) if slot["slot"] == "dataset"]
                if spans:
                    slots[row["id"]] = (row["build"], spans[0])
        wanted = {(build, int(slot["sentence"])) for build, slot in slots.values()}
        builds, ordinals = [build for build, _ in wanted], [ordinal for _, ordinal in wanted]
        rows = self._rows(SLOT_SENTENCES, builds, ordinals) if wanted else []
        texts = {(row["build"], row["ordinal"]): row["text"] for row in rows}
        return {
            claim: title_key(texts[build, slot["sentence"]][slot["start"]:slot["end"]])
            for claim, (build, slot) in slots.items()
        }

    def _by_build(self, sql: str, make: Callable[[dict[str, Any]], Any]) -> dict[str, list[Any]]:
        return _grouped(self._rows(sql), make)

    def _rows(self, sql: str, *more: list[Any]) -> list[dict[str, Any]]:
        """The rows of a query about these builds; `{b}` and `{o}` in it stand for two lists more."""
        if not self._builds:
            return []
        here = f"build IN (SELECT unnest($1)) AND {self._where}"
        given = [self._builds, *self._positions]
        names = {name: f"${len(given) + at}" for at, name in enumerate(("b", "o"), start=1)}
        return self._view.rows(sql.format(here=here, **names), [*given, *more])


def _grouped(rows: Iterable[dict[str, Any]], make: Callable[[dict[str, Any]], Any]) -> dict[str, list[Any]]:
    grouped: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        grouped[row["build"]].append(make(row))
    return grouped


def _flags(row: Mapping[str, Any]) -> tuple[str, ...]:
    return ("merged-file",) if any(reason.startswith("merged: ") for reason in row["reasons"]) else ()
