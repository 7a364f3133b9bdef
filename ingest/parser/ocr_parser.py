"""The parser adapter for PDF files with pages that have no usable text: these are read off their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from ...kb.errors import ParserError
from ...kb.events.document import Asset, Box, Document, ParserStamp, ReferenceEntry, Sentence
from .damage import unreadable_pages
from .ocr import is_available, library_versions, read_pictures
from .ocr_layer import Typography, replace_page
from .pages import read_pages
from .port import OCR_PARSER
from .pymupdf_parser import VERSION, PyMuPdfParser

Row = TypeVar("Row", Sentence, Asset, ReferenceEntry)


class PyMuPdfOcrParser(PyMuPdfParser):
    """As `PyMuPdfParser`, with recognised text where a page has none that can be used; every row from it says so."""

    name = OCR_PARSER
    version = f"{VERSION}.1"

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """Everything found in the PDF. Raises `ParserError`, with reason `missing-extra` without rapidocr."""
        if not is_available():
            raise ParserError("missing-extra", "optical character recognition is not installed",
                              remedy="pip install 'claimledger[ocr]'")
        return super().parse(content, password=password)

    def _read(self, pdf: Any, warnings: list[str], library: Any) -> Document:
        before = read_pages(pdf)
        numbers = unreadable_pages(before)
        seen = list(read_pictures(pdf[number - 1] for number in numbers))
        typography = Typography(seen)
        for number, page in zip(numbers, seen, strict=True):
            replace_page(pdf, number - 1, page, typography)
        document = super()._read(pdf, warnings, library)
        hidden = [item for page in before if page.number in numbers for item in page.hidden]
        return _marked(document, set(numbers)).model_copy(update={
            "parser": ParserStamp(name=self.name, version=self.version,
                                  libraries=document.parser.libraries | library_versions()),
            "hidden": (*hidden, *document.hidden), "ocr_pages": tuple(numbers),
        })


def _marked(document: Document, pages: set[int]) -> Document:
    """The document whose sentences, assets and references say whether they were read off a picture."""
    def boxes(row: Any) -> Iterable[Box]:
        return row.boxes if hasattr(row, "boxes") else (row.box,) if row.box else ()

    def rows(found: Sequence[Row]) -> tuple[Row, ...]:
        return tuple(row.model_copy(update={"ocr": any(box.page in pages for box in boxes(row))}) for row in found)

    return document.model_copy(update={
        "sentences": rows(document.sentences), "assets": rows(document.assets), "references": rows(document.references),
    })
