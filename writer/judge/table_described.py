"""Lines named by what they stand for: "0.5 % garlic powder and 0.5 % holy basil leaf powder" for T6.

A run of words names a line if all of them are the definition's own, the numbers are exactly those of one place that
describes it, and no other line of the axis can be meant. Half of a description names nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...kb.text.lexicon import words
from .table_definitions import SEPARATOR
from .table_grid import Axis, Grid
from .table_vocabulary import FILLERS, GENERIC
from .table_words import Word, word_key, words_of

_REFERENCES = frozenset(
    word_key(word) for word in words("control placebo untreated unsupplemented vehicle sham baseline basal mock blank")
)
_SHARED = frozenset({"each", "both"})


@dataclass(frozen=True)
class Described:
    """Word keys and numbers of a run of words; `shared` where one number holds for each of several things."""

    keys: frozenset[str]
    numbers: Counter[Decimal]
    shared: bool


@dataclass(frozen=True)
class Description:
    """One line's definition, in the parts of the paper that give it."""

    axis: Axis
    line: int
    parts: tuple[Described, ...]

    @property
    def keys(self) -> frozenset[str]:
        """The words of all places."""
        return frozenset().union(*(part.keys for part in self.parts))


def describe(grid: Grid, definitions: Mapping[str, str]) -> list[Description]:
    """The descriptions of all lines whose label, or a part of it, is defined."""
    axes: tuple[Axis, Axis] = ("row", "column")
    found = []
    for axis in axes:
        for line in grid.lines(axis):
            texts = [text for name in line.names for text in definitions.get(name, "").split(SEPARATOR) if text]
            if texts:
                parts = tuple(_read(words_of(expanded(text, definitions))) for text in texts)
                found.append(Description(axis, line.index, parts))
    return found


def expanded(text: str, definitions: Mapping[str, str]) -> str:
    """The text with each defined acronym followed by its long form."""

    def long_form(match: re.Match[str]) -> str:
        return f"{match.group()} {definitions[match.group()]}" if match.group() in definitions else match.group()

    return re.sub(r"\b[A-Za-z]*[A-Z]{2,}[A-Za-z]*\b", long_form, text)


def described_line(span: Sequence[Word], descriptions: Sequence[Description]) -> Description | None:
    """The only line that a run of words can describe, or None."""
    if not descriptions or _loose(span[0]) or _loose(span[-1]):
        return None
    if any(re.search(r"[;:.]", word.after) for word in span[1:]):
        return None
    said = _read(span)
    matching = [d for d in descriptions if said.keys and said.keys <= d.keys and _numbers_fit(said, d)]
    if len(matching) != 1:
        return None
    only = matching[0]
    rivals = [d for d in descriptions if d.axis == only.axis and d is not only]
    if said.numbers:
        telling = any(not all(key in d.keys for d in rivals) for key in said.keys)
        return only if telling or said.shared or not rivals else None
    own = said.keys - frozenset().union(*(d.keys for d in rivals))
    return only if own and (own & _REFERENCES or _mostly_said(said.keys, only)) else None


def _mostly_said(keys: frozenset[str], description: Description) -> bool:
    """Whether words without a number are most of a place that has none, not just somebody mentioned there."""
    plain = [part.keys for part in description.parts if not part.numbers]
    return any(5 * len(keys & part) >= 3 * len(part) for part in plain)


def _numbers_fit(said: Described, description: Description) -> bool:
    if not said.numbers:
        return True
    if said.shared:
        several = [part for part in description.parts if part.shared or part.numbers.total() > 1]
        return any(set(said.numbers) == set(part.numbers) for part in several)
    return any(said.numbers == part.numbers and not part.shared for part in description.parts)


def _read(span: Sequence[Word]) -> Described:
    content = [word for word in span if not _number(word) and not _filler(word)]
    numbers = Counter(Decimal(word.key) for word in span if _number(word))
    shared = any(word.surface.lower() in _SHARED for word in span)
    return Described(frozenset(word.key for word in content), numbers, shared)


def _number(word: Word) -> bool:
    return re.fullmatch(r"\d*\.?\d+", word.key) is not None


def _filler(word: Word) -> bool:
    lower = word.surface.lower()
    return lower in FILLERS or lower in _SHARED or lower == "%" or word.key in GENERIC


def _loose(word: Word) -> bool:
    """A description begins with a number or a word of its own, and ends with a word of its own."""
    return word.surface.lower() in FILLERS or word.surface == "%"
