"""Tables of XHTML, OASIS and TEI as grids: a cell that spans others stands in each place that it covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

_ROWS = frozenset({"tr", "row"})
_CELLS = frozenset({"td", "th", "entry", "cell"})
_WIDEST = 1000
_MOST_CELLS = 200_000


@dataclass(frozen=True)
class Grid:
    """Rows of cells, each as wide as the widest; the first `header_rows` are the head."""

    cells: tuple[tuple[str, ...], ...]
    header_rows: int


@dataclass(frozen=True)
class _Row:
    cells: tuple[Element, ...]
    head: bool


def read_grid(tables: Sequence[Element], text: Callable[[Element], str]) -> Grid | None:
    """The grid of one table, or of several that stand below each other; None if there is no row with text."""
    rows = [row for table in tables for row in _rows(table, head=False)]
    columns = {name: at for table in tables for name, at in _named_columns(table).items()}
    filled: list[dict[int, str]] = [{} for _ in rows]
    budget = _MOST_CELLS
    for at, row in enumerate(rows):
        column = 0
        for cell in row.cells:
            while column in filled[at]:
                column += 1
            column, width, height = _place(cell, columns, column)
            height = min(height, len(rows) - at)
            budget -= width * height
            if budget < 0:
                break
            content = text(cell)
            for down in range(height):
                for right in range(width):
                    filled[at + down].setdefault(column + right, content)
            column += width
    wide = max((max(row) + 1 for row in filled if row), default=0)
    cells = [tuple(row.get(column, "") for column in range(wide)) for row in filled]
    kept = [(row, source.head) for row, source in zip(cells, rows, strict=True) if any(row)]
    if not kept:
        return None
    header = 0
    while header < len(kept) and kept[header][1]:
        header += 1
    return Grid(tuple(row for row, _ in kept), header)


def _rows(node: Element, *, head: bool) -> list[_Row]:
    found: list[_Row] = []
    for child in node:
        if child.tag in _ROWS:
            cells = tuple(cell for cell in child if cell.tag in _CELLS)
            # Tables without a head of their own mark its cells.
            labels = bool(cells) and all(cell.tag == "th" or cell.get("role") == "label" for cell in cells)
            found.append(_Row(cells, head or labels or child.get("role") == "label"))
        elif child.tag in ("thead", "tbody", "tfoot", "tgroup"):
            found += _rows(child, head=child.tag == "thead")
    return found


def _named_columns(table: Element) -> dict[str, int]:
    """Places of the columns of an OASIS table by name."""
    return {spec.get("colname", str(at)): at for at, spec in enumerate(table.iter("colspec"))}


def _place(cell: Element, columns: dict[str, int], column: int) -> tuple[int, int, int]:
    """Column, width and height of a cell that comes next at `column`."""
    first = columns.get(cell.get("namest") or cell.get("colname") or "", column)
    last = columns.get(cell.get("nameend") or "", -1)
    width = last - first + 1 if last >= first else _number(cell.get("colspan") or cell.get("cols"), 1)
    height = _number(cell.get("rowspan") or cell.get("rows"), 1)
    if cell.get("morerows"):
        height = _number(cell.get("morerows"), 0) + 1
    return max(first, column), min(width, _WIDEST), height


def _number(text: str | None, least: int) -> int:
    text = (text or "").strip()
    return max(int(text), least) if text.isascii() and text.isdigit() and len(text) < 9 else least
