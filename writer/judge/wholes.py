"""What a number is a share of, and which side of a derived difference is the larger one."""

from __future__ import annotations

import re
from itertools import combinations

from .amounts import Amount, surroundings
from .derived import NOT_COMBINED
from .operators import Operator
from .reading import Reading, Word
from .relations import Comparison

_WHOLE_BEFORE = re.compile(
    r"\b(?:of|among|in|amongst)\s(?P<whole>(?:those\s|the\s|all\s)?[^,;:()]{2,60}?),?\s(?:about |only )?$",
    re.IGNORECASE,
)
_WHOLE_AFTER = re.compile(r"\s(?:of|in|among)\s(?P<whole>[^,;:()]{2,60}?)(?=\s(?:were|was|had|have|has|are|is"
    r"|did|showed|reported)\b|[,;:.()]|$)",
                          re.IGNORECASE)  # fmt: skip


def turned_round(claim: Reading, evidence: Reading) -> bool:
    """30 % of smokers relapsed is not 30 % of those who relapsed: the whole of one side is the part of the other."""
    for number, whole, rest in _wholes(claim):
        for other, other_whole, other_rest in _wholes(evidence):
            if number == other and _meet(whole, other_rest) and _meet(rest, other_whole):
                return not _meet(whole, other_whole)
    return False


def _wholes(reading: Reading) -> list[tuple[str, list[Word], list[Word]]]:
    found: list[tuple[str, list[Word], list[Word]]] = []
    for quantity in reading.quantities:
        if quantity.kind not in ("percent", "share"):
            continue
        before = _WHOLE_BEFORE.search(reading.text[: quantity.start])
        after = _WHOLE_AFTER.match(reading.text, quantity.end)
        span = after.span("whole") if after else before.span("whole") if before else None
        if span:
            whole = [word for word in reading.content if span[0] <= word.start < span[1]]
            rest = [word for word in reading.content if word not in whole]
            found.append((str(quantity.value), whole, rest))
    return found


def _meet(left: list[Word], right: list[Word]) -> bool:
    return any(a.keys & b.keys for a in left for b in right)


def match_derived(claim: list[Comparison], claim_operators: list[Operator], amounts: list[Amount],
                  evidence: Reading) -> tuple[str | None, set[int]]:  # fmt: skip
    """Whether the side that a derived difference calls more is the larger number; the claim words that it licenses."""
    derived = [amount.derivation for amount in amounts if amount.derivation and amount.derivation.operation != "part"]
    if not derived:
        return None, set()
    around = surroundings(evidence)
    larger, smaller = around[derived[0].larger], around[derived[0].smaller]
    for wanted in claim:
        subject, target = wanted.subject - wanted.target, wanted.target - wanted.subject
        straight = _count(larger, subject) + _count(smaller, target)
        crossed = _count(larger, target) + _count(smaller, subject)
        if straight != crossed:
            fits = (straight > crossed) == (wanted.sign > 0)
            return (None, {wanted.operator.word.index}) if fits else ("direction-flipped", set())
    first_larger = derived[0].larger.start < derived[0].smaller.start
    from_to = re.search(r"\bfrom\b", evidence.text[: min(derived[0].larger.start, derived[0].smaller.start)])
    moves = [o for o in claim_operators if o.polar.axis == "amount" and o.sign in (1, -1)]
    if from_to and moves and first_larger == (moves[0].sign > 0):
        return "direction-flipped", set()
    return None, set()


def match_values(claim: list[Comparison], evidence: Reading) -> tuple[str | None, set[int]]:
    """ "Higher in A than in B" from the two values of A and B: a code if they say the reverse, the words licensed."""
    around = surroundings(evidence)
    plain = [
        q
        for q in evidence.quantities
        if q.kind in ("number", "measure", "percent", "count") and q.role not in NOT_COMBINED
    ]
    for wanted in claim:
        if wanted.operator.polar.axis != "amount":
            continue
        target = wanted.target - wanted.subject
        for first, second in combinations(plain[:8], 2):
            if first.kind != second.kind or first.unit != second.unit or first.value == second.value:
                continue
            larger, smaller = (first, second) if first.value > second.value else (second, first)
            at_larger, at_smaller = _count(around[larger], target), _count(around[smaller], target)
            if at_larger != at_smaller:
                fits = (at_smaller > at_larger) == (wanted.sign > 0) and not wanted.negated
                return (None, {wanted.operator.word.index}) if fits else ("direction-flipped", set())
    return None, set()


def _count(around: frozenset[Word], side: frozenset[str]) -> int:
    return sum(bool(word.keys & side) for word in around)
