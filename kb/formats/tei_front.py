"""The header of a TEI file, as GROBID and publishers write it, as fields of a `Document`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal
from xml.etree.ElementTree import Element

from ..events.document import Author, PrintedDate
from .jats_front import year_in
from .xml_inline import listed, plain

_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]")
_DAY = re.compile(r"(\d{4}(?:-\d\d(?:-\d\d)?)?)")
_EVENTS: dict[str, Literal["received", "revised", "accepted"]] = {
    "received": "received", "revised": "revised", "accepted": "accepted",
}
_SUBMISSION = re.compile(
    r"\b(received|revised|accepted)\b\W{0,3}(?:on\s+)?(\d{1,2})\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def read_header(tei: Element) -> dict[str, Any]:
    """Fields of a `Document` by name; what is not there is empty."""
    header = tei.find("teiHeader")
    if header is None:
        return {}
    source = header.find("fileDesc/sourceDesc/biblStruct")
    if source is None:
        source = header.find("fileDesc/sourceDesc/biblFull")
    source = Element("biblStruct") if source is None else source
    publication = header.find("fileDesc/publicationStmt")
    identifiers = identifiers_of(source)
    text = tei.find("text")
    language = header.get("lang") or (text.get("lang") if text is not None else None) or tei.get("lang") or ""
    dates = tuple(_dates(source, publication))
    return {
        "title": _title(header, source), "authors": read_authors(source) or _editors_of_file(header),
        "doi": identifiers.get("doi"), "arxiv": identifiers.get("arxiv"), "pmid": identifiers.get("pmid"),
        "pmcid": identifiers.get("pmcid"), "year": _year(source, publication), "dates": dates,
        "venue": venue_of(source), "volume": scope(source, "volume"), "issue": scope(source, "issue"),
        "page_range": scope(source, "page"),
        "publisher": plain(source.find("monogr/imprint/publisher")) or _text(publication, "publisher"),
        "licence": _licence(publication), "language": language.split("-")[0].lower() or None,
        "keywords": tuple(_keywords(header)), "funding": tuple(_funding(header)),
    }


def application(tei: Element) -> str | None:
    """The version of GROBID that wrote the file, if it says so."""
    for node in tei.iterfind("teiHeader/encodingDesc/appInfo/application"):
        if (node.get("ident") or "").upper() == "GROBID":
            return node.get("version") or None
    return None


def read_authors(node: Element) -> tuple[Author, ...]:
    """Authors of a `biblStruct`; GROBID keeps affiliations that it could not place as authors without a name."""
    found = []
    for author in (*node.findall("analytic/author"), *([] if node.find("analytic/author/persName") is not None
                                                       else node.findall("monogr/author"))):
        one = _author(author)
        if one is not None:
            found.append(one)
    return tuple(found)


def person(node: Element) -> tuple[str, str]:
    """Given and family name in a `persName`."""
    given = " ".join(filter(None, (plain(part) for part in node if part.tag == "forename")))
    family = " ".join(filter(None, (plain(part) for part in node if part.tag in ("surname", "genName"))))
    if not given and not family:
        return "", plain(node)
    return (given, family) if family else ("", given)


def identifiers_of(node: Element) -> dict[str, str]:
    """Identifiers by their kind in lower case; those of serials are left out."""
    found: dict[str, str] = {}
    for part in node.iter("idno"):
        kind, text = (part.get("type") or "").lower(), plain(part)
        if not text or kind in ("orcid", "issn", "eissn", "issne", "issnp", "isbn"):
            continue
        if not kind:
            kind = "arxiv" if re.match(r"(?i)arxiv\s*:", text) else "doi" if text.startswith("10.") else ""
        text = re.sub(r"(?i)^(?:https?://(?:dx\.)?doi\.org/|doi:|arxiv:|pmid:)\s*", "", text)
        found.setdefault(kind, text)
    return found


def venue_of(node: Element) -> str | None:
    """The journal, else the book or the proceedings, else the meeting."""
    titles = node.findall("monogr/title")
    for wanted in (("j", "main"), ("j", None), ("j", "abbrev"), ("m", "main"), ("m", None), ("s", None)):
        for title in titles:
            if (title.get("level"), title.get("type")) == wanted and (text := plain(title)):
                return text
    return next((text for title in titles if (text := plain(title))), None) or (
        plain(node.find("monogr/meeting")) or None)


def scope(node: Element, unit: str) -> str | None:
    """Volume, issue or pages; a range comes as attributes or as text."""
    for part in node.iterfind("monogr/imprint/biblScope"):
        if part.get("unit") == unit or part.get("type") in (unit, {"page": "pp", "volume": "vol"}.get(unit, unit)):
            first, last = part.get("from"), part.get("to")
            text = "–".join(dict.fromkeys(filter(None, (first, last)))) or plain(part)
            if text:
                return text
    return None


def year_of(node: Element) -> int | None:
    """The year in which something was published."""
    for part in node.iterfind("monogr/imprint/date"):
        if year := year_in(f"{part.get('when') or ''} {plain(part)}"):
            return year
    return None


def _text(node: Element | None, path: str) -> str | None:
    return (plain(node.find(path)) or None) if node is not None else None


def _title(header: Element, source: Element) -> str:
    for titles in (source.findall("analytic/title"), header.findall("fileDesc/titleStmt/title"),
                   source.findall("monogr/title")):
        main = [text for title in titles if title.get("type") in (None, "main") and (text := plain(title))]
        if main:
            sub = next((text for title in titles if title.get("type") == "sub" and (text := plain(title))), "")
            return f"{main[0]}: {sub}" if sub else main[0]
    return ""


def _author(node: Element) -> Author | None:
    name = node.find("persName")
    if name is None:
        group = node.find("orgName")
        text = plain(group) if group is not None else plain(node) if not len(node) else ""
        return Author(name=text) if text else None
    given, family = person(name)
    if not given and not family:
        return None
    orcid = next((found.group().upper() for part in node.iter("idno") if (part.get("type") or "").upper() == "ORCID"
                  and (found := _ORCID.search(plain(part)))), None)
    affiliations = dict.fromkeys(text for part in node.findall("affiliation") if (text := _affiliation(part)))
    return Author(name=" ".join(filter(None, (given, family))), given=given, family=family, orcid=orcid,
                  email=plain(node.find("email")) or None, affiliations=tuple(affiliations))


def _affiliation(node: Element) -> str:
    raw = next((plain(part, frozenset({"label"})) for part in node.findall("note")
                if part.get("type") == "raw_affiliation"), "")
    parts = [plain(part) for part in node if part.tag == "orgName"]
    parts += [plain(part) for place in node.findall("address") for part in place]
    return ", ".join(dict.fromkeys(filter(None, parts))) or raw or listed(node, frozenset({"note"}))


def _editors_of_file(header: Element) -> tuple[Author, ...]:
    """Authors in the statement of the title, where no source is described."""
    found = [_author(node) for node in header.findall("fileDesc/titleStmt/author")]
    return tuple(author for author in found if author is not None)


def _year(source: Element, publication: Element | None) -> int | None:
    stated = publication.find("date") if publication is not None else None
    return year_of(source) or (year_in(f"{stated.get('when') or ''} {plain(stated)}") if stated is not None else None)


def _dates(source: Element, publication: Element | None) -> Iterator[PrintedDate]:
    notes = " ".join(plain(node) for node in source.findall("note") if node.get("type") == "submission")
    for event, day, month, year in _SUBMISSION.findall(notes):
        if month[:3].lower() in _MONTHS and 0 < int(day) < 32:
            number = _MONTHS.index(month[:3].lower()) + 1
            yield PrintedDate(event=_EVENTS[event.lower()], day=f"{year}-{number:02}-{int(day):02}")
    stated = [] if publication is None else publication.findall("date")
    for node in (*source.iterfind("monogr/imprint/date"), *stated):
        if found := _DAY.match(node.get("when") or ""):
            yield PrintedDate(event="published", day=found.group(1))
            return


def _licence(publication: Element | None) -> str | None:
    node = publication.find("availability/licence") if publication is not None else None
    if node is None:
        return None
    return node.get("target") or plain(node) or next(
        (target for part in node.iter("ref") if (target := part.get("target"))), None)


def _keywords(header: Element) -> Iterator[str]:
    for node in header.iterfind("profileDesc/textClass/keywords"):
        terms = [text for term in node.iter("term") if (text := plain(term))]
        if terms:
            yield from terms
        else:
            yield from (text for part in re.split(r"[;,•·]", plain(node)) if (text := part.strip(" .")))


def _funding(header: Element) -> Iterator[str]:
    for node in header.iterfind("fileDesc/titleStmt/funder"):
        name = plain(node.find("orgName")) or plain(node, frozenset({"ref", "idno"}))
        if name:
            yield name
