from __future__ import annotations

import pymupdf
import pytest
from claimledger.ingest.parser.headings import find_headings
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.spacing import with_spaces
from claimledger.ingest.parser.style import Style, style_of

FRAME = Frame(page=1, width=600, height=800)
BODY = Style("Serif", 10.0, False, False, False)
PITCH = 12.0
BLUE = 0x0066CC
TEXT = "Seals were watched from the cliff for several weeks in the spring of 2004."


def line(text: str, y: float, *, x0: float = 50.0, color: int = 0) -> Line:
    x1 = x0 + 5.0 * len(text)
    span = Span(text, x0, y, x1, y + 10, 10.0, "Serif", False, False, False, color, y + 8)
    return Line(1, (span,), x0, y, x1, y + 10, text, 10.0, False, 0, 0, FRAME)


def page(*titles: str, gap: float = 0.0, centred: bool = False, color: int = 0) -> list[Line]:
    """Titles in the type of the text, each over two lines of text."""
    lines, y = [line(TEXT, 50.0)], 62.0
    for title in titles:
        x0 = 50.0 + 2.5 * (len(TEXT) - len(title)) if centred else 50.0
        lines += [line(title, y + gap, x0=x0, color=color), line(TEXT, y + gap + 12), line(TEXT, y + gap + 24)]
        y += gap + 36
    return lines


def titles(lines: list[Line]) -> list[str]:
    return [heading.text for heading in find_headings(lines, BODY, PITCH)]


def test_a_colour_in_which_standard_titles_stand_alone_is_that_of_the_headings() -> None:
    lines = page("Introduction", "Study sites", "Methods", color=BLUE)
    assert titles(lines) == ["Introduction", "Study sites", "Methods"]


def test_in_the_look_of_the_text_only_standard_titles_are_headings() -> None:
    assert titles(page("Introduction", "Seals of the north", "Literatur", gap=6)) == ["Introduction", "Literatur"]


def test_titles_in_the_middle_of_the_column_prove_their_neighbours() -> None:
    lines = page("I. Introduction", "II. The tag model", "III. Methods", centred=True)
    assert titles(lines) == ["I. Introduction", "II. The tag model", "III. Methods"]


def test_a_colour_that_only_lines_over_text_have_is_that_of_headings() -> None:
    over_text = page("Seals of the north", "Tags", color=BLUE)
    assert titles(over_text) == ["Seals of the north", "Tags"]
    assert titles([*over_text, *(line(TEXT, 300.0 + 12 * at, color=BLUE) for at in range(2))]) == []


def test_a_standard_word_in_the_middle_of_a_sentence_is_no_heading() -> None:
    lines = [line("The seals were described by other", 50), line("Methods", 62), line("than ours.", 74), line(TEXT, 86)]
    assert titles(lines) == []


def test_titles_one_below_the_other_are_a_list() -> None:
    rows = ("Introduction", "Methods", "Results", TEXT)
    assert titles([line(text, 50.0 + 12 * at, color=BLUE) for at, text in enumerate(rows)]) == []


def test_small_capitals_that_are_stored_as_small_letters_are_capitals() -> None:
    first, rest = line("I", 50).spans[0], line("ntroduction", 50).spans[0]
    small = Span("ntroduction", 55, 50, 100, 60, 8.2, "Serif", False, False, False, 0, 58)
    assert style_of([first, small]).caps
    assert not style_of([first, rest]).caps


@pytest.mark.parametrize(("words", "space"), [
    ("MATERIALS AND METHODS", 2.6), ("Results of tags", 2.6), ("MATERIALS AND METHODS", 1.9),
])
def test_the_letters_of_spread_words_are_closed_up(words: str, space: float) -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_text((72, 72), words, fontsize=10)
    [stream] = page.get_contents()
    pdf.update_stream(stream, pdf.xref_stream(stream).replace(b"BT", f"BT {space} Tc".encode(), 1))
    content = page.get_text("dict", flags=2 | 64)
    assert words not in str(content)
    assert words in str(with_spaces(page, content))


def test_single_letters_in_a_row_stay_apart() -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_text((72, 72), "a b c d e f", fontsize=10)
    assert "a b c d e f" in str(with_spaces(page, page.get_text("dict", flags=2 | 64)))


def test_short_lines_with_space_above_and_below_are_headings_if_there_are_several() -> None:
    def spaced(*titles: str) -> list[Line]:
        lines, y = [line(TEXT, 50.0)], 62.0
        for title in titles:
            lines += [line(title, y + 12), line(TEXT, y + 30), line(TEXT, y + 42)]
            y += 54
        return lines

    several = ("Seals of the north", "Tags", "Counts from boats")
    assert titles(spaced(*several)) == list(several)
    assert titles(spaced("Tags")) == []
