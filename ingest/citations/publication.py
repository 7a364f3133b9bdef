"""What follows the title of a reference: where it was published, in which volume, on which pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .author_list import NameOrder, read_authors

YEAR = r"(?:1[6-9]\d\d|20[0-3]\d)"
_PAGE = r"[A-Za-z]{0,3}\d+(?:\s\d{3})?"
_PAGES = rf"(?P<pages>{_PAGE}(?:\s*[-–—−]\s*[A-Za-z]{{0,2}}\d+(?:\s\d{{3}})?)?)"
_P = r"(?:\b(?:pp?|pages?|S|с|С|стр|Seiten?|Article(?:\sID)?|Art\.?\sno|Paper\sNo)\b\.?\s*)"
_NUMBER = r"(?:\.\d{1,3}|\s*\([\w\s./–-]{1,18}\)|,\s*(?:[Nn]o|[Nn]r|№|[Ii]ssue|H)\b\.?\s*\d[\d–-]*)"
_VOLUME = rf"(?<!ersion\s)(?P<volume>(?!{YEAR}\b)[A-Z]?\d{{1,4}})"
_VOLUME_PAGES = (
    re.compile(
        rf"(?:\bvol(?:ume\b|\.|\b)|\bv\.|\bBd\.|\bJg\.|\bTome?\b|(?<=\s)[TТ]\.|\bт\.)\s*(?P<volume>[A-Z]?\d+)"
        rf"(?:.*?\b{_P}{_PAGES}|(?:,\s*\d{{1,3}})?,?\s*{_PAGES.replace('pages', 'more')}\.?(?=\W*(?:$|\()))?",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![\w.]){_VOLUME},\s*\d{{1,3}}\s*\({YEAR}\)\s*[:,]\s*{_P}?{_PAGES}"),
    re.compile(
        rf"(?<![\w.]){_VOLUME}{_NUMBER}?\s*\({YEAR}[a-z]?\)\s*(?:{_NUMBER})?\s*[:.,;]?\s*{_P}?(?!{YEAR}\b){_PAGES}"
    ),
    re.compile(rf"(?:\b{YEAR}\s*[;,]\s*)?(?<![\w.]){_VOLUME}{_NUMBER}?\s*[:,;.]\s*{_P}?(?!{YEAR}\W*$){_PAGES}"),
    re.compile(rf"(?<![\w.]){_VOLUME}(?:\.\d{{1,3}})?\s*\({YEAR}\)"),
    re.compile(rf"(?<![\w.]){_VOLUME}\s*\(\s*[\w\s.–-]{{1,14}}\)"),
    re.compile(rf"{_P}{_PAGES}"),
    re.compile(rf"(?:\b{YEAR}\s*[:,]|,)\s*(?!{YEAR}\b){_PAGES}\s*\W*(?:$|\({YEAR}|\([A-Z])"),
    re.compile(rf"(?<=\s){_VOLUME}\s+{_PAGES}\W*$"),
    re.compile(rf"(?<=\s){_VOLUME}\.?$"),
)
_LAST_PAGES = re.compile(
    rf"[.,:]\s*(?P<pages>[A-Za-z]?\d{{1,5}}\s*[-–—−]\s*[A-Za-z]?\d{{1,5}})\W*(?:{YEAR}\W*)?$|,\s*(?P<article>e\d{{3,}})\b"
)
_VENUE_END = re.compile(
    rf"\s*(?:\d{{1,4}}\s+[A-Za-z]?\d+(?:\s?[-–]\s?\d+)?\W*$|[,;:.]\s*\w?\d+\s?[-–]\s?\w?\d|[,;:.(\[]?\s*\b(?:vol(?:ume)?\b\.?|v\.\s?\d|[Nn]o\.\s?\d|pp?\.?\s*\w?\d|pages?\s+\w?\d|S\.\s\d|(?<!the\s){YEAR}\b|\d+\s*[(:,;]|"
    rf"\d+(?:\.\d+)?\s*\.?$|\d+\.\d+)|\(\s*\d|,\s*\d|https?:|\bdoi\b)",
    re.IGNORECASE,
)
_IN = re.compile(r"^\s*(?://|(?:[Ii]n|IN|dans|Dans|В кн\.|В сб\.)\b\s*:?)\s*(?=[\"“‘'„«\w])")
_EDS = r"(?:[Ee]ditors?|[Ee]ds?|EDS?|Hrsg|Hg|[Rr]ed)\b\.?"
_EDITED = re.compile(rf"\s*,?\s*[\[(]?\s*\b{_EDS}[\])]?[,.:;\s]*")
_EDITORS_BEHIND = re.compile(
    rf"(?:[.,;]\s+(?:Ed(?:ited|s)?\.?\s+by|Hrsg\.\s+von|Sous la dir\.\s+d[e’']|ed(?:s|ited)?\.?\s+(?:by\s+)?[A-Z])|"
    rf"\s*\((?=[^()]{{3,90}}\b{_EDS})|,\s+(?=(?:[A-Z]\.[\s-]?)+[^,;()]{{2,40}}(?:,?\s(?:and|&)\s|,)[^()]{{0,60}}\b{_EDS})|"
    rf",\s+(?=(?:[A-Z]\.[\s-]?)+[^,;()]{{2,40}},\s{_EDS})|"
    rf",\s+(?=[A-Z][\w.’'-]+(?:\s[\w.’'-]+){{1,3}}(?:,?\s(?:and|&)\s[A-Z][\w.’'-]+(?:\s[\w.’'-]+){{1,3}})?\s\({_EDS}\))).*$"
)
_NOWHERE = re.compile(r"\[?[sS]\.\s?[lLnN]\.\]?|\[?Online\]\.?(?:\s*Available:?)?")
_NAME_ORDERS: tuple[NameOrder | None, ...] = (None, "given", "inverted")
_PUBLISHER = re.compile(
    r"[.,]\s+(?=(?:[A-Z][\w’'-]+\.?,?\s){0,3}[A-Z][\w.]+\s?:\s[A-Z]|(?:[A-Z]\w+\s){1,3}Press\b|Springer|Elsevier|Wiley)"
)


@dataclass(frozen=True)
class Publication:
    """As far as they are printed."""

    venue: str | None
    volume: str | None
    pages: str | None


def read_publication(after: str) -> Publication:
    """The fields in `after`, the text of a reference behind its title."""
    volume, pages = _volume_and_pages(after)
    return Publication(_venue(after), volume, pages)


def _venue(after: str) -> str | None:
    text = after.strip(" .,;:")
    inside = _IN.match(text)
    text = text[inside.end() :] if inside else text
    text = _without_editors(text)
    end = _VENUE_END.search(text)
    venue = text[: end.start()] if end else text
    venue = _EDITORS_BEHIND.sub("", venue)
    if inside and (publisher := _PUBLISHER.search(venue)):
        venue = venue[: publisher.start()]
    venue = _NOWHERE.sub("", venue).strip(" .,;:([“”\"‘’'«»„")
    return venue if 1 < len(venue) <= 200 else None


def _without_editors(text: str) -> str:
    """The text without the editors that it begins with."""
    for order in _NAME_ORDERS:
        listed = read_authors(text, order)
        edited = _EDITED.search(text, max(0, listed.end - 12))
        if listed.families and edited and edited.start() <= listed.end <= edited.end():
            return text[edited.end() :]
    return text


def _volume_and_pages(after: str) -> tuple[str | None, str | None]:
    for pattern in _VOLUME_PAGES:
        if match := pattern.search(after):
            groups = match.groupdict()
            pages = groups.get("pages") or groups.get("more")
            if pages is None and (last := _LAST_PAGES.search(after, match.end("volume"))):
                pages = last["pages"] or last["article"]
            return groups.get("volume"), re.sub(r"\s*[-–—−]\s*", "–", pages) if pages else None
    last = _LAST_PAGES.search(after)
    return None, re.sub(r"\s*[-–—−]\s*", "–", (last["pages"] or last["article"])) if last else None
