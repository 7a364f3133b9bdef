"""The numbers beside the lines of manuscripts under review: left or right of the text, in every column, at every line
or at every fifth.

They are told from the numbers of lists and tables by standing in a column, counting the lines of text beside them, and
running through most pages of the document.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .lines import Span

_STEPS = (1, 2, 3, 4, 5, 10)
_ALIGNED = 1.5
_LEAST_MEMBERS = 3
_LEAST_NUMBERED = 15
_BESIDE = 45.0
_REGULAR = 0.75
_IN_ORDER = 0.8
_ON_PAGES = 0.6
_EXTENT = 0.5
_ROWS_OF_A_PAGE = 12
_SKIPPED = 12
_SMALLER = 0.88
_RAISED = 0.12

Rows = Sequence[Sequence[Span]]


@dataclass(frozen=True)
class _Stack:
    """Numbers below each other on one page; `step` is what they usually rise by."""

    page: int
    numbers: tuple[Span, ...]
    step: int

    @property
    def first(self) -> int:
        return int(self.numbers[0].text)

    @property
    def last(self) -> int:
        return int(self.numbers[-1].text)


def split_line_numbers(pages: Sequence[Rows]) -> tuple[list[list[list[Span]]], list[list[Span]]]:
    """The rows of every page without line numbers, and the numbers of every page."""
    stacks = [stack for at, rows in enumerate(pages) for stack in _stacks(at, rows)]
    accepted = _in_sequence(stacks)
    if not _through_the_document(accepted, pages):
        return [[list(row) for row in rows] for rows in pages], [[] for _ in pages]
    apart = {span for stack in accepted for span in stack.numbers}
    kept = [[part for row in rows for part in _parted(row, apart)] for rows in pages]
    return kept, [[span for row in rows for span in row if span in apart] for rows in pages]


def _stacks(page: int, rows: Rows) -> list[_Stack]:
    """The columns of rising numbers on a page that count the lines beside them."""
    numbers = [span for row in rows for at, span in enumerate(row)
               if _is_number(span.text) and not _is_note_mark(span, row[at + 1:at + 2])]
    if len(numbers) < _LEAST_MEMBERS:
        return []
    out: list[_Stack] = []
    taken: set[Span] = set()
    groups = [*_aligned(numbers, right=True), *_aligned(numbers, right=False)]
    for group in sorted(groups, key=len, reverse=True):
        members = _rising([span for span in group if span not in taken])
        step = _step(members)
        if step and _counts_lines(members, step, rows):
            out.append(_Stack(page, tuple(members), step))
            taken.update(members)
    return sorted(out, key=lambda stack: stack.numbers[0].x0)


def _is_number(text: str) -> bool:
    bare = text.strip()
    return 0 < len(bare) < 5 and bare.isascii() and bare.isdecimal()


def _is_note_mark(number: Span, after: Sequence[Span]) -> bool:
    """Whether a number is raised before the text that it touches, as at the beginning of a footnote."""
    return any(number.size < _SMALLER * text.size and text.baseline - number.baseline > _RAISED * text.size
               and text.x0 - number.x1 < 0.5 * text.size for text in after)


def _aligned(numbers: Sequence[Span], right: bool) -> list[list[Span]]:
    """The numbers in groups with a common right (or left) edge."""
    groups: list[list[Span]] = []
    for span in sorted(numbers, key=lambda s: _edge(s, right)):
        if groups and _edge(span, right) - _edge(groups[-1][-1], right) <= _ALIGNED:
            groups[-1].append(span)
        else:
            groups.append([span])
    return [group for group in groups if len(group) >= _LEAST_MEMBERS]


def _edge(span: Span, right: bool) -> float:
    text = span.text
    if right:
        return span.x1 - (0.25 * span.size * (len(text) - len(text.rstrip())))
    return span.x0


def _rising(group: Sequence[Span]) -> list[Span]:
    """The longest run of numbers that rise from top to bottom, if it holds most of the group."""
    ordered = sorted(group, key=lambda s: s.baseline)
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, span in enumerate(ordered):
        value = int(span.text)
        place = bisect_left(tails, value)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(value)
            ends.append(at)
        else:
            tails[place], ends[place] = value, at
    run: list[Span] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        run.append(ordered[at])
        at = before[at]
    return run[::-1] if len(run) >= max(_LEAST_MEMBERS, _IN_ORDER * len(ordered)) else []


def _step(members: Sequence[Span]) -> int:
    """What the numbers usually rise by, or 0."""
    rises = Counter(int(b.text) - int(a.text) for a, b in pairwise(members))
    if not rises:
        return 0
    step, times = min(rises.items(), key=lambda item: (-item[1], item[0]))
    return step if step in _STEPS and times >= _REGULAR * rises.total() else 0


def _counts_lines(members: Sequence[Span], step: int, rows: Rows) -> bool:
    """Whether, left or right of the numbers, there are no more lines of text between two of them than they say."""
    x0, x1 = min(span.x0 for span in members), max(span.x1 for span in members)
    own = set(members)
    texts = [span for row in rows for span in row
             if span not in own and span.text.strip() and not _is_number(span.text)]
    right = _baselines(span for span in texts if -2 < span.x0 - x1 < _BESIDE)
    left = _baselines(span for span in texts if -2 < x0 - span.x1 < _BESIDE)
    return any(_as_said(members, step, side) for side in (right, left) if len(side) >= len(members) / 2)


def _as_said(members: Sequence[Span], step: int, baselines: Sequence[float]) -> bool:
    fitting = 0
    for a, b in pairwise(members):
        between = bisect_left(baselines, b.baseline - 0.4 * b.size) - bisect_left(baselines, a.baseline + 0.4 * a.size)
        fitting += between <= max(step, int(b.text) - int(a.text)) - 1
    return fitting >= _REGULAR * (len(members) - 1)


def _baselines(spans: Iterable[Span]) -> list[float]:
    """Heights of the lines, raised and lowered parts aside."""
    out: list[float] = []
    for y, size in sorted((span.baseline, span.size) for span in spans):
        if not out or y - out[-1] > 0.4 * size:
            out.append(y)
    return out


def _in_sequence(stacks: Sequence[_Stack]) -> list[_Stack]:
    """The stacks that begin the count, begin it anew, or carry it on."""
    out: list[_Stack] = []
    for stack in stacks:
        begins = stack.first <= max(3, 2 * stack.step)
        carries = bool(out) and out[-1].first < stack.first <= out[-1].last + _SKIPPED * stack.step
        if begins or carries:
            out.append(stack)
    return out


def _through_the_document(stacks: Sequence[_Stack], pages: Sequence[Rows]) -> bool:
    """Whether most pages of text have such numbers; on a single page they must run along most of it."""
    if sum(len(stack.numbers) * stack.step for stack in stacks) < _LEAST_NUMBERED:
        return False
    full = {at for at, rows in enumerate(pages) if len(rows) >= _ROWS_OF_A_PAGE}
    having = {stack.page for stack in stacks}
    if len(having & full) < _ON_PAGES * len(full):
        return False
    if len(full) > 1:
        return True
    heights = [span.baseline for stack in stacks for span in stack.numbers]
    all_heights = [span.baseline for rows in pages for row in rows for span in row]
    return max(heights) - min(heights) > _EXTENT * (max(all_heights) - min(all_heights))


def _parted(row: Sequence[Span], apart: set[Span]) -> list[list[Span]]:
    """A row without the numbers: a number in the middle parts it."""
    if not any(span in apart for span in row):
        return [list(row)]
    parts: list[list[Span]] = [[]]
    for span in row:
        if span in apart:
            parts.append([])
        else:
            parts[-1].append(span)
    return [part for part in parts if any(span.text.strip() for span in part)]
