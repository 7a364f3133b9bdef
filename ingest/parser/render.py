"""A parsed document in the form that `claimledger parse` prints."""

from __future__ import annotations

from typing import Any, Protocol

from ...kb.events.document import Asset, Document, Marker, ReferenceEntry


class Cited(Protocol):
    """The references with their fields, and the markers in the sentences."""

    @property
    def references(self) -> tuple[ReferenceEntry, ...]:
        """Entries with title, authors, year, venue and identifiers filled."""
        ...

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Markers with the ordinals of the entries that they point to."""
        ...


def parse_json(document: Document, cited: Cited, sha256: str) -> dict[str, Any]:
    """The contract of `parse --json`: coordinates in points, numbers of references from one."""
    texts: list[list[str]] = [[] for _ in document.sections]
    for sentence in document.sentences:
        texts[sentence.section].append(sentence.text)
    joined = [" ".join(parts) for parts in texts]
    return {
        "parser": {"name": document.parser.name, "version": document.parser.version},
        "sha256": sha256,
        "pages": document.pages,
        "title": document.title,
        "authors": [author.model_dump(mode="json") for author in document.authors],
        "doi": document.doi, "arxiv": document.arxiv, "pmid": document.pmid, "year": document.year,
        "venue": document.venue, "volume": document.volume, "licence": document.licence,
        **_publication(document),
        "abstract": " ".join(text for section, text in zip(document.sections, joined, strict=True)
                             if section.role == "abstract"),
        "keywords": list(document.keywords),
        "sections": [
            {"level": section.level, "number": section.number, "title": section.title, "page": section.page,
             "role": section.role, "text": text}
            for section, text in zip(document.sections, joined, strict=True) if section.role != "abstract"
        ],
        "assets": [_asset(asset) for asset in document.assets],
        "references": [
            {"n": n, "raw": ref.raw, "label": ref.label, "title": ref.title, "authors": list(ref.authors),
             "year": ref.year, "venue": ref.venue, "volume": ref.volume, "pages": ref.pages, "doi": ref.doi,
             "arxiv": ref.arxiv, "pmid": ref.pmid, "url": ref.url}
            for n, ref in enumerate(cited.references, 1)
        ],
        "citations": [_citation(document, marker) for marker in cited.markers],
        "hidden_text": [{"page": item.page, "text": item.text, "why": item.why} for item in document.hidden],
        "warnings": list(document.warnings),
        "needs_ocr_pages": list(document.needs_ocr_pages),
        "ocr_pages": list(document.ocr_pages), "lost_pages": list(document.lost_pages),
        "characters": document.characters, "furniture_characters": document.furniture_characters,
        "replaced_characters": document.replaced_characters,
        "info": document.info,
    }


def _publication(document: Document) -> dict[str, Any]:
    """What else the source says of the paper as a publication."""
    return {
        "issue": document.issue, "pages_in_volume": document.page_range, "publisher": document.publisher,
        "pmcid": document.pmcid, "openalex": document.openalex, "language": document.language,
        "work_type": document.work_type, "retracted": document.retracted,
        "dates": {date.event: date.day for date in document.dates},
        "funding": list(document.funding),
        "links": [link.model_dump(mode="json") for link in document.links],
        "related": [related.model_dump(mode="json") for related in document.related],
    }


def _asset(asset: Asset) -> dict[str, Any]:
    box = asset.box
    return {
        "kind": asset.kind, "label": asset.label, "caption": asset.caption, "page": asset.page,
        "bbox": [box.x0 / 100, box.y0 / 100, box.x1 / 100, box.y1 / 100] if box else None,
        "cells": [list(row) for row in asset.cells] if asset.cells is not None else None,
        "header_rows": asset.header_rows, "notes": asset.notes,
    }


def _citation(document: Document, marker: Marker) -> dict[str, Any]:
    sentence = document.sentences[marker.sentence]
    return {
        "marker": sentence.text[marker.start:marker.end],
        "refs": [ordinal + 1 for ordinal in marker.references],
        "page": sentence.boxes[0].page if sentence.boxes else None,
        "sentence": sentence.text,
    }
