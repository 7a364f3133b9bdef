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
