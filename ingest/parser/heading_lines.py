"""Lines, and beginnings of lines, that may be headings: set apart from the text, short, at the start of a block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .lines import Line, Span, follows
from .lone_titles import LoneTitles, is_centred, look_of
from .roles import role_of, split_number
from .set_apart import LETTERS, SENTENCE_END, in_fresh_style, is_apart, starts_paragraph
from .spans import joined
from .style import Style, is_code, style_of

_MOST_WORDS = 28
_MOST_LINES = 4
_RUN_IN_WORDS = 18
_RAGGED = 4
_LABEL = re.compile(
    r"^\(?(?:supplementary\s+|additional\s+|extended data\s+)?(?:fig(?:ure|s)?|table|tab|scheme|box|algorithm|listing|"
    r"eq|equation|plate|chart|video|movie|file|abbildung|abb|tabelle|tableau|tabla|tabela|tabella|figura|рис|рисунок|"
    r"таблица|табл)\b\.?\s*(?:[A-Z]?\d|[IVX]+\b)|^[图圖図表]\s?\d", re.IGNORECASE)
_NOT_TITLES = re.compile(
    r"^(?:key\s?-?words?\b|corresponding author|\*?correspondence|(?:received|accepted|published|citation|copyright|"
    r"doi|tel|e-?mail|edited by|reviewed by)\s*:|received \d|accepted \d|published (?:online|\d)|how to cite|©|"
    r"copyright ©|https?:|www\.|\(?continued |open access$|research article|original (?:article|paper|research)|"
    r"review article|short communication|(?:theorem|lemma|definition|proposition) \d|proof\b|note that)", re.IGNORECASE)
_CODE = re.compile(r"^(?:R>|>>>?\s|\$\s|In ?\[\d)|<-|\w\(\w[\w.]*\)$|[.…·]\s?[.…·]\s?[.…·]")
_FORMULA = re.compile(r"[=≈≤≥∑∫√¼þ]")
_ANNOUNCES = re.compile(r"\b(?:as follows?|the following|below|namely|include[sd]?|including)\s*:?$", re.IGNORECASE)
_OPEN_WORDS = frozenset(("a", "an", "the", "of", "in", "and", "or", "to", "for", "with", "by", "on", "at", "from"))
_LETTER = re.compile(r"[A-H]")
_BULLET = re.compile(r"^[•▪◦‣●–—*\-■□➢✓]\s")


@dataclass(frozen=True)
class Heading:
    """A heading over `lines[start:end]`; `run_in` counts the spans of the last line that belong to it, if text follows
    on that line (otherwise 0). `style` is how it is set, `centred` whether it stands in the middle of its column."""

    start: int
    end: int
    text: str
    style: Style
    page: int
    run_in: int = 0
    centred: bool = False

    @property
    def number(self) -> str:
        """The section number as printed."""
        return split_number(self.text)[0]

    @property
    def title(self) -> str:
        """The title without number and closing mark."""
        return _closed(split_number(self.text)[1])


def block_heading(
    lines: Sequence[Line], at: int, body: Style, pitch: float, alone: LoneTitles
) -> Heading | None:
    """A heading on lines of its own that begins at `lines[at]`; `pitch` is the usual distance of baselines, `alone` are
    the headings that their words tell."""
    first = lines[at]
    style = first.style
    lone = not is_apart(first, style, body)
    if (lone and not alone.holds(lines, at)) or not can_start(first.text) or is_code(first) or _has_gap(first):
        return None
    if _run_in_below(lines, at, body):
        return None
    if style.italic and not style.bold and style.size < body.size + 0.8 and not _stands_alone(lines, at, body, pitch):
        return None
    if not starts_paragraph(lines, at, pitch) and style.size < body.size + 0.8 and not in_fresh_style(lines, at, style):
        return None
    end = at + 1
    while end < len(lines) and end - at < _MOST_LINES + 1 and _goes_on(lines[end - 1], lines[end], style, pitch) \
            and not (lone and (first in alone.lines or look_of(lines, end) != look_of(lines, at))):
        end += 1
    if end - at > _MOST_LINES:
        return None
    if not style.bold and not lone and end < len(lines) and lines[end].style == style \
            and follows(lines[end - 1], lines[end], 1.8):
        return None
    text = _marked_off(first, _heading_text(lines[at:end]))
    if not looks_like_title(text, style, body) or not _followed(lines, end, style):
        return None
    return Heading(at, end, text, style, first.page, centred=is_centred(lines, at, end))


def run_in_heading(
    lines: Sequence[Line], at: int, body: Style, pitch: float, *, below_heading: bool = False
) -> Heading | None:
    """A heading that its paragraph follows on the same line: bold, or numbered or closed italic. A paragraph begins
    right below a heading, however close."""
    last = at + _run_in_below(lines, at, body)
    line = lines[last]
    if len(line.spans) < 2 or not can_start(lines[at].text):
        return None
    if not below_heading and not starts_paragraph(lines, at, pitch):
        return None
    count = _lead_spans(line.spans, body)
    if not count or count == len(line.spans) or not joined(line.spans[count:]):
        return None
    lead = _heading_text([*lines[at:last]], joined(line.spans[:count]))
    rest = joined(line.spans[count:])
    if not _is_run_in(lead, rest, style_of(line.spans[:count])):
        return None
    return Heading(at, last + 1, lead.rstrip(" :.—–"), style_of(line.spans[:count]), line.page, count)


def _run_in_below(lines: Sequence[Line], at: int, body: Style) -> int:
    """How many lines a run-in heading fills before the one that the text shares with it: one, or none. A line that has
    room for the next word is a heading by itself."""
    if at + 1 >= len(lines) or not follows(lines[at], lines[at + 1], 1.45):
        return 0
    first, second = lines[at], lines[at + 1]
    whole = _lead_spans(first.spans, body) == len(first.spans)
    count = _lead_spans(second.spans, body)
    if not whole or not 0 < count < len(second.spans) or split_number(second.text)[0]:
        return 0
    if first.x1 + 0.5 * first.size * len(second.text.split()[0]) < second.x1 - _RAGGED * first.size:
        return 0
    lead, rest, own = joined(second.spans[:count]), joined(second.spans[count:]), style_of(second.spans[:count])
    alike = own.font == first.style.font and abs(own.size - first.style.size) < 0.4
    closed = lead.endswith((".", ":", "—", "–")) or rest.startswith((":", ".", "—", "–"))
    return int(alike and closed and bool(rest.strip(" .:—–")) and not first.text.endswith((".", ":")))


def _is_run_in(lead: str, rest: str, style: Style) -> bool:
    """Whether what is set apart at the start of a paragraph is a heading, given what follows it."""
    number, title = split_number(lead)
    words = title.split()
    closed = lead.endswith((".", ":", "—", "–")) or rest.startswith((":", ".", "—", "–"))
    if not title or len(words) > _RUN_IN_WORDS or not LETTERS.search(title) or _LABEL.match(lead):
        return False
    if not closed and not (style.bold and _opens_sentence(rest) and words[-1].casefold() not in _OPEN_WORDS):
        return False
    if not style.bold and not number and not (lead.endswith((".", ":")) or rest.startswith((".", ":"))):
        return False
    if _NOT_TITLES.match(title) or re.search(r"@|https?:", title) or not rest.lstrip(" :.—–")[:1]:
        return False
    return style.bold or not style.italic or bool(number) or _opens_sentence(rest)


def _has_gap(line: Line) -> bool:
    """Whether the line falls into pieces, as the rows of a table do."""
    spans = [span for span in line.spans if span.text.strip()]
    return any(b.x0 - a.x1 > 2.2 * b.size for a, b in pairwise(spans)
               if not split_number(joined([a]) + " x")[0])


def _stands_alone(lines: Sequence[Line], at: int, body: Style, pitch: float) -> bool:
    """Whether an italic line is a heading and not a stretch of italic text: it ends short, and what is around it is
    whole sentences or headings in upright type."""
    line = lines[at]
    before = lines[at - 1] if at else None
    same_place = before is not None and (before.page, before.column) == (line.page, line.column)
    gap = before is not None and line.baseline - before.baseline > 1.4 * pitch
    if same_place and before is not None and not gap and not SENTENCE_END.search(before.text) \
            and not is_apart(before, before.style, body):
        return False
    after = next((other for other in lines[at + 1:at + 4] if not other.italic), None)
    if after is None or line.text.endswith((",", ";", "-")) or after.text[:1].islower():
        return False
    last = line
    for other in lines[at + 1:at + _MOST_LINES]:
        if not other.italic or other.style.font != line.style.font or not follows(last, other, 1.45):
            break
        last = other
    return last.x1 < max(after.x1, line.x0 + 20 * line.size) - 1.5 * line.size or last.text.endswith(".")


def _marked_off(first: Line, text: str) -> str:
    """The text with a point behind a letter that numbers an appendix: a wide gap parts it from the title."""
    spans = [span for span in first.spans if span.text.strip()]
    letter = spans[0].text.strip()
    if len(spans) > 1 and _LETTER.fullmatch(letter) and spans[1].x0 - spans[0].x1 > 0.7 * first.size:
        return f"{letter}. {text[len(letter):].strip()}"
    return text


def can_start(text: str) -> bool:
    """Whether a heading may begin like this: not in the middle of a sentence, and not as captions and notes do."""
    plain = split_number(text)[1]
    if not plain or _CODE.search(text) or _LABEL.match(text) or _NOT_TITLES.match(plain) or _BULLET.match(text):
        return False
    lead = plain.lstrip("“\"'‘(*")
    return bool(lead) and (lead[0].isupper() or not lead[0].isascii() or (lead[0].islower() and any(
        char.isupper() for char in lead.split()[0])) or (lead[0].isdigit() and bool(split_number(text)[0])))


def _goes_on(before: Line, line: Line, style: Style, pitch: float) -> bool:
    """Whether a line continues the heading of the line before."""
    if not follows(before, line, max(1.45, 1.15 * pitch / style.size)):
        return False
    own = line.style
    if abs(own.size - style.size) > 0.4 or own.bold != style.bold or own.font != style.font or own.caps < style.caps:
        return False
    if own.italic != style.italic:
        return False
    if split_number(line.text)[0] and split_number(line.text)[0][0].isdigit():
        return False
    return not before.text.endswith((".", ":"))


def looks_like_title(text: str, style: Style, body: Style) -> bool:
    """Whether the text of a line, or of some, may be a title: words, no formula, no sentence and no announcement."""
    number, title = split_number(text)
    words = title.split()
    if not title or len(words) > _MOST_WORDS or not LETTERS.search(title) or _LABEL.match(text):
        return False
    if _FORMULA.search(title) and style.size <= body.size + 0.8:
        return False
    letters = sum(char.isalpha() for char in title)
    if letters < 0.6 * len(title.replace(" ", "")):
        return False
    if title.endswith((",", ";", "=", "-")) or _ANNOUNCES.search(title) or re.search(r"@|https?:|\bdoi\b", title):
        return False
    if title.endswith(".") and not number and not (style.bold and len(words) < 12):
        return False
    return not (style.italic and not style.bold and not number and style.size <= body.size and len(words) > 14)


def _followed(lines: Sequence[Line], end: int, style: Style) -> bool:
    """Whether text or another heading follows."""
    if end >= len(lines):
        return role_of(split_number(joined(lines[-1].spans))[1]) != "other"
    after = lines[end]
    if after.page == lines[end - 1].page and after.column == lines[end - 1].column:
        gap = after.y0 - lines[end - 1].y1
        if gap > 6 * style.size:
            return role_of(split_number(lines[end - 1].text)[1]) != "other"
    return True


def _opens_sentence(rest: str) -> bool:
    plain = rest.lstrip(" :.—–")
    return bool(plain) and (plain[0].isupper() or plain[0].isdigit() or plain[0] in "“\"(")


def _lead_spans(spans: Sequence[Span], body: Style) -> int:
    """How many spans at the start of a line are set apart in one way (bold, or italic)."""
    if spans[0].bold and not body.bold:
        apart = [span.bold or not span.text.strip() for span in spans]
    elif spans[0].italic and not body.italic:
        apart = [span.italic or not span.text.strip(" .") for span in spans]
    else:
        number = split_number(joined(spans[:1]) + " x")[0]
        if not number or len(spans) < 3 or joined(spans[:1]).strip(". ") != number:
            return 0
        rest = _lead_spans(spans[1:], body)
        return rest + 1 if rest else 0
    return apart.index(False) if False in apart else len(spans)


def _heading_text(lines: Iterable[Line], last: str = "") -> str:
    text = ""
    for part in (*(line.text for line in lines), last):
        text = text + part if text.endswith("-") and part[:1].islower() else f"{text} {part}".strip()
    return text


def _closed(title: str) -> str:
    return re.sub(r"\s*[.:—–]+$", "", title).strip()
