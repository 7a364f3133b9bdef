"""Bibliography entries for works of the library: keys of family name and year, a letter telling equal ones apart."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ..evidence.records import WorkRecord
from ..kb.formats.bibtex import BibEntry, Person


def entries_of(works: Iterable[WorkRecord], taken: Container[str] = ()) -> dict[str, BibEntry]:
    """Entries by work id; keys that are `taken` are passed over."""
    by_stem: dict[str, list[WorkRecord]] = {}
    for work in sorted({work.id: work for work in works}.values(), key=lambda work: (work.title, work.id)):
        by_stem.setdefault(_key_stem(work), []).append(work)
    entries = {}
    for stem, alike in by_stem.items():
        letters = iter("abcdefghijklmnopqrstuvwxyz")
        for work in alike:
            key = stem if len(alike) == 1 and stem not in taken else stem + next(letters)
            while key in taken:
                key = stem + next(letters)
            entries[work.id] = _entry(work, key)
    return entries


def _key_stem(work: WorkRecord) -> str:
    from ..kb.settle.names import family_key

    family = family_key(work.authors[0][0]) if work.authors else "anonymous"
    return f"{family or 'anonymous'}{work.year or ''}"


def _entry(work: WorkRecord, key: str) -> BibEntry:
    people = tuple(Person(family, given) for family, given in work.authors)
    doi = work.dois[0] if work.dois else None
    arxiv = work.arxivs[0] if work.arxivs else None
    return BibEntry(key, "article", work.title, people, work.year, work.venue, doi=doi, arxiv=arxiv)
