"""Spans, lines and pages: the form in which the text of a PDF reaches every other module of the parser.

Coordinates are points in the *upright frame* of a page: origin top left, with the main text of the page running from
left to right. It differs from the displayed page only where text runs sideways; `Frame.box` maps a rectangle to the
displayed page, `Frame.to_pdf` and `Frame.from_pdf` to and from the coordinates that PyMuPDF's page methods use.
`pages.read_pages` makes these; the order of `Page.lines` is the reading order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median

from ...kb.events.document import Box, HiddenText
from .style import Style, amount, style_of

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class Frame:
    """How the upright frame lies on the page. `turn` is the number of quarter turns clockwise from upright to
    PyMuPDF's unrotated page, `shown` the same from upright to the displayed page; sizes are of the upright frame."""

    page: int
    width: float
    height: float
    turn: int = 0
    shown: int = 0

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """The rectangle on the displayed page in 1/100 pt."""
        left, top, right, bottom = _turned((x0, y0, x1, y1), self.shown, self.width, self.height)
        return Box(page=self.page, x0=round(left * 100), y0=round(top * 100), x1=round(right * 100),
                   y1=round(bottom * 100))

    def to_pdf(self, rect: Rect) -> Rect:
        """The rectangle in PyMuPDF's coordinates of the unrotated page."""
        return _turned(rect, self.turn, self.width, self.height)

    def from_pdf(self, rect: Rect) -> Rect:
        """A rectangle in PyMuPDF's coordinates of the unrotated page, in the upright frame."""
        sideways = self.turn % 2
        width, height = (self.height, self.width) if sideways else (self.width, self.height)
        return _turned(rect, -self.turn % 4, width, height)


@dataclass(frozen=True, eq=False)
class Span:
    """A run of text in one font. `size` is in points, `color` is 0xRRGGBB, `baseline` the y of the text's baseline;
    `superscript` means smaller than its line and raised above the baseline."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    font: str
    bold: bool
    italic: bool
    superscript: bool
    color: int
    baseline: float


@dataclass(frozen=True, eq=False)
class Line:
    """A printed line within one column. Lines compare and hash by identity. `page` is one-based; `column` and `block`
    are ordinals on the page (a block is a run of lines without a vertical gap)."""

    page: int
    spans: tuple[Span, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    size: float
    bold: bool
    column: int
    block: int
    frame: Frame

    @property
    def box(self) -> Box:
        """Where the line lies on the displayed page."""
        return self.frame.box(self.x0, self.y0, self.x1, self.y1)

    @property
    def height(self) -> float:
        """Height in points."""
        return self.y1 - self.y0

    @cached_property
    def style(self) -> Style:
        """The prevailing style of the line."""
        return style_of(self.spans)

    @cached_property
    def italic(self) -> bool:
        """Whether most of the characters are italic."""
        return share(self.spans, "italic") > 0.5

    @cached_property
    def baseline(self) -> float:
        """The y of the baseline of the longest span that is not raised."""
        return max((span for span in self.spans if not span.superscript), key=lambda s: len(s.text),
                   default=self.spans[0]).baseline


@dataclass(frozen=True, eq=False)
class Drawing:
    """A vector path's bounding rectangle; `filled` and `stroked` say how it was painted, `fill` its colour."""

    x0: float
    y0: float
    x1: float
    y1: float
    filled: bool
    stroked: bool
    fill: int | None


@dataclass(frozen=True, eq=False)
class Page:
    """One page. `lines` are in reading order, without hidden text and without `furniture` (running heads, page
    numbers, line numbers). `sideways` holds lines whose text does not run in the main direction; `unmapped` counts
    characters that stand for no letter; `links` are the web links of the first pages. A `cover` is no page of the paper
    itself: all its lines are furniture. On a `damaged` page MuPDF met something that it could not decode. `unseen` is
    where hidden text stands within the page."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    images: tuple[Rect, ...]
    drawings: tuple[Drawing, ...]
    furniture: tuple[Line, ...]
    sideways: tuple[Line, ...]
    hidden: tuple[HiddenText, ...]
    frame: Frame
    unmapped: int = 0
    links: tuple[tuple[Rect, str], ...] = ()
    cover: bool = False
    damaged: bool = False
    unseen: tuple[Rect, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is on the page."""
        return not (self.lines or self.images or self.drawings or self.furniture or self.sideways or self.hidden)


def share(spans: Sequence[Span], attribute: str) -> float:
    """Share of the characters whose span has a true attribute."""
    total = sum(len(span.text.strip()) for span in spans)
    return sum(len(span.text.strip()) for span in spans if getattr(span, attribute)) / total if total else 0.0


def body_size(pages: Sequence[Page]) -> float:
    """The font size of most characters of the document's lines."""
    weights: dict[float, int] = {}
    for page in pages:
        for line in page.lines:
            size = round(line.size, 1)
            weights[size] = weights.get(size, 0) + amount(line.text)
    return max(weights, key=lambda size: (weights[size], size)) if weights else 10.0


def line_pitch(lines: Sequence[Line]) -> float:
    """Median distance between baselines of successive lines of one column, in points; 1.2 times the size if unknown."""
    steps = [b.baseline - a.baseline for a, b in pairwise(lines)
             if a.page == b.page and a.column == b.column and 0 < b.baseline - a.baseline < 3 * a.size]
    return median(steps) if steps else 1.2 * (lines[0].size if lines else 10.0)


def follows(before: Line, line: Line, leading: float) -> bool:
    """Whether a line stands right below another: less than `leading` sizes lower, and over or under some of it."""
    step = line.baseline - before.baseline
    return line.page == before.page and 0 < step < leading * max(line.size, before.size) \
        and min(before.x1, line.x1) > max(before.x0, line.x0)


def _turned(rect: Rect, turn: int, width: float, height: float) -> Rect:
    x0, y0, x1, y1 = rect
    if turn == 1:
        return height - y1, x0, height - y0, x1
    if turn == 2:
        return width - x1, height - y1, width - x0, height - y0
    if turn == 3:
        return y0, width - x1, y1, width - x0
    return x0, y0, x1, y1
