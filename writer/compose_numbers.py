"""Arithmetic that a sentence does on its own numbers: fractions, multiples, changes, a rate over a time.

Each function answers with the formula, for the audit, where the arithmetic holds to the last digit that the sentence
prints, and with None otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ..kb.text.quantities import Quantity
from ..kb.text.quantity_match import in_unit_of, is_about, rounds_to
from .passages import amounts

_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = {word: Decimal(number) for number, word in enumerate(_COUNTS, start=1)}
_FRACTIONS = {
    "half": (1, 2),
    "a third": (1, 3),
    "one third": (1, 3),
    "two thirds": (2, 3),
    "a quarter": (1, 4),
    "one quarter": (1, 4),
    "three quarters": (3, 4),
    "a fifth": (1, 5),
    "one fifth": (1, 5),
}
_VALUES = (None, "mean", "low", "high", "min", "max", "best")
_UP = ("increase", "rise", "gain")
_PER = re.compile(
    r"\s(?:(?:of\s)?[\w-]+\s){0,4}?(?P<per>a|per|each|every)\s(?P<unit>day|week|month|year|hour)\b|\s?(?:[\w-]+\s){0,4}(?P<ly>daily|weekly|monthly|yearly|hourly)\b"
)
_UNITS = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "hourly": "hour"}


def in_words(text: str) -> Decimal | None:
    """A count in digits or words."""
    return Decimal(text) if text.isdigit() else _WORDS.get(text.lower())


def fraction_of(part: str, whole: Decimal) -> tuple[str, str] | None:
    """`half` of 48: ("24", formula); None where it is no whole number, or `part` no fraction."""
    ratio = _FRACTIONS.get(part.lower())
    if ratio is None:
        return None
    value = whole * ratio[0] / ratio[1]
    if value != value.to_integral_value():
        return None
    return f"{value:.0f}", f"{part} of {whole:f} = {value:.0f}"


def applied(times: str, number: Decimal) -> tuple[str, str] | None:
    """What `number` is `times` as many as: 32 is "four times" 8."""
    word = times.split()[0].lower()
    factor = Decimal(2) if word == "twice" else in_words(word)
    if factor is None or factor <= 1:
        return None
    value = number / factor
    if value != value.to_integral_value():
        return None
    return f"{value:.0f}", f"{number:f} / {factor:f} = {value:.0f}"


def change_holds(numbers: Sequence[Quantity], by: Quantity, way: str) -> str | None:
    """Whether two numbers of one kind, in this order, change by `by`; None where they do not, or are not two."""
    if len(numbers) != 2:
        return None
    first, last = numbers
    if first.kind != last.kind or first.unit != last.unit or first.value <= 0:
        return None
    difference = last.value - first.value
    if (difference > 0) != (way in _UP) or difference == 0:
        return None
    if by.kind == "percent" and first.kind != "percent":
        value = abs(difference) / first.value * 100
        return f"({last.text} - {first.text}) / {first.text} = {by.text}" if _gives(value, by) else None
    points = by.kind == "percentage-points" and first.kind == "percent"
    same = by.kind == first.kind and by.unit == first.unit and by.kind != "percent"
    if (points or same) and _gives(abs(difference), by):
        return f"{last.text} - {first.text} = {by.text}"
    return None


def product_holds(main: str, total: Quantity) -> str | None:
    """Whether a rate over its time in `main` makes `total`: 160 mg a day for five days make 800 mg."""
    for rate in amounts(main):
        per = _PER.match(main[rate.end :])
        if not per:
            continue
        unit = per["unit"] or _UNITS[per["ly"].lower()]
        lasted = re.search(rf"\bfor\s(?P<count>\d+|[a-z]+)\s(?:consecutive\s)?{unit}s\b", main)
        count = in_words(lasted["count"]) if lasted else None
        made = in_unit_of(rate, total)
        if count is not None and made is not None and _gives(made.value * count, total):
            return f"{rate.text} per {unit} for {count:f} = {total.text}"
    return None


def _gives(value: Decimal, wanted: Quantity) -> bool:
    if wanted.comparator == "about":
        return is_about(value, wanted)
    return wanted.comparator == "=" and rounds_to(value, wanted)


def ratio_holds(given: Quantity, other: Quantity, times: Quantity) -> str | None:
    """Whether `given` is `times` as much as `other`, which must be of its kind and unit."""
    if other.kind != given.kind or other.role not in _VALUES or other.value <= 0:
        return None
    made = in_unit_of(other, given)
    if made is None or not _gives(given.value / made.value, times):
        return None
    return f"{given.text} / {other.text} = {times.text}"
