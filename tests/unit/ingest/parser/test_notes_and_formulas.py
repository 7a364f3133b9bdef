"""Footnotes and displayed formulas on pages that are typeset here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser

LINES = (
    "Seals were watched from the cliff for six weeks in the spring of the year, and each of the animals",
    "was marked with a small tag. The observers did not know which group an animal belonged to, for the",
    "weather was noted every hour during the whole of the period by two people who had come before.",
)


def put(page: Any, x: float, y: float, text: str, size: float = 10.0, font: str = "tiro") -> None:
    page.insert_text((x, y), text, fontsize=size, fontname=font)


def prose(page: Any, y: float) -> float:
    for text in LINES:
        put(page, 90, y, text)
        y += 12
    return y


def parsed(draw: Callable[[Any], None]) -> Any:
    import pymupdf

    pdf = pymupdf.open()
    first = pdf.new_page()
    put(first, 90, 80, "Grey seals remember their neighbours", 18, "tibo")
    put(first, 90, 110, "Ada B. Smith", 11)
    put(first, 90, 150, "1 Introduction", 12, "tibo")
    prose(first, 170)
    page = pdf.new_page()
    put(page, 90, 80, "2 Results", 12, "tibo")
    draw(page)
    return PyMuPdfParser().parse(pdf.tobytes())


def test_a_footnote_stands_apart_and_does_not_interrupt_the_paragraph_that_goes_on_overleaf() -> None:
    def draw(page: Any) -> None:
        y = prose(page, 110)
        put(page, 90, y, "The tags were read again in")
        put(page, 90, 700, "1 The tags were made of brass.", 7.5)
        following = page.parent.new_page()
        put(following, 90, 80, "the autumn of that year by the same people.")
        prose(following, 92)

    document = parsed(draw)
    assert [s.text for s in document.sentences if s.note] == ["1 The tags were made of brass."]
    assert any(s.text == "The tags were read again in the autumn of that year by the same people."
               for s in document.sentences)


def test_long_small_type_without_a_mark_is_text_and_no_note() -> None:
    def draw(page: Any) -> None:
        y = prose(page, 110) + 20
        for n in range(18):
            put(page, 90, y + 10 * n, LINES[n % 3], 8)

    assert not any(s.note for s in parsed(draw).sentences)


def test_a_displayed_formula_is_an_asset_with_its_number_and_the_sentence_goes_on_around_it() -> None:
    def draw(page: Any) -> None:
        y = prose(page, 110)
        put(page, 90, y, "The share of animals that were seen again is given by")
        put(page, 220, y + 22, "p = n / (n + m)", 10, "tiit")
        put(page, 470, y + 22, "(3)")
        put(page, 90, y + 44, "where n is the number of tags that were read.")
        prose(page, y + 70)

    document = parsed(draw)
    assert [(a.label, a.caption, a.page) for a in document.assets if a.kind == "formula"] == [
        ("(3)", "p = n / (n + m)", 2)]
    assert any(
        s.text == "The share of animals that were seen again is given by where n is the number of tags that were read."
        for s in document.sentences)


def test_a_sentence_with_an_equals_sign_is_no_formula() -> None:
    def draw(page: Any) -> None:
        y = prose(page, 110)
        put(page, 90, y, "The groups did not differ (p = 0.21).")

    document = parsed(draw)
    assert not document.assets
    assert any(s.text.endswith("(p = 0.21).") for s in document.sentences)
