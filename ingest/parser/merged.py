"""Two papers in one file: a second title page behind the references of the first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .abstract import is_abstract_label
from .authors import author_lines
from .lines import Line, Page
from .reference_section import is_reference_heading
from .style import Style, body_style
from .title import find_title

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+[\w)]")


def second_paper(pages: Sequence[Page]) -> int | None:
    """The number of the page on which another paper begins, or None.

    It must come after a reference list, have a title in much larger type than the text, then authors or an abstract,
    and be set in another typeface or print another DOI than the pages before.
    """
    listed = next((at for at, page in enumerate(pages) if any(is_reference_heading(line) for line in page.lines)), None)
    if listed is None:
        return None
    for at in range(listed + 1, len(pages)):
        if _is_title_page(pages[at].lines) and _differs(pages[:at], pages[at:]):
            return pages[at].number
    return None


def _is_title_page(lines: Sequence[Line]) -> bool:
    if not lines:
        return False
    body = body_style(lines)
    start, end = find_title(lines, body)
    if start == end or lines[start].size < body.size + 3:
        return False
    after = lines[end:end + 60]
    first, last = author_lines(after)
    return last > first and any(is_abstract_label(after, at, body) for at in range(len(after)))


def _differs(before: Sequence[Page], after: Sequence[Page]) -> bool:
    own, other = _body(before), _body(after)
    return own.font != other.font or not _dois(before[:1]) & _dois(after[:1])


def _body(pages: Sequence[Page]) -> Style:
    return body_style([line for page in pages for line in page.lines])


def _dois(pages: Sequence[Page]) -> set[str]:
    return {doi.casefold() for page in pages for line in (*page.furniture, *page.lines[:40])
            for doi in _DOI.findall(line.text)}
