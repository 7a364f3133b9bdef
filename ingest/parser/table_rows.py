"""Words of a table as printed rows, and printed rows as rows of the table (a cell may run over several lines)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table_columns import RowCells
    from .table_region import TableRegion

_NUMERIC = re.compile(r"[-−–+<>≤≥=~±]?\s?[\d.,]+")
_TEXTY_WORDS = 3.0
_HALF_LINE = 0.65


@dataclass(frozen=True)
class Word:
    """A word and its rectangle in points of the upright frame."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


@dataclass(frozen=True)
class Row:
    """The words of one printed row from left to right. `size` is the height of most words in points."""

    words: tuple[Word, ...]
    y0: float
    y1: float
    size: float

    @property
    def middle(self) -> float:
        """The height of the middle of the row."""
        return (self.y0 + self.y1) / 2


def text_rows(words: Sequence[Word]) -> list[Row]:
    """Printed rows from top to bottom. Raised marks join the row that they overlap."""
    if not words:
        return []
    size = median(word.y1 - word.y0 for word in words)
    rows: list[list[Word]] = []
    for word in sorted((w for w in words if w.y1 - w.y0 > 0.8 * size), key=lambda w: (w.y0 + w.y1, w.x0)):
        home = next((row for row in reversed(rows[-3:]) if _overlap(word, row) > 0.55 * min(word.y1 - word.y0, size)), None)
        if home is None:
            rows.append([word])
        else:
            home.append(word)
    for word in (w for w in words if w.y1 - w.y0 <= 0.8 * size):
        home = max(rows, key=lambda row: _overlap(word, row), default=None)
        if home is not None and _overlap(word, home) > 0:
            home.append(word)
        else:
            rows.append([word])
    return sorted((_row(row) for row in rows), key=lambda row: row.middle)


def _overlap(word: Word, row: Sequence[Word]) -> float:
    return min(word.y1, row[0].y1) - max(word.y0, row[0].y0)


def _row(words: Sequence[Word]) -> Row:
    """Raised and lowered marks make a word taller; the median word tells where the row stands."""
    height = median(word.y1 - word.y0 for word in words)
    main = [word for word in words if word.y1 - word.y0 > 0.8 * height]
    return Row(tuple(sorted(words, key=lambda w: w.x0)), median(w.y0 for w in main), median(w.y1 for w in main), height)


def logical_rows(rows: Sequence[Row], grid: Sequence[RowCells], head: int, full: Sequence[float], partial: Sequence[float],
                 region: TableRegion) -> list[list[int]]:
    """Groups of printed rows (indices) that are one row of the table each."""
    groups = _header_groups(rows, grid, head, partial)
    body = list(range(head, len(rows)))
    bands = _bands(rows, body, full)
    if len(bands) >= 3 and len(bands) >= 0.25 * len(body) and _one_row_each(bands, grid):
        return groups + bands
    return groups + [group for band in bands for group in _by_spacing(rows, grid, band)]


def _header_groups(rows: Sequence[Row], grid: Sequence[RowCells], head: int, partial: Sequence[float]) -> list[list[int]]:
    """Header lines are one row, unless a rule or a heading over several columns parts them."""
    groups: list[list[int]] = []
    for i in range(head):
        parted = i == 0 or grid[i - 1].spanning or any(rows[i - 1].middle < y < rows[i].middle for y in partial)
        if parted:
            groups.append([i])
        else:
            groups[-1].append(i)
    return groups


def _bands(rows: Sequence[Row], body: Sequence[int], full: Sequence[float]) -> list[list[int]]:
    bands: list[list[int]] = []
    for i in body:
        if bands and not any(rows[i - 1].middle < y < rows[i].middle for y in full):
            bands[-1].append(i)
        else:
            bands.append([i])
    return bands


def _one_row_each(bands: Sequence[Sequence[int]], grid: Sequence[RowCells]) -> bool:
    """Whether rules part single rows: what stands between two of them is no stack of full or numeric rows."""
    for band in bands:
        full = [i for i in band if all(grid[i].texts)]
        stacked = [i for i in band if grid[i].texts[0] and any(_NUMERIC.fullmatch(t) for t in grid[i].texts[1:])]
        words = sum(len(t.split()) for i in band for t in grid[i].texts) / max(1, sum(bool(t) for i in band for t in grid[i].texts))
        if len(stacked) > 1 or (len(full) > 1 and words < _TEXTY_WORDS):
            return False
    return True


def _by_spacing(rows: Sequence[Row], grid: Sequence[RowCells], band: Sequence[int]) -> list[list[int]]:
    """Rows of a band: by a wider space between rows than between the lines of a cell, else by what a row lacks."""
    gaps = [rows[b].y0 - rows[a].y1 for a, b in zip(band, band[1:], strict=False)]
    cut = _two_spacings(gaps, median(rows[i].size for i in band))
    groups: list[list[int]] = []
    interleaved: set[int] = set()
    for at, i in enumerate(band):
        if not groups:
            groups.append([i])
            continue
        if rows[i].y1 - rows[i - 1].y1 < _HALF_LINE * rows[i].size:
            interleaved.add(i)
            groups[-1].append(i)
            continue
        tight = cut is not None and gaps[at - 1] < cut
        if (tight and not _complete(grid[i], grid[groups[-1][-1]])) or (cut is None and _continues(grid[groups[-1][-1]], grid[i])):
            groups[-1].append(i)
        else:
            groups.append([i])
    return [part for group in groups for part in (_stacked(group, grid) if interleaved & {*group} else [group])]


def _stacked(group: list[int], grid: Sequence[RowCells]) -> list[list[int]]:
    """Rows around a label that is set between them: each row of numbers is a row, the label belongs to the first. Rows
    of numbers in brackets only go on with the cells above them."""
    anchors = [i for i in group if sum(bool(_NUMERIC.match(t)) for t in grid[i].texts[1:]) >= min(2, len(grid[i].texts) - 1)]
    if len(anchors) < 2:
        return [group]
    return [[i for i in group if i == anchors[0] or i not in anchors], *([i] for i in anchors[1:])]


def _two_spacings(gaps: Sequence[float], size: float) -> float | None:
    """A height that parts narrow from wide gaps, if there are two clear kinds; else None."""
    ordered = sorted(gaps)
    if len(ordered) < 3:
        return None
    step, at = max((b - a, i) for i, (a, b) in enumerate(zip(ordered, ordered[1:], strict=False)))
    low, high = ordered[: at + 1], ordered[at + 1 :]
    if step < 0.15 * size or len(low) < 2 or len(high) < 2 or low[-1] - low[0] > step or low[-1] > 0.6 * size:
        return None
    return (low[-1] + high[0]) / 2


def _complete(cells: RowCells, before: RowCells) -> bool:
    """Whether a row can stand by itself: label and at least one number, as the row before it has."""
    numeric = any(_NUMERIC.match(t) for t in cells.texts[1:])
    return bool(cells.texts[0]) and numeric and any(_NUMERIC.match(t) for t in before.texts[1:])


def _continues(before: RowCells, cells: RowCells) -> bool:
    """Whether a row only goes on with cells of the row before it."""
    filled = [c for c, text in enumerate(cells.texts) if text]
    if not filled or any(_NUMERIC.match(cells.texts[c]) and not re.search(r"[^\W\d_]{3}", cells.texts[c]) for c in filled):
        if not filled or cells.texts[0] or not _open(before.texts[0]):
            return bool(filled) and _label_goes_on(before, cells)
        return False
    if cells.texts[0]:
        return _label_goes_on(before, cells)
    return all(before.texts[c] for c in filled) and len(filled) < sum(bool(t) for t in before.texts)


def _label_goes_on(before: RowCells, cells: RowCells) -> bool:
    """A label over two lines whose values stand beside one of them."""
    label, following = before.texts[0], cells.texts[0]
    if not label or not following:
        return False
    alone = not any(before.texts[1:]) or not any(cells.texts[1:])
    return alone and (_open(label) or (following[0].islower() and len(following.split()) < 6) or (following.startswith("(") and not any(cells.texts[1:])))


def _open(text: str) -> bool:
    return text.endswith(("-", ",", " and", " of", " or", " the", " in", " for", " with", " to")) or text.count("(") > text.count(")")
