"""Text that a reader of the page does not see: how instructions are smuggled into programs that read papers.

White or nearly the colour of what lies behind it, under 2 pt, off the page, clipped away, painted in the invisible
render mode or fully transparent, masked, of glyphs without ink, said by ActualText and not drawn, or covered by an
image or an opaque area. Such text is kept out of everything else.
Colours are compared on a rendering of the page, and only where something about the text is suspicious.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ...kb.canon import clean_text
from ...kb.events.document import HiddenText, Why
from .drawn_text import drawn_text
from .encodings import mend_encodings
from .graphics import Graphics, has_soft_mask
from .library import pymupdf
from .lines import Rect, Span
from .soft_hyphens import with_hyphens
from .spacing import with_spaces
from .spans import PageText, RawSpan, joined, page_text

TINY = 2.0
_ZOOM = 2.0
_MOST_PIXELS = 2e7
_NEAR = 26
_PAINTED = 90
_LIGHT = 0.8
_TRANSPARENT = 13  # of 255
_SLICE = 2.0
_FEWEST_LETTERS = 3
_DRAWN_FONT = "Type3 ("  # how PyMuPDF names a font of the file's own drawings
_SQUEEZED = 0.5
_LONG = 4

Pixels = tuple[bytes, bytes, bytes]
"""The levels of red, green and blue of some pixels."""


@dataclass(frozen=True)
class SeenText:
    """What can be seen of a page, and what cannot."""

    text: PageText
    rows: tuple[tuple[Span, ...], ...]
    sideways: tuple[tuple[Span, ...], ...]
    oblique: tuple[tuple[Span, ...], ...]
    hidden: tuple[HiddenText, ...]
    unseen: tuple[Rect, ...]


def visible_text(page: Any, graphics: Graphics, layers: str = "") -> SeenText:
    """The text of a page without what is hidden, and the hidden text with the reason; `layers` is text of the page on
    layers that are switched off."""
    shown, as_drawn, gone = drawn_text(page)
    found: list[tuple[str, Why]] = [*((text, "off-page") for text in _off_page(page, graphics)), *gone]
    found += [(layers, "invisible")] if layers else []
    # Spaces are looked up in a reading of the page that believes ActualText.
    spaced = shown if as_drawn else with_spaces(page, shown)
    text = page_text(page, mend_encodings(with_hyphens(page, spaced)))
    eye = _Eye(page, graphics)
    unseen: list[Rect] = []
    rows = _seen_rows(text.rows, text, eye, found, unseen)
    sideways = _seen_rows(text.sideways, text, eye, found, unseen)
    oblique = _seen_rows(text.oblique, text, eye, found, unseen)
    return SeenText(text, rows, sideways, oblique, _reported(found, text.frame.page), tuple(unseen))


def _seen_rows(
    rows: Iterable[Sequence[RawSpan]], text: PageText, eye: _Eye, found: list[tuple[str, Why]], unseen: list[Rect]
) -> tuple[tuple[Span, ...], ...]:
    """The rows without hidden spans; appends what is hidden to `found`, one entry for a run of spans, and where it
    stands to `unseen`."""
    out = []
    for row in rows:
        reasons = [eye.why_hidden(raw, text) for raw in row]
        kept = tuple(raw.span for raw, why in zip(row, reasons, strict=True) if why is None)
        unseen += [(raw.span.x0, raw.span.y0, raw.span.x1, raw.span.y1)
                   for raw, why in zip(row, reasons, strict=True) if why is not None]
        for why in sorted({reason for reason in reasons if reason is not None}):
            gone = joined([raw.span for raw, reason in zip(row, reasons, strict=True) if reason == why])
            if gone:
                found.append((gone, why))
        if kept:
            out.append(kept)
    return tuple(out)


def _reported(found: Sequence[tuple[str, Why]], page: int) -> tuple[HiddenText, ...]:
    """Consecutive pieces with one reason as one entry."""
    out: list[tuple[str, Why]] = []
    for text, why in found:
        if why == "tiny" and len({char for char in text if char.isalnum()}) < _FEWEST_LETTERS:
            continue  # points of a plot, which are letters of a symbol font
        if out and out[-1][1] == why:
            out[-1] = (f"{out[-1][0]} {text}", why)
        else:
            out.append((text, why))
    return tuple(HiddenText(page=page, text=clean_text(text)[0], why=why) for text, why in out)


def text_on_hidden_layers(pdf: Any) -> dict[int, str]:
    """The text of optional-content layers that are off, by page (zero-based)."""
    off = [xref for xref, layer in (pdf.get_ocgs() or {}).items() if not layer["on"]]
    if not off:
        return {}
    library = pymupdf()
    state = pdf.get_layer()
    pdf.set_layer(-1, basestate="ON", on=[*state.get("on", ()), *off], off=[])
    content = pdf.tobytes(encryption=library.PDF_ENCRYPT_NONE)
    pdf.set_layer(-1, basestate=state.get("basestate", "ON"), on=state.get("on", []), off=state.get("off", []))
    out: dict[int, str] = {}
    # Layers are read when a file is opened; what is set later has no effect on its pages.
    with library.open(stream=content, filetype="pdf") as unlocked:
        for at, page in enumerate(unlocked):
            gone = _lines_of(page) - _lines_of(pdf[at])
            if gone:
                out[at] = " ".join(gone.elements())
    return out


def _lines_of(page: Any) -> Counter[str]:
    return Counter(" ".join(line.split()) for line in page.get_text("text").splitlines() if line.strip())


class _Eye:
    """Looks at one page; renders it at most once."""

    def __init__(self, page: Any, graphics: Graphics) -> None:
        self._page = page
        self._graphics = graphics

    def why_hidden(self, raw: RawSpan, text: PageText) -> Why | None:
        span = raw.span
        if not span.text.strip():
            return None
        if not raw.painted or raw.alpha < _TRANSPARENT:
            return "invisible"
        if span.size < TINY or _is_flat(span):
            return "tiny"
        rect = text.frame.to_pdf((span.x0, span.y0, span.x1, span.y1))
        covering = self._graphics.covering(rect)
        later = covering and self._is_covered(raw, covering)
        light = _luminance(span.color) > _LIGHT or raw.alpha < 128
        doubtful = span.font.startswith(_DRAWN_FONT) or self._masked
        if doubtful and self._is_blank(rect, span.size):
            return "invisible"
        if not later and not light and not self._same_colour_behind(span.color, covering):
            return None
        return self._look(span, rect, bool(later))

    def _is_covered(self, raw: RawSpan, covering: Sequence[int]) -> bool:
        at = self._order.get((round(raw.origin[0], 1), round(raw.origin[1], 1)))
        return at is not None and any(item > at for item in covering)

    def _same_colour_behind(self, color: int, covering: Sequence[int]) -> bool:
        behind = [self._graphics.fills[item] for item in covering if item in self._graphics.fills]
        return any(_distance(color, fill) < _NEAR for fill in behind)

    def _is_blank(self, rect: Rect, size: float) -> bool:
        """Whether nothing is painted where a span should be; a font of drawings may not tell its height."""
        x0, y0, x1, y1 = rect
        more = size if min(x1 - x0, y1 - y0) < 0.6 * size else 0.0
        pixels = self._pixels((x0 - more, y0 - more, x1 + more, y1 + more))
        return bool(pixels[0]) and _is_even(pixels)

    def _look(self, span: Span, rect: Rect, covered: bool) -> Why | None:
        """Why the span cannot be seen, judged piece by piece: a dark spot behind it makes the rest no more visible."""
        ink = ((span.color >> 16) & 255, (span.color >> 8) & 255, span.color & 255)
        reasons = [self._look_at(piece, ink, covered) for piece in _pieces(rect, _SLICE * span.size)]
        hidden: list[Why] = sorted(why for why in reasons if why is not None)
        if len(hidden) <= len(reasons) / 2:
            return None
        most: Why = max(hidden, key=lambda why: hidden.count(why))
        return most

    def _look_at(self, rect: Rect, ink: tuple[int, int, int], covered: bool) -> Why | None:
        pixels = self._pixels(rect)
        if not pixels[0]:
            return "off-page"
        ground = (sorted(channel)[len(channel) // 2] for channel in pixels)
        if covered and (_is_even(pixels) or not _near(pixels, ink, _PAINTED)):
            return "behind-image"
        if max(abs(g - i) for g, i in zip(ground, ink, strict=True)) < _NEAR and not _two_tone(pixels, ink):
            return "behind-image" if covered else "white"
        return None

    def _pixels(self, rect: Rect) -> Pixels:
        picture, samples = self._picture, self._samples
        x0, y0, x1, y1 = (round(edge * self._zoom) for edge in rect)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(picture.width, x1), min(picture.height, y1)
        step = 3 * max(1, (x1 - x0) // 200)
        starts = range(y0 * picture.stride + 3 * x0, y1 * picture.stride + 3 * x0, picture.stride) if x1 > x0 else ()
        rows = [samples[start:start + 3 * (x1 - x0)] for start in starts]
        red, green, blue = (b"".join(row[channel::step] for row in rows) for channel in range(3))
        return red, green, blue

    @cached_property
    def _masked(self) -> bool:
        return has_soft_mask(self._page)

    @cached_property
    def _zoom(self) -> float:
        """Pixels a point; less on a page of unusual size."""
        area = float(self._page.rect.width * self._page.rect.height)
        return min(_ZOOM, math.sqrt(_MOST_PIXELS / max(area, 1.0)))

    @cached_property
    def _picture(self) -> Any:
        library = pymupdf()
        matrix = self._page.derotation_matrix * library.Matrix(self._zoom, self._zoom)
        return self._page.get_pixmap(matrix=matrix, colorspace=library.csRGB, alpha=False)

    @cached_property
    def _samples(self) -> bytes:
        return bytes(self._picture.samples)

    @cached_property
    def _order(self) -> dict[tuple[float, float], int]:
        """Paint order of every character by its origin."""
        return {
            (round(char[2][0], 1), round(char[2][1], 1)): item["seqno"]
            for item in self._page.get_texttrace() for char in item["chars"]
        }


def _pieces(rect: Rect, length: float) -> list[Rect]:
    """The rectangle cut along its longer side into pieces of about that length."""
    x0, y0, x1, y1 = rect
    across = x1 - x0 >= y1 - y0
    count = max(1, round(max(x1 - x0, y1 - y0) / length)) if length > 0 else 1
    if across:
        step = (x1 - x0) / count
        return [(x0 + at * step, y0, x0 + (at + 1) * step, y1) for at in range(count)]
    step = (y1 - y0) / count
    return [(x0, y0 + at * step, x1, y0 + (at + 1) * step) for at in range(count)]


def _two_tone(pixels: Pixels, ink: tuple[int, int, int]) -> bool:
    """Whether a good part of the pixels is far from the ink, as when bold light text stands on a dark ground."""
    far = len(pixels[0]) - _near(pixels, ink, _PAINTED + 1).bit_count()
    return far > 0.2 * len(pixels[0])


def _near(pixels: Pixels, ink: tuple[int, int, int], limit: int) -> int:
    """The pixels each of whose channels is less than a limit from the ink, a bit each."""
    out = -1
    for channel, value in zip(pixels, ink, strict=True):
        out &= int.from_bytes(channel.translate(_levels_near(value, limit)))
    return out


@cache
def _levels_near(value: int, limit: int) -> bytes:
    """For every level of a channel, 1 where it is less than a limit from a value, else 0."""
    return bytes(abs(level - value) < limit for level in range(256))


def _is_even(pixels: Pixels) -> bool:
    """Whether pixels are all of nearly one colour."""
    return all(max(channel) - min(channel) < _NEAR for channel in pixels)


def _is_flat(span: Span) -> bool:
    """Whether text is squeezed across its direction until nobody can read it."""
    width, height = abs(span.x1 - span.x0), abs(span.y1 - span.y0)
    thin = min(width, height)
    return thin < TINY and thin < _SQUEEZED * span.size and max(width, height) > _LONG * span.size


def _off_page(page: Any, graphics: Graphics) -> list[str]:
    """Text painted wholly outside the page."""
    width, height = page.cropbox.width, page.cropbox.height
    outside = {at for at, rect in graphics.texts
               if rect[2] < 0 or rect[3] < 0 or rect[0] > width or rect[1] > height}
    if not outside:
        return []
    texts = ("".join(chr(char[0]) for char in item["chars"] if char[0] >= 32).strip()
             for item in page.get_texttrace() if item["seqno"] in outside)
    return [text for text in texts if text]


def _luminance(color: int) -> float:
    return (0.299 * ((color >> 16) & 255) + 0.587 * ((color >> 8) & 255) + 0.114 * (color & 255)) / 255


def _distance(a: int, b: int) -> int:
    return max(abs(((a >> shift) & 255) - ((b >> shift) & 255)) for shift in (16, 8, 0))
