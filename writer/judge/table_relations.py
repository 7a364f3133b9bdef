"""What the cells say of a relation: A above B, or A above all others, on the lines that a claim keeps to.

An outcome is "yes" or "no" only where every pair of cells agrees (or more than half, where the claim says *most*);
ties, gaps and measures without a known direction make it "unknown".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from .table_cells import Cell
from .table_grid import Axis
from .table_metrics import measure_keys, polarity
from .table_names import NameIndex
from .table_words import words_of

Outcome = Literal["yes", "no", "unknown"]
Quantifier = Literal["all", "most"]
Lines = frozenset[int]

_CEILING = re.compile(r"human|oracle|gold|upper.?bound|ceiling|ideal|clean|annotator|ground truth", re.I)


@dataclass(frozen=True)
class Scope:
    """The lines that a claim keeps to on each axis; None where it names none."""

    row: Lines | None = None
    column: Lines | None = None

    def of(self, axis: Axis) -> Lines | None:
        """The filter on one axis."""
        return self.row if axis == "row" else self.column

    def within(self, wider: Scope) -> Scope:
        """This scope narrowed by one said before, as far as the two share lines."""
        return Scope(_shared(self.row, wider.row), _shared(self.column, wider.column))


@dataclass(frozen=True)
class Side:
    """Lines of one axis that a claim names by `keys` (the words it used for them)."""

    axis: Axis
    lines: Lines
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Pair:
    """Two cells on line `cross`; their measure is better in `direction` (+1, -1, 0), and `where` is its words."""

    left: Cell
    right: Cell
    direction: int
    where: frozenset[str]
    cross: int = 0

    @property
    def difference(self) -> int:
        """The sign of left minus right."""
        a, b = self.left.number, self.right.number
        return 0 if a is None or b is None else int(a[0] > b[0]) - int(a[0] < b[0])


def other_axis(axis: Axis) -> Axis:
    """Columns for rows, rows for columns."""
    return "column" if axis == "row" else "row"


def pairs(index: NameIndex, left: Side, right: Side, scope: Scope) -> list[Pair]:
    """The pairs of cells that a comparison of `left` with `right` speaks of."""
    axis = left.axis
    kept = scope.of(axis)
    lefts = _kept(left.lines, kept)
    rights = _kept(right.lines, kept)
    found = []
    for a in sorted(lefts):
        for b in _partners(index, a, left, rights, right):
            for k in _cross_lines(index, axis, scope):
                one, two = index.grid.cell(axis, a, k), index.grid.cell(axis, b, k)
                if one.number and two.number:
                    found.append(Pair(one, two, measure_direction(index, axis, a, k), _where(index, axis, a, k), k))
    return found


def compared(found: Sequence[Pair], sign: int, polar: bool, named: bool) -> list[int]:
    """For each pair 1 where left is above right by `sign`, -1 where below, 0 where tied; `named`: the measure is."""
    if polar:
        found = [pair for pair in found if pair.direction]
        found = found if named else _overall(found)
    return [pair.difference * sign * (pair.direction if polar else 1) for pair in found]


def extreme(index: NameIndex, side: Side, scope: Scope, sign: int, polar: bool, named: bool) -> list[int] | None:
    """For each line kept to, 1 where `side` is above all others, 0 where tied, -1 where below; None: not to be told."""
    axis, kept = side.axis, scope.of(side.axis)
    marks: list[tuple[int, Pair]] = []
    for a in sorted(_kept(side.lines, kept)):
        rivals = _rivals(index, a, side, kept)
        for k in _cross_lines(index, axis, scope):
            direction = measure_direction(index, axis, a, k) if polar else 1
            mark = _mark(index, axis, a, rivals, k, direction * sign)
            if direction and mark is not None:
                cell = index.grid.cell(axis, a, k)
                marks.append((mark, Pair(cell, cell, direction, _where(index, axis, a, k))))
    if polar and not named:
        overall = _overall([pair for _, pair in marks])
        marks = [(mark, pair) for mark, pair in marks if pair in overall]
    signs = [mark for mark, _ in marks]
    return None if 2 in signs else signs


def verdict(signs: Sequence[int], quantifier: Quantifier, strict: bool) -> Outcome:
    """What signs amount to; where the measure is not named (not `strict`), better here and no worse there is better."""
    yes, no, ties = signs.count(1), signs.count(-1), signs.count(0)
    if not signs:
        return "unknown"
    if quantifier == "most":
        return "yes" if yes * 2 > len(signs) else "no" if (no + ties) * 2 > len(signs) and no else "unknown"
    if ties and strict:
        return "unknown"
    return "unknown" if yes and no else "yes" if yes else "no" if no else "unknown"


def _mark(index: NameIndex, axis: Axis, line: int, rivals: Iterable[int], k: int, sign: int) -> int | None:
    """1 above all rivals, 0 tied with the best, -1 below one, 2 below none but a ceiling (human); None: no number."""
    own = index.grid.cell(axis, line, k).number
    others = [(r, cell.number[0]) for r in rivals if (cell := index.grid.cell(axis, r, k)).number]
    if own is None or not others:
        return None
    above = [r for r, value in others if value * sign > own[0] * sign]
    if above and all(_CEILING.search(index.grid.lines(axis)[r].text) for r in above):
        return 2
    return -1 if above else 0 if any(value == own[0] for _, value in others) else 1


def _rivals(index: NameIndex, line: int, side: Side, kept: Lines | None) -> list[int]:
    """The lines that a line is the best of: those kept to, else those like it in what the claim leaves unsaid.

    A side of several lines (`SVM`, of `SVM F1` and `SVM recall`) meets its like; a line of one measure meets that
    measure.
    """
    lines = index.grid.lines(side.axis)
    free = [other for other in lines if other.index != line and not other.aggregate]
    if kept is not None and len(kept) > 1:
        return [other.index for other in free if other.index in kept]
    if len(side.lines) > 1:
        own = index.keys_of(lines[line]) - side.keys
        return [other.index for other in free if own <= index.keys_of(other)]
    measure = measure_keys(index.keys_of(lines[line]))
    return [other.index for other in free if measure_keys(index.keys_of(other)) == measure]


def _partners(index: NameIndex, line: int, left: Side, rights: Lines, right: Side) -> list[int]:
    """The lines of the right side that differ from a line of the left only in what is compared (`SVM F1`, `LR F1`)."""
    lines = index.grid.lines(left.axis)
    own = index.keys_of(lines[line]) - left.keys
    alike = [b for b in sorted(rights) if index.keys_of(lines[b]) - right.keys == own]
    measure = measure_keys(index.keys_of(lines[line]))
    same = [b for b in sorted(rights) if measure and measure_keys(index.keys_of(lines[b])) == measure]
    return alike or same or sorted(rights)


def _shared(own: Lines | None, wider: Lines | None) -> Lines | None:
    if own is None or wider is None:
        return own if wider is None else wider
    return own & wider or own


def _kept(lines: Lines, kept: Lines | None) -> Lines:
    return lines if kept is None else lines & kept


def _cross_lines(index: NameIndex, axis: Axis, scope: Scope) -> list[int]:
    cross = other_axis(axis)
    kept = scope.of(cross)
    return [line.index for line in index.grid.lines(cross) if kept is None or line.index in kept]


def measure_direction(index: NameIndex, axis: Axis, line: int, cross: int) -> int:
    """The polarity of the cell's measure: from its own labels, else from the caption."""
    grid = index.grid
    here = [grid.lines(other_axis(axis))[cross], grid.lines(axis)[line]]
    signs = {sign for one in here if (sign := polarity(index.keys_of(one)))}
    if len(signs) == 1:
        return signs.pop()
    return 0 if signs else polarity(word.key for word in words_of(grid.caption))


def _where(index: NameIndex, axis: Axis, line: int, cross: int) -> frozenset[str]:
    here = (index.grid.lines(other_axis(axis))[cross], index.grid.lines(axis)[line])
    return frozenset().union(*(keys for one in here if polarity(keys := index.keys_of(one))))


def _overall(found: Sequence[Pair]) -> list[Pair]:
    """Where precision, recall and F1 are all given, performance means F1, their harmonic mean."""
    kinds = [pair.where for pair in found]
    seen = frozenset().union(*kinds) if kinds else frozenset()
    if {"precis", "recal", "f1"} <= seen:
        return [pair for pair, keys in zip(found, kinds, strict=True) if keys.isdisjoint({"precis", "recal"})]
    return list(found)
