"""Running heads, running feet, page numbers, stamps and watermarks: what stands on a page but is not its text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import median

from .lines import Frame, Page
from .spans import Fragment, joined, mostly_bold
from .stamps import in_margin, is_stamp, watermarks
from .ticks import axis_numbers

_ZONE = 0.11
_WIDE_ZONE = 0.18
_DEEP_ZONE = 0.25
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-–—(\[]?\s*(?:[a-z]{0,2}\d{1,7}|[ivxlc]{1,6})\s*[-–—)\]]?(?:\s*(?:of|/)\s*\d{1,5})?", re.IGNORECASE
)
_CAPTION = re.compile(
    r"(?:table|fig(?:ure)?|scheme|box|chart|plate|algorithm|tabelle|abb(?:ildung)?|tableau|tabla|tabela|табл(?:ица)?|"
    r"рис(?:унок)?|图|表|図)\.?\s*(?:[a-z]?#|[ivx]{1,5}\b)"
)
_OUTER = 2
_APART = 1.25
_LEAST_LETTERS = 3
_AT_ONE_LEVEL = 3.0
_LONGEST_NUMBER = 6
_MOST_PAGES = 0.6
_GOOD_PART = 0.35
_END_NUMBER = re.compile(r"^\W{0,2}(\d{1,6})\b|\b(\d{1,6})\W{0,2}$")


@dataclass(frozen=True)
class _Sheet:
    """The fragments of one page with the baselines of its rows, from top to bottom, and their usual distance; `ticks`
    are numbers of axes, `label` is the baseline of the uppermost caption."""

    number: int
    fragments: Sequence[Fragment]
    frame: Frame
    texts: Sequence[str]
    levels: Sequence[float]
    rows: Sequence[int]
    pitch: float
    ticks: frozenset[int]
    label: float

    def zone(self, at: int, depth: float = _ZONE) -> str:
        """`top`, `bottom` or nothing."""
        fragment = self.fragments[at]
        y0, y1 = min(s.y0 for s in fragment), max(s.y1 for s in fragment)
        if y1 < depth * self.frame.height:
            return "top"
        return "bottom" if y0 > (1 - depth) * self.frame.height else ""

    def outer(self, at: int, most: int = _OUTER) -> str:
        """`top` or `bottom` if few rows stand between the fragment and that edge of the page, near it."""
        row = self.rows[at]
        if row < most and self.zone(at, _DEEP_ZONE) == "top":
            return "top"
        return "bottom" if len(self.levels) - 1 - row < most and self.zone(at, _DEEP_ZONE) == "bottom" else ""

    def level(self, at: int) -> float:
        """The baseline of the fragment's row."""
        return self.levels[self.rows[at]]


def split_furniture(
    pages: Sequence[Sequence[Fragment]], frames: Sequence[Frame]
) -> tuple[list[list[Fragment]], list[list[Fragment]]]:
    """The fragments of every page without furniture, and the furniture of every page."""
    marks = watermarks(pages, _usual_size(pages))
    left = [[f for at, f in enumerate(page) if (number, at) not in marks] for number, page in enumerate(pages)]
    sheets = [_sheet(number, fragments, frame)
              for number, (fragments, frame) in enumerate(zip(left, frames, strict=True))]
    counts = _counting(sheets)
    usual = _usual_size(pages)
    repeated = _repeated(sheets, usual, counts)
    numbered = _numbered(sheets, usual, counts)
    body: list[list[Fragment]] = []
    furniture: list[list[Fragment]] = []
    for sheet in sheets:
        apart = {at for at, fragment in enumerate(sheet.fragments)
                 if (sheet.number, round(fragment[0].y0 / 4)) in repeated.get(_key(sheet, at), ())}
        apart |= numbered[sheet.number]
        apart |= {at for at, text in enumerate(sheet.texts)
                  if is_stamp(text) and in_margin(sheet.rows[at], sheet.levels, sheet.level(at), sheet.frame)}
        apart |= _page_numbers(sheet, apart)
        body.append([f for at, f in enumerate(sheet.fragments) if at not in apart])
        drawn = [f for at, f in enumerate(pages[sheet.number]) if (sheet.number, at) in marks]
        furniture.append([*(f for at, f in enumerate(sheet.fragments) if at in apart), *drawn])
    return body, furniture


def _sheet(number: int, fragments: Sequence[Fragment], frame: Frame) -> _Sheet:
    levels: list[float] = []
    for baseline, size in sorted((f[0].baseline, f[0].size) for f in fragments):
        if not levels or baseline - levels[-1] > 0.4 * size:
            levels.append(baseline)
    rows = [max(0, bisect_left(levels, f[0].baseline + 0.01) - 1) for f in fragments]
    pitch = median(b - a for a, b in pairwise(levels)) if len(levels) > 1 else 0.0
    ticks = frozenset(axis_numbers(fragments))
    texts = [joined(fragment) for fragment in fragments]
    label = min((f[0].baseline for f, text in zip(fragments, texts, strict=True) if _is_label(text)), default=inf)
    return _Sheet(number, fragments, frame, texts, levels, rows, pitch, ticks, label)


def _usual_size(pages: Sequence[Sequence[Fragment]]) -> float:
    sizes: Counter[float] = Counter()
    for page in pages:
        for fragment in page:
            for span in fragment:
                sizes[round(span.size, 1)] += len(span.text)
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 10.0


def _key(sheet: _Sheet, at: int) -> tuple[str, str]:
    """Where a fragment stands that may be a running head, and what it says, digits aside; empty if it may not."""
    text = _DIGITS.sub("#", sheet.texts[at]).casefold()
    if at in sheet.ticks or _is_label(sheet.texts[at]) or _is_below_label(sheet, at):
        # Figures and tables stand at the top of a column, page after page, and are much alike.
        return "", ""
    deep = sum(map(str.isalpha, text)) >= _LEAST_LETTERS and _stands_apart(sheet, at, _OUTER)
    where = sheet.zone(at) or (sheet.outer(at) if deep else "")
    return (where, text) if where else ("", "")


def _is_below_label(sheet: _Sheet, at: int) -> bool:
    """Whether a caption stands above a fragment near the head of the page."""
    return sheet.fragments[at][0].baseline > sheet.label + 1 and sheet.zone(at, _DEEP_ZONE) == "top"


def _is_label(text: str) -> bool:
    """Whether a line begins like the caption of a figure or table."""
    return bool(_CAPTION.match(_DIGITS.sub("#", text).casefold()))


def _repeated(
    sheets: Sequence[_Sheet], usual: float, counts: frozenset[int]
) -> dict[tuple[str, str], set[tuple[int, int]]]:
    """Keys of the margin fragments that come back on other pages at much the same height, with the pages and these
    heights in steps of 4 pt. What is set like a heading must come back with its numbers, or count the pages. (A title
    that later pages repeat at their head stands lower and stays.)"""
    places: dict[tuple[str, str], list[tuple[int, int, tuple[int, ...]]]] = defaultdict(list)
    for sheet in sheets:
        for at in range(len(sheet.fragments)):
            key = _key(sheet, at)
            if key[1]:
                large = _is_large(sheet.fragments[at], usual)
                numbers = tuple(map(int, _DIGITS.findall(sheet.texts[at]))) if large else ()
                places[key].append((sheet.number, round(sheet.fragments[at][0].y0 / 4), numbers))
    needed = 2 if len(sheets) < 8 else 3
    out: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for key, found in places.items():
        alike: dict[tuple[int, ...], set[tuple[int, int]]] = defaultdict(set)
        for page, level, numbers in found:
            for reading in _readings(numbers, page, counts):
                alike[reading].add((page, level))
        for reading, group in alike.items():
            levels = Counter(level for _, level in group)
            near = {level for level in levels if levels[level - 1] + levels[level] + levels[level + 1] >= needed}
            if len({page for page, _ in group}) >= (needed if reading[0] else _many(sheets)):
                out.setdefault(key, set()).update(
                    (page, level) for page, level in group if near & {level - 1, level, level + 1})
    return out


def _readings(numbers: tuple[int, ...], page: int, counts: frozenset[int]) -> set[tuple[int | bool, ...]]:
    """What the numbers of a running head may be, so that it has the same on other pages: constant, or one of them, or
    all, counting the pages (in ones or, where two are on a sheet, in twos). The first item is false where they count
    unlike `counts`, known starts of the count."""
    out: set[tuple[int | bool, ...]] = {(True, -1, *numbers)}
    for at in range(len(numbers)):
        for step in (1, 2):
            start = numbers[at] - step * page
            out.add((not counts or start in counts, at, step, *numbers[:at], start, *numbers[at + 1:]))
    if len(numbers) > 1:
        out.add((not counts, -2, *(number - page for number in numbers)))
    return out


def _many(sheets: Sequence[_Sheet]) -> int:
    """On how many pages a head stands that counts them otherwise than their page numbers do."""
    return max(3, round(_GOOD_PART * len(sheets)))


def _counting(sheets: Sequence[_Sheet]) -> frozenset[int]:
    """Where the count of the pages starts, as bare numbers at the edge of most pages say; none if they do not."""
    starts: dict[int, set[int]] = defaultdict(set)
    for sheet in sheets:
        for at, text in enumerate(sheet.texts):
            if text.isdecimal() and len(text) < _LONGEST_NUMBER and at not in sheet.ticks and sheet.outer(at, 1):
                starts[int(text) - sheet.number].add(sheet.number)
    return frozenset(start for start, pages in starts.items() if len(pages) > max(1, _MOST_PAGES * len(sheets)))


def _numbered(sheets: Sequence[_Sheet], usual: float, counts: frozenset[int]) -> list[set[int]]:
    """The outermost rows that begin or end with a number which counts the pages: page numbers, and heads that hold
    one; where bare numbers count them already (`counts`), what is set like a heading must come back in its words."""
    found: dict[tuple[str, int], list[tuple[int, int, float]]] = defaultdict(list)
    for sheet in sheets:
        for at, text in enumerate(sheet.texts):
            where = sheet.outer(at)
            number = _END_NUMBER.search(text) if where and at not in sheet.ticks else None
            if number and not (len(text.split()) > 1 and sheet.outer(at, 1) != where):
                value = int(number.group(1) or number.group(2))
                found[(where, value - sheet.number)].append((sheet.number, at, sheet.level(at)))
    out: list[set[int]] = [set() for _ in sheets]
    for (_, start), places in found.items():
        for page, at, level in places:
            large = counts and _is_large(sheets[page].fragments[at], usual)
            words = _words(sheets[page].texts[at]) if large else ""
            alike = {other for other, piece, height in places if abs(height - level) < _AT_ONE_LEVEL
                     and words in ("", _words(sheets[other].texts[piece]))}
            needed = _many(sheets) if words and start not in counts else 2
            if len(alike) < needed or not _stands_apart(sheets[page], at):
                continue
            row = sheets[page].rows[at]
            out[page].add(at)
            out[page].update(other for other, own in enumerate(sheets[page].rows)
                             if own == row and not _is_beside(sheets[page], other, at, usual))
    return out


def _is_large(fragment: Fragment, usual: float) -> bool:
    """Whether a fragment is set like a heading: bold, or larger than the text."""
    return mostly_bold(fragment) or fragment[0].size > usual + 0.5


def _words(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()


def _is_beside(sheet: _Sheet, at: int, number: int, usual: float) -> bool:
    """Whether a piece at the height of a page number in the margin is a line of the text: apart from it, and either set
    upright, in small letters and as large as text is, or with a line like it close below, or a caption."""
    fragment, beside = sheet.fragments[at], sheet.fragments[number]
    first = fragment[0]
    if max(first.x0 - beside[-1].x1, beside[0].x0 - fragment[-1].x1) <= 2 * usual:
        return False
    if _is_label(joined(fragment)):
        return True
    if first.size > usual - 0.3 and not first.italic and not joined(fragment).isupper():
        return True
    return any(first.x0 - 1 < other[0].x0 < fragment[-1].x1 and abs(other[0].size - first.size) < 0.1
               and 0 < other[0].baseline - first.baseline < 1.6 * first.size for other in sheet.fragments)


def _stands_apart(sheet: _Sheet, at: int, most: int = 1) -> bool:
    """Whether a row at the edge, with others up to `most` rows inwards, is further from what follows than lines of text
    are from each other."""
    row, last = sheet.rows[at], len(sheet.levels) - 1
    if _PAGE_NUMBER.fullmatch(sheet.texts[at]) and sum(own == row for own in sheet.rows) == 1:
        return True
    gaps = [b - a for a, b in pairwise(sheet.levels)]
    if not gaps:
        return True
    upper = row < len(sheet.levels) / 2
    inner = range(row, min(most, last)) if upper else range(max(last - most, 0), row)
    return not inner or any(gaps[gap] > _APART * sheet.pitch for gap in inner)


def _page_numbers(sheet: _Sheet, apart: set[int]) -> set[int]:
    """Bare numbers that stand above or below all other text, a line's height away from it."""
    rest = [f for at, f in enumerate(sheet.fragments) if at not in apart]
    out = set()
    for at, fragment in enumerate(sheet.fragments):
        if at in apart or at in sheet.ticks or not _PAGE_NUMBER.fullmatch(sheet.texts[at]):
            continue
        if not sheet.zone(at, _WIDE_ZONE):
            continue
        space = 0.0 if sheet.zone(at) else fragment[0].size
        y0, y1 = fragment[0].y0, fragment[0].y1
        others = [f for f in rest if f is not fragment]
        if all(f[0].y0 >= y1 + space - 1 for f in others) or all(f[0].y1 <= y0 - space + 1 for f in others):
            out.add(at)
    return out


def count_characters(pages: Sequence[Page]) -> tuple[int, int]:
    """The visible characters of all pages, white space aside, and those of them that are furniture: text that runs
    sideways counts as such if it is a stamp or stands on several pages."""
    texts = [[line.text for line in page.sideways] for page in pages]
    often = Counter(text for page in texts for text in set(page))
    stamped = sum(_visible(text) for page in texts for text in page if often[text] > 1 or is_stamp(text))
    apart = sum(_visible(line.text) for page in pages for line in page.furniture)
    rest = sum(_visible(line.text) for page in pages for line in (*page.lines, *page.sideways))
    return rest + apart, apart + stamped


def _visible(text: str) -> int:
    return sum(map(len, text.split()))
