"""Where the body of a table lies, given its caption: between rules, or the aligned rows below (or above) it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from .caption_lines import Caption
from .lines import Line, Page
from .rules import Rules
from .running_text import RunningText, has_wide_gap
from .table_end import NOTE, WIDE_GAP, is_head_alone, split_end
from .table_shades import with_plain_rows

_NEAR = 70.0
_FORMULA = re.compile(r"=.*\(\d{1,3}[a-z]?\)$")


@dataclass(frozen=True)
class TableRegion:
    """The rectangle of the body in points, the lines of the body, and those of the notes below it."""

    x0: float
    y0: float
    x1: float
    y1: float
    lines: tuple[Line, ...]
    notes: tuple[Line, ...]


def table_region(
    caption: Caption, rules: Rules, captions: Sequence[Caption], body: RunningText, taken: Set[Line], *, below: bool
) -> TableRegion | None:
    """The body and the notes of the table below (or above) a caption; none if nothing like rows stands there."""
    taken = taken - {*caption.lines} if caption.beside else taken
    limit = _limit(caption, captions, below)
    return _ruled(caption, rules, taken, body, limit, below) or _unruled(caption, taken, body, limit, below)


def distance(caption: Caption, region: TableRegion) -> float:
    """How far the body stands from its caption, in points."""
    return max(region.y0 - caption.y1, caption.y0 - region.y1, 0.0)


def _limit(caption: Caption, captions: Sequence[Caption], below: bool) -> float:
    """The height of the next caption in the same range of x."""
    others = [
        c
        for c in captions
        if c.page is caption.page and c is not caption and min(c.x1, caption.x1) > max(c.x0, caption.x0)
    ]
    if below:
        return min((c.y0 for c in others if c.y0 > caption.y0), default=caption.page.height)
    return max((c.y1 for c in others if c.y1 < caption.y1), default=0.0)


def _ruled(
    caption: Caption, rules: Rules, taken: Set[Line], body: RunningText, limit: float, below: bool
) -> TableRegion | None:
    page = caption.page
    start = caption.y0 - 4 if caption.beside else caption.y1 - 3
    lines = [
        (a, b, y)
        for a, b, y in rules.horizontal
        if (start <= y <= limit if below else limit <= y <= caption.y0 + 2)
        and b - a > 60
        and (
            min(b, caption.x1) - max(a, caption.x0) > 0.3 * min(b - a, caption.x1 - caption.x0)
            or (caption.beside and a > caption.x1 - 5)
        )
    ]
    if len(lines) < 2:
        return None
    widest = max(b - a for a, b, _ in lines)
    if not below:
        lines = lines[::-1]
    first = next(item for item in lines if item[1] - item[0] > 0.55 * widest)
    if abs(first[2] - (caption.y1 if below else caption.y0)) > 60 and not caption.beside:
        return None
    chain = [first]
    for item in lines[lines.index(first) + 1 :]:
        if min(item[1], first[1]) - max(item[0], first[0]) < 0.6 * (item[1] - item[0]):
            continue
        top, bottom = sorted((chain[-1][2], item[2]))
        if _paragraph_between(page, top, bottom, chain, body, taken):
            break
        chain.append(item)
    x0, x1 = min(a for a, _, _ in chain), max(b for _, b, _ in chain)
    full = [y for a, b, y in chain if b - a > 0.55 * (x1 - x0)]
    top, bottom = min(full), max(full)
    if below:
        top, bottom = with_plain_rows(page, (x0, top, x1, bottom), caption.y1, rules, taken, body)
    inside = _lines_in(page, x0, top, x1, bottom, taken)
    if caption.beside:
        inside = (*(line for line in caption.lines if line not in inside and line.x1 > x0), *inside)
    if len(inside) < 2 or (below and is_head_alone(inside, _directly_below(page, x0, bottom, x1, limit, taken, body))):
        return None
    return TableRegion(
        x0,
        top,
        x1,
        bottom,
        inside,
        _notes(page, x0, bottom, x1, limit if below else caption.y0, taken, inside, body, rules),
    )


def _directly_below(
    page: Page, x0: float, bottom: float, x1: float, limit: float, taken: Set[Line], body: RunningText
) -> list[Line]:
    """The lines right below a rule, up to a gap or to running text."""
    found: list[Line] = []
    edge = bottom
    for line in sorted(_lines_in(page, x0, bottom, x1, limit, taken), key=lambda line: (line.y0, line.x0)):
        if line.y0 - edge > 0.8 * line.size or body.has(line):
            break
        if line.y0 > bottom - 2:
            found.append(line)
            edge = max(edge, line.y1)
    return found


def _paragraph_between(
    page: Page,
    top: float,
    bottom: float,
    chain: Sequence[tuple[float, float, float]],
    body: RunningText,
    taken: Set[Line],
) -> bool:
    """Whether running text stands between two rules: the lower one then belongs to something else."""
    a, b = chain[0][0], chain[0][1]
    running = [line for line in _lines_in(page, a, top, b, bottom, taken) if body.has(line)]
    wide = any(body.fills_column(line) and line.x1 - line.x0 > 0.8 * (b - a) for line in running)
    columns = Counter(
        (line.column, round(line.x0))
        for line in running
        if body.fills_column(line) and line.x1 - line.x0 > 0.4 * (b - a)
    )
    return wide or max(columns.values(), default=0) >= 4


def _unruled(caption: Caption, taken: Set[Line], body: RunningText, limit: float, below: bool) -> TableRegion | None:
    page = caption.page
    left, right = _half(caption, body, below)
    near = [
        line
        for line in page.lines
        if line not in taken
        and left <= (line.x0 + line.x1) / 2 <= right
        and (
            line.y0 >= caption.y1 - 2 and line.y1 <= limit if below else line.y1 <= caption.y0 + 2 and line.y0 >= limit
        )
    ]
    near.sort(key=lambda line: line.y0 if below else -line.y1)
    rows: list[Line] = []
    edge = caption.y1 if below else caption.y0
    for line in near:
        gap = line.y0 - edge if below else edge - line.y1
        if gap > 2.2 * line.size + (8 if not rows else 0) or body.has(line) or _FORMULA.search(line.text):
            break
        rows.append(line)
        edge = max(edge, line.y1) if below else min(edge, line.y0)
    if sum(has_wide_gap(line, WIDE_GAP) for line in rows) < 2 and not _beside_each_other(rows):
        return None
    rows, notes = split_end(rows) if below else (rows, [])
    x0, x1 = max(left, min(line.x0 for line in rows)), min(right, max(line.x1 for line in rows))
    y0, y1 = min(line.y0 for line in rows), max(line.y1 for line in rows)
    return TableRegion(x0, y0, x1, y1, tuple(rows), tuple(notes))


def _half(caption: Caption, body: RunningText, below: bool) -> tuple[float, float]:
    """The range of x that a table may take: half the page if its caption and the text beside it keep to halves."""
    page = caption.page
    middle = page.width / 2
    top, bottom = (caption.y0, caption.y1 + _NEAR) if below else (caption.y0 - _NEAR, caption.y1)
    other = [
        line
        for line in page.lines
        if body.has(line)
        and top < line.y0 < bottom
        and (line.x0 > middle if caption.x1 < middle + 5 else line.x1 < middle)
    ]
    # A caption over a table of the whole width has nothing beside it.
    beside = any(
        (span.x0 > middle if caption.x1 < middle + 5 else span.x1 < middle)
        and min(span.y1, caption.y1) - max(span.y0, caption.y0) > 0.5 * (span.y1 - span.y0)
        for line in page.lines
        for span in line.spans
        if span.text.strip()
    )
    if (len(other) < 3 and not beside) or caption.x0 < middle - 5 < middle + 5 < caption.x1:
        return 0.0, page.width
    return (0.0, middle) if caption.x1 < middle + 5 else (middle, page.width)


def _beside_each_other(lines: Sequence[Line]) -> bool:
    """Whether at least two lines have another one at their height."""
    return (
        sum(any(b is not a and min(a.y1, b.y1) - max(a.y0, b.y0) > 0.6 * (a.y1 - a.y0) for b in lines) for a in lines)
        >= 4
    )


def _lines_in(page: Page, x0: float, y0: float, x1: float, y1: float, taken: Set[Line]) -> tuple[Line, ...]:
    return tuple(
        line
        for line in page.lines
        if line not in taken
        and y0 - 1 <= (line.y0 + line.y1) / 2 <= y1 + 1
        and min(line.x1, x1) - max(line.x0, x0) > 0.5 * (line.x1 - line.x0)
    )


def _notes(
    page: Page,
    x0: float,
    bottom: float,
    x1: float,
    limit: float,
    taken: Set[Line],
    rows: Sequence[Line],
    body: RunningText,
    rules: Rules,
) -> tuple[Line, ...]:
    """Small type right below the table, up to a gap or to running text."""
    sizes = sorted(line.size for line in rows)
    usual = sizes[len(sizes) // 2]
    found: list[Line] = []
    edge = bottom
    for line in sorted(page.lines, key=lambda line: (line.y0, line.x0)):
        if (
            line in taken
            or line.y0 < bottom - 2
            or line.y1 > limit
            or min(line.x1, x1) - max(line.x0, x0) < 0.5 * (line.x1 - line.x0)
        ):
            continue
        step = line.y0 - edge
        small = line.size < body.size - 0.4 and line.size < usual + 0.6
        marked = not found and bool(NOTE.match(line.text)) and line.size < usual + 0.6 and line.size <= body.size - 0.2
        if step > (1.3 * line.size if found else 1.6 * line.size) or not (
            small or marked or (found and line.size <= found[-1].size + 0.3)
        ):
            break
        if line.y0 >= edge - line.size and rules.between(edge + 1.5, line.y0, x0, x1) and found:
            break
        found.append(line)
        edge = max(edge, line.y1)
    return tuple(found)
