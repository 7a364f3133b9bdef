"""The part of a library that a change may have moved: the builds that belong to one work with a changed build.

Builds are joined to works by links between pairs, and whether two builds are linked depends on these two alone. So a
change can move only the works of the builds that are connected with a changed build by links as they are now or as they
were; all others have the same members, links and vetoes as before. A build that went is looked at as if it were there:
what it held together may fall apart without it, and what it kept apart may join.

The part is found step by step: the builds that share a block with those found last, of these the ones that are linked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..view import View
from .facts import BuildFacts
from .identity import Comparisons, NearDuplicate, WorkGroup, compare_all, components, group
from .keys import number
from .loading import Chosen, visible_builds
from .neighbours import sharing
from .profiles import Profile, profile

BUILDS_AT_ONCE = 2_000
"""Builds whose rows are in memory at a time, beside the facts that are made of them."""


@dataclass(frozen=True)
class Part:
    """Builds with everything that belongs to one work with them.

    `builds` are the visible ones, `gone` the facts of those that are out of view. `groups` are the works of the visible
    ones; `near` also holds pairs with builds outside. `joined` are the builds that were or are linked, group by group.
    """

    builds: list[str]
    gone: tuple[BuildFacts, ...]
    groups: list[WorkGroup]
    near: list[NearDuplicate]
    joined: list[list[Profile]]
    whole: bool = False


def whole_library(view: View) -> Part:
    """All visible builds."""
    builds = visible_builds(view)
    profiles = [
        profile(facts) for start in range(0, len(builds), BUILDS_AT_ONCE)
        for facts in Chosen(view, builds[start:start + BUILDS_AT_ONCE]).works()
    ]
    found = compare_all(profiles)
    groups = group(profiles, found)
    return Part(builds, (), groups, found.near(groups), [], whole=True)


def touched_part(view: View, changed: Collection[str], gone: Mapping[str, BuildFacts], most: int) -> Part | None:
    """The part around changed builds; None if it has more than `most` builds.

    `gone` are the facts of those changed builds that are not visible.
    """
    search = _Search(view, gone)
    found = search.run(changed, most)
    if found is None:
        return None
    builds = sorted(found - gone.keys())
    cards = (search.profiles[build].facts for build in builds)
    profiles = [profile(facts) for facts in Chosen(view, builds).works(cards)]
    now = search.comparisons.among(search.profiles.keys() - gone.keys())
    groups = group(profiles, now.among(builds))
    return Part(
        builds, tuple(gone.values()), groups, now.near(groups),
        components((search.profiles[build] for build in found), search.comparisons.among(found).links),
    )


class _Search:
    """Profiles and comparisons met so far."""

    def __init__(self, view: View, gone: Mapping[str, BuildFacts]) -> None:
        self._view = view
        self.comparisons = Comparisons()
        self.profiles = {build: profile(facts) for build, facts in gone.items()}
        self._gone = list(self.profiles.values())

    def run(self, changed: Collection[str], most: int) -> set[str] | None:
        found = set(changed)
        frontier = set(changed)
        while frontier:
            if len(found) > most:
                return None
            self._load(frontier)
            frontier = self._linked([self.profiles[build] for build in sorted(frontier)]) - found
            found |= frontier
        return found

    def _linked(self, frontier: Sequence[Profile]) -> set[str]:
        """The builds that are linked with one of the frontier."""
        keys = {number(*block) for one in frontier for block in one.blocks()}
        around = sharing(self._view, keys)
        self._load(around)
        blocks: dict[tuple[str, str], list[Profile]] = defaultdict(list)
        for other in (*self._gone, *(self.profiles[build] for build in around)):
            for block in other.blocks():
                blocks[block].append(other)
        return {
            other.build for one in frontier for block in one.blocks() for other in blocks[block]
            if other.build != one.build and self.comparisons.compare(one, other)
        }

    def _load(self, builds: Iterable[str]) -> None:
        new = [build for build in builds if build not in self.profiles]
        if new:
            self.profiles |= {card.build: profile(card) for card in Chosen(self._view, new).cards()}
