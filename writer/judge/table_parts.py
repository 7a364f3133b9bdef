"""One clause of a claim held against the table: its relation, then each of its numbers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from .table_clauses import Clause, Number, Reading, Relation
from .table_groups import groups_of
from .table_metrics import is_speed
from .table_names import NameIndex
from .table_numbers import (
    Checked,
    check_difference,
    check_fold,
    check_lookup,
    continues_difference,
    distance_between,
    is_difference,
    is_setting,
    number_fits,
)
from .table_relations import Outcome, Pair, Quantifier, Scope, compared, extreme, other_axis, pairs, verdict
from .table_statement import Site, Statement, from_to, statement_of
from .table_vocabulary import DEGREES, GENERIC, SLIGHT, STRONG
from .table_words import Word

_SPEED_WORDS = frozenset({"faster", "slower", "fastest", "slowest"})
_CLOSE = Decimal("0.01")
"""The relative difference up to which two cells are similar; from twice `_LARGE` on they are not."""

_LARGE = Decimal("0.05")
"""The relative difference from which one may be called large, and up to which it may be called slight."""


@dataclass(frozen=True)
class Part:
    """What the table says of one clause; None where there was nothing to hold against it.

    `granted` are the places of words that the cells bear out beside names, numbers and relations ("significantly").
    """

    clause: Clause
    outcome: Outcome | None
    reason: str
    formulas: tuple[str, ...] = ()
    granted: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Weighed:
    """The outcome of a relation, the cells behind it, and the numbers that it has accounted for."""

    outcome: Outcome
    statement: Statement | None = None
    found: Sequence[Pair] = ()
    counted: Sequence[Number] = ()


def judge_clauses(reading: Reading, index: NameIndex) -> list[Part]:
    """The parts of a claim in order; a later clause may leave out what an earlier one named."""
    parts: list[Part] = []
    before: Statement | None = None
    sites = [Site(clause, groups_of(clause, reading.words, index), reading.words, index) for clause in reading.clauses]
    for site, after in itertools.zip_longest(sites, sites[1:]):
        part, said = _judge(replace(site, before=before, after=after))
        parts.append(part)
        before = said or before
    return parts


def _judge(site: Site) -> tuple[Part, Statement | None]:
    clause = site.clause
    text = " ".join(word.surface for word in site.words[clause.first : clause.last])
    if not clause.relations and not clause.numbers:
        idle = not site.groups and not clause.negations
        return Part(clause, None if idle else "unknown", f'No relation to check in "{text}".'), None
    weighed = [_weigh(site, relation) for relation in clause.relations]
    outcomes = [one.outcome for one in weighed]
    if (clause.negations and not clause.relations) or len(clause.negations) > 1:
        outcomes.append("unknown")
    said = next((one.statement for one in weighed if one.statement), None)
    paired, fitting = _paired(site, weighed)
    counted = [*paired, *(number for one in weighed for number in one.counted)]
    found = [pair for one in weighed for pair in one.found] or _apart(site)
    here = replace(site, before=said or site.before)
    checked = [_check(number, here, found) for number in clause.numbers if number not in counted]
    outcomes += [*fitting, *(one.outcome for one in checked)]
    formulas = tuple(one.formula for one in checked if one.formula and one.outcome == "yes")
    granted = (*_significance(site, weighed), *_inferred(site, formulas))
    reason = f'The cells named by "{text}"'
    return Part(clause, _together(outcomes), reason, formulas, granted), said or _topic(site)


def _significance(site: Site, weighed: Sequence[_Weighed]) -> tuple[int, ...]:
    """The words *significant(ly)*, where the table marks every pair of cells compared as significantly different."""
    found = [pair for one in weighed for pair in one.found]
    if not found or not all(_marked(pair, site.index.grid.caption) for pair in found):
        return ()
    clause = site.clause
    return tuple(n for n in range(clause.first, clause.last) if site.words[n].surface.lower() in DEGREES)


def _inferred(site: Site, formulas: Sequence[str]) -> tuple[int, ...]:
    """The words *thus*, *hence* where a number of the clause follows from the cells by arithmetic."""
    clause = site.clause
    if not formulas:
        return ()
    return tuple(n for n in range(clause.first, clause.last) if site.words[n].surface.lower() in ("thus", "hence"))


def _marked(pair: Pair, caption: str) -> bool:
    """Whether letters tell two cells apart, or a star on the left one is explained by the caption."""
    left, right = set(pair.left.letters), set(pair.right.letters)
    if left and right:
        return left.isdisjoint(right) and re.search(r"letter|superscript", caption, re.I) is not None
    return pair.left.stars > 0 and re.search(r"signific|p ?[<\u2264]", caption, re.I) is not None


def _apart(site: Site) -> list[Pair]:
    """The cells whose distance a clause gives without saying which is above."""
    statement = from_to(site) if distance_between(site) else None
    return (
        pairs(site.index, statement.subject, statement.target, statement.scope)
        if statement and statement.target
        else []
    )


def _topic(site: Site) -> Statement | None:
    """What a clause without a relation is about, for the clauses after it."""
    plain = next((group for group in site.groups if not group.preposition and not group.measure), None)
    scope = site.scope(plain) if plain else None
    return Statement(plain.side, None, scope or Scope(), plain.assumed, site.measures) if plain else None


def _paired(site: Site, weighed: Sequence[_Weighed]) -> tuple[list[Number], list[Outcome]]:
    """Two numbers that print the two cells compared ("from B to A", "A vs. B"), and how they fit."""
    only = weighed[0].found[0] if len(weighed) == 1 and len(weighed[0].found) == 1 else None
    for one, two in itertools.pairwise(site.clause.numbers):
        between = site.lower(one.last, two.first)
        change = between == ["to"] and site.lower(one.first - 1, one.first) == ["from"]
        if only and (change or between in (["vs"], ["versus"], ["compared", "to"], ["compared", "with"])):
            first, second = (only.right, only.left) if change else (only.left, only.right)
            return [one, two], [number_fits(one.quantity, first), number_fits(two.quantity, second)]
    return [], []


def _together(outcomes: Sequence[Outcome]) -> Outcome:
    if "no" in outcomes:
        return "no"
    return "unknown" if "unknown" in outcomes else "yes"


def _check(number: Number, site: Site, found: Sequence[Pair]) -> Checked:
    if is_setting(number, site):
        return Checked(number, "yes")
    after = site.lower(number.last, number.last + 2)
    if number.quantity.kind == "fold" and after in (["that", "of"], ["those", "of"]):
        return check_fold(number, site)
    if is_difference(number, site) or continues_difference(number, site):
        return check_difference(number, found, site)
    return check_lookup(number, site)


def _weigh(site: Site, relation: Relation) -> _Weighed:
    quantifier = _quantifier(site.clause, site.words)
    statement = _of_speed(site, relation, statement_of(site, relation))
    if statement is None or quantifier is None:
        return _Weighed("unknown")
    named = statement.scope.of(other_axis(statement.subject.axis)) is not None
    found = pairs(site.index, statement.subject, statement.target, statement.scope) if statement.target else []
    signs = _signs(statement, relation, found, site.index, named)
    if signs is None:
        return _Weighed("unknown", statement)
    share = _share(site.clause)
    if share:
        outcome = _count(signs, share[0], share[1])
    elif relation.kind == "equal":
        outcome = _equal(found)
    elif relation.kind == "near":
        outcome = _near(found)
    else:
        outcome = verdict(signs, quantifier, strict=named or len(signs) < 3)
    if statement.assumed and outcome != "yes":
        outcome = "unknown"
    if outcome == "yes" and not _intensity_fits(relation, site.words, found):
        outcome = "unknown"
    if relation.negated and outcome != "unknown":
        outcome = "no" if outcome == "yes" else "yes"
    return _Weighed(outcome, statement, found, share[2] if share else ())


def _of_speed(site: Site, relation: Relation, statement: Statement | None) -> Statement | None:
    """The statement kept to measures of speed where it says *faster* or *slower*; None where the table has none."""
    if statement is None or site.words[relation.at].surface.lower() not in _SPEED_WORDS:
        return statement
    cross = other_axis(statement.subject.axis)
    lines = frozenset(n.index for n in site.index.grid.lines(cross) if is_speed(site.index.keys_of(n)))
    kept = Scope(row=lines) if cross == "row" else Scope(column=lines)
    return replace(statement, scope=statement.scope.within(kept)) if lines else None


def _signs(
    statement: Statement, relation: Relation, found: Sequence[Pair], index: NameIndex, named: bool
) -> list[int] | None:
    if statement.target is None:
        return extreme(index, statement.subject, statement.scope, relation.sign, relation.polar, named)
    return compared(found, relation.sign, relation.polar, named)


def _equal(found: Sequence[Pair]) -> Outcome:
    signs = {pair.difference for pair in found}
    return "unknown" if not signs else "yes" if signs == {0} else "no" if 0 not in signs else "unknown"


def _near(found: Sequence[Pair]) -> Outcome:
    """Whether cells are so close that nobody would call them different, or so far apart that everybody would."""
    sizes = [_relative(pair) for pair in found]
    known = [size for size in sizes if size is not None]
    if not known or len(known) < len(sizes):
        return "unknown"
    return "yes" if max(known) <= _CLOSE else "no" if min(known) >= 2 * _LARGE else "unknown"


def _share(clause: Clause) -> tuple[int, int, list[Number]] | None:
    """The part and the whole of "three of the four", with the numbers that print them."""
    whole = next((n for n in clause.numbers if n.quantity.kind == "share" and n.last > n.first + 1), None)
    if whole is None:
        return None
    inside = [n for n in clause.numbers if n is not whole and whole.first <= n.first and n.last <= whole.last]
    if len(inside) != 2:
        return None
    part, total = (int(number.quantity.value) for number in inside)
    return part, total, [whole, *inside]


def _count(signs: Sequence[int], part: int, total: int) -> Outcome:
    if len(signs) != total or 0 in signs:
        return "unknown"
    return "yes" if signs.count(1) == part else "no"


def _intensity_fits(relation: Relation, words: Sequence[Word], found: Sequence[Pair]) -> bool:
    """Whether *much*, *slightly* and their like stand on differences of that size."""
    around = {word.surface.lower() for word in words[max(0, relation.at - 2) : relation.at + 2]}
    if not around & (STRONG | SLIGHT):
        return True
    sizes = [_relative(pair) for pair in found]
    if not sizes or None in sizes:
        return False
    known = [size for size in sizes if size is not None]
    return all(size >= _LARGE for size in known) if around & STRONG else all(size <= _LARGE for size in known)


def _relative(pair: Pair) -> Decimal | None:
    if pair.left.number is None or pair.right.number is None or not pair.right.number[0]:
        return None
    return abs(pair.left.number[0] - pair.right.number[0]) / abs(pair.right.number[0])


def _quantifier(clause: Clause, words: Sequence[Word]) -> Quantifier | None:
    """How many of the lines a claim speaks of; None for a quantifier that is not understood."""
    here = words[clause.first : clause.last]
    lower = [word.surface.lower() for word in here]
    if {"some", "several", "certain", "sometimes", "often", "usually"} & set(lower):
        return None
    if any(pair == ("on", "average") for pair in itertools.pairwise(lower)):
        return None
    if "most" in lower:
        following = here[lower.index("most") + 1 :][:3]
        return "most" if any(word.key in GENERIC for word in following) else None
    return "all"
