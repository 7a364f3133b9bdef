"""Pages to the content of a document: front matter, sections with sentences, assets and references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...kb.events.document import ReferenceEntry, Role, Section, Sentence
from ...kb.text.sentences import split_sentences
from ..citations.reference_list import split_references
from .captions import find_assets
from .formulas import find_formulas
from .front import AUTHOR_DETAILS, Front, read_front
from .heading_lines import Heading
from .headings import find_headings, levels
from .joining import Vocabulary, join_lines
from .lines import Line, Page, line_pitch
from .notes import are_endnotes, footnotes, note_paragraphs, notes_of_title_page, text_style
from .paragraphs import paragraphs
from .publication import read_publication
from .reference_section import ReferenceSection, find_references
from .roles import role_of
from .run_in import after_run_in
from .style import Style
from .title import with_whole_title


@dataclass(frozen=True)
class _Block:
    """A section to be: its heading (None for text before the first one) and its lines."""

    heading: Heading | None
    level: int
    lines: tuple[Line, ...]


def assemble(pages: Sequence[Page], pdf: Any) -> dict[str, Any]:
    """Fields of a `Document` by name, as far as the pages give them."""
    found = find_assets(pages, pdf)
    lines = [line for page in pages for line in page.lines if line not in found.lines]
    if not lines:
        return {"assets": found.assets}
    body = text_style(lines)
    formulas = find_formulas(lines, body)
    lines = with_whole_title(formulas.lines, body)
    pitch = line_pitch([line for line in lines if abs(line.size - body.size) < 0.3])
    vocabulary = Vocabulary(lines)
    front = read_front(pages, lines, body, pitch, vocabulary)
    rest = lines[front.end:]
    references = find_references(rest, body, pitch)
    sections, sentences = _running_text(front, rest, references, body, pitch, vocabulary, formulas.after)
    apart = front.others | (frozenset(references.lines) if references else frozenset())
    families = [author.family for author in front.authors]
    return {
        "title": front.title, "authors": front.authors, "keywords": front.keywords,
        "sections": tuple(sections), "sentences": tuple(sentences), "assets": (*found.assets, *formulas.assets),
        "references": _entries(references),
        **read_publication(pages, lines, front.title, families, apart, sections, sentences),
    }


def _entries(references: ReferenceSection | None) -> tuple[ReferenceEntry, ...]:
    return tuple(entry for part in references.lists for entry in split_references(part)) if references else ()


def _running_text(
    front: Front, rest: Sequence[Line], references: ReferenceSection | None, body: Style, pitch: float,
    vocabulary: Vocabulary, displays: frozenset[Line],
) -> tuple[list[Section], list[Sentence]]:
    sections: list[Section] = []
    sentences: list[Sentence] = []
    if front.abstract:
        sections.append(Section(level=1, title="Abstract", page=front.abstract[0].page, role="abstract"))
        _add_text(sentences, front.abstract, 0, body, pitch, vocabulary, displays)
    if front.notes:
        sections.append(Section(level=1, page=front.notes[0].page))
        _add_text(sentences, front.notes, len(sections) - 1, body, pitch, vocabulary, displays, only_notes=True)
    for block in _blocks(rest, references, body, pitch, front.asides):
        heading = block.heading
        if heading is None:
            sections.append(Section(level=1, page=block.lines[0].page))
        else:
            sections.append(Section(level=block.level, number=heading.number, title=heading.title,
                                    page=heading.page, role=_role(heading.title, front)))
        notes = heading is not None and are_endnotes(heading.title, block.lines)
        _add_text(sentences, block.lines, len(sections) - 1, body, pitch, vocabulary, displays, only_notes=notes)
    return sections, sentences


def _blocks(
    rest: Sequence[Line], references: ReferenceSection | None, body: Style, pitch: float, asides: frozenset[Line]
) -> list[_Block]:
    apart = set(references.lines) if references else set()
    apart |= asides - notes_of_title_page(asides, rest)
    lines = [line for line in rest if line not in apart]
    headings = find_headings(lines, body, pitch)
    blocks: list[_Block] = []
    start = 0
    pending: tuple[Heading | None, int] = (None, 1)
    for heading, level in zip(headings, levels(headings), strict=True):
        blocks.append(_Block(*pending, lines=tuple(after_run_in(pending[0], lines[start:heading.start]))))
        pending, start = (heading, level), heading.end - (1 if heading.run_in else 0)
    blocks.append(_Block(*pending, lines=tuple(after_run_in(pending[0], lines[start:]))))
    return [block for block in blocks
            if (block.lines if block.heading is None else not AUTHOR_DETAILS.fullmatch(block.heading.title))]


def _role(title: str, front: Front) -> Role:
    """The role of a section; a second abstract, in another language, is not taken for the paper's own."""
    role = role_of(title)
    return "other" if role == "abstract" and front.abstract else role


def _add_text(
    sentences: list[Sentence], lines: Sequence[Line], section: int, body: Style, pitch: float, vocabulary: Vocabulary,
    displays: frozenset[Line], *, only_notes: bool = False,
) -> None:
    """Appends the sentences of one section."""
    notes = set(lines) if only_notes else footnotes(lines, body)
    flow = [line for line in lines if line not in notes]
    below = [line for line in lines if line in notes]
    number = sentences[-1].paragraph + 1 if sentences else 0
    groups = [(group, False) for group in paragraphs(flow, pitch, displays)]
    for group, note in (*groups, *((group, True) for group in note_paragraphs(below))):
        joined = join_lines(group, vocabulary)
        added = False
        for start, end in split_sentences(joined.text):
            sentences.append(Sentence(
                text=joined.text[start:end], section=section, paragraph=number, boxes=joined.boxes(start, end),
                superscripts=joined.superscripts(start, end), note=note))
            added = True
        number += added
