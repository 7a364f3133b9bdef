"""The pages of a PDF as lines in reading order, with hidden text and running heads taken out."""

from __future__ import annotations

from typing import Any

from .columns import as_lines, in_reading_order
from .furniture import split_furniture
from .glyphs import with_ligatures
from .graphics import page_graphics
from .hidden import visible_text
from .line_numbers import split_line_numbers
from .lines import Frame, Page, Rect
from .spans import fragments

_TITLE_PAGES = 2


def read_pages(pdf: Any) -> list[Page]:
    """All pages of an open `pymupdf.Document`."""
    graphics = []
    texts = []
    for page in pdf:
        graphics.append(page_graphics(page))
        texts.append(visible_text(page, graphics[-1]))
    frames = [text.text.frame for text in texts]
    rows = with_ligatures([text.rows for text in texts])
    unnumbered, numbers = split_line_numbers(rows)
    body, furniture = split_furniture([fragments(page) for page in unnumbered], frames)
    return [
        Page(
            number=frame.page, width=frame.width, height=frame.height,
            lines=in_reading_order(body[at], frame),
            images=tuple(frame.from_pdf(image) for image in graphics[at].images),
            drawings=graphics[at].drawings(frame),
            furniture=as_lines([*furniture[at], *fragments(texts[at].oblique), *((n,) for n in numbers[at])], frame),
            sideways=as_lines(fragments(texts[at].sideways), frame),
            hidden=texts[at].hidden, frame=frame, unmapped=texts[at].text.unmapped,
            links=_links(pdf[at], frame) if at < _TITLE_PAGES else (),
        )
        for at, frame in enumerate(frames)
    ]



def _links(page: Any, frame: Frame) -> tuple[tuple[Rect, str], ...]:
    return tuple((frame.from_pdf(tuple(link["from"])), link["uri"]) for link in page.get_links() if link.get("uri"))
