"""What a number is a share of, and what the values of a sentence say about the directions of a claim."""

from __future__ import annotations

import re

from .amounts import Amount
from .binding import bindings
from .operands import operands
from .operators import Operator
from .pace import meaning, of_metric
from .reading import Reading, Word

_VERBS = (
    r"(?:were|was|had|have|has|are|is|did|do|does|showed|reported|lived|died|survived|relapsed|responded|developed|received"
    r"|reached|involved|experienced|achieved|completed|agreed|used|carried|said|tested|came|went|remained|who|that|which)"
)
_WHOLE_AFTER = re.compile(rf"\s(?:of|in|among)\s(?P<whole>[^,;:()]{{2,60}}?)(?=\s{_VERBS}\b|[,;:.()]|$)", re.IGNORECASE)
_ENDED = re.compile(rf"\s{_VERBS}\b", re.IGNORECASE)


def turned_round(claim: Reading, evidence: Reading) -> bool:
    """30 % of smokers relapsed is not 30 % of those who relapsed, nor 30 % of all: the whole is another one."""
    for number, whole, rest, _ in _wholes(claim):
        for other, other_whole, other_rest, sure in _wholes(evidence):
            mine, theirs = _beyond(whole, other_whole), _beyond(other_whole, whole)
            swapped = _meet(mine, other_rest) and _meet(theirs, rest)
            dropped = [word for word in theirs if not word.light and not word.keys & claim.keys]
            if number == other and (swapped or (dropped and sure and _meet(whole, other_whole))):
                return True
    return False


def _wholes(reading: Reading) -> list[tuple[str, list[Word], list[Word], bool]]:
    """Each percentage with the words of its whole, the other words, and whether "of" or "among" makes it one."""
    found: list[tuple[str, list[Word], list[Word], bool]] = []
    for quantity in reading.quantities:
        if quantity.kind not in ("percent", "share"):
            continue
        after = _WHOLE_AFTER.match(reading.text, quantity.end)
        span = after.span("whole") if after else _before(reading.text[: quantity.start])
        if span:
            whole = [word for word in reading.content if span[0] <= word.start < span[1]]
            rest = [word for word in reading.content if word not in whole]
            sure = bool(re.search(r"\b(?:of|among|amongst)\s$", reading.text[: span[0]], re.IGNORECASE))
            sure &= not after or bool(_ENDED.match(reading.text, span[1]))
            found.append((f"{quantity.value.normalize():f}", whole, rest, sure))
    return found


def _before(text: str) -> tuple[int, int] | None:
    """The whole of "Of the stroke patients, 18%" and of "In stroke patients the rate was 18%"."""
    opened = re.match(r"(?:Of|Among|In|Amongst)\s([^,;:()]{2,80}?),?\s(?:about |only |some )?$", text, re.IGNORECASE)
    return opened.span(1) if opened else None


def _beyond(words: list[Word], others: list[Word]) -> list[Word]:
    return [word for word in words if not _meet([word], others)]


def _meet(left: list[Word], right: list[Word]) -> bool:
    return any(a.keys & b.keys for a in left for b in right)


def match_derived(amounts: list[Amount], claim: Reading, evidence: Reading) -> set[int]:
    """The claim's words that its numbers bear out: directions of derived ones, and the "2" of "trial 2" in a list."""
    borne = {index for amount in amounts if amount.derivation for index in amount.derivation.words}
    bounds = bindings(evidence)
    licensed = [bounds[a.evidence] for a in amounts if not a.code and a.evidence and a.evidence in bounds]
    places = frozenset().union(
        *(w.keys for bound in licensed for w in bound.telling if w.index < 0 and w.text.isdigit())
    )
    return borne | {word.index for word in claim.content if word.keys & places}


def match_values(claim: Reading, claim_operators: list[Operator], evidence: Reading) -> tuple[str | None, set[int]]:
    """ "Higher in A than in B" from the values of A and B: a code if they say the reverse, the words licensed."""
    licensed: set[int] = set()
    flipped = False
    for operator in claim_operators:
        if (
            operator.polar.axis not in ("amount", "speed", "win", "frequency")
            or operator.sign not in (1, -1)
            or operator.negated
        ):
            continue
        signs: set[bool] = set()
        for subject, target in operands(claim, evidence):
            sign = operator.sign * meaning(operator.polar.axis, evidence, subject)
            if sign and (operator.polar.axis == "win" or of_metric(operator, evidence, subject, claim)):
                signs.add((subject.value > target.value) == (sign > 0))
        if signs == {True}:
            licensed.add(operator.word.index)
        elif signs == {False}:
            flipped = True
    return ("direction-flipped", set()) if flipped and not licensed else (None, licensed)
