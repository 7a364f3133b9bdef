"""Reference lists set in one paragraph: the numbers that count up inside the lines part the entries."""

from __future__ import annotations

import textwrap

import pytest
from claimledger.ingest.citations.reference_list import split_references
from claimledger.ingest.parser.lines import Frame, Line, Span

FRAME = Frame(1, 600.0, 800.0)
TEXTS = (
    "Lind C, Okoro A. On bays and their tides. Polar Journal 2001;3:1–9.",
    "de Vries P, van den Berg K. Harbours of the north. Tides 1992;12(2):5–14. doi: 10.1000/tides.36",
    "Ng Q. Straits, vol. 4. Polar Journal 2003;5:21–38.",
    "Ó Briain D. Does a fjord freeze? Sea Letters 1998;7:101–3.",
    "Pell R, Quist S. Sounds (part 6. Gulfs) of the south. Tides 2010;9:66–67.",
    "Wang X, Li Y. Estuaries. J Mar Sci 2014;1:7–8.",
)
TITLES = [
    "On bays and their tides",
    "Harbours of the north",
    "Straits, vol. 4",
    "Does a fjord freeze?",
    "Sounds (part 6. Gulfs) of the south",
    "Estuaries",
]


def _span(text: str, y0: float, *, raised: bool = False, bold: bool = False) -> Span:
    x1 = 50.0 + 4.0 * len(text)
    return Span(text, 50.0, y0, x1, y0 + 8, 8.0, "Serif", bold, False, raised, 0, y0 + 6)


def _lines(texts: list[str]) -> list[Line]:
    out = []
    for n, text in enumerate(texts):
        y0 = 100.0 + 10.0 * n
        span = _span(text, y0)
        out.append(Line(1, (span,), 50.0, y0, span.x1, y0 + 8, text, 8.0, False, 0, 0, FRAME))
    return out


@pytest.mark.parametrize("width", [41, 60, 88])
@pytest.mark.parametrize("label", ["{}. ", "[{}] ", "({}) ", "{}) "])
def test_numbers_that_count_up_part_entries_that_run_on(label: str, width: int) -> None:
    paragraph = " ".join(label.format(n) + text for n, text in enumerate(TEXTS, 1))

    entries = split_references(_lines(textwrap.wrap(paragraph, width, break_on_hyphens=False)))

    assert [entry.title for entry in entries] == TITLES
    assert entries[1].doi == "10.1000/tides.36"
    assert [entry.year for entry in entries] == [2001, 1992, 2003, 1998, 2010, 2014]


def test_a_number_that_touches_the_entry_before_is_no_part_of_its_identifier() -> None:
    paragraph = "".join(f"{n}. {text}" for n, text in enumerate(TEXTS, 1))

    entries = split_references(_lines(textwrap.wrap(paragraph, 70, break_on_hyphens=False)))

    assert [entry.title for entry in entries] == TITLES
    assert entries[1].doi == "10.1000/tides.36"


@pytest.mark.parametrize("kind", ["raised", "bold"])
def test_raised_or_bold_numbers_part_entries_that_run_on(kind: str) -> None:
    rows = (
        ("1", "Lind C. On bays. Tides 2001;3:1–9. ", "2", "Okoro A. On harbours. Tides"),
        ("", "2002;4:2. ", "3", "Ng Q. On straits of 10"),
        ("", "km. Tides 2003;5:3.", "", ""),
    )
    lines = []
    for n, row in enumerate(rows):
        y0 = 100.0 + 10.0 * n
        spans = tuple(_span(text, y0, **{kind: text.isdecimal()}) for text in row if text)
        lines.append(Line(1, spans, 50.0, y0, 300.0, y0 + 8, "".join(row), 8.0, False, 0, 0, FRAME))

    entries = split_references(lines)

    assert [entry.title for entry in entries] == ["On bays", "On harbours", "On straits of 10 km"]
    assert [entry.label for entry in entries] == ["1", "2", "3"]


def test_only_the_entries_that_share_a_line_are_cut() -> None:
    lines = _lines(
        [
            "1. Lind C. On bays. Tides 2001;3:1–9. 2. Okoro",
            "A. On harbours. Tides 2002;4:2.",
            "3. Ng Q. On straits. Tides 2003;5:3–4. Pell R,",
            "editor. 4. Gulfs. Tides 2004;5:3.",
        ]
    )

    entries = split_references(lines)

    assert [entry.label for entry in entries] == ["1.", "2.", "3."]


def test_numbers_inside_the_last_entry_of_a_list_do_not_part_it() -> None:
    lines = _lines(
        [
            "1. Lind C. On bays. Tides 2001;3:1–9.",
            "2. Okoro A. On harbours. Tides 2002;4:2–3. In Ng Q,",
            "editor. Gulfs, part 3. Sea Press; 2003.",
        ]
    )

    entries = split_references(lines)

    assert [entry.label for entry in entries] == ["1.", "2."]
    assert entries[1].raw.endswith("part 3. Sea Press; 2003.")
