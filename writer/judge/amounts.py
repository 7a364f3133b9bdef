"""Are the numbers of a claim licensed by the numbers of one evidence sentence, and by those of the same thing?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ...kb.text.ladders import MOST, quantifiers
from ...kb.text.quantities import Quantity
from ...kb.text.quantity_match import disagreement
from .binding import Bound, belongs, bindings, context_of, touches
from .conditions import is_condition
from .derived import Derivation, asks_for_change, derive
from .periods import is_total, rate_differs
from .reading import Reading, Word
from .rivals import counts_else, same_group

_TIMES = {"day", "week", "month", "year", "h", "min"}
_INITIAL = re.compile(
    r"\b(?:from|initial(?:ly)?|baseline|before|originally|previously|earlier|at first|start)\b", re.IGNORECASE
)

#: "the rise was 3 mm" is an amount of change too
_CHANGE = re.compile(
    r"\b(?:rise|increase|decrease|fall|reduction|decline|change|growth|difference|loss|gain|drop|improvement|gap)\b",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\b(?:from|to|at|was|were|is|are|reach(?:ed|es)?|averaged|baseline of|value of)\s(?:about |only )?$", re.IGNORECASE
)


@dataclass(frozen=True)
class Amount:
    """A claim's number with the evidence's answer: no `code` if it is licensed, `derivation` if it was derived."""

    quantity: Quantity
    code: str | None
    contradicts: bool = False
    evidence: Quantity | None = None
    derivation: Derivation | None = None


def amounts(reading: Reading) -> list[Quantity]:
    """The quantities of a sentence that are amounts: no names and no duplicates of a share's parts."""
    shares = [q for q in reading.quantities if q.kind == "share" and q.ulp < Decimal("1e-6")]
    parts = [(q.start, q.end) for q in shares]
    return [
        q for q in reading.quantities
        if q.kind != "identifier" and not (q.kind != "share" and any(a <= q.start and q.end <= b for a, b in parts))
    ]  # fmt: skip


def check_amounts(claim: Reading, evidence: Reading, others: Sequence[Reading] = ()) -> list[Amount]:
    """One `Amount` for each number of the claim; counts and times may stand in `others`, sentences of the passage."""
    checked = [_check(quantity, claim, evidence) for quantity in amounts(claim)]
    elsewhere = [other for other in others if other is not evidence]
    return [_given_elsewhere(amount, claim, elsewhere) if amount.code else amount for amount in checked]


def _given_elsewhere(amount: Amount, claim: Reading, others: Sequence[Reading]) -> Amount:
    """How many were studied and for how long is often said once, in another sentence than the finding."""
    quantity = amount.quantity
    if amount.code in ("binding-mismatch", "rate-for-total"):
        return amount
    if quantity.kind not in ("count", "year") and (quantity.unit or "") not in _TIMES:
        return amount
    context = _near(claim, quantity)
    for other in others:
        bounds = bindings(other)
        for given in other.quantities:
            if given.kind == "identifier" or disagreement(given, quantity):
                continue
            named = quantity.kind == "year" or touches(context, bounds[given].words) >= 1.0
            if named and _fits(quantity, given, claim, other):
                return Amount(quantity, None)
    return amount


def _near(claim: Reading, quantity: Quantity) -> frozenset[Word]:
    return frozenset(word for word in context_of(claim, quantity) if abs(word.start - quantity.end) < 40)


def _check(wanted: Quantity, claim: Reading, evidence: Reading) -> Amount:
    bounds, context = bindings(evidence), context_of(claim, wanted)
    candidates = [q for q in evidence.quantities if q.kind != "identifier"]
    scored = sorted(candidates, key=lambda q: -touches(context, _around(bounds, q)))
    licensed = [q for q in scored if disagreement(q, wanted) is None]
    if fitting := [q for q in licensed if _fits(wanted, q, claim, evidence)]:
        return Amount(wanted, None, evidence=fitting[0])
    if wanted.kind == "share" and wanted.comparator == ">" and wanted.value == Decimal("0.5") and _most(evidence):
        return Amount(wanted, None)
    made = derive(wanted, claim, evidence)
    if made and made.agrees:
        return Amount(wanted, None, evidence=made.operands[0], derivation=made)
    if made and not licensed:
        return Amount(wanted, "number-mismatch", True, made.operands[0])
    if licensed:
        return _misplaced(wanted, licensed[0], claim, evidence, context)
    return _refusal(wanted, scored, claim, evidence, context)


def _around(bounds: dict[Quantity, Bound], quantity: Quantity) -> frozenset[Word]:
    return bounds[quantity].words if quantity in bounds else frozenset()


def _most(evidence: Reading) -> bool:
    return any(level >= MOST for _, _, level in quantifiers(evidence.text))


def _fits(wanted: Quantity, given: Quantity, claim: Reading, evidence: Reading) -> bool:
    """Whether a number of the right value is also that of the right thing, and no rate where the claim has a total."""
    bounds = bindings(evidence)
    bound = bounds.get(given)
    if bound is None:
        return True
    if counts_else(given, wanted, evidence) or _change_for_value(claim, wanted, evidence, given):
        return False
    mine = bindings(claim).get(wanted)
    bare = not any(word.index >= 0 for word in bound.telling) and not bound.place
    if bare and is_condition(claim, wanted) and is_condition(evidence, given):
        return not rate_differs(claim, wanted, evidence, given)  # told by its value, which is checked by itself
    listed_alike = mine is not None and not mine.listed and not bound.listed and not bound.telling
    if not listed_alike and not belongs(bound, context_of(claim, wanted), bounds):
        return False
    return _same_end(wanted, bound, claim) and not rate_differs(claim, wanted, evidence, given)


def _same_end(wanted: Quantity, bound: Bound, claim: Reading) -> bool:
    """Of "from 4.1 to 2.6" the first number is what was before, the second what came out."""
    if not bound.place:
        return True
    before = claim.text[max(0, wanted.start - 24) : wanted.start]
    if bound.place == "first":
        return bool(_INITIAL.search(claim.text))
    return not re.search(r"\bfrom\s(?:about\s)?$", before)


def _misplaced(
    wanted: Quantity, given: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]
) -> Amount:
    """The number is there, but as that of something else, or as a rate."""
    bounds = bindings(evidence)
    if belongs(bounds[given], context, bounds) and rate_differs(claim, wanted, evidence, given):
        return Amount(wanted, "rate-for-total", is_total(claim) or is_total(evidence), given)
    others = [
        q for q in evidence.quantities if counts_else(given, wanted, evidence) and not counts_else(q, wanted, evidence)
    ]
    rival = next(
        (q for q in (*bounds[given].rivals, *others) if _points_to(bounds, q, context) and disagreement(q, wanted)),
        None,
    )
    return Amount(wanted, "binding-mismatch", rival is not None, rival or given)


def _points_to(bounds: dict[Quantity, Bound], quantity: Quantity, context: frozenset[Word]) -> bool:
    bound = bounds.get(quantity)
    return bool(bound and bound.telling and belongs(bound, context, bounds))


def _refusal(
    wanted: Quantity, scored: list[Quantity], claim: Reading, evidence: Reading, context: frozenset[Word]
) -> Amount:
    for rival in scored:
        code = disagreement(rival, wanted)
        if code in ("false-precision", "comparator-mismatch"):
            return Amount(wanted, code, False, rival)
    rivals = [q for q in scored if _is_rival(q, wanted, claim, evidence, context)]
    for code in ("role-mismatch", "number-mismatch"):
        for rival in rivals:
            if disagreement(rival, wanted) == code and (code != "role-mismatch" or rival.value == wanted.value):
                return Amount(wanted, code, not is_condition(claim, wanted), rival)
    if named := [q for q in scored if q.role and wanted.role and _alike(q, wanted)]:
        return Amount(wanted, "role-mismatch", True, named[0])
    equal = [q for q in scored if q.value == wanted.value]
    if equal:
        code = disagreement(equal[0], wanted) or "unit-mismatch"
        return Amount(wanted, code, code in ("unit-mismatch", "kind-mismatch"), equal[0])
    return Amount(wanted, "number-unsupported", False, scored[0] if scored else None)


def _alike(given: Quantity, wanted: Quantity) -> bool:
    return disagreement(replace(given, role=None), replace(wanted, role=None)) is None


def _is_change(reading: Reading, quantity: Quantity) -> bool:
    before, after = reading.text[: quantity.start], reading.text[quantity.end :]
    return bool(re.search(r"\bby\s(?:about\s)?$", before)) or asks_for_change("", after)


def _change_for_value(claim: Reading, wanted: Quantity, evidence: Reading, given: Quantity) -> bool:
    """Whether one side has an amount by which something changed, and the other plainly the value itself."""
    if _is_change(claim, wanted):
        return not _is_change(evidence, given) and _is_value(evidence, given)
    return _is_change(evidence, given) and _is_value(claim, wanted)


def _is_value(reading: Reading, quantity: Quantity) -> bool:
    before = reading.text[: quantity.start]
    return bool(_VALUE.search(before)) and not _CHANGE.search(before)


def _strange(claim: Reading, evidence: Reading, context: frozenset[Word]) -> bool:
    """Whether what the claim's number is about goes beyond what the evidence speaks of."""
    firm = [word for word in context if word.index >= 0 and not word.light and not word.text.lower().endswith("ly")]
    missing = [word for word in firm if not word.keys & evidence.keys]
    return len(missing) > 1 or 2 * len(missing) > len(firm)


def _is_rival(given: Quantity, wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> bool:
    """Whether a number is certainly that of the same thing, so that another value contradicts the claim."""
    bounds = bindings(evidence)
    if given not in bounds or not same_group(given, wanted):
        return False
    bound = bounds[given]
    if _is_change(claim, wanted) != _is_change(evidence, given) or _strange(claim, evidence, context):
        return bool(given.role) and given.role == wanted.role and not bound.rivals
    if bound.rivals and not _points_to(bounds, given, context):
        return False
    if wanted.kind == "count" and given.kind == "count" and wanted.noun and given.noun:
        return bool(set(wanted.noun.split()) & set(given.noun.split())) or touches(context, bound.telling) >= 1.0
    return wanted.kind == "p-value" or touches(context, bound.words) >= 1.0
