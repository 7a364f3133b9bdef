"""How much of a source was read: characters of its pages, missing metadata, characters that no text holds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..kb.events.build import Chunked, Cited, Described
from ..kb.events.document import Document

FIELDS = ("title", "authors", "year", "abstract", "identifier", "venue", "references")
"""What every paper has. A preprint has no venue, and an entry of a bibliography no references."""
IDENTIFIERS = ("doi", "arxiv", "pmid", "pmcid", "openalex")

_EXPECTED_CONTROLS = "\t\n\r\u00ad\u200b\u200c\u200d\u2060\ufeff"


@dataclass(frozen=True)
class Coverage:
    """Visible characters of the pages without furniture (0 without pages), those that were read, and those in chunks.

    White space does not count. What is read twice (a title in the text, a cell that spans others) counts twice, so the
    figures are cut at what the pages hold.
    """

    page: int
    read: int
    chunked: int

    @classmethod
    def of(cls, document: Document, cited: Cited, chunked: Chunked) -> Coverage:
        """The coverage of one build."""
        page = max(0, document.characters - document.furniture_characters)
        within = {at for chunk in chunked.chunks for at in range(chunk.first, chunk.last + 1)}
        sentences = [_visible(sentence.text) for sentence in document.sentences]
        chunks = sum(sentences[at] for at in within)
        read = sum(sentences) + sum(map(_visible, _apart(document, cited)))
        return cls(page, min(read, page), min(chunks, page)) if page else cls(0, read, chunks)

    @property
    def share(self) -> float:
        """Share of the pages' text that was read; 1 without pages."""
        return self.read / self.page if self.page else 1.0

    def __str__(self) -> str:
        return f"{self.read} of {self.page} characters were read"


def missing_fields(document: Document, described: Described, cited: Cited, *, bare: bool) -> tuple[str, ...]:
    """Those of `FIELDS` that the source itself does not say, in their order."""
    stated = {assertion.field for assertion in described.assertions if assertion.source != "info"}
    abstracts = {at for at, section in enumerate(document.sections) if section.role == "abstract"}
    found = {
        "title": "title" in stated,
        "authors": any(author.name.strip() for author in described.authors),
        "year": "year" in stated,
        "abstract": any(sentence.section in abstracts for sentence in document.sentences),
        "identifier": not stated.isdisjoint(IDENTIFIERS),
        "venue": "venue" in stated or ("arxiv" in stated and "doi" not in stated),
        "references": bare or bool(cited.references),
    }
    return tuple(field for field in FIELDS if not found[field])


def suspicious_characters(text: str) -> int:
    """Replacement, private-use, unassigned and control characters that no plain text holds."""
    if text.isascii() and text.isprintable():
        return 0
    return sum(
        1
        for char in text
        if char == "\ufffd" or (unicodedata.category(char) in ("Co", "Cc", "Cn") and char not in _EXPECTED_CONTROLS)
    )


def letters_share(document: Document) -> float:
    """Share of letters among the visible characters of the running text; 1 without text."""
    visible = letters = 0
    for sentence in document.sentences:
        for char in sentence.text:
            if not char.isspace():
                visible += 1
                letters += char.isalpha()
    return letters / visible if visible else 1.0


def _apart(document: Document, cited: Cited) -> Iterator[str]:
    """Texts of a document outside its sentences."""
    yield from (document.title, *document.keywords, *_identifiers(document))
    for author in document.authors:
        yield author.name
    yield from dict.fromkeys(place for author in document.authors for place in author.affiliations)
    for section in document.sections:
        yield section.number + section.title
    for asset in document.assets:
        yield asset.label + asset.caption + asset.notes
        yield from (cell for row in asset.cells or () for cell in row)
    yield from (entry.raw for entry in cited.references)


def _identifiers(document: Document) -> Iterable[str]:
    stated = (document.doi, document.arxiv, document.venue, document.volume, document.page_range, document.publisher)
    return (value for value in stated if value)


def _visible(text: str) -> int:
    """Characters without white space."""
    return sum(map(len, text.split()))
