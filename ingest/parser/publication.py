"""What the pages say of the paper as a publication: identifiers, venue, imprint, dates, statements, relations."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from ...kb.events.document import Section, Sentence
from .history import find_dates
from .identifiers import (
    cover_matter,
    find_arxiv,
    find_doi,
    find_licence,
    find_pmcid,
    find_pmid,
    find_year,
    first_matter,
)
from .imprint import read_imprint
from .lines import Line, Page
from .relations import find_related
from .statements import find_funding, find_links
from .venue import find_venue

_EDGE = 0.05


def read_publication(
    pages: Sequence[Page], lines: Sequence[Line], title: str, families: Collection[str], apart: Collection[Line],
    sections: Sequence[Section], sentences: Sequence[Sentence],
) -> dict[str, Any]:
    """Fields of a `Document` by name. `apart` are the lines of the reference list and of another article on the title
    page, whose identifiers are those of other papers. What a cover page says counts only where the paper itself says
    nothing."""
    first = [line for line in first_matter(pages) if line not in apart or _at_edge(line)]
    cover = cover_matter(pages)
    doi = find_doi(pages, apart)
    imprint, behind = read_imprint(pages, first), read_imprint([], cover)
    dates = find_dates(first, lines) or find_dates(cover, ())
    published = next((int(date.day[:4]) for date in dates if date.event == "published"), None)
    return {
        "doi": doi, "arxiv": find_arxiv(first) or find_arxiv(cover),
        "pmid": find_pmid(first) or find_pmid(cover), "pmcid": find_pmcid(first) or find_pmcid(cover),
        "year": find_year(first) or published or find_year(cover),
        "venue": find_venue(pages, title, families),
        "volume": imprint.volume or behind.volume, "issue": imprint.issue or behind.issue,
        "page_range": imprint.pages or behind.pages, "publisher": imprint.publisher or behind.publisher,
        "licence": find_licence([*first, *lines[-40:]]) or find_licence(cover),
        "dates": dates, "funding": find_funding(sections, sentences, _shown(first)),
        "links": find_links(sections, sentences, pages), "related": find_related(title, [*cover, *first], doi),
    }


def _at_edge(line: Line) -> bool:
    """Whether a line stands where only running heads and feet do."""
    return line.y1 < _EDGE * line.frame.height or line.y0 > (1 - _EDGE) * line.frame.height


def _shown(first: Sequence[Line]) -> list[Line]:
    """Lines that stand in running order, without sideways text."""
    return [line for line in first if not re.fullmatch(r"\W*\d*\W*", line.text)]
