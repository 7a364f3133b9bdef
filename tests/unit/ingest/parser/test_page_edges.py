from __future__ import annotations

from claimledger.ingest.parser.furniture import split_furniture
from claimledger.ingest.parser.lines import Frame, Span
from claimledger.ingest.parser.spans import Fragment, joined

HEIGHT = 800.0


def piece(text: str, x: float, y: float, size: float = 10.0) -> Fragment:
    return (Span(text, x, y - 0.8 * size, x + 0.5 * size * len(text), y + 0.2 * size, size, "Serif", False, False,
                 False, 0, y),)


def prose(top: float, page: int) -> list[Fragment]:
    return [piece(f"seals of shore {chr(97 + page)}{chr(97 + at % 26)} were watched from a cliff", 90, y)
            for at, y in enumerate(range(round(top), 740, 12))]


def foot(page: int) -> Fragment:
    return piece(str(page + 1), 300, 780)


def left_out(pages: list[list[Fragment]]) -> list[list[str]]:
    frames = [Frame(at + 1, 600, HEIGHT) for at in range(len(pages))]
    return [[joined(fragment) for fragment in page] for page in split_furniture(pages, frames)[1]]


def test_numbered_headings_at_the_head_of_pages_that_count_them_by_chance_stay() -> None:
    heads = ["1 Introduction", "2 Methods", "3 Results", "4 Discussion"]
    pages = [[piece(head, 90, 70, 12), *prose(100, at), foot(at)] for at, head in enumerate(heads)]
    assert left_out(pages) == [["1"], ["2"], ["3"], ["4"]]


def test_headings_that_differ_in_a_number_which_is_not_that_of_the_page_stay() -> None:
    pages = [[*prose(100, at), foot(at)] for at in range(7)]
    for at, number in ((1, 1), (3, 2), (4, 3)):
        pages[at].insert(0, piece(f"Study {number}", 90, 70, 12))
    assert left_out(pages) == [[str(at + 1)] for at in range(7)]


def test_heads_with_journal_pages_go_though_the_feet_count_from_one() -> None:
    pages = [[piece(f"Seals of the north {at + 211}", 90, 40), *prose(100, at), foot(at)] for at in range(6)]
    assert left_out(pages) == [[f"Seals of the north {at + 211}", str(at + 1)] for at in range(6)]


def test_rows_of_tables_at_the_head_of_many_pages_stay() -> None:
    rows = [("Term", "Mean", "SE"), ("Weight", "2.4", "0.2")]
    pages = [[piece(f"Table {at + 1}. Fixed effects", 90, 50, 9),
              *(piece(cell, 90 + 100 * column, 64 + 12 * row, 9)
                for row, cells in enumerate(rows) for column, cell in enumerate(cells)), *prose(110, at), foot(at)]
             for at in range(5)]
    assert left_out(pages) == [[str(at + 1)] for at in range(5)]


def test_the_numbers_of_an_axis_at_the_head_of_a_page_are_no_page_numbers() -> None:
    axis = [piece(text, 90 - 4 * len(text), 50 + 22 * at, 8) for at, text in enumerate(["100", "80", "60", "40", "20"])]
    pages = [[*axis, *prose(170, 0)], prose(60, 1), [*axis, *prose(170, 2)]]
    assert left_out(pages) == [[], [], []]
