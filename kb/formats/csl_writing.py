"""CSL-JSON: writing. What is written here, `csl.parse_entry` reads back as it was."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .bibtex import Person
from .csl import plain_text


@dataclass(frozen=True)
class CslItem:
    """One item; `type` is a CSL type. Empty fields are left out."""

    id: str
    type: str = "document"
    title: str = ""
    authors: tuple[Person, ...] = ()
    year: int | None = None
    venue: str = ""
    volume: str = ""
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    language: str = ""
    licence: str = ""
    abstract: str = ""


def write_csl(items: Iterable[CslItem]) -> Iterator[str]:
    """The text of a CSL-JSON file, piece by piece, with the items in the order given."""
    separator = "[\n"
    for item in items:
        yield separator + json.dumps(csl_item(item), ensure_ascii=False, sort_keys=True)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def csl_item(item: CslItem) -> dict[str, Any]:
    """One item as a JSON value."""
    fields: dict[str, Any] = {
        "title": _marked(item.title),
        "author": [_person(person) for person in item.authors],
        "issued": {"date-parts": [[item.year]]} if item.year else None,
        "container-title": _marked(item.venue),
        "volume": _marked(item.volume),
        "DOI": item.doi,
        "PMID": item.pmid,
        "archive": "arXiv" if item.arxiv else None,
        "archive_location": item.arxiv,
        "language": item.language,
        "license": _marked(item.licence),
        "abstract": _marked(item.abstract),
    }
    return {"id": item.id, "type": item.type} | {name: value for name, value in fields.items() if value}


def _person(person: Person) -> dict[str, str]:
    if not person.given:
        return {"literal": _marked(person.family)}
    return {"family": _marked(person.family), "given": _marked(person.given)}


def _marked(text: str) -> str:
    """Text that a reader would take for markup, with its signs as entities."""
    return text if plain_text(text) == text else html.escape(text, quote=False)
