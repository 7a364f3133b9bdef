"""`settle`: library rows as one pure function of the live builds. The same builds in any order give the same rows.

This is the definition. A library is settled by `run.py`, which does no more than what a change makes necessary, and has
to come to the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..canon import make_id
from .facts import BuildFacts, ReferenceFact, Settlement
from .identity import NearDuplicate, WorkGroup, group_works
from .packets import ALONE, Origin, claim_packet, table_packets
from .profiles import profile
from .references import WorkIndex, resolutions
from .support import Weight, authors_of, bearings, by_comparison, weigh
from .works import active_build, part_rows, reliability, work_body, work_id

SETTLE_VERSION = 4
"""Number of the rules; a library that was settled by others is settled anew.

Who changes how keys are made (`names.py`, `keys.py`) also has to change `LAYOUT` in `kb/segments/manifest.py`.
"""

Row = tuple[str, str, Mapping[str, object]]
"""A library row: table, id, body."""


def settle(builds: Sequence[BuildFacts]) -> Settlement:
    """Works, parts, resolved references, near-duplicates, support and packets of all live builds."""
    groups, near = group_works(builds)
    works = {facts.build: work_id(group) for group in groups for facts in group.builds}
    index = WorkIndex()
    for group in groups:
        index.add(work_id(group), [profile(facts) for facts in group.builds])
    rows = [*work_rows(groups), *near_rows(near, works)]
    rows += resolution_rows(
        index, (
            (works[facts.build], reference) for facts in builds if facts.build in works
            for reference in facts.references
        )
    )
    active = {work_id(group): active_build(group) for group in groups}
    blocks = by_comparison((work, claim) for work, facts in active.items() for claim in facts.claims)
    people = {work_id(group): people_of(group) for group in groups}
    weights: dict[str, Weight] = {}
    for block in blocks.values():
        rows += support_rows(bearings(block))
        weights.update(weigh(block, people))
    for group in groups:
        origin, facts = origin_of(group), active[work_id(group)]
        packets = [claim_packet(origin, claim, weights.get(claim.id, ALONE)) for claim in facts.claims]
        rows += (("packets", name, body) for name, body in (*packets, *table_packets(origin, facts.tables)))
    return Settlement({(table, name): body for table, name, body in rows})


def work_rows(groups: Iterable[WorkGroup]) -> Iterator[Row]:
    """Works and their parts."""
    for group in groups:
        yield "works", work_id(group), work_body(group)
        for (table, name), body in part_rows(group).items():
            yield table, name, body


def near_rows(near: Iterable[NearDuplicate], works: Mapping[str, str]) -> Iterator[Row]:
    """Works that look alike and were kept apart. `works` are by build."""
    reasons: dict[tuple[str, str], tuple[bool, str]] = {}
    for found in near:
        one, other = sorted((works[found.one], works[found.other]))
        if one != other:
            # What speaks against a pair says more than what speaks for it.
            said = (found.cut, found.reason)
            reasons[one, other] = min(said, reasons.get((one, other), said))
    for (one, other), (_, reason) in reasons.items():
        yield "near_duplicates", make_id("near", one, other), {"work_a": one, "work_b": other, "reason": reason}


def resolution_rows(index: WorkIndex, references: Iterable[tuple[str, ReferenceFact]]) -> Iterator[Row]:
    """References that resolve; each comes with the work that it stands in."""
    for reference, work, method in resolutions(index, references):
        body = {"reference": reference.id, "work": work, "method": method}
        yield "resolutions", make_id("resolution", reference.id), body


def support_rows(pairs: Iterable[tuple[str, str, bool]]) -> Iterator[Row]:
    """Claims that bear on one comparison."""
    for claim, other, agrees in pairs:
        yield "support", make_id("support", claim, other), {"claim": claim, "other": other, "agrees": agrees}


def people_of(group: WorkGroup) -> frozenset[str]:
    """Keys of all authors of a work."""
    return authors_of(name for facts in group.builds for name in facts.authors)


def origin_of(group: WorkGroup) -> Origin:
    """Where the packets of a work come from."""
    return Origin(work_id(group), reliability(group), bool(active_build(group).hidden))
