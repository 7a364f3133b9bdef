"""Pages on which some text runs sideways, seen with the head turned: that text upright, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from .columns import in_reading_order
from .lines import Drawing, Frame, Line, Page, Rect, Span


def turned_page(page: Page) -> Page | None:
    """The sideways lines of a page as a page of their own, in an upright frame; None if there are none."""
    if not page.sideways:
        return None
    upwards = _runs_upwards(page)
    old = page.frame
    quarter = 3 if upwards else 1
    frame = Frame(old.page, old.height, old.width, (old.turn + quarter) % 4, (old.shown + quarter) % 4)
    fragments = [tuple(_turned_span(span, page, upwards) for span in line.spans) for line in page.sideways]
    return Page(
        number=page.number,
        width=frame.width,
        height=frame.height,
        lines=in_reading_order(fragments, frame),
        images=tuple(_turned(rect, page, upwards) for rect in page.images),
        drawings=tuple(_turned_drawing(drawing, page, upwards) for drawing in page.drawings),
        furniture=(),
        sideways=(),
        hidden=(),
        frame=frame,
    )


def _runs_upwards(page: Page) -> bool:
    """Whether the lines read from bottom to top, as most do that are turned; told by spans that follow each other."""
    votes = sum(_vote(line) for line in page.sideways)
    return votes >= 0


def _vote(line: Line) -> int:
    first, last = line.spans[0], line.spans[-1]
    return (first.y0 > last.y0) - (first.y0 < last.y0)


def _turned(rect: Rect, page: Page, upwards: bool) -> Rect:
    x0, y0, x1, y1 = rect
    if upwards:
        return page.height - y1, x0, page.height - y0, x1
    return y0, page.width - x1, y1, page.width - x0


def _turned_span(span: Span, page: Page, upwards: bool) -> Span:
    x0, y0, x1, y1 = _turned((span.x0, span.y0, span.x1, span.y1), page, upwards)
    return replace(span, x0=x0, y0=y0, x1=x1, y1=y1, baseline=y1 - 0.2 * span.size)


def _turned_drawing(drawing: Drawing, page: Page, upwards: bool) -> Drawing:
    x0, y0, x1, y1 = _turned((drawing.x0, drawing.y0, drawing.x1, drawing.y1), page, upwards)
    return replace(drawing, x0=x0, y0=y0, x1=x1, y1=y1)
