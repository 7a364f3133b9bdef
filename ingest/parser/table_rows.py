"""Printed rows of a table as its rows: a cell may run over several lines, and a label may stand between its rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .table_columns import RowCells
from .table_layout import HALF_LINE, Layout, bracketed, is_number, is_open, is_value, layout_of
from .table_words import Row

_SAME_PITCH = 1.13
_MOST_WRAPPED = 0.75
_LEAST_FLOWING = 0.4


def logical_rows(
    rows: Sequence[Row], grid: Sequence[RowCells], head: int, full: Sequence[float], partial: Sequence[float]
) -> list[list[int]]:
    """Groups of printed rows (indices) that are one row of the table each. `full` and `partial` are the heights of
    rules that run over the whole table and over a part of it."""
    layout = layout_of(rows, grid, head)
    body = list(range(head, len(rows)))
    bands = _bands(rows, body, full)
    groups = _header_groups(rows, grid, head, partial)
    if len(bands) >= 3 and len(bands) >= 0.25 * len(body) and all(_is_one_row(band, layout) for band in bands):
        return groups + bands
    for band in bands:
        for group in (part for glued in _glued(band, layout) for part in _by_starts(glued, layout)):
            groups += [group] if _is_one_row(group, layout) else _by_content(group, layout)
    return groups


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


def _glued(band: Sequence[int], layout: Layout) -> list[list[int]]:
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


def _by_starts(group: list[int], layout: Layout) -> list[list[int]]:
    """The group cut where rows of the table begin, if something tells it; cells centred by height begin anywhere."""
    if any(_interleaved(i, layout) for i in group[1:]):
        return [group]
    return _by_anchors(group, layout) or _by_labels(group, layout)


def _by_anchors(group: list[int], layout: Layout) -> list[list[int]]:
    """The group cut at the lines that hold a cell of a column of short texts, where (nearly) all other columns begin a
    cell too and nowhere else: how texts are set that begin at the same height and wrap without a space between rows."""
    full = [i for i in group if all(layout.grid[i].texts)]
    held = [[i for i in group if layout.grid[i].texts[c]] for c in range(len(layout.widths))]
    best: list[int] = []
    for starts in (full, *held):
        if len(best) < len(starts) < len(group) and _begin_rows(starts, group, layout):
            best = starts
    if len(best) < 2:
        return []
    bounds = [*(group.index(i) for i in best), len(group)]
    return [group[a:b] for a, b in pairwise(bounds)]


def _begin_rows(starts: Sequence[int], group: Sequence[int], layout: Layout) -> bool:
    """Whether these lines begin rows and no other does: full ones, after which no cell is told to go on at the next
    start, while the others mostly go on with a line that was full."""
    columns = range(len(layout.widths))
    if starts[0] != group[0] or any(layout.grid[i].spanning for i in group):
        return False
    if any(sum(bool(text) for text in layout.grid[i].texts) < len(columns) - 1 for i in starts):
        return False
    joins = wrapped = 0
    for c in columns:
        for a, b in pairwise([i for i in group if layout.grid[i].texts[c]]):
            if b in starts:
                if layout.flows(a, b, c):
                    return False
                continue
            if is_value(layout.grid[b].texts[c]) and not layout.opens(a, c):
                return False
            joins += 1
            wrapped += not layout.fits(a, b, c)
    return wrapped >= _MOST_WRAPPED * joins > 0


def _by_labels(group: list[int], layout: Layout) -> list[list[int]]:
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


def _interleaved(i: int, layout: Layout) -> bool:
    """Whether a row stands less than a line below the one before it, as cells do that are centred by height."""
    return layout.rows[i].y1 - layout.rows[i - 1].y1 < HALF_LINE * layout.rows[i].size


def _is_one_row(group: Sequence[int], layout: Layout) -> bool:
    """Whether printed rows are the lines of one row: no numbers on each other, lines that break where they must, and no
    height at which every cell that goes on could have gone on in its line."""
    joins = wrapped = flowing = 0
    broken: dict[int, bool] = {}
    for c in range(len(layout.widths)):
        held = [i for i in group if layout.grid[i].texts[c]]
        if len(held) > 1 and all(is_value(layout.grid[i].texts[c]) for i in held):
            return False
        for a, b in pairwise(held):
            flows = layout.flows(a, b, c)
            full = not layout.fits(a, b, c) or bracketed(layout.grid[b].texts[c])
            broken[b] = broken.get(b, True) and not (full and (flows or layout.texty[c]))
            if full and not flows and not layout.texty[c]:
                continue
            joins += 1
            wrapped += full
            flowing += full and flows
    return wrapped >= _MOST_WRAPPED * joins and flowing >= _LEAST_FLOWING * wrapped and not any(broken.values())


def _by_content(group: Sequence[int], layout: Layout) -> list[list[int]]:
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


def _stacked(group: list[int], layout: Layout) -> list[list[int]]:
    """Rows around a label that is set between them: each row of values is a row, the label belongs to the first. Rows
    of numbers in brackets only go on with the cells above them."""
    filled = {i: {c for c, text in enumerate(layout.grid[i].texts) if text and c} for i in group}
    labels = [i for i in group if not any(filled[i] & filled[k] for k in group if k != i)]
    anchors = [i for i in group if i not in labels]
    values = [i for i in anchors if sum(is_value(layout.grid[i].texts[c]) for c in filled[i]) >= 0.5 * len(filled[i])]
    if len(values) < 2 or len(values) < len(anchors):
        return [group]
    return [sorted([*labels, anchors[0]]), *([i] for i in anchors[1:])]


def _continues(group: Sequence[int], i: int, layout: Layout) -> bool:
    """Whether a row only goes on with the cells of the rows before it."""
    cells = layout.grid[i]
    filled = [c for c, text in enumerate(cells.texts) if text]
    if any(is_number(cells.texts[c]) and _closed_above(group, c, layout) for c in filled if c):
        return False
    if cells.texts[0] and len(filled) > 1 and is_value(cells.texts[0]):
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
        not layout.fits(k, i, c) or bracketed(cells.texts[c]) for k, c in joins
    )


def _closed_above(group: Sequence[int], column: int, layout: Layout) -> bool:
    """Whether the last cell of a column in the rows of a group is there and whole."""
    held = [i for i in group if layout.grid[i].texts[column]]
    return bool(held) and not layout.opens(held[-1], column)


def _label_goes_on(before: int, i: int, layout: Layout) -> bool:
    """A label over two lines whose values stand beside one of them."""
    label, following = layout.grid[before].texts[0], layout.grid[i].texts[0]
    if not label or layout.grid[before].spanning:
        return False
    if is_open(label) or following.startswith("("):
        return True
    return layout.wraps(before, i, 0) and (
        following[:1].islower() or (any(layout.grid[before].texts[1:]) and layout.texty[0])
    )
