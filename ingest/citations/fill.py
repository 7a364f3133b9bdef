"""Fields of a reference entry that its source does not mark up, read off its text."""

from __future__ import annotations

from ...kb.events.document import ReferenceEntry
from .parse_reference import parse_reference

_FIELDS = ("title", "authors", "year", "venue", "volume", "pages", "doi", "arxiv", "pmid", "url")


def with_fields(entry: ReferenceEntry) -> ReferenceEntry:
    """The entry with what is missing, if it has neither title nor authors; what the source gives stays."""
    if entry.title or entry.authors or not entry.raw.strip():
        return entry
    read = parse_reference(entry.raw, entry.label)
    return entry.model_copy(update={field: getattr(entry, field) or getattr(read, field) for field in _FIELDS})
