"""The authors of a paper, from the lines below its title: names, affiliations, e-mail addresses, ORCID iDs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.events.document import Author
from .affiliations import is_place, read_affiliations
from .author_blocks import AuthorBlock
from .emails import emails_in, owners
from .lines import Line, Rect
from .names import SYMBOLS, Found, last_piece, marked, names_in, plain
from .surnames import PARTICLES, split_names

_NOT_NAMES = re.compile(
    r"@|https?:|www\.|\d{3}|\b(?:received|accepted|published|correspond|abstract|keywords?|copyright|licen[cs]e|"
    r"edited|reviewed|editor|article|journal|volume|available|author|the|this|these|we|with|from|for|of|is|are|"
    r"(?-i:in|IN|on|ON)|contributed|equally|email|address|open|access|citation|et al|online|preprint|submitted|"
    r"reference format)\b",
    re.IGNORECASE)
_ORCID = re.compile(r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b")
_PRINTED_ORCID = re.compile(r"(\d{4})\D{1,5}(\d{4})\D{1,5}(\d{4})\D{1,5}(\d{3}[\dX])")
_SEPARATED = re.compile(r"(?:[,;&·•，、]|\b(?:and|und|et|y|и))$", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff]")
_AUTHOR_LINES = 30
"""Lines after the title among which the authors begin."""
_MOST_LINES = 90


def author_lines(lines: Sequence[Line]) -> tuple[int, int]:
    """The range of the lines that name the authors, among the lines after the title; empty if there is none."""
    start = next((at for at, line in enumerate(lines[:_AUTHOR_LINES])
                  if is_name_line(line) or _is_listed(line)
                  or (at + 1 < len(lines) and _breaks_inside(line, lines[at + 1]))), None)
    if start is None:
        return 0, 0
    end = start + 1
    while end < min(len(lines), _MOST_LINES) and _goes_on(lines[start:end], lines[end]):
        end += 1
    return start, end


def _breaks_inside(line: Line, following: Line) -> bool:
    """Whether a line is one of names only together with the next one, which its last name goes on in."""
    text = plain(marked([line]))
    return bool(names_in(marked([line]))) and not is_place(text) and not _NOT_NAMES.search(text) \
        and _alike(line, following) and _is_unfinished([line]) and _are_names([line, following])


def _goes_on(before: Sequence[Line], line: Line) -> bool:
    first, last = before[0], before[-1]
    if line.page not in (last.page, last.page + 1):
        return False
    if _is_listed(first):
        return _is_listed(line) and _alike(first, line)
    alike = _alike(first, line)
    bare = last.text.rstrip(" " + SYMBOLS + "0123456789,")
    separated = bool(_SEPARATED.search(bare)) or last.text.rstrip().endswith(",")
    if is_name_line(line):
        return alike or separated
    if not alike or is_place(plain(marked([line]))):
        return False
    return separated or (_is_unfinished(before) and _are_names([last, line]))


def _alike(first: Line, line: Line) -> bool:
    own, style = line.style, first.style
    return abs(own.size - style.size) < 0.6 and own.bold == style.bold and own.font == style.font


def _is_unfinished(before: Sequence[Line]) -> bool:
    """Whether the last name on the lines seems to go on in the next line."""
    text = marked(before)
    piece = last_piece(text)
    words = plain(piece).split()
    if not words:
        return False
    names = names_in(text)
    marks_used = any(found.marks for found in names[:-1])
    initials = all(len(word.strip(".")) < 2 for word in words)
    return len(words) < 2 or initials or words[-1].casefold() in PARTICLES or (marks_used and not names[-1].marks)


def _are_names(lines: Sequence[Line]) -> bool:
    text = marked(lines)
    bare = plain(text)
    if _NOT_NAMES.search(bare) or is_place(bare):
        return False
    letters = re.sub(r"[\d\s,;&]+", "", bare)
    return sum(len(found.name) for found in names_in(text)) > 0.55 * len(letters)


def is_name_line(line: Line) -> bool:
    """Whether a line is made of names."""
    return _are_names([line]) and bool(names_in(marked([line])))


def _is_listed(line: Line) -> bool:
    """Whether a line is a name or two in capitals, a comma, and an affiliation."""
    _, _, rest = line.text.partition(",")
    letters = [char for found in _listed_names(line) for char in found.name if char.isalpha()]
    return is_place(rest) and len(letters) > 4 and all(char.isupper() for char in letters)


def _listed_names(line: Line) -> list[Found]:
    return names_in(marked([line]).partition(",")[0])


def read_authors(
    lines: Sequence[Line], around: Sequence[Line], links: Sequence[tuple[Rect, str]] = ()
) -> list[Author]:
    """The authors on the author lines; affiliations and addresses are looked up in the lines around, ORCID iDs in the
    links beside the names."""
    listed = [line for line in lines if _is_listed(line)]
    if listed:
        found = [Found(item.name, {str(at)}) for at, line in enumerate(listed) for item in _listed_names(line)]
        places = {str(at): line.text.partition(",")[2].strip(" ,.") for at, line in enumerate(listed)}
    else:
        found = names_in(marked(lines))
        places = read_affiliations(around)
    parts = split_names([item.name for item in found])
    mails = emails_in(" ".join(line.text for line in around))
    owned = owners(parts, mails)
    orcids = {**_orcids(lines, links, found), **_printed_orcids(lines, found)}
    starred = [at for at, item in enumerate(found) if item.marks & set(SYMBOLS)]
    if len(mails) == 1 and not owned and len(starred) == 1:
        owned = {starred[0]: mails[0]}
    authors = []
    for at, item in enumerate(found):
        own = [places[mark] for mark in sorted(item.marks, key=_mark_order) if mark in places]
        if not own and "" in places and not any(mark in places for other in found for mark in other.marks):
            own = [places[""]]
        authors.append(Author(name=item.name, given=parts[at][0], family=parts[at][1], email=owned.get(at),
                              affiliations=tuple(dict.fromkeys(own)), orcid=orcids.get(at)))
    return authors


def authors_of_blocks(
    blocks: Sequence[AuthorBlock], around: Sequence[Line], links: Sequence[tuple[Rect, str]]
) -> list[Author]:
    """The authors who stand each in a block of their own; an address printed elsewhere goes by the name."""
    found = [(item, block) for block in blocks for item in names_in(marked([block.line]))]
    parts = split_names([item.name for item, _ in found])
    owned = owners(parts, emails_in(" ".join(line.text for line in around)))
    linked = _orcids([block.line for block in blocks], links, [item for item, _ in found])
    places = read_affiliations(around)
    authors = []
    for at, (item, block) in enumerate(found):
        marked_places = [places[mark] for mark in sorted(item.marks, key=_mark_order) if mark and mark in places]
        own = marked_places or ([block.affiliation] if block.affiliation else [])
        mail = owned.get(at) or (block.mails[0] if len(block.mails) == 1 else None)
        authors.append(Author(name=item.name, given=parts[at][0], family=parts[at][1], email=mail,
                              affiliations=tuple(dict.fromkeys(own)), orcid=block.orcid or linked.get(at)))
    return authors


def _printed_orcids(lines: Sequence[Line], found: Sequence[Found]) -> dict[int, str]:
    """ORCID iDs printed behind the names, by author."""
    text = re.sub(r"[\x1e\x1f]", "", marked(lines))
    out: dict[int, str] = {}
    for orcid in _PRINTED_ORCID.finditer(text):
        before = text[:orcid.start()]
        places = [(before.rfind(item.name), at) for at, item in enumerate(found) if item.name in before]
        if places:
            out.setdefault(max(places)[1], "-".join(orcid.groups()))
    return out


def _orcids(lines: Sequence[Line], links: Sequence[tuple[Rect, str]], found: Sequence[Found]) -> dict[int, str]:
    """ORCID iDs by author: a link belongs to the last name that is printed before it."""
    out: dict[int, str] = {}
    for (x0, y0, _, y1), uri in links:
        orcid = _ORCID.search(uri)
        if orcid is None or "orcid.org" not in uri:
            continue
        middle = (y0 + y1) / 2
        read = " ".join(span.text for line in lines if line.y0 < middle for span in line.spans
                        if line.y1 < middle or span.x1 <= x0 + 2)
        ends = [(read.rfind(item.name.split()[-1]), at) for at, item in enumerate(found)]
        place, at = max(ends, default=(-1, -1))
        if place >= 0:
            out.setdefault(at, orcid.group())
    return out


def _mark_order(mark: str) -> tuple[int, int, str]:
    return (0, int(mark), "") if mark.isdigit() else (1, 0, mark)
