"""Small capitals: words in capitals whose first letters are larger than the rest. Some files store the rest as small
letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .lines import Line, Span

_LEAST_LETTERS = 3
_SMALLER = 0.88
_SMALLEST = 0.6


def capital_size(line: Line) -> float:
    """The size of the largest letters of a line in points; in small capitals those are the first ones of the words."""
    return max((span.size for span in line.spans if any(map(str.isalpha, span.text))), default=line.size)


def in_small_capitals(spans: Sequence[Span]) -> bool:
    """Whether all letters that are stored as small ones are of one size, and all others larger."""
    if all(span.size == spans[0].size for span in spans):
        return False
    lower = [span.size for span in spans if any(map(str.islower, span.text))]
    upper = [span.size for span in spans if any(map(str.isupper, span.text))]
    if not lower or not upper or sum(sum(map(str.islower, span.text)) for span in spans) < _LEAST_LETTERS:
        return False
    small, large = max(lower), min(upper)
    return min(lower) > small - 0.1 and _SMALLEST * large < small < _SMALLER * large
