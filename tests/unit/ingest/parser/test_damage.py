from __future__ import annotations

from collections.abc import Callable

import pytest
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.errors import ParserError


def reason(content: bytes, password: str | None = None, most_pages: int = 100) -> str:
    with pytest.raises(ParserError) as caught:
        PyMuPdfParser(most_pages).parse(content, password=password)
    return caught.value.reason


def locked(content: bytes, user: str) -> bytes:
    import pymupdf

    with pymupdf.open(stream=content) as pdf:
        out = pdf.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=user, owner_pw="owner", permissions=0)
    assert isinstance(out, bytes)
    return out


def test_an_empty_file_is_called_empty() -> None:
    assert reason(b"") == "empty"


def test_a_web_page_is_not_a_pdf() -> None:
    assert reason(b"<html><body>404 not found</body></html>") == "not-a-pdf"


def test_half_a_file_is_truncated(paper: Callable[..., bytes]) -> None:
    content = paper()
    assert reason(content[: len(content) // 2]) == "truncated"


def test_a_file_whose_tail_is_missing_is_truncated(paper: Callable[..., bytes]) -> None:
    content = paper()
    assert reason(content[: content.rfind(b"xref") - 40]) == "truncated"


def test_a_user_password_is_asked_for_and_checked(paper: Callable[..., bytes]) -> None:
    content = locked(paper(), "secret")
    assert reason(content) == "encrypted"
    assert reason(content, "guess") == "wrong-password"
    assert PyMuPdfParser().parse(content, password="secret").title == "Grey seals remember their neighbours"


def test_a_file_with_an_owner_password_only_opens(paper: Callable[..., bytes]) -> None:
    assert PyMuPdfParser().parse(locked(paper(), "")).title == "Grey seals remember their neighbours"


def test_too_many_pages_are_refused(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as pdf:
        for _ in range(3):
            pdf.new_page()
        content = pdf.tobytes()
    assert reason(content, most_pages=3) == "too-many-pages"


def test_pictures_of_text_need_ocr(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as source, pymupdf.open() as pdf:
        page = pdf.new_page()
        page.insert_image(page.rect, pixmap=source[0].get_pixmap())
        content = pdf.tobytes()
    assert reason(content) == "needs-ocr"


def test_a_text_layer_without_words_is_garbled() -> None:
    import pymupdf

    with pymupdf.open() as pdf:
        page = pdf.new_page()
        for row in range(40):
            page.insert_text((90, 80 + 15 * row), "xkcd qwrt zzpl mnbv bcdf ghjk lmnp qrst", fontsize=10)
        content = pdf.tobytes()
    assert reason(content) == "garbled"


def test_attachments_and_scripts_are_ignored_with_a_warning(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as pdf:
        pdf.embfile_add("data.csv", b"1,2")
        content = pdf.tobytes()
    assert [w.split(":")[0] for w in PyMuPdfParser().parse(content).warnings] == ["attachments"]
    script = content.replace(b"/Type/Page/", b"/AA<</O<</S/JavaScript/JS(1)>>>>/Type/Page/")
    assert "script" in [w.split(":")[0] for w in PyMuPdfParser().parse(script).warnings]


def with_more_pages(content: bytes, count: int) -> bytes:
    import pymupdf

    with pymupdf.open(stream=content) as pdf:
        for _ in range(count):
            pdf.new_page().insert_text((90, 90), "One more page with a few words on it. " * 2)
        out = pdf.tobytes(deflate=True)
    assert isinstance(out, bytes)
    return out


def with_broken_streams(content: bytes, count: int) -> bytes:
    """The content of the last pages made undecodable."""
    end = len(content)
    for _ in range(count):
        end = content.rfind(b"stream\n", 0, content.rfind(b"endstream", 0, end)) + 7
        content = content[:end] + b"\xff" * 12 + content[end + 12:]
        end -= 8
    return content


def test_one_bad_page_costs_one_page(paper: Callable[..., bytes]) -> None:
    whole = PyMuPdfParser().parse(with_more_pages(paper(), 1))
    assert (whole.warnings, whole.lost_pages) == ((), ())
    document = PyMuPdfParser().parse(with_broken_streams(with_more_pages(paper(), 1), 1))
    assert [w.split(":")[0] for w in document.warnings] == ["lost"]
    assert (document.pages, document.lost_pages) == (2, (2,))
    assert document.title == "Grey seals remember their neighbours"


def test_a_page_that_is_no_page_is_left_out(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=with_more_pages(paper(), 2)) as pdf:
        pdf.xref_set_key(pdf.page_xref(1), "Type", "null")
        pdf.xref_set_key(pdf.page_xref(1), "MediaBox", "(none)")
        pdf.xref_set_key(pdf.page_xref(1), "Contents", "(none)")
        content = pdf.tobytes()
    document = PyMuPdfParser().parse(content)
    assert document.title == "Grey seals remember their neighbours"
    assert 3 not in document.lost_pages


def test_a_file_that_lost_a_good_part_of_its_pages_is_refused(paper: Callable[..., bytes]) -> None:
    assert reason(with_broken_streams(with_more_pages(paper(), 3), 2)) == "corrupt"


def test_a_broken_cross_reference_table_is_repaired_with_a_warning(paper: Callable[..., bytes]) -> None:
    content = paper()
    at = content.rfind(b"startxref")
    broken = content[:at] + b"startxref\n7\n%%EOF\n"
    document = PyMuPdfParser().parse(broken)
    assert document.title == "Grey seals remember their neighbours"
    assert [w.split(":")[0] for w in document.warnings] == ["repaired"]
