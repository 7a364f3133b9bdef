"""Zones of a page: parts one below the other whose columns stand at other places.

The block of names beside a boxed abstract above a text in two columns, or a reference list in three columns below it:
a gutter of one zone runs through lines of the other that have text beside them. The page is parted at blank rows
between the two, and each zone is read by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .gutters import BIN, find_gutter, find_gutters, heights_at
from .pieces import Piece, hull_of

_LEAST_RUN = 8
_NEAR = 10
_LASTING = 0.7
_OVERLAP = 0.15
_OTHER_PLACE = 12.0
_LEAST_PIECES = 6
_ASIDE = 0.15
_WIDE_GAP = 0.6


class Zone(NamedTuple):
    """Pieces, and the gutter between their columns."""

    pieces: list[Piece]
    gutter: float | None


def zones(pieces: Sequence[Piece]) -> list[Zone]:
    """The pieces of a page from top to bottom in zones; one zone if the page need not be parted."""
    if len(pieces) <= 2 * _LEAST_PIECES:
        return [Zone(list(pieces), find_gutter(pieces) if len(pieces) >= _LEAST_PIECES else None)]
    gutter, through = find_gutters(pieces)
    parts = _parts(pieces, through) if through is not None else []
    second = _second_of_three(pieces, gutter) if gutter is not None and not parts else None
    if second is not None:
        parts = _parts(pieces, second, _WIDE_GAP)
    return [zone for part in parts for zone in zones(part)] or [Zone(list(pieces), gutter)]


def _second_of_three(pieces: Sequence[Piece], gutter: float) -> float | None:
    """The other gutter of a page in three columns, which the first search sees only within its side."""
    x0, _, x1, _ = hull_of(pieces)
    third = (x1 - x0) / 3
    last = abs(gutter - x1 + third) < _ASIDE * third
    if not last and abs(gutter - x0 - third) >= _ASIDE * third:
        return None
    side = [p for p in pieces if (p.x1 <= gutter + 1 if last else p.x0 >= gutter - 1)]
    other = find_gutter(side) if side else None
    return other if other is not None and abs(other - (x0 + third if last else x1 - third)) < _ASIDE * third else None


def _parts(pieces: Sequence[Piece], gutter: float, least: float = 0.0) -> list[list[Piece]]:
    """The pieces parted where lines that the gutter runs through begin or end, at blank rows of at least so many sizes
    of type; none if they need not be parted."""
    top = hull_of(pieces)[1]
    facing, _, beside = heights_at(pieces, gutter)
    for first, last in _runs(beside, facing):
        cuts = _cuts(pieces, gutter, (top + first * BIN, top + (last + 1) * BIN), facing, least)
        parts = _parted(pieces, cuts)
        # A cut that leaves one and the same gutter on both sides parts nothing that the gutter does not.
        if len(parts) > 1 and any(_has_other(part, gutter) for part in parts):
            return parts
    return []


def _runs(beside: int, facing: int) -> list[tuple[int, int]]:
    """Runs of heights where text with other text beside it crosses the gutter, tallest first."""
    runs: list[list[int]] = []
    for height in (at for at in range(beside.bit_length()) if beside >> at & 1):
        if runs and height - runs[-1][1] <= _NEAR:
            runs[-1][1] = height
            runs[-1][2] += 1
        else:
            runs.append([height, height, 1])
    tall = [run for run in runs if run[2] >= _LEAST_RUN and run[2] > _bits(facing, run[0], run[1])]
    return [(first, last) for first, last, _ in sorted(tall, key=lambda run: (-run[2], run[0]))]


def _bits(heights: int, first: int, last: int) -> int:
    return (heights >> first & ((1 << (last - first + 1)) - 1)).bit_count()


def _first_lasting(heights: int) -> int:
    """The first height from which most of the next ones belong to the set too; the first at all if there is none."""
    found = [at for at in range(heights.bit_length()) if heights >> at & 1]
    return next((at for at in found if _bits(heights, at, at + _NEAR - 1) >= _LASTING * _NEAR), found[0])


def _cuts(
    pieces: Sequence[Piece], gutter: float, run: tuple[float, float], facing: int, least: float
) -> list[float]:
    """The blank rows that part a run of crossing lines from the columns above and below it.

    Between the run and the columns below it the left side may be the end of the one or the beginning of the other: the
    cut lies above the first line that stands right of the gutter or is too wide for what stands left of the run.
    """
    top = hull_of(pieces)[1]
    rows = _blank_rows(pieces, least)
    first, last = int((run[0] - top) / BIN), int((run[1] - top) / BIN)
    above = facing & ((1 << first) - 1)
    below = facing >> last << last
    cuts: list[float] = []
    if above.bit_count() >= _LEAST_RUN:
        end = top + above.bit_length() * BIN
        between = [y for y in rows if end - BIN <= y <= run[0] + BIN]
        cuts += between[-1:]
    if below.bit_count() >= _LEAST_RUN:
        start = top + (_first_lasting(below) + 1) * BIN
        inner = min((p.x0 for p in pieces if p.x0 < gutter < p.x1 and run[0] <= p.y0 <= run[1]), default=gutter)
        limit = min((p.y0 for p in pieces if p.y0 > run[1] - BIN and (p.x0 >= gutter or p.x0 < inner < p.x1 - 2)),
                    default=start)
        between = [y for y in rows if run[1] - BIN <= y <= min(limit, start) + 1]
        cuts += between[-1:]
    return cuts


def _blank_rows(pieces: Sequence[Piece], least: float) -> list[float]:
    """Heights at which no piece stands, each the lower end of a blank row; the boxes of glyphs overlap a little."""
    rows: list[float] = []
    bottom: float | None = None
    for piece in sorted(pieces, key=lambda p: p.y0):
        if bottom is not None and piece.y0 > bottom + least * piece.size:
            rows.append(piece.y0)
        bottom = max(bottom or 0.0, piece.y1 - _OVERLAP * (piece.y1 - piece.y0))
    return rows


def _parted(pieces: Sequence[Piece], cuts: Sequence[float]) -> list[list[Piece]]:
    parts = []
    for low, high in zip((float("-inf"), *cuts), (*cuts, float("inf")), strict=True):
        parts.append([p for p in pieces if low <= p.y0 < high])
    return [part for part in parts if part]


def _has_other(part: Sequence[Piece], gutter: float) -> bool:
    other = find_gutter(part)
    return other is not None and abs(other - gutter) > _OTHER_PLACE
