from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from claimledger.ingest.parser.furniture import split_furniture
from claimledger.ingest.parser.line_numbers import split_line_numbers
from claimledger.ingest.parser.lines import Frame, Span
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.ingest.parser.spans import Fragment, joined

HEIGHT = 800.0


def span(text: str, x: float, y: float, size: float = 10.0, color: int = 0) -> Span:
    return Span(text, x, y - 0.8 * size, x + 0.5 * size * len(text), y + 0.2 * size, size, "Serif", False, False, False,
                color, y)


def text_of_a_page(top: float, rows: int = 40, page: int = 0) -> list[Fragment]:
    return [(span(f"seals of shore {chr(97 + page)}{chr(97 + at % 26)} were watched from a cliff", 90, top + 12 * at),)
            for at in range(rows)]


def furniture(pages: list[list[Fragment]]) -> list[list[str]]:
    frames = [Frame(at + 1, 600, HEIGHT) for at in range(len(pages))]
    return [[joined(fragment) for fragment in page] for page in split_furniture(pages, frames)[1]]


def test_heads_of_odd_and_even_pages_are_told_by_the_page_numbers_in_them_though_each_says_something_else() -> None:
    heads = ["2 Smith and Roe", "Seals of the north 3", "4 Smith and others"]
    pages = [[(span(head, 90, 130),), *text_of_a_page(160, page=at)] for at, head in enumerate(heads)]
    assert furniture(pages) == [[head] for head in heads]


def test_page_numbers_far_from_the_edge_of_the_paper_are_found_by_counting_the_pages() -> None:
    pages = [[*text_of_a_page(100, 38, number), (span(str(number), 300, 580),)] for number in (7, 8, 9)]
    frames = [Frame(at + 1, 600, 740) for at in range(3)]
    kept, apart = split_furniture(pages, frames)
    assert [[joined(f) for f in page] for page in apart] == [["7"], ["8"], ["9"]]
    assert [len(page) for page in kept] == [38, 38, 38]


def test_a_title_that_later_pages_repeat_at_their_head_is_no_running_head() -> None:
    title = "Seals of the north"
    first = [(span(title, 90, 130, 18.0),), *text_of_a_page(160)]
    later = [[(span(title, 90, 60),), *text_of_a_page(100, page=at + 1)] for at in range(3)]
    assert furniture([first, *later]) == [[], [title], [title], [title]]


def test_numbers_of_a_list_at_the_head_of_pages_are_not_taken_for_running_heads() -> None:
    pages = [[(span(f"{number}.", 70, 110),), *text_of_a_page(110, page=number)] for number in (5, 16, 25)]
    assert furniture(pages) == [[], [], []]


@pytest.mark.parametrize("stamp", [
    "Downloaded from journal.example.org by guest on 3 May 2020",
    "Authorized licensed use limited to: University of Somewhere.",
    "bioRxiv preprint doi: https://doi.org/10.1101/000; this version posted May 3, 2020.",
    "Electronic copy available at: https://ssrn.com/abstract=1",
])
def test_a_download_stamp_is_left_out_also_where_it_stands_on_one_page_only(stamp: str) -> None:
    assert furniture([[*text_of_a_page(100), (span(stamp, 60, 780, 7),)]]) == [[stamp]]


def test_a_sentence_about_downloads_in_the_text_stays() -> None:
    text = [*text_of_a_page(100, 20), (span("downloaded from the archive of the institute", 90, 340),),
            *text_of_a_page(352, 20)]
    assert furniture([text]) == [[]]


def test_a_pale_word_at_one_place_of_every_page_is_a_watermark() -> None:
    pages = [[*text_of_a_page(100, page=at), (span("DRAFT", 150, 400, 60, 0xCCCCCC),)] for at in range(3)]
    assert furniture(pages) == [["DRAFT"]] * 3


def aslant(page: Any) -> None:
    import pymupdf

    at = pymupdf.Point(150, 500)
    page.insert_text(at, "CONFIDENTIAL", fontsize=50, color=(0.7, 0.7, 0.7), morph=(at, pymupdf.Matrix(45)))


def test_a_word_across_the_page_does_not_disturb_the_columns_under_it(paper: Callable[..., bytes]) -> None:
    plain, marked = (PyMuPdfParser().parse(paper(2, extra=extra)) for extra in ([], [aslant]))
    assert marked.sentences == plain.sentences
    assert marked.sections == plain.sections


def numbered(first: int, x: float, step: int = 1, rows: int = 30) -> list[list[Span]]:
    out = []
    for at in range(rows):
        line = span("the seals were watched from a cliff", 100, 100 + 12 * at)
        number = [span(str(first + at), x, 100 + 12 * at, 6)] if (first + at) % step == 0 else []
        out.append([*number, line] if x < 100 else [line, *number])
    return out


@pytest.mark.parametrize("x", [80.0, 300.0])
@pytest.mark.parametrize("step", [1, 5])
def test_line_numbers_beside_the_text_go(x: float, step: int) -> None:
    pages = [numbered(1, x, step), numbered(31, x, step)]
    kept, apart = split_line_numbers(pages)
    assert [joined(row) for row in kept[1]] == ["the seals were watched from a cliff"] * 30
    assert [int(one.text) for one in apart[1]] == list(range(31 if step == 1 else 35, 61, step))


def test_line_numbers_between_two_columns_go_and_part_what_they_stand_between() -> None:
    rows = [[span(f"left{at}", 100, 100 + 12 * at), span(str(41 + at), 285, 100 + 12 * at, 6),
             span(f"right{at}", 300, 100 + 12 * at)] for at in range(40)]
    left = [[span(str(1 + at), 80, 100 + 12 * at, 6), span("", 90, 100 + 12 * at)] for at in range(40)]
    kept, _ = split_line_numbers([[row for pair in zip(left, rows, strict=True) for row in pair]])
    assert [joined(row) for row in kept[0]] == [f"{side}{at}" for at in range(40) for side in ("left", "right")]


def test_the_numbers_of_the_rows_of_a_table_stay() -> None:
    prose = [[span("the seals were watched from a cliff for weeks", 80, 100 + 12 * at)] for at in range(30)]
    table = [[span(str(at + 1), 80, 480 + 12 * at), span("Grey seal", 110, 480 + 12 * at)] for at in range(16)]
    pages = [prose, [*prose, *table], prose]
    assert split_line_numbers(pages)[1] == [[], [], []]


def test_the_numbers_of_references_stay() -> None:
    page = [row for at in range(20) for row in (
        [span(str(at + 1), 80, 100 + 24 * at), span("Smith, A. Seals of the north and", 100, 100 + 24 * at)],
        [span("their neighbours. Polar Journal.", 100, 112 + 24 * at)])]
    assert split_line_numbers([page])[1] == [[]]


def test_labels_of_tables_at_the_top_of_pages_are_no_running_heads() -> None:
    pages = [[(span(f"Table {at + 1}", 90, 60),), *text_of_a_page(74, page=at)] for at in range(3)]
    assert furniture(pages) == [[], [], []]


def test_a_page_number_in_the_margin_takes_no_line_of_the_text_with_it() -> None:
    firsts = ["Table 1. What the seals ate", "4. Discussion", "seals of shore zz were watched from a cliff"]
    pages = [[(span(str(at + 2), 560, 60),), (span(first, 90, 60),), *text_of_a_page(80 - 8 * (at == 2), page=at)]
             for at, first in enumerate(firsts)]
    assert furniture(pages) == [["2"], ["3"], ["4"]]
