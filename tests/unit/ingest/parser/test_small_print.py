"""Small print of the title page: what is about the article is left out, everything else is text or a note."""

from collections.abc import Iterable

from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.events.document import Document

_LINE = "Seals were watched from the cliff for six weeks and each of them was marked with a small tag of brass by us."


def _parsed(small: Iterable[tuple[float, str]]) -> Document:
    """A paper of two pages with lines of eight points at heights of the first; running text from 330 to 438 and from
    480 to 588."""
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    rows = [(80, 18, "tibo", "Grey seals remember their neighbours"), (110, 11, "tibo", "Ada B. Smith and José Cruz"),
            (124, 8.5, "tiro", "University of Somewhere, Department of Seals, Norway"), (212, 11, "tibo", "Abstract"),
            *((228 + 12 * n, 9, "tiro", _LINE) for n in range(4)), (312, 12, "tibo", "1 Introduction"),
            *((start + 12 * n, 10, "tiro", _LINE) for start in (330, 480) for n in range(10)),
            *((y, 8, "tiro", text) for y, text in small)]
    for y, size, font, text in rows:
        page.insert_text((60, y), text, fontsize=size, fontname=font)
    page = pdf.new_page()
    page.insert_text((60, 60), "2 Results", fontsize=12, fontname="tibo")
    for n in range(20):
        page.insert_text((60, 80 + 12 * n), _LINE, fontsize=10, fontname="tiro")
    return PyMuPdfParser().parse(pdf.tobytes())


def _told(document: Document) -> dict[str, bool]:
    return {sentence.text: sentence.note for sentence in document.sentences}


def test_small_print_between_running_text_of_the_first_page_is_text() -> None:
    told = _told(_parsed([(460, "Zebra tags of brass were preferred over copper rings.")]))
    assert told["Zebra tags of brass were preferred over copper rings."] is False


def test_statements_at_the_foot_of_the_first_page_are_notes_and_matter_about_the_article_is_none() -> None:
    told = _told(_parsed([
        (690, "*Corresponding author: ada@example.org"),
        (710, "The authors have no conflicts of interest to declare."),
        (730, "1 Brass stands for an alloy of copper and zinc throughout."),
        (750, "© 2019 The Authors. Published under a Creative Commons licence."),
    ]))
    assert told["The authors have no conflicts of interest to declare."] is True
    assert any("alloy of copper" in text and note for text, note in told.items())
    assert not any(word in text for text in told for word in ("ada@", "©", "Corresponding"))


def test_a_box_between_authors_and_abstract_is_a_note() -> None:
    document = _parsed([(160, "Key points"), (172, "Neighbours are recognised after three years at sea.")])
    told = _told(document)
    assert told["Key points Neighbours are recognised after three years at sea."] is True
    assert [author.family for author in document.authors] == ["Smith", "Cruz"]


def test_the_papers_own_citation_beside_its_abstract_is_no_note() -> None:
    told = _told(_parsed([(160, "Smith AB, Cruz J (2019) Grey seals remember their neighbours.")]))
    assert not any("2019" in text for text in told)
