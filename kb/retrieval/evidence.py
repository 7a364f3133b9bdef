"""The answer to one question: what was found, where, with what score, and from which version of what."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Source:
    """Where a hit comes from: `id` of its record or name of its file, `blob` the SHA-256 of the bytes.

    `licence` is that of the source, else of the work; null where none is known. `labels` are what a reader must know:
    preprint, retracted, internal-unverified, supplement, ocr, hidden-text, doi-disagrees, merged-file.
    """

    id: str
    blob: str
    doi: str | None
    licence: str | None
    labels: tuple[str, ...]


@dataclass(frozen=True)
class EvidenceHit:
    """One work, by its best chunk. `quote` is the sentence of the chunk that fits best, word for word.

    `offsets` are code points in the chunk's text, half open; `bbox` lists the boxes of the quote on `page` as x0, y0,
    x1, y1 in 1/100 pt; both are None for sources without pages, whose `path` leads to the element of the quote. A work
    without text is found by its title: `chunk` is then the id of its build, and nothing is quoted. Nor is it in a run
    of many questions: then `quote`, `offsets`, `page`, `bbox` and `path` are None.
    """

    rank: int
    score: float
    scores: dict[str, float | None]
    paper: str
    title: str | None
    year: int | None
    chunk: str
    section: str | None
    page: int | None
    bbox: tuple[tuple[int, ...], ...] | None
    path: str | None
    quote: str | None
    offsets: tuple[int, int] | None
    build: str
    library: str
    source: Source


@dataclass(frozen=True)
class EvidenceSnapshot:
    """A recorded answer. `warnings` say what the answer lacks; `recorded` whether the ledger holds it."""

    evidence_snapshot: str
    library: tuple[str, ...]
    snapshot: str | None
    position: int
    query: str
    rewritten: str
    route: str
    versions: dict[str, str | int]
    parameters: dict[str, str | int]
    caller: str
    time: str
    use: str | None
    hits: tuple[EvidenceHit, ...]
    recorded: bool
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What `search --json` prints. What was selected is recorded later, and other routes fill the other lists."""
        value = asdict(self)
        return value | {"selected": [], "ignored": [], "fields": [], "claims": [], "assets": [], "relations": []}
