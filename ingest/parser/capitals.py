"""Small capitals: words in capitals whose first letters are larger than the rest."""

from __future__ import annotations

from .lines import Line


def capital_size(line: Line) -> float:
    """The size of the largest letters of a line in points; in small capitals those are the first ones of the words."""
    return max((span.size for span in line.spans if any(map(str.isalpha, span.text))), default=line.size)
