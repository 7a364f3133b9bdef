"""The parser adapter on PyMuPDF: from the bytes of a PDF to a `Document`."""

from __future__ import annotations

from typing import Any

from ...kb.canon import clean_text
from ...kb.errors import ParserError
from ...kb.events.document import Document, ParserStamp
from .assembly import assemble
from .covers import without_covers
from .damage import check_text, open_pdf, structure_warnings, text_warnings
from .furniture import count_characters
from .garbage import Garbage
from .language import language_of
from .library import pymupdf
from .merged import second_paper
from .pages import read_pages

VERSION = "3"
_MANY_PAGES = 3000


class PyMuPdfParser:
    """Layout rules over PyMuPDF's text. Runs in the calling process; `child.parse_file` is for files of strangers."""

    name = "pymupdf"
    version = VERSION

    def __init__(self, most_pages: int = _MANY_PAGES) -> None:
        self._most_pages = most_pages

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """Everything found in the PDF. Raises `ParserError` with a reason class."""
        library = pymupdf()
        pdf, warnings = open_pdf(content, password, self._most_pages)
        try:
            return self._read(pdf, warnings, library)
        except library.mupdf.FzErrorBase as error:
            raise ParserError("corrupt", f"a page of the PDF cannot be read ({error})",
                              remedy="fetch it again") from error
        finally:
            pdf.close()
            library.TOOLS.store_shrink(100)

    def _read(self, pdf: Any, warnings: list[str], library: Any) -> Document:
        warnings += structure_warnings(pdf)
        pages = without_covers(read_pages(pdf))
        damage, lost = text_warnings(pages, pdf.page_count, bool(pdf.is_repaired))
        garbage = Garbage(pages)
        needs_ocr = check_text(pages, garbage)
        warnings += damage
        second = second_paper(pages)
        if second is not None:
            warnings.append(f"merged: a second paper seems to begin on page {second}; the pages before it were read")
        own = [page for page in pages if second is None or page.number < second]
        characters, furniture = count_characters(own)
        warnings += garbage.warnings(own)
        found = assemble(garbage.without(own), pdf)
        info = {key: value for key, value in (pdf.metadata or {}).items() if isinstance(value, str) and value}
        return _clean(Document(
            parser=ParserStamp(name=self.name, version=self.version,
                               libraries={"pymupdf": library.VersionBind, "mupdf": library.VersionFitz}),
            pages=pdf.page_count, warnings=tuple(warnings), info=info, needs_ocr_pages=tuple(needs_ocr),
            lost_pages=tuple(lost), characters=characters, furniture_characters=furniture,
            language=language_of(" ".join(sentence.text for sentence in found.get("sentences", ()))),
            hidden=tuple(item for page in pages for item in page.hidden), **found,
        ))


def _clean(document: Document) -> Document:
    """The document without lone surrogates and NUL, which are counted."""
    cleaned, replaced = _cleaned(document.model_dump())
    return Document.model_validate({**cleaned, "replaced_characters": replaced}) if replaced else document


def _cleaned(value: Any) -> tuple[Any, int]:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        pairs = {key: _cleaned(item) for key, item in value.items()}
        return {key: item for key, (item, _) in pairs.items()}, sum(count for _, count in pairs.values())
    if isinstance(value, list | tuple):
        items = [_cleaned(item) for item in value]
        return tuple(item for item, _ in items), sum(count for _, count in items)
    return value, 0
