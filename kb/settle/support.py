"""Which claims of other works bear on one comparison, and whether they agree.

Two claims bear on one comparison if both are own findings with a direction, and A, B and metric are known and equal,
in this order or the other. Opposite directions on different named datasets are no contradiction, and agreement on one
named dataset is no independent support.

n claims on one comparison give up to n^2 rows of support and lists of n ids in n packets; the work is of that order,
and there is none between comparisons.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from .facts import ClaimFact
from .names import person_key

OPPOSITE = {"higher": "lower", "lower": "higher", "none": "none"}

Comparison = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Compared:
    """A claim of a work on one comparison, and its direction as seen from the comparison's first side."""

    work: str
    claim: ClaimFact
    way: str


@dataclass(frozen=True, slots=True)
class Weight:
    """Claims of other works that agree with one and that oppose it; whether a supporting one is independent."""

    supporting: tuple[str, ...] = ()
    contradicting: tuple[str, ...] = ()
    independent: bool = False


def by_comparison(claims: Iterable[tuple[str, ClaimFact]]) -> dict[Comparison, list[Compared]]:
    """Claims (each with its work) by what they compare; those that compare nothing are left out."""
    blocks: dict[Comparison, list[Compared]] = defaultdict(list)
    for work, claim in claims:
        found = oriented(claim)
        if found:
            blocks[found[0]].append(Compared(work, claim, found[1]))
    return blocks


def bearings(
    block: Sequence[Compared], focus: Collection[str] | None = None
) -> Iterator[tuple[str, str, bool]]:
    """(claim, other, whether they agree) of every two claims that bear on each other, in both orders.

    With a `focus`, only pairs of which one or both claims are in it.
    """
    if focus is None:
        pairs: Iterable[tuple[Compared, Compared]] = combinations(block, 2)
    else:
        mine = [one for one in block if one.claim.id in focus]
        rest = [one for one in block if one.claim.id not in focus]
        pairs = (*combinations(mine, 2), *product(mine, rest))
    for one, other in pairs:
        if _bears(one, other):
            agrees = one.way == other.way
            yield one.claim.id, other.claim.id, agrees
            yield other.claim.id, one.claim.id, agrees


def weigh(block: Sequence[Compared], people: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, Weight]]:
    """The weight of every claim of a comparison. `people` are keys of all authors, by work."""
    ordered = sorted(block, key=lambda one: one.claim.id)
    for one in ordered:
        bear = [other for other in ordered if _bears(one, other)]
        agree = [other for other in bear if other.way == one.way]
        yield one.claim.id, Weight(
            tuple(other.claim.id for other in agree),
            tuple(other.claim.id for other in bear if other.way != one.way),
            any(_independent(one, other, people) for other in agree),
        )


def authors_of(authors: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Keys of people: family name and first initial."""
    return frozenset(person_key(family, given) for family, given in authors if family)


def oriented(claim: ClaimFact) -> tuple[Comparison, str] | None:
    """What a claim compares, and its direction; None where it is no own finding on a known comparison."""
    return orient(claim.kind, claim.own, claim.direction, claim.a_key, claim.b_key, claim.metric_key)


def orient(
    kind: str, own: bool, direction: str | None, a_key: str, b_key: str, metric_key: str
) -> tuple[Comparison, str] | None:
    """As `oriented`, from the fields of a claim: both orders of A and B are one comparison."""
    if not own or not direction or not (a_key and b_key and metric_key) or kind not in ("result", "comparison"):
        return None
    if a_key <= b_key:
        return (a_key, b_key, metric_key), direction
    return (b_key, a_key, metric_key), OPPOSITE[direction]


def _bears(one: Compared, other: Compared) -> bool:
    if one.work == other.work:
        return False
    a, b = one.claim.dataset, other.claim.dataset
    return one.way == other.way or not a or not b or a == b


def _independent(one: Compared, other: Compared, people: Mapping[str, frozenset[str]]) -> bool:
    if one.claim.dataset and one.claim.dataset == other.claim.dataset:
        return False
    mine, theirs = people[one.work], people[other.work]
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)
