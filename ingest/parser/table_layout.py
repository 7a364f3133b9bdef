"""What holds for the printed rows of a table as a whole, and what the texts of its cells tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from .table_columns import RowCells
from .table_words import Row

_NUMERIC = re.compile(r"[-−–+<>≤≥=~±]?\s?[\d.,]+")
_UNFINISHED = re.compile(
    r"\w-$|\d\s?[–—−]$|[±,]$| (?:and|of|or|the|an?|in|for|with|to|by|from|at|on|between|than|as|was|were|is|are|that|"
    r"per|under|after|before|during|within|without|into)$"
)
_TEXTY_WORDS = 2.5
HALF_LINE = 0.65
_WRAPPED = 0.92


@dataclass(frozen=True)
class Layout:
    """The rows with their cells, and what holds for the table as a whole: the distance of lines in a cell in points,
    and for each column the width of its widest text, whether its cells hold running words, and whether they begin with
    small letters from the first, so that one says nothing beside a new label."""

    rows: Sequence[Row]
    grid: Sequence[RowCells]
    pitch: float
    widths: tuple[float, ...]
    texty: tuple[bool, ...]
    small: tuple[bool, ...]

    def fits(self, before: int, after: int, column: int) -> bool:
        """Whether the first word of a cell of row `after` would still have fitted into the line of row `before`."""
        first, second = self.grid[before].extents[column], self.grid[after].extents[column]
        if first is None or second is None:
            return True
        return first[1] - first[0] + 0.2 * self.rows[before].size + second[2] <= _WRAPPED * self.widths[column]

    def flows(self, before: int, after: int, column: int) -> bool:
        """Whether the text itself goes on from row `before` to row `after`."""
        text, following = self.grid[before].texts[column], self.grid[after].texts[column]
        told = not self.small[column] or not self.grid[after].texts[0]
        alone = self.texty[column] and sum(map(bool, self.grid[after].texts)) == 1 and not text.endswith((".", ";"))
        going = (told and following[:1].islower()) or bracketed(following) or (alone and bool(following))
        return going or is_open(text)

    def opens(self, row: int, column: int) -> bool:
        """Whether the cell of a row is a value that its line does not end, as "0.4 to"."""
        return is_open(self.grid[row].texts[column])

    def wraps(self, before: int, after: int, column: int) -> bool:
        """Whether a cell of row `after` can be the next line of the one in `before`."""
        return not self.fits(before, after, column) and (self.texty[column] or self.flows(before, after, column))


def layout_of(rows: Sequence[Row], grid: Sequence[RowCells], head: int) -> Layout:
    """The layout of the rows from the one numbered `head` on. The distance of lines in a cell is that of texts that
    clearly go on, or else that of the closest lines."""
    count = len(grid[0].texts)
    steps: list[float] = []
    flowing: list[float] = []
    widths: list[float] = []
    texty: list[bool] = []
    small: list[bool] = []
    for c in range(count):
        held = [i for i in range(head, len(rows)) if grid[i].texts[c] and not grid[i].spanning]
        steps += [step for a, b in pairwise(held) if (step := rows[b].y1 - rows[a].y1) > HALF_LINE * rows[a].size]
        widths.append(max((e[1] - e[0] for i in held if (e := grid[i].extents[c])), default=0.0))
        flowing += [step for a, b in pairwise(held) if (step := rows[b].y1 - rows[a].y1) > HALF_LINE * rows[a].size
                    and not grid[held[0]].texts[c][:1].islower() and _goes_on(grid[a].texts[c], grid[b].texts[c])]
        small.append(bool(held) and grid[held[0]].texts[c][:1].islower())
        texty.append(bool(held) and mean(len(grid[i].texts[c].split()) for i in held) >= _TEXTY_WORDS)
    steps.sort()
    flowing.sort()
    told = flowing[len(flowing) // 2 : len(flowing) // 2 + 1]
    pitch = min([*told, steps[len(steps) // 10]]) if steps else rows[0].size
    return Layout(rows, grid, pitch, tuple(widths), tuple(texty), tuple(small))


def _goes_on(text: str, following: str) -> bool:
    return following[:1].islower() or is_open(text)


def is_number(text: str) -> bool:
    """Whether a cell begins with a number and holds no word."""
    return bool(_NUMERIC.match(text)) and not re.search(r"[^\W\d_]{3}", text)


def is_value(text: str) -> bool:
    """Whether a cell is a whole number, a dash, or a mark of one or two letters; not a number in brackets."""
    return (is_number(text) and not is_open(text)) or (len(text) <= 2 and not bracketed(text))


def bracketed(text: str) -> bool:
    """Whether a text begins with a bracket or a plus-minus sign: what stands behind a value."""
    return text.startswith(("(", "[", "±"))


def is_open(text: str) -> bool:
    """Whether a text cannot end here: a hyphen, a dash after a digit, a word that another must follow, a bracket."""
    return bool(_UNFINISHED.search(text)) or text.count("(") > text.count(")")
