"""The head of a table whose headings stand over several columns: a row of headings, and a row of what they hold.

"Cases" over "n" and "%" is two headings, not one of two lines. A rule under the upper one says so; where none is drawn,
the place of the headings does, or that the lower ones repeat under each upper one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .table_columns import Columns, RowCells, segments
from .table_layout import HALF_LINE, is_number
from .table_words import Row, Word

HeadRow = tuple[tuple[str, ...], ...]
_LEVEL = 2.0
_NEAR = 2.5
_OFF_MIDDLE = 0.04
_CLOSE_LINES = 0.8
_BELOW = 0.2
_MOST_HEAD_ROWS = 4
_MOSTLY = 0.7
_DASHES = ("-", "−", "–", "—")


def header_end(rows: Sequence[Row], full: Sequence[float]) -> int:
    """Number of printed rows above the first rule that runs all across. Without one, the rows above the first values if
    nearly all rows below hold values, or else the first row with what is centred beside it."""
    for y in full:
        above = sum(row.middle < y for row in rows)
        if 0 < above < len(rows):
            return above
    pieces = [segments(row) for row in rows]
    valued = [_holds_values(texts) for texts in pieces]
    first = valued.index(True) if any(valued) else len(rows)
    counted = [value for value, texts in zip(valued[first:], pieces[first:], strict=True) if len(texts) > 1]
    if 1 < first <= _MOST_HEAD_ROWS and len(counted) > 1 and sum(counted) >= _MOSTLY * len(counted):
        while first > 1 and len(pieces[first - 1]) == 1 and not _between(rows, first - 1):
            first -= 1
        return first
    end = 1
    while end < min(_MOST_HEAD_ROWS, len(rows) - 1) and _between(rows, end):
        end += 1
    return end


def _between(rows: Sequence[Row], i: int) -> bool:
    """Whether a printed row stands less than a line below the one before it."""
    return rows[i].y1 - rows[i - 1].y1 < HALF_LINE * rows[i].size


def _holds_values(pieces: Sequence[Sequence[Word]]) -> bool:
    texts = [" ".join(word.text for word in piece) for piece in pieces[1:]]
    return bool(texts) and sum(is_number(text) or text in _DASHES for text in texts) >= 0.5 * len(texts)


@dataclass(frozen=True)
class _Group:
    """A heading (its lines) over the columns from `first` to `last`; the rows of the head above `below` are its own."""

    first: int
    last: int
    lines: tuple[str, ...]
    below: int


@dataclass(frozen=True)
class _Upper:
    """A text in the first row of a head, in the column under its middle; edges in points."""

    column: int
    x0: float
    x1: float
    text: str


def spanning_heads(
    rows: Sequence[Row], grid: Sequence[RowCells], columns: Columns, partial: Sequence[tuple[float, float, float]]
) -> tuple[HeadRow, HeadRow] | None:
    """The lines of each cell of the two rows of a head, or None if no heading stands over several columns.

    `partial` are rules (x0, x1, y) that run over a part of the table.
    """
    if len(rows) < 2:
        return None
    groups = _ruled(rows, grid, columns, partial) or _placed(rows, grid, columns)
    if not groups:
        return None
    low, least = _lower_heads(rows, grid), min(group.below for group in groups)
    upper: list[tuple[str, ...]] = []
    lower: list[tuple[str, ...]] = []
    for c in range(columns.count):
        group = next((g for g in groups if g.first <= c <= g.last), None)
        lines = [(i, cells.texts[c]) for i, cells in enumerate(grid) if cells.texts[c]]
        if group is None:
            beside = c in low and lines[0][0] >= least
            upper.append(() if beside else tuple(text for _, text in lines))
            lower.append(tuple(text for _, text in lines) if beside else ())
        else:
            upper.append(group.lines if c == group.first else ())
            lower.append(tuple(text for i, text in lines if i >= group.below))
    return tuple(upper), tuple(lower)


def _ruled(
    rows: Sequence[Row], grid: Sequence[RowCells], columns: Columns, partial: Sequence[tuple[float, float, float]]
) -> list[_Group]:
    """The groups under which a rule is drawn; none if the rules stand at several heights or under several headings."""
    inner = [rule for rule in partial if rows[0].middle < rule[2] < rows[-1].middle]
    if not inner or max(y for _, _, y in inner) - min(y for _, _, y in inner) > _LEVEL:
        return []
    below = sum(row.middle < inner[0][2] for row in rows)
    groups: list[_Group] = []
    for a, b, _ in inner:
        held = [c for c, (x0, x1) in enumerate(columns.extents) if a - _NEAR < (x0 + x1) / 2 < b + _NEAR]
        over = [[text for text, edge in zip(cells.texts, cells.extents, strict=True)
                 if edge and a - _NEAR < (edge[0] + edge[1]) / 2 < b + _NEAR] for cells in grid[:below]]
        if len(held) < 2 or not all(any(cells.texts[c] for cells in grid[below:]) for c in held):
            continue
        if not any(over) or any(len(texts) > 1 for texts in over):
            return []
        groups.append(_Group(held[0], held[-1], tuple(text for texts in over for text in texts), below))
    return groups


def _placed(rows: Sequence[Row], grid: Sequence[RowCells], columns: Columns) -> list[_Group]:
    """The groups that the place of their headings tells."""
    extents = _with_heads(grid[1:], columns)
    low = _lower_heads(rows, grid)
    over = _reach([_Upper(columns.at((x0 + x1) / 2), x0, x1, text) for text, x0, x1 in _texts(grid[0])], low)
    middle = {u: [s for s in spans if _over_middle(u, *s, extents)] for u, spans in over.items()}
    if _has_centred(rows, grid, low):
        begun = _reach([_Upper(columns.at(x0 + 1), x0, x1, text) for text, x0, x1 in _texts(grid[0])], low)
        left = {u: [s for s in spans if s[0] == u.column and abs(u.x0 - extents[s[0]][0]) < _NEAR]
                for u, spans in begun.items()}
        return max((_widest(left), _widest(middle)), key=_covered)
    alone = {u: [] if _fits_own(u, extents) else spans for u, spans in middle.items()}
    return _widest({u: alone[u] or _repeated(u, over, grid) for u in over})


def _texts(cells: RowCells) -> list[tuple[str, float, float]]:
    """The texts of a row with their left and right edges."""
    return [(text, edge[0], edge[1]) for text, edge in zip(cells.texts, cells.extents, strict=True) if edge]


def _widest(spans: dict[_Upper, list[tuple[int, int]]]) -> list[_Group]:
    """Each heading over the widest of its ranges; none if they overlap."""
    groups = [_Group(*max(found, key=lambda s: s[1] - s[0]), (u.text,), 1) for u, found in spans.items() if found]
    single = [u.column for u, found in spans.items() if not found]
    inside = any(group.first <= c <= group.last for group in groups for c in single)
    return [] if inside or any(a.last >= b.first for a, b in pairwise(groups)) else groups


def _covered(groups: Sequence[_Group]) -> int:
    return sum(group.last - group.first + 1 for group in groups)


def _with_heads(grid: Sequence[RowCells], columns: Columns) -> list[tuple[float, float]]:
    """Where the words of each column lie, those of the lower rows of the head included."""
    out = []
    for c, (x0, x1) in enumerate(columns.extents):
        edges = [edge for cells in grid if (edge := cells.extents[c])]
        out.append((min([x0, *(edge[0] for edge in edges)]), max([x1, *(edge[1] for edge in edges)])))
    return out


def _lower_heads(rows: Sequence[Row], grid: Sequence[RowCells]) -> set[int]:
    """Columns whose head, but for what stands in the first row, lies in the lower half of the whole head."""
    middle = (rows[0].middle + rows[-1].middle) / 2
    low = set()
    for c in range(len(grid[0].texts)):
        held = [rows[i].middle for i in range(1, len(rows)) if grid[i].texts[c]]
        if held and (held[0] + held[-1]) / 2 > middle + _BELOW * rows[0].size:
            low.add(c)
    return low


def _has_centred(rows: Sequence[Row], grid: Sequence[RowCells], low: set[int]) -> bool:
    """Whether some heading stands between the lines of others, as it does where headings are centred by height."""
    middle = (rows[0].middle + rows[-1].middle) / 2
    close = any(b.y1 - a.y1 < _CLOSE_LINES * a.size for a, b in pairwise(rows))
    for c in range(len(grid[0].texts)):
        held = [rows[i].middle for i in range(len(rows)) if grid[i].texts[c]]
        if close and held and c not in low and abs((held[0] + held[-1]) / 2 - middle) < _BELOW * rows[0].size:
            return True
    return False


def _reach(uppers: Sequence[_Upper], low: set[int]) -> dict[_Upper, list[tuple[int, int]]]:
    """The ranges of columns that each heading may stand over: its own and neighbours that hold lower heads alone."""
    free = low - {upper.column for upper in uppers}
    out: dict[_Upper, list[tuple[int, int]]] = {}
    for upper in uppers:
        first = last = own = upper.column
        while first - 1 in free:
            first -= 1
        while last + 1 in free:
            last += 1
        ranges = [(a, b) for a in range(first, own + 1) for b in range(own, last + 1) if b > a]
        out[upper] = ranges if own in low else []
    return out


def _over_middle(upper: _Upper, first: int, last: int, extents: Sequence[tuple[float, float]]) -> bool:
    x0, x1 = extents[first][0], extents[last][1]
    return abs((upper.x0 + upper.x1) / 2 - (x0 + x1) / 2) < max(_NEAR, _OFF_MIDDLE * (x1 - x0))


def _fits_own(upper: _Upper, extents: Sequence[tuple[float, float]]) -> bool:
    """Whether a heading is set on its own column, left, right or in the middle."""
    x0, x1 = extents[upper.column]
    offsets = (upper.x0 - x0, upper.x1 - x1, (upper.x0 + upper.x1) / 2 - (x0 + x1) / 2)
    return min(map(abs, offsets)) < _NEAR


def _repeated(
    upper: _Upper, reach: dict[_Upper, list[tuple[int, int]]], grid: Sequence[RowCells]
) -> list[tuple[int, int]]:
    """The ranges of columns under a heading whose own heads, in their order, stand under another heading too."""

    def heads(span: tuple[int, int]) -> list[str]:
        return [" ".join(cells.texts[c] for cells in grid[1:]).strip() for c in range(span[0], span[1] + 1)]

    others = [heads(span) for other, spans in reach.items() if other is not upper for span in spans]
    return [span for span in reach[upper] if heads(span) in others]
