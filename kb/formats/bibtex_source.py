"""BibTeX entries as sources of their own. A source is the entry as it stands in the file, without what a reference
manager keeps there for itself: paths of attached files, time stamps, groups, notes of the reader."""

from __future__ import annotations

import json
from typing import Any

from ..canon import canonical, clean_text
from ..errors import UnreadableInput
from ..events.document import Author, Document, ParserStamp
from .bibtex import BibEntry, RawEntry, decoded_entry, read_raw
from .csl import plain_text
from .encodings import decode
from .record import ARTICLE, BOOK, CHAPTER, PAPER, REPORT, THESIS, LostEntry, abstract_parts, language_code, published

NAME = "bibtex"
VERSION = "2"

TYPES = {
    "article": ARTICLE, "inproceedings": PAPER, "conference": PAPER, "incollection": CHAPTER, "inbook": CHAPTER,
    "book": BOOK, "proceedings": BOOK, "collection": BOOK, "phdthesis": THESIS, "mastersthesis": THESIS,
    "thesis": THESIS, "techreport": REPORT, "report": REPORT,
}
_OF_THE_READER = frozenset({
    "file", "owner", "timestamp", "groups", "ranking", "priority", "readstatus", "printed", "qualityassured",
    "relevance", "comment", "annote", "annotation", "review", "urldate", "localfile", "pdf", "creationdate",
    "modificationdate", "username", "added-at", "interhash", "intrahash", "biburl", "bibsource", "mendeley-tags",
    "mendeley-groups", "citation_identifier",
})
_PREFIXES_OF_THE_READER = ("bdsk-", "date-", "comment-", "__")


def read_entries(content: bytes, name: str) -> list[dict[str, Any]]:
    """The entries of a file, in order; see `read_file` for what could not be read. Raises `UnreadableInput`."""
    return read_file(content, name)[0]


def read_file(content: bytes, name: str) -> tuple[list[dict[str, Any]], list[LostEntry]]:
    """The entries of a file, and those that were lost, by key or line. Raises `UnreadableInput`."""
    text = decode(content)
    if "@" not in text:
        raise UnreadableInput(f"{name} holds no BibTeX entries", remedy="export it again as BibTeX")
    raw, problems = read_raw(text)
    lost = [
        LostEntry(one.key or f"line {one.line}", one.message, (one.raw or one.message).encode("utf-8", "replace"))
        for one in problems if one.lost
    ]
    return [{"key": entry.key, "type": entry.type, "fields": dict(entry.fields)} for entry in raw], lost


def entry_name(entry: dict[str, Any]) -> str:
    """The key of an entry, as it is stored."""
    return clean_text(str(entry["key"]))[0]


def entry_bytes(entry: dict[str, Any]) -> bytes:
    """The blob of one entry: its canon-1 bytes, without the fields that are the reader's and no part of the record."""
    fields = {name: clean_text(value)[0] for name, value in entry["fields"].items() if _is_of_the_record(name)}
    return canonical({"fields": fields, "key": entry_name(entry), "type": entry["type"]})


def parse_entry(content: bytes) -> Document:
    """One entry, as `entry_bytes` made it, as a document."""
    stored = json.loads(content)
    entry = decoded_entry(RawEntry(stored["key"], stored["type"], stored["fields"]), [])
    fields = entry.fields
    date = fields.get("date") or " ".join(fields.get(name, "") for name in ("year", "month", "day"))
    sections, sentences = abstract_parts(plain_text(fields.get("abstract", "")))
    return Document(
        parser=ParserStamp(name=NAME, version=VERSION),
        title=_title(entry),
        authors=tuple(_author(person.given, person.family) for person in entry.authors),
        doi=entry.doi, arxiv=entry.arxiv, pmid=entry.pmid, pmcid=fields.get("pmcid"), year=entry.year,
        venue=entry.venue or None, volume=entry.volume or None, issue=entry.number or fields.get("issue"),
        page_range=entry.pages or None,
        publisher=next(filter(None, map(fields.get, ("publisher", "school", "institution"))), None),
        dates=published(date), licence=fields.get("copyright") or fields.get("license"),
        work_type=TYPES.get(entry.type), source_id=stored["key"],
        language=language_code(fields.get("language") or fields.get("langid") or ""),
        keywords=_keywords(fields.get("keywords", "")), sections=sections, sentences=sentences,
    )


def _is_of_the_record(name: str) -> bool:
    return name.isascii() and name not in _OF_THE_READER and not name.startswith(_PREFIXES_OF_THE_READER)


def _title(entry: BibEntry) -> str:
    subtitle = entry.fields.get("subtitle", "")
    return f"{entry.title}: {subtitle}" if subtitle and subtitle.lower() not in entry.title.lower() else entry.title


def _author(given: str, family: str) -> Author:
    return Author(name=" ".join(part for part in (given, family) if part), given=given, family=family)


def _keywords(text: str) -> tuple[str, ...]:
    return tuple(word for part in text.replace(";", ",").split(",") if (word := part.strip()))
