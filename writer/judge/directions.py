"""Do the directions of a claim agree with those that the evidence gives to the same things?

Directions compose: preventing a loss is a gain, and where knocking a gene down slows what it is said to promote, both
sides agree. A contrast ("whereas ...") is read clause by clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from .operators import Operator
from .port import Verdict
from .reading import Reading, Word

Match = tuple[Operator, Operator]

_CONTRAST = re.compile(r";|\b(?:whereas|while|but|although|though|however|in contrast|rather than)\b", re.IGNORECASE)
#: axes whose words say something only in a direction; elsewhere a missing word is a matter of coverage
_MUST_BE_GIVEN = {"amount", "quality", "effective", "resist", "sign", "win", "order", "safety", "accuracy"}


@dataclass(frozen=True)
class Turn:
    """A direction of the claim that the evidence turns round or does not give."""

    word: int
    verdict: Verdict
    code: str
    claim_side: str
    evidence_side: str


@dataclass(frozen=True)
class _Side:
    reading: Reading
    operators: list[Operator]

    def sign_over(self, operator: Operator, shared: frozenset[str]) -> int:
        """The sign of an operator on `shared`, through operators nested in its arguments."""
        sign = operator.sign
        for inner in self.operators:
            nested = inner.word in operator.arguments and inner.polar.axis == "amount" and not inner.verb
            if nested and inner.sign == -1 and inner.argument_keys & shared:
                sign = -sign if sign in (1, -1) else sign
        return sign

    def subject_sign(self, operator: Operator, word: Word) -> int:
        """-1 where the clause speaks of the loss, lack or inhibition of `word` before it says what follows."""
        sign = 1
        for other in self.operators:
            if (
                other.word == operator.word
                or other.verb
                or other.polar.axis != "amount"
                or other.sign != -1
                or other.negated
            ):
                continue
            if (
                word in other.arguments
                and abs(other.word.index - word.index) <= 4
                and other.word not in operator.arguments
            ):
                sign = -1
        return sign


def check_directions(claim: Reading, claim_operators: list[Operator], evidence: Reading,
    evidence_operators: list[Operator],
                     converse: set[int]) -> tuple[list[Match], list[Turn]]:  # fmt: skip
    """Pairs of a claim operator and the evidence operator that licenses it, and what is wrong with the others.

    `converse` holds the indices of claim words that a converse comparison licenses already.
    """
    matched: list[Match] = []
    turns: list[Turn] = []
    ours, theirs = _Side(claim, claim_operators), _Side(evidence, evidence_operators)
    by_word: dict[int, list[Operator]] = {}
    for operator in claim_operators:
        by_word.setdefault(operator.word.index, []).append(operator)
    for index, same_word in by_word.items():
        if index in converse:
            continue
        outcomes = [(operator, *_judge(operator, ours, theirs)) for operator in same_word]
        licensed = [(wanted, given) for wanted, code, given in outcomes if code is None and given]
        flips = [given for _, code, given in outcomes if code == "direction-flipped" and given]
        if licensed:
            matched.append(licensed[0])
        elif flips:
            turns.append(Turn(index, "contradicted", "direction-flipped", _phrase(same_word[0]), _phrase(flips[0])))
        elif any(code == "direction-unsupported" for _, code, _ in outcomes):
            turns.append(Turn(index, "not_entailed", "direction-unsupported", _phrase(same_word[0]), ""))
    return matched, turns


def _judge(wanted: Operator, ours: _Side, theirs: _Side) -> tuple[str | None, Operator | None]:
    """None with an operator where licensed; None without where a bare word needs no licence of direction."""
    rivals = [
        g for g in theirs.operators if g.polar.axis == wanted.polar.axis and g.argument_keys & wanted.argument_keys
    ]
    if not rivals and not wanted.arguments:
        rivals = [g for g in theirs.operators if g.polar.axis == wanted.polar.axis and g.word.keys & wanted.word.keys]
        return (
            (_agreement(wanted.sign, wanted.negated, rivals[0].sign, rivals[0].negated), rivals[0])
            if rivals
            else (None, None)
        )
    if not rivals and (alone := _only_direction(wanted, ours, theirs)):
        return None, alone
    if not rivals:
        must = wanted.sign in (1, -1, 0) and wanted.polar.axis in _MUST_BE_GIVEN
        return ("direction-unsupported", None) if must else (None, None)
    clauses = _clause_coverage(ours.reading, theirs.reading)
    closest = max(rivals, key=lambda given: (_rank(wanted, given, clauses), -given.word.index))
    shared = closest.argument_keys & wanted.argument_keys
    mine, theirs_sign = ours.sign_over(wanted, shared), theirs.sign_over(closest, shared)
    if mine in (1, -1) and theirs_sign in (1, -1) and _subject_turned(wanted, closest, ours, theirs):
        theirs_sign = -theirs_sign
    code = _agreement(mine, wanted.negated, theirs_sign, closest.negated)
    if code == "direction-flipped" and not _same_thing(wanted, closest):
        code = "direction-unsupported"
    return code, closest


def _same_thing(wanted: Operator, given: Operator) -> bool:
    """Whether the two point at the same thing for certain enough to say that they contradict each other."""
    named = [word for word in wanted.arguments if not word.light] or list(wanted.arguments)
    return 2 * sum(bool(word.keys & given.argument_keys) for word in named) >= len(named)


def _only_direction(wanted: Operator, ours: _Side, theirs: _Side) -> Operator | None:
    """Where all directions of a sentence are one, what it points at need not be settled."""
    same_axis = [
        g for g in theirs.operators
        if g.polar.axis == wanted.polar.axis and g.sign != 2 and not _of_circumstance(g, theirs.reading)
    ]  # fmt: skip
    alike = all(g.sign == wanted.sign and g.negated == wanted.negated for g in same_axis)
    named = [word for word in wanted.arguments if not word.light] or list(wanted.arguments)
    present = named and all(word.keys & theirs.reading.keys for word in named)
    if not same_axis or not alike or not present or _subject_turned(wanted, same_axis[0], ours, theirs):
        return None
    return same_axis[0]


def _of_circumstance(operator: Operator, reading: Reading) -> bool:
    """ "Under low light": what a circumstance is like is no direction of what was found in it."""
    before = reading.words[operator.word.index - 1].text.lower() if operator.word.index else ""
    return operator.word.text.lower() in ("low", "high") and before in ("under", "at", "in", "during", "on", "with")


def _rank(wanted: Operator, given: Operator, clauses: list[tuple[int, int, float]]) -> tuple[float, int, int]:
    """Best the clause that has most of the claim, then the operator with most things in common, then the closest."""
    covered = next((share for start, end, share in clauses if start <= given.word.start < end), 0.0)
    shared = [word for word in given.arguments if word.keys & wanted.argument_keys]
    distance = min(abs(word.index - given.word.index) for word in shared)
    return covered, len(given.argument_keys & wanted.argument_keys), -distance


def _clause_coverage(claim: Reading, evidence: Reading) -> list[tuple[int, int, float]]:
    cuts = [0, *(match.start() for match in _CONTRAST.finditer(evidence.text)), len(evidence.text)]
    found: list[tuple[int, int, float]] = []
    for start, end in pairwise(cuts):
        present = frozenset[str]().union(*(word.keys for word in evidence.content if start <= word.start < end))
        found.append((start, end, sum(1.0 for word in claim.content if word.keys & present)))
    return found


def _subject_turned(wanted: Operator, given: Operator, ours: _Side, theirs: _Side) -> bool:
    """Whether one side speaks of a thing and the other of its loss, as what brings the change about."""
    turned = kept = 0
    for word in ours.reading.content:
        if word in wanted.arguments or word.index >= wanted.word.index or word.light:
            continue
        same = [other for other in theirs.reading.content if other.keys & word.keys and other not in given.arguments]
        if not same:
            continue
        mine = ours.subject_sign(wanted, word)
        nearest = min(same, key=lambda other: abs(other.index - given.word.index))
        if mine == theirs.subject_sign(given, nearest):
            kept += 1
        else:
            turned += 1
    return turned > kept


def _agreement(mine: int, my_no: bool, theirs: int, their_no: bool) -> str | None:
    """Signs: 1 and -1 up and down, 0 no change, 2 some change. A denied change is no change."""
    mine, my_no = _plain(mine, my_no)
    theirs, their_no = _plain(theirs, their_no)
    if my_no:
        if their_no:
            return None if theirs == mine else "direction-unsupported"
        if theirs in (0, -mine):
            return None
        return "direction-flipped" if theirs == mine else "direction-unsupported"
    if their_no:
        return "direction-flipped" if mine == theirs else "direction-unsupported"
    if mine == theirs or (mine == 2 and theirs in (1, -1)):
        return None
    if theirs == 2:
        return "direction-flipped" if mine == 0 else "direction-unsupported"
    return "direction-flipped"


def _plain(sign: int, negated: bool) -> tuple[int, bool]:
    """Sign and negation, where "does not change" and "is not unchanged" are made plain."""
    if negated and sign == 2:
        return 0, False
    if negated and sign == 0:
        return 2, False
    return sign, negated


def _phrase(operator: Operator) -> str:
    words = sorted([operator.word, *operator.arguments[:4]], key=lambda word: word.index)
    return ("not " if operator.negated else "") + " ".join(word.text for word in words)
