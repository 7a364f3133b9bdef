"""Which builds are about one work: matching pairs without a veto, then connected components.

What two builds are to each other is said by `pairs.py`. A component that holds a vetoed pair is split down to its
identifiers and flagged. Supplements and records of services then join the works that are there (`attached.py`).

Only builds of one block are compared. Builds that share bytes, an identifier or a title nearly all match or are kept
apart with a reason, so that comparing all pairs of such a block costs what its result holds. The block of a first
author and a year is searched for titles that are alike (`alike.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from .alike import alike_pairs
from .attached import REASONS, attach, is_attached
from .facts import BuildFacts
from .keys import IDENTIFIERS
from .pairs import DOUBTS, compare_pair, marks_of
from .profiles import Profile, profile

Pair = tuple[str, str]


@dataclass(frozen=True)
class WorkGroup:
    """Builds of one work, smallest blob first, then its supplements, then attached records.

    `reasons` says per build what joined it. `marks` are what builds outside say of it: `retracted` by a notice, and
    `doi-disagrees` where its DOI is that of another paper.
    """

    builds: tuple[BuildFacts, ...]
    reasons: dict[str, str]
    split: bool = False
    supplements: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()

    @property
    def main(self) -> tuple[BuildFacts, ...]:
        """All builds but the supplements."""
        return tuple(facts for facts in self.builds if facts.build not in self.supplements)


@dataclass(frozen=True)
class NearDuplicate:
    """Two builds that look alike and were kept apart; `cut` where they match, and others parted them."""

    one: str
    other: str
    reason: str
    cut: bool = False


@dataclass
class Comparisons:
    """What comparing found: pairs that belong together and pairs that must not, with the reasons.

    A pair is named by its build ids, in the order of the profiles. `marks` are those where one build says something of
    the work of the other without being part of it: per build that it is said of, what is said.
    """

    links: dict[Pair, str] = field(default_factory=dict)
    vetoes: dict[Pair, str] = field(default_factory=dict)
    attached: set[str] = field(default_factory=set)
    marks: dict[Pair, tuple[tuple[str, str], ...]] = field(default_factory=dict)

    def compare(self, one: Profile, other: Profile) -> bool:
        """Compare two builds of a block, in either order; whether the work of one depends on the other."""
        if other.order < one.order:
            one, other = other, one
        pair = (one.build, other.build)
        self.attached.update(build.build for build in (one, other) if is_attached(build))
        if pair not in self.links and pair not in self.vetoes:
            reason, veto = compare_pair(one, other)
            if veto:
                self.vetoes[pair] = veto
                if marks := tuple(marks_of(one, other, veto)):
                    self.marks[pair] = marks
            elif reason:
                self.links[pair] = reason
        return pair in self.links or pair in self.marks

    def among(self, builds: Iterable[str]) -> Comparisons:
        """Those between two of these builds."""
        some = set(builds)
        links, vetoes = (
            {pair: why for pair, why in found.items() if pair[0] in some and pair[1] in some}
            for found in (self.links, self.vetoes)
        )
        marks = {pair: what for pair, what in self.marks.items() if pair in vetoes}
        return Comparisons(links, vetoes, self.attached & some, marks)

    def parting(self) -> dict[Pair, str]:
        """The vetoes without doubts, which keep titles from joining builds and do not part what identifiers join."""
        return {pair: why for pair, why in self.vetoes.items() if why not in DOUBTS}

    def near(self, works: Iterable[WorkGroup]) -> list[NearDuplicate]:
        """The pairs that were kept apart, of builds that make works; `works` are those that came of the links."""
        home = {facts.build: at for at, work in enumerate(works) for facts in work.main}
        vetoed = [
            NearDuplicate(one, other, why) for (one, other), why in sorted(self.vetoes.items())
            if self.attached.isdisjoint((one, other))
        ]
        return vetoed + [
            NearDuplicate(one, other, f"{'' if why == 'attached' else 'same '}{why}, parted by others", cut=True)
            for (one, other), why in sorted(self.links.items())
            if why != "supplement" and self.attached.isdisjoint((one, other))
            and one in home and other in home and home[one] != home[other]
        ]


def group_works(builds: Sequence[BuildFacts]) -> tuple[list[WorkGroup], list[NearDuplicate]]:
    """Works in the order of their smallest blobs, and the pairs that were kept apart."""
    profiles = [profile(facts) for facts in builds]
    found = compare_all(profiles)
    works = group(profiles, found)
    return works, found.near(works)


def compare_all(profiles: Sequence[Profile]) -> Comparisons:
    """Compare every two builds that share a block."""
    blocks: dict[tuple[str, str], list[Profile]] = defaultdict(list)
    for one in profiles:
        for key in one.blocks():
            blocks[key].append(one)
    found = Comparisons()
    for (name, _), block in blocks.items():
        pairs = alike_pairs(block) if name == "author" else combinations(block, 2)
        for one, other in pairs:
            found.compare(one, other)
    return found


def group(profiles: Iterable[Profile], found: Comparisons) -> list[WorkGroup]:
    """Works in the order of their smallest blobs. `found` holds only pairs among the profiles."""
    everything = list(profiles)
    records = [one for one in everything if is_attached(one)]
    makers = [one for one in everything if not is_attached(one)]
    supplements = [one for one in makers if one.role.name == "supplement"]
    if supplements:
        makers = [one for one in makers if one.role.name != "supplement"]
    works = _group(makers, found.among(one.build for one in makers))
    if supplements:
        works, left = _joined(works, supplements, found)
        alone = _group(left, found.among(one.build for one in left))
        works = sorted([*works, *alone], key=_first)
    works, _ = _joined(works, records, found)
    return _marked(works, found)


def _joined(
    works: list[WorkGroup], some: Sequence[Profile], found: Comparisons
) -> tuple[list[WorkGroup], list[Profile]]:
    """The works with what joins them, and what joins none."""
    joined = set()
    members = [[facts.build for facts in work.builds] for work in works]
    for at, one, why in attach(members, some, found.links, found.parting()):
        joined.add(one.build)
        named = {one.build} if one.role.name == "supplement" and not is_attached(one) else set()
        works[at] = replace(
            works[at], builds=(*works[at].builds, one.facts), reasons=works[at].reasons | {one.build: why},
            supplements=works[at].supplements | named,
        )
    return works, [one for one in some if one.build not in joined]


def _marked(works: list[WorkGroup], found: Comparisons) -> list[WorkGroup]:
    """The works with what others say of their builds."""
    if not found.marks:
        return works
    said: dict[str, set[str]] = defaultdict(set)
    for marks in found.marks.values():
        for build, what in marks:
            said[build].add(what)
    return [
        replace(work, marks=frozenset().union(*(said.get(facts.build, ()) for facts in work.main))) for work in works
    ]


def _first(work: WorkGroup) -> Pair:
    return work.builds[0].blob, work.builds[0].build


def _group(profiles: Sequence[Profile], found: Comparisons) -> list[WorkGroup]:
    groups: list[WorkGroup] = []
    parts = components(profiles, found.links)
    home = {one.build: at for at, part in enumerate(parts) for one in part}
    links, vetoes = (_by_component(pairs, home) for pairs in (found.links, found.parting()))
    for at, part in enumerate(parts):
        if at in vetoes:
            groups.extend(_split(part, links.get(at, {}), vetoes[at]))
        else:
            groups.append(_work(part, links.get(at, {})))
    return sorted(groups, key=_first)


def components(profiles: Iterable[Profile], links: Iterable[Pair]) -> list[list[Profile]]:
    """The connected components, each in the order of profiles."""
    ordered = sorted(profiles, key=lambda one: one.order)
    parent = {one.build: one.build for one in ordered}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for one, other in links:
        a, b = sorted((root(one), root(other)))
        parent[b] = a
    parts: dict[str, list[Profile]] = defaultdict(list)
    for member in ordered:
        parts[root(member.build)].append(member)
    return list(parts.values())


def _by_component(pairs: dict[Pair, str], home: dict[str, int]) -> dict[int, dict[Pair, str]]:
    """Pairs by the component that holds both."""
    found: dict[int, dict[Pair, str]] = defaultdict(dict)
    for (one, other), why in pairs.items():
        if home[one] == home[other]:
            found[home[one]][one, other] = why
    return found


def _split(part: Sequence[Profile], links: dict[Pair, str], vetoes: dict[Pair, str]) -> Iterator[WorkGroup]:
    by_identifier = {pair: why for pair, why in links.items() if why in ("blob", *IDENTIFIERS)}
    pieces = components(part, by_identifier)
    home = {one.build: at for at, piece in enumerate(pieces) for one in piece}
    within, apart = _by_component(by_identifier, home), _by_component(vetoes, home)
    for at, piece in enumerate(pieces):
        kept = within.get(at, {})
        if at not in apart:
            yield _work(piece, kept, split=True)
            continue
        # The same bytes are one work whatever else they share: its id comes from them.
        same_bytes = {pair: why for pair, why in kept.items() if why == "blob"}
        for alone in components(piece, same_bytes):
            yield _work(alone, same_bytes, split=True)


def _work(members: Sequence[Profile], links: dict[Pair, str], *, split: bool = False) -> WorkGroup:
    reasons = {one.build: "alone" for one in members}
    for (one, other), why in links.items():
        if one in reasons and other in reasons:
            for build in (one, other):
                reasons[build] = min(reasons[build], why, key=REASONS.index)
    return WorkGroup(tuple(one.facts for one in members), reasons, split)
