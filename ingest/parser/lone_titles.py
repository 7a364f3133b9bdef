"""Headings that only their words tell at first: "Introduction" or "Methods" alone on a line, set in a colour, in the
middle of the column or like the text; and short lines in the type of the text with space above and below them.

Where such words stand alone in one look, that look is one of the paper's heading styles, and other lines in it are
headings as well. In the look of the running text only the words themselves are. A colour that only short lines over
text have is that of headings, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .lines import Line
from .roles import is_standard_title, role_of, split_number
from .set_apart import is_apart, starts_paragraph
from .style import Style, font_family

_MOST_WORDS = 8
_AROUND = 30
_ALIKE = 2
_NEARLY_ALL = 0.8
_GAP = 1.25
_WIDEST_GAP = 2.5


@dataclass(frozen=True)
class Look:
    """How a line shows itself: its type, its colour and whether it stands in the middle of its column."""

    font: str
    size: float
    bold: bool
    italic: bool
    caps: bool
    color: int
    centred: bool


@dataclass(frozen=True)
class LoneTitles:
    """The lines that are headings by their words, and the looks that are those of headings."""

    lines: frozenset[Line] = frozenset()
    looks: frozenset[Look] = frozenset()

    def holds(self, lines: Sequence[Line], at: int) -> bool:
        """Whether `lines[at]` is one of the lines or has one of the looks."""
        return lines[at] in self.lines or (bool(self.looks) and look_of(lines, at) in self.looks)


def lone_titles(lines: Sequence[Line], body: Style, pitch: float) -> LoneTitles:
    """Lines of nothing but a standard title that are not set apart by their type, and the looks that they prove."""
    groups: dict[Look, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if _is_standard(line) and not is_apart(line, line.style, body) and _is_alone(lines, at, pitch):
            groups[look_of(lines, at)].append(at)
    usual = _usual_color(lines)
    found = _between_gaps(lines, body, pitch)
    looks = _looks_of_titles_alone(lines, body, pitch, usual)
    for look, places in groups.items():
        proven = len({role_of(split_number(lines[at].text)[1]) for at in places}) >= _ALIKE
        unlike = look.color != usual or look.centred
        found.update(lines[at] for at in places if proven or unlike or _has_gap(lines, at, pitch))
        if proven and unlike:
            looks.add(look)
    return LoneTitles(frozenset(found), frozenset(looks))


def _between_gaps(lines: Sequence[Line], body: Style, pitch: float) -> set[Line]:
    """Short lines like the text over paragraphs, with space below them and more above, if there are several."""
    found = set()
    for at in range(1, len(lines) - 2):
        line, first, second = lines[at], lines[at + 1], lines[at + 2]
        below, step = first.baseline - line.baseline, second.baseline - first.baseline
        above = line.baseline - lines[at - 1].baseline if _share_column(lines[at - 1], line) else below + 1
        if line.style == body == first.style and _share_column(line, first) and _share_column(first, second) \
                and _GAP * pitch < below < min(above, _WIDEST_GAP * pitch) and 0 < step < _GAP * pitch \
                and abs(line.x0 - first.x0) < 1 and first.text[:1].isupper() and line.text[:1].isupper() \
                and len(line.text.split()) <= _MOST_WORDS and not line.text.endswith((".", ",", ";", ":")):
            found.add(line)
    return found if len(found) > _ALIKE else set()


def _share_column(line: Line, other: Line) -> bool:
    return (line.page, line.column) == (other.page, other.column)


def _looks_of_titles_alone(lines: Sequence[Line], body: Style, pitch: float, usual: int) -> set[Look]:
    """The looks in another colour than the text's whose lines, nearly all, stand alone over text as titles do."""
    alone: dict[Look, list[bool]] = defaultdict(list)
    for at, line in enumerate(lines):
        if all(span.color != usual or not span.text.strip() for span in line.spans) \
                and not is_apart(line, line.style, body):
            after = lines[at + 1] if at + 1 < len(lines) else None
            over_text = after is not None and after.style == body and _color(after) == usual
            alone[look_of(lines, at)].append(
                over_text and len(line.text.split()) <= _MOST_WORDS and line.text[:1].isupper()
                and not line.text.endswith((".", ",", ";")) and _is_alone(lines, at, pitch))
    return {look for look, titles in alone.items() if sum(titles) >= max(_ALIKE, _NEARLY_ALL * len(titles))}


def look_of(lines: Sequence[Line], at: int) -> Look:
    """The look of `lines[at]` among the lines near it."""
    line = lines[at]
    style = line.style
    return Look(style.font, round(style.size * 2) / 2, style.bold, style.italic, style.caps, _color(line),
                is_centred(lines, at, at + 1))


def is_centred(lines: Sequence[Line], at: int, end: int) -> bool:
    """Whether `lines[at:end]` stand in the middle of their column, away from its left edge."""
    first = lines[at]
    near = [line for line in lines[max(0, at - _AROUND):end + _AROUND]
            if (line.page, line.column) == (first.page, first.column)]
    left, right = min(line.x0 for line in near), max(line.x1 for line in near)
    x0, x1 = min(line.x0 for line in lines[at:end]), max(line.x1 for line in lines[at:end])
    return x0 - left > 2 * first.size and abs(x0 + x1 - left - right) < 0.04 * (right - left) + 4


def _is_standard(line: Line) -> bool:
    text = line.text
    if len(text) > 60 or text[:1].islower() or len(text.split()) > _MOST_WORDS:
        return False
    return is_standard_title(split_number(text)[1])


def _is_alone(lines: Sequence[Line], at: int, pitch: float) -> bool:
    """Whether a line begins a block and a sentence or a heading begins below it; in a list of titles one stands below
    the other."""
    if not starts_paragraph(lines, at, pitch) or at + 1 >= len(lines):
        return False
    after = lines[at + 1]
    return not after.text[:1].islower() and not _is_standard(after)


def _has_gap(lines: Sequence[Line], at: int, pitch: float) -> bool:
    """Whether a line stands further below the one before than lines of text do, or begins a column."""
    if at == 0:
        return True
    line, before = lines[at], lines[at - 1]
    if (line.page, line.column) != (before.page, before.column):
        return True
    return not 0 < line.baseline - before.baseline <= _GAP * pitch


def _usual_color(lines: Sequence[Line]) -> int:
    amounts: dict[int, int] = defaultdict(int)
    for line in lines:
        for span in line.spans:
            amounts[span.color] += len(span.text)
    return max(amounts, key=lambda color: (amounts[color], -color), default=0)


def _color(line: Line) -> int:
    """The colour of the longest span in the prevailing font."""
    own = [span for span in line.spans if font_family(span.font) == line.style.font] or list(line.spans)
    return max(own, key=lambda span: len(span.text)).color
