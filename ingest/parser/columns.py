"""Reading order: columns by the gutters of a page, bands between lines that cross a gutter, rows within a column.

A gutter is a vertical strip that few fragments cross while text stands on both sides of it, at the same heights, and
fills its side. The page is cut at its best gutter, each side again, until none is left; a fragment that crosses a
gutter with nothing beside it separates bands. This is the recursive X-Y cut (Nagy and Seth 1984) with spanning lines
allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from .bars import Bar, parting_heights
from .gutters import find_gutter, usual_gutter
from .lines import Frame, Line
from .pieces import Piece, hull_of, piece_of, pieces_of, same_row
from .spans import Fragment, joined, mostly_bold, raised
from .zones import zones

_BLOCK_GAP = 0.6
_LEAST_WIDE = 8
_PROSE_WIDTH = 20.0
_LEAST_NOTE = 4.0
_ONE_SIZE = 0.93
_LINE_WIDTH = 8.0
_REACH = 0.5
_DEEPEST = 6


def in_reading_order(
    fragments: Sequence[Fragment], frame: Frame, gutters: Sequence[float] = (), bars: Sequence[Bar] = ()
) -> tuple[Line, ...]:
    """Lines of one page in reading order with column and block numbers. `gutters` are those of other pages, `bars`
    those of this one."""
    pieces = pieces_of(fragments)
    columns: list[list[Piece]] = []
    for zone in zones(sorted(pieces, key=lambda p: (p.y0, p.x0))):
        _cut_at(zone.gutter, zone.pieces, columns, gutters, bars)
    return _lines(columns, frame)


def gutters_of(pages: Sequence[Sequence[Line]]) -> list[float]:
    """Where several pages of lines in reading order have a gutter: right of lines that end at one place, with others
    beginning behind it."""
    found: Counter[int] = Counter()
    for lines in pages:
        seen: set[int] = set()
        for number in {line.column for line in lines}:
            own = [line for line in lines if line.column == number]
            after = [line for line in lines if line.column == number + 1]
            end, start = max(one.x1 for one in own), min((one.x0 for one in after), default=0.0)
            if min(len(own), len(after)) >= _LEAST_WIDE and start > end - 1:
                seen.add(round((end + start) / 2))
        found.update(seen)
    return [float(x) for x, count in sorted(found.items(), key=lambda item: (-item[1], item[0])) if count > 1][:4]


def runs_across(lines: Sequence[Line], gutters: Sequence[float]) -> bool:
    """Whether a line has text on both sides of a gutter and none in it."""
    return any(line.x0 < x < line.x1 and all(span.x1 <= x + 1 or span.x0 >= x - 1 for span in line.spans)
               for line in lines for x in gutters)


def as_lines(fragments: Sequence[Fragment], frame: Frame) -> tuple[Line, ...]:
    """Each fragment as a line of its own, in the given order."""
    return _lines([[piece_of(fragment)] for fragment in fragments], frame)


def _lines(columns: Sequence[Sequence[Piece]], frame: Frame) -> tuple[Line, ...]:
    lines: list[Line] = []
    block = -1
    stacks = [_rows(column) for column in columns]
    gap = _block_gap(stacks)
    for number, stack in enumerate(stacks):
        last: Line | None = None
        for row in stack:
            spans = raised([span for piece in row for span in piece.spans])
            x0, y0, x1, y1 = hull_of(row)
            if last is None or y0 - last.y1 > gap * max(last.height, y1 - y0):
                block += 1
            text = joined(spans)
            if not text:
                continue
            last = Line(frame.page, spans, x0, y0, x1, y1, text, _row_size(row), mostly_bold(spans), number, block,
                        frame)
            lines.append(last)
    return tuple(lines)


def _block_gap(stacks: Sequence[Sequence[Sequence[Piece]]]) -> float:
    """The space between two blocks in heights of a line: more where most lines of text are set far apart."""
    gaps = []
    for stack in stacks:
        hulls = [hull_of(row) for row in stack if max(p.width / p.size for p in row) > _PROSE_WIDTH]
        gaps += [(b[1] - a[3]) / max(b[3] - b[1], a[3] - a[1], 1.0) for a, b in pairwise(hulls)]
    usual = median(gaps) if len(gaps) >= _LEAST_WIDE else 0.0
    return _BLOCK_GAP if usual <= _BLOCK_GAP else usual + 0.5 * _BLOCK_GAP


def _cut(
    pieces: list[Piece], out: list[list[Piece]], gutters: Sequence[float], bars: Sequence[Bar], depth: int
) -> None:
    """Appends the columns of the pieces (sorted by height) to `out` in reading order."""
    gutter = find_gutter(pieces) if depth < _DEEPEST and len(pieces) > 5 else None
    _cut_at(gutter, pieces, out, gutters, bars, depth)


def _cut_at(
    gutter: float | None, pieces: list[Piece], out: list[list[Piece]], gutters: Sequence[float], bars: Sequence[Bar],
    depth: int = 0,
) -> None:
    """The same for pieces whose gutter is known."""
    if gutter is None and depth < _DEEPEST and len(pieces) > 3:
        gutter = usual_gutter(pieces, gutters)
    if gutter is None:
        beside = _beside_text(pieces)
        out.extend(part for part in (beside, [piece for piece in pieces if piece not in set(beside)]) if part)
        return
    spanning: list[Piece] = []
    for band in _bands(pieces, gutter, parting_heights(bars, gutter, pieces)):
        if isinstance(band, Piece):
            spanning.append(band)
            continue
        if spanning:
            out.append(spanning)
            spanning = []
        for part in (part for shelf in _shelves(*band) for part in shelf):
            _cut(part, out, gutters, bars, depth + 1)
    if spanning:
        out.append(spanning)


def _bands(
    pieces: Sequence[Piece], gutter: float, heights: Sequence[float]
) -> list[tuple[list[Piece], list[Piece]] | Piece]:
    """From top to bottom what stands left and right of a gutter, parted by pieces that cross it and at `heights`."""
    left: list[Piece] = []
    right: list[Piece] = []
    bands: list[tuple[list[Piece], list[Piece]] | Piece] = []
    sides = {piece: _side(piece, gutter, pieces) for piece in pieces}
    ahead = list(heights)
    for piece in pieces:
        passed = [height for height in ahead if height < (piece.y0 + piece.y1) / 2]
        ahead = ahead[len(passed):]
        above = _heading_of(piece, left, right) if sides[piece] == 0 and not passed else []
        left = [one for one in left if one not in above]
        if (passed or sides[piece] == 0) and (left or right):
            bands.append((left, right))
            left, right = [], []
        bands.extend(above)
        if sides[piece] == 0:
            bands.append(piece)
        elif sides[piece] < 0:
            left.append(piece)
        else:
            right.append(piece)
    return [*bands, (left, right)] if left or right else bands


def _heading_of(piece: Piece, left: Sequence[Piece], right: Sequence[Piece]) -> list[Piece]:
    """What stands below both columns and above a line that spans them, a gap away from the columns: a heading."""
    floor = max((p.y1 for p in right), default=0.0)
    low = [p for p in left if p.y0 > floor - 1] if right else []
    above: list[Piece] = []
    while low and (not above or above[0].y0 - low[-1].y1 < _BLOCK_GAP * piece.size):
        above.insert(0, low.pop())
    gap = above[0].y0 - max((p.y1 for p in left if p not in above), default=0.0) if above else 0.0
    if not above or len(above) > 2 or gap < _BLOCK_GAP * piece.size or piece.y0 - above[-1].y1 > 2 * above[-1].size:
        return []
    return above


def _shelves(left: list[Piece], right: list[Piece]) -> list[tuple[list[Piece], list[Piece]]]:
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


def _usual_size(pieces: Sequence[Piece]) -> float:
    """The size of most of the characters; 0 with fewer than three pieces."""
    return _row_size(pieces) if len(pieces) >= 3 else 0.0


def _letters(piece: Piece) -> int:
    return sum(len(span.text) for span in piece.spans)


def _beside_text(pieces: Sequence[Piece]) -> list[Piece]:
    """Notes in the margin left of the text, too few for a column of their own. Labels of list items are none."""
    x0, _, x1, _ = hull_of(pieces) if pieces else (0.0, 0.0, 0.0, 0.0)
    wide = sorted(piece.x0 for piece in pieces if piece.width > 0.5 * (x1 - x0))
    if len(wide) < _LEAST_WIDE:
        return []
    edge = wide[len(wide) // 10]
    return [piece for piece in pieces if piece.x1 < edge - 2 and piece.width > _LEAST_NOTE * piece.size]


def _side(piece: Piece, gutter: float, pieces: Sequence[Piece]) -> int:
    """-1 left, 1 right, 0 across the gutter. A crossing piece with text beside it belongs to the side it lies on, one
    that juts out of its column over the gutter to the side where it begins."""
    if piece.x1 <= gutter + 1:
        return -1
    if piece.x0 >= gutter - 1:
        return 1
    level = [other for other in pieces if other is not piece and same_row(piece, other)
             and (other.x0 >= gutter or other.x1 <= gutter)]
    if any(other.x0 >= piece.x1 if other.x0 >= gutter else other.x1 <= piece.x0 for other in level):
        return -1 if gutter - piece.x0 >= piece.x1 - gutter else 1
    over = sum(p.width for p in pieces if p.x0 >= gutter and p.overprints(piece))
    return -1 if over > _LINE_WIDTH * piece.size or _juts(piece, gutter, pieces) else 0


def _juts(piece: Piece, gutter: float, pieces: Sequence[Piece]) -> bool:
    """Whether a line over a gutter is one of the lines left of it that became too long (an address without a space, a
    formula): it stands close between others of the same type and edge, or close below one and does not reach far."""
    close = [p for p in pieces if p is not piece and p.x0 < gutter and p.y1 > piece.y0 - 0.5 * piece.size
             and p.y0 < piece.y1 + 0.5 * piece.size]
    above, below = [p for p in close if p.y1 < piece.y1], [p for p in close if p.y0 > piece.y0]
    near = piece.x1 < gutter + _REACH * (max(p.x1 for p in pieces) - gutter)
    return _like_column(above, piece, gutter) and (near or _like_column(below, piece, gutter))


def _like_column(lines: Sequence[Piece], piece: Piece, gutter: float) -> bool:
    """Whether lines left of a gutter are set like a piece that crosses it, and begin where it does."""
    return all(p.x1 <= gutter + 1 and abs(p.size - piece.size) < 0.3 for p in lines) and any(
        abs(p.x0 - piece.x0) < 1.5 * p.size for p in lines)


def _rows(column: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of a column as rows from top to bottom, each from left to right."""
    rows: list[list[Piece]] = []
    for piece in sorted(column, key=lambda p: (p.y0, p.x0)):
        home = next((row for row in reversed(rows[-4:]) if _on_row(piece, row)), None)
        if home is None:
            rows.append([piece])
        else:
            home.append(piece)
    for row in rows:
        row.sort(key=lambda p: p.x0)
    return sorted(rows, key=lambda row: (hull_of(row)[1] + hull_of(row)[3], hull_of(row)[0]))


def _on_row(piece: Piece, row: Sequence[Piece]) -> bool:
    anchor = max(row, key=lambda p: p.size)
    apart = all(piece.x0 >= p.x1 - 0.5 * p.size or piece.x1 <= p.x0 + 0.5 * p.size for p in row)
    return apart and same_row(piece, anchor)


def _row_size(row: Sequence[Piece]) -> float:
    weights: dict[float, int] = {}
    for piece in row:
        for span in piece.spans:
            weights[span.size] = weights.get(span.size, 0) + len(span.text.strip())
    return max(weights, key=lambda size: (weights[size], size))
