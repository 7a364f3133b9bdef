"""Front matter of a JATS article, `front` and `article/@article-type`, as fields of a `Document`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal
from xml.etree.ElementTree import Element

from ..events.document import PrintedDate, Related
from .jats_people import read_authors
from .xml_inline import plain

_MARKS = frozenset({"xref", "fn"})
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d)")
_PUBLISHED = ("ppub", "epub-ppub", "collection", "pub", "epub", "epreprint", "preprint", "")
"""Kinds of a publication date in the order in which a citation uses their year."""
_ELSEWHERE = re.compile(r"pmc|nihms|release|retract|correct|received|accepted|rev-|ecorrected|epreprint|preprint")
_EVENTS: dict[str, Literal["received", "revised", "accepted", "published"]] = {
    "received": "received", "rev-recd": "revised", "rev-request": "revised", "revised": "revised",
    "resubmitted": "revised", "accepted": "accepted", "published": "published", "pub": "published",
}
_RELATED: dict[str, Literal["supplement-of", "preprint-of", "correction-of", "retraction-of"]] = {
    "corrected-article": "correction-of", "addended-article": "correction-of", "expression-of-concern": "correction-of",
    "object-of-concern": "correction-of", "updated-article": "correction-of",
    "retracted-article": "retraction-of", "removed-article": "retraction-of", "partial-retraction": "retraction-of",
    "is-preprint-of": "preprint-of", "ispreprintof": "preprint-of", "journal-article": "preprint-of",
    "article-of-supplement": "supplement-of", "is-supplement-to": "supplement-of", "issupplementto": "supplement-of",
}
_RETRACTED_BY = frozenset({"retraction-forward", "retracted-by", "retraction", "removal", "withdrawal"})
_CC_ADDRESS = re.compile(r"(?:https?://)?(?:www\.)?creativecommons\.org/(?:licen[cs]es|publicdomain)/[\w.+/-]+\w/?")
_CC_NAME = re.compile(
    r"\bCC[- ](?:BY(?:[- ](?:NC|ND|SA)){0,2}|0)(?:[- ]\d\.\d)?\b"
    r"|\bCreative Commons (?:Attribution|CC0|Zero|Public Domain)"
    r"(?:[- ](?:Non-?Commercial|No-?Deriv(?:ative)?s|Share-?Alike))*"
    r"(?: (?:\d\.\d )?(?:International|Unported|Generic))?(?: \d\.\d)?(?: (?:Public )?License)?", re.IGNORECASE)
_LONGEST_LICENCE = 300
_ADDRESS = re.compile(r"https?://\S+")


def read_front(article: Element) -> dict[str, Any]:
    """Fields of a `Document` by name; what is not there is empty."""
    meta = article.find("front/article-meta")
    if meta is None:
        return {}
    journal = article.find("front/journal-meta")
    title = _title(meta)
    dates = tuple(_dates(meta))
    return {
        "title": title, "authors": read_authors(meta), **_identifiers(meta),
        "year": _year(meta), "dates": dates,
        "venue": _venue(journal), "publisher": plain(_first(journal, "publisher/publisher-name")) or None,
        "volume": plain(meta.find("volume")) or None, "issue": plain(meta.find("issue")) or None,
        "page_range": pages_of(meta), "licence": _licence(meta), "work_type": article.get("article-type") or None,
        "language": (article.get("lang") or "").split("-")[0].lower() or None,
        "keywords": tuple(_keywords(meta)), "funding": tuple(_funding(meta)),
        "related": tuple(_related(meta)), "retracted": _is_retracted(article, meta, title),
    }


def pages_of(node: Element) -> str | None:
    """The pages that an element gives: a range, a first page, or the number of an article without pages."""
    printed = plain(node.find("page-range"))
    first, last = plain(node.find("fpage")), plain(node.find("lpage"))
    both = f"{first}–{last}" if first and last and first != last else first
    return printed or both or plain(node.find("elocation-id")) or None


def year_in(text: str) -> int | None:
    """The first year in a text."""
    found = _YEAR.search(text)
    return int(found.group()) if found else None


def _first(node: Element | None, path: str) -> Element | None:
    return node.find(path) if node is not None else None


def _title(meta: Element) -> str:
    group = meta.find("title-group")
    title = plain(_first(group, "article-title"), _MARKS)
    subtitle = plain(_first(group, "subtitle"), _MARKS)
    if not subtitle:
        return title
    return f"{title} {subtitle}" if title.endswith((":", "?", "!", "–", "—")) else f"{title}: {subtitle}"


def _identifiers(meta: Element) -> dict[str, str | None]:
    found: dict[str, str] = {}
    for node in meta.findall("article-id"):
        found.setdefault(node.get("pub-id-type") or "", plain(node))
    number = found.get("pmcid") or found.get("pmc") or ""
    digits = re.sub(r"\D", "", number)
    return {
        "doi": found.get("doi") or None, "arxiv": found.get("arxiv") or None, "pmid": found.get("pmid") or None,
        "pmcid": f"PMC{digits}" if digits else None,
    }


def _venue(journal: Element | None) -> str | None:
    for path in ("journal-title-group/journal-title", "journal-title", "journal-title-group/abbrev-journal-title",
                 "abbrev-journal-title"):
        if name := plain(_first(journal, path)):
            return name
    return None


def _kind_of_date(node: Element) -> str:
    return (node.get("pub-type") or node.get("date-type") or "").lower()


def _year(meta: Element) -> int | None:
    ranked = []
    for node in meta.findall("pub-date"):
        kind, year = _kind_of_date(node), year_in(plain(node.find("year")))
        if year is not None:
            ranked.append((_PUBLISHED.index(kind) if kind in _PUBLISHED else len(_PUBLISHED), year))
    if ranked:
        return min(ranked)[1]
    return year_in(plain(meta.find("permissions/copyright-year")))


def _dates(meta: Element) -> Iterator[PrintedDate]:
    for node in meta.findall("history/date"):
        event = _EVENTS.get((node.get("date-type") or "").lower())
        if event and (day := _day(node)):
            yield PrintedDate(event=event, day=day)
    published = [day for node in meta.findall("pub-date")
                 if not _ELSEWHERE.search(_kind_of_date(node)) and (day := _day(node))]
    if published:
        # Of several, the one that names a day.
        yield PrintedDate(event="published", day=max(published, key=lambda day: (len(day), published.index(day) == 0)))


def _day(node: Element) -> str | None:
    year = year_in(plain(node.find("year")))
    if year is None:
        iso = re.fullmatch(r"(\d{4}(?:-\d\d(?:-\d\d)?)?).*", node.get("iso-8601-date") or "")
        return iso.group(1) if iso else None
    month, day = _number(plain(node.find("month")), 12), _number(plain(node.find("day")), 31)
    return f"{year}" + (f"-{month:02}" + (f"-{day:02}" if day else "") if month else "")


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def _number(text: str, most: int) -> int | None:
    if text[:3].lower() in _MONTHS and most == 12:
        return _MONTHS.index(text[:3].lower()) + 1
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 and 0 < int(text) <= most else None


def _licence(meta: Element) -> str | None:
    """The address or the name of a Creative Commons licence where one is given, else the statement if it is short."""
    statements = [*meta.findall("permissions/license"), *meta.findall("permissions/license-p")]
    for node in statements:
        for inner in node.iter():
            for text in (inner.get("href") or "", inner.text or "" if inner.tag == "license_ref" else ""):
                if found := _CC_ADDRESS.search(text.strip()):
                    return found.group()
    texts = [text for node in (*statements, *meta.findall("permissions/copyright-statement")) if (text := plain(node))]
    for text in texts:
        if found := _CC_ADDRESS.search(text) or _CC_NAME.search(text):
            return found.group()
    address = next((href for node in statements if (href := node.get("href"))), None)
    return address or next((text for text in texts[:1] if statements and len(text) <= _LONGEST_LICENCE), None)


def _keywords(meta: Element) -> Iterator[str]:
    for group in meta.findall("kwd-group"):
        if "abbrev" in (group.get("kwd-group-type") or ""):
            continue
        for node in group.iter():
            if node.tag in ("kwd", "compound-kwd") and (word := plain(node)):
                yield word


def _funding(meta: Element) -> Iterator[str]:
    """Each award as "funder: numbers", and the statement."""
    for group in meta.findall("funding-group"):
        for award in group.findall("award-group"):
            funders = [_ADDRESS.sub("", plain(node, frozenset({"institution-id"}))).strip()
                       for node in award.findall("funding-source")]
            numbers = [plain(node) for node in award.findall("award-id")]
            text = ": ".join(filter(None, (", ".join(filter(None, funders)), ", ".join(filter(None, numbers)))))
            if text:
                yield text
        for node in group.findall("funding-statement"):
            if text := plain(node):
                yield text
    for node in meta.findall("contract-sponsor"):
        yield plain(node)


def _related(meta: Element) -> Iterator[Related]:
    for node in meta.findall("related-article"):
        how = _RELATED.get((node.get("related-article-type") or "").lower())
        target = node.get("href") or plain(node)
        if how and (found := re.search(r"10\.\d{4,9}/\S+", target)):
            yield Related(how=how, doi=found.group())


def _is_retracted(article: Element, meta: Element, title: str) -> bool:
    types = {(node.get("related-article-type") or "").lower() for node in meta.findall("related-article")}
    own = (article.get("article-type") or "").lower()
    if own in ("retraction", "correction"):
        return False
    return own == "retracted-article" or bool(types & _RETRACTED_BY) or bool(
        re.match(r"\W*(?:retracted|withdrawn)\b(?:\s+article)?\s*[:\]–—-]", title, re.IGNORECASE))

