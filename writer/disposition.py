"""The decision table: what becomes of a sentence, as one pure function of what the validators found.

Rows that reject come first, then backlog, then the rest from the top. Nothing is accepted by default: a combination
that no row names is rejected as `undecided`. A warning never raises a disposition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from .claim_kind import Kind
from .validators.verdict import Level

Disposition = Literal["accept", "downgrade", "reject", "backlog", "none"]
Status = Literal[
    "verified", "unsupported", "contradicted", "metadata-mismatch", "misattributed", "retracted", "unknown", "absent"
]
Entailment = Literal["entailed", "partial", "unlicensed", "not_entailed", "contradicted"]
Strength = Literal["unverified", "indirect", "pilot", "protocol-valid", "replicated", "contradictory"]

_REJECTING: tuple[Status, ...] = ("absent", "contradicted", "retracted", "misattributed")
_ALLOWED: Mapping[Kind, frozenset[Strength]] = {
    "own-finding": frozenset({"protocol-valid", "replicated"}),
    "generalisation": frozenset({"replicated"}),
}


_TOLD = ("citation", "entailment")
"""Validators whose verdicts are the statuses and the entailment themselves."""


@dataclass(frozen=True)
class Findings:
    """What is known about one sentence when its disposition is decided.

    `entailment` is that of the weakest clause: `unlicensed` where the passage that bears on the sentence was found and
    only a named part of it could not be licensed; None where nothing could be asked (no evidence to hold it against).
    `strength` is that of the packets that bear the sentence, None without packets. `levels` are the verdicts by
    validator. `secondary` and `unknown_text` tell a `misattributed` citation and a missing full text apart from worse.
    """

    kind: Kind
    citations: tuple[Status, ...] = ()
    entailment: Entailment | None = None
    strength: Strength | None = None
    levels: Mapping[str, Level] = field(default_factory=dict)
    secondary: bool = False
    one_sided: bool = False
    rewrite_passes: bool = False


@dataclass(frozen=True)
class Decision:
    """A disposition and the code of the row that gave it."""

    disposition: Disposition
    code: str


def decide(findings: Findings) -> Decision:
    """The disposition of one sentence."""
    if findings.kind == "none":
        return Decision("none", "not-a-claim")
    return _rejected(findings) or _hopeless(findings) or _settled(findings)


def _settled(findings: Findings) -> Decision:
    return _postponed(findings) or _standing(findings) or Decision("reject", "undecided")


def _hopeless(findings: Findings) -> Decision | None:
    """A part that could not be licensed waits for a person, unless the sentence could not stand even with it."""
    if findings.entailment != "unlicensed":
        return None
    levels = {name: level for name, level in findings.levels.items() if name not in _TOLD}
    best = _settled(replace(findings, entailment="entailed", levels=levels))
    return best if best.disposition == "reject" else None


def _rejected(findings: Findings) -> Decision | None:
    for status in _REJECTING:
        if status in findings.citations and not (status == "misattributed" and findings.secondary):
            return Decision("reject", status)
    if findings.entailment is not None and findings.levels.get("provenance") not in ("pass", "warn"):
        return Decision("reject", "provenance")
    if findings.entailment == "contradicted":
        return Decision("reject", "contradicted")
    if findings.entailment == "not_entailed" and not _cannot_be_asked(findings):
        return Decision("reject", "unsupported")
    if findings.rewrite_passes:
        return None
    blocked = [name for name, level in sorted(findings.levels.items()) if level == "block" and name not in _TOLD]
    if blocked:
        return Decision("reject", blocked[0])
    if findings.entailment == "partial":
        return Decision("reject", "no-rewrite")
    return Decision("reject", "both-sides") if findings.one_sided else None


def _cannot_be_asked(findings: Findings) -> bool:
    """Part of the support may stand in a work that the library does not hold."""
    return "unknown" in findings.citations


def _postponed(findings: Findings) -> Decision | None:
    for status, code in (
        ("unknown", "unknown"),
        ("misattributed", "secondary"),
        ("metadata-mismatch", "metadata-mismatch"),
    ):
        if status in findings.citations:
            return Decision("backlog", code)
    if findings.entailment == "unlicensed" or "unsupported" in findings.citations:
        return Decision("backlog", "not-licensed")
    if findings.kind == "report":
        return None if findings.entailment is not None and findings.citations else Decision("backlog", "unverified")
    if findings.strength is None:
        return Decision("backlog", "needs-experiment" if findings.kind == "own-finding" else "needs-replication")
    if findings.strength == "unverified":
        return Decision("backlog", "unverified")
    short = findings.kind == "generalisation" and findings.strength not in ("replicated", "contradictory")
    return Decision("backlog", "needs-replication") if short else None


def _standing(findings: Findings) -> Decision | None:
    if findings.one_sided or (findings.strength == "contradictory" and findings.kind != "report"):
        return Decision("downgrade", "both-sides") if findings.rewrite_passes else None
    sound = "block" not in findings.levels.values() and findings.entailment == "entailed"
    if findings.kind == "report":
        carried = bool(findings.citations) and set(findings.citations) == {"verified"}
        if sound and carried:
            return Decision("accept", "supported")
    elif sound and findings.strength in _ALLOWED[findings.kind]:
        return Decision("accept", "supported")
    return Decision("downgrade", "narrowed") if findings.rewrite_passes else None
