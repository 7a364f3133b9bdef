"""Figures and tables of the manuscript itself: their labels, and the cells of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_CAPTION = re.compile(
    r"^\s*(?:\*\*|\*|_|:\s*)?(?P<kind>Table|Fig(?:ure)?)\.?\s(?P<number>[A-Z]?\d+)\s*[.:]", re.I | re.M
)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_MENTION = re.compile(
    r"\b(?P<kind>Tables?|Fig(?:ure)?s?)\.?\s(?P<number>[A-Z]?\d+|\?\?)(?P<more>(?:(?:,|\sand|\sto|\s?[–-])\s?\d+)*)",
    re.I,
)


@dataclass(frozen=True)
class Label:
    """What a figure or table is called: `kind` is figure or table, `number` as printed."""

    kind: str
    number: str


@dataclass(frozen=True)
class Floats:
    """The labels that exist in a manuscript, and the cells of its tables by number."""

    labels: frozenset[Label]
    tables: dict[str, tuple[tuple[str, ...], ...]]


def read_floats(source: str) -> Floats:
    """Labels are those printed in captions; what has none is counted in order."""
    from markdown_it import MarkdownIt

    labels = {Label(_kind(match["kind"]), match["number"]) for match in _CAPTION.finditer(source)}
    grids = list(_grids(MarkdownIt("commonmark").enable("table").parse(source)))
    tables = {str(number): grid for number, grid in enumerate(grids, start=1)}
    labels |= {Label("table", number) for number in tables}
    labels |= {Label("figure", str(number)) for number in range(1, len(_IMAGE.findall(source)) + 1)}
    return Floats(frozenset(labels), tables)


def mentions(text: str) -> list[Label]:
    """The figures and tables that a sentence names, with every number of a list."""
    found = []
    for match in _MENTION.finditer(text):
        numbers = [match["number"], *re.findall(r"\d+", match["more"] or "")]
        found += [Label(_kind(match["kind"]), number) for number in numbers]
    return found


def label_of(text: str) -> Label | None:
    """A printed label ("Table-3", "Fig. 2") as one."""
    match = re.match(r"\s*(?P<kind>Table|Fig(?:ure)?)\.?[\s-]*(?P<number>[A-Z]?\d+)", text, re.I)
    return Label(_kind(match["kind"]), match["number"]) if match else None


def _kind(word: str) -> str:
    return "table" if word.lower().startswith("tab") else "figure"


def _grids(tokens: Sequence[Any]) -> Iterator[tuple[tuple[str, ...], ...]]:
    rows: list[tuple[str, ...]] = []
    cells: list[str] = []
    for position, token in enumerate(tokens):
        if token.type in ("th_open", "td_open"):
            cells.append(tokens[position + 1].content)
        elif token.type == "tr_close":
            rows.append(tuple(cells))
            cells = []
        elif token.type == "table_close":
            yield tuple(rows)
            rows = []
