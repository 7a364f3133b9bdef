"""What a validator returns, and the order of severity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Level = Literal["pass", "warn", "block"]
Span = tuple[int, int]


@dataclass(frozen=True)
class EvidenceSpan:
    """A place in the evidence: a row id (sentence or asset) and offsets in its text; (0, 0) means all of it."""

    row: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class Verdict:
    """One validator's answer. `code` is from `writer.codes`; `cure` says what would turn it into a pass.

    `claim` holds offsets in the sentence's plain text.
    """

    verdict: Level
    code: str | None = None
    reason: str | None = None
    cure: str | None = None
    claim: tuple[Span, ...] = ()
    evidence: tuple[EvidenceSpan, ...] = ()

    def record(self) -> dict[str, Any]:
        """The verdict as it stands in `audit.jsonl`."""
        spans = {
            "claim": [list(span) for span in self.claim],
            "evidence": [{"row": span.row, "start": span.start, "end": span.end} for span in self.evidence],
        }
        return {"verdict": self.verdict, "code": self.code, "reason": self.reason, "cure": self.cure, "spans": spans}


PASS = Verdict("pass")
