"""Tables whose every other row is shaded: the head above the first shaded row, and the plain row below the last one."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise

from .lines import Line, Page, Rect
from .rules import Rules
from .running_text import RunningText, has_wide_gap
from .table_end import NOTE, WIDE_GAP

_LEVEL = 1.5
_HIGHER = 1.4
_MOST = 0.7


def with_plain_rows(
    page: Page, edges: Rect, floor: float, rules: Rules, taken: Set[Line], body: RunningText
) -> tuple[float, float]:
    """Top and bottom in points of the table between `edges` (x0, y0, x1, y1), rows included that the shading of its
    other rows leaves out; `floor` is where it can begin at the earliest."""
    x0, top, x1, bottom = edges
    stripes = _stripes(rules.areas, edges)
    if not stripes:
        return top, bottom
    lines = [line for line in page.lines if line not in taken and not body.has(line)
             and min(line.x1, x1) - max(line.x0, x0) > 0.5 * (line.x1 - line.x0)]
    if abs(stripes[0][0] - top) < _LEVEL:
        above = [line for line in lines if floor - _LEVEL <= line.y0 and line.y1 <= top + _LEVEL]
        if _are_cells(above):
            top = min(line.y0 for line in above) - 1
    plain = any(b[0] - a[1] > _LEVEL for a, b in pairwise(stripes))
    if plain and abs(stripes[-1][1] - bottom) < _LEVEL:
        reach = bottom + _HIGHER * max(y1 - y0 for y0, y1 in stripes)
        below = [line for line in lines if bottom - _LEVEL <= line.y0 and line.y1 <= reach]
        if _are_cells(below) and not NOTE.match(below[0].text):
            bottom = max(line.y1 for line in below) + 1
    return top, bottom


def _stripes(areas: Sequence[Rect], edges: Rect) -> list[tuple[float, float]]:
    """Upper and lower edge of the shaded rows, cell by cell or as a whole, from top to bottom; what does not cover most
    of the width is no row."""
    x0, top, x1, bottom = edges
    widths: dict[tuple[int, int], float] = {}
    for a, y0, b, y1 in areas:
        if top - _LEVEL < y0 and y1 < bottom + _LEVEL:
            key = round(2 * y0), round(2 * y1)
            widths[key] = widths.get(key, 0.0) + max(0.0, min(b, x1) - max(a, x0))
    return sorted((y0 / 2, y1 / 2) for (y0, y1), width in widths.items() if width > _MOST * (x1 - x0))


def _are_cells(lines: Sequence[Line]) -> bool:
    """Whether lines are cells of a row: one with wide gaps, or several beside each other."""
    beside = any(min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * a.height for a, b in pairwise(lines))
    return bool(lines) and (beside or any(has_wide_gap(line, WIDE_GAP) for line in lines))
