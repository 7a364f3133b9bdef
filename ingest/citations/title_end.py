"""Where the title of a reference ends when no quotation marks close it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_STOP = re.compile(r"[.?!]['’”\"]*(?:\s+|$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:vs|cf|sp|spp|var|subsp|ssp|cv|no|vol|st|dr|mr|ca|e\.g|i\.e|etc|approx|al|ed|eds|gen|nov|fig|nr|ver|v|pv|aff)|"
    r"(?:^|\s)[A-Z])$",
    re.IGNORECASE,
)
_SPECIES = re.compile(r"\b[a-z]{3,} (?:L|Linn|Mill|Willd|Benth|Hook)$")
_PART = re.compile(
    r"(?:[IVX]{1,5}[.:]|(?:Part|Pt\.?|Teil|Partie|Parte|Часть)\s?(?:[IVX]{1,5}|\d{1,2}|[A-D]|[A-Z][a-z]{2,5})\b[.:—–-]?)\s"
)
_PART_END = re.compile(r"(?:^|[–—:.-]\s?)[IVX]{1,5}$")
_OPENS_BOOK = re.compile(r"[Ii]n:?\s+(?:[“‘\"]|[A-Z])")
_SMALL_JOURNAL = re.compile(r"(?:[a-z]{1,3}[A-Z]|(?:npj|bioRxiv|medRxiv|arXiv|in)\b)")
_ABBREVIATED_VENUE = re.compile(r"(?:[A-Z][\w&-]*\.?\s+){0,6}?[A-Z][\w&-]*\.\s")
_NUMBERS = re.compile(r"\b(?:\d+\s*[(:,;]|(?:19|20)\d\d\b|vol\.)", re.IGNORECASE)
_BY_COMMA = re.compile(
    r",\s+(?P<venue>[A-Z](?:[^,]|,(?=\s(?:[A-Z]\w+\s)?and\s)){1,90}?)\s*,?\s*"
    r"(?:(?:vol\.?\s*)?(?!(?:19|20)\d\d\b)\d+(?:\.\d+)?\s*(?:[(,:]|$)|vol\.|\((?:19|20)\d\d\)|(?:19|20)\d\d[,;]\s*\d)"
)
_TYPE_MARK = re.compile(r"\s*\[[A-Z]{1,2}(?:/[A-Z]{2})?\]\s*[.,]?\s*")
_EVENT = r"(?:Proc|Adv|\d+(?:st|nd|rd|th)\s|[^.,]{0,60}\b(?:Conference|Workshop|Symposium|Congress|Meeting)\b)"
_IN_BOOK = re.compile(
    rf"[.,]?,\s+(?=[Ii]n:\s)|[.,]?,\s+(?=[Ii]n\s+(?:[‘“\"]|{_EVENT}|(?:[A-Z]\.[\s-]?)+\w|[^.]{{0,90}}\b[Ee]ds?\b))|\s*(?<!:)//\s*|"
    rf"\s(?=in\s(?:Proceedings|Advances|[^.,]{{0,60}}\b(?:Conference|Workshop|Symposium)\b)[^.]*\()"
)
_RESPONSIBLE = re.compile(r"\s/\s(?=(?:[^\W\d_]\.\s?){1,2}[^\W\d_]{3})")
_NAMES_END = re.compile(r"\s//\s|\.\s[–—-]\s|[.;]\s(?=(?:19|20)\d\d\b)")
_IN_ANYTHING = re.compile(r",\s+(?=in\s+[A-Z])")
_BOOK_IN_BRACKETS = re.compile(r"\s\((?=[A-Z][^()]{2,90}\b(?:19|20)\d\d\)\W*$)")
_COMMA_CAPITAL = re.compile(r",\s+(?=[A-Z“‘(])")


_SUBTITLE = re.compile(
    r"(?!In:?\s)(?P<words>[A-Z][^.?!;:\d]{15,150}?)\.\s(?=[A-Z][^.;:\d]{2,60}(?:\.\s(?:[A-Z][a-z]+\.?\s?){0,4})?[.,]?\s"
    r"(?:19|20)\d\d\s?[A-Za-z ]{0,8};\s?\d)"
)
_OF_JOURNALS = frozenset(
    {"journal", "research", "science", "sciences", "medicine", "biology", "chemistry", "international"}
)


@dataclass(frozen=True)
class TitleEnd:
    """Offsets: the title is text[:title], the venue and the rest begin at `after`."""

    title: int
    after: int


def title_end(text: str, *, commas: bool = False, semicolons: bool = False) -> TitleEnd:
    """The end of the title that `text` begins with. `commas` says that commas, not stops, part this style's fields,
    `semicolons` that they may do so too."""
    stop = _by_stop(text)
    if mark := _TYPE_MARK.search(text):
        return TitleEnd(mark.start(), mark.end())
    if (names := _RESPONSIBLE.search(text)) and 3 < names.start() < len(text):
        closed = _NAMES_END.search(text, names.end())
        return TitleEnd(names.start(), closed.end() if closed else len(text))
    book = _BOOK_IN_BRACKETS.search(text)
    if book and 3 < book.start() < stop.title:
        return TitleEnd(book.start(), book.start() + 1)
    inside = _IN_BOOK.search(text) or (_IN_ANYTHING.search(text) if commas else None)
    if inside and inside.start() > 8 and (inside.start() < stop.title or text[stop.title - 1 : stop.title] == "?"):
        return TitleEnd(inside.start(), inside.end())
    if semicolons and 8 < (at := text.find(";")) < stop.title:
        return TitleEnd(at, at + 1)
    if not commas:
        return stop
    if (
        (match := _BY_COMMA.search(text))
        and match.start() > 8
        and (match.start() < stop.title or text[stop.title - 1 : stop.title] in ("?", "!"))
    ):
        return TitleEnd(match.start(), match.start("venue"))
    if stop.title < len(text.rstrip(" .")) and not re.search(r",\s(?:pp?|[A-Z])$", text[: stop.title]):
        return stop
    if match := _COMMA_CAPITAL.search(text, 3):
        return TitleEnd(match.start(), match.end())
    return stop


def _by_stop(text: str) -> TitleEnd:
    for match in _STOP.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if not after:
            return TitleEnd(match.start() + (match[0][0] in "?!"), len(text))
        if after[0].islower() and not _SMALL_JOURNAL.match(after):
            continue
        if text[match.start()] == "." and _is_abbreviation(before):
            continue
        if _OPENS_BOOK.match(after):
            return TitleEnd(match.start() + (text[match.start()] in "?!"), match.end())
        if (text[match.start()] in "?!" or _SPECIES.search(before)) and _title_goes_on(after):
            continue
        if _is_subtitle(after):
            continue
        if before.count("(") > before.count(")") and ")" in after[:80]:
            continue
        if _PART.match(after) or (_PART_END.search(before) and not _NUMBERS.match(after)):
            continue
        keep = 1 if text[match.start()] in "?!" else 0
        return TitleEnd(match.start() + keep, match.end())
    return TitleEnd(len(text), len(text))


def _is_subtitle(after: str) -> bool:
    """Whether a sentence follows that is no journal's name, and behind it a journal with its year and volume."""
    subtitle = _SUBTITLE.match(after)
    words = subtitle["words"].split() if subtitle else []
    common = [word for word in words if len(word) > 3 and word.islower() and word not in _OF_JOURNALS]
    return len(words) > 3 and len(common) > 1


def _is_abbreviation(before: str) -> bool:
    match = _ABBREVIATION.search(before)
    if not match:
        return False
    word = match[0].strip()
    # A capital at the end of a title ("vitamin D. J Nutr") closes it; before another capital of a name it does not.
    return not (len(word) == 1 and word.isupper() and len(before.split()) > 2)


def _title_goes_on(after: str) -> bool:
    """Whether a question is followed by a second half of the title rather than by the venue."""
    following = _STOP.search(after)
    if not following or not after[following.end() :]:
        return False
    segment = after[: following.start()]
    return not _NUMBERS.search(segment) and len(segment.split()) >= 3 and not _ABBREVIATED_VENUE.match(after)
