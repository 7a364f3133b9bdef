"""Which builds are about one work: matching pairs without a veto, then connected components.

A component that holds a vetoed pair is split down to its identifiers and flagged. Two builds match by DOI, arXiv id or
PMID if their titles do not disagree (an identifier printed in a PDF is a candidate, not a truth), or by title, first
author and year. A missing field never matches; a title alone never identifies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .facts import BuildFacts
from .names import arxiv_key, doi_key, family_key, title_key, titles_differ

ALIKE = 95
"""Titles at or above this rapidfuzz ratio are candidates for one work."""
AGREES = 60
"""Titles below this ratio disagree, whatever identifier they share."""

PREPRINT_PREFIXES = ("10.48550/", "10.1101/", "10.21203/", "10.20944/", "10.31234/", "10.26434/", "10.2139/")


@dataclass(frozen=True)
class WorkGroup:
    """Builds of one work, smallest blob first; `reasons` says per build what joined it."""

    builds: tuple[BuildFacts, ...]
    reasons: dict[str, str]
    split: bool = False


@dataclass(frozen=True)
class NearDuplicate:
    """Two builds that look alike and were kept apart."""

    one: str
    other: str
    reason: str


def group_works(builds: Sequence[BuildFacts]) -> tuple[list[WorkGroup], list[NearDuplicate]]:
    """Works in the order of their smallest blobs, and the pairs that were kept apart."""
    ordered = sorted(builds, key=lambda facts: (facts.blob, facts.build))
    links: dict[tuple[str, str], str] = {}
    vetoes: dict[tuple[str, str], str] = {}
    for one, other in _candidate_pairs(ordered):
        pair = (one.build, other.build)
        reason, veto = _compare(one, other)
        if veto:
            vetoes[pair] = veto
        elif reason:
            links[pair] = reason
    groups: list[WorkGroup] = []
    for members in _components(ordered, links):
        names = {facts.build for facts in members}
        if any(one in names and other in names for one, other in vetoes):
            groups.extend(_split(members, links, vetoes))
        else:
            groups.append(WorkGroup(tuple(members), _reasons(members, links)))
    groups.sort(key=lambda group: (group.builds[0].blob, group.builds[0].build))
    near = [NearDuplicate(one, other, why) for (one, other), why in sorted(vetoes.items())]
    return groups, near


def _candidate_pairs(builds: Sequence[BuildFacts]) -> Iterator[tuple[BuildFacts, BuildFacts]]:
    blocks: dict[tuple[str, str], list[BuildFacts]] = defaultdict(list)
    for facts in builds:
        for key in _keys(facts):
            blocks[key].append(facts)
    seen: set[tuple[str, str]] = set()
    for _, block in sorted(blocks.items()):
        for one, other in combinations(block, 2):
            if (one.build, other.build) not in seen:
                seen.add((one.build, other.build))
                yield one, other


def _keys(facts: BuildFacts) -> Iterator[tuple[str, str]]:
    yield "blob", facts.blob
    yield from _identifiers(facts).items()
    title, first = title_key(facts.value("title") or ""), _first_author(facts)
    if title and first:
        yield "title", title
        yield "author", f"{first} {facts.value('year') or ''}"


def _identifiers(facts: BuildFacts) -> dict[str, str]:
    found = {}
    for name, make in (("doi", doi_key), ("arxiv", arxiv_key), ("pmid", str)):
        value = facts.value(name)
        if value:
            found[name] = make(value)
    return found


def _compare(one: BuildFacts, other: BuildFacts) -> tuple[str | None, str | None]:
    """(what joins the two, or None; why they must stay apart, or None)."""
    if one.blob == other.blob:
        return "blob", None
    mine, theirs = _identifiers(one), _identifiers(other)
    shared = next((name for name in ("doi", "arxiv", "pmid") if name in mine and mine[name] == theirs.get(name)), None)
    title, second = one.value("title") or "", other.value("title") or ""
    likeness = _likeness(title, second)
    if shared:
        if title and second and likeness < AGREES:
            return None, f"same {shared}, other title"
        return shared, None
    if not title or not second or likeness < ALIKE:
        return None, None
    differs = titles_differ(title, second)
    if differs:
        return None, f"titles differ in a {differs}"
    first, first_other = _first_author(one), _first_author(other)
    if not first or not first_other:
        return None, None
    if first != first_other:
        return None, "first authors differ"
    if _other_identifier(mine, theirs):
        return None, "identifiers differ"
    year, year_other = one.value("year"), other.value("year")
    if year and year_other and abs(int(year) - int(year_other)) > 1 and not _preprint(mine, theirs):
        return None, "years differ"
    return ("title", None) if year and year_other else (None, None)


def _likeness(one: str, other: str) -> float:
    a, b = title_key(one), title_key(other)
    if not a or not b:
        return 0.0
    if a == b:
        return 100.0
    from rapidfuzz import fuzz

    return float(fuzz.ratio(a, b))


def _first_author(facts: BuildFacts) -> str:
    return family_key(facts.authors[0][0]) if facts.authors else ""


def _other_identifier(mine: dict[str, str], theirs: dict[str, str]) -> bool:
    return any(
        name in mine and name in theirs and mine[name] != theirs[name] for name in ("doi", "arxiv", "pmid")
    ) and not _preprint(mine, theirs)


def _preprint(mine: dict[str, str], theirs: dict[str, str]) -> bool:
    return any(found.get("doi", "").startswith(PREPRINT_PREFIXES) for found in (mine, theirs)) or (
        ("arxiv" in mine) != ("arxiv" in theirs)
    )


def _components(
    builds: Sequence[BuildFacts], links: Iterable[tuple[str, str]]
) -> Iterator[list[BuildFacts]]:
    parent = {facts.build: facts.build for facts in builds}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for one, other in links:
        a, b = sorted((root(one), root(other)))
        parent[b] = a
    groups: dict[str, list[BuildFacts]] = defaultdict(list)
    for facts in builds:
        groups[root(facts.build)].append(facts)
    yield from groups.values()


def _split(
    members: list[BuildFacts], links: dict[tuple[str, str], str], vetoes: dict[tuple[str, str], str]
) -> Iterator[WorkGroup]:
    names = {facts.build for facts in members}
    by_identifier = {
        pair: why for pair, why in links.items()
        if why in ("blob", "doi", "arxiv", "pmid") and pair[0] in names and pair[1] in names
    }
    for part in _components(members, by_identifier):
        inside = {facts.build for facts in part}
        if any(one in inside and other in inside for one, other in vetoes):
            for facts in part:
                yield WorkGroup((facts,), {facts.build: "alone"}, split=True)
        else:
            yield WorkGroup(tuple(part), _reasons(part, by_identifier), split=True)


def _reasons(members: Sequence[BuildFacts], links: dict[tuple[str, str], str]) -> dict[str, str]:
    rank = ("blob", "doi", "arxiv", "pmid", "title", "alone")
    reasons = {facts.build: "alone" for facts in members}
    for pair in combinations([facts.build for facts in members], 2):
        for build in pair:
            reasons[build] = min(reasons[build], links.get(pair, "alone"), key=rank.index)
    return reasons
