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

from ...kb.text.quantities import Quantity, parse_quantities
from ...kb.text.units import parse_unit
from .table_described import describe, described_line, expanded
from .table_grid import Axis, Grid, Line
from .table_metrics import polarity
from .table_vocabulary import FILLERS, GENERIC, NEGATIVE_NAMES
from .table_words import Word, initials, is_acronym, word_key, words_of

_CITATION = re.compile(
    r"\(?\b[A-Z][\w\u2019'-]+(?: (?:and|&) [A-Z][\w\u2019'-]+| et al\.?)?,? ?\(? ?(?:19|20)\d\d[a-z]? ?\)?(?: ?\))?"
)
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_OURS = re.compile(r"\b(?:ours?|this (?:work|paper|study)|proposed|submitted|we)\b", re.I)
_ACRONYM = re.compile(r"[A-Z][A-Za-z]*[A-Z][A-Za-z]*")
_MINUS = re.compile(r"[-\u2013] ?[A-Za-z]")
_CAMEL = re.compile(r"[A-Z][a-z]{3,}(?=[A-Z])|(?<=[a-z])[A-Z][a-z]{3,}")
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


@dataclass(frozen=True)
class Label:
    """A line as a bag of word keys, with the key tuples that name it exactly.

    `negative` holds the words of those of its names that say something is missing or taken away.
    """

    line: Line
    keys: frozenset[str]
    exact: frozenset[tuple[str, ...]]
    negative: frozenset[str]
    acronyms: frozenset[str]
    surfaces: frozenset[str]
    initials: frozenset[str]


class NameIndex:
    """The labels of a grid, ready to be found in claims. `definitions` add what the paper says a label stands for."""

    def __init__(self, grid: Grid, definitions: Mapping[str, str] | None = None) -> None:
        self.grid = grid
        self.definitions = dict(definitions or {})
        self.descriptions = describe(grid, self.definitions)
        lines = (*grid.rows, *grid.columns)
        letters = {line.axis: _score_letters(grid.lines(line.axis)) for line in lines}
        self.labels = [_label(line, letters[line.axis], self.definitions) for line in lines]
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
        """Keys of every word in caption, headers and labels: what the table itself speaks of."""
        lines = (*self.grid.rows, *self.grid.columns)
        said = (*self.grid.classes, *self.definitions, *self.definitions.values())
        texts = [self.grid.caption, *said, *(line.text for line in lines)]
        spoken = {word.key for text in texts for word in words_of(text)}
        return frozenset(spoken.union(*(label.keys for label in self.labels)) if self.labels else spoken)

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
        return frozenset(line.index for line in self.grid.lines(axis) if _CITATION.search(line.text))

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
        words = words_of(_forms(label.line.names[-1])[2])
        said = [n for n, word in enumerate(words) if word.key in {one.key for one in span}]
        rest = {word.key for word in words[said[-1] + 1 :]} - GENERIC if said else set()
        others = [other.keys for other in self.labels if other.line.axis == label.line.axis and other is not label]
        return bool(rest - frozenset().union(*others))

    def _matches(self, span: tuple[Word, ...]) -> tuple[list[Label], list[Label]]:
        """The labels that a run of words names exactly, and those that it names in part."""
        core = _core(span)
        keys, whole = tuple(word.key for word in core), tuple(word.key for word in span)
        exact = [label for label in self.labels if label.exact & {keys, whole} and _cased(label, span)]
        partial = [label for label in self.labels if core and _holds(label, core) and _cased(label, core)]
        if not exact and not partial and len(core) == len(span) > 1:
            exact = [label for label in self.labels if initials(core) in label.acronyms]
        return exact, partial


def _core(span: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of a name without the class nouns around it; a run with other fillers inside is taken as it is."""
    words = list(span)
    while words and words[-1].key in GENERIC:
        words.pop()
    while words and words[0].key in GENERIC:
        words.pop(0)
    return tuple(words)


def _label(line: Line, letters: Mapping[str, str], definitions: Mapping[str, str]) -> Label:
    names = [re.sub(r"\bw/o\b", "without", name) for name in line.names] or [""]
    names += [expanded(name, definitions) for name in names if expanded(name, definitions) != name]
    forms = {form for name in (*names, " ".join(names[: len(line.names)])) for form in _forms(name)}
    forms |= {definitions[name] for name in line.names if _ACRONYM.fullmatch(name) and name in definitions}
    spelled = {tuple(_letter(word, letters) for word in words_of(form)) for form in forms}
    spelled |= {tuple(word.key for word in words_of(form)) for form in forms}
    surfaces = [word for name in names for word in words_of(name)]
    cores = {tuple(_letter(word, letters) for word in _core(words_of(form))) for form in forms}
    keys = frozenset(key for keys in spelled for key in keys) | {word_key(part) for part in _CAMEL.findall(line.text)}
    plain = [words_of(form) for form in forms]
    return Label(
        line,
        keys,
        frozenset(form for form in spelled | cores if form),
        negative=frozenset(word.key for name in names if _takes_away(name) for word in words_of(name)),
        acronyms=frozenset(word.surface.lower() for word in surfaces if is_acronym(word.surface)),
        surfaces=frozenset(word.surface for word in surfaces),
        initials=frozenset(initials(words) for words in plain if len(words) > 1),
    )


def _takes_away(name: str) -> bool:
    return bool(_MINUS.match(name)) or any(word.surface.lower() in NEGATIVE_NAMES for word in words_of(name))


def _forms(name: str) -> list[str]:
    """A label as printed (but its unit), without citation, without brackets, and what stands in the brackets."""
    name = _BRACKETS.sub(lambda m: " " if _is_unit(m[1]) else m[0], name).strip()
    bare = _CITATION.sub(" ", name).strip(" ,;") or name
    outside = _BRACKETS.sub(" ", bare).strip() or bare
    inside = [text for text in _BRACKETS.findall(bare) if len(text) > 1 and bare.endswith((text + ")", text + "]"))]
    return [name, bare, outside, *inside]


def _is_unit(text: str) -> bool:
    """Whether a bracket holds a unit (`s`, `%`, `g/bird`), which names nothing."""
    unit = parse_unit(text.strip(), 0)
    return text.strip() == "%" or (unit is not None and text.strip()[unit[1] :][:1] in ("", "/"))


def _score_letters(lines: Sequence[Line]) -> dict[str, str]:
    """P, R and F stand for precision, recall and F1 where at least two of them label lines of one axis."""
    meaning = {"P": "precis", "R": "recal", "F": "f1", "F1": "f1"}
    used = {word.surface for line in lines for word in words_of(line.text)} & meaning.keys()
    return meaning if len({meaning[letter] for letter in used}) > 1 else {}


def _letter(word: Word, letters: Mapping[str, str]) -> str:
    return letters.get(word.surface, word.key)


def _loose_ends(span: Sequence[Word]) -> bool:
    """A name begins and ends with a word of its own, and a bare number names nothing."""
    if any(word.surface.lower() in FILLERS and not is_acronym(word.surface) for word in (span[0], span[-1])):
        return True
    return len(span) == 1 and span[0].number


def _holds(label: Label, core: tuple[Word, ...]) -> bool:
    return all(_among(word, label) for word in core) and not all(word.number for word in core)


def _among(word: Word, label: Label) -> bool:
    if word.key in label.keys:
        return True
    if is_acronym(word.surface) and word.surface.lower().rstrip("s") in label.initials:
        return True
    return len(word.key) > 4 and any(_shortens(key, word.key) for key in label.keys)


def _shortens(short: str, long: str) -> bool:
    """Whether a header word such as `recur` shortens a word of the claim."""
    return len(short) > 4 and short.isalpha() and long.startswith(short)


def _cased(label: Label, span: tuple[Word, ...]) -> bool:
    """Names of one or two letters are matched with their case, since `A` and `no` are words as well."""
    return all(len(word.surface) > 2 or word.number or word.surface in label.surfaces for word in span)


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
    uncited = frozenset(line.index for line in lines if not _CITATION.search(line.text))
    return uncited if len(uncited) == 1 and len(lines) > 1 else frozenset()
