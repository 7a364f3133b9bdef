"""The stage `cited`: reference entries with their fields, and the markers of the text linked to them."""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.events.build import Cited
from ...kb.events.document import Document, ReferenceEntry
from .footnote_citations import cite_in_footnotes
from .markers import find_markers, reached
from .numeric_markers import are_numbered
from .parse_reference import parse_references


def cite(document: Document) -> Cited:
    """Fields that the source gave, and markers that it linked, stay; the rest is read off the text."""
    references = _with_fields(document.references)
    if document.markers is not None:
        return Cited(references=references, markers=document.markers)
    markers = find_markers(document, references)
    if not are_numbered(references) and (in_notes := cite_in_footnotes(document, references)):
        entries, note_markers = in_notes
        if reached(note_markers) >= reached(markers):
            return Cited(references=entries, markers=tuple(note_markers))
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
