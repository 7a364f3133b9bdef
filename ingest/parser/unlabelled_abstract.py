"""An abstract without a label: a block set apart between the authors and the first section, or a deck."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .abstract_words import CLASSES, INTRODUCTION, NOT_ABSTRACT, Abstract, is_aside, words_of
from .affiliations import is_place
from .heading_lines import Heading
from .headings import find_headings
from .identifiers import keyword_line
from .lines import Line, follows
from .roles import role_of
from .style import Style, style_of

_LEAST_WORDS = 25
_LEADERS = re.compile(r"(?:\. ?){4,}\s*\d*$")
_LEAST_DECK = 10
_BETWEEN = 15
_SENTENCE_WORDS = re.compile(
    r"\b(?:we|is|are|was|were|be|been|has|have|had|that|which|this|these|to|can|may|by|with|our)\b")


def find_deck(lines: Sequence[Line], first: int, body: Style) -> Abstract | None:
    """The sentence in larger or bold type right below the title, by which journals introduce comments and insights."""
    end = first
    while end < len(lines) and lines[end].page == lines[max(first - 1, 0)].page and end - first < 8 \
            and not is_aside(lines[end]) \
            and (lines[end].size > body.size + 0.8 or (lines[end].bold and not body.bold)) \
            and (end == first or (abs(lines[end].size - lines[first].size) < 0.4
                                  and 0 < lines[end].baseline - lines[end - 1].baseline < 2.2 * lines[end].size)):
        end += 1
    deck = list(lines[first:end])
    # What stands in a margin may come between the lines of a deck in the reading order.
    for line in lines[end:end + _BETWEEN]:
        if deck and deck[-1].text[-1:] not in ".?!" and follows(deck[-1], line, 2.2) \
                and (line.style, line.x0) == (deck[-1].style, deck[-1].x0):
            deck.append(line)
    text = " ".join(line.text for line in deck).strip()
    if len(text.split()) < _LEAST_DECK or not text.endswith((".", "?", "!")):
        return None
    return Abstract(tuple(deck), first, max(end, lines.index(deck[-1]) + 1))


def find_unlabelled(lines: Sequence[Line], first: int, body: Style, pitch: float) -> Abstract | None:
    """The longest block set apart between the authors and the first section, the keywords or the running text."""
    page = lines[first].page if first < len(lines) else 0
    reach = next((at for at in range(first, len(lines)) if lines[at].page > page + 1), len(lines))
    stop = _first_section(lines, first, reach, body, pitch)
    best: tuple[int, int, int] | None = None
    blocks = _text_blocks(lines, first, stop)
    for at, end in blocks:
        words = sum(words_of(line.text) for line in lines[at:end])
        leaders = sum(len(_LEADERS.findall(line.text)) for line in lines[at:end])
        if words < _LEAST_WORDS or leaders > 1 or NOT_ABSTRACT.match(lines[at].text) or _are_places(lines[at:end]):
            continue
        if not _stands_out(lines, at, end, stop, body):
            break
        if best is None or words > best[0]:
            best = (words, at, end)
    if best is None:
        return None
    _, at, end = best
    kept = list(lines[at:end])
    style = kept[-1].style
    for start, close in blocks:
        onward = lines[start].page > kept[-1].page or follows(kept[-1], lines[start], 2.2)
        alike = (lines[start].style.font, lines[start].style.size) == (style.font, style.size)
        if start >= end and kept[-1].text[-1:] not in ".!?" and onward and alike:
            kept += lines[start:close]
            end = close
    return Abstract(tuple(kept), at, end)


def _text_blocks(lines: Sequence[Line], first: int, stop: int) -> list[tuple[int, int]]:
    blocks = []
    at = first
    while at < stop:
        end = at + 1
        while end < stop and _one_block(lines[end - 1], lines[end]) and not _leaves_aside(lines, at, end):
            end += 1
        blocks.append((at, end))
        at = end
    return blocks


def _leaves_aside(lines: Sequence[Line], start: int, at: int) -> bool:
    """Whether a wider gap before a line ends a block of dates, addresses or licence notes."""
    block = lines[start:at]
    if not any(is_aside(line) for line in block) and not _are_places(block):
        return False
    line, before = lines[at], lines[at - 1]
    if _are_places(block) and before.x1 < max(other.x1 for other in block) - 3 * before.size \
            and _is_prose(lines[at:at + 2]):
        return True
    after = lines[at + 1] if at + 1 < len(lines) and lines[at + 1].page == line.page else None
    usual = after.baseline - line.baseline if after is not None and after.baseline > line.baseline else 1.2 * line.size
    return line.baseline - before.baseline > 1.3 * usual


def _is_prose(lines: Sequence[Line]) -> bool:
    """Whether two lines begin a paragraph of sentences."""
    words = " ".join(line.text for line in lines).split()
    return len(lines) == 2 and len(words) > 14 and words[0][:1].isupper() \
        and len(_SENTENCE_WORDS.findall(" ".join(words))) >= max(2, len(words) // 12)


def _are_places(lines: Sequence[Line]) -> bool:
    numbered = bool(re.match(r"\W{0,2}\d{1,2}\s?(?=[A-Z])", lines[0].text))
    return sum(is_place(line.text) for line in lines) > (0.2 if numbered else 0.5) * len(lines)


def _first_section(lines: Sequence[Line], first: int, reach: int, body: Style, pitch: float) -> int:
    headings: list[Heading] = find_headings(lines[first:reach], body, pitch)
    ends = [first + heading.start for heading in headings
            if not heading.run_in and (role_of(heading.title) != "other"
                                       or (heading.number and heading.style.size >= body.size))]
    keywords = [at for at in range(first, reach) if keyword_line(lines[at]) or CLASSES.match(lines[at].text)]
    return min([*ends, *keywords, reach])


def _one_block(before: Line, line: Line) -> bool:
    a, b = before.style, line.style
    if abs(a.size - b.size) > 0.4 or NOT_ABSTRACT.match(line.text):
        return False
    if line.page != before.page:
        return before.text[-1:] not in ".!?" or line.text[:1].islower()
    return line.column != before.column or 0 < line.baseline - before.baseline < 2.2 * line.size


def _stands_out(lines: Sequence[Line], start: int, end: int, stop: int, body: Style) -> bool:
    """Whether the block is followed by a section, or is set unlike the running text."""
    style = style_of([span for line in lines[start:end] for span in line.spans])
    unlike = abs(style.size - body.size) > 0.4 or style.font != body.font or style.bold or style.italic
    followed = stop < len(lines) and (keyword_line(lines[stop])
                                      or INTRODUCTION.fullmatch(lines[stop].text.strip("0123456789. ")))
    return unlike or bool(followed)
