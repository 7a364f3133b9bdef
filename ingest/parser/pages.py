"""The pages of a PDF as lines in reading order, with hidden text and running heads taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .bars import bars_of
from .columns import as_lines, gutters_of, in_reading_order, runs_across
from .furniture import split_furniture
from .glyphs import with_ligatures
from .graphics import Graphics, page_graphics
from .hidden import SeenText, text_on_hidden_layers, visible_text
from .library import pymupdf
from .line_numbers import split_line_numbers
from .lines import Frame, Page, Rect
from .spans import fragments
from .typefaces import with_typefaces

_TITLE_PAGES = 2
_BROKEN = re.compile(r"zlib error|read error|syntax error|cannot load object|corrupt object stream|non-page object|"
                     r"cannot find object|page may not be correct")


@dataclass(frozen=True)
class _Sheet:
    """What one page gives before the pages are compared with each other."""

    graphics: Graphics
    seen: SeenText
    links: tuple[tuple[Rect, str], ...]
    damaged: bool


def read_pages(pdf: Any) -> list[Page]:
    """The pages of an open `pymupdf.Document`. One that cannot be read at all is left out."""
    layers = _layers(pdf)
    sheets = [sheet for sheet in (_sheet(pdf, at, layers.get(at, "")) for at in range(pdf.page_count)) if sheet]
    frames = [sheet.seen.text.frame for sheet in sheets]
    rows = with_typefaces(with_ligatures([sheet.seen.rows for sheet in sheets]))
    unnumbered, numbers = split_line_numbers(rows)
    body, furniture = split_furniture([fragments(page) for page in unnumbered], frames)
    drawings = [sheet.graphics.drawings(frame) for sheet, frame in zip(sheets, frames, strict=True)]
    images = [tuple(frame.from_pdf(image) for image in sheet.graphics.images)
              for sheet, frame in zip(sheets, frames, strict=True)]
    bars = [bars_of(*painted) for painted in zip(drawings, images, strict=True)]
    lines = [in_reading_order(page, frame, (), level) for page, frame, level in zip(body, frames, bars, strict=True)]
    gutters = gutters_of(lines)
    lines = [in_reading_order(page, frame, gutters, level) if runs_across(known, gutters) else known
             for page, known, frame, level in zip(body, lines, frames, bars, strict=True)]
    return [
        Page(
            number=frame.page, width=frame.width, height=frame.height,
            lines=lines[at],
            images=images[at],
            drawings=drawings[at],
            furniture=as_lines([*furniture[at], *fragments(sheet.seen.oblique), *((n,) for n in numbers[at])], frame),
            sideways=as_lines(fragments(sheet.seen.sideways), frame),
            hidden=sheet.seen.hidden, frame=frame, unmapped=sheet.seen.text.unmapped, links=sheet.links,
            damaged=sheet.damaged, unseen=sheet.seen.unseen,
        )
        for at, (sheet, frame) in enumerate(zip(sheets, frames, strict=True))
    ]


def _sheet(pdf: Any, at: int, layers: str) -> _Sheet | None:
    """What page `at` (zero-based) gives, or None if MuPDF cannot read it. A page is closed before the next is opened,
    and a fault of one costs no other; what the system refuses (memory) is no fault of a page."""
    library = pymupdf()
    before = _faults(library)
    try:
        page = pdf.load_page(at)
        graphics = page_graphics(page)
        seen = visible_text(page, graphics, layers)
        links = _links(page, seen.text.frame) if at < _TITLE_PAGES else ()
    except library.mupdf.FzErrorSystem:
        raise
    except (RuntimeError, ValueError, TypeError, IndexError, KeyError, library.mupdf.FzErrorBase) as error:
        if "alloc (" in str(error):  # malloc, calloc or realloc, with the bytes
            raise
        return None
    return _Sheet(graphics, seen, links, _faults(library) > before)


def _layers(pdf: Any) -> dict[int, str]:
    """What stands on hidden layers; a file whose layers or pages cannot be read has none."""
    try:
        return text_on_hidden_layers(pdf)
    except (RuntimeError, ValueError, pymupdf().mupdf.FzErrorBase):
        return {}


def _faults(library: Any) -> int:
    """How many faults MuPDF has met so far in the open file."""
    return len(_BROKEN.findall(library.TOOLS.mupdf_warnings(reset=False)))


def _links(page: Any, frame: Frame) -> tuple[tuple[Rect, str], ...]:
    return tuple((frame.from_pdf(tuple(link["from"])), link["uri"]) for link in page.get_links() if link.get("uri"))
