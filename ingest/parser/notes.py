"""Footnotes: small type at the foot of a column, taken out of the running text that it would interrupt."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile

from .lines import Line
from .roles import role_of
from .style import Style

_MARK = re.compile(r"[*∗†‡§¶#]{1,3}\s?\S|(?:\d{1,3}|[a-z])[.)]?\s?[^\W\d_]|\(?(?:\d{1,3}|[a-z])\)\s")
_SMALLER = 0.8
_MOST_LINES = 16
_TIGHT = 1.5


def footnotes(lines: Sequence[Line], body: Style) -> set[Line]:
    """The footnotes among the lines of a section: small lines at the foot of a column, below its last line of running
    text, and columns of nothing but small lines beside running text. What is long and bears no mark, or holds a
    heading, is text that is set small, not a note."""
    columns: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        columns[(line.page, line.column)].append(line)
    full = {page for (page, _), column in columns.items() if any(line.size > body.size - _SMALLER for line in column)}
    out: set[Line] = set()
    for (page, _), column in columns.items():
        tail = list(takewhile(lambda line: line.size <= body.size - _SMALLER, reversed(column)))[::-1]
        if tail and (len(tail) < len(column) or page in full) and _is_note(tail):
            out.update(tail)
    return out


def note_paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of footnotes as one group for each note: it begins with its mark, or apart from the line before."""
    out: list[list[Line]] = []
    for line in lines:
        if out and not _begins(out[-1][-1], line):
            out[-1].append(line)
        else:
            out.append([line])
    return out


def _is_note(tail: Sequence[Line]) -> bool:
    if any(line.bold and role_of(line.text) != "other" for line in tail):
        return False
    return len(tail) <= _MOST_LINES or _is_marked(tail[0])


def _is_marked(line: Line) -> bool:
    return line.spans[0].superscript or bool(_MARK.match(line.text))


def _begins(before: Line, line: Line) -> bool:
    if line.spans[0].superscript and line.text[:1] not in ",;":
        return True
    together = (before.page, before.column) == (line.page, line.column)
    if together and line.baseline - before.baseline > _TIGHT * line.size:
        return True
    return bool(_MARK.match(line.text)) and before.text.rstrip().endswith((".", ")", "/")) and (
        line.x0 - before.x0 > 0.4 * line.size or not together or len(before.text) < 0.8 * len(line.text))
