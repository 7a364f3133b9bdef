"""A table made regular: named rows and columns around typed cells.

Tables reach us flattened: a header may continue in the first body row, a group may be a row whose cells are all equal
or all empty but the first, a row label may stand in several columns and be printed only once for several rows. The grid
undoes this, so that each body cell has one row line and one column line, each with all its names.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .port import Table
from .table_cells import Cell, clean_cell, parse_cell

Axis = Literal["row", "column"]

_AGGREGATE = re.compile(r"(?:in )?(?:total|overall|averages?|avg\.?|means?|all|sum|macro|micro)(?: .{0,8})?", re.I)


@dataclass(frozen=True)
class Line:
    """One row or column: `names` are its label parts, group first; `index` counts lines of the grid from 0."""

    axis: Axis
    index: int
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """All names in one string."""
        return " ".join(self.names)

    @property
    def aggregate(self) -> bool:
        """Whether the line sums up others (a total or a mean)."""
        return bool(self.names) and bool(_AGGREGATE.fullmatch(self.names[-1]))


@dataclass(frozen=True)
class Grid:
    """`cells[r][c]` stands in `rows[r]` and `columns[c]`; `classes` are the headers of the label columns."""

    caption: str
    rows: tuple[Line, ...]
    columns: tuple[Line, ...]
    cells: tuple[tuple[Cell, ...], ...]
    classes: tuple[str, ...]

    def lines(self, axis: Axis) -> tuple[Line, ...]:
        """The rows or the columns."""
        return self.rows if axis == "row" else self.columns

    def cell(self, axis: Axis, line: int, other: int) -> Cell:
        """The cell of line `line` on `axis` and line `other` on the other axis."""
        return self.cells[line][other] if axis == "row" else self.cells[other][line]


def read_grid(table: Table) -> Grid:
    """The grid of a table; a table without body gives a grid without rows."""
    width = max([len(table.columns), *(len(row) for row in table.rows)], default=0)
    header = [clean_cell(text) for text in table.columns] + [""] * (width - len(table.columns))
    body = [[parse_cell(text) for text in row] + [Cell("", empty=True)] * (width - len(row)) for row in table.rows]
    header, body = _header_rows(header, body)
    labels = _label_columns(header, body)
    end = _second_table(labels, header, width)
    labels, values = [c for c in labels if c < end], [c for c in range(end) if c not in labels]
    lines, kept = _row_lines(body, labels)
    columns = tuple(Line("column", n, _parts(header[c])) for n, c in enumerate(values))
    cells = tuple(tuple(body[r][c] for c in values) for r in kept)
    classes = tuple(header[c] for c in labels if header[c])
    return Grid(clean_cell(table.caption), lines, _spread_groups(columns), cells, classes)


def _header_rows(header: list[str], body: list[list[Cell]]) -> tuple[list[str], list[list[Cell]]]:
    """Fold first body rows that continue the header into it."""
    while len(body) > 1 and _continues_header(header, body):
        header = [_joined(above, cell.text) for above, cell in zip(header, body[0], strict=True)]
        body = body[1:]
    return header, body


def _continues_header(header: list[str], body: list[list[Cell]]) -> bool:
    first, rest = body[0], body[1:]
    texts = [cell.text for cell in first]
    if len(set(texts)) == 1 or any(cell.number for cell in first):
        return False
    numeric = [c for c in range(len(header)) if sum(bool(row[c].number) for row in rest) * 2 > len(rest)]
    return (
        bool(numeric) and all(not first[c].empty for c in numeric) and (not first[0].text or first[0].text == header[0])
    )


def _joined(above: str, below: str) -> str:
    return above if below == above or not below else f"{above} {below}".strip()


def _label_columns(header: list[str], body: list[list[Cell]]) -> list[int]:
    """The columns that name rows: the first, and every other column of text."""

    def is_text(column: int) -> bool:
        filled = [row[column] for row in body if not row[column].empty and not _is_group(row)]
        words = [cell for cell in filled if cell.number is None and not cell.text[0].isdigit()]
        return bool(filled) and len(words) * 2 > len(filled)

    return [c for c in range(len(header)) if c == 0 or is_text(c)]


def _second_table(labels: list[int], header: list[str], width: int) -> int:
    """Where a second table printed beside the first begins: a later label column with a header like the first one's."""
    last = [header[c].lower().split()[-1:] for c in labels]
    later = [c for c, word in zip(labels, last, strict=True) if c > labels[0] + 1 and word and word == last[0]]
    return later[0] if later else width


def _is_group(row: Sequence[Cell]) -> bool:
    texts = {cell.text for cell in row}
    only_first = bool(row[0].text) and all(cell.empty and not cell.text.strip("-") for cell in row[1:])
    return len(row) > 1 and row[0].number is None and (len(texts) == 1 or only_first) and not row[0].empty


def _row_lines(body: list[list[Cell]], labels: list[int]) -> tuple[tuple[Line, ...], list[int]]:
    lines: list[Line] = []
    kept: list[int] = []
    group = ""
    above = ""
    for r, row in enumerate(body):
        if _is_group(row):
            group = row[0].text
            continue
        texts = [row[c].text for c in labels]
        if len(labels) > 1 and not texts[0]:
            texts[0] = above
        above = texts[0]
        lines.append(Line("row", len(lines), tuple(name for name in (group, *texts) if name)))
        kept.append(r)
    return tuple(lines), kept


def _parts(header: str) -> tuple[str, ...]:
    return (header,) if header else ()


def _spread_groups(columns: tuple[Line, ...]) -> tuple[Line, ...]:
    """Give a group name that was printed over the middle of its columns to all of them.

    `R | MUC P | F1 | R | B3 P | F1` is two groups of R, P, F1: headers that come again at one distance are the leaves,
    and the one header of each block that has more words than its last holds the group's name.
    """
    texts = [line.text for line in columns]
    period = _period(texts)
    if period < 2:
        return columns
    spread = list(columns)
    for start in range(0, len(texts) - len(texts) % period, period):
        block = range(start, start + period)
        if any(texts[n] != texts[n % period] and len(texts[n].split()) < 2 for n in block):
            return columns
        named = [n for n in block if len(texts[n].split()) > 1]
        if len(named) != 1:
            continue
        group, leaf = texts[named[0]].rsplit(" ", 1)
        for n in block:
            spread[n] = Line("column", n, (group, leaf if n == named[0] else texts[n]))
    return tuple(spread)


def _period(texts: list[str]) -> int:
    """The distance at which one-word headers come again, or 0."""
    places: dict[str, list[int]] = {}
    for n, text in enumerate(texts):
        places.setdefault(text, []).append(n)
    gaps = Counter(b - a for seen in places.values() for a, b in itertools.pairwise(seen))
    return next(iter(gaps)) if len(gaps) == 1 and places[texts[0]] != [0] else 0
