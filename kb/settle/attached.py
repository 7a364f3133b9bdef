"""What joins the works that other sources make, and changes no work's id: supplements, and records of a service.

They are compared with builds in pairs as builds are with each other; but they hold nothing together that would not be
one work without them. A record of a service makes no work of its own; a supplement whose paper is not there does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .keys import IDENTIFIERS
from .profiles import Profile

ATTACHED_KINDS = frozenset({"openalex"})
"""Kinds of source that are attached to works."""
REASONS = ("blob", *IDENTIFIERS, "supplement", "attached", "title", "alone")
"""What joins a build to a work, the strongest first."""

Pair = tuple[str, str]


def is_attached(one: Profile) -> bool:
    """Whether a build makes no work of its own."""
    return one.facts.source_kind in ATTACHED_KINDS


def attach(
    works: Sequence[Iterable[str]], records: Iterable[Profile], links: Mapping[Pair, str], vetoes: Mapping[Pair, str]
) -> Iterator[tuple[int, Profile, str]]:
    """(at which of the works, record, reason) of the records that join one, each at most once, in their order.

    `works` are the builds of each. The strongest reason decides, then the order of the works.
    """
    home = {build: at for at, members in enumerate(works) for build in members}
    linked, vetoed = (_by_build(pairs) for pairs in (links, vetoes))
    for record in sorted(records, key=lambda one: one.order):
        against = {home[build] for build in vetoed[record.build] if build in home}
        reasons: dict[int, str] = {}
        for build, why in linked[record.build].items():
            if build in home and joins(why, vetoed=home[build] in against):
                at = home[build]
                reasons[at] = min(why, reasons.get(at, why), key=REASONS.index)
        if reasons:
            at = min(reasons, key=lambda one: (REASONS.index(reasons[one]), one))
            yield at, record, reasons[at]


def joins(why: str, *, vetoed: bool) -> bool:
    """Whether a link to one build of a work joins a record to it; `vetoed` if another build of it speaks against."""
    return not vetoed or why in IDENTIFIERS


def _by_build(pairs: Mapping[Pair, str]) -> dict[str, dict[str, str]]:
    """Pairs by each of their builds, as the other build with the reason."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for (one, other), why in pairs.items():
        found[one][other] = why
        found[other][one] = why
    return found
