"""The part of a page that a figure takes up, and the lines of text inside it (axis labels, legends, panel letters)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from .caption_lines import Caption
from .lines import Line, Page, Rect, follows
from .running_text import RunningText, has_wide_gap

_LEAST_AREA = 400.0
_PROSE_WORDS, _PROSE_LINES = 8, 3
_MOST_AXIS_WORDS = 8
_FAR = 6.0


def figure_region(caption: Caption, body: RunningText, taken: Set[Line]) -> tuple[Rect, tuple[Line, ...]]:
    """The rectangle of the figure with its caption in points, and the lines inside the figure.

    The figure lies above its caption, or below it if nothing is painted above. It ends where running text begins.
    """
    page = caption.page
    own = (caption.x0, caption.y0, caption.x1, caption.y1)
    for upwards in (True, False):
        edge = _edge(caption, body, taken, upwards)
        zone = (0.0, edge, page.width, caption.y0) if upwards else (0.0, caption.y1, page.width, edge)
        art = _art(page, zone, caption)
        if art is None:
            continue
        free = [line for line in page.lines if line not in taken and line not in caption.lines
                and not body.has(line) and not _heads_next_column(line, art, caption, body)]
        lines = [line for line in free if _inside(line, art, zone)]
        # The name of an axis stands between its numbers and the caption.
        bottom = max([art[3], *(line.y1 for line in lines if upwards)])
        top = min([art[1], *(line.y0 for line in lines if not upwards)])
        lines += [line for line in free if line not in lines and (
            _inside(line, (art[0], top, art[2], bottom), zone)
            or (upwards and _names_axis(line, (art[0], bottom, art[2], caption.y0), body)))]
        for line in lines:
            art = _union(art, (line.x0, line.y0, line.x1, line.y1))
        return _union(art, own), tuple(lines)
    return own, ()


def _edge(caption: Caption, body: RunningText, taken: Set[Line], upwards: bool) -> float:
    """The height at which running text or another caption or table ends (upwards) or begins (downwards)."""
    page = caption.page
    edge = 0.0 if upwards else page.height
    prose = _prose(page.lines)
    for line in page.lines:
        if line in caption.lines or min(line.x1, caption.x1) - max(line.x0, caption.x0) < 4:
            continue
        if not (line in taken or body.has(line) or line in prose):
            continue
        if upwards and line.y1 <= caption.y0 + 1:
            edge = max(edge, line.y1)
        elif not upwards and line.y0 >= caption.y1 - 1:
            edge = min(edge, line.y0)
    return edge


def _prose(lines: Sequence[Line]) -> set[Line]:
    """Lines of a paragraph in any type: three or more of one size below one another, each of many words."""
    out: set[Line] = set()
    run: list[Line] = []
    for line in lines:
        many = len(line.text.split()) >= _PROSE_WORDS \
            and sum(map(str.isalpha, line.text)) > 0.7 * len(line.text.replace(" ", "")) and not has_wide_gap(line, 1.5)
        alike = bool(run) and abs(run[-1].size - line.size) < 0.3 and follows(run[-1], line, 1.6)
        run = [*run, line] if many and alike else [line] if many else []
        if len(run) >= _PROSE_LINES:
            out.update(run)
    return out


def _art(page: Page, zone: Rect, caption: Caption) -> Rect | None:
    """The hull of the images and drawings in the zone that reach over the caption, or stand over a caption that
    lies across the middle of the page."""
    rects: list[Rect] = [*page.images, *((d.x0, d.y0, d.x1, d.y1) for d in page.drawings)]
    whole = page.width * page.height
    inside = []
    for x0, y0, x1, y1 in rects:
        x0, x1 = max(x0, 0.0), min(x1, page.width)
        middle = (y0 + y1) / 2
        if not zone[1] - 2 <= middle <= zone[3] + 2 or (x1 - x0) * (y1 - y0) > 0.8 * whole or x1 < x0:
            continue
        if min(x1, caption.x1) - max(x0, caption.x0) >= 0 or caption.x0 < page.width / 2 < caption.x1:
            inside.append((x0, max(y0, zone[1] - 2), x1, min(y1, zone[3] + 2)))
    if not inside:
        return None
    hull = (min(r[0] for r in inside), min(r[1] for r in inside), max(r[2] for r in inside), max(r[3] for r in inside))
    return hull if (hull[2] - hull[0]) * (hull[3] - hull[1]) > _LEAST_AREA and hull[3] - hull[1] > 15 else None


def _inside(line: Line, art: Rect, zone: Rect) -> bool:
    x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    margin = 2.5 * line.size
    return art[0] - margin <= x <= art[2] + margin and max(zone[1], art[1] - margin) <= y <= min(
        zone[3], art[3] + margin
    )


def _names_axis(line: Line, gap: Rect, body: RunningText) -> bool:
    """Whether a few small words stand in the gap between a drawing and its caption, under the middle of the drawing."""
    x0, y0, x1, y1 = gap
    small = line.size < body.size - 0.8 and len(line.text.split()) <= _MOST_AXIS_WORDS
    under = abs(line.x0 + line.x1 - x0 - x1) < (x1 - x0) / 2
    return small and under and y0 <= line.y0 and line.y1 <= y1 + 1 and line.y0 - y0 < _FAR * line.size


def _heads_next_column(line: Line, art: Rect, caption: Caption, body: RunningText) -> bool:
    """Whether a line, a heading for one, begins right of the caption where the running text beside the art begins."""
    if line.x0 <= caption.x1 or line.size < body.size - 0.6 or not body.begins_column(line):
        return False
    return any(body.fills_column(other) and abs(other.x0 - line.x0) <= 1.5 and art[1] <= other.y0 <= art[3]
               for other in caption.page.lines)


def _union(a: Rect, b: Rect) -> Rect:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
