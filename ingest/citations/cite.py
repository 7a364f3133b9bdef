"""The stage `cited`: reference entries with their fields, and the markers of the text linked to them."""

from __future__ import annotations

from ...kb.events.build import Cited
from ...kb.events.document import Document, ReferenceEntry
from .markers import find_markers
from .parse_reference import parse_reference


def cite(document: Document) -> Cited:
    """Fields that the source gave, and markers that it linked, stay; the rest is read off the text."""
    references = tuple(_with_fields(entry) for entry in document.references)
    markers = document.markers if document.markers is not None else find_markers(document, references)
    return Cited(references=references, markers=markers)


def _with_fields(entry: ReferenceEntry) -> ReferenceEntry:
    given = entry.title or entry.authors or entry.year or entry.doi or entry.openalex
    if given or not entry.raw.strip():
        return entry
    return parse_reference(entry.raw, entry.label).model_copy(update={"boxes": entry.boxes})
