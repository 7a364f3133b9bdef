"""Opening a PDF that may be damaged, locked, or not a PDF at all, and judging whether its text can be trusted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...kb.errors import ParserError
from .garbage import Garbage
from .library import pymupdf
from .lines import Page

_HEAD = 1024
_TAIL = 2048
_MOST_OBJECTS = 20_000
_ENOUGH_TEXT = 20
_MANY_UNMAPPED = 0.005
_MOST_LOST = 0.25
_HTML = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|<!--.{0,2000}?-->|<\?xml[^>]{0,200}>)*"
                   rb"<(?:!doctype\s+html|html|head|script|meta|body)\b",
                   re.IGNORECASE | re.DOTALL)


def open_pdf(content: bytes, password: str | None, most_pages: int) -> tuple[Any, list[str]]:
    """The open document and warnings. Raises `ParserError` for what cannot be read."""
    library = pymupdf()
    if not content:
        raise ParserError("empty", "the file is empty", remedy="fetch it again")
    if b"%PDF-" not in content[:_HEAD]:
        raise _no_pdf(content)
    cut = _is_cut(content)
    try:
        pdf = library.open(stream=content, filetype="pdf")
    except (RuntimeError, ValueError, library.mupdf.FzErrorBase) as error:
        reason = "truncated" if cut else "corrupt"
        raise ParserError(reason, f"the PDF cannot be opened ({_short(error)})", remedy="fetch it again") from error
    library.TOOLS.reset_mupdf_warnings()
    _unlock(pdf, password)
    if _page_count(pdf) > most_pages:
        pdf.close()
        raise ParserError("too-many-pages", f"the PDF has more than {most_pages} pages", remedy="raise the page limit")
    return pdf, _page_warnings(pdf, content, cut)


def _page_count(pdf: Any) -> int:
    try:
        return int(pdf.page_count)
    except (RuntimeError, pymupdf().mupdf.FzErrorBase) as error:
        pdf.close()
        raise ParserError("corrupt", f"the pages of the PDF cannot be counted ({_short(error)})",
                          remedy="fetch it again") from error


def _no_pdf(content: bytes) -> ParserError:
    """What a file is that is called a PDF: mostly what a publisher's server sends to whoever is not logged in."""
    if _HTML.match(content[:4 * _HEAD]):
        return ParserError("not-a-pdf", "this is an HTML page, probably a login or landing page",
                           remedy="fetch the PDF again")
    return ParserError("not-a-pdf", "the file does not begin like a PDF", remedy="check what was saved")


def structure_warnings(pdf: Any) -> list[str]:
    """What else the file carries: attachments, scripts, forms."""
    out = []
    if pdf.embfile_count():
        kind = "portfolio" if "/Collection" in pdf.xref_object(pdf.pdf_catalog(), compressed=True) else "attachments"
        out.append(f"{kind}: {pdf.embfile_count()} embedded files were ignored")
    held = _objects_of(pdf, ("/FileAttachment", "/JavaScript"))
    if held["/FileAttachment"]:
        out.append(f"attachments: {held['/FileAttachment']} files pinned to pages were ignored")
    if held["/JavaScript"]:
        out.append("script: JavaScript in the file was ignored")
    return out


def check_text(pages: Sequence[Page], garbage: Garbage) -> list[int]:
    """Numbers of the pages that show text which the file does not hold: pictures, and garbage. Raises `ParserError` if
    no page, or too few of them, have text that is text."""
    amounts = [sum(len(line.text) for line in page.lines) for page in pages]
    blank = [page.number for page, amount in zip(pages, amounts, strict=True)
             if amount < _ENOUGH_TEXT and _is_picture(page)]
    if sum(amounts) < _ENOUGH_TEXT:
        if blank or any(page.hidden for page in pages):
            raise ParserError("needs-ocr", "the pages hold pictures of text and no visible text layer",
                              remedy="run OCR on the file, or install the extra `ocr`")
        if not sum(amounts):
            raise ParserError("needs-ocr", "the pages hold no text", remedy="check the file")
    if len(blank) > 0.5 * len(pages) and sum(amounts) < 400 * len(pages) * 0.25:
        raise ParserError("needs-ocr", f"{len(blank)} of {len(pages)} pages are pictures of text",
                          remedy="run OCR on the file, or install the extra `ocr`")
    if garbage.is_everywhere or len(garbage.numbers) > 0.5 * len(pages):
        raise ParserError("garbled", "the text layer of the PDF is garbage (its fonts map to no or wrong letters)",
                          remedy="run OCR on the file, or install the extra `ocr`")
    return sorted({*blank, *garbage.numbers})


def unreadable_pages(pages: Sequence[Page]) -> list[int]:
    """Numbers of the pages that a reader sees text on which the file does not hold: pictures, and garbage."""
    garbage = Garbage(pages)
    if garbage.is_everywhere:
        return [page.number for page in pages if page.lines or _lacks_text(page)]
    return [page.number for page in pages if _lacks_text(page) or page.number in garbage.numbers]


def _lacks_text(page: Page) -> bool:
    amount = sum(len(line.text) for line in page.lines)
    return amount < _ENOUGH_TEXT and (_is_picture(page) or bool(page.hidden))


def _is_cut(content: bytes) -> bool:
    """Whether the mark that ends a PDF is missing, padding behind it aside."""
    end = content.rfind(b"%%EOF")
    return end < 0 or (len(content) - end > _TAIL and bool(content[end + 5:].strip(b"\0 \t\r\n")))


def _unlock(pdf: Any, password: str | None) -> None:
    if not pdf.needs_pass:
        return
    if password is None:
        pdf.close()
        raise ParserError("encrypted", "the PDF needs a password", remedy="give it with --password")
    if not pdf.authenticate(password):
        pdf.close()
        raise ParserError("wrong-password", "the password does not open the PDF", remedy="check --password")


def _page_warnings(pdf: Any, content: bytes, cut: bool) -> list[str]:
    count = pdf.page_count
    repaired = bool(pdf.is_repaired)
    promised = [int(number) for number in re.findall(rb"/Type\s*/Pages\b[^>]{0,400}?/Count\s+(\d+)", content)]
    promised += [int(number) for number in re.findall(rb"/Count\s+(\d+)[^>]{0,400}?/Type\s*/Pages\b", content)]
    if count == 0:
        pdf.close()
        if cut:
            raise ParserError("truncated", "the end of the PDF is missing and no page is left", remedy="fetch it again")
        raise ParserError("no-pages", "the PDF has no pages that can be read", remedy="fetch it again")
    if cut and repaired:
        pdf.close()
        raise ParserError("truncated", "the end of the PDF is missing", remedy="fetch it again")
    if repaired and promised and count < max(promised):
        pdf.close()
        raise ParserError("truncated", f"the PDF announces {max(promised)} pages and {count} are left",
                          remedy="fetch it again")
    return ["repaired: the PDF was damaged and has been read as far as it goes"] if repaired else []


def _objects_of(pdf: Any, words: Sequence[str]) -> dict[str, int]:
    """In how many objects each of the words stands, as far as the objects can be read."""
    found = dict.fromkeys(words, 0)
    try:
        for xref in range(1, min(pdf.xref_length(), _MOST_OBJECTS)):
            content = pdf.xref_object(xref, compressed=True)
            for word in words:
                found[word] += word in content
    except (RuntimeError, ValueError):
        return found
    return found


def _is_picture(page: Page) -> bool:
    area = page.width * page.height
    return any((x1 - x0) * (y1 - y0) > 0.4 * area for x0, y0, x1, y1 in page.images)


def text_warnings(pages: Sequence[Page], count: int, repaired: bool) -> tuple[list[str], list[int]]:
    """What a reader of the text should know: unmapped characters, damage that MuPDF met, pages without anything on
    them; and the numbers of the pages that are lost of `count`. Raises `ParserError` where these are a good part."""
    out = []
    unmapped = sum(page.unmapped for page in pages)
    if unmapped > _MANY_UNMAPPED * sum(len(line.text) for page in pages for line in page.lines):
        out.append(f"garbled: {unmapped} characters of the text layer stand for no letter and were dropped")
    if any(page.damaged and not page.is_empty for page in pages):
        out.append("damaged: parts of the file could not be decoded; text may be missing")
    whole = {page.number for page in pages if not (page.is_empty and (page.damaged or repaired))}
    lost = [number for number in range(1, count + 1) if number not in whole]
    blank = [page.number for page in pages if page.is_empty and page.number in whole]
    if lost:
        out.append(f"lost: page {', '.join(map(str, lost))} could not be read and is left out")
    if blank:
        out.append(f"blank: nothing is on page {', '.join(map(str, blank))}")
    if len(lost) == count or (len(lost) > 1 and len(lost) > _MOST_LOST * count):
        raise ParserError("truncated" if repaired else "corrupt", f"{len(lost)} of {count} pages of the PDF are lost",
                          remedy="fetch it again")
    return out, lost


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:80]
