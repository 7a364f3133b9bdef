"""Where the reference list begins and ends among the lines of a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .heading_lines import Heading
from .headings import find_headings
from .lines import Line, follows
from .roles import role_of, split_number
from .style import Style

_TITLE = re.compile(r"(?:references?(?:andnotes|cited)?|bibliography|literature(?:cited)?|workscited)[:.]?",
                    re.IGNORECASE)
_ENTRY = re.compile(r"(?:19|20)\d\d|\bdoi\b|https?://|et al", re.IGNORECASE)


_ENTRY_START = re.compile(r"(?:\[?\d{1,3}[\].)]\s+)?[A-Z][^\s,]+(?:[ -][A-Z][^\s,]+)*,\s+(?:[A-Z]\.|[A-Z][a-z]+)")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b|\(n\.\s?d\.\)")


@dataclass(frozen=True)
class ReferenceSection:
    """The lines of the list, without its heading."""

    lines: tuple[Line, ...]


def find_references(lines: Sequence[Line], body: Style, pitch: float) -> ReferenceSection | None:
    """The last section called References (or the like) whose text looks like references; None if there is none."""
    starts = [at for at, line in enumerate(lines) if is_reference_heading(line)]
    for at in reversed(starts):
        end = _end(lines, at, body, pitch)
        inside = lines[at + 1:end]
        if inside and sum(bool(_ENTRY.search(line.text)) for line in inside) >= 0.12 * len(inside):
            return ReferenceSection(tuple(inside))
    return _unheaded(lines)


def is_reference_heading(line: Line) -> bool:
    """Whether the line says References or the like, and nothing else."""
    return bool(_TITLE.fullmatch(split_number(line.text)[1].replace(" ", "")))


def _unheaded(lines: Sequence[Line]) -> ReferenceSection | None:
    """A list without a heading at the end of the paper: entries that hang or stand apart and nearly all give a year."""
    starts = [at for at, line in enumerate(lines)
              if at > 0.4 * len(lines) and _ENTRY_START.match(line.text) and _begins(lines, at)]
    for at in starts:
        inside = lines[at:]
        own = [start for start in starts if start >= at]
        entries = [inside[a - at:b - at] for a, b in zip(own, [*own[1:], len(lines)], strict=True)]
        dated = sum(any(_YEAR.search(line.text) for line in entry) for entry in entries)
        if len(own) > 3 and dated > 0.8 * len(own) and all(len(entry) < 9 for entry in entries):
            return ReferenceSection(tuple(inside))
    return None


def _begins(lines: Sequence[Line], at: int) -> bool:
    """Whether a line stands further left than the next one, or apart from the one before."""
    line, before = lines[at], lines[at - 1]
    after = lines[at + 1] if at + 1 < len(lines) else None
    hangs = after is not None and follows(line, after, 1.6) and after.x0 - line.x0 > 0.8 * line.size
    apart = not follows(before, line, 1.4)
    return hangs or apart


def _end(lines: Sequence[Line], at: int, body: Style, pitch: float) -> int:
    """The first heading after the list: one in the style of the list's own heading, or with a known title."""
    headings = find_headings(lines[at:], body, pitch)
    own = next((heading for heading in headings if heading.start == 0), None)
    for heading in headings:
        if heading.start == 0:
            continue
        if heading.run_in and not (heading.style.bold and role_of(heading.title) == "declarations"):
            continue
        if _closes(heading, own):
            return at + heading.start
    return len(lines)


def _closes(heading: Heading, own: Heading | None) -> bool:
    known = role_of(heading.title) not in ("other", "references")
    if own is None:
        return known and len(heading.title.split()) < 8
    if heading.run_in:
        return True
    style, model = heading.style, own.style
    alike = (style.font, style.bold, style.italic) == (model.font, model.bold, model.italic) \
        and abs(style.size - model.size) < 0.3
    return alike or (known and style.size > model.size - 3.5 and (style.bold or style.caps or style.font == model.font))
