from __future__ import annotations

from claimledger.ingest.parser.headings import find_headings, levels
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.style import Style

FRAME = Frame(page=1, width=600, height=800)
BODY = Style("Serif", 10.0, False, False, False)
PITCH = 12.0


def line(*parts: tuple[str, str], y: float, size: float = 10.0, x0: float = 50.0) -> Line:
    """A line of parts, each a text with `b` (bold), `i` (italic) or nothing."""
    spans = []
    x = x0
    for text, kind in parts:
        width = 0.5 * size * len(text)
        spans.append(Span(text, x, y, x + width, y + size, size, "Serif", "b" in kind, "i" in kind, False, 0,
                          y + 0.8 * size))
        x += width
    bold = all(span.bold for span in spans)
    return Line(1, tuple(spans), x0, y, x, y + size, "".join(text for text, _ in parts), size, bold, 0, 0, FRAME)


def page(*rows: tuple[tuple[tuple[str, str], ...], float]) -> list[Line]:
    """Rows of (parts, size) set below each other; larger rows have space around."""
    lines, y = [], 50.0
    for parts, size in rows:
        lines.append(line(*parts, y=y, size=size))
        y += 1.2 * size
    return lines


def text(words: str = "Seals were watched from the cliff for several weeks in the spring of 2004.") -> tuple[
    tuple[tuple[str, str], ...], float
]:
    return ((words, ""),), 10.0


def titles(lines: list[Line]) -> list[tuple[int, str, str]]:
    found = find_headings(lines, BODY, PITCH)
    return [(level, h.number, h.title) for level, h in zip(levels(found), found, strict=True)]


def test_bold_and_larger_lines_are_headings_and_numbers_give_the_level() -> None:
    lines = page((((("1 Introduction"), "b"),), 12.0), text(), ((("1.1 Seals of the north", "b"),), 10.0), text(),
                 ((("2 Methods", "b"),), 12.0), text())
    assert titles(lines) == [(1, "1", "Introduction"), (2, "1.1", "Seals of the north"), (1, "2", "Methods")]


def test_without_numbers_the_style_gives_the_level() -> None:
    lines = page(((("Methods", "b"),), 12.0), text(), ((("Study site", "b"),), 10.0), text(), text(),
                 ((("Results", "b"),), 12.0), text(), ((("Discussion", "b"),), 12.0), text())
    assert titles(lines) == [(1, "", "Methods"), (2, "", "Study site"), (1, "", "Results"), (1, "", "Discussion")]


def test_a_heading_over_two_lines_is_one() -> None:
    lines = page(((("Recognition of neighbours and strangers in", "b"),), 12.0), ((("grey seals", "b"),), 12.0), text())
    assert titles(lines) == [(1, "", "Recognition of neighbours and strangers in grey seals")]


def test_a_bold_beginning_of_a_paragraph_is_a_heading_and_the_rest_is_text() -> None:
    lines = page(text(), ((("Statistical analysis. ", "b"), ("Times were compared by a test of ranks and", "")), 10.0),
                 text("not by their means, since a few of them were longer than all of the others."), text())
    heading = find_headings(lines, BODY, PITCH)[0]
    assert (heading.title, heading.start, heading.run_in) == ("Statistical analysis", 1, 1)


def test_items_of_a_list_with_bold_names_are_no_headings() -> None:
    lines = page(text(), *(((((f"Name {at}: "), "b"), ("Ada Smith.", "")), 10.0) for at in range(5)), text())
    assert titles(lines) == []


def test_captions_lists_formulas_and_keywords_are_no_headings() -> None:
    lines = page(text(), ((("Figure 3 Seals on the rock", "b"),), 10.0), text(),
                 ((("Keywords: seals", "b"),), 10.0), text(),
                 ((("E = mc + 12", "b"),), 10.0), text(), ((("• Bold point", "b"),), 10.0), text())
    assert titles(lines) == []


def test_an_italic_name_inside_a_sentence_is_no_heading() -> None:
    lines = page(text("The seals were of the species"), ((("Halichoerus grypus", "i"),), 10.0), text("which is grey."))
    assert titles(lines) == []


def test_an_italic_line_between_paragraphs_is_a_heading() -> None:
    lines = page(((("Methods", "b"),), 12.0), text(), ((("Weighing of the pups", "i"),), 10.0), text(), text())
    assert [title for _, _, title in titles(lines)] == ["Methods", "Weighing of the pups"]


def test_a_run_in_heading_may_fill_a_line_before_the_one_that_the_text_shares_with_it() -> None:
    lines = page(
        text(), ((("Handling of values that were missing in the longest part", "b"),), 10.0),
        ((("of the survey. ", "b"), ("Seals that were not seen again were left out", "")), 10.0), text(), text(),
    )
    assert titles(lines) == [(1, "", "Handling of values that were missing in the longest part of the survey")]


def test_headings_in_the_middle_of_the_column_stand_above_those_at_its_edge() -> None:
    lines = []
    y = 50.0
    for title, x0 in (("Methods", 225.0), ("Animals", 50.0), ("Tags", 50.0), ("Results", 225.0)):
        lines += [line((title, "b"), y=y, x0=x0), line(*text()[0], y=y + 16), line(*text()[0], y=y + 28)]
        y += 60
    assert [level for level, _, _ in titles(lines)] == [1, 2, 2, 1]


def test_letters_and_digits_are_lower_levels_below_roman_numerals() -> None:
    lines = page(
        ((("I. METHODS", ""),), 10.0), text(), ((("A. Animals", "i"),), 10.0), text(),
        ((("B. Tags", "i"),), 10.0), text(), ((("II. RESULTS", ""),), 10.0), text(),
    )
    assert [(level, number) for level, number, _ in titles(lines)] == [(1, "I"), (2, "A"), (2, "B"), (1, "II")]


def test_small_capitals_that_begin_as_large_as_the_text_are_a_heading() -> None:
    lines = page(text(), text())
    low = lines[-1].y1 + 8
    first = line(("I. I", ""), y=low, size=10.0, x0=200.0)
    small = line(("NTRODUCTION", ""), y=low, size=8.0, x0=first.x1)
    heading = Line(1, (*first.spans, *small.spans), first.x0, low, small.x1, low + 10, "I. INTRODUCTION", 8.0, False,
                   0, 1, FRAME)
    assert titles([*lines, heading, line(*text()[0], y=low + 18)]) == [(1, "I", "INTRODUCTION")]


def test_a_line_of_code_or_of_a_table_of_contents_is_no_heading() -> None:
    lines = page(text(), ((("R> summary(seals)", "b"),), 10.0), text(), ((("Tags . . . . . 7", "b"),), 10.0), text())
    assert titles(lines) == []


def test_a_word_that_is_broken_in_a_heading_is_joined() -> None:
    lines = page(((("Methods of the obser-", "b"),), 12.0), ((("vation of seals", "b"),), 12.0), text())
    assert titles(lines) == [(1, "", "Methods of the observation of seals")]
