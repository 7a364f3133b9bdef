"""Headings in the type of the text that only their number tells: it counts on from that of the heading before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .heading_lines import Heading, can_start, looks_like_title
from .lines import Line, follows
from .set_apart import starts_paragraph
from .style import Style

_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(?=[^\W\d_])")
_MOST_WORDS = 12
_SHORT = 2.0
_AROUND = 30
_GAP = 1.25


def counted_heading(
    lines: Sequence[Line], at: int, found: Sequence[Heading], body: Style, pitch: float
) -> Heading | None:
    """A heading on one line whose number is the next one after the headings `found` so far; a main section also needs
    space above it and a main section before it that is set like the text."""
    line = lines[at]
    number = _NUMBER.match(line.text) if line.text[:1].isdigit() else None
    if number is None or abs(line.size - body.size) > 1 or not starts_paragraph(lines, at, pitch):
        return None
    if number[1] not in _next_numbers(found):
        return None
    if "." not in number[1] and not _follows_plain(lines, at, found, pitch):
        return None
    style = line.style
    if len(line.text.split()) > _MOST_WORDS or not can_start(line.text) or not looks_like_title(line.text, style, body):
        return None
    if line.text.endswith(".") or not _ends_short(lines, at):
        return None
    return Heading(at, at + 1, line.text, style, line.page)


def _next_numbers(found: Sequence[Heading]) -> set[str]:
    """The numbers that may come next: of the first section below the last numbered one, of the one beside it, and of
    those beside the ones that hold it."""
    last = next((heading.number for heading in reversed(found) if heading.number[:1].isdigit()), "")
    if not last:
        return set()
    parts = [int(part) for part in last.split(".")]
    beside = {".".join(map(str, [*parts[:depth], parts[depth] + 1])) for depth in range(len(parts))}
    return beside | {f"{last}.1", f"{last}.1.1"}


def _follows_plain(lines: Sequence[Line], at: int, found: Sequence[Heading], pitch: float) -> bool:
    """Whether the main section before is set like this line, and both stand apart from the text above."""
    main = next((heading for heading in reversed(found) if heading.number.isdigit()), None)
    return main is not None and main.style == lines[at].style and _has_gap(lines, main.start, pitch) \
        and _has_gap(lines, at, pitch)


def _has_gap(lines: Sequence[Line], at: int, pitch: float) -> bool:
    line, before = lines[at], lines[at - 1] if at else None
    if before is None or (before.page, before.column) != (line.page, line.column):
        return True
    return not 0 < line.baseline - before.baseline <= _GAP * pitch


def _ends_short(lines: Sequence[Line], at: int) -> bool:
    """Whether a line ends before the edge of its column, and a sentence or a heading begins below it."""
    line = lines[at]
    near = [other.x1 for other in lines[max(0, at - _AROUND):at + _AROUND]
            if (other.page, other.column) == (line.page, line.column)]
    if line.x1 > max(near) - _SHORT * line.size:
        return False
    after = lines[at + 1] if at + 1 < len(lines) else None
    return after is not None and not (after.text[:1].islower() and follows(line, after, 2.0))
