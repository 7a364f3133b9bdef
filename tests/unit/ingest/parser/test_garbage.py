from __future__ import annotations

from collections.abc import Callable

import pytest
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.errors import ParserError

ROWS = (
    "Seals were watched from the cliff for six weeks in", "spring and every animal was marked with a small tag",
    "before it went back to its colony. The observers did", "not know which of the four groups it belonged to.",
    "Weather, tide and the number of passing boats were", "noted each hour during the whole period; wind speed",
    "was taken from a station nearby. Young males stayed", "longer at the surface than females, although both",
    "dived equally deep. We explain this difference by prey", "that they prefer: juvenile cod live close to rocks,",
    "where light reaches the ground, whereas adult herring", "gather further out. Models with random effects agree.",
)


def moved(text: str) -> str:
    """The text as a font gives it whose codes are numbers of glyphs."""
    return "".join(chr(ord(char) - 29) if char.isalpha() else char for char in text)


def pages_in_two_fonts(count: int, rows: int = 12) -> Callable[..., None]:
    """Pages whose first rows are in a broken font, below a heading in a sound one."""
    def add(page: object) -> None:
        pdf = page.parent  # type: ignore[attr-defined]
        for number in range(count):
            new = pdf.new_page()
            new.insert_text((90, 60), f"{number + 3} Discussion of what was found", fontname="tibo", fontsize=12)
            for at, row in enumerate(ROWS):
                text, font = (moved(row), "hebi") if at < rows else (row, "tiro")
                new.insert_text((90, 90 + 14 * at), text, fontname=font, fontsize=10)
    return add


def test_a_body_in_a_broken_font_below_a_sound_heading_is_garbled(paper: Callable[..., bytes]) -> None:
    document = PyMuPdfParser().parse(paper(extra=[pages_in_two_fonts(1)]))
    assert document.needs_ocr_pages == (2,)
    assert document.warnings == ("garbled: the text of page 2 means nothing and is left out",)
    assert not any("WKH" in sentence.text for sentence in document.sentences)


def test_a_file_whose_pages_mostly_have_a_broken_font_is_refused(paper: Callable[..., bytes]) -> None:
    with pytest.raises(ParserError) as caught:
        PyMuPdfParser().parse(paper(extra=[pages_in_two_fonts(3)]))
    assert caught.value.reason == "garbled"


def test_lines_in_a_broken_font_go_and_the_page_stays(paper: Callable[..., bytes]) -> None:
    def add(page: object) -> None:
        pdf = page.parent  # type: ignore[attr-defined]
        for number in range(5):
            new = pdf.new_page()
            new.insert_text((90, 60), moved(ROWS[number]), fontname="hebi", fontsize=12)
            for at, row in enumerate(ROWS):
                new.insert_text((90, 90 + 14 * at), row, fontname="tiro", fontsize=10)

    document = PyMuPdfParser().parse(paper(extra=[add]))
    text = " ".join([sentence.text for sentence in document.sentences] + [part.title for part in document.sections])
    assert (document.needs_ocr_pages, "watched from the cliff" in text, "ZDWFKHG" in text) == ((), True, False)
    assert document.warnings == (
        "garbled: lines of page 2, 3, 4, 5, 6 in a font whose letters stand for others mean nothing and are left out",)
