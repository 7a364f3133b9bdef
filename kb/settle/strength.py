"""Strength of a literature packet: the table of the design, computed from what is recorded, never typed in."""

from __future__ import annotations

from typing import Literal

from .facts import ClaimFact

Strength = Literal["unverified", "indirect", "pilot", "protocol-valid", "replicated", "contradictory"]


def literature_strength(claim: ClaimFact, *, retracted: bool, supported: bool, contradicted: bool) -> Strength:
    """The strength of one claim.

    `supported`: an author-disjoint work with independent data agrees; `contradicted`: a work says the opposite.
    """
    if retracted or claim.kind in ("future-work", "hypothesis"):
        return "unverified"
    if not claim.own or claim.kind == "background":
        return "indirect"
    if contradicted:
        return "contradictory"
    if claim.missing or claim.preliminary:
        return "pilot"
    return "replicated" if supported else "protocol-valid"
