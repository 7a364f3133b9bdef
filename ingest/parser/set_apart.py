"""How a line stands out from the running text around it: by its type, and by where its block begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .capitals import capital_size
from .lines import Line, share
from .roles import role_of, split_number
from .style import Style, share_outside

LETTERS = re.compile(r"[^\W\d_]{3,}|[\u3040-\u9fff\uac00-\ud7af]{2,}")
SENTENCE_END = re.compile(r"[.!?:;)\]”\"]\s*(?:\[[\d,–\- ]+\]|\(\d+\)|\d{1,3}(?:[,–-]\d{1,3})*)?$")


def starts_paragraph(lines: Sequence[Line], at: int, pitch: float) -> bool:
    """Whether a line begins a block: first of its column, after a gap, indented, or after a line that ends short."""
    if at == 0:
        return True
    line, before = lines[at], lines[at - 1]
    if line.page != before.page or line.column != before.column:
        return True
    step = line.baseline - before.baseline
    return (step > 1.25 * pitch or step < 0 or line.x0 - before.x0 > 0.8 * line.size
            or bool(SENTENCE_END.search(before.text)))


def is_apart(line: Line, style: Style, body: Style) -> bool:
    """Whether a whole line is set unlike running text."""
    if style.size < body.size - 3.2:
        return False
    if style.bold and not body.bold:
        return share(line.spans, "bold") > 0.9
    if style.size >= body.size + 0.8:
        return True
    if style.caps and LETTERS.search(line.text) and capital_size(line) >= body.size - 1.6:
        return True
    if style.italic and not body.italic and sum(len(s.text.strip()) for s in line.spans if not s.italic) <= 6:
        return True
    other = style.font != body.font and share_outside(_without_number(line), body.font) > 0.85
    return other and (style.size > body.size - 0.8 or role_of(split_number(line.text)[1]) != "other")


def in_fresh_style(lines: Sequence[Line], at: int, style: Style) -> bool:
    """Whether a style is another one than that of the line before."""
    before = lines[at - 1].style
    return (before.font, before.bold, before.size) != (style.font, style.bold, style.size)


def _without_number(line: Line) -> Line:
    """The line without its number, which may be set like the text."""
    first = line.spans[0].text.strip(" .)")
    rest = line.spans[1:]
    return replace(line, spans=rest) if rest and split_number(f"{first}. x")[0] == first else line
