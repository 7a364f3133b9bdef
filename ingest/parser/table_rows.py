"""Printed rows of a table as its rows: a cell may run over several lines, and a label may stand between its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from .table_columns import RowCells
from .table_words import Row

_NUMERIC = re.compile(r"[-−–+<>≤≥=~±]?\s?[\d.,]+")
_UNFINISHED = re.compile(r"\w-$|\d\s?[–—−]$|[±,]$| (?:and|of|or|the|in|for|with|to)$")
_TEXTY_WORDS = 2.5
_HALF_LINE = 0.65
_SAME_PITCH = 1.13
_WRAPPED = 0.92
_MOST_WRAPPED = 0.75
_LEAST_FLOWING = 0.4


@dataclass(frozen=True)
class _Layout:
    """The rows with their cells, and what holds for the table as a whole: the distance of lines in a cell in points,
    and for each column the width of its widest text, whether its cells hold running words, and whether they begin with
    small letters from the first, so that one says nothing beside a new label."""

    rows: Sequence[Row]
    grid: Sequence[RowCells]
    pitch: float
    widths: tuple[float, ...]
    texty: tuple[bool, ...]
    small: tuple[bool, ...]

    def fits(self, before: int, after: int, column: int) -> bool:
        """Whether the first word of a cell of row `after` would still have fitted into the line of row `before`."""
        first, second = self.grid[before].extents[column], self.grid[after].extents[column]
        if first is None or second is None:
            return True
        return first[1] - first[0] + 0.2 * self.rows[before].size + second[2] <= _WRAPPED * self.widths[column]

    def flows(self, before: int, after: int, column: int) -> bool:
        """Whether the text itself goes on from row `before` to row `after`."""
        text, following = self.grid[before].texts[column], self.grid[after].texts[column]
        told = not self.small[column] or not self.grid[after].texts[0]
        return (told and following[:1].islower()) or _open(text) or _bracketed(following)

    def opens(self, row: int, column: int) -> bool:
        """Whether the cell of a row is a value that its line does not end, as "0.4 to"."""
        return _open(self.grid[row].texts[column])

    def wraps(self, before: int, after: int, column: int) -> bool:
        """Whether a cell of row `after` can be the next line of the one in `before`."""
        return not self.fits(before, after, column) and (self.texty[column] or self.flows(before, after, column))


def logical_rows(
    rows: Sequence[Row], grid: Sequence[RowCells], head: int, full: Sequence[float], partial: Sequence[float]
) -> list[list[int]]:
    """Groups of printed rows (indices) that are one row of the table each. `full` and `partial` are the heights of
    rules that run over the whole table and over a part of it."""
    layout = _layout(rows, grid, head)
    body = list(range(head, len(rows)))
    bands = _bands(rows, body, full)
    groups = _header_groups(rows, grid, head, partial)
    if len(bands) >= 3 and len(bands) >= 0.25 * len(body) and all(_is_one_row(band, layout) for band in bands):
        return groups + bands
    for band in bands:
        for group in (part for glued in _glued(band, layout) for part in _by_labels(glued, layout)):
            groups += [group] if _is_one_row(group, layout) else _by_content(group, layout)
    return groups


def _layout(rows: Sequence[Row], grid: Sequence[RowCells], head: int) -> _Layout:
    count = len(grid[0].texts)
    steps: list[float] = []
    widths: list[float] = []
    texty: list[bool] = []
    small: list[bool] = []
    for c in range(count):
        held = [i for i in range(head, len(rows)) if grid[i].texts[c] and not grid[i].spanning]
        steps += [step for a, b in pairwise(held) if (step := rows[b].y1 - rows[a].y1) > _HALF_LINE * rows[a].size]
        widths.append(max((e[1] - e[0] for i in held if (e := grid[i].extents[c])), default=0.0))
        small.append(bool(held) and grid[held[0]].texts[c][:1].islower())
        texty.append(bool(held) and mean(len(grid[i].texts[c].split()) for i in held) >= _TEXTY_WORDS)
    steps.sort()
    pitch = steps[len(steps) // 10] if steps else rows[0].size
    return _Layout(rows, grid, pitch, tuple(widths), tuple(texty), tuple(small))


def _header_groups(
    rows: Sequence[Row], grid: Sequence[RowCells], head: int, partial: Sequence[float]
) -> list[list[int]]:
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


def _glued(band: Sequence[int], layout: _Layout) -> list[list[int]]:
    """The band cut wherever no column has two lines at the distance of lines in a cell on both sides of the cut."""
    glued: set[int] = set()
    for c in range(len(layout.widths)):
        held = [i for i in band if layout.grid[i].texts[c]]
        for a, b in pairwise(held):
            if layout.rows[b].y1 - layout.rows[a].y1 <= _SAME_PITCH * layout.pitch:
                glued.update(range(a, b))
    groups: list[list[int]] = []
    for i in band:
        if groups and (i - 1 in glued or _interleaved(i, layout)):
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _by_labels(group: list[int], layout: _Layout) -> list[list[int]]:
    """The group cut at each label, where texts run on beside short labels: every row then begins with its label and
    with one of its other short cells, and the printed rows between them hold neither."""
    short = [c for c in range(len(layout.widths)) if not layout.texty[c]]
    starts = [i for i in group if layout.grid[i].texts[0]]
    others = [i for i in group if i not in starts]
    if not short or short[0] != 0 or len(starts) < 2 or not others or group[0] not in starts:
        return [group]
    if any(layout.flows(a, b, 0) for a, b in pairwise(starts)) or any(layout.grid[i].spanning for i in group):
        return [group]
    told = [c for c in short[1:] if all(layout.grid[i].texts[c] for i in starts)
            and not any(layout.grid[i].texts[c] for i in others)]
    texty = [c for c in range(len(layout.widths)) if layout.texty[c]]
    ended = all(layout.fits(i - 1, i, c) for i in starts[1:] for c in texty if layout.grid[i - 1].texts[c])
    if not told and not (ended and texty):
        return [group]
    bounds = [*(group.index(i) for i in starts), len(group)]
    return [group[a:b] for a, b in pairwise(bounds)]


def _interleaved(i: int, layout: _Layout) -> bool:
    """Whether a row stands less than a line below the one before it, as cells do that are centred by height."""
    return layout.rows[i].y1 - layout.rows[i - 1].y1 < _HALF_LINE * layout.rows[i].size


def _is_one_row(group: Sequence[int], layout: _Layout) -> bool:
    """Whether printed rows are the lines of one row: no numbers on each other, lines that break where they must, and no
    height at which every cell that goes on could have gone on in its line."""
    joins = wrapped = flowing = 0
    broken: dict[int, bool] = {}
    for c in range(len(layout.widths)):
        held = [i for i in group if layout.grid[i].texts[c]]
        if len(held) > 1 and all(_is_value(layout.grid[i].texts[c]) for i in held):
            return False
        for a, b in pairwise(held):
            flows = layout.flows(a, b, c)
            full = not layout.fits(a, b, c) or _bracketed(layout.grid[b].texts[c])
            broken[b] = broken.get(b, True) and not (full and (flows or layout.texty[c]))
            if full and not flows and not layout.texty[c]:
                continue
            joins += 1
            wrapped += full
            flowing += full and flows
    return wrapped >= _MOST_WRAPPED * joins and flowing >= _LEAST_FLOWING * wrapped and not any(broken.values())


def _by_content(group: Sequence[int], layout: _Layout) -> list[list[int]]:
    """Rows at one distance: a row that only goes on with cells of the row before it joins it."""
    out: list[list[int]] = []
    interleaved: list[bool] = []
    for i in group:
        between = bool(out) and _interleaved(i, layout)
        if out and (between or _continues(out[-1], i, layout)):
            out[-1].append(i)
            interleaved[-1] = interleaved[-1] or between
        else:
            out.append([i])
            interleaved.append(False)
    return [
        part
        for rows, mixed in zip(out, interleaved, strict=True)
        for part in (_stacked(rows, layout) if mixed else [rows])
    ]


def _stacked(group: list[int], layout: _Layout) -> list[list[int]]:
    """Rows around a label that is set between them: each row of values is a row, the label belongs to the first. Rows
    of numbers in brackets only go on with the cells above them."""
    filled = {i: {c for c, text in enumerate(layout.grid[i].texts) if text and c} for i in group}
    labels = [i for i in group if not any(filled[i] & filled[k] for k in group if k != i)]
    anchors = [i for i in group if i not in labels]
    values = [i for i in anchors if sum(_is_value(layout.grid[i].texts[c]) for c in filled[i]) >= 0.5 * len(filled[i])]
    if len(values) < 2 or len(values) < len(anchors):
        return [group]
    return [sorted([*labels, anchors[0]]), *([i] for i in anchors[1:])]


def _continues(group: Sequence[int], i: int, layout: _Layout) -> bool:
    """Whether a row only goes on with the cells of the rows before it."""
    cells = layout.grid[i]
    filled = [c for c, text in enumerate(cells.texts) if text]
    if any(is_number(cells.texts[c]) and _closed_above(group, c, layout) for c in filled if c):
        return False
    if cells.texts[0] and len(filled) > 1 and _is_value(cells.texts[0]):
        return False
    last = {c: next((k for k in reversed(group) if layout.grid[k].texts[c]), None) for c in filled}
    if cells.texts[0] and (len(filled) == 1 or not any(layout.grid[group[-1]].texts[1:])):
        return _label_goes_on(group[-1], i, layout)
    joins = [(k, c) for c, k in last.items() if k is not None]
    if len(joins) < len(last) or any(is_number(cells.texts[c]) and not layout.opens(k, c) for k, c in joins):
        return False
    if cells.texts[0] and len(filled) > 1 and not layout.texty[0] and not any(layout.texty):
        return False
    return any(layout.flows(k, i, c) for k, c in joins) and all(
        not layout.fits(k, i, c) or _bracketed(cells.texts[c]) for k, c in joins
    )


def _closed_above(group: Sequence[int], column: int, layout: _Layout) -> bool:
    """Whether the last cell of a column in the rows of a group is there and whole."""
    held = [i for i in group if layout.grid[i].texts[column]]
    return bool(held) and not layout.opens(held[-1], column)


def _label_goes_on(before: int, i: int, layout: _Layout) -> bool:
    """A label over two lines whose values stand beside one of them."""
    label, following = layout.grid[before].texts[0], layout.grid[i].texts[0]
    if not label or layout.grid[before].spanning:
        return False
    if _open(label) or following.startswith("("):
        return True
    return layout.wraps(before, i, 0) and (
        following[:1].islower() or (any(layout.grid[before].texts[1:]) and layout.texty[0])
    )


def is_number(text: str) -> bool:
    """Whether a cell begins with a number and holds no word."""
    return bool(_NUMERIC.match(text)) and not re.search(r"[^\W\d_]{3}", text)


def _is_value(text: str) -> bool:
    """A whole number, a dash, or a mark of one or two letters; not a number in brackets."""
    return (is_number(text) and not _open(text)) or (len(text) <= 2 and not _bracketed(text))


def _bracketed(text: str) -> bool:
    return text.startswith(("(", "[", "±"))


def _open(text: str) -> bool:
    """Whether a text cannot end here: a hyphen, a dash after a digit, a word that another must follow, a bracket."""
    return bool(_UNFINISHED.search(text)) or text.count("(") > text.count(")")
