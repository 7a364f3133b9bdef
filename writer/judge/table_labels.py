"""Labels of rows and columns as claims may say them: forms, words, acronyms, and what a label denies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...kb.text.units import parse_unit
from .table_described import expanded
from .table_grid import Line
from .table_vocabulary import GENERIC, NEGATIVE_NAMES
from .table_words import Word, initials, is_acronym, word_key, words_of

CITATION = re.compile(
    r"\(?\b[A-Z][\w\u2019'-]+(?: (?:and|&) [A-Z][\w\u2019'-]+| et al\.?)?,? ?\(? ?(?:19|20)\d\d[a-z]? ?\)?(?: ?\))?"
)
"""A citation of other work, as labels carry it."""

_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_MINUS = re.compile(r"[-\u2013] ?[A-Za-z]")
_CAMEL = re.compile(r"[A-Z][a-z]{3,}(?=[A-Z])|(?<=[a-z])[A-Z][a-z]{3,}")
_ACRONYM = re.compile(r"[A-Z][A-Za-z]*[A-Z][A-Za-z]*")


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


def label_of(line: Line, letters: Mapping[str, str], definitions: Mapping[str, str]) -> Label:
    """The label of a line; `letters` says what single letters stand for on its axis."""
    names = [re.sub(r"\bw/o\b", "without", name) for name in line.names] or [""]
    names += [expanded(name, definitions) for name in names if expanded(name, definitions) != name]
    forms = {form for name in (*names, " ".join(names[: len(line.names)])) for form in forms_of(name)}
    forms |= {definitions[name] for name in line.names if _ACRONYM.fullmatch(name) and name in definitions}
    spelled = {tuple(_letter(word, letters) for word in words_of(form)) for form in forms}
    spelled |= {tuple(word.key for word in words_of(form)) for form in forms}
    surfaces = [word for name in names for word in words_of(name)]
    cores = {tuple(_letter(word, letters) for word in core_words(words_of(form))) for form in forms}
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


def core_words(span: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of a name without the class nouns around it; a run with other fillers inside is taken as it is."""
    words = list(span)
    while words and words[-1].key in GENERIC:
        words.pop()
    while words and words[0].key in GENERIC:
        words.pop(0)
    return tuple(words)


def holds(label: Label, core: tuple[Word, ...]) -> bool:
    """Whether all words of a name are among a label's words, and not just numbers."""
    return all(_among(word, label) for word in core) and not all(word.number for word in core)


def cased(label: Label, span: tuple[Word, ...]) -> bool:
    """Names of one or two letters are matched with their case, since `A` and `no` are words as well."""
    return all(len(word.surface) > 2 or word.number or word.surface in label.surfaces for word in span)


def forms_of(name: str) -> list[str]:
    """A label as printed (but its unit), without citation, without brackets, and what stands in the brackets."""
    name = _BRACKETS.sub(lambda m: " " if _is_unit(m[1]) else m[0], name).strip()
    bare = CITATION.sub(" ", name).strip(" ,;") or name
    outside = _BRACKETS.sub(" ", bare).strip() or bare
    inside = [text for text in _BRACKETS.findall(bare) if len(text) > 1 and bare.endswith((text + ")", text + "]"))]
    return [name, bare, outside, *inside]


def score_letters(lines: Sequence[Line]) -> dict[str, str]:
    """P, R and F stand for precision, recall and F1 where at least two of them label lines of one axis."""
    meaning = {"P": "precis", "R": "recal", "F": "f1", "F1": "f1"}
    used = {word.surface for line in lines for word in words_of(line.text)} & meaning.keys()
    return meaning if len({meaning[letter] for letter in used}) > 1 else {}


def _takes_away(name: str) -> bool:
    return bool(_MINUS.match(name)) or any(word.surface.lower() in NEGATIVE_NAMES for word in words_of(name))


def _is_unit(text: str) -> bool:
    """Whether a bracket holds a unit (`s`, `%`, `g/bird`), which names nothing."""
    unit = parse_unit(text.strip(), 0)
    return text.strip() == "%" or (unit is not None and text.strip()[unit[1] :][:1] in ("", "/"))


def _letter(word: Word, letters: Mapping[str, str]) -> str:
    return letters.get(word.surface, word.key)


def _among(word: Word, label: Label) -> bool:
    if word.key in label.keys:
        return True
    if is_acronym(word.surface) and word.surface.lower().rstrip("s") in label.initials:
        return True
    return len(word.key) > 4 and any(_shortens(key, word.key) for key in label.keys)


def _shortens(short: str, long: str) -> bool:
    """Whether a header word such as `recur` shortens a word of the claim."""
    return len(short) > 4 and short.isalpha() and long.startswith(short)
