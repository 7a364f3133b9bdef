"""The content part of literature packets: one for every claim and every table of the active build of a work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..canon import make_id
from .facts import ClaimFact
from .strength import literature_strength
from .support import Weight

Body = Mapping[str, object]

ALONE = Weight()
"""The weight of a claim on which nothing bears."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where claims and tables come from: a work, its reliability, and whether its active build hides text."""

    work: str
    trust: str
    hidden: bool


def packet_id(row: str) -> str:
    """The id of the packet of a claim or table."""
    return make_id("packet", row)


def claim_packet(origin: Origin, claim: ClaimFact, weight: Weight) -> tuple[str, Body]:
    """(id, row) of the packet of a claim."""
    conflict = bool(weight.contradicting)
    strength = literature_strength(
        claim, retracted=origin.trust == "retracted", supported=weight.independent, contradicted=conflict
    )
    return packet_id(claim.id), {
        "claim": claim.id, "asset": None, "work": origin.work, "artifact": "literature", "strength": strength,
        "risks": _risks(origin, ocr=claim.ocr, replicated=strength == "replicated", conflict=conflict),
        "supporting": weight.supporting, "contradicting": weight.contradicting,
    }


def table_packets(origin: Origin, tables: Iterable[str]) -> Iterator[tuple[str, Body]]:
    """(id, row) of the packets of tables."""
    for table in tables:
        yield packet_id(table), {
            "claim": None, "asset": table, "work": origin.work, "artifact": "table",
            "strength": "unverified" if origin.trust == "retracted" else "pilot",
            "risks": _risks(origin, ocr=False, replicated=False, conflict=False), "supporting": (),
            "contradicting": (),
        }


def _risks(origin: Origin, *, ocr: bool, replicated: bool, conflict: bool) -> tuple[str, ...]:
    risks = {origin.trust} & {"retracted", "preprint"}
    if not replicated:
        risks.add("single-source")
    if origin.hidden:
        risks.add("hidden-text")
    if ocr:
        risks.add("ocr")
    if conflict:
        risks.add("conflict")
    return tuple(sorted(risks))
