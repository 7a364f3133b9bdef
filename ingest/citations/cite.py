"""The stage `cited`: reference entries with their fields, and the markers of the text linked to them."""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.events.build import Cited
from ...kb.events.document import Document, ReferenceEntry
from .markers import find_markers
from .parse_reference import parse_references


def cite(document: Document) -> Cited:
    """Fields that the source gave, and markers that it linked, stay; the rest is read off the text."""
    references = _with_fields(document.references)
    markers = document.markers if document.markers is not None else find_markers(document, references)
    return Cited(references=references, markers=markers)


def _with_fields(references: Sequence[ReferenceEntry]) -> tuple[ReferenceEntry, ...]:
    bare = [at for at, entry in enumerate(references) if entry.raw.strip() and not _given(entry)]
    parsed = parse_references((references[at].raw, references[at].label) for at in bare)
    fields = {
        at: entry.model_copy(update={"boxes": references[at].boxes}) for at, entry in zip(bare, parsed, strict=True)
    }
    return tuple(fields.get(at, entry) for at, entry in enumerate(references))


def _given(entry: ReferenceEntry) -> bool:
    return bool(entry.title or entry.authors or entry.year or entry.doi or entry.openalex)
