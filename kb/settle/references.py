"""Reference entries resolved to works of the library: by identifier, else by title, first author and year.

A reference is compared with the works of its identifiers, and with those of one first author within a year of it, and
with no others: for r references, r times the number of works that one name has in three years.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from .alike import ALIKE, ratio
from .facts import ReferenceFact
from .keys import IDENTIFIERS, identifier_keys
from .names import family_key, same_words, title_key, titles_differ
from .pairs import AGREES
from .profiles import Profile


class WorkIndex:
    """Works by identifier, and by first author and year. A work is a name and the profiles of its builds."""

    def __init__(self) -> None:
        self._titles: dict[str, list[str]] = {}
        self._by_identifier: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._by_name: dict[tuple[str, int], list[tuple[str, Profile]]] = defaultdict(list)

    def __contains__(self, work: str) -> bool:
        return work in self._titles

    def add(self, work: str, builds: Sequence[Profile]) -> None:
        """Add a work; each is added once, with all its builds."""
        self._titles[work] = [one.words for one in builds if one.title]
        for key in {key for one in builds for key in one.identifiers.items()}:
            self._by_identifier[key].append(work)
        dated = [one for one in builds if one.title and one.at is not None]
        for first in {one.first for one in builds if one.first is not None}:
            for one in dated:
                assert one.at is not None
                for year in (one.at - 1, one.at, one.at + 1):
                    self._by_name[first, year].append((work, one))

    def resolve(self, reference: ReferenceFact) -> tuple[str, str] | None:
        """(work, method), or None. An identifier counts only if the titles do not disagree, and only if unique."""
        for name, found in self._by_identifiers(reference):
            if len(found) == 1:
                return found[0], name
        named = self._by_title(reference)
        return (named.pop(), "title") if len(named) == 1 else None

    def touches(self, reference: ReferenceFact) -> bool:
        """Whether any of the works bears on how the reference resolves."""
        return any(found for _, found in self._by_identifiers(reference)) or bool(self._by_title(reference))

    def _by_identifiers(self, reference: ReferenceFact) -> Iterator[tuple[str, list[str]]]:
        identifiers = identifiers_of(reference)
        for name in IDENTIFIERS:
            if name in identifiers:
                works = self._by_identifier.get((name, identifiers[name]), ())
                yield name, [work for work in works if self._agrees(reference, work)]

    def _agrees(self, reference: ReferenceFact, work: str) -> bool:
        titles = self._titles[work]
        if not reference.title or not titles:
            return True
        words = title_key(reference.title)
        return any(ratio(words, title) >= AGREES for title in titles)

    def _by_title(self, reference: ReferenceFact) -> set[str]:
        if not reference.title or not reference.authors or not reference.year:
            return set()
        candidates = self._by_name.get((family_key(reference.authors[0]), reference.year))
        if not candidates:
            return set()
        words = title_key(reference.title)
        return {
            work for work, one in candidates
            if ratio(words, one.words) >= ALIKE and not titles_differ(reference.title, one.title)
            and same_words(reference.title, one.title)
        }


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
