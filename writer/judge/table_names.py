"""Which rows and columns the words of a claim name.

A phrase names a line exactly (it is one of the line's labels) or in part (its words are all among the line's words);
an exact name shuts partial ones out, so that "KCP" is not also "Cluster+KCP". A label that says *no*, *without* or
*non-* is named only by words that say so too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...kb.text.lexicon_synonyms import keys as synonym_keys
from ...kb.text.quantities import Quantity, parse_quantities
from .table_described import describe, described_line
from .table_grid import Axis, Grid, Line
from .table_labels import CITATION, Label, cased, core_words, forms_of, holds, label_of, score_letters
from .table_metrics import polarity
from .table_vocabulary import FILLERS, GENERIC, NEGATIVE_NAMES
from .table_words import Word, initials, is_acronym, words_of

_OURS = re.compile(r"\b(?:ours?|this (?:work|paper|study)|proposed|submitted|we)\b", re.I)
_REFERENCE = re.compile(r"\b(?:baseline|control|original|vanilla|none|no (?:treatment|enhancement|adaptation))\b", re.I)
_AXES: tuple[Axis, Axis] = ("row", "column")
_LONGEST = 7
_LONGEST_DESCRIPTION = 16


@dataclass(frozen=True)
class Mention:
    """Words `first:last` of a claim name `lines` of one axis by `keys`; `exact` where they are a label as it stands."""

    first: int
    last: int
    axis: Axis
    lines: frozenset[int]
    exact: bool
    keys: frozenset[str] = frozenset()


class NameIndex:
    """The labels of a grid, ready to be found in claims. `definitions` add what the paper says a label stands for."""

    def __init__(self, grid: Grid, definitions: Mapping[str, str] | None = None) -> None:
        self.grid = grid
        self.definitions = dict(definitions or {})
        self.descriptions = describe(grid, self.definitions)
        lines = (*grid.rows, *grid.columns)
        letters = {line.axis: score_letters(grid.lines(line.axis)) for line in lines}
        self.labels = [label_of(line, letters[line.axis], self.definitions) for line in lines]
        self._keys = {(label.line.axis, label.line.index): label.keys for label in self.labels}

    @cached_property
    def label_keys(self) -> frozenset[str]:
        """Keys of the words of all labels and definitions."""
        texts = (*self.grid.classes, *self.definitions, *self.definitions.values())
        said = {word.key for text in texts for word in words_of(text)}
        return frozenset(said).union(*(label.keys for label in self.labels))

    @cached_property
    def said(self) -> tuple[Quantity, ...]:
        """The quantities of caption and definitions: a dose, a duration, a sample that the whole table is about."""
        return tuple(q for text in (self.grid.caption, *self.definitions.values()) for q in parse_quantities(text))

    def keys_of(self, line: Line) -> frozenset[str]:
        """The word keys of a line's labels."""
        return self._keys[line.axis, line.index]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Keys of every word in caption, headers, labels and definitions: what the table itself speaks of."""
        spoken = {word.key for text in self._texts for word in words_of(text)}
        return frozenset(spoken).union(*(label.keys for label in self.labels))

    @cached_property
    def senses(self) -> frozenset[str]:
        """The classes of synonyms that the same words belong to."""
        return frozenset().union(*(synonym_keys(word.surface) for text in self._texts for word in words_of(text)))

    @property
    def _texts(self) -> tuple[str, ...]:
        lines = (*self.grid.rows, *self.grid.columns)
        defined = (*self.definitions, *self.definitions.values())
        return (self.grid.caption, *self.grid.classes, *defined, *(line.text for line in lines))

    @cached_property
    def own(self) -> dict[Axis, frozenset[int]]:
        """The lines that a table marks as its authors' own, by name or because all others carry a citation."""
        return {axis: _own_lines(self.grid.lines(axis)) for axis in _AXES}

    def references(self, axis: Axis, lines: frozenset[int]) -> frozenset[int]:
        """What `lines` are measured against: what an ablated line was before, else a baseline or control."""
        whole = {self._unablated(axis, line) for line in lines}
        if None not in whole:
            return frozenset(line for line in whole if line is not None)
        return frozenset(line.index for line in self.grid.lines(axis) if _REFERENCE.search(line.text)) - lines

    def negative(self, axis: Axis, lines: frozenset[int]) -> bool:
        """Whether the labels of `lines` all say that something is missing or taken away."""
        return all(
            bool(label.negative) for label in self.labels if label.line.axis == axis and label.line.index in lines
        )

    def _unablated(self, axis: Axis, line: int) -> int | None:
        """The line that a negative label (`GraphNet w/o attention`) takes something away from."""
        here = [label for label in self.labels if label.line.axis == axis]
        if not here[line].negative:
            return None
        within = [other for other in here if not other.negative and other.keys < here[line].keys]
        full = within or [other for other in here if re.search(r"\bfull\b", other.line.text, re.I)]
        return max(full, key=lambda other: len(other.keys)).line.index if full else None

    @cached_property
    def reference_keys(self) -> frozenset[str]:
        """The words that mark a line as one to measure against."""
        lines = (line for axis in _AXES for line in self.grid.lines(axis))
        return frozenset(
            word.key for line in lines for found in _REFERENCE.findall(line.text) for word in words_of(found)
        )

    @cached_property
    def systems(self) -> Axis:
        """The axis whose lines are compared: the one whose labels name no measures."""
        measures = {axis: sum(bool(polarity(self.keys_of(line))) for line in self.grid.lines(axis)) for axis in _AXES}
        return "column" if measures["row"] > measures["column"] else "row"

    def cited(self, axis: Axis) -> frozenset[int]:
        """The lines whose label carries a citation of other work."""
        return frozenset(line.index for line in self.grid.lines(axis) if CITATION.search(line.text))

    def find(self, words: Sequence[Word]) -> list[Mention]:
        """Mentions in reading order, longest names first where they overlap."""
        found, taken = self._described(words)
        for size in range(min(_LONGEST, len(words)), 0, -1):
            for first in range(len(words) - size + 1):
                span = range(first, first + size)
                if taken.isdisjoint(span) and (mention := self._mention(words, first, first + size)):
                    found.append(mention)
                    taken.update(span)
        return sorted(found, key=lambda mention: mention.first)

    def _described(self, words: Sequence[Word]) -> tuple[list[Mention], set[int]]:
        """The lines named by what they stand for, longest runs first, and the words taken by them."""
        found: list[Mention] = []
        taken: set[int] = set()
        longest = min(_LONGEST_DESCRIPTION, len(words)) if self.descriptions else 0
        for size in range(longest, 0, -1):
            for first in range(len(words) - size + 1):
                span = range(first, first + size)
                said = (
                    described_line(words[first : first + size], self.descriptions) if taken.isdisjoint(span) else None
                )
                if said:
                    keys = frozenset(word.key for word in words[first : first + size])
                    found.append(Mention(first, first + size, said.axis, frozenset({said.line}), True, keys))
                    taken.update(span)
        return found, taken

    def _mention(self, words: Sequence[Word], first: int, last: int) -> Mention | None:
        span = tuple(words[first:last])
        if any(re.search(r"[,;:.]", word.after) for word in span[1:]) or _loose_ends(span):
            return None
        before = words[first - 1].surface.lower() if first else ""
        denials = [n for n in range(max(0, first - 2), last) if words[n].surface.lower() in NEGATIVE_NAMES]
        negated = bool(denials)
        keys = frozenset(word.key for word in span)
        for labels, exact in zip(self._matches(span), (True, False), strict=True):
            agreeing = [label for label in labels if bool(label.negative & keys) == negated]
            if not agreeing and negated and before not in NEGATIVE_NAMES:
                agreeing = [label for label in labels if not label.negative & keys]
            if len(agreeing) == 1 and not exact and self._beheads(agreeing[0], span):
                return None
            if agreeing:
                axis, lines = _one_axis(agreeing)
                first = min(first, *denials) if denials and agreeing[0].negative & keys else first
                return Mention(first, last, axis, lines, exact, keys)
        return None

    def _beheads(self, label: Label, span: Sequence[Word]) -> bool:
        """Whether a run of words leaves out the head of a measure: "body weight" is not "Body weight gain"."""
        if label.line.axis == self.systems or not label.line.names:
            return False
        words = words_of(forms_of(label.line.names[-1])[2])
        said = [n for n, word in enumerate(words) if word.key in {one.key for one in span}]
        rest = {word.key for word in words[said[-1] + 1 :]} - GENERIC if said else set()
        others = [other.keys for other in self.labels if other.line.axis == label.line.axis and other is not label]
        return bool(rest - frozenset().union(*others))

    def _matches(self, span: tuple[Word, ...]) -> tuple[list[Label], list[Label]]:
        """The labels that a run of words names exactly, and those that it names in part."""
        core = core_words(span)
        keys, whole = tuple(word.key for word in core), tuple(word.key for word in span)
        exact = [label for label in self.labels if label.exact & {keys, whole} and cased(label, span)]
        partial = [label for label in self.labels if core and holds(label, core) and cased(label, core)]
        if not exact and not partial and len(core) == len(span) > 1:
            exact = [label for label in self.labels if initials(core) in label.acronyms]
        return exact, partial


def _loose_ends(span: Sequence[Word]) -> bool:
    """A name begins and ends with a word of its own, and a bare number names nothing."""
    if any(word.surface.lower() in FILLERS and not is_acronym(word.surface) for word in (span[0], span[-1])):
        return True
    return len(span) == 1 and span[0].number


def _one_axis(labels: Sequence[Label]) -> tuple[Axis, frozenset[int]]:
    """A name found on both axes is that of the axis where it tells lines apart best, rows first."""
    rows = frozenset(label.line.index for label in labels if label.line.axis == "row")
    columns = frozenset(label.line.index for label in labels if label.line.axis == "column")
    if rows and (not columns or len(rows) <= len(columns)):
        return "row", rows
    return "column", columns


def _own_lines(lines: Sequence[Line]) -> frozenset[int]:
    named = frozenset(line.index for line in lines if _OURS.search(line.text))
    if named:
        return named
    uncited = frozenset(line.index for line in lines if not CITATION.search(line.text))
    return uncited if len(uncited) == 1 and len(lines) > 1 else frozenset()
