"""Section headings and their levels.

Which styles of a document are heading styles is settled over the whole document: a style that carries a known title is
one, and nested levels follow from numbers or, where there are none, from the rank of the styles.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from .counted import counted_heading
from .heading_lines import Heading, block_heading, run_in_heading
from .joining import Vocabulary
from .lines import Line
from .lone_titles import lone_titles
from .roles import is_main_title, role_of
from .style import Style

_LEAST_WORDS_BELOW = 16
_ENOUGH_MAIN = 2
_ROMAN = re.compile(r"[IVX]{1,5}")
_LETTER = re.compile(r"[A-Z]")
_END_ROLES = frozenset({"abstract", "references", "acknowledgements", "declarations", "appendix", "supplement"})
_STATEMENTS = frozenset({"acknowledgements", "declarations", "supplement"})
_Key = tuple[tuple[str, float, bool, bool, bool, bool], bool]


def find_headings(lines: Sequence[Line], body: Style, pitch: float) -> list[Heading]:
    """All headings among the lines of the running text, in order."""
    found: list[Heading] = []
    alone = lone_titles(lines, body, pitch)
    at = 0
    while at < len(lines):
        below = bool(found) and not found[-1].run_in and found[-1].end == at
        heading = (block_heading(lines, at, body, pitch, alone)
                   or run_in_heading(lines, at, body, pitch, below_heading=below)
                   or counted_heading(lines, at, found, body, pitch))
        if heading is None:
            at += 1
            continue
        found.append(heading)
        at = max(heading.end, at + 1)
    return _unbroken(_with_text(_kept(found, body), lines), lines)


def levels(headings: Sequence[Heading]) -> list[int]:
    """The level of each heading, from one: by its number, else by the rank of its style. Below sections with Roman
    numerals, letters and then plain digits number the lower levels."""
    by_style = _style_ranks(headings)
    ranks = [by_style[_level_key(heading, headings)] for heading in headings]
    roman = sum(rank == 1 and bool(_ROMAN.fullmatch(h.number)) for h, rank in zip(headings, ranks, strict=True)) >= 2
    out = []
    for heading, rank in zip(headings, ranks, strict=True):
        number = heading.number
        if roman and rank > 1 and _LETTER.fullmatch(number):
            out.append(2)
        elif roman and rank > 1 and number.isdigit():
            out.append(3)
        elif (number and number[0].isdigit()) or (number and not number.isalpha()):
            out.append(number.count(".") + 1)
        else:
            out.append(rank)
    return out


def _unbroken(headings: list[Heading], lines: Sequence[Line]) -> list[Heading]:
    """The headings without the hyphens at which their words were broken."""
    broken = {at: [line.text.split()[-1] for line in lines[heading.start:heading.end - 1] if line.text.endswith("-")]
              for at, heading in enumerate(headings)}
    if not any(broken.values()):
        return headings
    vocabulary = Vocabulary(lines)
    out = []
    for at, heading in enumerate(headings):
        text = heading.text
        for word in broken[at]:
            found = re.search(rf"{re.escape(word)}([^\W\d_]+)", text)
            if found and not vocabulary.keeps_hyphen(word[:-1].rpartition("(")[2], found[1]):
                text = text.replace(found[0], word[:-1] + found[1], 1)
        out.append(replace(heading, text=text))
    return out


def _with_text(headings: Sequence[Heading], lines: Sequence[Line]) -> list[Heading]:
    """The headings without run-in ones of paragraphs of a few words: those are entries of a list, or else one of the
    short statements at the end of a paper."""
    ends = [*(heading.start for heading in headings), len(lines)]
    return [
        heading for heading, end in zip(headings, ends[1:], strict=True)
        if not heading.run_in or _words(lines[heading.start:end]) - len(heading.text.split()) >= _LEAST_WORDS_BELOW
        or _is_statement(heading, len(lines))
    ]


def _is_statement(heading: Heading, count: int) -> bool:
    return heading.style.bold and 2 * heading.start > count and role_of(heading.title) in _STATEMENTS


def _words(lines: Sequence[Line]) -> int:
    """How many words the first paragraph of some lines has; a line that ends a sentence short of the next ends it."""
    count = 0
    for at, line in enumerate(lines):
        count += len(line.text.split())
        after = lines[at + 1] if at + 1 < len(lines) else None
        if after is None or (line.text.endswith(".") and line.x1 < after.x1 - 3 * line.size):
            break
    return count


def _kept(found: Sequence[Heading], body: Style) -> list[Heading]:
    """The headings whose style is one of the document's heading styles. Where the main sections bear no numbers, a
    numbered line in the size of the text is an item of a list."""
    main = [h for h in found if not h.run_in and h.style.size > body.size + 0.5]
    numbered = [h for h in found if h.number.isdigit() and h.style.bold and is_main_title(h.title)]
    if len(main) > 2 and len(numbered) < _ENOUGH_MAIN and not any(h.number[:1].isdigit() for h in main):
        found = [h for h in found if not (h.number.isdigit() and h.style.size <= body.size + 0.5)]
    if not any(h.number.isalpha() for h in found if not h.run_in):
        found = [h for h in found if not (h.run_in and h.number.isalpha())]
    known = {_rank_key(h) for h in found if role_of(h.title) != "other"}
    bold = any(h.style.bold and not h.run_in for h in found if _rank_key(h) in known)
    kept = []
    for heading in found:
        style = heading.style
        strong = style.bold or style.caps or _rank_key(heading) in known or bool(heading.number)
        if not strong and not heading.run_in and style.italic:
            strong = len(heading.title.split()) <= 12
        if heading.run_in and not style.bold and not heading.number and _rank_key(heading) not in known:
            strong = len(heading.title.split()) <= 6 and bold
        if strong or style.size > max((h.style.size for h in found if _rank_key(h) in known), default=0.0) - 0.5 \
                or not style.italic:
            kept.append(heading)
    return kept


def _rank_key(heading: Heading) -> tuple[str, float, bool, bool, bool, bool]:
    style = heading.style
    return style.font, round(style.size * 2) / 2, style.bold, style.italic, style.caps, heading.run_in > 0


def _style_ranks(headings: Sequence[Heading]) -> dict[_Key, int]:
    """Level by style: the style of the known main sections first, then the others by size, weight, case and slope."""
    groups: dict[_Key, list[Heading]] = defaultdict(list)
    for heading in headings:
        groups[_level_key(heading, headings)].append(heading)
    main = {key for key, held in groups.items() if not key[0][5] and (_is_main(held) or _is_end(held))}
    order = sorted(groups.keys() - main, key=lambda k: (*_look(k), k[0][0]))
    ranks = dict.fromkeys(main, 1)
    rank = 1 if main else 0
    last: tuple[bool, float, bool, bool, bool, bool] | None = None
    for key in order:
        if _look(key) != last:
            rank, last = min(rank + 1, 4), _look(key)
        ranks[key] = rank
    return ranks


def _look(key: _Key) -> tuple[bool, float, bool, bool, bool, bool]:
    (_, size, bold, italic, caps, run_in), flush = key
    return run_in, -size, not bold, not caps, italic, flush


def _level_key(heading: Heading, headings: Sequence[Heading]) -> _Key:
    """The style, and whether the heading stands at the left where others in its style are centred."""
    alike = [other.centred for other in headings if _rank_key(other) == _rank_key(heading)]
    mixed = 2 <= sum(alike) <= len(alike) - 2
    return _rank_key(heading), mixed and not heading.centred


def _is_end(headings: Sequence[Heading]) -> bool:
    """Whether all headings of one style are those that close a paper, "References" in a type of its own for one."""
    return all(role_of(heading.title) in _END_ROLES for heading in headings)


def _is_main(headings: Sequence[Heading]) -> bool:
    """Whether the headings of one style are those of main sections."""
    main = {role_of(heading.title) for heading in headings if is_main_title(heading.title)}
    strong = sum(is_main_title(h.title) or role_of(h.title) in _END_ROLES for h in headings)
    return len(main) >= 2 or (strong >= 2 and 2 * strong >= len(headings))
