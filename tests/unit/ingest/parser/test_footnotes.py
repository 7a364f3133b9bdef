"""Which lines are footnotes, and where one ends and the next begins."""

from __future__ import annotations

from claimledger.ingest.parser.line_numbers import split_line_numbers
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.notes import (
    are_endnotes,
    footnotes,
    note_paragraphs,
    notes_of_title_page,
    text_style,
)
from claimledger.ingest.parser.style import Style

FRAME = Frame(page=1, width=600, height=800)
BODY = Style("Serif", 10.0, False, False, False)
TEXT = "The merchants of the northern towns kept their books in a language that few could read."


def line(text: str, y: float, *, size: float = 10.0, mark: str = "", end: str = "", page: int = 1) -> Line:
    """A line with a raised mark before or behind its text."""
    spans, x = [], 50.0
    for part, raised in ((mark, True), (text, False), (end, True)):
        if part:
            own = 0.65 * size if raised else size
            width = 0.5 * own * len(part)
            spans.append(Span(part, x, y, x + width, y + own, own, "Serif", False, False, raised, 0,
                              y + (0.45 if raised else 0.8) * size))
            x += width
    return Line(page, tuple(spans), 50.0, y, x, y + size, mark + text + end, size, False, 0, 0, FRAME)


def column(*notes: Line, page: int = 1) -> list[Line]:
    return [*(line(TEXT, 50.0 + 12 * at, page=page) for at in range(4)), *notes]


def test_notes_that_are_hardly_smaller_than_the_text_need_a_raised_mark() -> None:
    note, more = line("Lind, Harbours, 20.", 110, size=9.5, mark="1"), line("See also Bays.", 122, size=9.5)
    plain = line("The end of a paragraph in narrow type.", 110, size=9.5)
    assert footnotes(column(note, more), BODY) == {note, more}
    assert footnotes(column(plain), BODY) == set()


def test_a_long_note_that_goes_on_overleaf_is_a_note_if_another_begins_below_it() -> None:
    rest = [line(TEXT, 110 + 9 * at, size=8.0) for at in range(18)]
    following = line("Lind, Harbours, 20.", 280, size=8.0, mark="5")
    assert footnotes(column(*rest, following), BODY) == {*rest, following}


def test_where_notes_fill_more_of_the_pages_than_the_text_the_text_is_what_stands_above_them() -> None:
    lines = [one for page in range(1, 4) for one in column(
        line(TEXT, 110, size=8.0, mark=str(page), page=page),
        *(line(TEXT, 120 + 9 * at, size=8.0, page=page) for at in range(9)), page=page)]
    assert text_style(lines).size == 10.0
    assert text_style([one for one in lines if not one.spans[0].superscript]).size == 8.0


def test_a_note_begins_with_the_number_after_the_last_one() -> None:
    lines = [line("4. A reading that a colleague of mine suggested and that I", 50, size=8.0),
             line("had not thought of", 59, size=8.0), line("5. Lind, Harbours, 7.", 68, size=8.0),
             line("and 18 ships were lost in that year.", 77, size=8.0)]
    assert [len(group) for group in note_paragraphs(lines)] == [2, 2]


def test_notes_of_the_title_page_stay_and_addresses_go() -> None:
    text = [line(TEXT, 50, end="1"), line(TEXT, 62, end="2")]
    thanks = line("I thank the readers of this journal for all of their many remarks.", 100, size=8.0, mark="∗")
    note = line("Lind, Harbours, 20.", 110, size=8.0, mark="1")
    address = line("Department of History, University of Lund, Sweden", 120, size=8.0, mark="2")
    asides = {thanks, note, address}
    assert notes_of_title_page(asides, [*text, thanks, note, address]) == {thanks, note}


def test_a_section_called_notes_holds_endnotes_if_it_begins_with_the_first() -> None:
    assert are_endnotes("Notes", [line("Lind, Harbours, 20.", 50, mark="1")])
    assert not are_endnotes("Notes", [line(TEXT, 50)])
    assert not are_endnotes("Notes on the text", [line("Lind, Harbours, 20.", 50, mark="1")])


def test_the_raised_numbers_of_notes_are_no_line_numbers() -> None:
    rows = [list(line(TEXT, 50.0 + 12 * at, mark=str(at + 1)).spans) for at in range(30)]
    assert split_line_numbers([rows]) == ([rows], [[]])
