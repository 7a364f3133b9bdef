"""Tables whose every other row is shaded, without rules."""

from __future__ import annotations

from collections.abc import Callable

from claimledger.kb.events.document import Asset

XS = (60.0, 160.0, 220.0)
ROWS = (
    ("Bay", "Depth", "Salt"),
    ("North", "4.1", "31.2"),
    ("South", "12.0", "33.0"),
    ("West", "7.5", "30.9"),
    ("East", "8.8", "30.4"),
)
SHADES = [(60.0, 170.0, 260.0, 182.0), (60.0, 194.0, 260.0, 206.0)]


def test_the_head_above_the_shades_and_the_row_below_them_are_of_the_table(typeset_table: Callable[..., Asset]) -> None:
    cells = [(x, 167 + 12 * n, text) for n, row in enumerate(ROWS) for x, text in zip(XS, row, strict=True)]

    table = typeset_table([*cells, (60.0, 232.0, "Values are means of two visits.")], shades=SHADES)

    assert table.cells == ROWS
    assert table.header_rows == 1
    assert table.notes == "Values are means of two visits."


def test_bars_beside_a_caption_do_not_put_its_table_beside_it(typeset_table: Callable[..., Asset]) -> None:
    cells = [(x, 167 + 12 * n, text) for n, row in enumerate(ROWS) for x, text in zip(XS, row, strict=True)]
    bars = [(400.0, 149.0, 425.0, 220.0), (440.0, 155.0, 465.0, 220.0)]

    assert typeset_table(cells, shades=[*SHADES, *bars]).cells == ROWS
