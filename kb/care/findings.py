"""What a doctor finds: one statement about one thing, how bad it is, and its cure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True)
class Finding:
    """`mend` makes good what is derived from the ledger; None where a person has to act. `mended`: it was done."""

    check: str
    level: Level
    what: str
    cure: str = ""
    mended: bool = False
    mend: Callable[[], object] | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "check": self.check, "level": self.level, "what": self.what, "cure": self.cure, "mended": self.mended,
            "mendable": self.mend is not None,
        }


def ok(check: str, what: str) -> Finding:
    """Nothing to do."""
    return Finding(check, "ok", what)


def warning(check: str, what: str, cure: str, mend: Callable[[], object] | None = None) -> Finding:
    """Something that costs time or may become worse."""
    return Finding(check, "warning", what, cure, mend=mend)


def problem(check: str, what: str, cure: str, mend: Callable[[], object] | None = None) -> Finding:
    """Something that is wrong."""
    return Finding(check, "problem", what, cure, mend=mend)
