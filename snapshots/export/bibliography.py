"""The papers of a snapshot as entries of a bibliography, one each, under keys that stay.

A key is made of the first author's name, the year, the first word of the title that says something, and the beginning
of the paper's id, so it does not change when other papers come.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ...kb.formats.bibtex import BibEntry, Person
from ...kb.formats.csl_writing import CslItem
from ...kb.settle.names import title_key
from ...kb.view import View

Row = dict[str, Any]

_ID_PART = 4
_SMALL_WORDS = frozenset({
    "a", "an", "the", "on", "of", "in", "for", "from", "to", "and", "or", "with", "without", "by", "at", "as", "is",
    "are", "do", "does", "how", "what", "why",
})
_CSL_TYPES = {"journal-article": "article-journal", "proceedings-article": "paper-conference", "dissertation": "thesis"}
_BIBTEX_TYPES = {
    "article-journal": "article", "paper-conference": "inproceedings", "chapter": "incollection", "book": "book",
    "thesis": "phdthesis", "report": "techreport",
}
_PAPERS = """
SELECT p.id, p.title, p.year, p.venue, p.doi, p.arxiv, p.pmid, p.licence, p.type,
       coalesce(a.names, []) AS names, coalesce(a.families, []) AS families, coalesce(a.givens, []) AS givens
FROM papers p LEFT JOIN (
    SELECT build, list(name ORDER BY ordinal) AS names, list(family ORDER BY ordinal) AS families,
           list(given ORDER BY ordinal) AS givens
    FROM authors GROUP BY build
) a ON a.build = p.authors_build ORDER BY p.id
"""
# Volume and language as the source has them whose venue, or else whose title, is shown.
_BESIDE = """
SELECT w.id AS work, v.field, first(v.value ORDER BY v.ordinal) AS value
FROM works w JOIN assertions s ON s.id = coalesce(w.venue, w.title)
JOIN assertions v ON v.build = s.build AND v.field IN ('volume', 'language') GROUP BY w.id, v.field
"""
_ABSTRACTS = """
SELECT b.work, string_agg(s.text, ' ' ORDER BY s.ordinal) AS text
FROM active_builds b JOIN sentences s ON s.build = b.build
JOIN sections x ON x.build = s.build AND x.ordinal = s.section AND x.role = 'abstract'
WHERE b.part = 'main' AND b.build NOT IN (SELECT unnest(?::VARCHAR[])) GROUP BY b.work
"""


@dataclass(frozen=True)
class Reference:
    """One paper; `abstract` is empty where its text is left out."""

    key: str
    item: CslItem

    def bibtex(self) -> BibEntry:
        """As a BibTeX entry."""
        item = self.item
        # A thing without a venue is an article to no style; `@misc` shows the archive.
        plain = "article" if item.venue else "misc"
        return BibEntry(
            self.key, _BIBTEX_TYPES.get(item.type, plain), item.title, item.authors, item.year, item.venue,
            item.volume, doi=item.doi, arxiv=item.arxiv, pmid=item.pmid,
        )


def references(view: View, without_text: Collection[str]) -> list[Reference]:
    """All papers in the order of their keys."""
    beside = {(row["work"], row["field"]): row["value"] for row in view.rows(_BESIDE)}
    abstracts = {row["work"]: row["text"] for row in view.rows(_ABSTRACTS, [sorted(without_text)])}
    taken: set[str] = set()
    found = []
    for row in view.rows(_PAPERS):
        key = _key(row, taken)
        taken.add(key)
        found.append(Reference(key, CslItem(
            id=key, type=_csl_type(row), title=row["title"] or "", authors=_people(row), year=_year(row),
            venue=row["venue"] or "", volume=beside.get((row["id"], "volume"), ""), doi=row["doi"],
            arxiv=row["arxiv"], pmid=row["pmid"], language=beside.get((row["id"], "language"), ""),
            licence=row["licence"] or "", abstract=abstracts.get(row["id"]) or "",
        )))
    return sorted(found, key=lambda reference: reference.key)


def _key(row: Row, taken: Collection[str]) -> str:
    people = _people(row)
    words = [word for word in title_key(row["title"] or "").split() if word not in _SMALL_WORDS]
    stem = f"{_letters(people[0].family) if people else 'anon'}{row['year'] or ''}{_letters(words[0]) if words else ''}"
    name = row["id"].partition("-")[2]
    length = _ID_PART
    while f"{stem}-{name[:length]}" in taken:
        length += 1
    return f"{stem}-{name[:length]}"


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[^a-z0-9]", "", plain)


def _people(row: Row) -> tuple[Person, ...]:
    parts = zip(row["names"], row["families"], row["givens"], strict=True)
    return tuple(Person(family, given or "") if family else Person(name) for name, family, given in parts)


def _year(row: Row) -> int | None:
    year = row["year"] or ""
    return int(year) if year.isascii() and year.isdigit() else None


def _csl_type(row: Row) -> str:
    stated = row["type"] or ""
    known = _CSL_TYPES.get(stated, stated)
    if known in _BIBTEX_TYPES or known in ("article", "document", "dataset", "webpage"):
        return known
    return "article-journal" if row["venue"] and not row["arxiv"] else "article"
