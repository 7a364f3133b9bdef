"""One clause of a claim held against the table: its relation, then each of its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from .table_clauses import Clause, Number, Reading, Relation
from .table_names import NameIndex
from .table_numbers import Checked, check_difference, check_lookup, is_difference
from .table_relations import Outcome, Pair, Quantifier, Side, compared, extreme, other_axis, pairs, verdict
from .table_statement import Group, Statement, groups_of, own_side, statement_of
from .table_vocabulary import GENERIC, SLIGHT, STRONG
from .table_words import Word

_LARGE = Decimal("0.05")
"""The relative difference from which one may be called large, and up to which it may be called slight."""


@dataclass(frozen=True)
class Part:
    """What the table says of one clause; None where there was nothing to hold against it."""

    clause: Clause
    outcome: Outcome | None
    reason: str
    formulas: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Weighed:
    outcome: Outcome
    found: Sequence[Pair] = ()
    counted: Sequence[Number] = ()
    subject: Side | None = None


def judge_clauses(reading: Reading, index: NameIndex) -> list[Part]:
    """The parts of a claim in order; a later clause may leave out a subject that an earlier one named."""
    parts: list[Part] = []
    subject: Side | None = None
    for clause in reading.clauses:
        groups = _groups(clause, reading.words, index)
        part, named = _judge(clause, groups, reading.words, index, subject)
        parts.append(part)
        subject = named or subject
    return parts


def _groups(clause: Clause, words: Sequence[Word], index: NameIndex) -> list[Group]:
    groups = groups_of(clause, words, index)
    own = own_side(clause, words, index)
    if own and all(group.first >= own.last or group.last <= own.first for group in groups):
        groups = sorted([own, *groups], key=lambda group: group.first)
    return groups


def _judge(
    clause: Clause, groups: Sequence[Group], words: Sequence[Word], index: NameIndex, before: Side | None
) -> tuple[Part, Side | None]:
    text = " ".join(word.surface for word in words[clause.first : clause.last])
    if not clause.relations and not clause.numbers:
        idle = not groups and not clause.negations
        return Part(clause, None if idle else "unknown", f'No relation to check in "{text}".'), None
    weighed = [_weigh(relation, clause, groups, words, index, before) for relation in clause.relations]
    outcomes = [one.outcome for one in weighed]
    if (clause.negations and not clause.relations) or len(clause.negations) > 1:
        outcomes.append("unknown")
    subject = next((one.subject for one in weighed if one.subject), None)
    found = [pair for one in weighed for pair in one.found]
    counted = [number for one in weighed for number in one.counted]
    checked = [
        _check(number, clause, groups, words, index, found, subject or before)
        for number in clause.numbers
        if number not in counted
    ]
    outcomes += [one.outcome for one in checked]
    formulas = tuple(one.formula for one in checked if one.formula and one.outcome == "yes")
    plain = next((group.side for group in groups if not group.preposition), None)
    return Part(clause, _together(outcomes), f'The cells named by "{text}"', formulas), subject or plain


def _together(outcomes: Sequence[Outcome]) -> Outcome:
    if "no" in outcomes:
        return "no"
    return "unknown" if "unknown" in outcomes else "yes"


def _check(
    number: Number,
    clause: Clause,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    found: Sequence[Pair],
    before: Side | None,
) -> Checked:
    if is_difference(number, words):
        return check_difference(number, found)
    return check_lookup(number, clause, groups, words, index, before)


def _weigh(
    relation: Relation,
    clause: Clause,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    before: Side | None,
) -> _Weighed:
    quantifier = _quantifier(clause, words)
    statement = statement_of(clause, relation, groups, words, index, before)
    if statement is None or quantifier is None:
        return _Weighed("unknown")
    named = statement.scope.of(other_axis(statement.subject.axis)) is not None
    found = pairs(index, statement.subject, statement.target, statement.scope) if statement.target else []
    signs = _signs(statement, relation, found, index, named)
    if signs is None:
        return _Weighed("unknown", subject=statement.subject)
    share = _share(clause)
    if share:
        outcome = _count(signs, *share)
    elif relation.kind == "equal":
        outcome = _equal(found)
    else:
        outcome = verdict(signs, quantifier, strict=named or len(signs) < 3 or statement.target is None)
    if statement.assumed and outcome != "yes":
        outcome = "unknown"
    if not _intensity_fits(relation, words, found):
        outcome = "unknown" if outcome == "yes" else outcome
    if relation.negated and outcome != "unknown":
        outcome = "no" if outcome == "yes" else "yes"
    return _Weighed(outcome, found, share[2] if share else (), statement.subject)


def _signs(
    statement: Statement, relation: Relation, found: Sequence[Pair], index: NameIndex, named: bool
) -> list[int] | None:
    if statement.target is None:
        return extreme(index, statement.subject, statement.scope, relation.sign, relation.polar, named)
    return compared(found, relation.sign, relation.polar, named)


def _equal(found: Sequence[Pair]) -> Outcome:
    signs = {pair.difference for pair in found}
    return "unknown" if not signs else "yes" if signs == {0} else "no" if 0 not in signs else "unknown"


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
    if any(pair == ("on", "average") for pair in zip(lower, lower[1:], strict=False)):
        return None
    if "most" in lower:
        following = here[lower.index("most") + 1 :][:3]
        return "most" if any(word.key in GENERIC for word in following) else None
    return "all"
