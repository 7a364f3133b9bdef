"""Reading order: columns by the gutters of a page, bands between lines that cross a gutter, rows within a column.

A gutter is a vertical strip that few fragments cross while text stands on both sides of it, at the same heights, and
fills its side. The page is cut at its best gutter, each side again, until none is left; a fragment that crosses a
gutter with nothing beside it separates bands. This is the recursive X-Y cut (Nagy and Seth 1984) with spanning lines
allowed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import or_

from .lines import Frame, Line, Rect
from .spans import Fragment, joined, mostly_bold, raised

_STEP = 2.0
_BIN = 4.0
_LEAST_FACING = 48.0
_MARGIN = 0.12
_FILLED = 0.5
_SAME_ROW = 0.5
_BLOCK_GAP = 0.6
_LABEL = re.compile(r"[\[(]?\d{1,3}[.)\]]{1,2}")
_LABEL_GAP = 3.0
_ITEM_WIDTH = 6.0
_COLUMN_WIDTH = 12.0
_LEAST_WIDE = 8
_LEAST_NOTE = 4.0
_ONE_SIZE = 0.93
_FULL = 0.95
_FULL_LINES = 12
_AS_WIDE = 0.8


@dataclass(frozen=True, eq=False)
class _Piece:
    """A fragment with its rectangle."""

    spans: Fragment
    x0: float
    y0: float
    x1: float
    y1: float
    size: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0


def in_reading_order(fragments: Sequence[Fragment], frame: Frame) -> tuple[Line, ...]:
    """Lines of one page in reading order with column and block numbers."""
    pieces = _with_drop_caps(_with_labels([_piece(fragment) for fragment in fragments]))
    columns: list[list[_Piece]] = []
    _cut(sorted(pieces, key=lambda p: (p.y0, p.x0)), columns, depth=0)
    return _lines(columns, frame)


def _with_labels(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces with the labels of list items joined to their items: a column of labels makes no gutter."""
    joined_to: dict[_Piece, _Piece] = {}
    for label in pieces:
        if not _LABEL.fullmatch(joined(label.spans)):
            continue
        beside = [p for p in pieces if 0 < p.x0 - label.x1 < _LABEL_GAP * label.size
                  and min(p.y1, label.y1) - max(p.y0, label.y0) > _SAME_ROW * min(p.y1 - p.y0, label.y1 - label.y0)]
        item = min(beside, key=lambda p: p.x0, default=None)
        if item is not None and item.width > _ITEM_WIDTH * label.size and item not in joined_to:
            joined_to[item] = label
    labels = set(joined_to.values())
    return [_piece((*joined_to[piece].spans, *piece.spans)) if piece in joined_to else piece
            for piece in pieces if piece not in labels]


def _with_drop_caps(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces with a large initial joined to the first of the lines beside it."""
    out = list(pieces)
    for initial in pieces:
        text = joined(initial.spans)
        if len(text) != 1 or not text.isupper():
            continue
        beside = [p for p in out if p is not initial and -1 < p.x0 - initial.x1 < p.size and 2 * p.size < initial.size
                  and initial.y0 - p.size < p.y0 < initial.y1]
        if len(beside) < 2:
            continue
        first = min(beside, key=lambda p: p.y0)
        letter = replace(initial.spans[0], text=text, x1=first.x0, y0=first.y0, y1=first.y1, size=first.size,
                         baseline=first.spans[0].baseline)
        out[out.index(first)] = _piece((letter, *first.spans))
        out.remove(initial)
    return out


def as_lines(fragments: Sequence[Fragment], frame: Frame) -> tuple[Line, ...]:
    """Each fragment as a line of its own, in the given order."""
    return _lines([[_piece(fragment)] for fragment in fragments], frame)


def _lines(columns: Sequence[Sequence[_Piece]], frame: Frame) -> tuple[Line, ...]:
    lines: list[Line] = []
    block = -1
    for number, column in enumerate(columns):
        last: Line | None = None
        for row in _rows(column):
            spans = raised([span for piece in row for span in piece.spans])
            x0, y0, x1, y1 = _hull(row)
            if last is None or y0 - last.y1 > _BLOCK_GAP * max(last.height, y1 - y0):
                block += 1
            text = joined(spans)
            if not text:
                continue
            last = Line(frame.page, spans, x0, y0, x1, y1, text, _row_size(row), mostly_bold(spans), number, block,
                        frame)
            lines.append(last)
    return tuple(lines)


def _cut(pieces: list[_Piece], out: list[list[_Piece]], depth: int) -> None:
    """Appends the columns of the pieces (sorted by height) to `out` in reading order."""
    gutter = _gutter(pieces) if depth < 6 and len(pieces) > 5 else None
    if gutter is None:
        beside = _beside_text(pieces)
        out.extend(part for part in (beside, [piece for piece in pieces if piece not in set(beside)]) if part)
        return
    left: list[_Piece] = []
    right: list[_Piece] = []
    bands: list[tuple[list[_Piece], list[_Piece]] | _Piece] = []
    sides = {piece: _side(piece, gutter, pieces) for piece in pieces}
    for piece in pieces:
        if sides[piece] == 0:
            if left or right:
                bands.append((left, right))
                left, right = [], []
            bands.append(piece)
        elif sides[piece] < 0:
            left.append(piece)
        else:
            right.append(piece)
    if left or right:
        bands.append((left, right))
    spanning: list[_Piece] = []
    for band in bands:
        if isinstance(band, _Piece):
            spanning.append(band)
            continue
        if spanning:
            out.append(spanning)
            spanning = []
        for part in (part for shelf in _shelves(*band) for part in shelf):
            _cut(part, out, depth + 1)
    if spanning:
        out.append(spanning)


def _shelves(left: list[_Piece], right: list[_Piece]) -> list[tuple[list[_Piece], list[_Piece]]]:
    """Two columns, parted where both change to another size of type below a common gap (a reference list set below
    balanced columns of text): each part is read by itself."""
    best: tuple[float, float] | None = None
    bottom = 0.0
    for piece in sorted(left + right, key=lambda p: p.y0):
        if bottom and piece.y0 - bottom > 0.5 * piece.size:
            sizes = [(_usual_size([p for p in side if p.y0 < bottom]), _usual_size([p for p in side if p.y0 >= bottom]))
                     for side in (left, right)]
            (above, shared), (beside, below) = sizes
            alike = abs(above - beside) < 0.3 and abs(shared - below) < 0.3 and abs(above - below) > 0.8
            if min(above, below, shared, beside) > 0 and alike:
                fitting = sum(_letters(p) for p in left + right
                              if abs(p.size - (above if p.y0 < bottom else below)) < 0.4)
                best = max(best or (0.0, 0.0), (fitting, bottom))
        bottom = max(bottom, piece.y1)
    if best is None or best[0] < _ONE_SIZE * sum(_letters(p) for p in left + right):
        return [(left, right)]
    return [([p for p in left if (p.y0 < best[1]) == upper], [p for p in right if (p.y0 < best[1]) == upper])
            for upper in (True, False)]


def _usual_size(pieces: Sequence[_Piece]) -> float:
    """The size of most of the characters; 0 with fewer than three pieces."""
    return _row_size(pieces) if len(pieces) >= 3 else 0.0


def _letters(piece: _Piece) -> int:
    return sum(len(span.text) for span in piece.spans)


def _beside_text(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Notes in the margin left of the text, too few for a column of their own. Labels of list items are none."""
    x0, _, x1, _ = _hull(pieces) if pieces else (0.0, 0.0, 0.0, 0.0)
    wide = sorted(piece.x0 for piece in pieces if piece.width > 0.5 * (x1 - x0))
    if len(wide) < _LEAST_WIDE:
        return []
    edge = wide[len(wide) // 10]
    return [piece for piece in pieces if piece.x1 < edge - 2 and piece.width > _LEAST_NOTE * piece.size]


def _side(piece: _Piece, gutter: float, pieces: Sequence[_Piece]) -> int:
    """-1 left, 1 right, 0 across the gutter. A crossing piece with text beside it belongs to the side it lies on."""
    if piece.x1 <= gutter + 1:
        return -1
    if piece.x0 >= gutter - 1:
        return 1
    beside = any(
        min(piece.y1, other.y1) - max(piece.y0, other.y0) > _SAME_ROW * min(piece.y1 - piece.y0, other.y1 - other.y0)
        and (other.x0 >= piece.x1 if other.x0 >= gutter else other.x1 <= piece.x0)
        and (other.x0 >= gutter or other.x1 <= gutter)
        for other in pieces
        if other is not piece
    )
    if not beside:
        return 0
    return -1 if gutter - piece.x0 >= piece.x1 - gutter else 1


def _gutter(pieces: Sequence[_Piece]) -> float | None:
    """The x of the best gutter, or None: the height where text faces text less the height that text crosses it."""
    x0, y0, x1, _ = hull = _hull(pieces)
    width = x1 - x0
    if width < 60:
        return None
    profile = _Profile(pieces, y0)
    best: tuple[float, float] | None = None
    for step in range(int((1 - 2 * _MARGIN) * width / _STEP) + 1):
        x = x0 + _MARGIN * width + step * _STEP
        facing, crossing = profile.at(x)
        height = facing.bit_count() * _BIN
        worth = height - crossing.bit_count() * _BIN
        if height < _LEAST_FACING or (best is not None and worth <= best[0]):
            continue
        if profile.beside(x).bit_count() * _BIN <= 0.5 * height and _both_filled(pieces, x, hull, facing):
            best = (worth, x)
    return _centred(pieces, best[1]) if best else None


class _Profile:
    """Which heights hold text left of, right of and across a vertical line; heights are bits of an integer."""

    def __init__(self, pieces: Sequence[_Piece], top: float) -> None:
        spans = [(piece.x0, piece.x1, _bits(piece.y0 - top, piece.y1 - top)) for piece in pieces]
        self._spans = spans
        by_end = sorted(spans, key=lambda span: span[1])
        by_start = sorted(spans, key=lambda span: span[0])
        self._ends = [span[1] for span in by_end]
        self._starts = [span[0] for span in by_start]
        self._left = [0, *accumulate((span[2] for span in by_end), or_)]
        self._right = [*[*accumulate((span[2] for span in reversed(by_start)), or_)][::-1], 0]

    def at(self, x: float) -> tuple[int, int]:
        """Heights where text faces text across x with nothing between, and heights where text crosses x."""
        left, right, crossing = self._sides(x)
        return left & right & ~crossing, crossing

    def beside(self, x: float) -> int:
        """Heights where text crosses x while other text stands beside it."""
        left, right, crossing = self._sides(x)
        return crossing & (left | right)

    def _sides(self, x: float) -> tuple[int, int, int]:
        crossing = 0
        for x0, x1, bits in self._spans:
            if x0 < x < x1:
                crossing |= bits
        return self._left[bisect_right(self._ends, x)], self._right[bisect_left(self._starts, x)], crossing


def _bits(top: float, bottom: float) -> int:
    first, last = int(top / _BIN), int(bottom / _BIN)
    return ((1 << (last - first + 1)) - 1) << first


def _both_filled(pieces: Sequence[_Piece], x: float, hull: Rect, heights: int) -> bool:
    """Whether the text on each side, where it faces the other, fills its side as the lines of a column do. One side may
    hold a table instead if the other is full and as wide."""
    left0, top, right1, _ = hull
    shares: list[float] = []
    widths: list[float] = []
    for start, end, side in ((left0, x, 1), (x, right1, 2)):
        facing = [p for p in pieces if (p.x1 <= x if side == 1 else p.x0 >= x)
                  and heights >> int(((p.y0 + p.y1) / 2 - top) / _BIN) & 1]
        if len(facing) < 4:
            return False
        inner = max(p.x1 for p in facing) - min(p.x0 for p in facing)
        rows = sorted(_row_widths(facing))
        typical = rows[int(0.7 * (len(rows) - 1))]
        shares.append(typical / max(inner, 0.5 * (end - start)))
        widths.append(inner if len(rows) >= _FULL_LINES else 0.0)
    if min(shares) >= _FILLED:
        return True
    return max(shares) >= _FULL and min(widths) > _AS_WIDE * max(widths)


def _row_widths(pieces: Sequence[_Piece]) -> list[float]:
    """Width of the longest piece of every row, or of the pieces together that are wide enough for lines of columns."""
    rows: list[list[_Piece]] = []
    last: _Piece | None = None
    for piece in sorted(pieces, key=lambda p: (p.y0 + p.y1, p.x0)):
        if last is not None and (piece.y0 + piece.y1) - (last.y0 + last.y1) < piece.y1 - piece.y0:
            rows[-1].append(piece)
        else:
            rows.append([piece])
        last = piece
    return [max(max(p.width for p in row), sum(p.width for p in row if p.width > _COLUMN_WIDTH * p.size))
            for row in rows]


def _centred(pieces: Sequence[_Piece], x: float) -> float:
    """The middle between the nearest edges left and right of x."""
    left = max((p.x1 for p in pieces if p.x1 <= x), default=x)
    right = min((p.x0 for p in pieces if p.x0 >= x), default=x)
    return (left + right) / 2


def _rows(column: Sequence[_Piece]) -> list[list[_Piece]]:
    """The pieces of a column as rows from top to bottom, each from left to right."""
    rows: list[list[_Piece]] = []
    for piece in sorted(column, key=lambda p: (p.y0, p.x0)):
        home = next((row for row in reversed(rows[-4:]) if _on_row(piece, row)), None)
        if home is None:
            rows.append([piece])
        else:
            home.append(piece)
    for row in rows:
        row.sort(key=lambda p: p.x0)
    return sorted(rows, key=lambda row: (_hull(row)[1] + _hull(row)[3], _hull(row)[0]))


def _on_row(piece: _Piece, row: Sequence[_Piece]) -> bool:
    anchor = max(row, key=lambda p: p.size)
    overlap = min(piece.y1, anchor.y1) - max(piece.y0, anchor.y0)
    apart = all(piece.x0 >= p.x1 - 0.5 * p.size or piece.x1 <= p.x0 + 0.5 * p.size for p in row)
    return apart and overlap > _SAME_ROW * min(piece.y1 - piece.y0, anchor.y1 - anchor.y0)


def _piece(fragment: Fragment) -> _Piece:
    x0, x1 = min(s.x0 for s in fragment), max(s.x1 for s in fragment)
    main = [s for s in fragment if not s.superscript and s.text.strip()] or list(fragment)
    return _Piece(fragment, x0, min(s.y0 for s in main), x1, max(s.y1 for s in main), max(s.size for s in main))


def _row_size(row: Sequence[_Piece]) -> float:
    weights: dict[float, int] = {}
    for piece in row:
        for span in piece.spans:
            weights[span.size] = weights.get(span.size, 0) + len(span.text.strip())
    return max(weights, key=lambda size: (weights[size], size))


def _hull(pieces: Sequence[_Piece]) -> Rect:
    return (min(p.x0 for p in pieces), min(p.y0 for p in pieces), max(p.x1 for p in pieces),
            max(p.y1 for p in pieces))
