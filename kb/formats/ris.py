"""RIS entries as sources of their own, in the dialects of Embase, PubMed, Scopus, the Web of Science and Zotero.

PubMed's own form (MEDLINE, `.nbib`) and that of the Web of Science are read too. A source is the record as it stands in
the file, without what the exporting program or the reader adds: paths of files, notes, the day of the export.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..canon import canonical, clean_text
from ..errors import UnreadableInput
from ..events.document import Author, Document, ParserStamp
from .bibtex import normalise_doi
from .csl import plain_text
from .record import ARTICLE, BOOK, CHAPTER, PAPER, REPORT, THESIS, abstract_parts, language_code, published, year_in
from .tagged import dialect_of, read_tags

NAME = "ris"
VERSION = "1"

_RIS_TYPES = {
    "JOUR": ARTICLE, "JFULL": ARTICLE, "EJOUR": ARTICLE, "MGZN": "article-magazine", "CONF": PAPER, "CPAPER": PAPER,
    "CHAP": CHAPTER, "ECHAP": CHAPTER, "BOOK": BOOK, "EBOOK": BOOK, "EDBOOK": BOOK, "THES": THESIS, "RPRT": REPORT,
    "DATA": "dataset", "COMP": "software", "ELEC": "webpage",
}
_WOS_TYPES = {"J": ARTICLE, "B": BOOK, "S": ARTICLE, "C": PAPER, "P": "patent"}
_OF_THE_READER = frozenset({"L1", "L4", "N1", "RN", "Y2", "C8", "LK"})
"""RIS tags that hold paths of files, notes, and days of access and export."""
_WORDS_WITH_PMID = re.compile(r"(?<!\d)(\d{1,8})\s*\(\s*PMID|PMID:?\s*(\d{1,8})", re.IGNORECASE)
_DOI_FIELD = re.compile(r"\s*(?:https?://(?:dx\.)?doi\.org/|doi:?\s*)?(10\.\d{4,9}/\S+)\s*", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,4}")


@dataclass(frozen=True)
class _Map:
    """Where one dialect keeps what: tags in the order of their rank."""

    people: Sequence[str]
    title: Sequence[str]
    venue: Sequence[str]
    abstract: Sequence[str]
    date: Sequence[str]
    volume: str
    issue: str
    doi: Sequence[str]
    keywords: Sequence[str]
    language: str
    publisher: str
    pages: Sequence[str]
    more: Mapping[str, str] = field(default_factory=dict)


_MAPS = {
    "ris": _Map(
        people=("AU", "A1"), title=("TI", "T1", "CT"), venue=("JF", "T2", "JO", "JA", "J2"), abstract=("AB", "N2"),
        date=("DA", "PY", "Y1"), volume="VL", issue="IS", doi=("DO", "DI", "M3", "L3", "L2", "UR"), keywords=("KW",),
        language="LA", publisher="PB", pages=("SP", "EP"), more={"name": "ID", "article": "C7"},
    ),
    "medline": _Map(
        people=("FAU", "AU"), title=("TI", "BTI"), venue=("JT", "TA"), abstract=("AB",), date=("DP", "DEP"),
        volume="VI", issue="IP", doi=("LID", "AID"), keywords=("OT", "MH"), language="LA", publisher="PB",
        pages=("PG",), more={"name": "PMID"},
    ),
    "wos": _Map(
        people=("AF", "AU"), title=("TI",), venue=("SO", "JI"), abstract=("AB",), date=("PY",), volume="VL",
        issue="IS", doi=("DI",), keywords=("DE", "ID"), language="LA", publisher="PU", pages=("BP", "EP"),
        more={"name": "UT", "article": "AR"},
    ),
}


def looks_like_ris(content: bytes) -> bool:
    """Whether the beginning of a file is one of the forms that are read here."""
    return dialect_of(content) is not None


def read_entries(content: bytes, name: str) -> list[dict[str, Any]]:
    """The records of a file, in order. Raises `UnreadableInput` where there are none."""
    dialect = dialect_of(content)
    if dialect is None:
        raise UnreadableInput(f"{name} holds no RIS records", remedy="export it again as RIS")
    entries: list[dict[str, Any]] = []
    for tags in read_tags(content, dialect):
        named = next((value for tag, value in tags if tag == _MAPS[dialect].more["name"] and value), None)
        entries.append({
            "dialect": dialect, "name": named or str(len(entries) + 1), "tags": [[tag, value] for tag, value in tags],
        })
    return entries


def entry_name(entry: dict[str, Any]) -> str:
    """The id of a record in its database, or its number in the file; as it is stored."""
    return clean_text(str(entry["name"]))[0]


def entry_bytes(entry: dict[str, Any]) -> bytes:
    """The blob of one record: its canon-1 bytes, without what is no part of it. Its number in the file is none."""
    left_out = _OF_THE_READER if entry["dialect"] == "ris" else frozenset()
    tags = [[tag, clean_text(value)[0]] for tag, value in entry["tags"] if value and tag not in left_out]
    return canonical({"dialect": entry["dialect"], "tags": tags})


def parse_entry(content: bytes) -> Document:
    """One record, as `entry_bytes` made it, as a document."""
    stored = json.loads(content)
    said = _Said(stored["tags"])
    where = _MAPS[stored["dialect"]]
    date = next(filter(None, map(said.first, where.date)), "")
    sections, sentences = abstract_parts(plain_text(said.any(where.abstract)))
    return Document(
        parser=ParserStamp(name=NAME, version=VERSION),
        title=plain_text(said.any(where.title)).rstrip(".") if stored["dialect"] == "medline"
        else plain_text(said.any(where.title)),
        authors=tuple(_authors(said, where)),
        doi=_doi(said, where), arxiv=None, pmid=_pmid(said, stored["dialect"]),
        pmcid=said.first("PMC") if stored["dialect"] == "medline" else None,
        year=next(filter(None, (year_in(said.first(tag)) for tag in where.date)), None),
        venue=_venue(said, where), volume=said.first(where.volume) or None, issue=said.first(where.issue) or None,
        page_range=_pages(said, where), publisher=said.first(where.publisher) or None,
        dates=published(f"{date} {said.first('PD').title()}" if stored["dialect"] == "wos" else date),
        work_type=_type(said, stored["dialect"]), retracted="retracted publication" in said.all("PT", "DT"),
        source_id=said.first(where.more["name"]) or None, language=language_code(said.first(where.language)),
        keywords=_keywords(said, where), sections=sections, sentences=sentences,
    )


class _Said:
    """The values of a record by tag."""

    def __init__(self, tags: Sequence[tuple[str, str]]) -> None:
        self.tags = tags

    def each(self, tag: str) -> list[str]:
        return [value for name, value in self.tags if name == tag and value]

    def first(self, tag: str) -> str:
        return next(iter(self.each(tag)), "")

    def any(self, tags: Sequence[str]) -> str:
        """The value of the first of the tags that has one."""
        return next(filter(None, map(self.first, tags)), "")

    def all(self, *tags: str) -> str:
        """All values of the tags, in lower case."""
        return "; ".join(value.lower() for tag in tags for value in self.each(tag))


def _authors(said: _Said, where: _Map) -> Iterator[Author]:
    tag = next((tag for tag in where.people if said.each(tag)), None)
    family = {"FAU": "CN", "AF": "CA"}.get(tag or "", "")
    last: Author | None = None
    for name, value in said.tags:
        if name in (tag, family) and value:
            if last:
                yield last
            last = _author(value) if name == tag else Author(name=value, family=value)
        elif last and name == "AUID" and (found := re.search(r"(\d{4}-){3}\d{3}[\dX]", value)):
            last = last.model_copy(update={"orcid": found.group()})
        elif last and name == "AD":
            last = last.model_copy(update={"affiliations": (*last.affiliations, value)})
    if last:
        yield last


def _author(text: str) -> Author:
    """A name: `Smith, Ada B.`, or Embase's `Smith A.B.`, whose last word is initials."""
    family, comma, given = (part.strip() for part in plain_text(text).partition(","))
    if not comma:
        words = family.split()
        if len(words) > 1 and _INITIALS.fullmatch(words[-1]):
            family, given = " ".join(words[:-1]), words[-1]
    return Author(name=" ".join(part for part in (given, family) if part), given=given, family=family)


def _doi(said: _Said, where: _Map) -> str | None:
    """The DOI of a field that holds nothing else; of PubMed's list of identifiers the one that is marked as DOI."""
    for tag in where.doi:
        for value in said.each(tag):
            found = _DOI_FIELD.fullmatch(re.sub(r"\s*\[doi\]\s*$", "", value))
            if found:
                return normalise_doi(found.group(1))
    return None


def _pmid(said: _Said, dialect: str) -> str | None:
    if dialect == "medline":
        return said.first("PMID") or None
    direct = said.first("PM")
    if direct.isdigit():
        return direct
    accession = said.first("AN")
    if accession.isdigit() and re.search("pubmed|medline", said.all("DB", "DP")):
        return accession
    found = _WORDS_WITH_PMID.search("; ".join(said.each("C2") + said.each("U2") + said.each("M1")))
    return found and (found.group(1) or found.group(2))


def _venue(said: _Said, where: _Map) -> str | None:
    """The journal's name; of names without lower case and with it, the latter."""
    names = [plain_text(said.first(tag)) for tag in where.venue]
    return next(filter(None, (*(name for name in names if not name.isupper()), *names)), None)


def _pages(said: _Said, where: _Map) -> str | None:
    pages = [value for tag in where.pages if (value := said.first(tag))]
    return "-".join(pages) or said.first(where.more.get("article", "")) or None


def _type(said: _Said, dialect: str) -> str | None:
    if dialect == "ris":
        return _RIS_TYPES.get(said.first("TY"))
    if dialect == "wos":
        return _WOS_TYPES.get(said.first("PT"))
    return ARTICLE if "journal article" in said.all("PT") or said.first("JT") else None


def _keywords(said: _Said, where: _Map) -> tuple[str, ...]:
    words = (part.strip() for tag in where.keywords for value in said.each(tag) for part in re.split(r";|\n", value))
    return tuple(dict.fromkeys(word.lstrip("*") for word in words if word))
