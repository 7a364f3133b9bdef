"""Events of one build: one source through one pipeline, one event a stage.

Every event here lies on the stream `build:<build id>` and is derived from it, so repeating a stage is done already.
`Document` (kind `Parsed`) lies in `document.py`, `ClaimsExtracted` in `claims.py`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Payload, Value
from .document import Author, Marker, ReferenceEntry

SourceKind = Literal["pdf", "csl", "bibtex", "ris", "tei", "jats", "openalex"]
Grade = Literal["A", "B", "C", "D"]
"""A: nothing is missing that a reader would look for; B: little is; C: text or metadata are; D: below the gates."""

STAGES = ("registered", "parsed", "described", "chunked", "cited", "claims", "audited", "sealed")
"""Stages in order; a stage of the design that does not exist yet is not in the list and emits nothing."""


class SourceRegistered(Payload):
    """A source came in: its blob, and the pipeline that it is taken through. `name` is the file's name, for people."""

    kind: ClassVar[str] = "SourceRegistered"
    schema_number: ClassVar[int] = 2
    build: str
    blob: str
    size: int
    source_kind: SourceKind
    name: str
    pipeline: str


AssertionSource = Literal["page", "jats", "tei", "openalex", "record", "info"]
"""Who says so: the printed page, the publisher's XML, a machine's reading of the page, OpenAlex, a bibliography entry,
or the file's own dictionary, which counts least."""


class Assertion(Value):
    """One source says that a field has a value. `licence` is that of the metadata; `time` only where the source prints
    one."""

    field: str
    value: str
    source: AssertionSource
    licence: str | None = None
    time: str | None = None


class Described(Payload):
    """Metadata assertions and authors of one source."""

    kind: ClassVar[str] = "Described"
    schema_number: ClassVar[int] = 2
    assertions: tuple[Assertion, ...]
    authors: tuple[Author, ...]


class Chunk(Value):
    """Sentences `first` to `last` (ordinals, inclusive) of one section."""

    section: int
    first: int
    last: int


class Chunked(Payload):
    """The pieces that retrieval works on."""

    kind: ClassVar[str] = "Chunked"
    chunks: tuple[Chunk, ...]


class Cited(Payload):
    """Reference entries with their fields, and the markers in the text that point to them."""

    kind: ClassVar[str] = "Cited"
    schema_number: ClassVar[int] = 2
    references: tuple[ReferenceEntry, ...]
    markers: tuple[Marker, ...]


class QualityAssessed(Payload):
    """What a reader would miss. Below the gates the build is `quarantined`, with the reasons.

    `page_characters` are the visible characters of the pages without their furniture, `read_characters` those of them
    that reached chunks, captions, tables, references or metadata. `cited_references` are entries that a marker of the
    text points to.
    """

    kind: ClassVar[str] = "QualityAssessed"
    schema_number: ClassVar[int] = 2
    grade: Grade
    quarantined: bool
    reasons: tuple[str, ...]
    missing_fields: tuple[str, ...]
    sentences: int
    unresolved_markers: int
    markers: int
    suspicious_characters: int
    hidden_passages: int
    page_characters: int = 0
    read_characters: int = 0
    chunked_characters: int = 0
    sections: int = 0
    references: int = 0
    cited_references: int = 0
    language: str | None = None


class BuildSealed(Payload):
    """The build is complete; from this position on its rows are visible."""

    kind: ClassVar[str] = "BuildSealed"
    build: str
    blob: str
    pipeline: str


class StageFailed(Payload):
    """A stage gave up on a source. `reason` is the class of failure, `attempt` counts from one."""

    kind: ClassVar[str] = "StageFailed"
    build: str
    stage: str
    reason: str
    message: str
    attempt: int
