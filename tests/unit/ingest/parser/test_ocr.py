"""Pages that are pictures: what is on them is read, stands where it stood, and says where it comes from."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from claimledger.ingest import second_reading
from claimledger.ingest.parser import ocr
from claimledger.ingest.parser.child import parse_file
from claimledger.ingest.parser.ocr_layer import Typography
from claimledger.ingest.parser.port import OCR_PARSER, Limits
from claimledger.ingest.second_reading import parse_whole
from claimledger.kb.errors import ParserError
from claimledger.kb.events.document import Document

needs_ocr = pytest.mark.skipif(
    not (ocr.is_available() or os.environ.get("CLAIMLEDGER_ALL_EXTRAS")), reason="the extra `ocr` is not installed"
)
LINES = (
    (90, 80, "Grey seals remember their neighbours", 18, "tibo"),
    (90, 112, "Ada B. Smith and Tom Novak", 11, "tiro"),
    (90, 150, "1 Introduction", 11, "tibo"),
    (90, 172, "Seals were watched from the cliff for six weeks in spring. The", 10, "tiro"),
    (90, 184, "observers did not know which group an animal belonged to. Each", 10, "tiro"),
    (90, 196, "animal was marked with a small tag, and 47 of them came back.", 10, "tiro"),
    (90, 208, "The weather was noted every hour during the whole of the period,", 10, "tiro"),
    (90, 220, "and nothing else was done to the animals before the autumn.", 10, "tiro"),
)


def page_of_text(pdf: object) -> object:
    page = pdf.new_page(width=420, height=260)  # type: ignore[attr-defined]
    for x, y, text, size, font in LINES:
        page.insert_text((x, y), text, fontsize=size, fontname=font)
    return page


def scanned(*, before: bool = False, turned: int = 0) -> bytes:
    """A PDF whose last page is a picture of a page; with a page of text before it, if asked."""
    import pymupdf

    shown, pdf = pymupdf.open(), pymupdf.open()
    picture = page_of_text(shown).get_pixmap(dpi=150)  # type: ignore[attr-defined]
    if before:
        page_of_text(pdf)
    page = pdf.new_page(width=420, height=260) if turned % 180 == 0 else pdf.new_page(width=260, height=420)
    page.insert_image(page.rect, pixmap=picture, rotate=turned)
    return bytes(pdf.tobytes())


def read(content: bytes) -> Document:
    return parse_file(content, OCR_PARSER)


@pytest.fixture(scope="module")
def document() -> Document:
    return read(scanned())


@needs_ocr
def test_a_scanned_page_is_read_with_title_authors_and_headings(document: Document) -> None:
    assert document.title == "Grey seals remember their neighbours"
    assert [author.name for author in document.authors] == ["Ada B. Smith", "Tom Novak"]
    assert [(section.number, section.title) for section in document.sections] == [("1", "Introduction")]
    text = " ".join(sentence.text for sentence in document.sentences)
    assert "animal was marked with a small tag, and 47 of them came back." in text


@needs_ocr
def test_every_row_from_a_picture_says_so_and_stands_where_it_is_seen(document: Document) -> None:
    assert document.ocr_pages == (1,) and document.needs_ocr_pages == ()
    assert all(sentence.ocr for sentence in document.sentences)
    first = document.sentences[0].boxes[0]
    assert (first.page, abs(first.x0 - 9000) < 300, abs(first.y1 - 17400) < 400) == (1, True, True)
    assert document.parser.name == OCR_PARSER and document.parser.libraries.keys() >= {"rapidocr", "pymupdf"}


@needs_ocr
def test_only_pages_without_text_are_read_off_their_pictures() -> None:
    document = read(scanned(before=True))
    assert document.ocr_pages == (2,)
    assert {sentence.ocr for sentence in document.sentences if sentence.boxes[0].page == 1} == {False}
    assert {sentence.ocr for sentence in document.sentences if sentence.boxes[0].page == 2} == {True}


@needs_ocr
@pytest.mark.parametrize("turned", [90, pytest.param(180, marks=pytest.mark.slow),
                                    pytest.param(270, marks=pytest.mark.slow)])
def test_a_page_that_was_scanned_turned_is_read_upright(turned: int) -> None:
    assert read(scanned(turned=turned)).title == "Grey seals remember their neighbours"


@needs_ocr
def test_what_the_first_parser_cannot_read_is_read_again_without_being_asked(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scan.pdf"  # type: ignore[operator]
    path.write_bytes(scanned())
    assert parse_whole(path, "pymupdf", Limits()).parser.name == OCR_PARSER
    monkeypatch.setattr(second_reading, "is_available", lambda: False)
    with pytest.raises(ParserError) as caught:
        parse_whole(path, "pymupdf", Limits())
    assert caught.value.reason == "needs-ocr" and "`ocr`" in str(caught.value.remedy)


def test_without_the_extra_the_parser_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from claimledger.ingest.parser import ocr_parser

    monkeypatch.setattr(ocr_parser, "is_available", lambda: False)
    with pytest.raises(ParserError) as caught:
        ocr_parser.PyMuPdfOcrParser().parse(scanned())
    assert caught.value.reason == "missing-extra" and "claimledger[ocr]" in str(caught.value.remedy)


def line(text: str, y: float, width: float, *, height: float = 11.2, stroke: float = 0.5) -> ocr.SeenLine:
    return ocr.SeenLine(text, (90.0, y, 90.0 + width, y + height), 0.99, stroke)


@pytest.fixture
def typography() -> Callable[..., Typography]:
    def of(*more: ocr.SeenLine) -> Typography:
        text = "the animals came back to the cliff in spring and"
        body = (line(text, 100 + 12 * at, 200 + at % 2) for at in range(8))
        return Typography([ocr.SeenPage(400, 600, 0, (*body, *more))])

    return of


def test_a_loosely_set_line_has_the_size_of_its_neighbours(typography: Callable[..., Typography]) -> None:
    loose = line("the animals came back to the cliff in spring and", 196, 224)
    of = typography(loose)
    assert of.size(loose) == of.body == 10.0


def test_larger_and_smaller_type_and_bold_are_told(typography: Callable[..., Typography]) -> None:
    large = line("the animals came back", 40, 200, height=22, stroke=1.0)
    small = line("the animals came back to the cliff in spring and", 400, 160, height=9, stroke=0.4)
    bold = line("the animals came back", 60, 95, stroke=0.8)
    of = typography(large, small, bold)
    assert of.size(large) > 1.8 * of.body and of.size(small) == 8.0
    assert of.is_bold(bold) and not of.is_bold(large) and not of.is_bold(small)
