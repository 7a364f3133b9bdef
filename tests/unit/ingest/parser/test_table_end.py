"""Tables without rules end where their rows end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from claimledger.kb.events.document import Asset

XS = (60.0, 160.0, 220.0)
ROWS = (("Bay", "Depth", "Salt"), ("North", "4.1", "31.2"), ("South", "12.0", "33.0"), ("West", "7.5", "30.9"))


def cells(rows: Sequence[Sequence[str]]) -> list[tuple[float, float, str]]:
    return [(x, 166 + 12 * n, text) for n, row in enumerate(rows) for x, text in zip(XS, row, strict=True) if text]


@pytest.mark.parametrize("below", [
    [(60.0, 216.0, "Bays are ordered by name.")],
    [(60.0, 214.0, "Depth was measured at low"), (60.0, 223.0, "tide.")],
    [(60.0, 232.0, "2.2 Water samples")],
])  # fmt: skip
def test_a_note_or_a_heading_below_is_no_row(
    typeset_table: Callable[..., Asset], below: list[tuple[float, float, str]]
) -> None:
    assert typeset_table([*cells(ROWS), *below]).cells == ROWS


def test_text_in_the_other_column_of_the_page_is_no_cell(typeset_table: Callable[..., Asset]) -> None:
    beside = [(330.0, 150 + 9.5 * n, f"{n}. Smith A, Jones B. On seals. Polar J. 2004;3:1.") for n in range(1, 9)]
    beside.append((330.0, 150.0, "References"))

    assert typeset_table([*cells(ROWS), *beside]).cells == ROWS


def test_rows_above_the_first_values_are_the_head(typeset_table: Callable[..., Asset]) -> None:
    rows = (("", "Depth", "Salt"), ("Bay", "(m)", "(g/l)"), *ROWS[1:])

    table = typeset_table(cells(rows))

    assert table.cells == (("Bay", "Depth (m)", "Salt (g/l)"), *ROWS[1:])
    assert table.header_rows == 1


def test_a_numbered_formula_below_a_table_is_none_of_its_rows(typeset_table: Callable[..., Asset]) -> None:
    rows = (("Bay", "Pups", "Cows"), ("North", "12", "17"), ("South", "31", "25"), ("West", "9", "11"))
    cells = [(x, 166.0 + 12 * n, text) for n, texts in enumerate(rows)
             for x, text in zip((60, 160, 260), texts, strict=True)]

    table = typeset_table([*cells, (110, 222, "N = a + b"), (430, 222, "(1)")])

    assert table.cells == rows
