from __future__ import annotations

from claimledger.ingest.parser.headings import find_headings
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.style import Style

FRAME = Frame(page=1, width=600, height=800)
BODY = Style("Serif", 10.0, False, False, False)
PITCH = 12.0
TEXT = "Seals were watched from the cliff for several weeks in the spring of 2004."


def line(y: float, *parts: tuple[str, str]) -> Line:
    """A line of parts, each a text with `b` (bold), `i` (italic) or nothing."""
    spans, x = [], 50.0
    for text, kind in parts:
        spans.append(Span(text, x, y, x + 5.0 * len(text), y + 10, 10.0, "Serif", kind == "b", kind == "i", False, 0,
                          y + 8))
        x += 5.0 * len(text)
    bold = all(span.bold for span in spans)
    return Line(1, tuple(spans), 50.0, y, x, y + 10, "".join(text for text, _ in parts), 10.0, bold, 0, 0, FRAME)


def titles(*rows: tuple[tuple[str, str], ...] | str, pitch: float = PITCH) -> list[str]:
    """What is found among rows that are set below each other; a mere text is a line in the type of the text."""
    parts = [((row, ""),) if isinstance(row, str) else row for row in rows]
    lines = [line(50.0 + pitch * at, *row) for at, row in enumerate(parts)]
    return [heading.text for heading in find_headings(lines, BODY, PITCH)]


METHODS = (("2 Methods", "b"),)


def test_a_plain_line_is_a_heading_if_its_number_counts_on() -> None:
    rows = (METHODS, TEXT, "2.1 Sampling", TEXT, "2.1.1 Tags", TEXT, "2.2 Models", TEXT, (("3 Results", "b"),), TEXT)
    assert titles(*rows) == ["2 Methods", "2.1 Sampling", "2.1.1 Tags", "2.2 Models", "3 Results"]


def test_a_number_that_does_not_count_on_is_none_of_a_heading() -> None:
    assert titles(METHODS, TEXT, "4.1 Sampling", TEXT, "1.5 Litres of water", TEXT) == ["2 Methods"]


def test_a_sentence_that_begins_with_the_next_number_is_no_heading() -> None:
    assert titles(METHODS, TEXT, "2.1 Grams were taken of every seal that was seen near the cliff by day, and",
                  "more of them at night.", TEXT) == ["2 Methods"]


def test_items_of_a_list_in_plain_type_are_no_main_sections() -> None:
    assert titles((("1 Introduction", "b"),), TEXT, "2. Seals of the north", TEXT) == ["1 Introduction"]


def test_a_paragraph_right_below_a_heading_may_begin_with_another() -> None:
    rows = (TEXT, (("Methods", "b"),), (("Study sites. ", "b"), (TEXT, "")), TEXT, TEXT)
    assert titles(*rows) == ["Methods", "Study sites"]


def test_an_italic_beginning_may_close_with_a_colon() -> None:
    rows = ((("Methods", "b"),), TEXT, (("Cell culture: ", "i"), (TEXT, "")), TEXT, TEXT)
    assert titles(*rows) == ["Methods", "Cell culture"]


def test_a_short_statement_at_the_end_has_its_heading() -> None:
    rows = METHODS, TEXT, TEXT, TEXT, TEXT, (("Supplementary Information ", "b"), ("Two tables are online.", ""))
    assert titles(*rows) == ["2 Methods", "Supplementary Information"]


def test_a_role_in_a_list_of_contributions_is_no_heading() -> None:
    rows = METHODS, TEXT, TEXT, TEXT, TEXT, (("Funding acquisition: ", "b"), ("Ada Smith.", ""))
    assert titles(*rows) == ["2 Methods"]
