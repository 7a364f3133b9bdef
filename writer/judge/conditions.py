"""Numbers that say under which condition something was found: at 300 K, after six weeks, with 5% Pd.

Another value there is another condition, about which the evidence says nothing; it is no contradiction.
"""

from __future__ import annotations

import re

from ...kb.text.quantities import Quantity
from .reading import Reading

_TIMES = {"s", "min", "h", "day", "week", "month", "year", "decade"}
_AFTER_NUMBER = re.compile(r"\s(?:after|before|following|post|into|prior|later|earlier)\b")
_BEFORE_NUMBER = re.compile(
    r"(?P<in>\b(?:after|within|during|until|for|over|by|aged|following|every|between|under|below|above|at|with|of)\s)"
    r"(?:the\s|a\s|an\s|about\s|(?:applied |all )?\w+ (?:of|between) )?$",
    re.IGNORECASE,
)
SETTINGS = {
    "K",
    "degC",
    "degF",
    "T",
    "mT",
    "bar",
    "Pa",
    "kPa",
    "MPa",
    "atm",
    "V",
    "mV",
    "kV",
    "Hz",
    "kHz",
    "MHz",
    "nm",
    "rpm",
}
_STATED = re.compile(
    r"\b(?:was|were|is|are|stood|stands|peaked|remained|stayed|estimated|measured|averaged|set|reached)\s(?:\w+\s)?at\s$"
)


def is_condition(reading: Reading, quantity: Quantity) -> bool:
    """Whether a number stands for a condition and not for what was found."""
    before, after = reading.text[: quantity.start], reading.text[quantity.end :]
    if quantity.kind == "year" or (quantity.unit in _TIMES and _AFTER_NUMBER.match(after)):
        return True
    match = _BEFORE_NUMBER.search(before)
    if not match or _STATED.search(before):
        return False
    word = match["in"].strip().lower()
    if word == "at" and not (_opens(before[: match.start()]) or _has_result(reading, quantity)):
        return False
    if quantity.unit in _TIMES:
        return word in ("after", "within", "during", "until", "for", "over", "following", "every", "aged", "at")
    if quantity.unit in SETTINGS:
        return word in ("at", "under", "below", "above", "between", "after", "of", "with")
    if quantity.kind == "count":
        return word in ("after", "within", "during", "until", "following", "every")
    return word == "with" or (word in ("at", "under") and quantity.kind in ("measure", "percent"))


def _opens(before: str) -> bool:
    return not before.strip() or before.rstrip().endswith((",", ";", ":"))


def _has_result(reading: Reading, quantity: Quantity) -> bool:
    """Whether another number of the sentence may be what was found."""
    return any(q is not quantity and q.kind in ("measure", "percent", "fold", "number") for q in reading.quantities)
