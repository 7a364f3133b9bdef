"""The judge of claims against one table: names, relations and numbers must all be found in it.

Every part of the claim has to be licensed: each clause by cells whose row and column it names, each content word by a
label, the caption or the vocabulary of such sentences. What a table cannot say (causes, explanations, significance without
marks) is never entailed; where names and relation are found and the cells say otherwise, the claim is contradicted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .port import Judgement, Table
from .table_clauses import Clause, Reading, Relation, read_claim
from .table_grid import read_grid
from .table_names import NameIndex
from .table_numbers import Checked, check_difference, check_lookup, is_difference
from .table_relations import Outcome, Pair, Quantifier, Side, compared, extreme, pairs
from .table_statement import Group, Statement, groups_of, own_side, statement_of
from .table_vocabulary import BLOCKING, FRAMING, GENERIC
from .table_words import Word

_UNLICENSED_IN_CONTRADICTION = 3


@dataclass(frozen=True)
class _Part:
    outcome: Outcome | None
    reason: str
    formulas: tuple[str, ...] = ()


def judge_table(claim: str, table: Table, definitions: Mapping[str, str] | None = None) -> Judgement:
    """The verdict on a claim from one table.

    `definitions` maps row and column labels (and acronyms in them) to what the paper says they stand for. Never raises on
    odd text; `formula` holds every derivation that was needed.
    """
    grid = read_grid(table)
    if not grid.rows or not grid.columns:
        return Judgement("not_entailed", ("table-empty",), "The table has no cells to hold the claim against.")
    index = NameIndex(grid, definitions)
    reading = read_claim(claim, index)
    parts = _judge_clauses(reading, index)
    return _verdict(parts, _unlicensed(reading, index))


def _verdict(parts: Sequence[_Part], unlicensed: Sequence[str]) -> Judgement:
    formulas = "; ".join(formula for part in parts for formula in part.formulas) or None
    denied = next((part for part in parts if part.outcome == "no"), None)
    if denied and len(unlicensed) <= _UNLICENSED_IN_CONTRADICTION:
        return Judgement("contradicted", ("table-contradicts",), denied.reason, formula=formulas)
    open_part = next((part for part in parts if part.outcome == "unknown"), None)
    if open_part or denied or not any(part.outcome == "yes" for part in parts):
        reason = open_part.reason if open_part else "Nothing in the claim can be held against a cell."
        return Judgement("not_entailed", ("table-not-found",), reason)
    if unlicensed:
        words = ", ".join(unlicensed[:5])
        return Judgement("not_entailed", ("table-unlicensed-words",), f"The table does not speak of: {words}.")
    return Judgement("entailed", ("table",), "; ".join(part.reason for part in parts if part.reason), formula=formulas)


def _judge_clauses(reading: Reading, index: NameIndex) -> list[_Part]:
    parts: list[_Part] = []
    subject: Side | None = None
    resolved = [_resolve(clause, reading.words, index) for clause in reading.clauses]
    for clause, groups in zip(reading.clauses, resolved, strict=True):
        part, named = _judge_clause(clause, groups, reading.words, index, subject)
        parts.append(part)
        subject = named or subject
    return parts


def _resolve(clause: Clause, words: Sequence[Word], index: NameIndex) -> list[Group]:
    groups = groups_of(clause, words, index)
    own = own_side(clause, words, index)
    if own and not any(group.axis == own.axis and group.first == own.first for group in groups):
        groups = sorted([own, *groups], key=lambda group: group.first)
    return groups


def _judge_clause(
    clause: Clause, groups: list[Group], words: Sequence[Word], index: NameIndex, before: Side | None
) -> tuple[_Part, Side | None]:
    text = " ".join(word.surface for word in words[clause.first : clause.last])
    if not clause.relations and not clause.numbers:
        idle = not clause.mentions and not clause.negations
        return _Part(None if idle else "unknown", f'No relation to check in "{text}".'), None
    outcomes: list[Outcome] = []
    found: list[Pair] = []
    subject: Side | None = None
    for relation in clause.relations:
        statement = statement_of(clause, relation, groups, words, before)
        outcome, found = _relation_outcome(statement, relation, clause, groups, words, index)
        outcomes.append(outcome)
        subject = statement.subject if statement else subject
    if clause.negations and not clause.relations or len(clause.negations) > 1:
        outcomes.append("unknown")
    checked = [_check_number(n, clause, groups, words, index, found, subject or before) for n in clause.numbers]
    outcomes += [one.outcome for one in checked]
    formulas = tuple(one.formula for one in checked if one.formula and one.outcome == "yes")
    plain = next((g.side for g in groups if not g.preposition), None)
    return _Part(_together(outcomes), f'Cells named by "{text}"', formulas), subject or plain


def _together(outcomes: Sequence[Outcome]) -> Outcome:
    if "no" in outcomes:
        return "no"
    return "unknown" if "unknown" in outcomes else "yes"


def _check_number(
    number: object,
    clause: Clause,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    found: Sequence[Pair],
    before: Side | None,
) -> Checked:
    from .table_clauses import Number

    assert isinstance(number, Number)
    if is_difference(number, words):
        return check_difference(number, found)
    return check_lookup(number, clause, groups, words, index, before)


def _relation_outcome(
    statement: Statement | None,
    relation: Relation,
    clause: Clause,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
) -> tuple[Outcome, list[Pair]]:
    quantifier = _quantifier(clause, words)
    if statement is None or quantifier is None:
        return "unknown", []
    named = statement.scope.of("column" if statement.subject.axis == "row" else "row") is not None
    found: list[Pair] = []
    if statement.target is None:
        sign = relation.sign
        outcome = extreme(index, statement.subject, statement.scope, sign, relation.polar, quantifier, named)
    else:
        found = pairs(index, statement.subject, statement.target, statement.scope)
        if relation.kind == "equal":
            outcome = _equal(found)
        else:
            outcome = compared(found, relation.sign, relation.polar, quantifier, named)
    if relation.negated and outcome != "unknown":
        outcome = "no" if outcome == "yes" else "yes"
    return outcome, found


def _equal(found: Sequence[Pair]) -> Outcome:
    signs = {pair.difference for pair in found}
    return "unknown" if not signs else "yes" if signs == {0} else "no" if 0 not in signs else "unknown"


def _quantifier(clause: Clause, words: Sequence[Word]) -> Quantifier | None:
    """How many of the lines a claim speaks of; None for a quantifier that is not understood."""
    lower = [word.surface.lower() for word in words[clause.first : clause.last]]
    if "average" in lower and "on" in lower:
        return None
    for at, word in enumerate(lower[:-1]):
        if word == "most":
            following = words[clause.first + at + 1 : clause.first + at + 4]
            return "most" if any(w.key in GENERIC for w in following) else None
    return None if {"some", "several", "certain", "sometimes"} & set(lower) else "all"


def _unlicensed(reading: Reading, index: NameIndex) -> list[str]:
    """The content words that neither the table nor the vocabulary of such sentences licenses."""
    covered: set[int] = set()
    for clause in reading.clauses:
        for mention in clause.mentions:
            covered.update(range(mention.first, mention.last))
        for number in clause.numbers:
            covered.update(range(number.first, number.last))
        covered.update(relation.at for relation in clause.relations)
        covered.update(clause.negations)
    free = [word for n, word in enumerate(reading.words) if n not in covered]
    return [word.surface for word in free if not _licensed(word, index)]


def _licensed(word: Word, index: NameIndex) -> bool:
    if word.surface.lower() in BLOCKING:
        return False
    if re.fullmatch(r"[#%\u0394]", word.surface):
        return True
    return word.key in FRAMING or word.key in GENERIC or word.key in index.vocabulary
