"""Reference entries resolved to works of the library: by identifier, else by title, first author and year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from .facts import BuildFacts, ReferenceFact
from .identity import AGREES, ALIKE, WorkGroup
from .names import arxiv_key, doi_key, family_key, title_key, titles_differ
from .works import work_id


class WorkIndex:
    """Works by identifier and by title."""

    def __init__(self, groups: Sequence[WorkGroup]) -> None:
        self._by_identifier: dict[tuple[str, str], list[WorkGroup]] = defaultdict(list)
        self._by_author: dict[str, list[WorkGroup]] = defaultdict(list)
        for group in groups:
            keys = {key for facts in group.builds for key in _identifiers_of_build(facts)}
            for key in sorted(keys):
                self._by_identifier[key].append(group)
            for first in sorted({family_key(facts.authors[0][0]) for facts in group.builds if facts.authors}):
                self._by_author[first].append(group)

    def resolve(self, reference: ReferenceFact) -> tuple[str, str] | None:
        """(work id, method), or None. An identifier counts only if the titles do not disagree, and only if unique."""
        for name, key in _identifiers(reference.doi, reference.arxiv, reference.pmid):
            found = [group for group in self._by_identifier[name, key] if _agrees(reference, group)]
            if len(found) == 1:
                return work_id(found[0]), name
        if not reference.title or not reference.authors or not reference.year:
            return None
        candidates = self._by_author[family_key(reference.authors[0])]
        found = [group for group in candidates if _same(reference, group)]
        return (work_id(found[0]), "title") if len(found) == 1 else None


def _identifiers(doi: str | None, arxiv: str | None, pmid: str | None) -> list[tuple[str, str]]:
    found = [("doi", doi_key(doi))] if doi else []
    found += [("arxiv", arxiv_key(arxiv))] if arxiv else []
    return found + ([("pmid", pmid)] if pmid else [])


def _identifiers_of_build(facts: BuildFacts) -> list[tuple[str, str]]:
    return _identifiers(facts.value("doi"), facts.value("arxiv"), facts.value("pmid"))


def _ratio(one: str, other: str) -> float:
    from rapidfuzz import fuzz

    return float(fuzz.ratio(title_key(one), title_key(other)))


def _agrees(reference: ReferenceFact, group: WorkGroup) -> bool:
    titles = [title for facts in group.builds if (title := facts.value("title"))]
    if not reference.title or not titles:
        return True
    return any(_ratio(reference.title, title) >= AGREES for title in titles)


def _same(reference: ReferenceFact, group: WorkGroup) -> bool:
    assert reference.title and reference.year
    for facts in group.builds:
        title, year = facts.value("title"), facts.value("year")
        if not title or not year or abs(int(year) - reference.year) > 1:
            continue
        if _ratio(reference.title, title) >= ALIKE and not titles_differ(reference.title, title):
            return True
    return False
