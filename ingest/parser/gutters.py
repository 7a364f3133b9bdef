"""Gutters: vertical strips between columns of text.

A gutter is a strip that few fragments cross while text stands on both sides of it, at the same heights, and fills its
side as the lines of a column do; the gaps between the cells of a table are none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from .lines import Rect
from .pieces import Piece, hull_of

_STEP = 2.0
_MOST_STEPS = 4000
"""Of a page as wide as a house wall, which only a broken file has."""
BIN = 4.0
"""Points to one height of a profile."""
_LEAST_FACING = 48.0
_MARGIN = 0.12
_FILLED = 0.5
_COLUMN_WIDTH = 12.0
_FULL = 0.95
_FULL_LINES = 12
_AS_WIDE = 0.8

def find_gutter(pieces: Sequence[Piece]) -> float | None:
    """The x of the best gutter, or None: the height where text faces text less the height that text crosses it."""
    return find_gutters(pieces)[0]


def find_gutters(pieces: Sequence[Piece]) -> tuple[float | None, float | None]:
    """The best gutter, and the best one if it may also run through many lines that have text beside them."""
    x0, _, x1, _ = hull = hull_of(pieces)
    width = x1 - x0
    if width < 60:
        return None, None
    profile = _Profile(pieces, hull)
    best: tuple[float, float] | None = None
    through: tuple[float, float] | None = None
    stride = max(_STEP, width / _MOST_STEPS)
    for step in range(int((1 - 2 * _MARGIN) * width / stride) + 1):
        x = x0 + _MARGIN * width + step * stride
        facing, crossing, beside = profile.at(x)
        height = facing.bit_count() * BIN
        worth = height - crossing.bit_count() * BIN
        if height < _LEAST_FACING or (best is not None and worth <= best[0]):
            continue
        clear = beside.bit_count() * BIN <= 0.5 * height
        better = through is None or worth > through[0]
        if (clear or better) and profile.both_filled(x, facing):
            best = (worth, x) if clear else best
            through = (worth, x) if better else through
    return _centred(pieces, best[1]) if best else None, _centred(pieces, through[1]) if through else None


def usual_gutter(pieces: Sequence[Piece], places: Sequence[float]) -> float | None:
    """A place where other pages have their gutter, if no piece crosses it where text stands on both sides of it, as
    wide as lines of a column: the last lines of a text in columns are too few to show a gutter by themselves."""
    for x in places:
        left = [p for p in pieces if p.x1 <= x + 1 and p.width > _COLUMN_WIDTH * p.size]
        right = [p for p in pieces if p.x0 >= x - 1 and p.width > _COLUMN_WIDTH * p.size]
        facing = [(a, b) for a in left for b in right if min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * (a.y1 - a.y0)]
        if len({id(a) for a, _ in facing}) < 2 or len({id(b) for _, b in facing}) < 2:
            continue
        top, bottom = min(a.y0 for a, _ in facing), max(b.y1 for _, b in facing)
        crossing = [p for p in pieces if p.x0 < x - 1 and p.x1 > x + 1 and p.y0 < bottom and p.y1 > top]
        narrow = sum(p.width <= _COLUMN_WIDTH * p.size for p in pieces if top <= p.y0 and p.y1 <= bottom)
        if not crossing and narrow <= 2:
            return x
    return None


def heights_at(pieces: Sequence[Piece], x: float) -> tuple[int, int, int]:
    """Heights (bits, `BIN` points each, from the top of the pieces) where text faces text across x, where text
    crosses x, and where it does so with other text beside it."""
    return _Profile(pieces, hull_of(pieces)).at(x)


class _Profile:
    """Which heights hold text left of, right of and across a vertical line; heights are bits of an integer."""

    def __init__(self, pieces: Sequence[Piece], hull: Rect) -> None:
        self._hull = hull
        self._by_end = sorted(pieces, key=lambda piece: piece.x1)
        self._by_start = sorted(pieces, key=lambda piece: piece.x0)
        self._ends = [piece.x1 for piece in self._by_end]
        self._starts = [piece.x0 for piece in self._by_start]
        spans = [(piece.x0, piece.x1, self._bits(piece)) for piece in self._by_start]
        self._spans = spans
        self._left = [0, *accumulate(map(self._bits, self._by_end), or_)]
        self._right = [*[*accumulate((bits for _, _, bits in reversed(spans)), or_)][::-1], 0]
        self._fillings: dict[tuple[int, bool, int], _Filling | None] = {}

    def at(self, x: float) -> tuple[int, int, int]:
        """Heights where text faces text across x with nothing between, where text crosses x, and where it does so while
        other text stands beside it."""
        crossing = 0
        for x0, x1, bits in self._spans:
            if x0 < x < x1:
                crossing |= bits
        left, right = self._left[bisect_right(self._ends, x)], self._right[bisect_left(self._starts, x)]
        return left & right & ~crossing, crossing, crossing & (left | right)

    def _bits(self, piece: Piece) -> int:
        top = self._hull[1]
        first, last = int((piece.y0 - top) / BIN), int((piece.y1 - top) / BIN)
        return ((1 << (last - first + 1)) - 1) << first

    def both_filled(self, x: float, heights: int) -> bool:
        """Whether the text on each side, where it faces the other, fills its side as the lines of a column do. One side
        may hold a table instead if the other is full and as wide."""
        left, right = bisect_right(self._ends, x), bisect_left(self._starts, x)
        shares: list[float] = []
        widths: list[float] = []
        for at, is_left, room in ((left, True, x - self._hull[0]), (right, False, self._hull[2] - x)):
            filling = self._filling(at, is_left, heights)
            if filling is None:
                return False
            shares.append(filling.typical / max(filling.inner, 0.5 * room))
            widths.append(filling.inner if filling.rows >= _FULL_LINES else 0.0)
        if min(shares) >= _FILLED:
            return True
        return max(shares) >= _FULL and min(widths) > _AS_WIDE * max(widths)

    def _filling(self, at: int, is_left: bool, heights: int) -> _Filling | None:
        """The filling of the pieces that end before the `at`th end, or begin from the `at`th start on; neighbouring
        lines of a gutter ask for the same one."""
        key = (at, is_left, heights)
        if key not in self._fillings:
            side = self._by_end[:at] if is_left else self._by_start[at:]
            top = self._hull[1]
            self._fillings[key] = _filling([p for p in side if heights >> int(((p.y0 + p.y1) / 2 - top) / BIN) & 1])
        return self._fillings[key]


class _Filling(NamedTuple):
    """How wide the pieces of a side stand together, how wide their rows usually are, and how many rows there are."""

    inner: float
    typical: float
    rows: int


def _filling(facing: Sequence[Piece]) -> _Filling | None:
    if len(facing) < 4:
        return None
    inner = max(p.x1 for p in facing) - min(p.x0 for p in facing)
    rows = sorted(_row_widths(facing))
    return _Filling(inner, rows[int(0.7 * (len(rows) - 1))], len(rows))


def _row_widths(pieces: Sequence[Piece]) -> list[float]:
    """Width of the longest piece of every row, or of the pieces together that are wide enough for lines of columns."""
    rows: list[list[Piece]] = []
    last: Piece | None = None
    for piece in sorted(pieces, key=lambda p: (p.y0 + p.y1, p.x0)):
        if last is not None and (piece.y0 + piece.y1) - (last.y0 + last.y1) < piece.y1 - piece.y0:
            rows[-1].append(piece)
        else:
            rows.append([piece])
        last = piece
    return [max(max(p.width for p in row), sum(p.width for p in row if p.width > _COLUMN_WIDTH * p.size))
            for row in rows]


def _centred(pieces: Sequence[Piece], x: float) -> float:
    """The middle between the nearest edges left and right of x."""
    left = max((p.x1 for p in pieces if p.x1 <= x), default=x)
    right = min((p.x0 for p in pieces if p.x0 >= x), default=x)
    return (left + right) / 2
