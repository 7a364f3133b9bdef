"""The columns of a table: strips that (nearly) all rows leave free, or the vertical rules of a full grid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .table_region import TableRegion
from .table_words import Row, Word

_WORD_SPACE = 0.38
_NUMBER_SPACE = 0.2
_NUMBER = re.compile(r"[-−–+]?\d[\d.,]*%?")
_LEAST_GUTTER = 0.12
_DECIMAL = re.compile(r"[-−–+]?\d+\.\d+%?")
_COLUMN_APART = 0.5
_HALF = 0.35
_PROSE_WORDS = 7
_STEP = 0.5
_TOUCHING = 0.12
_FEW = 0.3
_CHANCE_GAP = 0.8
_JUSTIFIED = 1.2
_STRETCHED = 4.0
_ALIGNED = 1.5


@dataclass(frozen=True)
class RowCells:
    """The text of a row by column, with its left and right edge and the width of its first word in points. `spanning`
    says that a text lies over several columns, `crossing` that one does so although it is not alone: the sign of a
    wrong grid."""

    texts: tuple[str, ...]
    extents: tuple[tuple[float, float, float] | None, ...]
    spanning: bool
    crossing: bool


@dataclass(frozen=True)
class Columns:
    """`bounds` are the borders between columns, `extents` where the words of each column lie; in points."""

    bounds: tuple[float, ...]
    extents: tuple[tuple[float, float], ...]

    @property
    def count(self) -> int:
        """Number of columns."""
        return len(self.extents)

    def cells_of(self, row: Row, *, header: bool, lowest: bool = True) -> RowCells:
        """The words of a row by column; a text over several columns goes to the first of them, unless in the `lowest`
        row of the head each word of it stands over a column."""
        held: list[list[Word]] = [[] for _ in self.extents]
        pieces = segments(row)
        spanning = crossing = False
        for piece in pieces:
            over = self._over(piece, header)
            if len(over) == 1:
                held[over[0]] += piece
            elif header and lowest and self._stands_over_each(piece, over):
                for word in piece:
                    held[self.at((word.x0 + word.x1) / 2)].append(word)
            elif header or len(pieces) == 1:
                held[over[0]] += piece
                spanning = True
            else:
                crossing = True
                for word in piece:
                    held[self.at((word.x0 + word.x1) / 2)].append(word)
        return RowCells(
            tuple(_joined(words, row.size) for words in held),
            tuple((words[0].x0, words[-1].x1, words[0].x1 - words[0].x0) if words else None for words in held),
            spanning,
            crossing,
        )

    def _over(self, piece: Sequence[Word], header: bool) -> list[int]:
        """The columns that a text lies over: that of its middle, others if it covers most of what they hold, and in a
        header also the one that it reaches into halfway without covering its own."""
        x0, x1 = piece[0].x0, piece[-1].x1
        own = self.at((x0 + x1) / 2)
        found = [
            c for c, (a, b) in enumerate(self.extents) if c == own or min(x1, b) - max(x0, a) > 0.5 * max(b - a, 1.0)
        ]
        if header and len(found) == 2 and (one := self._aligned(x0, x1, found)) is not None:
            return [one]
        a, b = self.extents[own]
        if header and len(found) == 1 and min(x1, b) - max(x0, a) < 0.5 * (b - a):
            halves = [c for c in (own - 1, own + 1) if 0 <= c < self.count and self._part_in(x0, x1, c) > _HALF]
            found = sorted({*found, *halves})
        return found

    def _aligned(self, x0: float, x1: float, found: Sequence[int]) -> int | None:
        """The one of two columns that a heading ends or begins with exactly, when it does not with the other."""
        left, right = found
        begins = abs(x0 - self.extents[left][0]) < _ALIGNED
        ends = abs(x1 - self.extents[right][1]) < _ALIGNED
        if begins == ends:
            return None
        return left if begins else right

    def _part_in(self, x0: float, x1: float, column: int) -> float:
        """The share of a range of x that lies within the bounds of a column."""
        edges = (float("-inf"), *self.bounds, float("inf"))
        return (min(x1, edges[column + 1]) - max(x0, edges[column])) / (x1 - x0)

    def _stands_over_each(self, piece: Sequence[Word], over: Sequence[int]) -> bool:
        """Whether each word of a header is the heading of one column: it stands over the middle of what that holds."""
        places = [self.at((word.x0 + word.x1) / 2) for word in piece]
        middles = [(self.extents[c][0] + self.extents[c][1]) / 2 for c in places]
        near = all(
            abs((word.x0 + word.x1) / 2 - middle) < max(0.35 * (word.x1 - word.x0), 2.0)
            for word, middle in zip(piece, middles, strict=True)
        )
        return near and len(set(places)) == len(piece) and {*over} == {*places}

    def at(self, x: float) -> int:
        """The column that a place lies in."""
        return sum(x > bound for bound in self.bounds)


def _joined(words: Sequence[Word], size: float) -> str:
    """The words with spaces, but for a raised or lowered mark that touches the word before it."""
    text = ""
    for before, word in pairwise((None, *words)):
        if word is None:
            continue
        touches = before is not None and word.x0 - before.x1 < _TOUCHING * size and word.y1 - word.y0 < 0.8 * size
        text += word.text if not text or touches else f" {word.text}"
    return text


def segments(row: Row) -> list[list[Word]]:
    """The words of a row joined where the space between them is a word's. Two numbers are seldom of one cell: less
    space parts them, unless the second can be the last three digits of a large one."""
    out: list[list[Word]] = []
    for word in row.words:
        if out and word.x0 - out[-1][-1].x1 <= _space(out[-1][-1].text, word.text) * row.size:
            out[-1].append(word)
        else:
            out.append([word])
    return out


def _space(first: str, second: str) -> float:
    """The widest space, in sizes of the type, between two words of one cell."""
    grouped = re.fullmatch(r"\d{1,3}", first) and re.fullmatch(r"\d{3}", second)
    numbers = _NUMBER.fullmatch(first) and _NUMBER.fullmatch(second) and not grouped
    value = re.search(r"[^\W\d_]{2}$", first) and _DECIMAL.fullmatch(second)
    return _NUMBER_SPACE if numbers or value else _WORD_SPACE


def find_columns(
    head: Sequence[Row], body: Sequence[Row], vertical: Sequence[tuple[float, float, float]], region: TableRegion
) -> Columns | None:
    """The columns of the rows below the header, or None if there is but one."""
    height = region.y1 - region.y0
    drawn = [x for x, a, b in vertical if min(b, region.y1) - max(a, region.y0) > 0.6 * height]
    inner = [x for x in drawn if region.x0 + 6 < x < region.x1 - 6]
    bounds = _without_chance(_gutters(head, body), head, body)
    if len(inner) >= 2 or (inner and len(drawn) - len(inner) == 2):
        bounds = sorted([*inner, *(x for x in bounds if _parts_numbers(x, inner, body))])
    bounds = _with_heads(bounds, head, body)
    if not bounds:
        return None
    words = [word for row in body for word in row.words]
    extents = []
    edges = [float("-inf"), *bounds, float("inf")]
    for a, b in pairwise(edges):
        held = [word for word in words if a < (word.x0 + word.x1) / 2 <= b]
        left = max(a, min((word.x0 for word in held), default=max(a, region.x0)))
        right = min(b, max((word.x1 for word in held), default=min(b, region.x1)))
        extents.append((left, right))
    return Columns(tuple(bounds), tuple(extents))


def _with_heads(bounds: Sequence[float], head: Sequence[Row], body: Sequence[Row]) -> list[float]:
    """The bounds without those between a heading that has no values below and the values beside it that have no
    heading: where they are set in the middle of a wide column and at its edge, they do not stand over each other."""
    strips = list(pairwise((float("-inf"), *bounds, float("inf"))))
    headed = [_holds(head, a, b) for a, b in strips]
    valued = [_holds(body, a, b) for a, b in strips]
    dropped: set[int] = set()
    at = 0
    while at < len(strips):
        end = at
        while end < len(strips) and headed[end] != valued[end] and (end == at or headed[end] != headed[end - 1]):
            end += 1
        if end - at > 1 and (end - at) % 2 == 0:
            dropped.update(range(at, end, 2))
        at = max(end, at + 1)
    return [bound for i, bound in enumerate(bounds) if i not in dropped]


def _holds(rows: Sequence[Row], a: float, b: float) -> bool:
    """Whether a text stands between two places."""
    return any(a < (piece[0].x0 + piece[-1].x1) / 2 <= b for row in rows for piece in segments(row))


def _is_prose(pieces: Sequence[Sequence[Word]], body: Sequence[Row]) -> bool:
    """Whether most of a row is one long text, as in a note below the cells."""
    longest = max(pieces, key=lambda piece: piece[-1].x1 - piece[0].x0)
    width = max(row.words[-1].x1 for row in body) - min(row.words[0].x0 for row in body)
    return len(longest) >= _PROSE_WORDS and longest[-1].x1 - longest[0].x0 > 0.5 * width


def _parts_numbers(x: float, drawn: Sequence[float], body: Sequence[Row]) -> bool:
    """Whether a gutter inside a ruled column parts numbers; one that parts words is chance."""
    left = max((rule for rule in drawn if rule <= x), default=float("-inf"))
    right = min((rule for rule in drawn if rule > x), default=float("inf"))
    if min(x - left, right - x) < 6:
        return False
    sides = [
        [[word.text for word in row.words if a < word.x0 <= b] for row in body] for a, b in ((left, x), (x, right))
    ]
    both = [(p, q) for p, q in zip(*sides, strict=True) if p and q]
    numeric = sum(all(_NUMBER.fullmatch(text) for text in (p[-1], q[0])) for p, q in both)
    return len(both) >= 2 and numeric > 0.6 * len(both)


def _without_chance(bounds: list[float], head: Sequence[Row], body: Sequence[Row]) -> list[float]:
    """The bounds without those that only part the words of a few cells: no heading stands beyond, and little else."""
    kept: list[float] = []
    for at, bound in enumerate(bounds):
        end = bounds[at + 1] if at + 1 < len(bounds) else float("inf")
        titled = any(bound < (piece[0].x0 + piece[-1].x1) / 2 <= end for row in head for piece in segments(row))
        sides = [
            (row, a[-1], b[0])
            for row in body
            for a, b in pairwise(segments(row))
            if a[-1].x1 <= bound < b[0].x0 and b[0].x0 <= end
        ]
        gaps = [(b.x0 - a.x1) / row.size for row, a, b in sides]
        widest = _JUSTIFIED if len(sides) > 1 else _STRETCHED
        if not titled and max(gaps, default=9.0) < widest and all(_runs_on(a, b) for _, a, b in sides):
            continue
        held = sum(any(bound < word.x0 <= end for word in row.words) for row in body)
        if titled or held > _FEW * len(body) or max(gaps, default=9.0) > _CHANCE_GAP:
            kept.append(bound)
    return kept


def _runs_on(a: Word, b: Word) -> bool:
    """Whether two words can be neighbours in a running text, set apart only to fill the line."""
    return b.text[:1].islower() and not _NUMBER.fullmatch(a.text)


def _gutters(head: Sequence[Row], body: Sequence[Row]) -> list[float]:
    """Middles of the strips that few rows cross. A row of one text counts only where no other text stands (a label of
    several rows, set between them), for it may be the heading of a group; so does the heading of an empty column."""
    pieces = [segments(row) for row in body]
    counted = [p for p in pieces if len(p) > 1]
    plain = [p for p in counted if not _is_prose(p, body)]
    counted = plain if 2 * len(plain) > len(counted) else counted
    if not counted:
        return []
    held = [(piece[0].x0, piece[-1].x1) for p in counted for piece in p]
    apart = _COLUMN_APART * body[0].size
    heads = [segments(row) for row in head]
    if heads and len(heads[0]) < max(map(len, heads)):
        heads = heads[1:]  # Headings over several columns may stand over what parts these.
    counted += [
        [piece]
        for row in (*(p for p in pieces if len(p) == 1), *heads)
        for piece in row
        if not any(piece[0].x0 - apart < b and a < piece[-1].x1 + apart for a, b in held)
    ]
    x0 = min(p[0][0].x0 for p in counted)
    x1 = max(p[-1][-1].x1 for p in counted)
    size = sorted(row.size for row in body)[len(body) // 2]
    steps = int((x1 - x0) / _STEP) + 1
    cover = [0] * (steps + 1)
    for p in counted:
        for piece in p:
            for at in range(max(0, int((piece[0].x0 - x0) / _STEP)), min(steps, int((piece[-1].x1 - x0) / _STEP) + 1)):
                cover[at] += 1
    allowed = int(0.08 * len(counted))
    out: list[float] = []
    start: int | None = None
    for at in range(steps + 1):
        free = at < steps and cover[at] <= allowed
        if free and start is None:
            start = at
        elif not free and start is not None:
            if (at - start) * _STEP >= _LEAST_GUTTER * size and start > 0 and at < steps:
                out.append(x0 + (start + at) / 2 * _STEP)
            start = None
    return out
