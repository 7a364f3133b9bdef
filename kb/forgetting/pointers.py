"""What may mean a paper and may mean another one: a surname with a year, a piece of a sentence, the key of a citation.

A purge erases nothing for it. It says where it stands, for a person to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .phrases import PaperText, Phrases, readings, words_of
from .tokens import Tokens, stem_of

_RUN, _STEP, _CHARACTERS = 8, 3, 35
"""Words of a piece of a sentence, how many words lie between two pieces, and the letters that a piece has at least."""
_KEY_CHARACTERS = 4
_ENTRY = re.compile(r"^\s*@\w+\s*[{(]\s*([^\s,{}]+)\s*,", re.MULTILINE)


class Pointers:
    """What may mean some papers, ready to be looked for in any number of texts."""

    def __init__(self, text: PaperText, phrases: Phrases) -> None:
        self._phrases = phrases
        self._persons = _persons(text)
        # Where one is the beginning of another identifier, or of the name of another file, nobody can say whose it is.
        self._begun = [token.casefold() for token in text.identifiers]
        stems = {stem_of(name) for name in text.files}
        self._keys = Tokens(stem for stem in stems if _is_key(stem))
        self._files = Tokens(name for name in text.files if "#" not in name)
        self._pieces = {piece for sentence in text.sentences for piece in _pieces(words_of(sentence), _STEP)}

    def find(self, text: str, keys: Tokens | None = None) -> tuple[str, ...]:
        """What of it a text holds, in words. `keys` are those of citations, if it is known how the text calls them."""
        found: dict[str, None] = {}
        for reading in readings(text):
            found.update(dict.fromkeys(self._in(reading, keys)))
        return tuple(found)

    def keys_of(self, bibliography: str) -> Tokens:
        """The keys by which a bibliography in BibTeX calls the papers."""
        entries = list(_ENTRY.finditer(bibliography))
        ends = [*(entry.start() for entry in entries[1:]), len(bibliography)]
        return Tokens(
            entry[1] for entry, end in zip(entries, ends, strict=True)
            if self._phrases.find(bibliography[entry.start():end])
        )

    def _in(self, text: str, keys: Tokens | None) -> Iterator[str]:
        if self._persons and self._persons.search(text):
            yield "a surname of its authors with initials or its year"
        if any(piece in self._pieces for piece in _pieces(words_of(text), 1)):
            yield "a piece of a sentence"
        if self._keys.within(text) or (keys is not None and keys.within(text)):
            yield "the key of a citation"
        if self._files.within(text):
            yield "the name of its file"
        folded = text.casefold()
        if any(one in folded for one in self._begun):
            yield "its identifier, with more behind it"


def _persons(text: PaperText) -> re.Pattern[str] | None:
    """`S. Marek`, `Marek, S.`, `Marek et al. (2023)`, `marek 2023`."""
    years = "|".join(map(re.escape, sorted(text.years)))
    forms = []
    for family, initial in sorted(text.persons):
        if len(family) < 2 and family.isascii():
            continue
        name, first = re.escape(family), re.escape(initial.upper())
        if first:
            forms.append(rf"(?<!\w){first}(?:\.\s?|\s)(?:[^\W\d_]\.?[\s-]?){{0,3}}{name}(?!\w)")
            forms.append(rf"(?<!\w){name},?\s+{first}(?!\w)")
        if years:
            forms.append(rf"(?<!\w){name}(?!\w)[^;\n]{{0,40}}?(?<!\d)(?:{years})(?!\d)")
            forms.append(rf"(?i:(?<!\w){name}[\s,(]*(?:{years}))(?!\d)")
    return re.compile("|".join(forms)) if forms else None


def _pieces(words: tuple[str, ...], step: int) -> Iterable[tuple[str, ...]]:
    last = len(words) - _RUN
    for at in {*range(0, last + 1, step), *([last] if last >= 0 else ())}:
        piece = words[at:at + _RUN]
        if len(" ".join(piece)) >= _CHARACTERS:
            yield piece


def _is_key(stem: str) -> bool:
    """Whether a stem can be told from a word: it has letters and digits."""
    return len(stem) >= _KEY_CHARACTERS and any(map(str.isdigit, stem)) and any(map(str.isalpha, stem))
