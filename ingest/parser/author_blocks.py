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

_WIDE = 1.1
_NO_PART = re.compile(r"^\W*(?:received|accepted|published|correspond|copyright|©|dated|\(dated|these authors|"
                      r"phone|tel\b|fax\b|https?:|\d{4}-\d{4}-)", re.IGNORECASE)


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
    return [line for line in out if line.text.strip()]


def _part(line: Line, start: int, end: int) -> Line:
    if (start, end) == (0, len(line.spans)):
        return line
    spans = line.spans[start:end]
    return replace(line, spans=spans, text=joined(spans), x0=spans[0].x0, x1=spans[-1].x1)


def author_blocks(zone: Sequence[Line], first: Line) -> list[AuthorBlock]:
    """The blocks among the lines between title and abstract (`zone`, in any order), of which `first` names an author.

    Empty unless at least two lines name one author each, in the style of the first, with something of their own below.
    """
    parts = sorted(cells(zone), key=lambda line: (round(line.baseline), line.x0))
    leads = [line for line in parts if _leads(line, first, parts)]
    if len(leads) < 2 or any("," in line.text.strip(" ") and len(names_in(marked([line]))) != 1 for line in leads):
        return []
    own: dict[Line, list[Line]] = {line: [] for line in leads}
    for line in parts:
        lead = _owner(line, leads)
        if lead is not None and line not in own:
            own[lead].append(line)
    blocks = [_block(line, lines) for line, lines in own.items()]
    return blocks if sum(bool(block.affiliation or block.mails) for block in blocks) * 2 >= len(blocks) else []


def _leads(line: Line, first: Line, parts: Sequence[Line]) -> bool:
    """Whether a part names an author in the style of the first one, and begins a block."""
    if abs(line.size - first.size) > 0.6 or line.style.font != first.style.font or line.bold != first.bold:
        return False
    text = plain(marked([line]))
    names = names_in(marked([line]))
    if EMAIL.search(line.text) or is_place(text) or not names or not is_name(names[0].name):
        return False
    if sum(len(found.name) for found in names) < 0.6 * len(re.sub(r"[\W\d]+", "", text)):
        return False
    above = [other for other in parts if other is not line and 0 < line.baseline - other.baseline < 1.45 * line.size
             and min(other.x1, line.x1) > max(other.x0, line.x0)]
    return not above or any(other.style.font != line.style.font or abs(other.size - line.size) > 0.6 for other in above)


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
    last = line
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
