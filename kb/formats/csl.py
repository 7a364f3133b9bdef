"""CSL-JSON: bibliography entries as sources of their own. The abstract is the only section of such a document."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from ..canon import canonical, clean_text
from ..errors import UnreadableInput
from ..events.document import Author, Document, ParserStamp, Section, Sentence
from ..text.sentences import split_sentences

NAME = "csl-json"
VERSION = "1"

_JATS_TAG = re.compile(r"</?(?:jats:)?[a-z][a-z0-9-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:jats:)?(?:p|sec|title|br|div|li)\b[^<>]*>", re.IGNORECASE)


def looks_like_csl(content: bytes) -> bool:
    """Whether a JSON file may be a CSL-JSON bibliography: a list of objects, or an object with `items`."""
    return content.lstrip()[:1] in (b"[", b"{")


def read_entries(content: bytes, name: str) -> list[dict[str, Any]]:
    """The entries of a file, in order. Raises `UnreadableInput` that names the first bad entry."""
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_float=_decimal_text)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UnreadableInput(f"{name} is not JSON: {error}", remedy="export it again as CSL-JSON") from error
    entries = value.get("items") if isinstance(value, dict) else value
    if not isinstance(entries, list):
        raise UnreadableInput(f"{name} holds no list of entries", remedy="export it again as CSL-JSON")
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not str(entry.get("id") or "").strip():
            raise UnreadableInput(f"{name}: entry {number} has no id", remedy="give every entry an id")
    return entries


def entry_bytes(entry: dict[str, Any]) -> bytes:
    """The blob of one entry: its canon-1 bytes, reals as strings, keys that are not ASCII left out."""
    return canonical(_storable(entry))


def parse_entry(content: bytes) -> Document:
    """One entry, as `entry_bytes` made it, as a document."""
    entry: dict[str, Any] = json.loads(content)
    abstract = _plain(entry.get("abstract"))
    spans = split_sentences(abstract)
    return Document(
        parser=ParserStamp(name=NAME, version=VERSION),
        title=_plain(entry.get("title")),
        authors=tuple(_author(author) for author in _objects(entry.get("author"))),
        doi=_text(entry.get("DOI")),
        arxiv=_arxiv(entry),
        pmid=_text(entry.get("PMID")),
        year=_year(entry),
        venue=_text(entry.get("container-title")),
        volume=_text(entry.get("volume")),
        licence=_text(entry.get("license")),
        work_type=_text(entry.get("type")),
        source_id=str(entry["id"]),
        language=_text(entry.get("language")),
        keywords=tuple(word.strip() for word in re.split(r"[;,]", str(entry.get("keyword") or "")) if word.strip()),
        sections=(Section(level=1, title="Abstract", role="abstract"),) if spans else (),
        sentences=tuple(
            Sentence(text=abstract[start:end], section=0, paragraph=0, path="abstract") for start, end in spans
        ),
    )


def _decimal_text(digits: str) -> str:
    return str(Decimal(digits))


def _storable(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _storable(item) for key, item in value.items() if key.isascii()}
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, str):
        return clean_text(value)[0]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**53:
        return str(value)
    return value


def _plain(value: Any) -> str:
    text = _BREAK.sub(" ", str(value or ""))
    return " ".join(_JATS_TAG.sub("", text).split())


def _text(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    text = _plain(value)
    return text or None


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _author(author: dict[str, Any]) -> Author:
    literal = _plain(author.get("literal"))
    particle = _plain(author.get("non-dropping-particle"))
    family = " ".join(part for part in (particle, _plain(author.get("family"))) if part)
    given = _plain(author.get("given"))
    name = literal or " ".join(part for part in (given, family) if part)
    return Author(name=name, given=given, family=family or literal, orcid=_text(author.get("ORCID")))


def _year(entry: dict[str, Any]) -> int | None:
    for key in ("issued", "published-print", "published-online"):
        date = entry.get(key)
        if not isinstance(date, dict):
            continue
        parts = date.get("date-parts")
        printed = parts[0][0] if isinstance(parts, list) and parts and parts[0] else None
        found = re.search(r"\b(1[5-9]\d\d|20\d\d)\b", str(printed or date.get("raw") or date.get("literal") or ""))
        if found:
            return int(found.group())
    return None


def _arxiv(entry: dict[str, Any]) -> str | None:
    text = f"{entry.get('archive') or ''} {entry.get('number') or ''} {entry.get('archive_location') or ''}"
    text = f"{text} {entry.get('URL') or ''}"
    found = re.search(r"arxiv.*?(\d{4}\.\d{4,5}|[a-z-]+/\d{7})", text, re.IGNORECASE)
    return found.group(1) if found else None
