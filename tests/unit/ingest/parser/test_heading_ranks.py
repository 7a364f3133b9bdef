"""Headings whose sizes mislead: numbered ones in the size of the text, and "References" in a size of its own."""

from __future__ import annotations

from claimledger.ingest.parser.headings import find_headings, levels
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.style import Style

FRAME = Frame(page=1, width=600, height=800)
BODY = Style("Serif", 10.0, False, False, False)
TEXT = "Seals were watched from the cliff for several weeks in the spring of 2004."


def line(text: str, y: float, size: float = 10.0, font: str = "Serif") -> Line:
    x1 = 50.0 + 5.0 * len(text)
    bold, italic = font.endswith("-Bold"), font.endswith("-Italic")
    span = Span(text, 50.0, y, x1, y + size, size, font, bold, italic, False, 0, y + 8)
    return Line(1, (span,), 50.0, y, x1, y + size, text, size, False, 0, 0, FRAME)


def page(*titles: tuple[str, float, str]) -> list[Line]:
    lines, y = [line(TEXT, 50.0)], 62.0
    for text, size, font in titles:
        lines += [line(text, y + 8, size, font), line(TEXT, y + 30), line(TEXT, y + 42)]
        y += 54
    return lines


ENDS = [(title, 12.0, "Serif-Bold") for title in ("Acknowledgements", "Funding", "Conflict of interest")]


def test_numbered_main_sections_stay_beside_larger_statements() -> None:
    main = [("1. Introduction", 10.0, "Serif-Bold"), ("2. Methods", 10.0, "Serif-Bold")]

    found = find_headings(page(*main, ("2.1. Tags", 10.0, "Serif-Italic"), *ENDS), BODY, 12.0)

    assert [heading.text for heading in found][:3] == ["1. Introduction", "2. Methods", "2.1. Tags"]


def test_references_in_a_size_of_their_own_are_a_main_section() -> None:
    main = [("Introduction", 12.0, "Serif-Bold"), ("Methods", 12.0, "Serif-Bold")]
    below = [("Tags", 10.0, "Serif-Bold"), ("Boats", 10.0, "Serif-Bold")]

    found = find_headings(page(*main, *below, ("References", 14.0, "Serif-Bold")), BODY, 12.0)

    assert levels(found) == [1, 1, 2, 2, 1]
