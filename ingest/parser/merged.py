"""Two papers in one file: a second title page behind the references of the first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .abstract import is_abstract_label
from .authors import author_lines
from .covers import is_cover
from .lines import Line, Page
from .reference_section import is_reference_heading
from .style import Style, body_style
from .title import find_title

_LEAST_SIGNS = 2
_LARGER = 2.0
_UPPER = 0.5
_INTRODUCTION = re.compile(r"(?:1|i)?\.?\s*(?:introduction|background|einleitung)$", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+[\w)]")


def second_paper(pages: Sequence[Page]) -> int | None:
    """The number of the page on which another paper begins, or None.

    It must come after a reference list, have a title in larger type than the text that is not the first paper's,
    at least two more signs of a first page (authors, abstract, introduction, a DOI of its own, references that follow),
    and be set in another typeface or print another DOI than the pages before. Cover pages in front of it are its own;
    behind one, a single sign will do.
    """
    listed = next((at for at, page in enumerate(pages) if _lists_references(page)), None)
    if listed is None:
        return None
    for at in range(listed + 1, len(pages)):
        start = at
        while start > listed + 1 and is_cover(pages[start - 1]):
            start -= 1
        if _signs(pages, at) >= (1 if start < at else _LEAST_SIGNS) and _differs(pages[:start], pages[at:]):
            return pages[start].number
    return None


def _lists_references(page: Page) -> bool:
    return any(is_reference_heading(line) for line in page.lines)


def _signs(pages: Sequence[Page], at: int) -> int:
    """How many signs say that a page with a title is the first of another paper; 0 without a title."""
    lines = pages[at].lines
    if not lines:
        return 0
    body = body_style(lines)
    start, end = find_title(lines, body)
    if start == end or lines[start].size < body.size + _LARGER or lines[start].y0 > _UPPER * pages[at].height:
        return 0
    if _joined(lines[start:end]) == _first_title(pages):
        return 0
    after = lines[end:end + 80]
    first, last = author_lines(after)
    own = _dois(pages[at:at + 1])
    return sum((
        last > first,
        any(is_abstract_label(after, place, body) for place in range(len(after))),
        any(_INTRODUCTION.match(line.text) for line in lines[end:]),
        bool(own) and not own & _dois(pages[:at]),
        any(_lists_references(page) for page in pages[at:]),
    ))


def _first_title(pages: Sequence[Page]) -> str:
    lines = next((page.lines for page in pages if page.lines), ())
    start, end = find_title(lines, body_style(lines)) if lines else (0, 0)
    return _joined(lines[start:end])


def _joined(lines: Sequence[Line]) -> str:
    return "".join(char for line in lines for char in line.text.casefold() if char.isalnum())


def _differs(before: Sequence[Page], after: Sequence[Page]) -> bool:
    own, other = _body(before), _body(after)
    return own.font != other.font or not _dois(before[:1]) & _dois(after[:1])


def _body(pages: Sequence[Page]) -> Style:
    return body_style([line for page in pages for line in page.lines])


def _dois(pages: Sequence[Page]) -> set[str]:
    return {doi.casefold() for page in pages for line in (*page.furniture, *page.lines[:40])
            for doi in _DOI.findall(line.text)}
