"""The citation validator: does the key lead to an entry, the entry to a work, and the work to what is said?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...evidence.records import Records
from ...kb.formats.bibtex import Bibliography
from ..disposition import Entailment, Status
from ..identify import Identity, identify
from .verdict import PASS, Verdict

_SEVERITY: tuple[Status, ...] = (
    "absent",
    "retracted",
    "misattributed",
    "contradicted",
    "unsupported",
    "unknown",
    "metadata-mismatch",
    "verified",
)


@dataclass(frozen=True)
class CitationCheck:
    """One cited key: its status, the work that it means, and why. `secondary` marks what is only reported there."""

    key: str
    status: Status
    work: str | None = None
    field: str | None = None
    reason: str | None = None
    secondary: bool = False


class CitationRecords:
    """Entries of one bibliography against one library; each entry is identified once."""

    def __init__(self, bibliography: Bibliography, records: Records) -> None:
        self._bibliography = bibliography
        self._records = records
        self._known: dict[str, Identity] = {}

    def check(self, key: str) -> CitationCheck:
        """Status of a key before anybody asks what the work says: `verified` means that the record agrees."""
        entry = self._bibliography.entries.get(key)
        if entry is None:
            return CitationCheck(key, "absent", reason=f"the bibliography has no entry {key}")
        identity = self._known.get(key) or identify(entry, self._records)
        self._known[key] = identity
        if identity.status == "unknown":
            return CitationCheck(key, "unknown", reason=identity.reason)
        if identity.status == "misattributed":
            return CitationCheck(key, "misattributed", identity.work, identity.field, identity.reason)
        work = self._records.works[str(identity.work)]
        if work.reliability == "retracted":
            return CitationCheck(key, "retracted", work.id, reason="the work was retracted")
        if identity.status == "mismatch":
            return CitationCheck(key, "metadata-mismatch", work.id, identity.field, identity.reason)
        return CitationCheck(key, "verified", work.id)


def with_support(check: CitationCheck, entailment: Entailment | None, reason: str | None) -> CitationCheck:
    """The status once it is known what the work says: metadata faults stay, an unsupported sentence is named."""
    if check.status != "verified" or entailment in (None, "entailed", "partial"):
        return check
    if entailment == "contradicted":
        return replace(check, status="contradicted", reason=reason)
    return replace(check, status="unsupported", reason=reason)


def citation_verdict(checks: Mapping[str, CitationCheck]) -> Verdict:
    """The verdict over all cited keys: the worst status decides."""
    if not checks:
        return PASS
    worst = min(checks.values(), key=lambda check: _SEVERITY.index(check.status))
    if worst.status == "verified":
        return PASS
    code = "secondary" if worst.secondary else worst.status
    return Verdict("block", code, f"{worst.key}: {worst.reason}", _cure(worst))


def _cure(check: CitationCheck) -> str:
    from ..codes import cure_of

    if check.status == "metadata-mismatch":
        return f"correct the {check.field} of {check.key}"
    return cure_of("secondary" if check.secondary else check.status)
