"""What became of each file of an ingest run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from ..kb.events.base import Payload
from ..kb.events.build import Grade, QualityAssessed
from ..kb.events.claims import ClaimsExtracted
from ..kb.events.document import Document

Status = Literal["sealed", "unchanged", "quarantined", "failed", "skipped"]
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True)
class Outcome:
    """What became of one file, or of one `entry` of a bibliography."""

    file: str
    status: Status
    reason: str = ""
    build: str | None = None
    pages: int = 0
    sentences: int = 0
    claims: int = 0
    hidden: int = 0
    warnings: tuple[str, ...] = ()
    entry: bool = False
    grade: Grade | None = None

    def to_json(self) -> dict[str, Any]:
        """A JSON value, one line of `--report`."""
        return asdict(self) | {"warnings": list(self.warnings)}


@dataclass
class IngestReport:
    """Outcomes in the order of the files, and the position of the ledger after settling."""

    outcomes: list[Outcome] = field(default_factory=list)
    position: int = 0

    def count(self, status: Status) -> int:
        """How many files had an outcome."""
        return sum(outcome.status == status for outcome in self.outcomes)


def built(file: str, build: str, document: Document, made: dict[str, Payload]) -> Outcome:
    """The outcome of a build that was sealed, from the payloads of its stages."""
    quality, claims = made["audited"], made["claims"]
    assert isinstance(quality, QualityAssessed) and isinstance(claims, ClaimsExtracted)
    status: Status = "quarantined" if quality.quarantined else "sealed"
    return Outcome(
        file, status, "; ".join(quality.reasons) if quality.quarantined else "", build,
        document.pages, len(document.sentences), len(claims.claims), len(document.hidden), document.warnings,
        grade=quality.grade,
    )
