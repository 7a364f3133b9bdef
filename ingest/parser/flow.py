"""The running text of a paper whose source marks it up: sections, sentences, linked markers and notes, in order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...kb.events.document import Box, Marker, Role, Section, Sentence
from ...kb.formats.xml_inline import Inline
from ...kb.text.sentences import split_sentences

_DASH = re.compile(r"\s*[-‐‑‒–—−]\s*")
_BETWEEN = re.compile(r"[\s,;‐‑‒–—−-]*")
_NUMBERS = re.compile(r"[\[(\s]*\d[\d\s,;‐‑‒–—−\[\]()-]*")
_WIDEST_RANGE = 80
_BRACKETS = {"[": "]", "(": ")"}


@dataclass(frozen=True)
class Piece:
    """Text of a paragraph that the source gives as one sentence, with the boxes it stands in."""

    inline: Inline
    path: str
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True)
class _Note:
    section: int | None
    inline: Inline
    path: str
    boxes: tuple[Box, ...]


class Flow:
    """Grows as the source is read. `ordinals` gives the reference entries (ordinals) that an id of the source means."""

    def __init__(self, ordinals: Mapping[str, Sequence[int]]) -> None:
        self.sections: list[Section] = []
        self.sentences: list[Sentence] = []
        self.markers: list[Marker] = []
        self._ordinals = ordinals
        self._notes: list[_Note] = []
        self._paragraph = 0

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(sentence.text for sentence in self.sentences)

    def open_section(
        self, title: str, *, level: int = 1, number: str = "", role: Role = "other", page: int | None = None
    ) -> int:
        """A new section; its ordinal."""
        self.sections.append(Section(level=level, number=number, title=title, role=role, page=page))
        return len(self.sections) - 1

    def drop_if_empty(self, section: int) -> None:
        """Takes back the section that was opened last, if no text came."""
        empty = not any(sentence.section >= section for sentence in self.sentences)
        if empty and section == len(self.sections) - 1 and all(note.section != section for note in self._notes):
            self.sections.pop()

    def paragraph(
        self, inline: Inline, path: str, section: int, *, boxes: tuple[Box, ...] = (), note: bool = False
    ) -> None:
        """A paragraph, which is split into its sentences."""
        text = inline.text
        links = linked(inline, self._ordinals)
        added = False
        for start, end in split_sentences(text):
            self._add(inline, links, start, end, path, section, boxes, note)
            added = True
        self._paragraph += added

    def pieces(self, pieces: Sequence[Piece], section: int) -> None:
        """A paragraph whose sentences the source gives."""
        added = False
        for piece in pieces:
            if piece.inline.text:
                links = linked(piece.inline, self._ordinals)
                self._add(piece.inline, links, 0, len(piece.inline.text), piece.path, section, piece.boxes, False)
                added = True
        self._paragraph += added

    def note(self, inline: Inline, path: str, section: int | None, boxes: tuple[Box, ...] = ()) -> None:
        """A footnote of a section, which comes after all running text; null if nothing refers to it."""
        if inline.text:
            self._notes.append(_Note(section, inline, path, boxes))

    def close(self) -> None:
        """Appends the notes."""
        apart: int | None = None
        for note in self._notes:
            section = note.section
            if section is None:
                if apart is None:
                    apart = self.open_section("Footnotes")
                section = apart
            self.paragraph(note.inline, note.path, section, boxes=note.boxes, note=True)
        self._notes = []

    def _add(
        self, inline: Inline, links: Sequence[tuple[int, int, tuple[int, ...]]], start: int, end: int, path: str,
        section: int, boxes: tuple[Box, ...], note: bool,
    ) -> None:
        ordinal = len(self.sentences)
        raised = tuple(
            (max(a, start) - start, min(b, end) - start) for a, b in inline.superscripts if a < end and b > start
        )
        self.sentences.append(Sentence(
            text=inline.text[start:end], section=section, paragraph=self._paragraph, boxes=boxes, path=path,
            superscripts=raised, note=note,
        ))
        for a, b, references in links:
            if start <= a < end:
                self.markers.append(
                    Marker(sentence=ordinal, start=a - start, end=min(b, end) - start, references=references)
                )


def linked(inline: Inline, ordinals: Mapping[str, Sequence[int]]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Markers of a text: spans, and the entries they point to, numbers of one list together: "[1, 3–5]" is one.

    Where only the ends of a range are linked, the entries between them are meant too.
    """
    text = inline.text
    markers: list[tuple[int, int, tuple[int, ...]]] = []
    for link in sorted(inline.links, key=lambda one: (one.start, one.end)):
        entries = tuple(ordinal for target in link.targets for ordinal in ordinals.get(target, ()))
        start, end = link.start, min(link.end, len(text))
        if start >= end or (markers and start < markers[-1][1]):
            continue
        last = markers[-1] if markers else None
        if last and _NUMBERS.fullmatch(text[last[0]:last[1]]) and _NUMBERS.fullmatch(text[start:end]):
            between = text[last[1]:start]
            if _BETWEEN.fullmatch(between):
                if _DASH.fullmatch(between) and last[2] and entries and 1 < entries[0] - last[2][-1] <= _WIDEST_RANGE:
                    entries = (*range(last[2][-1] + 1, entries[0]), *entries)
                markers[-1] = (last[0], end, tuple(dict.fromkeys((*last[2], *entries))))
                continue
        markers.append((start, end, tuple(dict.fromkeys(entries))))
    return [_with_brackets(text, *marker) for marker in markers]


def _with_brackets(
    text: str, start: int, end: int, entries: tuple[int, ...]
) -> tuple[int, int, tuple[int, ...]]:
    if start and _BRACKETS.get(text[start - 1]) == text[end:end + 1] and _NUMBERS.fullmatch(text[start:end]):
        return start - 1, end + 1, entries
    return start, end, entries
