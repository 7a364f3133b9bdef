"""Title pages that print more than the front matter of one paper."""

from __future__ import annotations

import pytest
from claimledger.ingest.parser.abstract import find_abstract
from claimledger.ingest.parser.identifiers import article_doi
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.ingest.parser.unlabelled_abstract import find_deck
from claimledger.kb.events.document import Document

Printed = tuple[float, float, str, float, str]
PROSE = [
    "Seals were watched from the cliff for six weeks in spring, and each animal was marked",
    "with a small tag. The observers did not know which group an animal belonged to, and",
    "the weather was noted every hour during the whole period of the study by two persons.",
]
ABSTRACT = [
    "To our knowledge this is the first attempt to see how long seals remember their neighbours.",
    "We marked forty grey seals, which were found again, and played calls of strangers to them.",
]
TITLE: list[Printed] = [(90, 130, "Grey seals remember their neighbours", 16, "tibo"),
                        (90, 150, "Ada Smith and Bo Lindqvist", 10, "tibo")]


def read(*printed: Printed, text_from: float = 330, foot: tuple[Printed, ...] = ()) -> Document:
    """A page with these lines (x, y, text, size, font) over an introduction."""
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    body = [(90.0, text_from + 22 + 12 * at, text, 10.0, "tiro") for at, text in enumerate(PROSE * 5)]
    for x, y, text, size, font in (*printed, (90, text_from, "1 Introduction", 12, "tibo"), *body, *foot):
        page.insert_text((x, y), text, fontsize=size, fontname=font)
    return PyMuPdfParser().parse(pdf.tobytes(no_new_id=True))


def lines_at(y: float, texts: list[str], size: float = 9, x: float = 90) -> list[Printed]:
    return [(x, y + 1.25 * size * at, text, size, "tiro") for at, text in enumerate(texts)]


def abstract_of(document: Document) -> str:
    return " ".join(s.text for s in document.sentences if document.sections[s.section].role == "abstract")


@pytest.mark.parametrize("masthead", [
    [(90.0, 90.0, "Marine Letters®", 22.0, "tibo")],
    [(90.0, 90.0, "whiskers", 22.0, "tibi"), (450.0, 90.0, "SEALS", 12.0, "tibo")],
    [(90.0, 90.0, "Northern Seal Biology", 22.0, "tibo"),
     (90.0, 30.0, "Northern Seal Biology 2020, 25, 1873", 8.0, "tiro")],
])
def test_the_name_of_a_journal_in_larger_type_is_no_title(masthead: list[Printed]) -> None:
    assert read(*masthead, *TITLE).title == "Grey seals remember their neighbours"


def test_a_title_in_the_largest_type_stays_the_title_below_smaller_bold_type() -> None:
    deck: Printed = (90, 170, "A deck of some length that stands in bold type below", 12, "tibo")
    assert read((90, 130, "Seal memories", 18, "tibo"), (90, 150, "Ada Smith and Bo Lind", 10, "tiro"), deck).title \
        == "Seal memories"


@pytest.mark.parametrize(("printed", "own"), [
    ("10.7554/elife.24197.001", "10.7554/elife.24197"),
    ("10.1371/journal.pone.0187342.g001", "10.1371/journal.pone.0187342"),
    ("10.7717/peerj.4321/fig-2", "10.7717/peerj.4321"),
    ("10.1371/journal.pone.0187342", "10.1371/journal.pone.0187342"),
    ("10.1016/j.seals.2014.01.001", "10.1016/j.seals.2014.01.001"),
])
def test_the_doi_of_a_part_gives_that_of_its_article(printed: str, own: str) -> None:
    assert article_doi(printed) == own


def test_a_paper_that_a_note_comments_on_does_not_lend_its_doi() -> None:
    note: Printed = (90, 800, "This paper comments on Roe & Doe, doi:10.1016/j.seals.2014.01.001", 8, "tiro")
    assert read(*TITLE, foot=(note,)).doi is None


def test_a_letter_that_begins_below_the_end_of_another_has_its_own_doi_and_year() -> None:
    above = lines_at(70, ["... was the same in the second colony, in which none of the seals had been seen before. We",
                          "therefore do not believe that the calls are learned from the mother, as others have said,",
                          "and ask that the numbers be looked at again with the weather in mind.",
                          "DOI: https://doi.org/10.3201/sl2704.201999", "References",
                          "1. Brown T. Whiskers in urban zoos. Seal Rec. 2011;168:55-9."], 10)
    title = [(x, y + 60, *rest) for x, y, *rest in TITLE]
    own: Printed = (90, 225, "DOI: https://doi.org/10.3201/sl2704.203012", 10, "tiro")
    foot: Printed = (90, 825, "Seal Letters - Vol. 27, No. 4, April 2021", 8, "tiro")
    found = read(*above, *title, own, foot=(foot,))
    assert (found.doi, found.year, found.volume) == ("10.3201/sl2704.203012", 2021, "27")


def test_the_abstract_stands_below_its_label_and_not_in_a_box_beside_it() -> None:
    frame = Frame(page=1, width=600, height=800)

    def line(x: float, y: float, text: str, bold: bool = False) -> Line:
        span = Span(text, x, y, x + 4.5 * len(text), y + 9, 9, "Serif", bold, False, False, 0, y + 8)
        return Line(1, (span,), x, y, span.x1, y + 9, text, 9, bold, 0, 0, frame)

    box = [line(250, 190 + 11 * at, text) for at, text in enumerate((
        "Smith et al. Grey seals remember their neighbours: an experiment on an island. Seal J.",
        "2016;8(4):e341-6. It was read by all of the members of the board of the journal."))]
    text = [line(90, 253 + 11 * at, text) for at, text in enumerate(ABSTRACT)]
    found = find_abstract([line(90, 240, "Abstract", bold=True), *box, *text], 0, text[0].style, 11)
    assert found is not None and found.lines == tuple(text)


def test_an_abstract_right_below_the_addresses_in_their_type_is_found() -> None:
    places = lines_at(170, ["1Department of Seals, Faculty of Island Sciences, University of Somewhere, Bay 12,",
                            "Norway"], 10)
    text = lines_at(195, ABSTRACT * 2, 10)
    assert abstract_of(read(*TITLE, *places, *text, text_from=260)).startswith(ABSTRACT[0])


def test_authors_in_blocks_of_their_own_may_fill_two_pages() -> None:
    import pymupdf

    names = ["Ada Smith", "Bo Lindqvist", "Cy Young", "Di Moss", "Ed Rowe", "Flo Hart"]
    pdf = pymupdf.open()
    for part in (names[:4], names[4:]):
        page = pdf.new_page()
        for at, name in enumerate(part):
            page.insert_text((90, 180 + 100 * at), name, fontsize=11, fontname="tibo")
            page.insert_text((90, 195 + 100 * at), f"Email: {name.split()[1].lower()}@seals.example.org", fontsize=10)
    pdf[0].insert_text((90, 130), "Grey seals remember their neighbours", fontsize=16, fontname="tibo")
    for y, text in ((400, "Abstract"), *((420 + 12 * at, text) for at, text in enumerate(ABSTRACT)),
                    (470, "Introduction"), *((490 + 12 * at, text) for at, text in enumerate(PROSE * 6))):
        pdf[1].insert_text((90, y), text, fontsize=10, fontname="tibo" if len(text) < 20 else "tiro")
    assert [author.name for author in PyMuPdfParser().parse(pdf.tobytes(no_new_id=True)).authors] == names


def test_a_sentence_below_the_title_goes_on_behind_what_stands_in_the_margin() -> None:
    frame = Frame(page=1, width=600, height=800)

    def line(x: float, y: float, text: str, size: float = 12, bold: bool = True) -> Line:
        span = Span(text, x, y, x + 4.5 * len(text), y + size, size, "Serif", bold, False, False, 0, y + size - 1)
        return Line(1, (span,), x, y, span.x1, y + size, text, size, bold, 0, 0, frame)

    deck = [line(168, 172, "Following seals in winter means long hours and hard work, but as"),
            line(168, 190, "Ada Smith says in the first column of the year, it can also be")]
    end = line(168, 208, "extremely rewarding.")
    found = find_deck([*deck, line(36, 649, "DRAWN BY BO MOSS", 4, False), end], 0,
                      line(168, 300, "Text of the body", 9, False).style)
    assert found is not None and found.lines == (*deck, end)
