"""The abstract: labelled, structured, or an unlabelled block between the authors and the first section."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .affiliations import is_place
from .heading_lines import Heading
from .headings import find_headings
from .identifiers import keyword_line
from .language import language_of
from .lines import Line
from .roles import role_of
from .spans import joined
from .style import Style, style_of

_LABEL = re.compile(r"^(?:structured\s+|extended\s+)?(abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary|synopsis|"
                    r"zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|аннотация|реферат|streszczenie|"
                    r"摘\s?要|内容提要|要\s?旨|초록)"
                    r"(?:\s*[:：.。—–|-]+\s*|\s+(?=[A-ZА-Я“\"‘])|\s*(?=[\u3400-\u9fff])|$)", re.IGNORECASE)
_STRUCTURED = re.compile(
    r"^(?:(?:the\s+)?(?:background|introduction|context|purpose|aims?|objectives?|goals?|rationale|motivation|methods?|methodology|"
    r"materials?(?: and|/| &)? ?methods?|patients and methods|design|study design|trial design|setting|participants|"
    r"subjects|interventions?(?: and comparator)?|comparator|main outcomes?(?: measures?)?|outcomes?|measurements?|"
    r"results?|findings|principal findings|main results|discussion|conclusions?|interpretation|significance|"
    r"conclusions?[ /]significance|methodology/principal findings|limitations|randomi[sz]ation|"
    r"blinding(?: \(masking\))?|"
    r"numbers to be randomi[sz]ed(?: \(sample size\))?|trial status|(?:clinical )?trials? registration(?: number)?|"
    r"full protocol|funding|registration|keywords|implications?|"
    r"(?:background|aims?|introduction)(?: and|/| &) (?:aims?|objectives?|purpose)|study selection|data sources?|"
    r"availability(?: and implementation)?|contact|supplementary information|hypothesis|approach|importance|"
    r"sample(?: size)?|main points|key points|clinical relevance|level of evidence))\s*(?:[:.]|$)", re.IGNORECASE)
_NOT_ABSTRACT = re.compile(
    r"^\W{0,2}(?:received|accepted|revised|published|correspond|copyright|©|\(c\)|e-?mail|edited by|"
    r"reviewed by|academic editor|permission to make digital|"
    r"citation|how to cite|doi\b|https?:|www\.|full list of author|this (?:article|is an open)|available online|"
    r"author details|open access|\(?continued (?:on|from)|#?\s?the author|tel\b|fax\b|editor\b|specialty section|"
    r"electronic supplementary material|communicated by|these authors|present address|article (?:info|history)|"
    r"data accessibility|\(?dated\b|收稿日期|基金项目|作者简介|поступила|принята|eingegangen|reçu le)",
    re.IGNORECASE)
_EASTERN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_INTRODUCTION = re.compile(r"(?:general )?(?:introduction|background)", re.IGNORECASE)
_CLASSES = re.compile(r"^\W{0,2}(?:abbreviations?\s*[:=]|ccs concepts|categories and subject|general terms|pacs\b|"
                      r"\d{4} mathematics|"
                      r"mathematics subject|jel class|highlights\b|graphical abstract|nomenclature$|УДК|中图分类号)",
                      re.IGNORECASE)
_LEAST_WORDS = 25
_LEADERS = re.compile(r"(?:\. ?){4,}\s*\d*$")
_LEAST_DECK = 10
_BETWEEN = 8
"""Lines between two abstracts: keywords, a title in the other language."""


@dataclass(frozen=True)
class Abstract:
    """The lines of the abstract (its label cut off), and where the lines after it begin. `other` are the lines of an
    abstract in another language that follows."""

    lines: tuple[Line, ...]
    start: int
    end: int
    other: tuple[Line, ...] = ()


def find_abstract(lines: Sequence[Line], first: int, body: Style, pitch: float) -> Abstract | None:
    """The abstract among the lines after the title and the authors (`first`), or None."""
    labelled = _labelled(lines, first, body, pitch)
    if labelled is None:
        return _unlabelled(lines, first, body, pitch)
    second = _labelled(lines, labelled.end, body, pitch, near=True)
    if second is None:
        return labelled
    text = " ".join(line.text for line in lines[second.end:second.end + 60])
    own, other = (" ".join(line.text for line in found.lines) for found in (labelled, second))
    theirs = language_of(other) == language_of(text) and language_of(own) != language_of(text)
    if theirs:
        return replace(second, start=labelled.start)
    return replace(labelled, other=tuple(lines[second.start:second.end]))


def find_deck(lines: Sequence[Line], first: int, body: Style) -> Abstract | None:
    """The sentence in larger or bold type right below the title, by which journals introduce comments and insights."""
    end = first
    while end < len(lines) and lines[end].page == lines[max(first - 1, 0)].page and end - first < 8 \
            and not is_aside(lines[end]) \
            and (lines[end].size > body.size + 0.8 or (lines[end].bold and not body.bold)) \
            and (end == first or (abs(lines[end].size - lines[first].size) < 0.4
                                  and 0 < lines[end].baseline - lines[end - 1].baseline < 2.2 * lines[end].size)):
        end += 1
    text = " ".join(line.text for line in lines[first:end]).strip()
    if len(text.split()) < _LEAST_DECK or not text.endswith((".", "?", "!")):
        return None
    return Abstract(tuple(lines[first:end]), first, end)


def is_abstract_label(lines: Sequence[Line], at: int, body: Style) -> bool:
    """Whether a line is, or begins with, the label of an abstract."""
    found = _LABEL.match(lines[at].text)
    return found is not None and _is_label(lines, at, found, body)


def is_abstract_word(line: Line) -> bool:
    """Whether a line is the bare label of an abstract."""
    found = _LABEL.match(line.text)
    return found is not None and found.end() == len(line.text)


def is_aside(line: Line) -> bool:
    """Whether a line of the title page is matter about the article: dates, addresses, licence."""
    return bool(_NOT_ABSTRACT.match(line.text))


def _labelled(
    lines: Sequence[Line], first: int, body: Style, pitch: float, *, near: bool = False
) -> Abstract | None:
    """The first labelled abstract; `near`: in another language, at most a few lines on, with a label of its own."""
    limit = next((at for at, line in enumerate(lines) if line.page > lines[0].page + 2), len(lines))
    limit = min(limit, first + _BETWEEN) if near else limit
    for at in range(first, limit):
        found = _LABEL.match(lines[at].text)
        if not found or not _is_label(lines, at, found, body):
            continue
        if found.group(1).casefold() == "summary" and not _introduced(lines, at, body, pitch):
            continue
        start = at if found.end() < len(lines[at].text) else at + 1
        end = _end(lines, start, body, pitch)
        kept = [line for line in lines[start:end] if not _beside(line, lines[start:end])]
        if start == at and kept:
            kept[0] = _without_label(kept[0], found.end())
        if sum(_words_of(line.text) for line in kept) >= 15:
            return Abstract(tuple(kept), at, end)
    return None


def _is_label(lines: Sequence[Line], at: int, found: re.Match[str], body: Style) -> bool:
    """Whether the word is set as a label and not the start of a sentence."""
    line = lines[at]
    if found.end() >= len(line.text):
        return True
    marked = found.group(1).isupper() or bool(re.search(r"[:：.。—–|-]\s*$", found.group()))
    return line.spans[0].bold != body.bold or marked \
        or style_of(line.spans[:1]).font != style_of(line.spans[-1:]).font


def _introduced(lines: Sequence[Line], at: int, body: Style, pitch: float) -> bool:
    """Whether an introduction follows, so that a summary before it is the abstract."""
    own = lines[at].style
    ahead = find_headings(lines[at + 1:at + 160], body, pitch)
    return any(_INTRODUCTION.fullmatch(heading.title) and abs(heading.style.size - own.size) < 1
               for heading in ahead[:6])


def _end(lines: Sequence[Line], start: int, body: Style, pitch: float) -> int:
    """Where the abstract ends: at the keywords, or at the first heading that is no label of a structured abstract."""
    page = lines[start].page if start < len(lines) else 0
    reach = next((at for at in range(start, len(lines)) if lines[at].page > page + 1), len(lines))
    keywords = next((at for at in range(start, reach) if keyword_line(lines[at]) or _CLASSES.match(lines[at].text)
                     or (at > start + 2 and _begins_another(lines, at, body))), None)
    label = lines[start - 1].style if start else body
    structured = bool(_STRUCTURED.match(lines[start].text)) if start < len(lines) else False
    inner = lines[start].style if structured else body
    for heading in find_headings(lines[start:reach], body, pitch):
        at = start + heading.start
        if keywords is not None and at >= keywords:
            break
        if _STRUCTURED.match(heading.title) and structured and (
                heading.run_in or (_alike(heading.style, inner) and (keywords is not None
                                                                     or _smaller(heading.style, label)))):
            continue
        if _NOT_ABSTRACT.match(heading.text) or (heading.run_in and heading.style.bold and structured):
            continue
        if at > start:
            return at
    return keywords if keywords is not None else reach


def _begins_another(lines: Sequence[Line], at: int, body: Style) -> bool:
    """Whether an abstract in another language begins."""
    found = _LABEL.match(lines[at].text)
    return found is not None and found.group(1).casefold() != "summary" and _is_label(lines, at, found, body)


def _alike(style: Style, other: Style) -> bool:
    return abs(style.size - other.size) < 0.3 and style.bold == other.bold


def _smaller(style: Style, label: Style) -> bool:
    return style.size < label.size - 0.4 or (style.size <= label.size and not style.bold and label.bold)


def _beside(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line between those of the abstract is foreign: footnotes, dates, licence notes in small type."""
    usual = sorted(other.size for other in lines[:5])[len(lines[:5]) // 2]
    return line.size < usual - 0.75 or bool(_NOT_ABSTRACT.match(line.text))


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


def _unlabelled(lines: Sequence[Line], first: int, body: Style, pitch: float) -> Abstract | None:
    """The longest block set apart between the authors and the first section, the keywords or the running text."""
    page = lines[first].page if first < len(lines) else 0
    reach = next((at for at in range(first, len(lines)) if lines[at].page > page + 1), len(lines))
    stop = _first_section(lines, first, reach, body, pitch)
    best: tuple[int, int, int] | None = None
    blocks = _text_blocks(lines, first, stop)
    for at, end in blocks:
        words = sum(_words_of(line.text) for line in lines[at:end])
        leaders = sum(len(_LEADERS.findall(line.text)) for line in lines[at:end])
        if words < _LEAST_WORDS or leaders > 1 or _NOT_ABSTRACT.match(lines[at].text) or _are_places(lines[at:end]):
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
        if start >= end and kept[-1].text[-1:] not in ".!?" and lines[start].page > kept[-1].page \
                and (lines[start].style.font, lines[start].style.size) == (style.font, style.size):
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
    after = lines[at + 1] if at + 1 < len(lines) and lines[at + 1].page == line.page else None
    usual = after.baseline - line.baseline if after is not None and after.baseline > line.baseline else 1.2 * line.size
    return line.baseline - before.baseline > 1.3 * usual


def _are_places(lines: Sequence[Line]) -> bool:
    numbered = bool(re.match(r"\W{0,2}\d{1,2}\s?(?=[A-Z])", lines[0].text))
    return sum(is_place(line.text) for line in lines) > (0.2 if numbered else 0.5) * len(lines)


def _first_section(lines: Sequence[Line], first: int, reach: int, body: Style, pitch: float) -> int:
    headings: list[Heading] = find_headings(lines[first:reach], body, pitch)
    ends = [first + heading.start for heading in headings
            if not heading.run_in and (role_of(heading.title) != "other"
                                       or (heading.number and heading.style.size >= body.size))]
    keywords = [at for at in range(first, reach) if keyword_line(lines[at]) or _CLASSES.match(lines[at].text)]
    return min([*ends, *keywords, reach])


def _one_block(before: Line, line: Line) -> bool:
    a, b = before.style, line.style
    if abs(a.size - b.size) > 0.4 or _NOT_ABSTRACT.match(line.text):
        return False
    if line.page != before.page:
        return before.text[-1:] not in ".!?" or line.text[:1].islower()
    return line.column != before.column or 0 < line.baseline - before.baseline < 2.2 * line.size


def _stands_out(lines: Sequence[Line], start: int, end: int, stop: int, body: Style) -> bool:
    """Whether the block is followed by a section, or is set unlike the running text."""
    style = style_of([span for line in lines[start:end] for span in line.spans])
    unlike = abs(style.size - body.size) > 0.4 or style.font != body.font or style.bold or style.italic
    followed = stop < len(lines) and (keyword_line(lines[stop])
                                      or _INTRODUCTION.fullmatch(lines[stop].text.strip("0123456789. ")))
    return unlike or bool(followed)


def _words_of(text: str) -> int:
    """The number of words; two signs of a script without blanks count as one."""
    return len(text.split()) + len(_EASTERN.findall(text)) // 2
