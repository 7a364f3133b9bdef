"""OpenAlex: records of works as sources of their own. Such a document has no text: no sentence, no abstract.

Of a record the fields are kept that rows are made of. What a service counts and weighs anew every day (citations,
topics, scores) is left out, since each count would be another record of the same work. So is the inverted index of the
abstract: it is text of the paper, which has one home, and that is the paper's own source.

Identifiers are kept without their resolvers: W2741809807, 0000-0002-1825-0097, 04h08p482 (ROR), PMC5815332.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ..canon import canonical
from ..errors import UnreadableInput
from ..events.document import Author, Document, ParserStamp, PrintedDate, ReferenceEntry
from .csl import plain_text, storable

NAME = "openalex"
VERSION = "1"

FIELDS = (
    "id", "doi", "title", "display_name", "publication_year", "publication_date", "language", "type", "ids",
    "primary_location", "best_oa_location", "open_access", "authorships", "biblio", "is_retracted", "referenced_works",
)
"""Root fields of a record that are asked for and kept."""

_CURE = "save the answer of https://api.openalex.org/works again"
_WORK = re.compile(r"(?:^|/)(W[1-9]\d*)$", re.IGNORECASE)
_PMID = re.compile(r"(?:^|/)(\d{1,9})/?$")
_PMCID = re.compile(r"(?:^|/)(?:PMC)?(\d{1,9})/?$", re.IGNORECASE)
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_ROR = re.compile(r"(?:^|/)(0[a-z0-9]{8})/?$")
_ARXIV = re.compile(r"arxiv(?:\.org/(?:abs|pdf)/|\.)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})", re.IGNORECASE)
_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)


def read_entries(content: bytes, name: str) -> list[dict[str, Any]]:
    """The records in an answer of the service: a list of results, or one work. Raises `UnreadableInput`."""
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_float=str)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput(f"{name} is not JSON: {error}", remedy=_CURE) from error
    listed = value.get("results", [value]) if isinstance(value, dict) else value
    if not isinstance(listed, list) or not all(map(is_work, listed)):
        raise UnreadableInput(f"{name} holds something else than works of OpenAlex", remedy=_CURE)
    return listed


def is_work(entry: object) -> bool:
    """Whether a JSON value is the record of a work."""
    return isinstance(entry, dict) and work_id(entry.get("id")) is not None


def work_id(value: object) -> str | None:
    """The id of a work, W and digits, from the form with or without its resolver; None if it is none."""
    found = _WORK.search(value) if isinstance(value, str) else None
    return found.group(1).upper() if found else None


def entry_name(entry: dict[str, Any]) -> str:
    """The id of a record's work."""
    return work_id(entry["id"]) or ""


def entry_bytes(entry: dict[str, Any]) -> bytes:
    """The blob of one record: canon-1 of the fields that are kept, reals as strings."""
    return canonical({name: storable(entry[name]) for name in FIELDS if name in entry})


def parse_entry(content: bytes) -> Document:
    """One record, as `entry_bytes` made it, as a document. A field of another shape than OpenAlex's is left out."""
    entry: dict[str, Any] = json.loads(content)
    ids, biblio, place = (_object(entry.get(name)) for name in ("ids", "biblio", "primary_location"))
    venue = _object(place.get("source"))
    day = _text(entry.get("publication_date"))
    doi = _text(entry.get("doi")) or _text(ids.get("doi"))
    year = entry.get("publication_year")
    return Document(
        parser=ParserStamp(name=NAME, version=VERSION),
        title=_text(entry.get("title")) or _text(entry.get("display_name")) or "",
        authors=tuple(author for one in _objects(entry.get("authorships")) if (author := _author(one)).name),
        doi=doi,
        arxiv=_arxiv(doi, place, _object(entry.get("best_oa_location"))),
        pmid=_found(_PMID, ids.get("pmid")),
        pmcid=f"PMC{number}" if (number := _found(_PMCID, ids.get("pmcid"))) else None,
        openalex=work_id(entry.get("id")),
        year=year if isinstance(year, int) and not isinstance(year, bool) else None,
        venue=_text(venue.get("display_name")),
        volume=_text(biblio.get("volume")),
        issue=_text(biblio.get("issue")),
        page_range=_pages(_text(biblio.get("first_page")), _text(biblio.get("last_page"))),
        publisher=_text(venue.get("host_organization_name")),
        licence=_licence(place, _object(entry.get("best_oa_location"))),
        work_type=_text(entry.get("type")),
        language=_text(entry.get("language")),
        retracted=entry.get("is_retracted") is True,
        dates=(PrintedDate(event="published", day=day),) if day and _DAY.fullmatch(day) else (),
        references=tuple(
            ReferenceEntry(raw=cited, openalex=cited) for cited in dict.fromkeys(_cited(entry.get("referenced_works")))
        ),
    )


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return plain_text(str(value)) or None


def _found(form: re.Pattern[str], value: Any) -> str | None:
    found = form.search(str(value)) if isinstance(value, int | str) else None
    return found.group(1) if found else None


def _cited(value: Any) -> Iterator[str]:
    for cited in value if isinstance(value, list) else ():
        if name := work_id(cited):
            yield name


def _pages(first: str | None, last: str | None) -> str | None:
    return f"{first}-{last}" if first and last and first != last else first or last


def _arxiv(doi: str | None, *places: dict[str, Any]) -> str | None:
    """The arXiv id in a DOI of arXiv, or in the address of a place where the paper lies."""
    for said in (doi, *(_text(place.get("landing_page_url")) for place in places)):
        found = _ARXIV.search(said or "")
        if found:
            return found.group(1)
    return None


def _licence(place: dict[str, Any], open_place: dict[str, Any]) -> str | None:
    """The licence of the published version; that of a manuscript in a repository holds for that manuscript alone."""
    stated = _text(place.get("license"))
    return stated or (_text(open_place.get("license")) if open_place.get("version") == "publishedVersion" else None)


def _author(authorship: dict[str, Any]) -> Author:
    person = _object(authorship.get("author"))
    name = _text(person.get("display_name")) or _text(authorship.get("raw_author_name")) or ""
    given, family = _parted(name)
    institutions = _objects(authorship.get("institutions"))
    printed = authorship.get("raw_affiliation_strings") or [authorship.get("raw_affiliation_string")]
    named = [text for item in printed if (text := _text(item))] if isinstance(printed, list) else []
    orcid = _ORCID.search(_text(person.get("orcid")) or "")
    return Author(
        name=name, given=given, family=family, orcid=orcid.group() if orcid else None,
        affiliations=tuple(named or (text for one in institutions if (text := _text(one.get("display_name"))))),
        rors=tuple(dict.fromkeys(ror for one in institutions if (ror := _found(_ROR, one.get("ror"))))),
    )


def _parted(name: str) -> tuple[str, str]:
    """(given names, family name) of a name in the order of the West, or with a comma; particles belong to the family.

    A suffix such as Jr. counts to the given names: nobody is found under it.
    """
    family, comma, given = name.partition(", ")
    if comma and not _SUFFIX.fullmatch(given):
        return given, family
    words = name.replace(",", " ").split()
    suffix = [words.pop()] if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else []
    at = len(words) - 1
    while at > 1 and words[at - 1].islower():
        at -= 1
    return " ".join((*words[:max(at, 0)], *suffix)), " ".join(words[max(at, 0):])
