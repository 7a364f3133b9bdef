"""What lies around a part of a library: the visible builds outside of it that share keys with it, as they were settled.

Every answer is found by columns of numbers (`kb/events/key_rows.py`), and what is loaded is what shares a key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Any

from ..canon import make_id
from ..view import View
from .facts import ClaimFact, ReferenceFact
from .keys import number
from .loading import Chosen
from .names import family_key
from .packets import Origin
from .profiles import Profile, profile
from .references import WorkIndex, identifiers_of
from .support import authors_of

# Keys first and visibility after: few rows have one of the keys, while every row is about some build.
FOUND = """
WITH found AS MATERIALIZED (
    SELECT DISTINCT {columns} FROM raw_{table} WHERE key IN (SELECT unnest(?::BIGINT[]))
)
"""
BUILDS = FOUND.format(columns="build", table="work_keys") + """
SELECT build FROM found WHERE build IN (SELECT build FROM visible_builds)
"""
MERGED = FOUND.format(columns="build", table="work_keys") + """
SELECT build FROM work_builds WHERE build IN (SELECT build FROM found)
AND work IN (SELECT work FROM work_builds GROUP BY work HAVING count(*) > 1)
"""
ENTRIES = FOUND.format(columns="build, entry", table="reference_keys") + """
SELECT build, entry FROM found WHERE build IN (SELECT build FROM visible_builds)
"""
CLAIMING = FOUND.format(columns="build, claim", table="comparison_keys") + """
SELECT f.build, f.claim, w.work FROM found f JOIN work_builds w ON w.build = f.build
WHERE w.active AND w.part = 'main'
"""
WORKS_OF = "SELECT build, work FROM work_builds WHERE build IN (SELECT unnest(?))"
MEMBERS = "SELECT work, build FROM work_builds WHERE work IN (SELECT unnest(?)) ORDER BY work, build"
TRUST = "SELECT id, reliability FROM works WHERE id IN (SELECT unnest(?))"


@dataclass(frozen=True)
class Bystander:
    """A work outside the part some of whose claims compare what claims of the part compare."""

    origin: Origin
    people: frozenset[str]
    claims: tuple[ClaimFact, ...]


class Neighbourhood:
    """The surroundings of a part; `part` are the builds in it, and none of them is ever answered."""

    def __init__(self, view: View, part: Set[str]) -> None:
        self._view = view
        self._part = part

    def works_of(self, builds: Iterable[str]) -> dict[str, str]:
        """The works of builds outside, by build."""
        wanted = sorted(set(builds) - self._part)
        rows = self._view.rows(WORKS_OF, [wanted]) if wanted else []
        return {row["build"]: row["work"] for row in rows}

    def candidates(
        self, references: Collection[ReferenceFact], known: WorkIndex
    ) -> Iterator[tuple[str, list[Profile]]]:
        """Works, with their builds, that the references may point to; those that are `known` are left out."""
        keys, firsts = set(), set()
        for reference in references:
            keys |= {number(name, key) for name, key in identifiers_of(reference).items()}
            if reference.title and reference.authors and reference.year:
                first = family_key(reference.authors[0])
                keys |= {number("named", first, reference.year + step) for step in (-1, 0, 1)}
                # In a work of several builds, one may have the name and another the year.
                firsts.add(number("first", first))
        rows = self._keyed(BUILDS, keys) + self._keyed(MERGED, firsts)
        works = set(self.works_of(row["build"] for row in rows).values())
        yield from self._profiles({work for work in works if work not in known}).items()

    def references(self, keys: Collection[int]) -> Iterator[tuple[str, ReferenceFact]]:
        """(build, reference) of the references with one of these keys."""
        wanted: dict[str, set[str]] = defaultdict(set)
        for row in self._keyed(ENTRIES, keys):
            wanted[row["build"]].add(make_id("reference", row["build"], int(row["entry"])))
        for build, references in Chosen(self._view, wanted).references().items():
            for reference in references:
                if reference.id in wanted[build]:
                    yield build, reference

    def bystanders(self, keys: Collection[int]) -> Iterator[Bystander]:
        """Works with claims on comparisons of these keys."""
        wanted: dict[str, set[str]] = defaultdict(set)
        works: dict[str, str] = {}
        for row in self._keyed(CLAIMING, keys):
            wanted[row["build"]].add(make_id("claim", row["build"], int(row["claim"])))
            works[row["build"]] = row["work"]
        if not works:
            return
        chosen = Chosen(self._view, works)
        claims, hidden = chosen.claims(), chosen.hidden()
        members = self._profiles(works.values())
        trust = {row["id"]: row["reliability"] for row in self._view.rows(TRUST, [sorted(works.values())])}
        for build, work in works.items():
            yield Bystander(
                Origin(work, trust[work], build in hidden),
                authors_of(name for one in members[work] for name in one.facts.authors),
                tuple(claim for claim in claims[build] if claim.id in wanted[build]),
            )

    def _profiles(self, works: Collection[str]) -> dict[str, list[Profile]]:
        """The builds of works."""
        if not works:
            return {}
        rows = self._view.rows(MEMBERS, [sorted(works)])
        cards = {card.build: card for card in Chosen(self._view, [row["build"] for row in rows]).cards()}
        found: dict[str, list[Profile]] = defaultdict(list)
        for row in rows:
            found[row["work"]].append(profile(cards[row["build"]]))
        return found

    def _keyed(self, sql: str, keys: Collection[int]) -> list[dict[str, Any]]:
        """Rows of builds outside, by keys."""
        rows = self._view.rows(sql, [sorted(keys)]) if keys else []
        return [row for row in rows if row["build"] not in self._part]


def sharing(view: View, keys: Collection[int]) -> list[str]:
    """Visible builds that something identifies by one of these keys."""
    return [row["build"] for row in view.rows(BUILDS, [sorted(keys)])]
