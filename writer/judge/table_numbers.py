"""The numbers of a clause: read from a cell that the claim names, or derived from two cells that it compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...kb.text.lexicon import words as word_list
from ...kb.text.quantities import Quantity
from ...kb.text.quantity_match import disagreement
from .table_cells import Cell
from .table_clauses import Clause, Number
from .table_names import NameIndex
from .table_relations import Lines, Outcome, Pair, Side
from .table_statement import Group
from .table_words import Word, words_of

_COORDINATORS = word_list("and or to versus vs while whereas")
_DIFFERENCE_NOUNS = word_list("gap margin improvement improvements gain gains increase drop decrease reduction difference advantage lead boost")
_COMPARATIVES = word_list("better worse higher lower more less greater larger smaller longer shorter fewer")
_EXACT = Decimal("1e-9")


@dataclass(frozen=True)
class Checked:
    """What the table says of one number, and the formula where it was derived."""

    number: Number
    outcome: Outcome
    formula: str | None = None


def is_difference(number: Number, words: Sequence[Word]) -> bool:
    """Whether a number measures the distance between two cells (`by 3.8 points`, `a gap of 2`, `5 % better`)."""
    before = [word.surface.lower() for word in words[max(0, number.first - 4) : number.first]]
    after = [word.surface.lower() for word in words[number.last : number.last + 2]]
    if number.quantity.kind in ("percentage-points", "fold"):
        return True
    if "by" in before[-2:] or (before[-1:] == ["of"] and not _DIFFERENCE_NOUNS.isdisjoint(before)):
        return True
    return bool(after) and (after[0] in _COMPARATIVES or after[0] in ("points", "point") or after[-1] in _COMPARATIVES)


def check_difference(number: Number, found: Sequence[Pair]) -> Checked:
    """Hold a distance against the only pair of cells that the claim compares."""
    if len(found) != 1 or found[0].left.number is None or found[0].right.number is None:
        return Checked(number, "unknown")
    a, b = found[0].left.number[0], found[0].right.number[0]
    quantity = number.quantity
    absolute = _fits(quantity, abs(a - b), _EXACT)
    if quantity.kind == "fold":
        ratios = [max(a, b) / min(a, b)] if min(a, b) > 0 else []
        return Checked(number, _fits(quantity, ratios[0], _EXACT) if ratios else "unknown", f"{a} / {b}")
    if quantity.kind == "percent":
        relative = _fits(quantity, abs(a - b) / abs(b) * 100, _EXACT) if b else "unknown"
        outcome: Outcome = relative if relative == "yes" or absolute == "no" else "unknown"
        return Checked(number, outcome, f"({a} - {b}) / {b}")
    return Checked(number, absolute, f"{a} - {b}")


def check_lookup(
    number: Number, clause: Clause, groups: Sequence[Group], words: Sequence[Word], index: NameIndex, before: Side | None
) -> Checked:
    """Hold a number against the cell or cells that the words around it name."""
    if number.quantity.kind in ("p-value", "ordinal", "year"):
        return Checked(number, "unknown")
    rows = _named("row", number, clause, groups, words, index, before)
    columns = _named("column", number, clause, groups, words, index, before)
    if rows is None or columns is None:
        return Checked(number, "unknown")
    cells = [cell for r in sorted(rows) for c in sorted(columns) if not (cell := index.grid.cells[r][c]).empty]
    outcomes = [_cell_fits(number.quantity, cell, index, r_c) for cell, r_c in _with_labels(cells, rows, columns, index)]
    if outcomes and all(outcome == "yes" for outcome in outcomes):
        return Checked(number, "yes")
    if len(outcomes) == 1 and outcomes[0] == "no":
        return Checked(number, "no")
    return Checked(number, "unknown")


def _with_labels(
    cells: Sequence[Cell], rows: Lines, columns: Lines, index: NameIndex
) -> list[tuple[Cell, str]]:
    labels = " ".join(line.text for line in (*index.grid.rows, *index.grid.columns) if line.index in (rows if line.axis == "row" else columns))
    return [(cell, f"{labels} {index.grid.caption}") for cell in cells]


def _cell_fits(quantity: Quantity, cell: Cell, index: NameIndex, labels: str) -> Outcome:
    if quantity.unit and quantity.unit not in {word.surface for word in words_of(labels)}:
        return "unknown"
    if quantity.role in ("sd", "se", "spread"):
        return _fits(quantity, *cell.spread) if cell.spread else "unknown"
    if quantity.kind == "percent" and cell.second and cell.second_percent and not cell.percent:
        return _fits(quantity, *cell.second)
    if cell.number is None or cell.bound:
        return "unknown"
    value, ulp = cell.number
    fraction = quantity.kind == "percent" and abs(value) <= 1 and ulp < 1 and not cell.percent and "%" not in labels
    return _fits(quantity, value * 100, ulp * 100) if fraction else _fits(quantity, value, ulp)


def _fits(quantity: Quantity, value: Decimal, ulp: Decimal) -> Outcome:
    """Whether a value licenses the claim's quantity, by the rules of precision and bounds that hold for prose."""
    source = Quantity(0, 0, str(value), value, ulp, quantity.kind, unit=quantity.unit, role=quantity.role)
    wrong = disagreement(source, quantity)
    return "yes" if wrong is None else "no" if wrong == "number-mismatch" else "unknown"


def _named(
    axis: str,
    number: Number,
    clause: Clause,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    before: Side | None,
) -> Lines | None:
    """The lines of one axis that the words around a number name; None where they name none or contradict each other."""
    first, last = _segment(number, clause, words)
    own = [group for group in groups if group.axis == axis]
    inside = [group for group in own if first <= group.first < last]
    if not inside:
        earlier = [group for group in own if group.first < first]
        later = [group for group in own if group.first >= last]
        inside = earlier[-1:] or (later if len(later) == 1 else [])
    if inside:
        lines = inside[0].lines
        for group in inside[1:]:
            lines = lines & group.lines
        return lines or None
    if before and before.axis == axis:
        return before.lines
    every = index.grid.lines(axis)  # type: ignore[arg-type]
    return frozenset({0}) if len(every) == 1 else None


def _segment(number: Number, clause: Clause, words: Sequence[Word]) -> tuple[int, int]:
    """The stretch of a clause that belongs to one of its numbers."""
    place = clause.numbers.index(number)
    first = _cut(clause.numbers[place - 1], number, words) if place else clause.first
    last = _cut(number, clause.numbers[place + 1], words) if place + 1 < len(clause.numbers) else clause.last
    return first, last


def _cut(left: Number, right: Number, words: Sequence[Word]) -> int:
    if ")" in words[left.last].after if left.last < len(words) else False:
        return left.last
    for n in range(right.first - 1, left.last - 1, -1):
        if words[n].surface.lower() in _COORDINATORS or any(mark in words[n].after for mark in ",;"):
            return n
    return left.last
