"""Numbers that follow from two numbers of one sentence: difference, ratio, relative change, part of a whole, total.

A claim must ask for the operation in words ("by 25%", "twice as many as", "in total"), name the operands, and agree in
direction; the formula is kept. Everything else that arithmetic could make of the numbers of a sentence is no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from ...kb.text.quantities import Quantity
from ...kb.text.quantity_match import in_unit_of, is_about, rounds_to
from .binding import belongs, bindings, context_of
from .operands import operands
from .operators import Operator, operators
from .pace import meaning, of_metric
from .periods import duration, is_total, period, periods_in
from .reading import Reading, Word

_BY = re.compile(r"\b(?:by|a|an|of)\s(?:about\s|around\s|roughly\s|nearly\s|approximately\s|some\s)?$")
_MORE = re.compile(
    r"(?:\s[\w-]+){0,2}?\s(?:more|less|fewer|(?:high|low|long|short|fast|slow|quick|large|small|great|big|bett|old|young"
    r"|warm|cold|hot|cool|cheap|thick|thin|deep|wid|narrow|heavi|light|strong|weak|earli|lat|rich|poor|tall)er|worse)\b"
)
_DIFFERENCE = re.compile(r"\b(?:difference|gap)\b[^,;.]{0,60}$", re.IGNORECASE)
_AS_MUCH = re.compile(r"\s?as\s\w+(?:\s\w+){0,4}?\s?(?:\bas\b|$)|\s?as\s(?:much|many|large|high|long|fast)\b")
_OF_THAT = re.compile(
    r"\s?(?:of\s)?(?:that|those|the\s\w+)(?:\s\w+)?\s(?:of|in|for|at|with|after|before)\b|\s?the\s\w+\sof\b"
)
_AXES = ("amount", "speed", "win", "frequency")
#: what is lost and what is kept make up the whole
_OPPOSITES = (
    (re.compile(r"\b(?:lost|loses?|losing)\b"), re.compile(r"\b(?:retain\w*|kept|keeps?|preserv\w+|maintain\w*)\b")),
    (re.compile(r"\b(?:died|dead|deaths?)\b"), re.compile(r"\b(?:surviv\w+|alive)\b")),
    (re.compile(r"\bmissed\b"), re.compile(r"\battended\b")),
    (re.compile(r"\bfailed\b"), re.compile(r"\b(?:passed|succeeded)\b")),
)


_PERIOD_UNITS = {"h": "hour", "min": "minute", "s": "second"} | {
    p: p for p in ("day", "week", "month", "year", "decade")
}


@dataclass(frozen=True)
class Derivation:
    """A number of the claim made from those of the evidence; `words` are the claim's words of direction that it bears.

    `agrees` is false where the claim asks for this very number and the evidence gives another, or the other direction.
    """

    operands: tuple[Quantity, ...]
    operation: str
    formula: str
    words: frozenset[int] = frozenset()
    agrees: bool = True


def derive(wanted: Quantity, claim: Reading, evidence: Reading) -> Derivation | None:
    """The number of the claim from numbers of the evidence, as the claim words it; None where it asks for none."""
    context = context_of(claim, wanted)
    found = [
        made
        for way in (_span, _part, _complement, _total, _sum, _compared)
        for made in way(wanted, claim, evidence, context)
    ]
    return next((made for made in found if made.agrees), found[0] if found else None)


def _shown(value: Decimal) -> str:
    """A value for the formula, with four digits that mean something."""
    return f"{value:.4g}".rstrip("0").rstrip(".") if "." in f"{value:.4g}" else f"{value:.4g}"


def _gives(value: Decimal, wanted: Quantity) -> bool:
    if wanted.comparator == "=":
        return rounds_to(value, wanted)
    if wanted.comparator == "about":
        return is_about(value, wanted)
    return value > wanted.value if wanted.comparator in (">", ">=") else value < wanted.value


def _compared(wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> Iterator[Derivation]:
    """A difference, ratio or relative change between the two sides of a comparison or a change."""
    before, after = claim.text[: wanted.start], claim.text[wanted.end :]
    direction = _direction(claim, wanted)
    for subject, target in operands(claim, evidence, context):
        if subject.kind in ("fold", "percentage-points") or target.value <= 0 or subject.value <= 0:
            continue
        sign, words = 0, frozenset[int]()
        if direction:
            sign = direction.sign * meaning(direction.polar.axis, evidence, subject)
            measured = direction.polar.axis in ("win", "speed") or of_metric(direction, evidence, subject, claim)
            if direction.negated or not sign or not measured:
                continue
            words = frozenset({direction.word.index})
        for operation, value in _values(wanted, subject, target, sign, before, after):
            moves = (subject.value > target.value) == (sign > 0) if sign else True
            formula = f"{operation} of {subject.text} and {target.text}: {_shown(value)}"
            agrees = moves and _gives(abs(value) if operation != "ratio" else value, wanted)
            yield Derivation((subject, target), operation, formula, words, agrees)


def _values(wanted: Quantity, subject: Quantity, target: Quantity, sign: int, before: str, after: str
            ) -> Iterator[tuple[str, Decimal]]:  # fmt: skip
    """What the wording around the number asks for."""
    a, b = subject.value, target.value
    if wanted.kind in ("fold", "share", "percent") and (_AS_MUCH.match(after) or _OF_THAT.match(after)):
        yield "ratio", a / b * (100 if wanted.kind == "percent" else 1)
    elif wanted.kind == "fold":
        if sign:
            yield "ratio", a / b if a > b or wanted.value < 1 else b / a
    elif wanted.kind in ("share", "percent") and sign and asks_for_change(before, after):
        yield "relative change", (a / b - 1) * (100 if wanted.kind == "percent" else 1)
    elif (sign and asks_for_change(before, after)) or _DIFFERENCE.search(before):
        points = wanted.kind == "percentage-points" or (wanted.noun or "").startswith("point")
        counts = subject.kind in ("count", "number") and wanted.kind in ("count", "number")
        made = replace(subject, value=a - b, comparator="=", role=None)
        if counts or (points and subject.kind in ("percent", "number")):
            yield "difference", a - b
        elif made.kind == wanted.kind == "measure" and (converted := in_unit_of(made, wanted)):
            yield "difference", converted.value


def asks_for_change(before: str, after: str) -> bool:
    """Whether a number between these texts is one by which something differs: "by 5", "5 more"."""
    return bool(_BY.search(before)) or bool(_MORE.match(after))


def _direction(claim: Reading, wanted: Quantity) -> Operator | None:
    """The word of direction that a number of change belongs to: the next one after it, else the last one before it."""
    found = [o for o in operators(claim) if o.sign in (1, -1) and o.polar.axis in _AXES]
    after = [
        o for o in found if 0 <= o.word.start - wanted.end <= 24 and "," not in claim.text[wanted.end : o.word.start]
    ]
    before = [o for o in found if o.word.end <= wanted.start]
    inside = [o for o in found if wanted.start <= o.word.start < wanted.end]
    if inside or after:
        return (inside or after)[0]
    return before[-1] if before else None


def _span(wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> Iterator[Derivation]:
    """The years between two years."""
    years = sorted({q for q in evidence.quantities if q.kind == "year"}, key=lambda q: q.value)
    if wanted.unit == "year" and len(years) == 2 and (years[1].value - years[0].value) == wanted.value:
        yield Derivation((years[1], years[0]), "span", f"from {years[0].text} to {years[1].text}: {wanted.value} years")


def _part(wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> Iterator[Derivation]:
    """A percentage from a count and the count of the whole, which must be the sentence's, and be named by the claim."""
    if wanted.kind not in ("percent", "share"):
        return
    bounds = bindings(evidence)
    counts = [q for q in evidence.quantities if q.kind in ("count", "number") and q in bounds and q.role in (None, "n")]
    wholes = [
        q
        for q in counts
        if re.search(r"\b(?:of|among)\s(?:the\s|all\s|these\s)?$", evidence.text[: q.start], re.IGNORECASE)
    ]
    if len({q.value for q in wholes}) != 1 or _BY.search(claim.text[: wanted.start]):
        return
    named = {word.keys for word in context} and frozenset().union(*(word.keys for word in context))
    noun = [w for w in evidence.content if wholes[0].end <= w.start <= wholes[0].end + 24]
    if not any(word.keys & named for word in noun):
        return
    for part in counts:
        fits = bounds[part].telling and belongs(bounds[part], context, bounds)
        if part.value < wholes[0].value and fits:
            value = part.value / wholes[0].value * (100 if wanted.kind == "percent" else 1)
            formula = f"{part.text} of {wholes[0].text}: {_shown(value)}{' %' if wanted.kind == 'percent' else ''}"
            yield Derivation((part, wholes[0]), "part", formula, agrees=_gives(value, wanted))


def _complement(wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> Iterator[Derivation]:
    """What is left of a hundred per cent, where the claim denies of it what the evidence affirms."""
    if wanted.kind not in ("percent", "share"):
        return
    bounds = bindings(evidence)
    denies = re.match(r"[^,;:.]{0,60}?\b(?:did|do|does|was|were|had|have|has|is|are)\snot\b", claim.text[wanted.end :])
    opposed = _opposed(claim.text, evidence.text)
    if bool(denies) == bool(opposed) or any(w.negated for w in evidence.content):
        return
    denied = frozenset(w.index for w in claim.words if w.negated or (opposed and w.text == opposed))
    for given in evidence.quantities:
        if given.kind in ("percent", "share") and given in bounds and given.comparator == "=" and not given.role:
            whole = Decimal(100 if given.kind == "percent" else 1)
            rest = replace(given, value=whole - given.value)
            converted = in_unit_of(rest, wanted)
            if converted and _gives(converted.value, wanted) and belongs(bounds[given], context, bounds):
                yield Derivation((given,), "complement", f"all but {given.text}: {rest.value.normalize():f}", denied)


def _opposed(claim: str, evidence: str) -> str | None:
    """The claim's word that is the opposite of one of the evidence, where the evidence has no word of its side."""
    for pair in _OPPOSITES:
        for mine, theirs in (pair, pair[::-1]):
            if (said := mine.search(claim)) and theirs.search(evidence) and not mine.search(evidence):
                return said.group()
    return None


def _total(wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> Iterator[Derivation]:
    """A rate times how long it held."""
    if not is_total(claim):
        return
    for given in evidence.quantities:
        rate, per = _per(given, evidence)
        if rate.kind != wanted.kind or rate.role not in (None, "mean") or not per:
            continue
        span = duration(evidence, per)
        made = in_unit_of(rate, wanted)
        if span and made and made.kind in ("measure", "count", "number"):
            count = periods_in(span, per).value
            formula = (
                f"{rate.value.normalize():f} per {per} for {count.normalize():f}: {(rate.value * count).normalize():f}"
            )
            words = frozenset(w.index for w in claim.words if w.text.lower() == "total")
            yield Derivation((given, *span), "total", formula, words, _gives(made.value * count, wanted))


def _per(rate: Quantity, evidence: Reading) -> tuple[Quantity, str | None]:
    """A rate without its period, and the period, whether it stands in the unit or in words."""
    unit, _, per = (rate.unit or "").rpartition("/")
    if unit and per in _PERIOD_UNITS:
        return replace(rate, unit=unit), _PERIOD_UNITS[per]
    return rate, period(evidence, rate)


def _sum(wanted: Quantity, claim: Reading, evidence: Reading, context: frozenset[Word]) -> Iterator[Derivation]:
    """Counts of the same thing in two or more groups, where the claim gives their total."""
    if wanted.kind not in ("count", "number") or not is_total(claim):
        return
    bounds = bindings(evidence)
    counts = [q for q in evidence.quantities if q.kind == "count" and q in bounds and q.noun and q.noun == wanted.noun]
    if (
        len(counts) > 1
        and all(bounds[q].telling for q in counts)
        and not re.search(r"\bof\b", evidence.text[: counts[0].start])
    ):
        total = sum((q.value for q in counts), Decimal(0))
        formula = f"{' + '.join(q.text for q in counts)}: {total.normalize():f}"
        if _gives(total, wanted):
            yield Derivation(tuple(counts), "sum", formula)
