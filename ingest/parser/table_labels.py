"""Labels that are set in the middle of the rows that they stand for, and belong to the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from .table_columns import RowCells
from .table_words import Row

_OFF = 0.3


@dataclass(frozen=True)
class _Labelled:
    """Heights, in points, of a row of the table and of its label, if it has one."""

    y: float
    label: float | None


def label_rows(groups: Sequence[Sequence[int]], rows: Sequence[Row], grid: Sequence[RowCells]) -> list[int | None]:
    """For each row of the table (a group of printed rows), the row whose label it takes, or None if it has no label. A
    label moves only if every one stands in the middle of its rows, and the first one below the first of them."""
    own = [at if any(grid[i].texts[0] for i in group) else None for at, group in enumerate(groups)]
    placed = [_labelled(group, rows, grid) for group in groups]
    if len(placed) < 3 or any(row is None for row in placed):
        return own
    known = [row for row in placed if row is not None]
    off = _OFF * median(b.y - a.y for a, b in pairwise(known))
    labels = [(at, row.label) for at, row in enumerate(known) if row.label is not None]
    if not labels or labels[0][1] < known[0].y + off:
        return own
    moved: list[int | None] = [None] * len(known)
    start = 0
    for at, y in labels:
        end = next((e for e in range(start, len(known)) if abs((known[start].y + known[e].y) / 2 - y) < off), None)
        if end is None or not start <= at <= end:
            return own
        moved[start] = at
        start = end + 1
    return moved if start == len(known) else own


def _labelled(group: Sequence[int], rows: Sequence[Row], grid: Sequence[RowCells]) -> _Labelled | None:
    """Where a row and its label stand; None if there is nothing but the label."""
    others = [rows[i].middle for i in group if any(grid[i].texts[1:])]
    labels = [rows[i].middle for i in group if grid[i].texts[0]]
    if not others:
        return None
    return _Labelled((others[0] + others[-1]) / 2, (labels[0] + labels[-1]) / 2 if labels else None)
