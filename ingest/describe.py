"""Metadata assertions of one source, with identifiers in their normal form. What is not there is not asserted."""

from __future__ import annotations

import re
from typing import Literal

from ..kb.events.build import Assertion, Described
from ..kb.events.document import Document
from .citations.identifiers import trim_doi

RECORD_PARSERS = frozenset({"csl-json", "bibtex", "ris"})
"""Parsers whose source is a bibliography record, not a page."""

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
    source: Literal["page", "record"] = "record" if document.parser.name in RECORD_PARSERS else "page"
    stated = [
        ("title", _one_line(document.title)),
        ("doi", normal_doi(document.doi)),
        ("arxiv", normal_arxiv(document.arxiv)),
        ("pmid", normal_pmid(document.pmid)),
        ("year", str(document.year) if document.year is not None else None),
        ("venue", _one_line(document.venue)),
        ("volume", _one_line(document.volume)),
        ("licence", _one_line(document.licence)),
        ("type", _one_line(document.work_type)),
        ("source-id", document.source_id),
        ("language", _one_line(document.language)),
        *(("keyword", _one_line(keyword)) for keyword in dict.fromkeys(document.keywords)),
    ]
    assertions = [Assertion(field=field, value=value, source=source) for field, value in stated if value]
    for field in _INFO_FIELDS:
        value = _one_line(document.info.get(field))
        if value:
            assertions.append(Assertion(field=field, value=value, source="info"))
    return Described(assertions=tuple(assertions), authors=document.authors)


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


def normal_pmid(text: str | None) -> str | None:
    """The PubMed identifier as digits without leading zeros; null if it is none."""
    match = re.search(r"(?<!\w)(?:pmid:?)?0*([1-9]\d{0,8})(?!\w)", text or "", re.IGNORECASE)
    return match.group(1) if match else None


def _one_line(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None
