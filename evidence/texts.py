"""The text of one work as evidence: sentences with their places, tables with their cells, and what packets say of them.

Read from the work's active build only, so that every passage has a page and a quote.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..kb.view import View

_SENTENCES = """
SELECT s.id, s.ordinal, s.text, s.page, s.boxes, s.path, s.ocr, s.paragraph, x.title AS section, x.role
FROM sentences s LEFT JOIN sections x ON x.build = s.build AND x.ordinal = s.section
WHERE s.build = ? ORDER BY s.ordinal
"""
_CLAIMS = """
SELECT c.id, c.sentence, c.kind, c.own, c.certainty, c.causal, p.id AS packet, p.strength, p.contradicting
FROM claims c LEFT JOIN packets p ON p.claim = c.id WHERE c.build = ? ORDER BY c.ordinal
"""
_TABLES = """
SELECT a.id, a.ordinal, a.kind, a.label, a.caption, a.page, a.header_rows, a.notes, p.id AS packet
FROM assets a LEFT JOIN packets p ON p.asset = a.id WHERE a.build = ? ORDER BY a.ordinal
"""


@dataclass(frozen=True)
class ClaimMark:
    """What the library knows of a claim in a sentence; `packet` is None where none was compiled."""

    id: str
    kind: str
    own: bool
    certainty: str
    causal: str
    packet: str | None
    strength: str | None
    contradicting: tuple[str, ...] = ()


@dataclass(frozen=True)
class SourceSentence:
    """One sentence of a source. `marks` are spans of citation markers; `boxes` are page and corners in 1/100 pt."""

    id: str
    ordinal: int
    text: str
    section: str
    role: str
    page: int | None
    paragraph: int
    boxes: tuple[int, ...] = ()
    path: str | None = None
    ocr: bool = False
    marks: tuple[tuple[int, int], ...] = ()
    claims: tuple[ClaimMark, ...] = ()


@dataclass(frozen=True)
class SourceTable:
    """A table of a source, header rows first in `rows`; every row has the same number of cells."""

    id: str
    label: str
    caption: str
    page: int | None
    header_rows: int
    rows: tuple[tuple[str, ...], ...]
    notes: str = ""
    packet: str | None = None


@dataclass(frozen=True)
class WorkText:
    """Everything of one work that a sentence may be held against."""

    work: str
    build: str
    sentences: tuple[SourceSentence, ...] = ()
    tables: tuple[SourceTable, ...] = ()
    labels: tuple[str, ...] = field(default=())


def read_text(view: View, work: str) -> WorkText | None:
    """The text of a work, from its active build; None for a work without one."""
    active = view.rows("SELECT build FROM active_builds WHERE work = ? AND part = 'main'", [work])
    if not active:
        return None
    build = str(active[0]["build"])
    claims: dict[int, list[ClaimMark]] = defaultdict(list)
    for row in view.rows(_CLAIMS, [build]):
        claims[row["sentence"]].append(_mark(row))
    marks: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in view.rows('SELECT sentence, start, "end" FROM citations WHERE build = ? ORDER BY ordinal', [build]):
        marks[row["sentence"]].append((row["start"], row["end"]))
    sentences = tuple(
        SourceSentence(
            id=row["id"],
            ordinal=row["ordinal"],
            text=row["text"],
            section=row["section"] or "",
            role=row["role"] or "other",
            page=row["page"],
            paragraph=row["paragraph"],
            boxes=tuple(row["boxes"] or ()),
            path=row["path"],
            ocr=bool(row["ocr"]),
            marks=tuple(marks.get(row["ordinal"], ())),
            claims=tuple(claims.get(row["ordinal"], ())),
        )
        for row in view.rows(_SENTENCES, [build])
    )
    assets = view.rows(_TABLES, [build])
    labels = tuple(str(row["label"]) for row in assets if row["label"])
    return WorkText(work, build, sentences, tuple(_tables(view, build, assets)), labels)


def _mark(row: dict[str, Any]) -> ClaimMark:
    return ClaimMark(
        id=row["id"],
        kind=row["kind"],
        own=bool(row["own"]),
        certainty=row["certainty"],
        causal=row["causal"],
        packet=row["packet"],
        strength=row["strength"],
        contradicting=tuple(row["contradicting"] or ()),
    )


def _tables(view: View, build: str, assets: list[dict[str, Any]]) -> list[SourceTable]:
    grids: dict[int, dict[int, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
    for cell in view.rows("SELECT asset, row, col, text FROM cells WHERE build = ? ORDER BY ordinal", [build]):
        grids[cell["asset"]][cell["row"]][cell["col"]] = cell["text"]
    tables = []
    for asset in assets:
        grid = grids.get(asset["ordinal"])
        if asset["kind"] != "table" or not grid:
            continue
        width = 1 + max(col for cells in grid.values() for col in cells)
        rows = tuple(tuple(grid[row].get(col, "") for col in range(width)) for row in sorted(grid))
        tables.append(
            SourceTable(
                id=asset["id"],
                label=asset["label"] or "",
                caption=asset["caption"] or "",
                page=asset["page"],
                header_rows=asset["header_rows"] or 0,
                rows=rows,
                notes=asset["notes"] or "",
                packet=asset["packet"],
            )
        )
    return tables
