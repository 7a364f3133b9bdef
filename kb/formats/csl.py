"""CSL-JSON: bibliography entries as sources of their own. The abstract is the only section of such a document."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from ..canon import canonical, clean_text
from ..errors import UnreadableInput
from ..events.document import Author, Document, ParserStamp
from .record import LostEntry, abstract_parts, language_code

NAME = "csl-json"
VERSION = "4"

_CURE = "export it again as CSL-JSON"
_DEPTH = 32
"""Levels of nesting; CSL-JSON has five."""
_LIMIT = 2**53
_RESERVED = "all rights reserved"

# Only what is surely markup: "n<a and b>c" is a sentence about numbers.
_TAGS = (
    r"(?:(?:jats|mml|xhtml):[\w-]+|p|sec|title|br|div|span|i|b|em|strong|italic|bold|underline|u|sub|sup|sc|tt|code"
    r"|monospace|list|list-item|ul|ol|li|xref|ext-link|a|h[1-6]|(?:named|styled)-content|(?:inline|disp)-formula)"
)
_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*\s*/?"
_TAG = re.compile(rf"</?{_TAGS}{_ATTRIBUTES}>", re.IGNORECASE)
_BREAK = re.compile(rf"</?(?:jats:)?(?:p|sec|br|div|li|list-item|h[1-6]){_ATTRIBUTES}>", re.IGNORECASE)
_HEADING = re.compile(rf"<(?:jats:)?title{_ATTRIBUTES}>([^<>]*)</(?:jats:)?title>", re.IGNORECASE)
_RAISED = re.compile(r"<(?:jats:)?sup>\s*([-+−]?\d+)\s*</(?:jats:)?sup>", re.IGNORECASE)
_SUPERSCRIPTS = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_GREEK = {
    "agr": "α", "bgr": "β", "ggr": "γ", "dgr": "δ", "egr": "ε", "zgr": "ζ", "eegr": "η", "thgr": "θ", "igr": "ι",
    "kgr": "κ", "lgr": "λ", "mgr": "μ", "ngr": "ν", "xgr": "ξ", "ogr": "ο", "pgr": "π", "rgr": "ρ", "sgr": "σ",
    "tgr": "τ", "ugr": "υ", "phgr": "φ", "khgr": "χ", "psgr": "ψ", "ohgr": "ω",
}
"""Greek letters of ISO 8879, which older bibliographic databases still print."""


def looks_like_json(content: bytes) -> bool:
    """Whether the beginning of a file is that of a JSON list or object."""
    return content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")


def holds_entries(content: bytes) -> bool:
    """Whether any part of a JSON file is an entry: it has an id, and a type or a title."""
    try:
        entries = _listed(json.loads(content.decode("utf-8-sig"), parse_int=str))
    except (ValueError, RecursionError):
        return False
    return any(_has_id(entry) and ("type" in entry or "title" in entry) for entry in entries or ())


def read_entries(content: bytes, name: str) -> list[dict[str, Any]]:
    """The entries of a file, in order. Raises `UnreadableInput` that names the first bad entry."""
    entries, lost = read_file(content, name)
    for where, why, _ in lost:
        raise UnreadableInput(f"{name}: {where} {why}", remedy="mend the entry")
    return entries


def read_file(content: bytes, name: str) -> tuple[list[dict[str, Any]], list[LostEntry]]:
    """The entries of a file, in order, and those that cannot be read. Raises `UnreadableInput` where none can be."""
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_float=str, parse_int=_integer, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput(f"{name} is not JSON: {error}", remedy=_CURE) from error
    entries = _listed(value)
    if entries is None:
        raise UnreadableInput(f"{name} holds no list of entries", remedy=_CURE)
    good: list[dict[str, Any]] = []
    lost: list[LostEntry] = []
    for number, entry in enumerate(entries, 1):
        why = "has no id" if not _has_id(entry) else f"is nested more than {_DEPTH} levels deep"
        if _has_id(entry) and not _is_deep(entry):
            good.append(entry)
        else:
            lost.append(LostEntry(f"entry {number}", why, _as_written(entry)))
    if lost and not good:
        raise UnreadableInput(f"{name}: {lost[0].name} {lost[0].why}", remedy="give every entry an id")
    return good, lost


def _as_written(entry: Any) -> bytes:
    """What an entry says, for whoever looks for it; of one that is nested too deep, its name alone."""
    try:
        return json.dumps(entry, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
    except RecursionError:
        return str(entry.get("id", "")).encode("utf-8", "replace") if isinstance(entry, dict) else b"[...]"


def entry_name(entry: dict[str, Any]) -> str:
    """The id of an entry, as it is stored."""
    return clean_text(str(entry["id"]))[0]


def entry_bytes(entry: dict[str, Any]) -> bytes:
    """The blob of one entry: its canon-1 bytes, reals as strings, keys that are not ASCII left out."""
    return canonical(storable(entry))


def parse_entry(content: bytes) -> Document:
    """One entry, as `entry_bytes` made it, as a document. A field of another shape than CSL's is left out."""
    entry: dict[str, Any] = json.loads(content)
    sections, sentences = abstract_parts(_text(entry.get("abstract")) or "")
    authors = (_author(author) for author in _objects(entry.get("author")))
    return Document(
        parser=ParserStamp(name=NAME, version=VERSION),
        title=_text(entry.get("title")) or "",
        authors=tuple(author for author in authors if author.name),
        doi=_text(entry.get("DOI")),
        arxiv=_arxiv(entry),
        pmid=_text(entry.get("PMID")),
        year=_year(entry),
        venue=_text(entry.get("container-title")),
        volume=_text(entry.get("volume")),
        issue=_text(entry.get("issue")),
        page_range=_text(entry.get("page")),
        publisher=_text(entry.get("publisher")),
        pmcid=_text(entry.get("PMCID")),
        licence=_licence(entry),
        work_type=_text(entry.get("type")),
        source_id=str(entry["id"]),
        language=language_code(_text(entry.get("language")) or ""),
        keywords=_keywords(entry.get("keyword")),
        sections=sections,
        sentences=sentences,
    )


def _integer(digits: str) -> int | str:
    """An integer, or its digits where canon-1 has no such number."""
    value = int(digits) if len(digits) <= 17 else _LIMIT
    return value if abs(value) < _LIMIT else digits


def _listed(value: Any) -> list[Any] | None:
    entries = value.get("items") if isinstance(value, dict) else value
    return entries if isinstance(entries, list) else None


def _has_id(entry: Any) -> bool:
    name = entry.get("id") if isinstance(entry, dict) else None
    return isinstance(name, int | str) and not isinstance(name, bool) and bool(str(name).strip())


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEPTH):
        lists = [list(part.values()) if isinstance(part, dict) else part for part in level]
        level = [item for part in lists for item in part if isinstance(item, dict | list)]
        if not level:
            return False
    return True


def storable(value: Any) -> Any:
    """A JSON value as canon-1 takes it: reals and large integers as strings, without keys that are not ASCII."""
    if isinstance(value, dict):
        return {key: storable(item) for key, item in value.items() if key.isascii()}
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, str):
        return clean_text(value)[0]
    if isinstance(value, float) or (isinstance(value, int) and abs(value) >= _LIMIT):
        return str(value)
    return value


def plain_text(text: str) -> str:
    """Text without markup. A raised number stays raised: 10<sup>5</sup> is not 105."""
    text = _HEADING.sub(_labelled, text)
    text = _RAISED.sub(lambda found: found.group(1).translate(_SUPERSCRIPTS), text)
    text = _TAG.sub("", _BREAK.sub(" ", text))
    return " ".join(clean_text(_ENTITY.sub(_character, text))[0].split())


def _labelled(heading: re.Match[str]) -> str:
    """The heading of a part of an abstract, as databases print it; the word Abstract itself says nothing."""
    words = heading.group(1).strip().rstrip(":.")
    return f" {words}: " if words and words.lower() not in ("abstract", "summary") else " "


def _character(entity: re.Match[str]) -> str:
    return _GREEK.get(entity.group()[1:-1]) or html.unescape(entity.group())


def _text(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("URL")
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return plain_text(str(value)) or None


def _licence(entry: dict[str, Any]) -> str | None:
    """All that an entry says of its licence, in its order. What is reserved beside a licence belongs to it."""
    said = list(_licences(entry.get("license")))
    if said:
        told = _texts([entry.get(name) for name in ("license", "rights", "copyright")])
        said += [text for text in told if _RESERVED in text.lower()]
    return "; ".join(dict.fromkeys(said)) or None


def _licences(value: Any) -> Iterator[str]:
    """Every licence of a field, with the day or the delay after which one holds, whatever day it is today."""
    if isinstance(value, list):
        for item in value:
            yield from _licences(item)
    elif isinstance(value, dict):
        for text in _texts(value.get("URL") or list(value.values())):
            yield f"{text}{_later(value)}"
    else:
        yield from _texts(value)


def _later(licence: dict[str, Any]) -> str:
    start, delay = licence.get("start"), _text(licence.get("delay-in-days"))
    if delay == "0" or not (start or delay):
        return ""
    return (f" from {_day(start)}" if start else "") + (f" after {delay} days" if delay else "")


def _day(value: Any) -> str:
    """A CSL date as its parts, or as the text that stands for them."""
    parts = value.get("date-parts") if isinstance(value, dict) else None
    while isinstance(parts, list) and parts and isinstance(parts[0], list):
        parts = parts[0]
    if isinstance(parts, list) and (numbers := list(_texts(parts))):
        return "-".join(number.zfill(2) for number in numbers)
    return next(_texts(value), "a day that is not said")


def _texts(value: Any) -> Iterator[str]:
    """All text in a value, however it is nested."""
    if isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
    elif text := _text(value):
        yield text


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _keywords(value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else re.split(r"[;,]", value) if isinstance(value, str) else []
    return tuple(word for item in listed if (word := _text(item)))


def _author(author: dict[str, Any]) -> Author:
    literal = _text(author.get("literal")) or ""
    particle = _text(author.get("non-dropping-particle"))
    family = " ".join(part for part in (particle, _text(author.get("family"))) if part)
    given = _text(author.get("given")) or ""
    name = literal or " ".join(part for part in (given, family) if part)
    return Author(name=name, given=given, family=family or literal, orcid=_text(author.get("ORCID")))


def _year(entry: dict[str, Any]) -> int | None:
    for key in ("issued", "published-print", "published-online"):
        for printed in _dates(entry.get(key)):
            found = re.search(r"\b(1[5-9]\d\d|20\d\d)\b", printed)
            if found:
                return int(found.group())
    return None


def _dates(value: Any) -> Iterator[str]:
    """Where a CSL date may have its year: the date parts, or text in one of three places."""
    if isinstance(value, dict):
        parts = value.get("date-parts")
        while isinstance(parts, list) and parts:
            parts = parts[0]
        yield from (str(part) for part in (parts, value.get("raw"), value.get("literal")) if part)
    elif isinstance(value, int | str):
        yield str(value)


def _arxiv(entry: dict[str, Any]) -> str | None:
    fields = (entry.get(name) for name in ("archive", "number", "archive_location", "URL"))
    text = " ".join(field for field in fields if isinstance(field, str))
    found = re.search(r"arxiv.*?(\d{4}\.\d{4,5}|[a-z-]+/\d{7})", text, re.IGNORECASE)
    return found.group(1) if found else None
