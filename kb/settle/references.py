"""Reference entries resolved to works of the library: by identifier, else by title, first author and year.

A reference is compared with the works of its identifiers, and with those of one first author within a year of it, and
with no others: for r references, r times the number of works that one name has in three years.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from .facts import ReferenceFact
from .keys import IDENTIFIERS, identifier_keys
from .meant import can_be_meant, is_meant_by_title
from .names import family_key
from .profiles import Profile


class WorkIndex:
    """Works by identifier, and by first author and year. A work is a name and the profiles of its builds."""

    def __init__(self) -> None:
        self._builds: dict[str, Sequence[Profile]] = {}
        self._by_identifier: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._by_name: dict[tuple[str, int], list[tuple[str, Profile]]] = defaultdict(list)

    def __contains__(self, work: str) -> bool:
        return work in self._builds

    def add(self, work: str, builds: Sequence[Profile]) -> None:
        """Add a work; each is added once, with all its builds."""
        self._builds[work] = builds
        for key in {key for one in builds for key in one.identifiers.items()}:
            self._by_identifier[key].append(work)
        dated = [one for one in builds if one.title and one.at is not None]
        for first in {one.first for one in builds if one.first is not None}:
            for one in dated:
                assert one.at is not None
                for year in (one.at - 1, one.at, one.at + 1):
                    self._by_name[first, year].append((work, one))

    def resolve(self, reference: ReferenceFact) -> tuple[str, str] | None:
        """(work, method), or None. An identifier counts only if the rest of the entry does not speak against it, and
        only if unique."""
        contradicted = False
        for name, named, meant in self._by_identifiers(reference):
            if len(meant) == 1:
                return meant[0], name
            contradicted = contradicted or (bool(named) and not meant)
        if contradicted:
            # One half of the entry names a work of the library, the other half another: neither is believed.
            return None
        titled = self._by_title(reference)
        return (titled.pop(), "title") if len(titled) == 1 else None

    def touches(self, reference: ReferenceFact) -> bool:
        """Whether any of the works bears on how the reference resolves."""
        return any(named for _, named, _ in self._by_identifiers(reference)) or bool(self._by_title(reference))

    def _by_identifiers(self, reference: ReferenceFact) -> Iterator[tuple[str, list[str], list[str]]]:
        """For each identifier of the reference: its name, the works that have it, those of them that can be meant."""
        identifiers = identifiers_of(reference)
        for name in IDENTIFIERS:
            if name in identifiers:
                named = self._by_identifier.get((name, identifiers[name]), [])
                yield name, named, [work for work in named if self._agrees(reference, work)]

    def _agrees(self, reference: ReferenceFact, work: str) -> bool:
        builds = self._builds[work]
        return any(can_be_meant(reference, one) for one in [one for one in builds if one.title] or builds)

    def _by_title(self, reference: ReferenceFact) -> set[str]:
        if not reference.title or not reference.authors or not reference.year:
            return set()
        candidates = self._by_name.get((family_key(reference.authors[0]), reference.year), ())
        identifiers = identifiers_of(reference)
        return {work for work, one in candidates if is_meant_by_title(reference, identifiers, one)}


def identifiers_of(reference: ReferenceFact) -> dict[str, str]:
    """The identifiers of a reference, normalised, by name."""
    return identifier_keys(reference.doi, reference.arxiv, reference.pmid, reference.openalex)


def resolutions(
    index: WorkIndex, references: Iterable[tuple[str, ReferenceFact]]
) -> Iterator[tuple[ReferenceFact, str, str]]:
    """(reference, work, method) of those that resolve. `references` come with the work that they stand in.

    A work that cites itself is no resolution.
    """
    for owner, reference in references:
        found = index.resolve(reference)
        if found and found[0] != owner:
            yield reference, *found
