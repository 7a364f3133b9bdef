"""Ruled lines of a page: the horizontal and vertical strokes that tables are built from, joined where they touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .lines import Frame, Page

_THIN = 2.5
_SHORT = 12.0
_NARROW = 8.0
_TOUCH = 4.0
_LEVEL = 1.2
_MANY_ITEMS = 20000


@dataclass(frozen=True)
class Rules:
    """In points of the upright frame: `horizontal` as (x0, x1, y) from top to bottom, `vertical` as (x, y0, y1) from
    left to right. The upper and lower edges of shaded `areas` (x0, y0, x1, y1) count as horizontal rules, for they mark
    rows too."""

    horizontal: tuple[tuple[float, float, float], ...] = ()
    vertical: tuple[tuple[float, float, float], ...] = ()
    areas: tuple[tuple[float, float, float, float], ...] = ()

    def between(self, top: float, bottom: float, x0: float, x1: float) -> bool:
        """Whether a horizontal rule lies between two heights and under at least a quarter of the range of x."""
        return any(top <= y <= bottom and min(b, x1) - max(a, x0) > 0.25 * (x1 - x0) for a, b, y in self.horizontal)


def page_rules(page: Page, pdf_page: Any) -> Rules:
    """The ruled lines of one page. A page of vector art with very many paths counts as having none."""
    if not page.drawings or len(page.drawings) > _MANY_ITEMS:
        return Rules()
    horizontal: list[tuple[float, float, float]] = []
    vertical: list[tuple[float, float, float]] = []
    areas: list[tuple[float, float, float, float]] = []
    for x0, y0, x1, y1, filled in _rectangles(page.frame, pdf_page):
        width, height = x1 - x0, y1 - y0
        if height <= _THIN and width > max(_SHORT / 2, 2 * height):
            horizontal.append((x0, x1, (y0 + y1) / 2))
        elif width <= _THIN and height > _SHORT / 2:
            vertical.append(((x0 + x1) / 2, y0, y1))
        elif filled and width > _NARROW and 5 < height < 0.6 * page.height:
            horizontal += [(x0, x1, y0), (x0, x1, y1)]
            areas.append((x0, y0, x1, y1))
    return Rules(_joined(horizontal), _turned(_joined(_turned_in(vertical))), tuple(areas))


def _rectangles(frame: Frame, pdf_page: Any) -> list[tuple[float, float, float, float, bool]]:
    """Every straight stroke, and every rectangle (as an area, or as its four sides if it is only stroked)."""
    out: list[tuple[float, float, float, float, bool]] = []
    for drawing in pdf_page.get_cdrawings():
        kind = drawing.get("type")
        if kind not in ("s", "f", "fs"):
            continue
        filled = "f" in kind
        white = drawing.get("fill") is not None and min(drawing["fill"]) > 0.995
        for item in drawing["items"]:
            if item[0] == "l":
                (ax, ay), (bx, by) = item[1], item[2]
                if abs(ax - bx) < 1 or abs(ay - by) < 1:
                    out.append((*frame.from_pdf((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))), False))
            elif item[0] in ("re", "qu"):
                rect = tuple(item[1]) if item[0] == "re" else _hull(item[1])
                x0, y0, x1, y1 = frame.from_pdf(rect)
                thin = x1 - x0 <= _THIN or y1 - y0 <= _THIN
                if thin and not (filled and white and "s" not in kind):
                    out.append((x0, y0, x1, y1, False))
                    continue
                if filled and not white:
                    out.append((x0, y0, x1, y1, True))
                if "s" in kind and not thin:
                    out += [
                        (x0, y0, x1, y0, False),
                        (x0, y1, x1, y1, False),
                        (x0, y0, x0, y1, False),
                        (x1, y0, x1, y1, False),
                    ]
    return out


def _hull(quad: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    return min(xs), min(ys), max(xs), max(ys)


def _joined(lines: list[tuple[float, float, float]]) -> tuple[tuple[float, float, float], ...]:
    """Strokes on one level joined where they touch; what stays short is dropped. Sorted by level."""
    levels: list[list[tuple[float, float, float]]] = []
    for line in sorted(lines, key=lambda item: (item[2], item[0])):
        if levels and line[2] - levels[-1][0][2] <= _LEVEL:
            levels[-1].append(line)
        else:
            levels.append([line])
    out: list[tuple[float, float, float]] = []
    for level in levels:
        y = level[0][2]
        run: list[float] = []
        for a, b, _ in sorted(level):
            if run and a <= run[1] + _TOUCH:
                run[1] = max(run[1], b)
            else:
                if run and run[1] - run[0] > _SHORT:
                    out.append((run[0], run[1], y))
                run = [a, b]
        if run and run[1] - run[0] > _SHORT:
            out.append((run[0], run[1], y))
    return tuple(out)


def _turned_in(lines: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    return [(y0, y1, x) for x, y0, y1 in lines]


def _turned(lines: Sequence[tuple[float, float, float]]) -> tuple[tuple[float, float, float], ...]:
    return tuple((x, y0, y1) for y0, y1, x in lines)
