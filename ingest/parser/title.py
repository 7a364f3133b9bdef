"""The title of a paper: the largest text on its first page that reads like one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .author_blocks import cells
from .joining import Vocabulary, join_lines
from .lines import Line
from .spans import joined
from .style import Style, style_of

_KINDS = re.compile(
    r"(?:original\s+|brief\s+|short\s+|full\s+|open\s+|regular\s+|invited\s+|clinical\s+|mini\s*)?"
    r"(?:research|review|article|paper|communication|letter|report|case report|case study|editorial|commentary|"
    r"perspective|opinion|protocol|study protocol|methodology|database|software|technical note|technical advance|"
    r"corrigendum|erratum|correction|hypothesis|news|feature|insight|living science|debate|note|abstract|summary|"
    r"open access|introduction|contents)(?:\s+(?:article|paper|reports?|communication|trial|open access))*s?",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(r"^(?:vol(?:ume)?\b|issn|doi\b|https?:|www\.|journal of|page \d|received|accepted|open access|"
                       r"contents lists|available (?:online )?at|downloaded|provisional pdf|this provisional|"
                       r"printed (?:by|on|from|at)\b|[\w-]+\.(?:txt|docx?|pdf|tex)$|"
                       r"proceedings of|international journal of|©|copyright)", re.IGNORECASE)
_HAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_LABELS = re.compile(r"^(?:摘\s?要|关键词|abstract[:.—–]|аннотация|zusammenfassung[:.]|résumé[:.])", re.IGNORECASE)
_LARGER = 1.0
_FAR_LARGER = 4.0
_MOST_NAME = 9
"""Words of the longest name of a journal."""
_MARKS = "*†‡§¶#∗⁎⋆★"


def find_title(lines: Sequence[Line], body: Style, heads: Sequence[str] = ()) -> tuple[int, int]:
    """The range of the title's lines among the lines of a document; an empty range if there is none. `heads` are the
    texts in the margins of the pages, by which the name of the journal is known."""
    groups = [group for group in _groups(lines) if _plausible(lines[group[0]:group[1]])]
    if not groups:
        return 0, 0
    first = min(lines[start].page for start, _ in groups)
    groups = [group for group in groups if lines[group[0]].page == first]
    titles = [group for group in groups if not is_masthead(lines[group[0]:group[1]], heads)
              and lines[group[0]].size > body.size + _LARGER]
    groups = titles or groups
    best = max(groups, key=lambda group: _weight(lines, group))
    return best if _is_set_apart(lines, best, body) else (0, 0)


def is_masthead(lines: Sequence[Line], heads: Sequence[str]) -> bool:
    """Whether lines are the name of the journal and what stands beside it: by their form, or since a head or a foot
    prints the name before a year or a volume."""
    parts = cells(lines[:1])
    name = re.sub(r"\s*(?:[®™©]|\bOPEN\b(?: ACCESS)?)\s*", " ", parts[0].text if parts else "").strip(" .,:;")
    if len(lines) > 3 or len(name.split()) > _MOST_NAME:
        return False
    if len(name.split()) < 4 and (len(parts) > 1 or re.search(r"[®™]|\bOPEN$", lines[0].text)):
        return True
    whole = re.escape(" ".join([name, *(line.text for line in lines[1:])]).strip())
    dated = re.compile(rf"(?<!\w){whole}\W{{1,4}}(?:(?:19|20)\d\d\b|vol|e?-?issn|www\.|"
                       r"\d{1,4}\s?[(:,;]\s?\w?\d)", re.IGNORECASE)
    return len(name) > 3 and any(dated.search(head) for head in heads)


def with_whole_title(lines: Sequence[Line], body: Style) -> list[Line]:
    """The lines with those of a centred title below one another, which a narrow column beside the last of them has
    parted in the reading order."""
    out = list(lines)
    first = [line for line in out if line.page == out[0].page]
    largest = max((line.size for line in first), default=0.0)
    if largest < body.size + _FAR_LARGER:
        return out
    for line in first:
        at = out.index(line)
        if abs(line.size - largest) > 0.3 or (at + 1 < len(out) and _joins(line, out[at + 1])):
            continue
        below = next((other for other in first if other.size == line.size and _joins(line, other)
                      and other.style.font == line.style.font
                      and abs(other.x0 + other.x1 - line.x0 - line.x1) < 2 * line.size), None)
        if below is not None and out.index(below) > at:
            out.remove(below)
            out.insert(at + 1, below)
    return out


def title_text(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    """The title as one line, without footnote marks."""
    kept = []
    for line in lines:
        spans = tuple(span for span in line.spans if not (span.superscript and _is_mark(span.text)))
        if spans:
            kept.append(replace(line, spans=spans, text=joined(spans)))
    return join_lines(kept, vocabulary).text.rstrip(_MARKS + " ,").strip()


def _is_set_apart(lines: Sequence[Line], group: tuple[int, int], body: Style) -> bool:
    """Whether the lines are set unlike running text, or stand before it as a block of their own."""
    style = lines[group[0]].style
    unlike = style.size > body.size + 0.4 or (style.bold, style.caps, style.font) != (body.bold, body.caps, body.font)
    return style.size > body.size - 1 and unlike


def _groups(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Runs of lines of one size and weight, on one of the first pages."""
    groups: list[tuple[int, int]] = []
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or lines[at].page > lines[0].page + 1 or not _joins(lines[at - 1], lines[at]):
            groups.append((start, at))
            start = at
        if at == len(lines) or lines[at].page > lines[0].page + 1:
            break
    return groups


def _joins(before: Line, line: Line) -> bool:
    if line.page != before.page or abs(line.size - before.size) > 0.6 or line.bold != before.bold:
        return False
    if _KINDS.fullmatch(before.text.strip(" :")) or _KINDS.fullmatch(line.text.strip(" :")):
        return False
    overlap = min(before.x1, line.x1) - max(before.x0, line.x0)
    return 0 < line.baseline - before.baseline < 2.1 * line.size and overlap > 0


def _plausible(lines: Sequence[Line]) -> bool:
    text = " ".join(line.text for line in lines)
    letters = sum(char.isalpha() for char in text)
    wide = len(_HAN.findall(text))
    if letters + wide < 8 or letters < 0.6 * len(text.replace(" ", "")) or len(text) > 500 \
            or (len(text.split()) < 2 and wide < 6):
        return False
    if _KINDS.fullmatch(text.strip(" :")) or _NO_TITLE.match(text) or "@" in text or _LABELS.match(text):
        return False
    return len(lines) <= 9 and lines[0].y0 < 0.62 * lines[0].frame.height


def _weight(lines: Sequence[Line], group: tuple[int, int]) -> tuple[float, int, float, int]:
    """Size first; at about the same size bold before plain, then the longer, then the earlier."""
    own = lines[group[0]:group[1]]
    size = round(max(line.size for line in own) * 2) / 2
    style = style_of([span for line in own for span in line.spans])
    length = min(sum(len(line.text) for line in own), 60)
    return size, int(style.bold), length, -group[0]


def _is_mark(text: str) -> bool:
    return all(char in _MARKS or char.isdigit() or char in " ,;abcdef" for char in text)
