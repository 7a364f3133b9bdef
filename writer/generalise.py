"""Uncited generalisations: how many author-disjoint works of the library bear a sentence that cites none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..evidence.records import WorkRecord
from ..kb.settle.names import person_key
from .disposition import Strength
from .judge.port import Judge
from .support import Support, WorkEvidence, support_of

WORKS_ASKED = 8


def bearing(
    judge: Judge, statement: str, works: Sequence[str], evidence: Callable[[str], WorkEvidence | None]
) -> dict[str, Support]:
    """What each work says, by work id; works that neither bear nor contradict the statement are left out."""
    found = {}
    for work in works[:WORKS_ASKED]:
        text = evidence(work)
        if text is None:
            continue
        support = support_of(judge, statement, text)
        if support.entailment in ("entailed", "contradicted"):
            found[work] = support
    return found


def joint_strength(supports: Mapping[str, Support], records: Mapping[str, WorkRecord], wanted: int) -> Strength | None:
    """`replicated` with enough author-disjoint works, `contradictory` if one denies it, None where none bears it."""
    bears = [work for work, support in supports.items() if support.entailment == "entailed"]
    if not bears:
        return None
    if len(bears) < len(supports):
        return "contradictory"
    independent: list[frozenset[str]] = []
    for work in bears:
        people = frozenset(person_key(family, given) for family, given in records[work].authors)
        if people and all(not people & others for others in independent):
            independent.append(people)
    return "replicated" if len(independent) >= wanted else "pilot"
