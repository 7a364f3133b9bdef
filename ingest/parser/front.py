"""The front matter of a paper: title, authors, abstract, keywords, and where the running text begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...kb.events.document import Author
from .abstract import find_abstract
from .abstract_words import Abstract, is_abstract_word, is_aside
from .author_blocks import author_blocks, cells
from .authors import author_lines, authors_of_blocks, read_authors
from .cited_names import with_cited_names
from .headings import find_headings
from .identifiers import in_margin, keyword_line, read_keywords
from .joining import Vocabulary, join_lines
from .lines import Line, Page, Rect, follows
from .names import marked
from .other_article import end_of_another
from .roles import role_of
from .signatures import signed_by
from .style import Style, amount, style_of
from .title import find_title, title_text
from .title_page import Known, about_article, statements
from .unlabelled_abstract import find_deck

AUTHOR_DETAILS = re.compile(r"author(?:s.?|.s)? (?:details|affiliations|information)|affiliations", re.IGNORECASE)
_IN_LIST = re.compile(r"\x1e|[,;&|·•]|(?:and|und|et)\b")
_PARTED = re.compile(r"[,;，；、·•|]|\.$")
_MOST_KEYWORD = 5
_ROW = 1.5
_LABEL_ALONE = 24
_AMENDS = re.compile(r"(?:author )?(?:corrigend|errat|correction|retraction|addend|expression of concern)",
                     re.IGNORECASE)


@dataclass(frozen=True)
class Front:
    """What the first pages say. `end` is where the running text begins; `asides` are lines of the title page after it
    that are no running text: addresses, dates, licence notes; `notes` are lines before it that say something apart from
    title and abstract; `others` are lines of another article above the title."""

    title: str
    authors: tuple[Author, ...]
    abstract: tuple[Line, ...]
    keywords: tuple[str, ...]
    end: int
    asides: frozenset[Line]
    notes: tuple[Line, ...]
    others: frozenset[Line]


def read_front(
    pages: Sequence[Page], lines: Sequence[Line], body: Style, pitch: float, vocabulary: Vocabulary
) -> Front:
    """The front matter among the lines of the running text (captions and tables taken out)."""
    heads = [line.text for page in pages for line in page.furniture]
    heads += [line.text for line in lines if line.page == lines[0].page and in_margin(line)]
    top, bottom = find_title(lines, body, heads)
    title = title_text(lines[top:bottom], vocabulary)
    after = lines[bottom:]
    first, last = author_lines(after) if title else (0, 0)
    abstract = find_abstract(lines, bottom + last, body, pitch) if title and not _AMENDS.match(title) else None
    links = [link for page in pages if lines and page.number == lines[top].page for link in page.links]
    authors = _authors(lines, (top, bottom, first, last), abstract, links) if title else []
    if abstract is None and title and not _AMENDS.match(title):
        abstract = find_deck(lines, bottom, body)
    keywords, after_keywords = _keywords(lines, vocabulary)
    if abstract is not None:
        end = max(abstract.end, bottom + last)
        if after_keywords is not None and lines[end:] and keyword_line(lines[end]):
            end = after_keywords
    else:
        end = _first_text(lines, bottom + last, body, pitch)
    kept = abstract.lines if abstract else ()
    known = Known.of(title, keywords, authors)
    asides = _asides(lines, end, body, known) - set(abstract.other if abstract else ())
    others = end_of_another(lines[:top], body)
    own = {(line.page, line.baseline, line.x1) for line in (*lines[top:bottom + last], *kept)}
    before = [line for line in lines[:end] if line not in others and (line.page, line.baseline, line.x1) not in own]
    return Front(title, tuple(authors), kept, keywords, end, asides, tuple(statements(before, known)), others)


def _authors(
    lines: Sequence[Line], where: tuple[int, int, int, int], abstract: Abstract | None,
    links: Sequence[tuple[Rect, str]],
) -> list[Author]:
    """Authors in a list below the title, each in a block of its own, or named behind the text."""
    top, bottom, first, last = where
    if not last:
        return signed_by(lines[bottom:])
    named = _rows(lines[bottom + first:bottom + last], lines[bottom:])
    around = _address_lines(lines, top, bottom, last, abstract)
    zone = _zone(lines, lines[bottom - 1], named[0], abstract)
    blocks = author_blocks(zone, cells(named[:1])[0]) if zone else []
    if blocks and abstract:
        for page in range(named[0].page + 1, abstract.lines[0].page + 1):
            later = [line for line in lines[bottom:abstract.start] if line.page == page]
            blocks += author_blocks(later, cells(named[:1])[0], least=1)
    apart = authors_of_blocks(blocks, around, links) if blocks else []
    listed = read_authors(named, around, links)
    return with_cited_names(apart if len(apart) >= len(listed) else listed, lines)


def _rows(named: Sequence[Line], lines: Sequence[Line]) -> list[Line]:
    """The author lines, each with the pieces of its row that a gap has cut off."""
    pieces = [other for other in lines if other not in named and _IN_LIST.match(marked([other]))
              and any(_is_beside(line, other) for line in named)]
    rows: list[list[Line]] = []
    for line in sorted((*named, *pieces), key=lambda line: (line.page, line.baseline)):
        if rows and line.page == rows[-1][0].page and line.baseline - rows[-1][0].baseline < _ROW:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.x0)]


def _is_beside(line: Line, other: Line) -> bool:
    return other.page == line.page and abs(other.baseline - line.baseline) < _ROW and other.x0 >= line.x1 - 1 \
        and (other.style.font, other.bold) == (line.style.font, line.bold)


def _zone(lines: Sequence[Line], title: Line, named: Line, abstract: Abstract | None) -> list[Line]:
    """The lines between title and abstract, by their place on the page."""
    own = set(abstract.lines) if abstract else set()
    stops = [line.y0 for line in lines if line.page == named.page and line.y0 > named.y1
             and (line in own or keyword_line(line) or is_abstract_word(line) or role_of(line.text) == "introduction")]
    whole = abstract is not None and abstract.lines[0].page > named.page
    stop = min(stops, default=named.frame.height if whole else named.y1 + 0.3 * named.frame.height)
    return [line for line in lines if line.page == named.page and line not in own
            and line.y0 > title.y0 + 1 and line.y1 <= stop + 2 and line.baseline > title.baseline + 1]


def _address_lines(
    lines: Sequence[Line], top: int, bottom: int, last: int, abstract: Abstract | None
) -> list[Line]:
    """Where affiliations and addresses may stand: before the abstract, at the foot of the title page, below `Author
    details`."""
    apart = {*(abstract.lines if abstract else ()), *lines[top:bottom + last]}
    start = bottom + last
    page = [line for line in lines if line.page == lines[top].page and line not in apart]
    following = [line for line in (lines[start:abstract.start] if abstract else lines[start:start + 25])
                 if line not in apart and (abstract or line.page == lines[top].page)]
    between = set(following)
    own = min((line.size for line in between), default=0.0)
    foot = [line for line in page if line not in between and line.size <= max(own, line.frame.height / 95)]
    details = next((at for at, line in enumerate(lines) if AUTHOR_DETAILS.fullmatch(line.text)), None)
    behind = list(lines[details + 1:details + 40]) if details is not None else []
    return following + foot + behind


def _keywords(lines: Sequence[Line], vocabulary: Vocabulary) -> tuple[tuple[str, ...], int | None]:
    """The keywords of the first pages, and where the lines after them begin."""
    for at, line in enumerate(lines[:260]):
        if not keyword_line(line):
            continue
        end = at + 1
        alone = len(line.text.split()) < 3 and amount(line.text) < _LABEL_ALONE
        while end < len(lines) and end - at < 8 and _goes_on(lines[end - 1], lines[end], alone and end == at + 1):
            end += 1
        below = lines[at + 1:end]
        if alone and len(below) > 1 and all(_is_whole_keyword(line) for line in below):
            return tuple(line.text.strip() for line in below), end
        return read_keywords(join_lines(lines[at:end], vocabulary).text), end
    return (), None


def _is_whole_keyword(line: Line) -> bool:
    return not _PARTED.search(line.text) and len(line.text.split()) <= _MOST_KEYWORD


def _goes_on(before: Line, line: Line, first: bool) -> bool:
    if is_aside(line) or not follows(before, line, 3.0 if first else 1.5):
        return False
    a, b = style_of(before.spans[-1:]), line.style
    return first or (a.bold == b.bold and abs(a.size - b.size) < 0.6)


def _first_text(lines: Sequence[Line], start: int, body: Style, pitch: float) -> int:
    """Without an abstract: the first heading, or the first two lines set like the running text."""
    headings = [start + h.start for h in find_headings(lines[start:start + 120], body, pitch)
                if not h.run_in and (role_of(h.title) != "other" or h.style.size >= body.size)]
    plain = [at for at in range(start, min(len(lines) - 1, start + 120))
             if _is_body(lines[at], body) and _is_body(lines[at + 1], body) and len(lines[at].text) > 30]
    return min([*headings[:1], *plain[:1]], default=start)


def _is_body(line: Line, body: Style) -> bool:
    style = line.style
    return style.font == body.font and abs(style.size - body.size) < 0.3 and not is_aside(line)


def _asides(lines: Sequence[Line], end: int, body: Style, known: Known) -> frozenset[Line]:
    """Lines of the title page after the abstract that are no running text: of those from an address or date line to the
    end of its block, and of those in small type, the ones about the article."""
    out: set[Line] = set()
    if not lines or end >= len(lines):
        return frozenset()
    page = lines[0].page
    open_block: tuple[int, int] | None = None
    for line in lines[end:]:
        if line.page != page:
            break
        small = line.size < body.size - 0.8
        if is_aside(line):
            open_block = (line.column, line.block)
        if (open_block == (line.column, line.block) and (small or line in out or is_aside(line)
                                                         or line.style.font != body.font)) or \
                (small and not line.style.caps and not line.bold):
            out.add(line)
    return frozenset(about_article((line for line in lines[end:] if line in out), lines[end:], body, known))
