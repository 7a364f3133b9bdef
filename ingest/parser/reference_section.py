"""Where the reference list begins and ends among the lines of a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .headings import Heading, find_headings
from .lines import Line
from .roles import role_of, split_number
from .style import Style

_TITLE = re.compile(r"(?:references?(?: and notes| cited)?|bibliography|literature(?: cited)?|works cited)\s*[:.]?",
                    re.IGNORECASE)
_ENTRY = re.compile(r"(?:19|20)\d\d|\bdoi\b|https?://|et al", re.IGNORECASE)


@dataclass(frozen=True)
class ReferenceSection:
    """The lines of the list, without its heading."""

    lines: tuple[Line, ...]


def find_references(lines: Sequence[Line], body: Style, pitch: float) -> ReferenceSection | None:
    """The last section called References (or the like) whose text looks like references; None if there is none."""
    starts = [at for at, line in enumerate(lines) if _TITLE.fullmatch(split_number(line.text)[1])]
    for at in reversed(starts):
        end = _end(lines, at, body, pitch)
        inside = lines[at + 1:end]
        if inside and sum(bool(_ENTRY.search(line.text)) for line in inside) >= 0.12 * len(inside):
            return ReferenceSection(tuple(inside))
    return None


def _end(lines: Sequence[Line], at: int, body: Style, pitch: float) -> int:
    """The first heading after the list: one in the style of the list's own heading, or with a known title."""
    headings = find_headings(lines[at:], body, pitch)
    own = next((heading for heading in headings if heading.start == 0), None)
    for heading in headings:
        if heading.start == 0 or heading.run_in:
            continue
        if _closes(heading, own):
            return at + heading.start
    return len(lines)


def _closes(heading: Heading, own: Heading | None) -> bool:
    known = role_of(heading.title) not in ("other", "references")
    if own is None:
        return known and len(heading.title.split()) < 8
    style, model = heading.style, own.style
    alike = (style.font, style.bold, style.italic) == (model.font, model.bold, model.italic) \
        and abs(style.size - model.size) < 0.3
    return alike or (known and style.size > model.size - 3.5 and (style.bold or style.caps or style.font == model.font))
