"""The reference list of a TEI file: `biblStruct` with fields, `bibl` as text, and which ids mean which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from ..events.document import Box, ReferenceEntry
from .jats_references import References
from .tei_front import identifiers_of, person, scope, venue_of, year_of
from .xml_inline import plain

BoxesOf = Callable[[Element], tuple[Box, ...]]


def read_references(tei: Element, boxes: BoxesOf) -> References:
    """Every entry in the lists of the text, in order. `boxes` gives where an element stands on the pages."""
    entries: list[ReferenceEntry] = []
    ordinals: dict[str, tuple[int, ...]] = {}
    for text in tei.findall("text"):
        for holder in text.iter("listBibl"):
            for node in holder:
                if node.tag not in ("biblStruct", "bibl"):
                    continue
                if identity := node.get("id"):
                    ordinals[identity] = (len(entries),)
                entry = _structured(node) if node.tag == "biblStruct" else _plain(node)
                entries.append(entry.model_copy(update={"boxes": boxes(node)}))
    return References(tuple(entries), ordinals)


def _structured(node: Element) -> ReferenceEntry:
    analytic = _title(node, "analytic")
    book = _title(node, "monogr")
    venue = venue_of(node) if analytic else None
    identifiers = identifiers_of(node)
    url = next((target for part in node.iter("ptr") if (target := part.get("target"))), None)
    entry = ReferenceEntry(
        raw="", label=(node.get("n") or "").strip(" .[]()"), title=analytic or book,
        authors=tuple(dict.fromkeys(_authors(node))), year=year_of(node), venue=venue, volume=scope(node, "volume"),
        pages=scope(node, "page"), doi=identifiers.get("doi"), arxiv=_arxiv(identifiers), pmid=identifiers.get("pmid"),
        url=url,
    )
    notes = (part for part in node.iter("note") if part.get("type") == "raw_reference")
    raw = next((text for part in notes if (text := plain(part))), "")
    return entry.model_copy(update={"raw": raw or _composed(node, entry)})


def _plain(node: Element) -> ReferenceEntry:
    identifiers = identifiers_of(node)
    return ReferenceEntry(raw=plain(node), label=(node.get("n") or "").strip(" .[]()"), doi=identifiers.get("doi"),
                          arxiv=_arxiv(identifiers), pmid=identifiers.get("pmid"))


def _title(node: Element, part: str) -> str | None:
    titles = node.findall(f"{part}/title")
    chosen = [title for title in titles if title.get("type") in (None, "main")] or titles
    return next((text for title in chosen if (text := plain(title))), None)


def _authors(node: Element) -> Iterator[str]:
    authors = node.findall("analytic/author") or node.findall("monogr/author")
    for author in authors:
        name = author.find("persName")
        text = person(name)[1] if name is not None else plain(author.find("orgName")) or plain(author)
        if text:
            yield text


def _arxiv(identifiers: dict[str, str]) -> str | None:
    text = identifiers.get("arxiv")
    return re.sub(r"\s*\[.*\]$", "", text) if text else None


def _composed(node: Element, entry: ReferenceEntry) -> str:
    """The fields put together, where the text as printed is not kept."""
    names = []
    for author in node.findall("analytic/author") or node.findall("monogr/author"):
        name = author.find("persName")
        if name is not None:
            given, family = person(name)
            names.append(" ".join(filter(None, (family, given))))
    issue = scope(node, "issue")
    place = ":".join(filter(None, ((entry.volume or "") + (f"({issue})" if issue else ""), entry.pages)))
    parts = [", ".join(names) or ", ".join(entry.authors), entry.title, entry.venue,
             ";".join(filter(None, (str(entry.year) if entry.year else "", place)))]
    text = " ".join(part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part)
    return " ".join(filter(None, (text, f"doi:{entry.doi}" if entry.doi else ""))) or plain(node)
