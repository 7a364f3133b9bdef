"""`settle`: library rows as one pure function of the live builds. The same builds in any order give the same rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..canon import make_id
from .facts import BuildFacts, ClaimFact, Settlement
from .identity import NearDuplicate, WorkGroup, group_works
from .references import WorkIndex
from .strength import literature_strength
from .support import Bearing, authors_of, find_bearings
from .works import active_build, part_rows, reliability, work_body, work_id

SETTLE_VERSION = 1

Rows = dict[tuple[str, str], Mapping[str, object]]


def settle(builds: Sequence[BuildFacts]) -> Settlement:
    """Works, parts, resolved references, near-duplicates, support and packets of all live builds."""
    groups, near = group_works(builds)
    rows: Rows = {}
    for group in groups:
        rows["works", work_id(group)] = work_body(group)
        rows.update(part_rows(group))
    rows.update(_near_duplicates(groups, near))
    rows.update(_resolutions(groups))
    bearings = list(find_bearings(
        {work_id(group): active_build(group).claims for group in groups},
        {work_id(group): authors_of([name for facts in group.builds for name in facts.authors]) for group in groups},
    ))
    rows.update(_support(bearings))
    rows.update(_packets(groups, bearings))
    return Settlement(rows)


def _near_duplicates(groups: Sequence[WorkGroup], near: Sequence[NearDuplicate]) -> Rows:
    work_of = {facts.build: work_id(group) for group in groups for facts in group.builds}
    rows: Rows = {}
    for pair in near:
        one, other = sorted((work_of[pair.one], work_of[pair.other]))
        if one != other:
            key = ("near_duplicates", make_id("near", one, other))
            known = rows.get(key)
            reason = min(pair.reason, str(known["reason"])) if known else pair.reason
            rows[key] = {"work_a": one, "work_b": other, "reason": reason}
    return rows


def _resolutions(groups: Sequence[WorkGroup]) -> Rows:
    index = WorkIndex(groups)
    rows: Rows = {}
    for group in groups:
        for facts in group.builds:
            for reference in facts.references:
                found = index.resolve(reference)
                if found and found[0] != work_id(group):
                    body = {"reference": reference.id, "work": found[0], "method": found[1]}
                    rows["resolutions", make_id("resolution", reference.id)] = body
    return rows


def _support(bearings: Sequence[Bearing]) -> Rows:
    rows: Rows = {}
    for bearing in bearings:
        for one, other in ((bearing.one, bearing.other), (bearing.other, bearing.one)):
            body = {"claim": one.id, "other": other.id, "agrees": bearing.agrees}
            rows["support", make_id("support", one.id, other.id)] = body
    return rows


def _packets(groups: Sequence[WorkGroup], bearings: Sequence[Bearing]) -> Rows:
    agreeing: dict[str, set[str]] = defaultdict(set)
    independent: set[str] = set()
    opposing: dict[str, set[str]] = defaultdict(set)
    for bearing in bearings:
        sides = agreeing if bearing.agrees else opposing
        sides[bearing.one.id].add(bearing.other.id)
        sides[bearing.other.id].add(bearing.one.id)
        if bearing.agrees and bearing.independent:
            independent |= {bearing.one.id, bearing.other.id}
    rows: Rows = {}
    for group in groups:
        facts, work, trust = active_build(group), work_id(group), reliability(group)
        for claim in facts.claims:
            strength = literature_strength(
                claim, retracted=trust == "retracted", supported=claim.id in independent,
                contradicted=bool(opposing[claim.id]),
            )
            rows["packets", make_id("packet", claim.id)] = {
                "claim": claim.id, "asset": None, "work": work, "artifact": "literature", "strength": strength,
                "risks": _risks(facts, trust, claim, strength == "replicated", bool(opposing[claim.id])),
                "supporting": tuple(sorted(agreeing[claim.id])), "contradicting": tuple(sorted(opposing[claim.id])),
            }
        for table in facts.tables:
            rows["packets", make_id("packet", table)] = {
                "claim": None, "asset": table, "work": work, "artifact": "table",
                "strength": "unverified" if trust == "retracted" else "pilot",
                "risks": _risks(facts, trust, None, False, False), "supporting": (), "contradicting": (),
            }
    return rows


def _risks(
    facts: BuildFacts, trust: str, claim: ClaimFact | None, replicated: bool, conflict: bool
) -> tuple[str, ...]:
    risks = {trust} & {"retracted", "preprint"}
    if not replicated:
        risks.add("single-source")
    if facts.hidden:
        risks.add("hidden-text")
    if claim is not None and claim.ocr:
        risks.add("ocr")
    if conflict:
        risks.add("conflict")
    return tuple(sorted(risks))
