"""The library rows that a part of the library should have, and which rows these are to take the place of.

Three kinds of rows follow a part: those of its works; the resolutions of its own references, and of references anywhere
that may point into it, as it is or as it was; and support and packets of its claims, and of the claims anywhere that
are on one comparison with them. Everything else depends on works that did not change. The rules are those of
`settle.py`; taken for the whole library, the same steps settle it in full, some builds at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..canon import make_id
from ..view import View
from .facts import ClaimFact, ReferenceFact
from .keys import comparison_number, sought_keys
from .loading import Chosen, Content
from .neighbours import Neighbourhood
from .packets import ALONE, Origin, claim_packet, packet_id, table_packets
from .part import Part
from .profiles import profile
from .references import WorkIndex
from .settle import Row, near_rows, origin_of, people_of, resolution_rows, support_rows, work_rows
from .support import Compared, bearings, by_comparison, oriented, weigh
from .works import active_build, work_id

BUILDS_AT_ONCE = 500
"""Builds whose references and claims are in memory at a time."""


@dataclass
class Scope:
    """Which rows are settled anew: those about these works, references and claims, and the packets of these ids."""

    works: set[str] = field(default_factory=set)
    references: set[str] = field(default_factory=set)
    claims: set[str] = field(default_factory=set)
    packets: set[str] = field(default_factory=set)


class Settling:
    """Settles one part. `rows` gives its rows once; `scope` is complete when they are through.

    The scope of a whole library stays empty, and means every row.
    """

    def __init__(self, view: View, part: Part) -> None:
        self.scope = Scope()
        self._view = view
        self._part = part
        self._works = {facts.build: work_id(group) for group in part.groups for facts in group.builds}
        self._around = Neighbourhood(view, {*part.builds, *(facts.build for facts in part.gone)})
        self._index = WorkIndex()
        self._compared: list[tuple[str, ClaimFact]] = []
        self._keys: set[int] = set()

    def rows(self) -> Iterator[Row]:
        """Every row of the part, in no particular order."""
        yield from self._work_rows()
        for group in self._part.groups:
            self._index.add(work_id(group), [profile(facts) for facts in group.builds])
        yield from self._contents()
        if not self._part.whole:
            yield from self._references_from_elsewhere()
        # It is not needed any more, and large.
        self._index = WorkIndex()
        yield from self._comparisons()

    def _work_rows(self) -> Iterator[Row]:
        part = self._part
        if not part.whole:
            # Whatever builds a work has, its id comes from the blob of one of them.
            blobs = {one.facts.blob for joined in part.joined for one in joined}
            self.scope.works |= {make_id("work", blob) for blob in blobs}
        ends = {build for pair in part.near for build in (pair.one, pair.other)} - self._works.keys()
        yield from work_rows(part.groups)
        yield from near_rows(part.near, self._works | self._around.works_of(ends))

    def _contents(self) -> Iterator[Row]:
        origins = {active_build(group).build: origin_of(group) for group in self._part.groups}
        for facts in self._part.gone:
            self._note(Content(facts.build, facts.references, facts.claims, facts.tables))
        builds = self._part.builds
        for start in range(0, len(builds), BUILDS_AT_ONCE):
            contents = Chosen(self._view, builds[start:start + BUILDS_AT_ONCE]).contents()
            yield from self._resolutions([
                (self._works[said.build], reference) for said in contents if said.build in self._works
                for reference in said.references
            ])
            for said in contents:
                self._note(said)
                if said.build in origins:
                    yield from self._packets(origins[said.build], said)

    def _note(self, said: Content) -> None:
        """Take what a build says into the scope."""
        if self._part.whole:
            return
        self.scope.references |= {reference.id for reference in said.references}
        self.scope.claims |= {claim.id for claim in said.claims}
        self.scope.packets |= {packet_id(name) for name in (*(claim.id for claim in said.claims), *said.tables)}
        for claim in said.claims:
            key = comparison_number(
                claim.kind, claim.own, claim.direction, claim.a_key, claim.b_key, claim.metric_key
            )
            if key is not None:
                self._keys.add(key)

    def _packets(self, origin: Origin, said: Content) -> Iterator[Row]:
        """Packets of an active build; claims that compare wait until all are known."""
        for claim in said.claims:
            if oriented(claim):
                self._compared.append((origin.work, claim))
            else:
                yield "packets", *claim_packet(origin, claim, ALONE)
        for name, body in table_packets(origin, said.tables):
            yield "packets", name, body

    def _resolutions(self, references: list[tuple[str, ReferenceFact]]) -> Iterator[Row]:
        if not self._part.whole:
            for work, builds in self._around.candidates([reference for _, reference in references], self._index):
                self._index.add(work, builds)
        yield from resolution_rows(self._index, references)

    def _references_from_elsewhere(self) -> Iterator[Row]:
        keys: set[int] = set()
        moved = WorkIndex()
        for joined in self._part.joined:
            # As they were joined or as they are: whatever work these builds made up, its names and years are theirs.
            moved.add(joined[0].build, joined)
            # Some of them may make up a work without a title, which no reference disagrees with.
            for one in joined:
                if not one.title:
                    moved.add(f"{one.build} alone", [one])
            keys |= sought_keys(
                (one.first for one in joined if one.first is not None),
                (one.at for one in joined if one.at is not None),
                (key for one in joined for key in one.identifiers.items()),
            )
        found = [(build, entry) for build, entry in self._around.references(keys) if moved.touches(entry)]
        self.scope.references |= {entry.id for _, entry in found}
        works = self._around.works_of(build for build, _ in found)
        yield from self._resolutions([(works[build], entry) for build, entry in found if build in works])

    def _comparisons(self) -> Iterator[Row]:
        part = self._part
        origins = {work_id(group): origin_of(group) for group in part.groups}
        people = {work_id(group): people_of(group) for group in part.groups}
        compared, self._compared = self._compared, []
        if not part.whole:
            for other in self._around.bystanders(self._keys):
                origins[other.origin.work], people[other.origin.work] = other.origin, other.people
                compared += ((other.origin.work, claim) for claim in other.claims)
                self.scope.packets |= {packet_id(claim.id) for claim in other.claims}
        for block in by_comparison(compared).values():
            yield from support_rows(bearings(block, None if part.whole else self.scope.claims))
            yield from _weighed(block, people, origins)


def _weighed(
    block: list[Compared], people: dict[str, frozenset[str]], origins: dict[str, Origin]
) -> Iterator[Row]:
    weights = dict(weigh(block, people))
    for one in block:
        yield "packets", *claim_packet(origins[one.work], one.claim, weights[one.claim.id])
