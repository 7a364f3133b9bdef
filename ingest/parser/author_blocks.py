"""Authors who stand each in a block of their own, side by side or one below the other, with their addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .affiliations import is_place
from .emails import EMAIL, emails_in
from .lines import Line
from .names import is_name, marked, names_in, plain
from .spans import joined
from .style import style_of

_WIDE = 0.85
_NO_PART = re.compile(
    r"^\W*(?:received|accepted|published|correspond|copyright|©|dated|\(dated|these authors|phone|tel\b|fax\b|https?:|"
    r"\d{4}-\d{4}-|contents$|(?:\w+\.?\s)?(?:\d{1,2},?\s)?(?:19|20)\d\d$)", re.IGNORECASE)


@dataclass(frozen=True)
class AuthorBlock:
    """A line that names authors, the affiliation printed below it, and the addresses there."""

    line: Line
    affiliation: str
    mails: tuple[str, ...]
    orcid: str | None


def cells(lines: Sequence[Line]) -> list[Line]:
    """The lines cut where a wide gap separates what stands side by side."""
    out = []
    for line in lines:
        start = 0
        for at in range(1, len(line.spans) + 1):
            if at == len(line.spans) or line.spans[at].x0 - line.spans[at - 1].x1 > _WIDE * line.size:
                out.append(_part(line, start, at))
                start = at
    return [line for line in out if not re.fullmatch(r"\s*\d{0,4}\s*", line.text)]


def _part(line: Line, start: int, end: int) -> Line:
    if (start, end) == (0, len(line.spans)):
        return line
    spans = line.spans[start:end]
    style = style_of(spans)
    return replace(line, spans=spans, text=joined(spans), x0=spans[0].x0, x1=spans[-1].x1, size=style.size,
                   bold=style.bold)


def author_blocks(zone: Sequence[Line], first: Line, least: int = 2) -> list[AuthorBlock]:
    """The blocks among the lines between title and abstract (`zone`, in any order), of which `first` names an author.

    Empty unless at least two (`least`) lines name one author each, in the style of the first, with something of their
    own below.
    """
    parts = sorted(cells(zone), key=lambda line: (round(line.baseline), line.x0))
    leads: list[Line] = []
    for line in parts:
        if _leads(line, first, parts, leads):
            leads.append(line)
    if len(leads) < least or any("," in line.text.strip(" ") and len(names_in(marked([line]))) != 1 for line in leads):
        return []
    own: dict[Line, list[Line]] = {line: [] for line in leads}
    for line in parts:
        lead = _owner(line, leads)
        if lead is not None and line not in own:
            own[lead].append(line)
    order = sorted(own, key=lambda line: (*_place(line, leads), line.baseline))
    blocks = [_block(line, own[line] or _shared(line, own)) for line in order]
    return blocks if sum(bool(block.affiliation or block.mails) for block in blocks) * 2 >= len(blocks) else []


def _place(line: Line, leads: Sequence[Line]) -> tuple[int, float]:
    """Where the first name of the block of a lead stands: row and left edge."""
    above = [lead for lead in leads if _right_below(lead, line)]
    return _place(above[0], leads) if above else (round(line.baseline / 4), line.x0)


def _right_below(lead: Line, line: Line) -> bool:
    return 0 < line.baseline - lead.baseline < 1.45 * line.size and min(lead.x1, line.x1) > max(lead.x0, line.x0)


def _shared(line: Line, own: dict[Line, list[Line]]) -> list[Line]:
    """What stands below the next name of the same block."""
    following = [lead for lead in own if _right_below(line, lead)]
    return own[following[0]] or _shared(following[0], own) if following else []


def _leads(line: Line, first: Line, parts: Sequence[Line], leads: Sequence[Line]) -> bool:
    """Whether a part names an author in the style of the first one, and begins a block, or stands second in one."""
    if abs(line.size - first.size) > 0.6 or line.style.font != first.style.font or line.bold != first.bold:
        return False
    text = plain(marked([line]))
    names = names_in(marked([line]))
    if EMAIL.search(line.text) or is_place(text) or not names or not is_name(names[0].name):
        return False
    if sum(len(found.name) for found in names) < 0.6 * len(re.sub(r"[\W\d]+", "", text)):
        return False
    above = [other for other in parts if _right_below(other, line)]
    return all(other in leads for other in above) or any(
        other.style.font != line.style.font or abs(other.size - line.size) > 0.6 for other in above)


def _owner(line: Line, leads: Sequence[Line]) -> Line | None:
    """The lead right above a line: in the lowest row of leads above it, the one nearest to its left edge or middle."""
    above = [lead for lead in leads if lead.baseline < line.baseline - 2]
    if not above:
        return None
    low = max(lead.baseline for lead in above)
    row = [lead for lead in above if lead.baseline > low - 4]
    best = min(row, key=lambda lead: _distance(lead, line))
    higher = [lead for lead in above if lead not in row and _distance(lead, line) < 0.5 * _distance(best, line)
              and _distance(best, line) > 60]
    return min(higher, key=lambda lead: (-lead.baseline, _distance(lead, line))) if higher else best


def _distance(lead: Line, line: Line) -> float:
    return min(abs(lead.x0 - line.x0), abs(lead.x0 + lead.x1 - line.x0 - line.x1) / 2)


def _block(line: Line, below: Sequence[Line]) -> AuthorBlock:
    kept: list[str] = []
    last = line if not below or below[0].baseline - line.baseline < 2.6 * line.size else below[0]
    for other in below:
        if other.baseline - last.baseline > 2.6 * line.size:
            break
        last = other
        if not _NO_PART.match(other.text) and not EMAIL.search(other.text):
            kept.append(other.text.strip(" ,;"))
    text = " ".join(other.text for other in below)
    orcid = re.search(r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b", text)
    return AuthorBlock(line, re.sub(r"\s+", " ", ", ".join(kept)).strip(" ,;."), tuple(emails_in(text)),
                       orcid.group() if orcid else None)
