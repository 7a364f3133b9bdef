"""Footnotes: small type at the foot of a column, taken out of the running text that it would interrupt; and endnotes,
in a section of their own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import takewhile

from .affiliations import is_place
from .lines import Line
from .roles import role_of
from .style import Style, body_style

_MARK = re.compile(r"[*∗†‡§¶#]{1,3}\s?\S|(?:\d{1,3}[.)]?\s?|[a-z](?:[.)]\s?|\s))[^\W\d_]|\(?(?:\d{1,3}|[a-z])\)\s")
_NUMBER = re.compile(r"\(?(\d{1,3})[.)]?(?=\s?[^\W\d_]|\s?[“\"‘'«„‚])")
_SIGN = re.compile(r"[*∗†‡§¶#]")
_SMALLER = 0.8
_HARDLY_SMALLER = 0.3
_MOST_LINES = 16
_TIGHT = 1.5
_ENDNOTES = re.compile(r"(?:end|foot)?notes?|anmerkungen|(?:fuß|fuss|end)noten|notes de (?:fin|bas de page)|notas|"
                       r"примечания", re.IGNORECASE)
_THANKS = re.compile(r"\b(?:thanks?|grateful|indebted|funded|supported by|acknowledge|presented|earlier version|"
                     r"based on|contributed equally|danke|dank|remerci)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_LEAST_THANKS = 10
_LEAST_TEXT = 0.15
_LEAST_COLUMNS = 3

_Column = tuple[int, int]


def footnotes(lines: Sequence[Line], body: Style) -> set[Line]:
    """The footnotes among the lines of a section: small lines at the foot of a column, below its last line of running
    text, and columns of nothing but small lines beside running text. What is long and bears no mark, or holds a
    heading, is text that is set small, not a note. Lines that are hardly smaller need a raised mark."""
    columns = _columns(lines)
    full = {page for (page, _), column in columns.items() if any(line.size > body.size - _SMALLER for line in column)}
    out: set[Line] = set()
    for (page, _), column in columns.items():
        tail = _tail(column, body.size - _SMALLER)
        if tail and (len(tail) < len(column) or page in full) and _is_note(tail):
            out.update(tail)
        elif not tail:
            out.update(_from_raised_mark(_tail(column, body.size - _HARDLY_SMALLER)))
    return out


def text_style(lines: Sequence[Line]) -> Style:
    """The style of the running text. Where notes fill more of the pages than the text above them, that is the larger
    one above."""
    style = body_style(lines)
    above = [line for line in lines if line.size > style.size + _SMALLER]
    if sum(len(line.text) for line in above) < _LEAST_TEXT * sum(len(line.text) for line in lines):
        return style
    larger = body_style(above)
    columns = [column for column in _columns(lines).values()
               if any(line.style.font == larger.font and abs(line.size - larger.size) < 0.3 for line in column)]
    over = 0
    for column in columns:
        tail = _tail(column, larger.size - _SMALLER)
        over += 0 < len(tail) < len(column) and any(line.spans[0].superscript for line in tail) \
            and abs(tail[-1].size - style.size) < 0.3
    return larger if over >= max(_LEAST_COLUMNS, 0.6 * len(columns)) else style


def note_paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of notes as one group for each note: it begins with its mark, with the number after that of the note
    before, or apart from the line before."""
    out: list[list[Line]] = []
    number = 0
    for line in lines:
        own = _number_of(line)
        next_one = bool(number) and own == number + 1 and line.spans[0].superscript == out[-1][0].spans[0].superscript
        if out and not next_one and not _begins(out[-1][-1], line):
            out[-1].append(line)
            continue
        number = own or number
        out.append([line])
    return out


def are_endnotes(title: str, lines: Sequence[Line]) -> bool:
    """Whether a section holds the notes of a paper that are not at the foot of its pages."""
    return bool(lines) and bool(_ENDNOTES.fullmatch(title.strip(" .:"))) and _number_of(lines[0]) == 1


def notes_of_title_page(asides: Iterable[Line], lines: Sequence[Line]) -> set[Line]:
    """The footnotes among lines of the title page that are no running text (`asides`): those whose number stands raised
    in one of the other lines (and that are no addresses), and those that thank somebody."""
    apart = set(asides)
    ordered = [line for line in lines if line in apart]
    if not ordered:
        return set()
    page = ordered[0].page
    called = {span.text.strip(" ,") for line in lines if line.page == page and line not in apart
              for span in line.spans[1:] if span.superscript}
    out: set[Line] = set()
    for group in note_paragraphs(ordered):
        text = " ".join(line.text for line in group)
        number = _number_of(group[0]) if group[0].spans[0].superscript else 0
        thanks = bool(_SIGN.match(text)) and len(text.split()) >= _LEAST_THANKS and bool(_THANKS.search(text))
        address = "@" in text or (any(is_place(line.text) for line in group) and not _YEAR.search(text))
        if (number and str(number) in called and not address) or thanks:
            out.update(group)
    return out


def _columns(lines: Sequence[Line]) -> dict[_Column, list[Line]]:
    columns: dict[_Column, list[Line]] = defaultdict(list)
    for line in lines:
        columns[(line.page, line.column)].append(line)
    return columns


def _tail(column: Sequence[Line], size: float) -> list[Line]:
    """The last lines of a column that are no larger than a size."""
    return list(takewhile(lambda line: line.size <= size, reversed(column)))[::-1]


def _from_raised_mark(tail: Sequence[Line]) -> Sequence[Line]:
    first = next((at for at, line in enumerate(tail) if line.spans[0].superscript), len(tail))
    return tail[first:] if _is_note(tail[first:]) else ()


def _is_note(tail: Sequence[Line]) -> bool:
    if any(line.bold and role_of(line.text) != "other" for line in tail):
        return False
    return len(tail) <= _MOST_LINES or _is_marked(tail[0]) or any(line.spans[0].superscript for line in tail)


def _is_marked(line: Line) -> bool:
    return line.spans[0].superscript or bool(_MARK.match(line.text))


def _number_of(line: Line) -> int:
    """The number that a line begins with, raised or not; 0 if none."""
    number = _NUMBER.match(line.text)
    return int(number[1]) if number else 0


def _begins(before: Line, line: Line) -> bool:
    if line.spans[0].superscript and line.text[:1] not in ",;":
        return True
    together = (before.page, before.column) == (line.page, line.column)
    if together and line.baseline - before.baseline > _TIGHT * line.size:
        return True
    return bool(_MARK.match(line.text)) and before.text.rstrip().endswith((".", ")", "/")) and (
        line.x0 - before.x0 > 0.4 * line.size or not together or len(before.text) < 0.8 * len(line.text))
