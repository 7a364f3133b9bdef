"""Events of the library as a whole: its making, settling, indexing and freezing."""

from __future__ import annotations

from typing import ClassVar

from .base import Payload, Value


class LibraryCreated(Payload):
    """The first event of every ledger."""

    kind: ClassVar[str] = "LibraryCreated"
    library: str
    private: bool
    canon: str
    owner: str


class LibraryRow(Value):
    """A row that needs more than one source. `body` is its content without text: ids, keys, counts."""

    table: str
    id: str
    body: dict[str, str | int | bool | tuple[str, ...] | None]


class RowKey(Value):
    """The key of a library row."""

    table: str
    id: str


class Settled(Payload):
    """What settling changed: rows are visible from their assertion to their retraction.

    `through` is the position up to which builds were settled. Rows that did not change are not repeated.
    """

    kind: ClassVar[str] = "Settled"
    settle_version: int
    through: int
    asserted: tuple[LibraryRow, ...]
    retracted: tuple[RowKey, ...]


class Indexed(Payload):
    """The search index holds the builds sealed up to `through`."""

    kind: ClassVar[str] = "Indexed"
    index_version: str
    embedder: str
    through: int
    chunks: int
    embedded: int


class SnapshotFrozen(Payload):
    """A state of the library got a name that anyone with the same sources can compute."""

    kind: ClassVar[str] = "SnapshotFrozen"
    snapshot: str
    name: str | None
    position: int
    head_hash: str
    root: str
    rows: dict[str, int]
    schema_version: int
    settle_version: int
    pipelines: tuple[str, ...]
    embedder: str
    parsers: tuple[str, ...]
    index_version: str
