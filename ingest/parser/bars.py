"""Bars: edges of what is printed besides text (rules, boxes, pictures) that run level over a page.

Where a bar crosses a gutter at a height that no text touches, a table or picture of full width begins or ends, and the
columns above are read before those below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .lines import Drawing, Rect
from .pieces import Piece

_THIN = 3.0
_LEAST_WIDTH = 60.0
_LEVEL = 1.2
_TOUCH = 4.0
_BEYOND = 20.0
_OVERLAP = 0.2
_MANY = 5000
_MANY_BARS = 300
_WHITE = 0xFCFCFC


class Bar(NamedTuple):
    """From `x0` to `x1` at height `y`, in points of the upright frame."""

    y: float
    x0: float
    x1: float


def bars_of(drawings: Sequence[Drawing], images: Iterable[Rect]) -> tuple[Bar, ...]:
    """The bars of a page from top to bottom; pieces that touch on one level are one. None on a page of vector art."""
    if len(drawings) > _MANY:
        return ()
    found: list[Bar] = []
    for drawing in drawings:
        if drawing.y1 - drawing.y0 <= _THIN:
            found.append(Bar((drawing.y0 + drawing.y1) / 2, drawing.x0, drawing.x1))
        elif drawing.stroked or (drawing.fill or 0) < _WHITE:
            found += [Bar(drawing.y0, drawing.x0, drawing.x1), Bar(drawing.y1, drawing.x0, drawing.x1)]
    found += [Bar(y, x0, x1) for x0, y0, x1, y1 in images for y in (y0, y1)]
    levels: list[list[Bar]] = []
    for bar in sorted(found):
        if levels and bar.y - levels[-1][0].y <= _LEVEL:
            levels[-1].append(bar)
        else:
            levels.append([bar])
    bars = tuple(bar for level in levels for bar in _joined(level) if bar.x1 - bar.x0 > _LEAST_WIDTH)
    return bars if len(bars) <= _MANY_BARS else ()


def _joined(level: Sequence[Bar]) -> list[Bar]:
    out: list[Bar] = []
    for bar in sorted(level, key=lambda bar: bar.x0):
        if out and bar.x0 <= out[-1].x1 + _TOUCH:
            out[-1] = out[-1]._replace(x1=max(out[-1].x1, bar.x1))
        else:
            out.append(bar)
    return out


def parting_heights(bars: Iterable[Bar], gutter: float, pieces: Sequence[Piece]) -> list[float]:
    """Heights, from the top, at which a bar crosses a gutter and no piece stands, with pieces above and below."""
    out: list[float] = []
    for bar in bars:
        if bar.x0 > gutter - _BEYOND or bar.x1 < gutter + _BEYOND:
            continue
        if not any(p.y0 + _OVERLAP * (p.y1 - p.y0) < bar.y < p.y1 - _OVERLAP * (p.y1 - p.y0) for p in pieces):
            out.append(bar.y)
    return out
