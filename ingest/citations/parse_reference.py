"""One reference string to its fields: authors, title, venue, year, volume, pages and identifiers.

The styles differ in where the year stands (behind the authors, or near the end) and in what closes the title (quotation
marks, a full stop, a comma). Both are read off the string itself; no style is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...kb.events.document import ReferenceEntry
from .author_list import families_of, inverted_names, read_authors
from .identifiers import find_identifiers
from .title_end import title_end

_LONGEST = 3000
_LABEL = re.compile(r"\s*(?:\[\s*\w{1,12}\s*\]|\(\s*\d{1,3}\s*\)|\d{1,3}\s*[.)](?=\s*\D))\s*")
_YEAR = r"(?:1[6-9]\d\d|20[0-3]\d)"
_YEARS = tuple(
    map(
        re.compile,
        (
            rf"\(({_YEAR})[a-z]?\)",
            rf"\b({_YEAR})[a-z]?\s*[;:]",
            rf"\b({_YEAR})[a-z]?\W*$",
            rf"(?<![\d–-])\b({_YEAR})\b(?![–-]\d)",
        ),
    )
)
_YEAR_NEXT = re.compile(
    rf"\s*[.,:]?\s*(?:[(\[]\s*(?P<a>{_YEAR})[a-z]?\b[^)\]]{{0,24}}[)\]]|(?P<b>{_YEAR})[a-z]?(?=[\s.,:]))\s*[.,:]?\s*"
    rf"|\s*\(?(?:n\.\s?d\.|in press|forthcoming)\)?\s*[.,:]?\s*"
)
_YEAR_IN_BRACKETS = re.compile(rf"\(\s*(?P<a>{_YEAR})[a-z]?(?:,[^)]*)?\)\s*[.,:]?\s*|\((?:n\.\s?d\.)\)\s*[.,:]?\s*")
_SEEN = re.compile(
    r"\s*\(?\[?\b(?:accessed|retrieved|last (?:accessed|visited)|cited)\b:?\s*(?:on\s+)?"
    r"(?:\w+ \d{1,2}, \d{4}|\d{1,2}\.? \w+\.?,? \d{4}|"
    r"\d{4}[ -]\w{2,3}[ -]\d{1,2}|\d{1,2}/\d{1,2}/\d{4})[\])]?\.?,?",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"[“\"«„](?P<title>.+?)(?:[,.;?!][”\"»“]|[”\"»“](?=\s*(?:[,.;(]|$|[Ii]n\b|[A-Z\d])))[,.;]?\s*|‘(?P<single>[^’].+?)[,.]?’(?=[,.\s]\s?[A-Z])[,.]?\s*"
)
_TITLE_TAIL = re.compile(
    r"\s*(?:\((?:[Vv]ersion|[Vv]er\.|\d+(?:st|nd|rd|th) ed|[Rr]ev|[Ii]n [A-Z]|.{0,60}\b(?:Eds?|Trans)\.|pp?\.)[^)]*\)|"
    r"\[(?:[^\]]{1,40})\]|[,.]?\s*\d+(?:st|nd|rd|th) ed(?:ition|n)?)\s*$"
)
_EDITORS = re.compile(r"^(?=.{0,80}\b[Ee]d(?:s|itors?)?\b)[^.]*?\b(?:[Ee]ditors?|[Ee]ds?)\b\.?\)?[,.:]?\s*")
_IN = re.compile(r"^\s*(?:[Ii]n|IN)\s*:?\s+(?=[\"“A-Z])")
_VOLUME_PAGES = (
    re.compile(
        r"\bvol(?:ume\b|\.|\b)\s*(?P<volume>[A-Z]?\d+)(?:.*?\bpp?\.?\s*(?P<pages>\w?\d+(?:\s*[-–—]\s*\w?\d+)?))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b{_YEAR}\s*[;,]\s*)?\b(?P<volume>\d{{1,4}})\s*(?:\(\s*[\w\s.–-]{{1,14}}\)|,\s*no\.\s*\d+)?\s*[:,]\s*(?:pp?\.\s*|Article\s+)?"
        rf"(?!{_YEAR}\W*$)(?P<pages>[A-Za-z]{{0,3}}\d+(?:\s*[-–—]\s*[A-Za-z]{{0,2}}\d+)?)"
    ),
    re.compile(rf"\b(?P<volume>\d{{1,4}})\s*\({_YEAR}\)\s*(?P<pages>[A-Za-z]?\d+(?:\s*[-–—]\s*\w?\d+)?)"),
    re.compile(rf"\b(?P<volume>(?!{_YEAR})\d{{1,4}})\s*\(\s*[\w\s.–-]{{1,14}}\)"),
    re.compile(r"\bpp?\.\s*(?P<pages>\w?\d+(?:\s*[-–—]\s*\w?\d+)?)"),
)
_VENUE_END = re.compile(
    rf"\s*(?:[,;:.(\[]?\s*\b(?:vol(?:ume)?\b\.?|no\.|pp?\.\s*\d|{_YEAR}\b|\d+\s*[(:,;]|\d+\s*$|\d+\.\s*$)|\(\s*\d|,\s*\d|https?:|\bdoi\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Parts:
    authors: tuple[str, ...]
    title: str
    after: str
    year: int | None


def parse_reference(raw: str, label: str = "") -> ReferenceEntry:
    """The fields that can be read off `raw`, one entry of a reference list; `raw` and `label` are kept as they are.

    Of an overlong `raw`, which is more than one entry, no more than the beginning is read.
    """
    text = re.sub(r"\s+", " ", raw[:_LONGEST]).strip()
    if label and text.startswith(label):
        text = text[len(label) :].lstrip(" .)]")
    else:
        text = _LABEL.sub("", text, count=1) if _LABEL.match(text) else text
    found = find_identifiers(text)
    parts = _split(_SEEN.sub("", found.rest))
    volume, pages = _volume_and_pages(parts.after)
    return ReferenceEntry(
        raw=raw,
        label=label,
        title=parts.title or None,
        authors=parts.authors,
        year=parts.year if parts.year is not None else _year_anywhere(parts.after or found.rest),
        venue=_venue(parts.after),
        volume=volume,
        pages=pages,
        doi=found.doi,
        arxiv=found.arxiv,
        pmid=found.pmid,
        url=found.url,
    )


def _split(text: str) -> _Parts:
    """Authors, year behind them, title, and what follows the title."""
    listed = read_authors(text)
    if listed.families:
        year = _YEAR_NEXT.match(text, listed.end)
        if year:
            return _after_year(listed.families, text, year)
    bracket = _YEAR_IN_BRACKETS.search(text)
    if bracket and _only_authors(text[: bracket.start()]) and len(text) - bracket.end() > 8:
        return _after_year(families_of(text[: bracket.start()]), text, bracket)
    quoted = _QUOTED.search(text)
    if quoted and quoted.start() < (listed.end + 6 if listed.families else 200):
        authors = listed.families or families_of(text[: quoted.start()])
        return _Parts(authors, _clean_title(quoted["title"] or quoted["single"]), text[quoted.end() :], None)
    if not listed.families:
        group, rest = _group_author(text)
        end = title_end(rest)
        return _Parts(group, _clean_title(rest[: end.title]), rest[end.after :], None)
    rest = text[listed.end :]
    comma = rest.lstrip().startswith(",")
    rest = rest.lstrip(" .,:;")
    end = title_end(rest, commas=comma, semicolons=";" in text[: listed.end] or len(listed.families) == 1)
    return _Parts(listed.families, _clean_title(rest[: end.title]), rest[end.after :], None)


def _after_year(authors: tuple[str, ...], text: str, year: re.Match[str]) -> _Parts:
    rest = text[year.end() :].lstrip(" .,:;")
    printed = next((value for value in year.groupdict().values() if value), None)
    if _IN.match(rest) and len(authors) == 1 and len(authors[0].split()) > 2:
        return _Parts((), _clean_title(text[: year.start()]), rest, int(printed) if printed else None)
    quoted = _QUOTED.match(rest)
    if quoted:
        title, after = quoted["title"] or quoted["single"], rest[quoted.end() :]
    else:
        end = title_end(rest)
        title, after = rest[: end.title], rest[end.after :]
    return _Parts(authors, _clean_title(title), after, int(printed) if printed else None)


def _only_authors(head: str) -> bool:
    """Whether nothing but names stands before the year: short, or without the full stop that closes a title."""
    sentences = [piece for piece in re.split(r"(?<=[a-z)]{3})[.?!]\s+", head.strip(" .,")) if piece]
    if inverted_names(head):
        return True
    words = head.split()
    if len(sentences) > 1 or re.search(r"[“\"”]", head):
        return False
    return len(words) <= 12 or len(re.findall(r"\b[A-Z]\.", head)) >= len(words) / 4


def _group_author(text: str) -> tuple[tuple[str, ...], str]:
    """A reference without personal names: a short first sentence names the group, if a title follows it."""
    match = re.match(r"(?P<name>[^.:?!]{2,80})[.:]\s+(?=[A-Z“\"(])", text)
    if match and len(match["name"].split()) <= 7:
        rest = text[match.end() :]
        if len(re.findall(r"[^\W\d]{2,}", re.split(r"[.;]\s", rest)[0])) >= 3:
            return (match["name"].strip(" ,"),), rest
    return (), text


def _clean_title(title: str) -> str:
    title = title.strip(" .,;:")
    while match := _TITLE_TAIL.search(title):
        if match.start() == 0:
            break
        title = title[: match.start()].strip(" .,;:")
    return title.strip('“”"').strip()


def _venue(after: str) -> str | None:
    text = _EDITORS.sub("", _IN.sub("", after.strip(" .,;:")))
    end = _VENUE_END.search(text)
    venue = (text[: end.start()] if end else text).strip(" .,;:([")
    return venue if 1 < len(venue) <= 200 else None


def _volume_and_pages(after: str) -> tuple[str | None, str | None]:
    for pattern in _VOLUME_PAGES:
        if match := pattern.search(after):
            groups = match.groupdict()
            pages = groups.get("pages")
            return groups.get("volume"), re.sub(r"\s*[-–—]\s*", "–", pages) if pages else None
    return None, None


def _year_anywhere(text: str) -> int | None:
    """The year outside the page range: in brackets, before a semicolon, at the end, or else the first plausible one."""
    return next((int(match[1]) for pattern in _YEARS if (match := pattern.search(text))), None)
