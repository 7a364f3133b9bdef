"""Typesetting of sample papers with PyMuPDF. Dates and ids are fixed, so a paper has the same bytes everywhere."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from .model import SampleFigure, SamplePaper, SampleTable
from .papers import BY_NAME, PAPERS

WIDTH, HEIGHT, MARGIN, GAP, TOP = 595, 842, 62, 20, 70
CSS = """
body { font-family: serif; font-size: 10px; line-height: 1.25; }
h1 { font-size: 17px; margin: 0 0 6px 0; } h2 { font-size: 12px; margin: 9px 0 3px 0; }
p { margin: 0 0 5px 0; } .who { font-size: 11px; } .small { font-size: 8.5px; }
"""
JOURNAL = "Journal of Forest Sensing"


def write_papers(folder: Path) -> list[Path]:
    """Typeset every sample paper into a folder; returns the files in order."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for paper in PAPERS:
        path = folder / f"{paper.name}.pdf"
        path.write_bytes(typeset(paper))
        paths.append(path)
    return paths


def typeset(paper: SamplePaper) -> bytes:
    """The PDF of one paper."""
    import io

    import pymupdf

    buffer = io.BytesIO()
    writer = pymupdf.DocumentWriter(buffer, "compress=no")
    _flow(writer, paper)
    writer.close()
    document = pymupdf.open("pdf", buffer.getvalue())
    for number in range(len(document)):
        _furniture(document[number], paper, number)
    _assets(document[0], paper)
    _hide(document[0], paper)
    document.set_metadata({"title": "untitled", "creationDate": "D:20240101000000Z", "modDate": "D:20240101000000Z"})
    document.xref_set_key(-1, "ID", "[" + "<636c61696d6c6564676572>" * 2 + "]")
    content: bytes = document.tobytes(garbage=3, deflate=True, no_new_id=True)
    document.close()
    return content


def _flow(writer: Any, paper: SamplePaper) -> None:
    """Front matter over the whole width, then the body in columns, page after page."""
    import pymupdf

    front = pymupdf.Story(_front(paper), user_css=CSS)
    body = pymupdf.Story(_body(paper), user_css=CSS)
    page = pymupdf.Rect(0, 0, WIDTH, HEIGHT)
    bottom = HEIGHT - MARGIN - (_ASSET_HEIGHT if paper.tables or paper.figures else 0)
    device = writer.begin_page(page)
    _, filled = front.place(pymupdf.Rect(MARGIN, TOP, WIDTH - MARGIN, HEIGHT - MARGIN))
    front.draw(device)
    more, top = 1, filled[3] + 10
    while more:
        for column in _columns(paper.columns, top, _balanced(paper, top, bottom)):
            if more:
                more, _ = body.place(column)
                body.draw(device)
        writer.end_page()
        if more:
            device = writer.begin_page(page)
            top, bottom = TOP, HEIGHT - MARGIN


_ASSET_HEIGHT = 150
_FOOT = HEIGHT - MARGIN - _ASSET_HEIGHT + 20


def _balanced(paper: SamplePaper, top: float, bottom: float) -> float:
    """The smallest bottom at which the whole body fits the page's columns, so that they end level."""
    import pymupdf

    for candidate in range(int(top) + 80, int(bottom), 8):
        story, more, lowest = pymupdf.Story(_body(paper), user_css=CSS), 1, 0.0
        for column in _columns(paper.columns, top, candidate):
            if more:
                more, filled = story.place(column)
                lowest = max(lowest, filled[3])
                story.draw(None)
        # MuPDF says that nothing is left also when the last block runs over the foot of the column.
        if not more and lowest <= candidate:
            return candidate
    return bottom


def _columns(count: int, top: float, bottom: float) -> list[Any]:
    import pymupdf

    width = (WIDTH - 2 * MARGIN - (count - 1) * GAP) / count
    return [
        pymupdf.Rect(MARGIN + at * (width + GAP), top, MARGIN + at * (width + GAP) + width, bottom)
        for at in range(count)
    ]


def _front(paper: SamplePaper) -> str:
    return (
        f"<h1>{html.escape(paper.title)}</h1><p class='who'>{html.escape(', '.join(paper.authors))}</p>"
        f"<p class='small'>{html.escape(paper.affiliation)}</p>"
        f"<p class='small'>{JOURNAL} {paper.volume} ({paper.year}), {paper.pages}. "
        f"https://doi.org/{paper.doi}. Published under CC BY 4.0.</p>"
        f"<h2>Abstract</h2><p>{html.escape(paper.abstract)}</p>"
    )


def _body(paper: SamplePaper) -> str:
    parts = []
    number = 0
    for section in paper.sections:
        numbered = section.heading != "Acknowledgements"
        number += numbered
        label = f"{number}. " if numbered else ""
        parts.append(f"<h2>{label}{html.escape(section.heading)}</h2>")
        parts += [f"<p>{html.escape(paragraph)}</p>" for paragraph in section.paragraphs]
    if paper.references:
        parts.append("<h2>References</h2>")
        for at, name in enumerate(paper.references, 1):
            parts.append(f"<p class='small'>[{at}] {html.escape(BY_NAME[name].citation())}</p>")
    return "".join(parts)


def _furniture(page: Any, paper: SamplePaper, number: int) -> None:
    first = int(re.split(r"\D", paper.pages)[0])
    page.insert_text((MARGIN, 40), f"{JOURNAL} {paper.volume} ({paper.year})", fontsize=8, fontname="times-italic")
    page.insert_text((WIDTH - MARGIN - 16, HEIGHT - 30), str(first + number), fontsize=8, fontname="times-roman")


def _assets(page: Any, paper: SamplePaper) -> None:
    """Tables and figures stand at the foot of the first page, which the body leaves free."""
    for table in paper.tables:
        _table(page, table)
    for figure in paper.figures:
        _figure(page, figure)


def _table(page: Any, table: SampleTable) -> None:
    left, right, top = MARGIN, WIDTH - MARGIN, _FOOT
    page.insert_text((left, top), f"{table.label}. {table.caption}", fontsize=9, fontname="times-roman")
    step = (right - left) / len(table.rows[0])
    for number, row in enumerate(table.rows):
        y = top + 22 + number * 15
        font = "times-bold" if number == 0 else "times-roman"
        for at, cell in enumerate(row):
            page.insert_text((left + 4 + at * step, y), cell, fontsize=9, fontname=font)
    for y in (top + 9, top + 27, top + 29 + (len(table.rows) - 1) * 15):
        page.draw_line((left, y), (right, y), width=0.6)


def _figure(page: Any, figure: SampleFigure) -> None:
    left, base = MARGIN + 40, _FOOT + 95
    page.draw_line((left, _FOOT), (left, base), width=0.6)
    page.draw_line((left, base), (left + 300, base), width=0.6)
    for at, (name, value) in enumerate(figure.bars):
        x = left + 30 + at * 140
        page.draw_rect((x, base - value * 0.7, x + 60, base), color=(0.2, 0.35, 0.5), fill=(0.2, 0.35, 0.5))
        page.insert_text((x, base + 12), name, fontsize=8, fontname="helv")
    page.insert_text((MARGIN, base + 30), f"{figure.label}. {figure.caption}", fontsize=9, fontname="times-roman")


def _hide(page: Any, paper: SamplePaper) -> None:
    """Put each hidden sentence where a reader of the page does not see it."""
    import pymupdf

    y = HEIGHT - 50
    for why, text in paper.hidden.items():
        if why == "white":
            page.insert_text((MARGIN, y), text, fontsize=9, color=(1, 1, 1))
        elif why == "tiny":
            page.insert_text((MARGIN, y + 12), text, fontsize=0.8)
        elif why == "off-page":
            page.insert_text((MARGIN, HEIGHT + 60), text, fontsize=9)
        elif why == "invisible":
            page.insert_text((MARGIN, y), text, fontsize=9, render_mode=3)
        elif why == "behind-image":
            page.insert_text((MARGIN, y + 14), text, fontsize=8)
            plate = pymupdf.Rect(MARGIN - 2, y + 5, MARGIN + 260, y + 18)
            page.insert_image(plate, pixmap=_plate(), keep_proportion=False)
        elif why == "clipped":
            _clip(page, text)
        else:
            raise ValueError(f"no way to hide text as {why!r}")


def _plate() -> Any:
    import pymupdf

    plate = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 26, 2), False)
    plate.set_rect(plate.irect, (228, 232, 236))
    return plate


def _clip(page: Any, text: str) -> None:
    """Text drawn under a clipping path that lies elsewhere."""
    before = set(page.get_contents())
    page.insert_text((MARGIN, HEIGHT - 44), text, fontsize=9)
    document = page.parent
    for xref in set(page.get_contents()) - before:
        stream = document.xref_stream(xref)
        document.update_stream(xref, b"q 0 0 4 4 re W n\n" + stream + b"\nQ")
