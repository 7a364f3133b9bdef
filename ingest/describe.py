"""Metadata assertions of one source, with identifiers in their normal form. What is not there is not asserted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kb.events.build import Assertion, AssertionSource, Described
from ..kb.events.document import Document
from .citations.identifiers import trim_doi

SAYING: dict[str, AssertionSource] = {
    "csl-json": "record", "bibtex": "record", "ris": "record", "jats": "jats", "tei": "tei", "grobid": "tei",
    "openalex": "openalex",
}
"""Who speaks in what a parser returns, by its name; the page, where it is not named here."""
_LICENCES: dict[AssertionSource, str] = {"openalex": "CC0-1.0"}
"""Under which licence a source gives its metadata away, where it says so for all of them."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(
    r"(?:(?<![\d.])\d{4}\.\d{4,5}|(?<![\w-])[a-z][a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?!\d)", re.IGNORECASE
)
_INFO_FIELDS = ("title", "author")


def describe(document: Document) -> Described:
    """Assertions in a fixed order of fields: those of the page or record first, then the file's own dictionary.

    An identifier that does not have the form of its kind is left out. Entries of the file's dictionary have source
    `info`, the lowest rank, and say nothing but title and author.
    """
    source = SAYING.get(document.parser.name, "page")
    licence = _LICENCES.get(source)
    assertions = [
        Assertion(field=field, value=value, source=source, licence=licence)
        for field, value in _stated(document) if value
    ]
    for field in _INFO_FIELDS:
        value = _one_line(document.info.get(field))
        if value:
            assertions.append(Assertion(field=field, value=value, source="info"))
    return Described(assertions=tuple(assertions), authors=document.authors)


def _stated(document: Document) -> Iterator[tuple[str, str | None]]:
    """Fields and their values in a fixed order; what is not there is null or empty."""
    yield "title", _one_line(document.title)
    yield "doi", normal_doi(document.doi)
    yield "arxiv", normal_arxiv(document.arxiv)
    yield "version", version_number(document.arxiv, document.doi)
    yield "pmid", normal_pmid(document.pmid)
    yield "pmcid", _one_line(document.pmcid)
    yield "openalex", _one_line(document.openalex)
    yield "year", str(document.year) if document.year is not None else None
    yield "venue", _one_line(document.venue)
    yield "volume", _one_line(document.volume)
    yield "issue", _one_line(document.issue)
    yield "pages", _one_line(document.page_range)
    yield "publisher", _one_line(document.publisher)
    yield "licence", _one_line(document.licence)
    yield "type", _one_line(document.work_type)
    yield "source-id", document.source_id
    yield "language", _one_line(document.language)
    yield "retracted", "true" if document.retracted else None
    yield from dict.fromkeys((item.how, normal_doi(item.doi)) for item in document.related)
    yield from ((date.event, date.day) for date in document.dates)
    yield from ((link.what, _one_line(link.url)) for link in document.links)
    yield from (("funding", _one_line(funder)) for funder in document.funding)
    yield from (("keyword", _one_line(keyword)) for keyword in dict.fromkeys(document.keywords))


def normal_doi(text: str | None) -> str | None:
    """The DOI in lower case, without resolver, prefix, or punctuation of the sentence around it; null if it is none."""
    match = _DOI.search(text or "")
    if match is None:
        return None
    return trim_doi(match.group())


def normal_arxiv(text: str | None) -> str | None:
    """The arXiv identifier in lower case without prefix and version; null if it is none."""
    match = _ARXIV.search(text or "")
    return re.sub(r"v\d+$", "", match.group().lower()) if match else None


def version_number(*identifiers: str | None) -> str | None:
    """The number of the version that an identifier of a preprint ends with (`v2`, `/v2`); null if none does."""
    for text in identifiers:
        match = re.search(r"(?<=[\d/])v([1-9]\d?)(?!\w)", text or "", re.IGNORECASE)
        if match:
            return match.group(1)
    return None


def normal_pmid(text: str | None) -> str | None:
    """The PubMed identifier as digits without leading zeros; null if it is none."""
    match = re.search(r"(?<!\w)(?:pmid:?)?0*([1-9]\d{0,8})(?!\w)", text or "", re.IGNORECASE)
    return match.group(1) if match else None


def _one_line(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None
