"""The numbers along the axes of a plot: three or more at one distance from each other, falling from top to bottom or
changing from left to right. At the edge of a page they would pass for page numbers; line numbers rise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .spans import Fragment, joined

_NUMBER = re.compile(r"[-–−]?\d{1,5}(?:[.,·]\d+)?%?")
_IN_LINE = 2.0
_SAME_STEP = 0.12
_LEAST_STEP = 0.9
_FEWEST = 3


def axis_numbers(fragments: Sequence[Fragment]) -> set[int]:
    """Which of the fragments of a page are numbers along an axis."""
    values = {at: _value(text) for at, text in enumerate(map(joined, fragments)) if _NUMBER.fullmatch(text)}
    if len(values) < _FEWEST:
        return set()
    lefts = {at: fragments[at][0].x0 for at in values}
    rights = {at: fragments[at][-1].x1 for at in values}
    centres = {at: (lefts[at] + rights[at]) / 2 for at in values}
    heights = {at: fragments[at][0].baseline for at in values}
    out: set[int] = set()
    for across in (lefts, rights, centres, heights):
        along = centres if across is heights else heights
        for group in _in_line(list(values), across):
            size = fragments[group[0]][0].size
            alike = [at for _, at in sorted((along[at], at) for at in group if abs(fragments[at][0].size - size) < 0.1)]
            for run in _evenly_spaced(alike, along, _LEAST_STEP * size):
                falls = all(values[b] < values[a] for a, b in pairwise(run))
                if falls or (across is heights and all(values[b] > values[a] for a, b in pairwise(run))):
                    out.update(run)
    return out


def _value(text: str) -> float:
    return float(re.sub("[–−]", "-", text).replace(",", ".").replace("·", ".").rstrip("%"))


def _in_line(numbers: Sequence[int], across: dict[int, float]) -> list[list[int]]:
    """Groups of numbers with much the same coordinate."""
    groups: list[list[int]] = []
    for at in sorted(numbers, key=lambda number: across[number]):
        if groups and across[at] - across[groups[-1][0]] < _IN_LINE:
            groups[-1].append(at)
        else:
            groups.append([at])
    return [group for group in groups if len(group) >= _FEWEST]


def _evenly_spaced(group: Sequence[int], along: dict[int, float], least: float) -> list[list[int]]:
    """The numbers of a row or column in runs at one distance."""
    runs = [list(group[:2])]
    for at in group[2:]:
        run = runs[-1]
        step, last = along[run[-1]] - along[run[-2]], along[at] - along[run[-1]]
        if step >= least and abs(last - step) < _SAME_STEP * step:
            run.append(at)
        else:
            runs.append([run[-1], at])
    return [run for run in runs if len(run) >= _FEWEST]
