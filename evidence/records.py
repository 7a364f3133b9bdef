"""What the library knows of its works as records: identifiers, titles, first authors, years and sources.

Read once and kept in memory: a few hundred bytes a work.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..kb.settle.names import arxiv_key, doi_key, title_key

if TYPE_CHECKING:
    from ..kb.view import View

_ASSERTIONS = """
SELECT w.work, a.field, a.value, a.source, a.build FROM work_builds w JOIN assertions a ON a.build = w.build
WHERE a.field IN ('title', 'doi', 'arxiv', 'pmid', 'year') ORDER BY w.work, w.build, a.ordinal
"""
_AUTHORS = """
SELECT p.id AS work, a.ordinal, a.name, a.family, a.given FROM papers p JOIN authors a ON a.build = p.authors_build
ORDER BY p.id, a.ordinal
"""
_FIRST_AUTHORS = """
SELECT DISTINCT w.work, a.family, a.name FROM work_builds w JOIN authors a ON a.build = w.build WHERE a.ordinal = 0
"""


@dataclass(frozen=True)
class WorkRecord:
    """One work. `titles`, `years` and identifiers are all that its builds assert; the first is what is shown."""

    id: str
    title: str
    year: int | None
    titles: tuple[str, ...]
    years: tuple[int, ...]
    dois: tuple[str, ...]
    arxivs: tuple[str, ...]
    pmids: tuple[str, ...]
    authors: tuple[tuple[str, str], ...]
    first_authors: tuple[str, ...]
    venue: str
    reliability: str
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Records:
    """All works, and where identifiers and title keys lead."""

    works: dict[str, WorkRecord]
    by_doi: dict[str, tuple[str, ...]]
    by_arxiv: dict[str, tuple[str, ...]]
    by_pmid: dict[str, tuple[str, ...]]
    by_title: dict[str, tuple[str, ...]]


def read_records(view: View) -> Records:
    """The records of all works of a view."""
    values: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in view.rows(_ASSERTIONS):
        values[row["work"]][row["field"]].append(row["value"])
    authors: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in view.rows(_AUTHORS):
        authors[row["work"]].append((row["family"] or row["name"], row["given"] or ""))
    firsts: dict[str, set[str]] = defaultdict(set)
    for row in view.rows(_FIRST_AUTHORS):
        firsts[row["work"]].add(row["family"] or row["name"])
    works = {}
    for row in view.rows("SELECT * FROM papers ORDER BY id"):
        found = values[row["id"]]
        shown_year = int(row["year"]) if row["year"] and str(row["year"]).isdigit() else None
        works[row["id"]] = WorkRecord(
            id=row["id"],
            title=row["title"] or "",
            year=shown_year,
            titles=tuple(dict.fromkeys([*([row["title"]] if row["title"] else []), *found["title"]])),
            years=tuple(sorted({int(year) for year in found["year"] if year.isdigit()})),
            dois=tuple(dict.fromkeys(doi_key(value) for value in found["doi"])),
            arxivs=tuple(dict.fromkeys(arxiv_key(value) for value in found["arxiv"])),
            pmids=tuple(dict.fromkeys(found["pmid"])),
            authors=tuple(authors[row["id"]]),
            first_authors=tuple(sorted(firsts[row["id"]])),
            venue=row["venue"] or "",
            reliability=row["reliability"],
            flags=tuple(row["flags"] or ()),
        )
    return _indexed(works)


def _indexed(works: dict[str, WorkRecord]) -> Records:
    maps: tuple[dict[str, list[str]], ...] = tuple(defaultdict(list) for _ in range(4))
    for work in works.values():
        keys = (work.dois, work.arxivs, work.pmids, tuple(title_key(title) for title in work.titles))
        for index, names in zip(maps, keys, strict=True):
            for name in dict.fromkeys(names):
                if name:
                    index[name].append(work.id)
    doi, arxiv, pmid, title = ({key: tuple(ids) for key, ids in index.items()} for index in maps)
    return Records(works, doi, arxiv, pmid, title)
