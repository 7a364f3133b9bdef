from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.events.document import Document


def text_of(document: Document, title: str) -> str:
    number = next(at for at, section in enumerate(document.sections) if section.title == title)
    return " ".join(sentence.text for sentence in document.sentences if sentence.section == number)


@pytest.mark.parametrize("columns", [1, 2])
def test_a_small_paper_comes_back_with_its_parts(paper: Callable[..., bytes], columns: int) -> None:
    document = PyMuPdfParser().parse(paper(columns))
    assert document.title == "Grey seals remember their neighbours"
    assert [(a.given, a.family) for a in document.authors] == [("Ada B.", "Smith"), ("José", "de la Cruz")]
    assert document.authors[0].affiliations == ("University of Somewhere, Department of Seals, Norway",)
    assert document.keywords == ("seals", "memory")
    assert [(s.level, s.number, s.title, s.role) for s in document.sections] == [
        (1, "", "Abstract", "abstract"), (1, "1", "Introduction", "introduction"), (1, "2", "Results", "results"),
        (1, "", "References", "references"),
    ]
    assert text_of(document, "Introduction").startswith("First. Seals were watched from the cliff")
    assert text_of(document, "Results").startswith("Second. Seals were watched from the cliff")
    assert [entry.label for entry in document.references] == ["[1]", "[2]"]


def test_every_sentence_has_boxes_inside_the_page(paper: Callable[..., bytes]) -> None:
    document = PyMuPdfParser().parse(paper(2))
    boxes = [box for sentence in document.sentences for box in sentence.boxes]
    assert all(sentence.boxes for sentence in document.sentences)
    assert all(0 <= box.x0 < box.x1 <= 59500 and 0 <= box.y0 < box.y1 <= 84200 and box.page == 1 for box in boxes)


def test_the_boxes_of_a_sentence_cover_its_words_on_the_page(paper: Callable[..., bytes]) -> None:
    import pymupdf

    content = paper(2)
    document = PyMuPdfParser().parse(content)
    sentence = next(s for s in document.sentences if s.text.startswith("Each animal") and s.section == 1)
    with pymupdf.open(stream=content) as pdf:
        words = pdf[0].get_text("words")
    inside = [
        word for box in sentence.boxes for x0, y0, x1, y1, word, *_ in words
        if box.x0 < 50 * (x0 + x1) < box.x1 and abs(50 * (y0 + y1) - (box.y0 + box.y1) / 2) < 300
    ]
    assert " ".join(inside) == sentence.text


def test_the_same_bytes_give_the_same_document(paper: Callable[..., bytes]) -> None:
    content = paper(2)
    assert PyMuPdfParser().parse(content) == PyMuPdfParser().parse(content)


def test_the_info_dictionary_is_kept_but_not_believed(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as pdf:
        pdf.set_metadata({"title": "Microsoft Word - final.doc", "author": "admin"})
        content = pdf.tobytes()
    document = PyMuPdfParser().parse(content)
    assert document.title == "Grey seals remember their neighbours"
    assert document.info["title"] == "Microsoft Word - final.doc"
    assert "admin" not in [author.name for author in document.authors]


def test_the_stamp_holds_the_exact_library_version(paper: Callable[..., bytes]) -> None:
    import pymupdf

    assert PyMuPdfParser().parse(paper()).parser.libraries["pymupdf"] == pymupdf.VersionBind


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_page_reads_the_same(paper: Callable[..., bytes], rotation: int) -> None:
    import pymupdf

    upright = PyMuPdfParser().parse(paper(2))
    with pymupdf.open(stream=paper(2)) as pdf:
        pdf[0].set_rotation(rotation)
        content = pdf.tobytes()
    turned = PyMuPdfParser().parse(content)
    assert [s.text for s in turned.sentences] == [s.text for s in upright.sentences]
    width, height = (84200, 59500) if rotation != 180 else (59500, 84200)
    assert all(0 <= box.x0 < box.x1 <= width and 0 <= box.y0 < box.y1 <= height
               for sentence in turned.sentences for box in sentence.boxes)


def test_running_heads_and_page_numbers_are_left_out() -> None:
    import pymupdf

    pdf = pymupdf.open()
    for number in range(1, 4):
        page = pdf.new_page()
        page.insert_text((200, 40), "Journal of Seals 2004", fontsize=8)
        page.insert_text((300, 810), str(number), fontsize=8)
        for row in range(30):
            line = f"Line {row} of page {number} tells a little of the story"
            page.insert_text((90, 100 + 20 * row), line, fontsize=10)
    text = " ".join(sentence.text for sentence in PyMuPdfParser().parse(pdf.tobytes()).sentences)
    assert "Journal of Seals" not in text
    assert "Line 29 of page 1 tells a little of the story Line 0 of page 2" in text


def test_line_numbers_of_a_manuscript_are_left_out() -> None:
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    for row in range(30):
        page.insert_text((60, 100 + 20 * row), str(row + 1), fontsize=8)
        page.insert_text((90, 100 + 20 * row), "seals swim in the cold water and eat many small fish", fontsize=10)
    text = " ".join(sentence.text for sentence in PyMuPdfParser().parse(pdf.tobytes()).sentences)
    assert not any(char.isdigit() for char in text)


def test_raised_numbers_are_known_as_superscripts() -> None:
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    for row in range(4):
        page.insert_text((90, 100 + 14 * row), "Seals are known to swim well", fontsize=10)
        page.insert_text((221, 96.5 + 14 * row), "12", fontsize=6)
    sentence = PyMuPdfParser().parse(pdf.tobytes()).sentences[0]
    start, end = sentence.superscripts[0]
    assert sentence.text[start:end] == "12"


def add_second_paper(pdf: Any) -> None:
    page = pdf.new_page()
    page.insert_text((90, 90), "Whales forget everything at once", fontsize=22, fontname="hebo")
    page.insert_text((90, 120), "Wanda Quist and Peter Lund", fontsize=11, fontname="helv")
    page.insert_text((90, 150), "Abstract", fontsize=12, fontname="hebo")
    for row in range(40):
        line = "Whales were asked what they remember and did not answer"
        page.insert_text((90, 170 + 14 * row), line, fontname="helv", fontsize=10)


def test_a_second_paper_in_the_file_is_told_and_not_mixed_in(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as pdf:
        add_second_paper(pdf)
        content = pdf.tobytes()
    document = PyMuPdfParser().parse(content)
    assert [warning.split(":")[0] for warning in document.warnings] == ["merged"]
    assert not any("Whales" in sentence.text for sentence in document.sentences)


def add_cover(pdf: Any) -> None:
    page = pdf.new_page()
    for row, line in enumerate((
        "Whales forget everything at once", "This is the peer reviewed version of the following article.",
        "Link to publication: https://doi.org/10.1000/whales", "Document version: accepted manuscript",
        "General rights",
        "Copyright and moral rights for the publications are retained by the authors.",
    )):
        page.insert_text((90, 90 + 30 * row), line, fontsize=11)


def test_the_cover_page_of_a_second_paper_belongs_to_it(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as pdf:
        add_cover(pdf)
        add_second_paper(pdf)
        content = pdf.tobytes()
    (warning,) = PyMuPdfParser().parse(content).warnings
    assert warning.startswith("merged: a second paper seems to begin on page 2;")


def test_a_supplement_that_repeats_the_title_behind_the_references_is_no_second_paper(
    paper: Callable[..., bytes],
) -> None:
    import pymupdf

    with pymupdf.open(stream=paper()) as pdf:
        page = pdf.new_page()
        page.insert_text((90, 90), "Grey seals remember their neighbours", fontsize=22, fontname="hebo")
        page.insert_text((90, 120), "Ada B. Smith and José de la Cruz", fontsize=11, fontname="helv")
        page.insert_text((90, 150), "Abstract", fontsize=12, fontname="hebo")
        for row in range(40):
            page.insert_text((90, 170 + 14 * row), "Seals were asked what they remember", fontname="helv", fontsize=10)
        content = pdf.tobytes()
    assert PyMuPdfParser().parse(content).warnings == ()
