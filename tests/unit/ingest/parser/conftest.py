"""PDFs typeset on the spot, so that the right answer is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from claimledger.kb.events.document import Asset

Typeset = Callable[[Any], bytes]
PROSE = (
    "Seals were watched from the cliff for six weeks in spring. Each animal was marked with a small tag. The observers "
    "did not know which group an animal belonged to. Weather was noted every hour during the whole period. "
)


def _text(page: Any, x: float, y: float, text: str, size: float = 10.0, font: str = "tiro", **rest: Any) -> None:
    page.insert_text((x, y), text, fontsize=size, fontname=font, **rest)


def _column(page: Any, x0: float, x1: float, y: float, text: str, size: float = 10.0) -> float:
    """Sets justified text into a column by hand and returns the y below it."""
    import pymupdf

    font = pymupdf.Font("tiro")
    line: list[str] = []
    for word in [*text.split(), ""]:
        if line and (not word or font.text_length(" ".join([*line, word]), size) > x1 - x0):
            _text(page, x0, y, " ".join(line), size)
            y += 1.2 * size
            line = []
        line.append(word)
    return y


@pytest.fixture
def paper() -> Callable[..., bytes]:
    """A small paper in one or two columns: title, authors, abstract, two numbered sections, references."""

    def typeset(columns: int = 1, extra: Iterable[Callable[[Any], None]] = ()) -> bytes:
        import pymupdf

        pdf = pymupdf.open()
        page = pdf.new_page()
        _text(page, 90, 80, "Grey seals remember their neighbours", 18, "tibo")
        _text(page, 90, 110, "Ada B. Smith and José de la Cruz", 11, "tibo")
        _text(page, 90, 126, "University of Somewhere, Department of Seals, Norway", 8.5)
        _text(page, 90, 152, "Abstract", 11, "tibo")
        y = _column(page, 90, 510, 168, PROSE * 2, 9)
        _text(page, 90, y + 6, "Keywords: seals, memory", 9)
        y += 40
        width = 420 if columns == 1 else 200
        _text(page, 90, y, "1 Introduction", 12, "tibo")
        low = _column(page, 90, 90 + width, y + 18, ("First. " + PROSE) * 2)
        x, y = (90, low + 14) if columns == 1 else (310, y)
        _text(page, x, y, "2 Results", 12, "tibo")
        y = _column(page, x, x + width, y + 18, "Second. " + PROSE)
        _text(page, x, y + 14, "References", 12, "tibo")
        y += 32
        for entry in ("[1] Jones, C. (2001). Seals. Polar Journal, 3, 1-9.",
                      "[2] Roe, D. (2004). Tags. Polar Journal, 6, 2."):
            y = _column(page, x, x + width, y, entry, 9)
        for change in extra:
            change(page)
        content = pdf.tobytes(garbage=3, deflate=True, no_new_id=True)
        assert isinstance(content, bytes)
        return content

    return typeset


@pytest.fixture
def typeset_table() -> Callable[..., Asset]:
    """The one table of a page of running text: a caption at 150, cells (x, y, text) in 8 points, rules (x0, x1, y) and
    shaded areas (x0, y0, x1, y1)."""

    def typeset(
        cells: Iterable[tuple[float, float, str]], rules: Iterable[tuple[float, float, float]] = (),
        shades: Iterable[tuple[float, float, float, float]] = (),
    ) -> Asset:
        import pymupdf
        from claimledger.ingest.parser.captions import find_assets
        from claimledger.ingest.parser.pages import read_pages

        pdf = pymupdf.open()
        page = pdf.new_page(width=600, height=800)
        for rect in shades:
            page.draw_rect(rect, color=None, fill=(0.9, 0.9, 0.9))
        for x0, x1, y in rules:
            page.draw_line((x0, y), (x1, y), width=0.5)
        _column(page, 60, 540, 60, PROSE * 2)
        _column(page, 60, 540, 600, PROSE * 3)
        _text(page, 60, 150, "Table 1.", 8, "tibo")
        _text(page, 94, 150, "Seals of four bays.", 8)
        for x, y, text in cells:
            _text(page, x, y, text, 8)
        read = pymupdf.open("pdf", pdf.tobytes())
        (asset,) = find_assets(read_pages(read), read).assets
        return asset

    return typeset
