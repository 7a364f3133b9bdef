"""What became of each work in one run of enrichment."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ...kb.events.enrichment import AskedBy

Outcome = Literal["found", "not-found", "disagrees", "failed", "known", "asked-before", "nothing-to-ask-by", "left"]


@dataclass(frozen=True)
class Enriched:
    """What became of one work.

    `known`: it has a record already; `asked-before`: the service had none, not long ago; `left`: it is open, and was
    not asked about in this run. `record` is the build of what was found, `openalex` its id there.
    """

    work: str
    title: str
    outcome: Outcome
    asked_by: AskedBy | None = None
    openalex: str | None = None
    record: str | None = None
    reason: str = ""


@dataclass
class EnrichmentReport:
    """Works in the order of their titles, why asking stopped early if it did, and the position of the ledger."""

    works: list[Enriched] = field(default_factory=list)
    stopped: str | None = None
    position: int = 0

    def counts(self) -> dict[str, int]:
        """How many works had each outcome."""
        return dict(Counter(work.outcome for work in self.works))

    @property
    def is_whole(self) -> bool:
        """Whether every work that was to be asked about got its answer."""
        return self.stopped is None and not any(work.outcome == "failed" for work in self.works)

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "works": [asdict(work) for work in self.works], "counts": self.counts(), "stopped": self.stopped,
            "position": self.position,
        }
