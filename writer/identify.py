"""Which work of the library a bibliography entry means, and which field of the entry disagrees with the record.

An identifier finds a work, and the title must agree with it; without one, title, first author and year must. A missing
field never matches, and a title alone never identifies. Fuzzy titles are candidates only: a differing number, numeral,
negation or population is a veto.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..evidence.records import Records, WorkRecord
from ..kb.formats.bibtex import BibEntry
from ..kb.settle.names import arxiv_key, doi_key, family_key, title_key, titles_differ

SAME_TITLE = 92
"""At or above this rapidfuzz ratio two titles may be one, vetoes aside."""
NEAR_TITLE = 75
"""At or above this ratio a title read from a page may be the entry's, if first author and year agree."""
_PREPRINTS = ("10.48550/", "10.1101/", "10.21203/", "10.20944/", "10.31234/", "10.26434/", "10.2139/")
_DOI_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")

Field = Literal["title", "author", "year", "doi", "arxiv", "pmid"]


@dataclass(frozen=True)
class Identity:
    """What an entry means. `status` is matched, mismatch (see `field`), misattributed or unknown; `reason` says why."""

    status: Literal["matched", "mismatch", "misattributed", "unknown"]
    work: str | None = None
    field: Field | None = None
    reason: str = ""


def identify(entry: BibEntry, records: Records) -> Identity:
    """The work that an entry means."""
    by_id, kind = _by_identifier(entry, records)
    by_title = _by_title(entry, records)
    for work in by_id:
        if work in by_title or (_likeness(entry.title, work) >= NEAR_TITLE and not _vetoed(entry.title, work)):
            return _compared(entry, work)
    if by_id:
        return _other_title(entry, by_id[0], by_title, kind or "doi")
    best = [work for work in by_title if _same_first(entry, work) and _same_year(entry, work)] or by_title
    if not best:
        return Identity(
            "unknown", reason="no work of the library has this identifier, or this title with its author and year"
        )
    work = best[0]
    if not _same_first(entry, work) and not _same_year(entry, work):
        return Identity("unknown", reason=_why_not(entry, work))
    return _compared(entry, work)


def _why_not(entry: BibEntry, work: WorkRecord) -> str:
    """Why a work with the title of the entry is not known to be meant: a title alone never identifies."""
    for who, authors, years in (
        ("the library's record", bool(work.first_authors), bool(work.years)),
        ("the entry", bool(entry.authors), entry.year is not None),
    ):
        if not authors and not years:
            return f"a work has this title, but {who} has no author and no year, and a title alone does not identify"
    return "a work with this title has another first author and another year"


def _other_title(entry: BibEntry, found: WorkRecord, by_title: Sequence[WorkRecord], kind: Field) -> Identity:
    """The identifier is in the library, and its work has another title than the entry."""
    if by_title:
        return Identity("mismatch", by_title[0].id, kind, f"the {kind} is that of another work: {found.title}")
    if not entry.title or not found.title:
        return _compared(entry, found)
    if _same_first(entry, found) and _same_year(entry, found):
        return Identity("mismatch", found.id, "title", f"the work with this {kind} is called: {found.title}")
    return Identity("misattributed", found.id, kind, f"the {kind} belongs to another work: {found.title}")


def _compared(entry: BibEntry, work: WorkRecord) -> Identity:
    """The work is clear; what of the entry disagrees with it?"""
    if entry.authors and work.first_authors and not _same_first(entry, work):
        return Identity("mismatch", work.id, "author", f"the first author is {work.first_authors[0]}")
    if entry.year and work.years and not _same_year(entry, work):
        shown = work.year or work.years[-1]
        return Identity("mismatch", work.id, "year", f"the entry says {entry.year}, the record {shown}")
    if entry.doi and work.dois and doi_key(entry.doi) not in work.dois and not _two_versions(entry.doi, work.dois):
        return Identity("mismatch", work.id, "doi", f"the DOI of this work is {work.dois[0]}")
    if entry.arxiv and work.arxivs and arxiv_key(entry.arxiv) not in work.arxivs:
        return Identity("mismatch", work.id, "arxiv", f"the arXiv identifier of this work is {work.arxivs[0]}")
    if entry.pmid and work.pmids and entry.pmid not in work.pmids:
        return Identity("mismatch", work.id, "pmid", f"the PubMed identifier of this work is {work.pmids[0]}")
    if not entry.title and not entry.authors and not entry.year:
        return Identity("mismatch", work.id, "title", "the entry has an identifier and nothing to hold against it")
    return Identity("matched", work.id)


def _two_versions(doi: str, dois: Sequence[str]) -> bool:
    """A preprint and its journal version have two identifiers, and both are right."""
    return doi_key(doi).startswith(_PREPRINTS) != all(other.startswith(_PREPRINTS) for other in dois)


def _by_identifier(entry: BibEntry, records: Records) -> tuple[list[WorkRecord], Field | None]:
    lookups: tuple[tuple[Field, str, dict[str, tuple[str, ...]]], ...] = (
        ("doi", doi_key(entry.doi) if entry.doi else "", records.by_doi),
        ("arxiv", arxiv_key(entry.arxiv) if entry.arxiv else "", records.by_arxiv),
        ("pmid", entry.pmid or "", records.by_pmid),
    )
    for name, key, index in lookups:
        if key and key in index:
            return [records.works[work] for work in index[key]], name
    return [], None


def _by_title(entry: BibEntry, records: Records) -> list[WorkRecord]:
    """Works whose title is the entry's, best first: first author and year decide among those alike."""
    key = title_key(entry.title)
    if not key:
        return []
    exact = [records.works[work] for work in records.by_title.get(key, ())]
    found = exact or [work for work in records.works.values() if _alike(entry, work)]
    return sorted(found, key=lambda work: (not _same_first(entry, work), not _same_year(entry, work), work.id))


def _alike(entry: BibEntry, work: WorkRecord) -> bool:
    if _vetoed(entry.title, work):
        return False
    likeness = _likeness(entry.title, work)
    if likeness >= SAME_TITLE or _is_beginning(entry.title, work):
        return _same_first(entry, work) or _same_year(entry, work)
    return likeness >= NEAR_TITLE and _same_first(entry, work) and _same_year(entry, work)


def _likeness(title: str, work: WorkRecord) -> float:
    from rapidfuzz import fuzz

    key = title_key(title)
    return max((float(fuzz.ratio(key, title_key(other))) for other in work.titles), default=0.0)


def _is_beginning(title: str, work: WorkRecord) -> bool:
    """One title is the other without its subtitle."""
    words = title_key(title).split()
    for other in work.titles:
        theirs = title_key(other).split()
        shared = min(len(words), len(theirs))
        if shared >= 5 and words[:shared] == theirs[:shared]:
            return True
    return False


def _vetoed(title: str, work: WorkRecord) -> bool:
    return bool(work.titles) and all(titles_differ(title, other) is not None for other in work.titles)


def _same_first(entry: BibEntry, work: WorkRecord) -> bool:
    from rapidfuzz import fuzz

    if not entry.authors:
        return False
    mine = family_key(entry.authors[0].family)
    for name in work.first_authors:
        theirs = family_key(name)
        shorter = min(len(mine), len(theirs))
        if mine == theirs or (
            shorter >= 3 and (mine.endswith(theirs) or theirs.endswith(mine) or theirs.startswith(mine))
        ):
            return True
        if shorter >= 5 and fuzz.ratio(mine, theirs) >= 90:
            return True
    return False


def _same_year(entry: BibEntry, work: WorkRecord) -> bool:
    """The year is asserted by one of the builds, or stands in the work's DOI."""
    if entry.year is None:
        return False
    in_doi = {int(year) for doi in work.dois for year in _DOI_YEAR.findall(doi.partition("/")[2])}
    return entry.year in {*work.years, *in_doi}
