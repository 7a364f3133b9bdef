"""Which claims of author-disjoint works bear on one comparison, and whether they agree.

Two claims bear on one comparison if both are own findings with a direction, and A, B and metric are known and equal,
in this order or the other. Opposite directions on different named datasets are no contradiction, and agreement on one
named dataset is no independent support.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .facts import ClaimFact
from .names import person_key

OPPOSITE = {"higher": "lower", "lower": "higher", "none": "none"}


@dataclass(frozen=True)
class Bearing:
    """A pair of claims on one comparison; `independent` if authors and data are disjoint."""

    one: ClaimFact
    other: ClaimFact
    agrees: bool
    independent: bool


def find_bearings(
    claims: Mapping[str, Sequence[ClaimFact]], people: Mapping[str, frozenset[str]]
) -> Iterator[Bearing]:
    """Pairs over works. `claims` and `people` are by work id; people are keys of all authors."""
    groups: dict[tuple[str, str, str], list[tuple[str, ClaimFact, str]]] = defaultdict(list)
    for work in sorted(claims):
        for claim in claims[work]:
            oriented = _orient(claim)
            if oriented:
                key, direction = oriented
                groups[key].append((work, claim, direction))
    for key in sorted(groups):
        for (work, one, way), (other_work, other, other_way) in combinations(groups[key], 2):
            if work == other_work:
                continue
            same_data = bool(one.dataset) and one.dataset == other.dataset
            if way != other_way and one.dataset and other.dataset and not same_data:
                continue
            apart = not people[work] & people[other_work] and bool(people[work]) and bool(people[other_work])
            yield Bearing(one, other, way == other_way, apart and not same_data)


def authors_of(authors: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Keys of people: family name and first initial."""
    return frozenset(person_key(family, given) for family, given in authors if family)


def _orient(claim: ClaimFact) -> tuple[tuple[str, str, str], str] | None:
    if not claim.own or not claim.direction or not (claim.a_key and claim.b_key and claim.metric_key):
        return None
    if claim.kind not in ("result", "comparison"):
        return None
    if claim.a_key <= claim.b_key:
        return (claim.a_key, claim.b_key, claim.metric_key), claim.direction
    return (claim.b_key, claim.a_key, claim.metric_key), OPPOSITE[claim.direction]
