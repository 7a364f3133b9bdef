"""The formats of bibliography entries, by kind of source: each a module of functions in the shape of `RecordFormat`."""

from __future__ import annotations

from typing import Any, Protocol

from ..kb.events.build import SourceKind
from ..kb.events.document import Document
from ..kb.formats import bibtex_source, csl, openalex, ris

Entry = dict[str, Any]
"""One entry as its format's reader gives it: JSON values alone, no floats."""


class RecordFormat(Protocol):
    """What a module of `kb.formats` offers for entries that are sources of their own."""

    NAME: str
    VERSION: str

    def read_entries(self, content: bytes, name: str) -> list[Entry]:
        """The entries of a file, in order. Raises `UnreadableInput` that names the first bad entry."""
        ...

    def entry_name(self, entry: Entry) -> str:
        """What the entry is called in its file, as it is stored."""
        ...

    def entry_bytes(self, entry: Entry) -> bytes:
        """The blob of one entry: its canon-1 bytes."""
        ...

    def parse_entry(self, content: bytes) -> Document:
        """One entry, as `entry_bytes` made it, as a document."""
        ...


RECORD_FORMATS: dict[SourceKind, RecordFormat] = {"csl": csl, "bibtex": bibtex_source, "ris": ris, "openalex": openalex}
