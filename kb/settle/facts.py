"""What settling looks at: the facts of every live build, and nothing else. No position, no file name, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Stated(Protocol):
    """A field with a value, as some source states it."""

    @property
    def field(self) -> str:
        """The name of the field."""
        ...

    @property
    def value(self) -> str:
        """Its value as printed."""
        ...

    @property
    def source(self) -> str:
        """`info` where it comes from the file's own dictionary."""
        ...


@dataclass(frozen=True, slots=True)
class AssertionFact:
    """One metadata assertion of a build."""

    id: str
    field: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class ReferenceFact:
    """One reference entry of a build."""

    id: str
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    doi: str | None
    arxiv: str | None
    pmid: str | None
    openalex: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimFact:
    """One claim of a build. `dataset` is the normalised text of its dataset slot, empty where there is none."""

    id: str
    kind: str
    own: bool
    preliminary: bool
    missing: tuple[str, ...]
    direction: str | None
    a_key: str
    b_key: str
    metric_key: str
    dataset: str
    cites: tuple[str, ...] = ()
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class BuildFacts:
    """One live build: sealed, not quarantined, not retired. `authors` are (family, given) as printed.

    `chosen` are the ids of those of its assertions which a person chose to be shown, and its own for its authors.
    `attached` are the blobs of the files that a bibliography attaches to it, or of the entries that it is attached to.
    """

    build: str
    blob: str
    source_kind: str
    sentences: int
    body_sentences: int
    hidden: int
    assertions: tuple[AssertionFact, ...] = ()
    authors: tuple[tuple[str, str], ...] = ()
    references: tuple[ReferenceFact, ...] = ()
    claims: tuple[ClaimFact, ...] = ()
    tables: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    chosen: frozenset[str] = frozenset()
    attached: frozenset[str] = frozenset()

    def value(self, name: str) -> str | None:
        """The first value of a field that comes from the page or a record; the file's own dictionary does not count."""
        return first_value(self.assertions, name)


@dataclass(frozen=True)
class Settlement:
    """All library rows: (table, id) to the row's body."""

    rows: Mapping[tuple[str, str], Mapping[str, object]] = field(default_factory=dict)


def first_value(assertions: Iterable[Stated], name: str) -> str | None:
    """The first value of a field that comes from the page or a record."""
    for assertion in assertions:
        if assertion.field == name and assertion.source != "info":
            return assertion.value
    return None
