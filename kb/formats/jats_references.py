"""The reference list of a JATS article: entries with their fields and raw text, and which ids mean which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ..events.document import ReferenceEntry
from .jats_front import pages_of, year_in
from .jats_people import person
from .xml_inline import plain

_CITATIONS = ("element-citation", "mixed-citation", "citation", "nlm-citation", "product")
_NAMES = ("name", "string-name", "name-alternatives", "collab")
_TITLES = ("article-title", "chapter-title", "data-title", "part-title", "trans-title")
_FIELDS = frozenset({
    "surname", "given-names", "suffix", "name", "string-name", "person-group", "collab", "etal", "year", "source",
    "volume", "issue", "fpage", "lpage", "pub-id", "article-title", "chapter-title", "publisher-name", "publisher-loc",
    "comment",
    "edition", "elocation-id", "conf-name", "conf-date", "conf-loc", "date-in-citation",
})
_NOT_RAW = frozenset({"label", "x"})
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_ARXIV = re.compile(
    r"(?:arxiv[:./\s]*(?:org/)?(?:abs/|pdf/)?)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_DOI_NAMED = re.compile(r"(?:doi:?\s*|doi\.org/)(10\.\d{4,9}/[^\s\"<>]+)", re.IGNORECASE)


@dataclass(frozen=True)
class References:
    """Entries in order, and the ordinals that each id means: a `ref` may hold several citations."""

    entries: tuple[ReferenceEntry, ...]
    ordinals: dict[str, tuple[int, ...]]


def read_references(article: Element) -> References:
    """Every `ref` in the article's own lists, one entry a citation in it."""
    entries: list[ReferenceEntry] = []
    ordinals: dict[str, tuple[int, ...]] = {}
    for part in ("body", "back", "floats-group"):
        for ref in (node for top in article.findall(part) for node in top.iter("ref")):
            first = len(entries)
            for node in _citations(ref):
                if identity := node.get("id"):
                    ordinals[identity] = (len(entries),)
                entries.append(_entry(node, plain(ref.find("label")) or plain(node.find("label"))))
            if identity := ref.get("id"):
                ordinals[identity] = tuple(range(first, len(entries)))
    return References(tuple(entries), ordinals)


def _citations(ref: Element) -> list[Element]:
    """The citations in a `ref`: of two forms of one, that with its fields marked up and the text of the other."""
    alternatives = ref.find("citation-alternatives")
    if alternatives is not None:
        return [child for child in alternatives if child.tag in _CITATIONS][:1]
    found = [child for child in ref if child.tag in _CITATIONS]
    return found or ([ref] if plain(ref, _NOT_RAW) else [])


def _entry(node: Element, label: str) -> ReferenceEntry:
    title = next((text for tag in _TITLES if (text := plain(node.find(tag)))), None)
    source = plain(node.find("source")) or plain(node.find("conf-name")) or None
    authors = tuple(_authors(node))
    if title is None and source and node.get("publication-type") not in ("journal", "article"):
        # A book is its own source.
        title, source = source, plain(node.find("series")) or None
    entry = ReferenceEntry(
        raw="", label=label.strip(" .[]()"), title=title.removesuffix(".") if title else None, authors=authors,
        year=year_in(plain(node.find("year"))), venue=source, volume=plain(node.find("volume")) or None,
        pages=pages_of(node),
    ).model_copy(update=_identifiers(node))
    return entry.model_copy(update={"raw": _raw(node, entry)})


def _authors(node: Element) -> Iterator[str]:
    """Family names of the authors, and whole names of groups. Where only editors are named, they stand for them."""
    groups = node.findall("person-group")
    chosen = [group for group in groups if (group.get("person-group-type") or "author") in ("author", "allauthors")]
    holders = [node, *chosen] if any(child.tag in _NAMES for child in node) or chosen else groups[:1]
    for holder in holders:
        for child in holder:
            if child.tag == "collab":
                name: str | None = plain(child)
            elif child.tag in _NAMES:
                found = person(child)
                name = found[1] if found else None
            else:
                continue
            if name and name.lower().strip(" .") not in ("others", "et al"):
                yield name


def _identifiers(node: Element) -> dict[str, str | None]:
    found: dict[str, str | None] = dict.fromkeys(("doi", "arxiv", "pmid", "url"))
    for child in node.iter():
        text = plain(child)
        if child.tag in ("pub-id", "object-id", "elocation-id"):
            kind = (child.get("pub-id-type") or child.get("assigning-authority") or "").lower()
            if kind == "doi" and (doi := _DOI.search(text)):
                found["doi"] = found["doi"] or _doi(doi.group())
            elif kind == "arxiv":
                found["arxiv"] = found["arxiv"] or re.sub(r"^arxiv:\s*", "", text, flags=re.IGNORECASE)
            elif kind == "pmid" and text.isdigit():
                found["pmid"] = found["pmid"] or text
        elif child.tag in ("ext-link", "uri"):
            address = (child.get("href") or text).strip()
            if doi := (_DOI.search(address) if "doi" in address or address.startswith("10.") else None):
                found["doi"] = found["doi"] or _doi(doi.group())
            elif re.match(r"https?://|www\.|ftp://", address) and "/pubmed/" not in address:
                found["url"] = found["url"] or address
    if found["arxiv"] is None and (arxiv := _ARXIV.search(f"{plain(node)} {found['url'] or ''}")):
        found["arxiv"] = arxiv.group(1)
    if found["doi"] is None and (doi := _DOI_NAMED.search(plain(node))):
        found["doi"] = _doi(doi.group(1))
    return found


def _doi(text: str) -> str:
    text = text.rstrip(".,;:")
    return text[:-1] if text.endswith(")") and text.count("(") < text.count(")") else text


def _raw(node: Element, entry: ReferenceEntry) -> str:
    """The text as it stands where it has punctuation of its own, else the fields put together."""
    printed = _spaced(node)
    own = "".join(filter(None, (node.text, *(child.tail for child in node))))
    if node.tag != "element-citation" and len("".join(own.split())) > 2:
        return printed
    found = (("", plain(one)) if one.tag == "collab" else person(one) for one in node.iter() if one.tag in _NAMES)
    names = [" ".join(filter(None, reversed(name))) for name in found if name]
    issue = plain(node.find("issue"))
    volume = (entry.volume or "") + (f"({issue})" if issue else "")
    place = ":".join(filter(None, (volume, entry.pages)))
    year = plain(node.find("year"))
    publisher = ": ".join(filter(None, (plain(node.find("publisher-loc")), plain(node.find("publisher-name")))))
    parts = [", ".join(names), entry.title, entry.venue, publisher, ";".join(filter(None, (year, place))),
             *(plain(child) for child in node.findall("comment"))]
    text = " ".join(part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part)
    tail = [f"doi:{entry.doi}" if entry.doi else "", entry.url if entry.url and not entry.doi else ""]
    return " ".join(filter(None, (text, *tail))) or printed


def _spaced(node: Element) -> str:
    """The text of a citation with a space between fields that stand side by side, and none before a comma."""
    parts: list[str] = []

    def collect(one: Element) -> None:
        parts.append(one.text or "")
        for child in one:
            if child.tag in _NOT_RAW:
                parts.append(child.tail or "")
                continue
            if child.tag in _FIELDS and parts and parts[-1][-1:].isalnum():
                parts.append(" ")
            collect(child)
            parts.append(child.tail or (" " if child.tag in _FIELDS else ""))

    collect(node)
    text = " ".join("".join(parts).split())
    return re.sub(r"\(\s+", "(", re.sub(r"\s+([,.;:)])", r"\1", text))
