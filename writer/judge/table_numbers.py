"""The numbers of a clause: read from a cell that the claim names, or derived from two cells that it compares."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ...kb.text.lexicon import words as word_list
from ...kb.text.quantities import Quantity
from ...kb.text.quantity_match import disagreement
from ...kb.text.units import parse_unit
from .table_cells import Cell
from .table_cells import Number as Printed
from .table_clauses import Number, segments
from .table_grid import Axis
from .table_groups import Group
from .table_names import NameIndex
from .table_relations import Lines, Outcome, Pair, pairs
from .table_statement import Site
from .table_vocabulary import GENERIC
from .table_words import words_of

_DIFFERENCE_NOUNS = word_list(
    "gap margin improvement improvements gain gains increase drop decrease reduction difference advantage lead boost"
)
_DISTANCE_UNITS = word_list("points point percent percentage absolute relative %")
_BRACKETED = re.compile(r"[(\[]\s*([^()\[\]]+)")
_LISTING = frozenset({"and", "or", "%"})
_SETTING = word_list("over during after at for in within throughout of")
_COMPARATIVES = word_list("better worse higher lower more less greater larger smaller longer shorter fewer")
_EXACT = Decimal("1e-9")


@dataclass(frozen=True)
class Checked:
    """What the table says of one number, and the formula where it was derived."""

    number: Number
    outcome: Outcome
    formula: str | None = None


def is_difference(number: Number, site: Site) -> bool:
    """Whether a number measures the distance between two cells (`by 3.8 points`, `a gap of 2`, `5 % better`)."""
    words = site.words
    before = site.lower(max(0, number.first - 4), number.first)
    if number.quantity.kind in ("percentage-points", "fold"):
        return True
    if "by" in before[-2:] or (before[-1:] == ["of"] and not _DIFFERENCE_NOUNS.isdisjoint(before)):
        return True
    if distance_between(site):
        return True
    named = {n for group in site.groups if group.measure for n in range(group.first, group.last)}
    place = number.last
    while place < site.clause.last and (place in named or words[place].surface.lower() in _DISTANCE_UNITS):
        place += 1
    following = site.lower(place, place + 1)
    points = set(site.lower(number.last, place)) & {"points", "point"}
    return bool(points) or bool(set(following) & _COMPARATIVES and ")" not in words[place].after)


def distance_between(site: Site) -> bool:
    """Whether a clause gives the distance of two lines ("the gap between A and B is ...")."""
    lower = set(site.lower(site.clause.first, site.clause.last))
    return "between" in lower and bool(lower & {"gap", "difference", "margin"})


def continues_difference(number: Number, site: Site) -> bool:
    """Whether a number says a distance again in another way ("327.5 g more than the controls, about 18 %")."""
    place = site.clause.numbers.index(number)
    if not place or not is_difference(site.clause.numbers[place - 1], site):
        return False
    first, _ = segments(site.clause, site.words)[place]
    alone = all(not first <= group.first < number.first for group in site.groups)
    apart = "," in site.words[first].after or "(" in site.words[number.first].after
    return number.quantity.kind == "percent" and alone and apart and number.last == site.clause.last


def is_setting(number: Number, site: Site) -> bool:
    """Whether a number is a condition that caption or definitions give for the whole table ("over six weeks")."""
    before = site.lower(number.first - 1, number.first) if number.first else []
    quantity = number.quantity
    return (
        bool(set(before) & _SETTING)
        and quantity.unit is not None
        and any(said.unit == quantity.unit and said.value == quantity.value for said in site.index.said)
    )


def check_fold(number: Number, site: Site) -> Checked:
    """Hold "1.6 times that of B" against the ratio of the line before it to the line after it."""
    after = next((group for group in site.groups if group.first >= number.last and not group.measure), None)
    near = [
        g
        for g in site.groups
        if after and g.axis == after.axis and g.last <= number.first and not g.lines & after.lines
    ]
    scope = site.scope(near[-1], after) if after and near else None
    found = pairs(site.index, near[-1].side, after.side, scope) if after and scope else []
    if len(found) != 1 or found[0].left.number is None or found[0].right.number is None or not found[0].right.number[0]:
        return Checked(number, "unknown")
    a, b = found[0].left.number[0], found[0].right.number[0]
    return Checked(number, _fits(number.quantity, a / b, _EXACT), f"{a} / {b}")


def check_difference(number: Number, found: Sequence[Pair], site: Site) -> Checked:
    """Hold a distance against the only pair of cells that the claim compares, or the pair at its place in a list."""
    place = site.clause.numbers.index(number)
    for axis in ("row", "column"):
        lines = _respective(place, [group for group in site.groups if group.axis == axis], site)
        found = [pair for pair in found if pair.cross in lines] if lines and len(found) > 1 else found
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


def number_fits(quantity: Quantity, cell: Cell) -> Outcome:
    """Whether a cell prints the number, to the precision that the claim gives."""
    return _fits(replace(quantity, role=None), *cell.number) if cell.number and not cell.bound else "unknown"


def check_lookup(number: Number, site: Site) -> Checked:
    """Hold a number against the cell or cells that the words around it name."""
    index = site.index
    if number.quantity.kind in ("p-value", "ordinal", "year"):
        return Checked(number, "unknown")
    (rows, sure), (columns, certain) = _named("row", number, site), _named("column", number, site)
    if rows is None or columns is None:
        return Checked(number, "unknown")
    places = [(r, c) for r in sorted(rows) for c in sorted(columns) if not index.grid.cells[r][c].empty]
    unit = number.quantity.unit
    if unit and len(places) > 1:
        places = [(r, c) for r, c in places if unit in _units(_labels(index, r, c, wide=False))]
    outcomes = [_cell_fits(number.quantity, index.grid.cells[r][c], _labels(index, r, c)) for r, c in places]
    if outcomes and all(outcome == "yes" for outcome in outcomes):
        return Checked(number, "yes")
    if len(outcomes) != 1 or outcomes[0] != "no" or not (sure and certain):
        return Checked(number, "unknown")
    if number.quantity.kind != "percent":
        return Checked(number, "no")
    formula = _share_formula(number.quantity, *places[0], index)
    return Checked(number, "yes", formula) if formula else Checked(number, "unknown")


def _labels(index: NameIndex, row: int, column: int, wide: bool = True) -> str:
    grid = index.grid
    own = (grid.rows[row].text, grid.columns[column].text)
    return " ".join((*own, *grid.classes, grid.caption) if wide else own)


def _units(text: str) -> set[str]:
    """The units that labels and caption print: in brackets, or as words of their own."""
    found = {word.surface for word in words_of(text)}
    for match in _BRACKETED.finditer(text):
        unit = parse_unit(match[1], 0)
        found |= {unit[0]} if unit else set()
    return found


def _share_formula(quantity: Quantity, row: int, column: int, index: NameIndex) -> str | None:
    """How a percentage comes about as one count over the total of its row or column; None where it does not."""
    grid = index.grid
    own = grid.cells[row][column].number
    across = [cell.number for cell in grid.cells[row]]
    down = [grid.cells[line.index][column].number for line in grid.rows if not line.aggregate]
    for numbers in (across, down):
        counts = [number for number in numbers if number]
        total = sum((value for value, _ in counts), Decimal(0))
        whole = len(counts) == len(numbers) > 1 and all(value >= 0 and ulp == 1 for value, ulp in counts)
        if own and whole and total and _fits(quantity, own[0] / total * 100, _EXACT) == "yes":
            return f"{own[0]} / {total}"
    return None


def _cell_fits(quantity: Quantity, cell: Cell, labels: str) -> Outcome:
    if quantity.unit and quantity.unit not in _units(labels):
        return "unknown"
    if quantity.role in ("sd", "se", "spread"):
        return _fits(quantity, *cell.spread) if cell.spread else "unknown"
    if quantity.kind == "percent" and cell.second and cell.second_percent and not cell.percent:
        return _fits(quantity, *cell.second)
    if cell.range:
        return _end_fits(quantity, cell.range)
    if cell.number is None or cell.bound:
        return "unknown"
    value, ulp = cell.number
    fraction = quantity.kind == "percent" and abs(value) <= 1 and ulp < 1 and not cell.percent and "%" not in labels
    return _fits(quantity, value * 100, ulp * 100) if fraction else _fits(quantity, value, ulp)


def _end_fits(quantity: Quantity, ends: tuple[Printed, Printed]) -> Outcome:
    """Whether a number is the end of a range that the claim means ("from 19.5", "up to 312.5")."""
    low, high = ends
    plain = replace(quantity, comparator="=", role=None)
    if quantity.comparator == "<=" or quantity.role in ("high", "max", "range-high"):
        fits = _fits(plain, *high)
    elif quantity.comparator == ">=" or quantity.role in ("low", "min", "range-low"):
        fits = _fits(plain, *low)
    else:
        return "unknown"
    return fits if fits == "yes" else "unknown"


def _fits(quantity: Quantity, value: Decimal, ulp: Decimal) -> Outcome:
    """Whether a value licenses the claim's quantity, by the rules of precision and bounds that hold for prose."""
    source = Quantity(0, 0, str(value), value, ulp, quantity.kind, unit=quantity.unit, role=quantity.role)
    wrong = disagreement(source, quantity)
    return "yes" if wrong is None else "no" if wrong == "number-mismatch" else "unknown"


def _named(axis: Axis, number: Number, site: Site) -> tuple[Lines | None, bool]:
    """The lines of one axis that the words around a number name, and whether they stand where its own name would.

    None where they name none or contradict each other.
    """
    own = [group for group in site.groups if group.axis == axis]
    place = site.clause.numbers.index(number)
    first, last = segments(site.clause, site.words)[place]
    if respective := _respective(place, own, site):
        return _narrowed(respective, own), True
    inside = [group for group in own if first <= group.first < last]
    if not inside:
        earlier = [group for group in own if group.first < first]
        later = [group for group in own if group.first >= last]
        inside = earlier[-1:] or (later if len(later) == 1 else [])
    if inside:
        lines = frozenset.intersection(*(group.lines for group in inside))
        return _narrowed(lines, own) or None, inside[0].first < last and not any(group.assumed for group in inside)
    before = site.before
    if before:
        said = before.subject.lines if before.subject.axis == axis else before.scope.of(axis)
        return said, False
    return _unnamed(axis, site), True


def _unnamed(axis: Axis, site: Site) -> Lines | None:
    """The lines of an axis that a clause names none of: the only one, or all of them where it says so."""
    lines = [line.index for line in site.index.grid.lines(axis) if not line.aggregate]
    lower = site.lower(site.clause.first, site.clause.last)
    everything = any(
        word in ("all", "every", "both") and site.words[site.clause.first + n + 1].key in GENERIC
        for n, word in enumerate(lower[:-1])
    )
    other = any(group.axis != axis for group in site.groups)
    return frozenset(lines) if len(lines) == 1 or (everything and other) else None


def _narrowed(lines: Lines, groups: Sequence[Group]) -> Lines:
    """Lines of more than one kind narrowed by what else the clause names (`F1` of `Genia F1`, `Genia time`)."""
    for group in groups:
        if len(lines) > 1:
            lines = lines & group.lines or lines
    return lines


def _respective(place: int, groups: Sequence[Group], site: Site) -> Lines | None:
    """The lines of the member that stands at the number's place in a list, where numbers and names are listed alike."""
    clause = site.clause
    plain = all(
        all(word in _LISTING for word in site.lower(one.last, two.first))
        for one, two in itertools.pairwise(clause.numbers)
    )
    if len(clause.numbers) < 2 or not (plain or "respectively" in site.lower(clause.first, clause.last)):
        return None
    lists = [group for group in groups if len(group.members) == len(clause.numbers)]
    return lists[0].members[place].lines if len(lists) == 1 else None
