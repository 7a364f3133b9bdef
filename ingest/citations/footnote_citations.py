"""Works cited in footnotes, as the humanities do: in full, in short ("Lind, Bays, p. 12"), "ibid." and "op. cit."

A raised number in the text stands for the works of its footnote. They are entries of the bibliography if there is one;
else the footnotes that cite in full are the entries.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...kb.events.document import Box, Document, Marker, ReferenceEntry, Sentence
from .author_list import read_authors
from .parse_reference import parse_references

_NUMBER = re.compile(r"\s*(\d{1,3})[.)]?\s*(?=\S)")
_IBID = re.compile(r"(?:ibid(?:em)?|ebd|ebenda|id(?:em)?|ebda|там же)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b(?:op|loc)\.\s?cit|\ba\.\s?a\.\s?O\.|\bwie Anm|\bsupra\b|\bnote \d|\bн\.?\s?соч\.", re.IGNORECASE
)
_LEAD = re.compile(
    r"(?:(?:see|cf|vgl|siehe|voir|compare|also|e\.\s?g|for example|z\.\s?B|quoted in|cited in|in)\b[.,:]?\s*)+",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_PLACE = re.compile(r",?\s*(?:pp?\.|S\.|fols?\.|vol\.)?\s*\d[\d–-]*(?:\s?ff?\.)?\W*$")
# "(Oxford: Clarendon Press, 1965), 25-36", behind the title of a book.
_IMPRINT = re.compile(r"\s*\(([^()]*[,:][^()]*\b(?:1[5-9]|20)\d\d)\).*$", re.DOTALL)
_QUOTED = re.compile(r"[“\"«„‘]([^”\"»“’]{6,})")
_NAMES_ALONE = 45
_LEAST_NOTES = 4
_LEAST_SHARE = 0.4


@dataclass(frozen=True)
class Note:
    """A numbered footnote."""

    number: int
    page: int
    text: str
    boxes: tuple[Box, ...]


def notes_of(document: Document) -> list[Note]:
    """The numbered footnotes in order."""
    groups: dict[int, list[Sentence]] = {}
    for sentence in document.sentences:
        if sentence.note:
            groups.setdefault(sentence.paragraph, []).append(sentence)
    out = []
    for group in groups.values():
        text = " ".join(sentence.text for sentence in group)
        boxes = tuple(box for sentence in group for box in sentence.boxes)
        if match := _NUMBER.match(text):
            page = boxes[0].page if boxes else 0
            out.append(Note(int(match[1]), page, text[match.end() :].strip(), boxes))
    return out


def cite_in_footnotes(
    document: Document, references: Sequence[ReferenceEntry]
) -> tuple[tuple[ReferenceEntry, ...], list[Marker]] | None:
    """The entries and the markers of a document that cites in footnotes; None if it does not."""
    notes = notes_of(document)
    entries = tuple(references) or tuple(_cited_in_full(notes))
    works = [_Work(at, entry) for at, entry in enumerate(entries)]
    linked = dict(zip(notes, _linked(notes, works), strict=True))
    citing = sum(bool(found) for found in linked.values())
    if citing < _LEAST_NOTES or citing < _LEAST_SHARE * len(notes):
        return None
    return entries, list(_markers(document, linked))


def _cited_in_full(notes: Sequence[Note]) -> Iterator[ReferenceEntry]:
    """One entry for each work that a footnote cites with year and title for the first time."""
    full = [
        (piece, note.boxes)
        for note in notes
        for piece in _pieces(note.text)
        if _YEAR.search(piece)
        and not _AGAIN.search(piece)
        and not _IBID.match(piece)
        and len(piece) > 30
        and (read_authors(piece).families or _QUOTED.search(piece))
    ]
    seen: set[str] = set()
    entries = parse_references((_IMPRINT.sub(r". \1.", piece), "") for piece, _ in full)
    for entry, (piece, boxes) in zip(entries, full, strict=True):
        key = _plain(entry.title or "")
        if key and key not in seen:
            seen.add(key)
            yield entry.model_copy(update={"raw": piece, "boxes": boxes})


class _Work:
    """An entry as a footnote may name it."""

    def __init__(self, at: int, entry: ReferenceEntry) -> None:
        self.at = at
        self.family = _plain(entry.authors[0]) if entry.authors else ""
        self.title = _plain(entry.title or "")
        self.year = str(entry.year or "")

    def named_in(self, head: str) -> bool:
        """Whether the author stands at the head of a piece, or the title if there is no author."""
        name = self.family or self.title
        return bool(name) and f" {name} " in f" {head} "

    def titled_in(self, piece: str, quoted: str) -> bool:
        """Whether the piece gives the title, in full or shortened (in quotation marks, or behind the author)."""
        if not self.title:
            return False
        if f" {self.title} " in f" {piece} " or (len(self.title) > 40 and self.title[:40] in piece):
            return True
        short = quoted or f" {piece} ".rpartition(f" {self.family} ")[2].strip()
        return len(short) > 3 and f" {short} " in f" {self.title} "


def _linked(notes: Sequence[Note], works: Sequence[_Work]) -> Iterator[tuple[int, ...]]:
    """The entries of each footnote."""
    last: tuple[int, ...] = ()
    cited: dict[str, int] = {}
    for note in notes:
        found: list[int] = []
        for piece in _pieces(note.text):
            if _IBID.match(piece):
                found += last if len(last) == 1 else ()
                continue
            at = _work_of(piece, works, cited)
            if at is not None:
                found.append(at)
                cited[works[at].family] = at
        last = tuple(dict.fromkeys(found))
        yield last


def _work_of(piece: str, works: Sequence[_Work], cited: Mapping[str, int]) -> int | None:
    plain = _plain(piece)
    named = [work for work in works if work.named_in(plain[:120])]
    if _AGAIN.search(piece):
        again = {cited[work.family] for work in named if work.family in cited and plain.startswith(work.family)}
        return again.pop() if len(again) == 1 else None
    first = [work for work in named if plain.startswith(work.family) and len(piece) < _NAMES_ALONE]
    if len(named) == len(first) == 1:
        return first[0].at
    quoted = _QUOTED.search(piece)
    bare = _plain(_PLACE.sub("", piece))
    titled = [work for work in named if work.titled_in(bare, _plain(quoted[1]) if quoted else "")]
    if len(titled) > 1:
        longest = max(len(work.title) for work in titled)
        titled = [work for work in titled if len(work.title) == longest]
    return titled[0].at if len(titled) == 1 else None


def _markers(document: Document, linked: Mapping[Note, tuple[int, ...]]) -> Iterator[Marker]:
    for at, sentence in enumerate(document.sentences):
        page = sentence.boxes[0].page if sentence.boxes else 0
        for start, end in () if sentence.note else sentence.superscripts:
            raised = sentence.text[start:end].strip()
            notes = [note for note in linked if raised.isdecimal() and note.number == int(raised)]
            near = [note for note in notes if note.page in (page, page + 1)] or notes
            if len(near) == 1 and linked[near[0]]:
                yield Marker(sentence=at, start=start, end=end, references=linked[near[0]])


def _pieces(text: str) -> list[str]:
    return [piece for part in text.split(";") if (piece := _LEAD.sub("", part.strip(), count=1).strip())]


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c))))
