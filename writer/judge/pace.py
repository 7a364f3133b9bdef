"""What a larger number means: slower where it is time, faster where it is throughput, better where it is accuracy."""

from __future__ import annotations

import re

from ...kb.text.polarity import metric_direction
from ...kb.text.quantities import Quantity
from .binding import bindings
from .listing import sides
from .operators import Operator
from .reading import Reading, Word

_TIME_UNITS = {"s", "ms", "μs", "ns", "min", "h", "day", "week", "month", "year"}
_TIME = re.compile(
    r"\b(?:latenc\w+|times?|duration|took|takes?|runtime|delays?|\S*hours|\S*days|minutes|seconds)\b", re.IGNORECASE
)
_SPEED = re.compile(r"\b(?:speeds?|velocit\w+|throughput|rates?|pace|fps|per second)\b", re.IGNORECASE)


def meaning(axis: str, evidence: Reading, quantity: Quantity) -> int:
    """1 where a larger number is more on `axis` (amount, speed, win), -1 where it is less, 0 where nobody knows."""
    if axis == "speed":
        return pace_sign(evidence, quantity)
    if axis == "win":
        bound = bindings(evidence).get(quantity)
        goods = {metric_direction(word.text) for word in (bound.words if bound else ())} - {None}
        return int(goods.pop() or 0) if len(goods) == 1 else 0
    return 1


def pace_sign(evidence: Reading, quantity: Quantity) -> int:
    """-1 where a larger number is slower, 1 where it is faster, 0 where the number measures no pace."""
    unit = quantity.unit or ""
    if unit in _TIME_UNITS:
        return -1
    if re.search(r"/(?:s|ms|min|h|day|year)\b", unit):
        return 1
    bound = bindings(evidence).get(quantity)
    about = " ".join([*(word.text for word in (bound.words if bound else ())), quantity.noun or ""])
    timed, sped = bool(_TIME.search(about + " " + _verb(evidence, quantity))), bool(_SPEED.search(about))
    return 0 if timed == sped else (-1 if timed else 1)


def _verb(evidence: Reading, quantity: Quantity) -> str:
    return " ".join(evidence.text[: quantity.start].split()[-2:])


def of_metric(operator: Operator, evidence: Reading, value: Quantity, claim: Reading) -> bool:
    """Whether a direction points at what a value measures: something of it stands around the value."""
    bound = bindings(evidence).get(value)
    about = bound.words if bound else frozenset[Word]()
    _, target = sides(claim)
    return any(_akin(word, other) for word in operator.arguments if word not in target for other in about)


def _akin(word: Word, other: Word) -> bool:
    """One key, or one root: storage and what is stored."""
    long = min(len(word.text), len(other.text)) >= 5
    return bool(word.keys & other.keys) or (long and word.text[:4].lower() == other.text[:4].lower())
