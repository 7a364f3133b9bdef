"""Cells of tables that are typeset here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pymupdf
import pytest
from claimledger.ingest.parser.captions import find_assets
from claimledger.ingest.parser.pages import read_pages
from claimledger.ingest.parser.table_ranges import with_whole_ranges
from claimledger.kb.events.document import Asset

PROSE = (
    "The bays were visited in spring and in autumn and the water was taken near the bottom",
    "at low tide by the same two people who had taken it in the years before this study.",
    "All bottles were kept cold until they came to the laboratory in the evening of that day.",
    "None of the bays had been dredged since the harbour was closed to larger ships there.",
)
HEAD = ("Bay", "Depth", "Salt")
ROWS = (
    ("North", "4.1", "31.2 ± 0.4"),
    ("South", "12.0", "33.0 ± 0.1"),
    ("West", "7.5", "-"),
    ("East", "8.8", "30.9 ± 1.2"),
)
XS = (60.0, 160.0, 260.0)


def put(page: Any, x: float, y: float, text: str, size: float = 8.0, font: str = "tiro", **rest: Any) -> None:
    page.insert_text((x, y), text, fontsize=size, fontname=font, **rest)


def rule(page: Any, y: float, x0: float = 60, x1: float = 360) -> None:
    page.draw_line((x0, y), (x1, y), width=0.5)


def rows(page: Any, y: float, table: Sequence[Sequence[str]], xs: Sequence[float] = XS, pitch: float = 12) -> float:
    for row in table:
        for x, text in zip(xs, row, strict=True):
            if text:
                put(page, x, y, text)
        y += pitch
    return y


@pytest.fixture
def page() -> Any:
    made = pymupdf.open().new_page(width=600, height=800)
    for n, text in enumerate(PROSE):
        put(made, 60, 60 + 12 * n, text, 10)
    for n, text in enumerate(PROSE):
        put(made, 60, 600 + 12 * n, text, 10)
    put(made, 60, 150, "Table 1.", 8, "tibo")
    put(made, 94, 150, "Salt of four bays.")
    return made


def table_on(page: Any) -> Asset:
    pdf = pymupdf.open("pdf", page.parent.tobytes())
    (asset,) = find_assets(read_pages(pdf), pdf).assets
    return asset


def test_a_table_with_three_rules_gives_its_cells(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [HEAD])
    rule(page, 170)
    rows(page, 180, ROWS)
    rule(page, 222)

    table = table_on(page)

    assert (table.kind, table.caption) == ("table", "Salt of four bays.")
    assert table.cells == (HEAD, *ROWS)
    assert table.header_rows == 1


def test_a_table_without_rules_gives_its_cells(page: Any) -> None:
    rows(page, 166, [HEAD, *ROWS])

    assert table_on(page).cells == (HEAD, *ROWS)


def test_an_empty_cell_stays_in_its_column(page: Any) -> None:
    table = (("North", "", "31.2"), ("South", "12.0", ""), ("West", "7.5", "30.1"), ("East", "8.8", "30.9"))
    rule(page, 156)
    rows(page, 166, [HEAD])
    rule(page, 170)
    rows(page, 180, table)
    rule(page, 222)

    assert table_on(page).cells == (HEAD, *table)


def test_the_lines_of_a_cell_are_joined(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [("Bay", "Remark")], (60, 160))
    rule(page, 170)
    y = rows(
        page,
        180,
        [("North", "dredged in spring by two ships that came"), ("", "from the harbour and left")],
        (60, 160),
        9,
    )
    rows(
        page,
        y + 5,
        [("South", "never dredged since the ships had gone away"), ("", "in the year of the flood")],
        (60, 160),
        9,
    )
    rule(page, 225)

    assert table_on(page).cells == (
        ("Bay", "Remark"),
        ("North", "dredged in spring by two ships that came from the harbour and left"),
        ("South", "never dredged since the ships had gone away in the year of the flood"),
    )


def test_a_label_between_two_rows_of_values_belongs_to_the_first(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [HEAD])
    rule(page, 170)
    for n, name in enumerate(("North", "South", "West")):
        y = 182 + 24 * n
        put(page, 60, y + 4.5, name)
        rows(page, y, [("", f"{n + 1}.1", "31.2"), ("", f"{n + 1}.2", "30.4")], pitch=9)
    rule(page, 250)

    assert table_on(page).cells == (
        HEAD,
        ("North", "1.1", "31.2"), ("", "1.2", "30.4"),
        ("South", "2.1", "31.2"), ("", "2.2", "30.4"),
        ("West", "3.1", "31.2"), ("", "3.2", "30.4"),
    )  # fmt: skip


def test_a_heading_over_two_columns_is_a_row_of_its_own(page: Any) -> None:
    rule(page, 156)
    put(page, 170, 166, "Measured near the bottom of it")
    rule(page, 170, 150, 360)
    rows(page, 180, [HEAD])
    rule(page, 184)
    rows(page, 194, ROWS)
    rule(page, 236)

    table = table_on(page)

    assert table.cells is not None
    assert table.cells[-5:] == (HEAD, *ROWS)
    assert table.header_rows == 2
    assert "".join(table.cells[0]) == "Measured near the bottom of it"


def test_shaded_rows_part_the_rows(page: Any) -> None:
    for n in (0, 2, 4):
        page.draw_rect((60, 157 + 12 * n, 360, 169 + 12 * n), color=None, fill=(0.9, 0.9, 0.9))
    rows(page, 166, [HEAD, *ROWS])

    assert table_on(page).cells == (HEAD, *ROWS)


def test_notes_below_the_table_are_no_cells(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [HEAD])
    rule(page, 170)
    rows(page, 180, ROWS)
    rule(page, 222)
    put(page, 60, 232, "* Salt in grams per kilogram, mean of two seasons.", 7)

    table = table_on(page)

    assert table.cells == (HEAD, *ROWS)
    assert table.notes == "* Salt in grams per kilogram, mean of two seasons."


def test_a_power_of_ten_stays_a_power(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [("Bay", "Count")], (60, 160))
    rule(page, 170)
    for n, name in enumerate(("North", "South", "West")):
        y = 180 + 12 * n
        put(page, 60, y, name)
        put(page, 160, y, f"{n + 2}.4×10")
        put(page, 160 + pymupdf.get_text_length(f"{n + 2}.4×10", "tiro", 8), y - 3, "5", 5)
    rule(page, 212)

    assert table_on(page).cells == (("Bay", "Count"), ("North", "2.4×10⁵"), ("South", "3.4×10⁵"), ("West", "4.4×10⁵"))


def test_prose_in_place_of_rows_gives_no_cells(page: Any) -> None:
    for n, text in enumerate(PROSE):
        put(page, 60, 180 + 12 * n, text, 10)

    assert table_on(page).cells is None


def test_a_table_above_its_caption_is_its_own_and_not_the_next(page: Any) -> None:
    put(page, 60, 560, "Table 9.", 8, "tibo")
    put(page, 94, 560, "Salt of four bays in winter.")
    for top, table in ((300, ROWS), (480, tuple(reversed(ROWS)))):
        rule(page, top)
        rows(page, top + 10, [HEAD])
        rule(page, top + 14)
        rows(page, top + 24, table)
        rule(page, top + 66)
    put(page, 60, 380, "Table 8.", 8, "tibo")
    put(page, 94, 380, "Salt of four bays in summer.")
    pdf = pymupdf.open("pdf", page.parent.tobytes())

    cells = {asset.label: asset.cells for asset in find_assets(read_pages(pdf), pdf).assets}

    assert cells["Table 8"] == (HEAD, *ROWS)
    assert cells["Table 9"] == (HEAD, *reversed(ROWS))


def test_numbers_close_to_each_other_stand_in_columns_of_their_own(page: Any) -> None:
    table = (("North", "36.9", "80.0"), ("South", "36.4", "76.0"), ("West", "36.3", "77.1"), ("East", "36.0", "78.0"))
    xs = (60, 160, 160 + pymupdf.get_text_length("36.9", "tiro", 8) + 2.6)
    rule(page, 156)
    rows(page, 166, [("Bay", "Salt", "Mud")], xs)
    rule(page, 170)
    rows(page, 180, table, xs)
    rule(page, 222)

    assert table_on(page).cells == (("Bay", "Salt", "Mud"), *table)


def test_columns_that_cannot_be_told_apart_give_no_cells(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [("Bay", "Salt and mud")], (60, 160))
    rule(page, 170)
    crooked = [("North", "36.9 80.0"), ("South", "36.4321 76.0"), ("West", "3.3 77.1"), ("East", "136.25 78.0")]
    rows(page, 180, crooked, (60, 160))
    rule(page, 222)

    assert table_on(page).cells is None


def test_short_labels_part_rows_of_running_text(page: Any) -> None:
    rule(page, 156)
    rows(page, 166, [("Bay", "Remark", "Ship")], (60, 120, 330))
    rule(page, 170)
    cells = [
        ("North", "Dredged in spring by two ships that came from", "Vega"),
        ("", "the harbour and left after a week", ""),
        ("South", "Never dredged since the ships had gone away", "Lyra"), ("", "in the year of the flood", ""),
        ("West", "Closed", "Mira"),
    ]
    rows(page, 180, cells, (60, 120, 330), 9)
    rule(page, 230)

    assert table_on(page).cells == (
        ("Bay", "Remark", "Ship"),
        ("North", "Dredged in spring by two ships that came from the harbour and left after a week", "Vega"),
        ("South", "Never dredged since the ships had gone away in the year of the flood", "Lyra"),
        ("West", "Closed", "Mira"),
    )


def test_cells_in_small_letters_are_rows_of_their_own(page: Any) -> None:
    rule(page, 156)
    cells = [("Code", "Meaning", "Example"), ("A", "agreement", "yes, of course"), ("D", "disagreement", "not at all"),
             ("Q", "question", "why is that")]
    rows(page, 166, cells, (60, 120, 230))
    rule(page, 210)

    assert table_on(page).cells == tuple(cells)


def test_ranges_that_a_wide_space_parted_are_whole_again_and_other_columns_stay() -> None:
    head = ("Model", "95% CI", "", "n")
    rows = (head, ("Linear", "0.47 to", "3.65", "9"), ("Tree", "none", "", "8"), ("Forest", "1.1 –", "2.5", "7"))
    assert with_whole_ranges(rows, 1) == (
        ("Model", "95% CI", "n"), ("Linear", "0.47 to 3.65", "9"), ("Tree", "none", "8"), ("Forest", "1.1 – 2.5", "7"),
    )
    apart = (head, ("Linear", "0.47", "3.65", "9"), ("Tree", "1.1 to", "2.5", "8"))
    assert with_whole_ranges(apart, 1) == apart
    named = (("Model", "from", "to", "n"), ("Linear", "0.47 to", "3.65", "9"))
    assert with_whole_ranges(named, 1) == named
