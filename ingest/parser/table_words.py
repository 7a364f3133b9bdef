"""The words of a table and the printed rows that they stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

_LEADER = re.compile(r"[.·…]+")
_FEWEST_LEADERS = 6
_SAME_ROW = 0.35


@dataclass(frozen=True)
class Word:
    """A word and its rectangle in points of the upright frame."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


@dataclass(frozen=True)
class Row:
    """The words of one printed row from left to right. `size` is the height of most words in points."""

    words: tuple[Word, ...]
    y0: float
    y1: float
    size: float

    @property
    def middle(self) -> float:
        """The height of the middle of the row."""
        return (self.y0 + self.y1) / 2


def text_rows(words: Sequence[Word]) -> list[Row]:
    """Printed rows from top to bottom. Raised marks join the row that they overlap."""
    words = _without_leaders(words)
    if not words:
        return []
    size = median(word.y1 - word.y0 for word in words)
    rows: list[list[Word]] = []
    # The lower edge, not the middle, tells the row: a raised mark makes its word taller.
    for word in sorted((w for w in words if w.y1 - w.y0 > 0.8 * size), key=lambda w: (w.y1, w.x0)):
        home = next((row for row in reversed(rows[-3:]) if word.y1 - row[0].y1 < _SAME_ROW * size), None)
        if home is None:
            rows.append([word])
        else:
            home.append(word)
    for word in (w for w in words if w.y1 - w.y0 <= 0.8 * size):
        home = max(rows, key=lambda row: _overlap(word, row), default=None)
        if home is not None and _overlap(word, home) > 0:
            home.append(word)
        else:
            rows.append([word])
    return sorted((_row(row) for row in rows), key=lambda row: row.middle)


def _overlap(word: Word, row: Sequence[Word]) -> float:
    return min(word.y1, row[0].y1) - max(word.y0, row[0].y0)


def _row(words: Sequence[Word]) -> Row:
    """Raised and lowered marks make a word taller; the median word tells where the row stands."""
    height = median(word.y1 - word.y0 for word in words)
    main = [word for word in words if word.y1 - word.y0 > 0.8 * height]
    return Row(tuple(sorted(words, key=lambda w: w.x0)), median(w.y0 for w in main), median(w.y1 for w in main), height)


def _without_leaders(words: Sequence[Word]) -> list[Word]:
    """The words without rows of dots that lead the eye from one cell to the next."""
    others = [word for word in words if not _LEADER.fullmatch(word.text)]
    return others if len(words) - len(others) >= _FEWEST_LEADERS else list(words)
