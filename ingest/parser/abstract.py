"""The abstract: labelled, structured, or an unlabelled block between the authors and the first section."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .abstract_words import CLASSES, EASTERN, INTRODUCTION, LABEL, NOT_ABSTRACT, STRUCTURED, Abstract, words_of
from .headings import find_headings
from .identifiers import keyword_line
from .language import language_of
from .lines import Line, follows
from .spans import joined
from .style import Style, style_of
from .unlabelled_abstract import find_unlabelled

_BESIDE = 40
"""Lines that may stand beside the label of an abstract."""
_BETWEEN = 8
"""Lines between two abstracts: keywords, a title in the other language."""


def find_abstract(lines: Sequence[Line], first: int, body: Style, pitch: float) -> Abstract | None:
    """The abstract among the lines after the title and the authors (`first`), or None."""
    labelled = _labelled(lines, first, body, pitch)
    if labelled is None:
        return find_unlabelled(lines, first, body, pitch)
    second = _labelled(lines, labelled.end, body, pitch, near=True)
    if second is None:
        return labelled
    text = " ".join(line.text for line in lines[second.end:second.end + 60])
    own, other = (" ".join(line.text for line in found.lines) for found in (labelled, second))
    theirs = language_of(other) == language_of(text) and language_of(own) != language_of(text)
    if theirs:
        return replace(second, start=labelled.start)
    return replace(labelled, other=tuple(lines[second.start:second.end]))


def is_abstract_label(lines: Sequence[Line], at: int, body: Style) -> bool:
    """Whether a line is, or begins with, the label of an abstract."""
    found = LABEL.match(lines[at].text)
    return found is not None and _is_label(lines, at, found, body)


def _labelled(
    lines: Sequence[Line], first: int, body: Style, pitch: float, *, near: bool = False
) -> Abstract | None:
    """The first labelled abstract; `near`: in another language, at most a few lines on, with a label of its own."""
    limit = next((at for at, line in enumerate(lines) if line.page > lines[0].page + 2), len(lines))
    limit = min(limit, first + _BETWEEN) if near else limit
    for at in range(first, limit):
        found = LABEL.match(lines[at].text)
        if not found or not _is_label(lines, at, found, body):
            continue
        if found.group(1).casefold() == "summary" and not _introduced(lines, at, body, pitch):
            continue
        start = at if found.end() < len(lines[at].text) else _below_label(lines, at)
        end = _end(lines, start, body, pitch)
        kept = [line for line in lines[start:end] if not _beside(line, lines[start:end])]
        if start == at and kept:
            kept[0] = _without_label(kept[0], found.end())
        if sum(words_of(line.text) for line in kept) >= 15:
            return Abstract(tuple(kept), at, end)
    return None


def _below_label(lines: Sequence[Line], at: int) -> int:
    """Where the text below a bare label begins. What stands beside and above the label, as a box that tells how to
    cite, may come between them in the reading order."""
    label = lines[at]
    if at + 1 == len(lines) or lines[at + 1].page != label.page or lines[at + 1].y0 >= label.y0 - label.size:
        return at + 1
    close = (later for later in range(at + 2, min(at + _BESIDE, len(lines))) if follows(label, lines[later], 2.6)
             and lines[later].x0 < label.x1 + label.size)
    return next(close, at + 1)


def _is_label(lines: Sequence[Line], at: int, found: re.Match[str], body: Style) -> bool:
    """Whether the word is set as a label and not the start of a sentence."""
    line = lines[at]
    if found.end() >= len(line.text):
        return True
    marked = found.group(1).isupper() or bool(re.search(r"[:：.。—–|\]】〕〉-]\s*$", found.group())) \
        or (bool(EASTERN.match(found.group(1))) and found.group()[-1:].isspace())
    return line.spans[0].bold != body.bold or marked \
        or style_of(line.spans[:1]).font != style_of(line.spans[-1:]).font


def _introduced(lines: Sequence[Line], at: int, body: Style, pitch: float) -> bool:
    """Whether an introduction follows, so that a summary before it is the abstract."""
    own = lines[at].style
    ahead = find_headings(lines[at + 1:at + 160], body, pitch)
    return any(INTRODUCTION.fullmatch(heading.title) and abs(heading.style.size - own.size) < 1
               for heading in ahead[:6])


def _end(lines: Sequence[Line], start: int, body: Style, pitch: float) -> int:
    """Where the abstract ends: at the keywords, or at the first heading that is no label of a structured abstract."""
    page = lines[start].page if start < len(lines) else 0
    reach = next((at for at in range(start, len(lines)) if lines[at].page > page + 1), len(lines))
    keywords = next((at for at in range(start, reach) if keyword_line(lines[at]) or CLASSES.match(lines[at].text)
                     or (at > start + 2 and _begins_another(lines, at, body))), None)
    label = lines[start - 1].style if start else body
    structured = start < len(lines) and _begins_part(lines[start])
    inner = lines[start].style if structured else body
    for heading in find_headings(lines[start:reach], body, pitch):
        at = start + heading.start
        if keywords is not None and at >= keywords:
            break
        if STRUCTURED.match(heading.title) and structured and (
                heading.run_in or (_alike(heading.style, inner) and (keywords is not None
                                                                     or _smaller(heading.style, label)))):
            continue
        if NOT_ABSTRACT.match(heading.text) or (heading.run_in and heading.style.bold and structured):
            continue
        if at > start:
            return at
    return keywords if keywords is not None else reach


def _begins_part(line: Line) -> bool:
    """Whether a line begins with a label of a structured abstract, which a stop or its type tells from the text."""
    lead, rest = style_of(line.spans[:1]), style_of(line.spans[-1:])
    apart = (lead.font, lead.bold, lead.italic) != (rest.font, rest.bold, rest.italic)
    return bool(STRUCTURED.match(line.text)) or (apart and bool(STRUCTURED.match(line.spans[0].text.strip())))


def _begins_another(lines: Sequence[Line], at: int, body: Style) -> bool:
    """Whether an abstract in another language begins."""
    found = LABEL.match(lines[at].text)
    return found is not None and found.group(1).casefold() != "summary" and _is_label(lines, at, found, body)


def _alike(style: Style, other: Style) -> bool:
    return abs(style.size - other.size) < 0.3 and style.bold == other.bold


def _smaller(style: Style, label: Style) -> bool:
    return style.size < label.size - 0.4 or (style.size <= label.size and not style.bold and label.bold)


def _beside(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line between those of the abstract is foreign: footnotes, dates, licence notes in small type."""
    usual = sorted(other.size for other in lines[:5])[len(lines[:5]) // 2]
    return line.size < usual - 0.75 or bool(NOT_ABSTRACT.match(line.text))


def _without_label(line: Line, cut: int) -> Line:
    """The line without its first `cut` characters."""
    spans = []
    left = cut
    for span in line.spans:
        if left >= len(span.text):
            left -= len(span.text)
            continue
        spans.append(replace(span, text=span.text[left:]) if left else span)
        left = 0
    spans = spans or list(line.spans[-1:])
    return replace(line, spans=tuple(spans), text=joined(spans), x0=spans[0].x0)
