"""What came before what: the two sides of "before", "after", "until" and "because"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .reading import Reading

_MARKER = re.compile(
    r"\b(?P<early>before|prior to|ahead of|earlier than|until)\b"
    r"|\b(?P<late>after|following|later than|because(?: of)?|owing to|due to)\b(?! adjust)",
    re.IGNORECASE,
)
_END = re.compile(r"[;:—()]|,|\b(?:but|whereas|while|although)\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Order:
    """Words of what came first and of what came later."""

    first: frozenset[str]
    then: frozenset[str]


def order_turned(claim: Reading, evidence: Reading) -> bool:
    """Whether the claim puts first what came later in the evidence, wherever both tell an order of the same things."""
    outcomes = []
    for wanted in _orders(claim):
        for given in _orders(evidence):
            straight = wanted.first & given.first and wanted.then & given.then
            crossed = wanted.first & given.then and wanted.then & given.first
            if bool(straight) != bool(crossed):
                outcomes.append(bool(crossed))
    return bool(outcomes) and all(outcomes)


def _orders(reading: Reading) -> list[_Order]:
    found: list[_Order] = []
    for marker in _MARKER.finditer(reading.text):
        stop = _END.search(reading.text, marker.end())
        end = stop.start() if stop else len(reading.text)
        begins = [match.end() for match in _END.finditer(reading.text) if match.end() <= marker.start()]
        begin = max(begins, default=0)
        here = _keys(reading, marker.end(), end)
        there = _keys(reading, begin, marker.start())
        if not there and stop and stop.group() == ",":
            there = _keys(reading, end, len(reading.text))
        first, then = (there, here) if marker["early"] else (here, there)
        if first - then and then - first:
            found.append(_Order(first - then, then - first))
    return found


def _keys(reading: Reading, start: int, end: int) -> frozenset[str]:
    return frozenset().union(*(word.keys for word in reading.content if start <= word.start < end))
