"""Reference sections as lines on a page, split into entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimledger.ingest.citations.reference_list import split_references
from claimledger.ingest.parser.lines import Frame, Line, Span

FRAME = Frame(1, 600.0, 800.0)


def line(text: str, x0: float = 50.0, y0: float = 100.0, size: float = 8.0, column: int = 0, page: int = 1) -> Line:
    x1, y1 = x0 + 4.0 * len(text), y0 + size
    span = Span(text, x0, y0, x1, y1, size, "Serif", False, False, False, 0, y1 - 2)
    frame = Frame(page, FRAME.width, FRAME.height)
    return Line(page, (span,), x0, y0, x1, y1, text, size, False, column, 0, frame)


def column(rows: Sequence[tuple[float, str]], column: int = 0, page: int = 1) -> list[Line]:
    """Rows of (indent, text) set solid from the top of a column."""
    left = 50.0 + 260.0 * column
    return [
        line(text, left + indent, 100.0 + 10.0 * n, column=column, page=page) for n, (indent, text) in enumerate(rows)
    ]


def test_labels_that_count_up_part_the_entries() -> None:
    lines = column([
        (0, "[1] Lind C. On bays. Tides 2001;3:1. doi:10.1000/"),
        (15, "first"),
        (0, "[2] Okoro A. On harbours. Tides 2002;"),
        (15, "12. 5–9."),
        (0, "[3] Ng Q. On straits. Tides 2003;5:1."),
    ])  # fmt: skip

    entries = split_references(lines)

    assert [entry.label for entry in entries] == ["[1]", "[2]", "[3]"]
    assert [entry.doi for entry in entries] == ["10.1000/first", None, None]
    assert entries[1].raw == "[2] Okoro A. On harbours. Tides 2002; 12. 5–9."


def test_a_hanging_indent_parts_the_entries_over_two_columns() -> None:
    lines = column([
        (0, "Lind C, Ng Q (2001) On bays and other places where"),
        (12, "water is still. Tides 3:1–9"),
        (0, "Okoro A (2002) On harbours. Tides 4:"),
    ]) + column([
        (12, "10–19"),
        (0, "Pell R (2003) On straits. Tides 5:1–9"),
        (0, "Quist S (2004) On sounds and"),
        (12, "fjords. Tides 6:1–9"),
    ], column=1)  # fmt: skip

    entries = split_references(lines)

    assert [entry.authors[0] for entry in entries] == ["Lind", "Okoro", "Pell", "Quist"]
    assert [entry.pages for entry in entries] == ["1–9", "10–19", "1–9", "1–9"]


def test_an_entry_over_two_columns_has_a_box_in_each() -> None:
    lines = column([(0, "1. Lind C. On bays and"), (12, "quiet places.")]) + column(
        [(12, "Tides 2001;3:1."), (0, "2. Ng Q. On straits. Tides 2003;5:1.")], column=1
    )

    boxes = split_references(lines)[0].boxes

    assert [(box.x0, box.y0) for box in boxes] == [(5000, 10000), (32200, 10000)]


def test_flush_entries_begin_with_names_after_an_ended_line() -> None:
    lines = column([
        (0, "Lind C, Ng Q (2001) On bays and other places where"),
        (0, "water is still. Tides 3:1–9."),
        (0, "Okoro A, Pell R (2002) On harbours. Tides 4:1–9."),
        (0, "Quist S, Ng Q (2004) On sounds and"),
        (0, "fjords. Tides 6:1–9."),
    ])  # fmt: skip

    assert [entry.year for entry in split_references(lines)] == [2001, 2002, 2004]


def test_a_line_in_smaller_type_is_no_part_of_an_entry() -> None:
    lines = column([(0, "1. Lind C. On bays."), (12, "Tides 2001;3:1."), (0, "2. Ng Q. On straits. Tides 2003;5:1.")])
    lines.insert(1, line("Received in May by the editors", y0=700.0, size=6.0))

    assert split_references(lines)[0].raw == "1. Lind C. On bays. Tides 2001;3:1."


def test_what_stands_far_below_the_last_entry_is_left_out() -> None:
    lines = column([(0, "1. Lind C. On bays."), (12, "Tides 2001;3:1."), (0, "2. Ng Q. On straits. Tides 2003;5:1.")])
    lines += column([(0, "")] * 12)[11:]
    lines[-1] = line("Notes on the text of this paper", y0=260.0)

    assert split_references(lines)[-1].raw == "2. Ng Q. On straits. Tides 2003;5:1."


def test_no_lines_give_no_entries() -> None:
    assert split_references([]) == []


def test_labels_in_a_column_of_their_own_belong_to_the_entries_beside_them() -> None:
    names = ("[AB01]", "[vdBM08]", "[NKØ+19]", "[R C23]")
    labels = [line(name, 50, 100 + 30 * n) for n, name in enumerate(names)]
    entries = [
        line(text, 110, 100 + 10 * n, column=1)
        for n, text in enumerate([
            "Abel and Brook. On bays.", "Tides, 2001, and so on,", "doi:10.1000/first",
            "van den Berg and Moss. On", "harbours and on the sea.", "Tides, 2008.",
            "Ng, Kim, Øst and others.", "On straits and sounds.", "Tides, 2019.",
            "R Core Team. R: a language", "for many things.", "2023.",
        ])
    ]  # fmt: skip

    found = split_references([*labels, *entries])

    assert [entry.label for entry in found] == list(names)
    assert [entry.doi for entry in found] == ["10.1000/first", None, None, None]
    assert found[1].raw == "[vdBM08] van den Berg and Moss. On harbours and on the sea. Tides, 2008."


def test_raised_numbers_label_the_entries() -> None:
    rows = ["Lind C, Tides 3, 1 (2001).", "Okoro A, Tides 2, 5 (2002).", "Ng Q, Tides 5, 1 (2003)."]
    lines = []
    for n, text in enumerate(rows, 1):
        whole = line(f"{n}{text}", y0=100 + 10 * n)
        raised = Span(str(n), 50, 100, 53, 105, 5, "Serif", False, False, True, 0, 103)
        lines.append(replace(whole, spans=(raised, *whole.spans)))

    assert [(entry.label, entry.authors) for entry in split_references(lines)] == [
        ("1", ("Lind",)), ("2", ("Okoro",)), ("3", ("Ng",)),
    ]  # fmt: skip


def test_numbers_of_the_lines_are_no_labels() -> None:
    lines = column([
        (0, "25 [1] Lind C. On bays and what the"),
        (0, "26 boats do there. Tides 2001;3:1."),
        (0, "27 [2] Okoro A. On harbours. Tides"),
        (0, "28 2002;12:5."),
        (0, "29 [3] Ng Q. On straits. Tides 2003;5:1."),
    ])  # fmt: skip

    assert [(entry.label, entry.title) for entry in split_references(lines)] == [
        ("[1]", "On bays and what the boats do there"), ("[2]", "On harbours"), ("[3]", "On straits"),
    ]  # fmt: skip


def test_numbers_that_count_entries_of_one_line_are_labels() -> None:
    lines = column([(0, f"{n} Lind C. On bay {n}. Tides 200{n};3:1.") for n in range(1, 6)])

    assert [entry.label for entry in split_references(lines)] == ["1", "2", "3", "4", "5"]


def test_page_numbers_and_running_heads_in_a_list_are_no_part_of_it() -> None:
    first = column([(0, "[1] Lind C. On bays. Tides 2001;3:1."), (0, "[2] Okoro A. On harbours. Tides 2002;4:2. doi:"),
                    (12, "10.1000/tides.36")])  # fmt: skip
    second = column([(12, "Buoys that sing"), *[(0, "")] * 3, (0, "[3] Ng Q. On straits. Tides 2003;5:1."),
                     (0, "[4] Pell R. On sounds. Tides 2004;"), (12, "6:5."), *[(0, "")] * 3, (200, "7")],
                    page=2)  # fmt: skip
    lines = [line for line in (*first, *second) if line.text]

    entries = split_references(lines)

    assert [entry.raw for entry in entries] == [
        "[1] Lind C. On bays. Tides 2001;3:1.",
        "[2] Okoro A. On harbours. Tides 2002;4:2. doi:10.1000/tides.36",
        "[3] Ng Q. On straits. Tides 2003;5:1.",
        "[4] Pell R. On sounds. Tides 2004; 6:5.",
    ]


def test_the_rest_of_an_entry_above_a_figure_stays() -> None:
    first = column([(0, "Lind C (2001) On bays and their"), (12, "tides. Tides 3:1–9"),
                    (0, "Okoro A (2002) On harbours in the north")])  # fmt: skip
    second = column([(12, "and south. Tides 4:2–5"), *[(0, "")] * 4, (0, "Ng Q (2003) On straits and"),
                     (12, "sounds. Tides 5:1–3"), (0, "Pell R (2004) On sounds. Tides 6:4–5")], page=2)  # fmt: skip

    entries = split_references([line for line in (*first, *second) if line.text])

    assert [entry.title for entry in entries][1] == "On harbours in the north and south"
