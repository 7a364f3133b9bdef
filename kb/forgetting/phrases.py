"""What gives a paper away in another text: title, names of authors, sentences, identifiers, the name of its file.

Texts are compared as runs of words: case, accents, white space, punctuation and markup do not count, and of a file in
JSON, HTML or BibTeX also the text that it stands for is read. A phrase that is too short to belong to one paper is left
out; a short title counts where it is the whole text, such as a question that asks for nothing else. A title also counts
without its subtitle. What only may mean the paper (`pointers`) is another matter.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from ..events.base import Payload
from ..events.build import Described, SourceRegistered
from ..events.claims import ClaimsExtracted
from ..events.document import Author, Document
from .tokens import Tokens, many_digits, stem_of

Kind = Literal["title", "author", "sentence", "identifier", "file"]

SENTENCE_CHARACTERS = 25
"""Letters and digits, with a space between words, from which on a sentence is told from any other."""
TITLE_CHARACTERS = 15
MAIN_TITLE = (4, 25)
"""Words, and letters with a space between words, from which on a title without its subtitle is a paper's own."""
TELLING_CHARACTERS = 4
"""Letters from which on two words of a title in a name point at the paper."""
LONG_CHARACTERS = 6
"""Letters from which on one does."""
_KEY = 2
_SUBTITLE = re.compile(r"[:?!]\s+|\s+[-\u2013\u2014]+\s+|\s*\u2014\s*|[\uff1a\uff1f\uff01]")
_IDENTIFIERS = frozenset({"doi", "arxiv"})
# Scripts without spaces between words: each character is a word, so that a title is found inside a sentence.
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff"
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+")
_TAG = re.compile(r"<[^<>]{0,400}>")
_LATEX = re.compile(
    r"\\(?:[\"'`^~=.]|[uvHtcdbrk](?![A-Za-z]))\s*|\\(?=(?:ss|o|O|l|L|ae|AE|oe|OE|aa|AA|i|j)(?![A-Za-z]))"
)
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i", "đ": "d", "ð": "d", "þ": "th"})

Words = tuple[str, ...]


@dataclass
class PaperText:
    """What papers say and who wrote them, as printed: what must not be found any more."""

    titles: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    sentences: set[str] = field(default_factory=set)
    families: set[str] = field(default_factory=set)
    main_titles: set[str] = field(default_factory=set)
    identifiers: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    persons: set[tuple[str, str]] = field(default_factory=set)
    years: set[str] = field(default_factory=set)

    def add(self, payloads: Iterable[Payload]) -> None:
        """Take in the events of one build."""
        document: Document | None = None
        claims: ClaimsExtracted | None = None
        for payload in payloads:
            if isinstance(payload, Document):
                document = payload
                self._document(payload)
            elif isinstance(payload, Described):
                # What the file's own dictionary says is often the name of a program, and shown to nobody.
                told = (one for one in payload.assertions if one.field == "title" and one.source != "info")
                self.titles.update(one.value for one in told)
                self.identifiers.update(one.value for one in payload.assertions if one.field in _IDENTIFIERS)
                self.years.update(one.value for one in payload.assertions if one.field == "year")
                self._authors(payload.authors)
            elif isinstance(payload, SourceRegistered):
                self.files.add(payload.name)
            elif isinstance(payload, ClaimsExtracted):
                claims = payload
        if document and claims:
            texts = [sentence.text for sentence in document.sentences]
            self.sentences.update(texts[claim.sentence][claim.start:claim.end] for claim in claims.claims)
        self.main_titles.update(filter(None, map(main_title, self.titles)))

    def _document(self, document: Document) -> None:
        self.titles.add(document.title)
        self._authors(document.authors)
        self.sentences.update(sentence.text for sentence in document.sentences)
        self.sentences.update(hidden.text for hidden in document.hidden)
        for asset in document.assets:
            self.sentences.update((asset.caption, asset.notes))

    def _authors(self, authors: Iterable[Author]) -> None:
        for author in authors:
            self.names.update((author.name, author.email or "", author.orcid or ""))
            self.names.update((f"{author.given} {author.family}", f"{author.family} {author.given}"))
            family = author.family or author.name.split(",")[0].split(" ")[-1]
            self.families.add(family)
            self.persons.add((family, (author.given or author.name)[:1]))


class Phrases:
    """The phrases of some papers, ready to be looked for in any number of texts."""

    def __init__(self, text: PaperText) -> None:
        self._kinds: dict[Words, Kind] = {}
        self._whole: set[Words] = set()
        self._keys: dict[Words, set[int]] = {}
        families = {words_of(family) for family in text.families}
        # Of `van der Berg` the last word is what people write.
        forms = {form for words in families for form in (words, words[-1:])}
        self._families = {form for form in forms if len("".join(form)) > 1 or not "".join(form).isascii()}
        self._telling = {word for title in text.titles for word in words_of(title) if len(word) >= TELLING_CHARACTERS}
        for title in text.titles:
            words = words_of(title)
            if len(" ".join(words)) >= TITLE_CHARACTERS and len(words) > 1:
                self._add(words, "title")
            elif words:
                self._whole.add(words)
        for title in text.main_titles:
            self._add(words_of(title), "title")
        self._identifiers = Tokens(text.identifiers)
        # `paper.pdf` may be anybody's.
        self._files = Tokens(
            name for name in text.files if many_digits(stem_of(name)) or self.hints(stem_of(name))
        )
        for name in text.names:
            words = words_of(name)
            whole = tuple(word for word in words if len(word) > 1 or not word.isascii())
            # Of initials and a family name nobody can say whose they are.
            for form in {words, whole} if len(whole) > 1 else set():
                self._add(form, "author")
                # As bibliographies sort them: the family name first.
                self._add((form[-1], *form[:-1]), "author")
        for sentence in text.sentences:
            words = words_of(sentence)
            if len(" ".join(words)) >= SENTENCE_CHARACTERS and len(words) >= _KEY:
                self._add(words, "sentence")

    def __len__(self) -> int:
        counted = (self._kinds, self._whole, self._families, self._identifiers, self._files)
        return sum(len(one) for one in counted)

    def find(self, text: str) -> frozenset[Kind]:
        """What of the papers a text carries; empty for nothing."""
        found: set[Kind] = set()
        for reading in readings(text):
            found.update(self._in(words_of(reading)))
            if self._identifiers.within(reading):
                found.add("identifier")
            if self._files.within(reading):
                found.add("file")
        return frozenset(found)

    def count_sentences(self, text: str, most: int) -> int:
        """How many different sentences of the papers a text carries; counting ends at `most`."""
        words, seen = words_of(text), set()
        for found, kind in self._runs(words):
            if kind == "sentence":
                seen.add(found)
                if len(seen) == most:
                    break
        return len(seen)

    def hints(self, name: str) -> bool:
        """Whether a short name that somebody gave may point at the papers: by a family name, or by words of a title.

        It is the writer's own word, and other papers may have it too: a hint, and no finding.
        """
        # Each underscore, digit and change to upper case parts words: `brandt2019`, `IlseBrandt_final`.
        words = words_of(re.sub(r"[\W\d_]+|(?<=[^\W\d_A-Z])(?=[A-Z])", " ", name))
        begun = {words[at:at + len(family)] for family in self._families for at in range(len(words))}
        said = self._telling.intersection(words)
        return bool(begun & self._families) or len(said) > 1 or any(len(word) >= LONG_CHARACTERS for word in said)

    def _add(self, words: Words, kind: Kind) -> None:
        if self._kinds.setdefault(words, kind) != "title" and kind == "title":
            self._kinds[words] = kind
        self._keys.setdefault(words[:_KEY], set()).add(len(words))

    def _in(self, words: Words) -> Iterator[Kind]:
        if words in self._whole:
            yield "title"
        yield from (kind for _, kind in self._runs(words))

    def _runs(self, words: Words) -> Iterator[tuple[Words, Kind]]:
        for at in range(len(words) - _KEY + 1):
            for length in self._keys.get(words[at:at + _KEY], ()):
                run = words[at:at + length]
                if kind := self._kinds.get(run):
                    yield run, kind


def main_title(title: str) -> str | None:
    """A title without its subtitle; None where it has none, or where what is left might be many papers'."""
    main = _SUBTITLE.split(title, maxsplit=1)[0]
    words, (number, characters) = words_of(main), MAIN_TITLE
    return main if main != title and len(words) >= number and len(" ".join(words)) >= characters else None


def words_of(text: str) -> Words:
    """The words of a text, without case and accents."""
    if text.isascii():
        return tuple(_WORD.findall(text.lower()))
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
    return tuple(_WORD.findall("".join(char for char in plain if not unicodedata.combining(char))))


def readings(text: str) -> Iterator[str]:
    """A text as it stands, and what it stands for if it is JSON, JSON lines, HTML or BibTeX."""
    yield text
    if text.lstrip()[:1] in ("{", "["):
        yield from _strings_of_json(text)
    if "<" in text or "&" in text:
        yield html.unescape(_TAG.sub(" ", text))
    if "\\" in text or "{" in text:
        yield _LATEX.sub("", text).replace("{", "").replace("}", "")


def _strings_of_json(text: str) -> Iterator[str]:
    try:
        values = [json.loads(text)]
    except ValueError:
        try:
            values = [json.loads(line) for line in text.split("\n") if line.strip()]
        except ValueError:
            return
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            values += [*value, *value.values()]
        elif isinstance(value, list):
            values += value


def decoded(content: bytes) -> str | None:
    """The text of some bytes; None where they are none."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
