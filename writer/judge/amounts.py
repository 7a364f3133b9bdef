"""Are the numbers of a claim licensed by the numbers of one evidence sentence, and by those of the same thing?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...kb.text.ladders import MOST, quantifiers
from ...kb.text.quantities import Quantity
from ...kb.text.quantity_match import disagreement, in_unit_of, same_kind, same_role
from .derived import NOT_COMBINED, Derivation, derive
from .reading import Reading, Word

_CONTRADICTS = {"number-mismatch", "unit-mismatch", "role-mismatch", "kind-mismatch"}


@dataclass(frozen=True)
class Amount:
    """A claim's number with the evidence's answer: `code` is None where it is licensed; `derivation` where it "
    "was derived."""

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
    """One `Amount` for each number of the claim; counts and times may be given by `others`, sentences of the "
    "passage."""
    around = surroundings(evidence)
    wanted = amounts(claim)
    checked = [_check(quantity, wanted, _around(claim, quantity), evidence, around) for quantity in wanted]
    elsewhere = [other for other in others if other is not evidence]
    return [_given_elsewhere(amount, claim, elsewhere) if amount.code else amount for amount in checked]


def _given_elsewhere(amount: Amount, claim: Reading, others: Sequence[Reading]) -> Amount:
    """How many were studied and for how long is often said once, in another sentence than the finding."""
    quantity = amount.quantity
    if amount.code == "binding-mismatch":
        return amount
    if quantity.kind not in ("count", "year") and (quantity.unit or "") not in _TIMES:
        return amount
    context = frozenset(word for word in _around(claim, quantity) if abs(word.start - quantity.end) < 40)
    for other in others:
        same = [q for q in other.quantities if q.kind != "identifier" and disagreement(q, quantity) is None]
        if any(_shared(context, _around(other, q)) >= 1.0 or quantity.kind == "year" for q in same):
            return Amount(quantity, None)
    return amount


_TIMES = {"day", "week", "month", "year", "h", "min"}


def _check(wanted: Quantity, all_wanted: list[Quantity], context: frozenset[Word], evidence: Reading,
           surroundings: dict[Quantity, frozenset[Word]]) -> Amount:  # fmt: skip
    candidates = [q for q in evidence.quantities if q.kind != "identifier"]
    scored = sorted(candidates, key=lambda q: -_shared(context, surroundings[q]))
    licensed = [q for q in scored if disagreement(q, wanted) is None]
    if licensed:
        best = licensed[0]
        others = [q for q in all_wanted if q is not wanted]
        rivals = [q for q in scored if not any(disagreement(q, other) is None for other in others)]
        rival = _better_bound(best, licensed, wanted, context, rivals, surroundings)
        return Amount(wanted, "binding-mismatch", True, rival) if rival else Amount(wanted, None, evidence=best)
    if wanted.kind == "share" and wanted.comparator == ">" and wanted.value == Decimal("0.5") and _most(evidence):
        return Amount(wanted, None)
    if made := derive(wanted, candidates):
        return Amount(wanted, None, evidence=made.larger, derivation=made)
    return _refusal(wanted, scored)


def _most(evidence: Reading) -> bool:
    return any(level >= MOST for _, _, level in quantifiers(evidence.text))


def _better_bound(best: Quantity, licensed: list[Quantity], wanted: Quantity, context: frozenset[Word],
                  scored: list[Quantity], surroundings: dict[Quantity,
                  frozenset[Word]]) -> Quantity | None:  # fmt: skip
    """Another number of the same kind that stands closer to what the claim's number is about, and disagrees."""
    own = _shared(context, surroundings[best])
    for rival in scored:
        if rival in licensed or rival.role in NOT_COMBINED or not same_role(rival.role, wanted.role):
            continue
        if _shared(context, surroundings[rival]) > own and same_kind(rival, wanted) and in_unit_of(rival, wanted):
            return rival
    return None


def _shared(context: frozenset[Word], around: frozenset[Word]) -> float:
    """How much of what the claim's number is about stands around a number of the evidence."""
    return sum(0.4 if word.light else 1.0 for word in context if any(word.keys & other.keys for other in around))


def _refusal(wanted: Quantity, scored: list[Quantity]) -> Amount:
    for rival in scored:
        code = disagreement(rival, wanted)
        if code in ("false-precision", "comparator-mismatch"):
            return Amount(wanted, code, False, rival)
    same = [q for q in scored if disagreement(q, wanted) in ("number-mismatch", "role-mismatch") and q.role != "p"]
    same = [
        q
        for q in same
        if (q.role in ("ci-low", "ci-high", "ci-level", "n")) == (wanted.role in ("ci-low", "ci-high", "ci-level", "n"))
    ] or same
    if same:
        roles = [q for q in same if q.value == wanted.value and disagreement(q, wanted) == "role-mismatch"]
        return Amount(wanted, "role-mismatch" if roles else "number-mismatch", True, (roles or same)[0])
    equal = [q for q in scored if q.value == wanted.value]
    if equal:
        code = disagreement(equal[0], wanted) or "unit-mismatch"
        return Amount(wanted, code, code in _CONTRADICTS, equal[0])
    other_unit = [
        q for q in scored if q.kind == wanted.kind == "measure" and disagreement(q, wanted) == "unit-mismatch"
    ]
    return Amount(wanted, "number-unsupported", False, other_unit[0] if other_unit else None)


def surroundings(reading: Reading) -> dict[Quantity, frozenset[Word]]:
    """The content words that each number of a sentence is about, as far as their order tells."""
    found = {quantity: _around(reading, quantity) for quantity in reading.quantities}
    if re.search(r"\brespectively\b", reading.text):
        found |= _respectively(reading)
    return found


def _around(reading: Reading, quantity: Quantity) -> frozenset[Word]:
    """The content words near a number, up to the next number of its kind and the end of the clause."""
    others = [q for q in reading.quantities if q.kind == quantity.kind and q is not quantity]
    low = max([q.end for q in others if q.end <= quantity.start], default=0)
    high = min([q.start for q in others if q.start >= quantity.end], default=len(reading.text))
    until = r"[;:]\s|,\s(?:and|but|while|whereas)\s" + (r"|\sand\s" if low else "")
    before = re.split(until, reading.text[low : quantity.start])[-1]
    low = quantity.start - len(before)
    until = r"[;:.]\s|,\s(?:and|but|while|whereas)\s" + (r"|\sand\s" if high < len(reading.text) else "")
    after = re.split(until, reading.text[quantity.end : high])[0]
    high = quantity.end + len(after)
    return frozenset(word for word in reading.content if low <= word.start < high)


def _respectively(reading: Reading) -> dict[Quantity, frozenset[Word]]:
    """ "A and B were 88% and 71%, respectively": the first number is of the first thing, and so on."""
    listed = [
        q for q in reading.quantities if q.kind not in ("identifier", "p-value") and not (q.role or "").startswith("ci")
    ]
    runs: list[list[Quantity]] = []
    for quantity in listed:
        gap = reading.text[runs[-1][-1].end : quantity.start] if runs else "x"
        joined = re.fullmatch(r"\s?(?:\([^)]*\))?(?:,|and|, and|or|vs\.?)?\s?(?:and\s)?(?:in\s|for\s)?", gap)
        if runs and joined and runs[-1][-1].kind == quantity.kind:
            runs[-1].append(quantity)
        else:
            runs.append([quantity])
    found: dict[Quantity, frozenset[Word]] = {}
    for run in (run for run in runs if len(run) > 1):
        items = _listed_before(reading, run[0].start, len(run)) or _listed_before(reading, len(reading.text), len(run))
        for quantity, item in zip(run, items, strict=False):
            found[quantity] = item
    return found


def _listed_before(reading: Reading, end: int, count: int) -> list[frozenset[Word]]:
    """The words of the last `count` members of a list "a, b and c" before `end`."""
    word = r"[\w'’./+-]+"
    item = rf"{word}(?:\s{word}){{0,3}}"  # one separator a word: optional ones take exponential time on long lists
    lists = re.compile(rf"((?:{item},\s){{{count - 2}}}{item},?\s(?:and|or)\s{item})")
    matches = list(lists.finditer(reading.text[:end]))
    if not matches:
        return []
    start = matches[-1].start()
    members = re.split(r",\s(?:and\s|or\s)?|\s(?:and|or)\s", matches[-1].group())
    found: list[frozenset[Word]] = []
    for member in members[:count]:
        begin = reading.text.index(member, start)
        start = begin + len(member)
        found.append(frozenset(w for w in reading.content if begin <= w.start < start))
    return found if len(found) == count else []
