"""Which builds are about one work: matching pairs without a veto, then connected components.

A component that holds a vetoed pair is split down to its identifiers and flagged. Two builds match by DOI, arXiv id or
PMID if their titles do not disagree (an identifier printed in a PDF is a candidate, not a truth), or by title, first
author and year. A missing field never matches; a title alone never identifies.

Only builds of one block are compared. Builds that share bytes, an identifier or a title nearly all match or are kept
apart with a reason, so that comparing all pairs of such a block costs what its result holds. The block of a first
author and a year is searched for titles that are alike (`alike.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from .alike import ALIKE, alike_pairs, ratio
from .attached import REASONS, attach, is_attached
from .facts import BuildFacts
from .keys import IDENTIFIERS
from .names import titles_differ
from .profiles import Profile, profile

AGREES = 60
"""Titles below this ratio disagree, whatever identifier they share."""

PREPRINT_PREFIXES = ("10.48550/", "10.1101/", "10.21203/", "10.20944/", "10.31234/", "10.26434/", "10.2139/")

Pair = tuple[str, str]


@dataclass(frozen=True)
class WorkGroup:
    """Builds of one work, smallest blob first and attached records last; `reasons` says per build what joined it."""

    builds: tuple[BuildFacts, ...]
    reasons: dict[str, str]
    split: bool = False


@dataclass(frozen=True)
class NearDuplicate:
    """Two builds that look alike and were kept apart."""

    one: str
    other: str
    reason: str


@dataclass
class Comparisons:
    """What comparing found: pairs that belong together and pairs that must not, with the reasons.

    A pair is named by its build ids, in the order of the profiles.
    """

    links: dict[Pair, str] = field(default_factory=dict)
    vetoes: dict[Pair, str] = field(default_factory=dict)
    attached: set[str] = field(default_factory=set)

    def compare(self, one: Profile, other: Profile) -> bool:
        """Compare two builds of a block, in either order; whether they belong together."""
        if other.order < one.order:
            one, other = other, one
        pair = (one.build, other.build)
        self.attached.update(build.build for build in (one, other) if is_attached(build))
        if pair in self.links or pair in self.vetoes:
            return pair in self.links
        reason, veto = _compare(one, other)
        if veto:
            self.vetoes[pair] = veto
        elif reason:
            self.links[pair] = reason
        return pair in self.links

    def among(self, builds: Iterable[str]) -> Comparisons:
        """Those between two of these builds."""
        some = set(builds)
        links, vetoes = (
            {pair: why for pair, why in found.items() if pair[0] in some and pair[1] in some}
            for found in (self.links, self.vetoes)
        )
        return Comparisons(links, vetoes, self.attached & some)

    def near(self) -> list[NearDuplicate]:
        """The pairs that were kept apart, of builds that make works."""
        return [
            NearDuplicate(one, other, why) for (one, other), why in sorted(self.vetoes.items())
            if self.attached.isdisjoint((one, other))
        ]


def group_works(builds: Sequence[BuildFacts]) -> tuple[list[WorkGroup], list[NearDuplicate]]:
    """Works in the order of their smallest blobs, and the pairs that were kept apart."""
    profiles = [profile(facts) for facts in builds]
    found = compare_all(profiles)
    return group(profiles, found), found.near()


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
    makers = [one for one in everything if not is_attached(one)]
    works = _group(makers, found.among(one.build for one in makers))
    records = [one for one in everything if is_attached(one)]
    members = [[facts.build for facts in work.builds] for work in works]
    for at, record, why in attach(members, records, found.links, found.vetoes):
        works[at] = replace(
            works[at], builds=(*works[at].builds, record.facts), reasons=works[at].reasons | {record.build: why}
        )
    return works


def _group(profiles: Sequence[Profile], found: Comparisons) -> list[WorkGroup]:
    groups: list[WorkGroup] = []
    parts = components(profiles, found.links)
    home = {one.build: at for at, part in enumerate(parts) for one in part}
    links, vetoes = (_by_component(pairs, home) for pairs in (found.links, found.vetoes))
    for at, part in enumerate(parts):
        if at in vetoes:
            groups.extend(_split(part, links.get(at, {}), vetoes[at]))
        else:
            groups.append(_work(part, links.get(at, {})))
    return sorted(groups, key=lambda work: (work.builds[0].blob, work.builds[0].build))


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


def _compare(one: Profile, other: Profile) -> tuple[str | None, str | None]:
    """(what joins the two, or None; why they must stay apart, or None)."""
    if one.facts.blob == other.facts.blob:
        return "blob", None
    shared = next((name for name in IDENTIFIERS if _shared(name, one, other)), None)
    if shared:
        if one.title and other.title and ratio(one.words, other.words) < AGREES:
            return None, f"same {shared}, other title"
        return shared, None
    if not one.words or not other.words or ratio(one.words, other.words) < ALIKE:
        return None, None
    differs = titles_differ(one.title, other.title)
    if differs:
        return None, f"titles differ in a {differs}"
    if not one.first or not other.first:
        return None, None
    if one.first != other.first:
        return None, "first authors differ"
    if _other_identifier(one, other):
        return None, "identifiers differ"
    if one.at is None or other.at is None:
        return None, None
    if abs(one.at - other.at) > 1 and not _preprint(one, other):
        return None, "years differ"
    return "title", None


def _shared(name: str, one: Profile, other: Profile) -> bool:
    return name in one.identifiers and one.identifiers[name] == other.identifiers.get(name)


def _other_identifier(one: Profile, other: Profile) -> bool:
    mine, theirs = one.identifiers, other.identifiers
    return any(
        name in mine and name in theirs and mine[name] != theirs[name] for name in IDENTIFIERS
    ) and not _preprint(one, other)


def _preprint(one: Profile, other: Profile) -> bool:
    mine, theirs = one.identifiers, other.identifiers
    return any(found.get("doi", "").startswith(PREPRINT_PREFIXES) for found in (mine, theirs)) or (
        ("arxiv" in mine) != ("arxiv" in theirs)
    )


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
