"""Rates and totals: "2 g per day for 14 days" is no total of 2 g, and a total of 28 g is derived from it."""

from __future__ import annotations

import re
from dataclasses import replace

from ...kb.text.quantities import Quantity
from ...kb.text.units import conversion
from .reading import Reading

_PERIODS = r"(?P<period>second|minute|hour|day|night|week|month|quarter|year|decade|century)"
_ADVERBS = {"hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month",
            "yearly": "year", "annually": "year", "annual": "year"}  # fmt: skip
_PER = re.compile(
    rf"\b(?:per|each|every)\s{_PERIODS}\b|^(?:\s[\w.-]+){{0,2}}?\san?\s{_PERIODS.replace('period', 'article')}\b"
)
_ADVERB = re.compile(rf"\b({'|'.join(_ADVERBS)})\b", re.IGNORECASE)
#: "12 tokens/s", "4.2 eV/atom": what stands below the line is no unit of measure or above it stands none
_SLASH = re.compile(r"^\s?(?P<above>[^\W\d_]+)?\s?/\s?(?P<below>[^\W\d_]+)\b")
_SYMBOLS = {"s": "second", "min": "minute", "h": "hour", "d": "day", "wk": "week", "yr": "year", "y": "year"}
_PREPOSITION = re.compile(r"\b(?:for|in|of|within|over|after|during|by|at|on|with|to)\san?\s", re.IGNORECASE)
_TOTAL = re.compile(
    r"\b(?:in total|a total of|in all|altogether|cumulative(?:ly)?|total(?:led|ling|ed|ing)?|sum of|over the whole)\b",
    re.IGNORECASE,
)
_UNIT = {"hour": "h", "minute": "min", "second": "s", "night": "day"}


def period(reading: Reading, quantity: Quantity) -> str | None:
    """The period of a rate that is written in words ("per day", "daily"), None for an amount without one."""
    after = re.split(r"[;:]\s|\.\s(?=[A-Z])|,\s|\d", reading.text[quantity.end :])[0]
    match = _PER.search(after)
    if match and (match["period"] or not _PREPOSITION.search(match.group())):
        return match["period"] or match["article"]
    if (match := _SLASH.match(after)) and not (quantity.unit and match["above"]):
        return _SYMBOLS.get(match["below"].lower(), match["below"].lower())
    if match := _ADVERB.search(after):
        return _ADVERBS[match.group(1).lower()]
    before = re.split(r"[;:]\s|,\s", reading.text[: quantity.start])[-1]
    nearby = _ADVERB.search(" ".join(before.split()[-6:]))
    return _ADVERBS[nearby.group(1).lower()] if nearby else None


def is_total(reading: Reading) -> bool:
    """Whether a sentence says that it gives a total."""
    return bool(_TOTAL.search(reading.text))


def rate_differs(claim: Reading, wanted: Quantity, evidence: Reading, given: Quantity) -> bool:
    """Whether one side is a rate and the other is not, or both are rates over different periods."""
    if wanted.kind not in ("measure", "count", "number", "percent") or (wanted.unit or "") in (
        "day",
        "year",
        "week",
        "h",
    ):
        return False
    return period(claim, wanted) != period(evidence, given)


def duration(reading: Reading, period_name: str) -> tuple[Quantity, ...] | None:
    """The numbers that say for how long a rate held: one of time, or the first and the last year."""
    for quantity in reading.quantities:
        spans = re.search(r"\b(?:for|over|during|within)\s(?:the\s|a\s|about\s)?$", reading.text[: quantity.start])
        if (
            spans
            and quantity.kind == "measure"
            and conversion(quantity.unit or "", _UNIT.get(period_name, period_name))
        ):
            return (quantity,)
    years = [q for q in reading.quantities if q.kind == "year"]
    return (years[0], years[1]) if period_name == "year" and len(years) == 2 else None


def periods_in(span: tuple[Quantity, ...], period_name: str) -> Quantity:
    """How many periods a span of time lasts, as a bare quantity."""
    if len(span) == 2:
        return replace(span[1], value=span[1].value - span[0].value, kind="number", unit=None)
    factor = conversion(span[0].unit or "", _UNIT.get(period_name, period_name))
    return replace(span[0], value=span[0].value * (factor or 0), kind="number", unit=None)
