"""Cells of several lines, in tables that leave no space between their rows."""

from __future__ import annotations

from collections.abc import Callable

from claimledger.kb.events.document import Asset

HEAD = ("Study", "Country", "Main finding")
XS = (60.0, 130.0, 190.0)


def head(y: float = 166) -> list[tuple[float, float, str]]:
    return [(x, y, text) for x, text in zip(XS, HEAD, strict=True)]


def test_lines_between_rows_go_to_the_row_that_begins_above_them(typeset_table: Callable[..., Asset]) -> None:
    lines = [
        ("Adebayo and", "Nigeria", "Workload was seen"), ("others (2011)", "", "in all the wards"),
        ("", "", "of the hospital"), ("Tanaka (2015)", "Japan", "No association"),
        ("", "", "was found"), ("Leclerc and", "France", "Two relapses in"), ("Petit (2018)", "", "the first year"),
    ]  # fmt: skip
    cells = [(x, 180 + 9.5 * n, text) for n, row in enumerate(lines) for x, text in zip(XS, row, strict=True) if text]

    table = typeset_table([*head(), *cells], [(60, 255, 156), (60, 255, 170), (60, 255, 242)])

    assert table.cells == (
        HEAD,
        ("Adebayo and others (2011)", "Nigeria", "Workload was seen in all the wards of the hospital"),
        ("Tanaka (2015)", "Japan", "No association was found"),
        ("Leclerc and Petit (2018)", "France", "Two relapses in the first year"),
    )


def test_the_lines_around_a_row_that_is_centred_by_height_are_its_own(typeset_table: Callable[..., Asset]) -> None:
    cells = [
        (60.0, 180.0, "Brandt, 2013"), (130.0, 180.0, "Germany"), (190.0, 180.0, "Cohort"),
        (60.0, 191.0, "Chou, 2016"), (130.0, 191.0, "Taiwan"), (190.0, 191.0, "Case-control"),
        (60.0, 207.0, "Diallo, 2018"), (130.0, 207.0, "Senegal"),
        (190.0, 202.2, "Randomised"), (190.0, 211.8, "trial"),
    ]  # fmt: skip

    table = typeset_table([*head(), *cells], [(60, 255, 156), (60, 255, 170), (60, 255, 218)])

    assert table.cells is not None
    assert table.cells[-2:] == (
        ("Chou, 2016", "Taiwan", "Case-control"), ("Diallo, 2018", "Senegal", "Randomised trial"),
    )  # fmt: skip


def test_a_line_with_nothing_beside_it_goes_on_where_the_text_above_has_not_ended(
    typeset_table: Callable[..., Asset]
) -> None:
    rows = [
        ("Ueda 1996", "Japan", "Seals were counted between March"), ("", "", "2013 and July 2017."),
        ("Rossi 2010", "Italy", "We recorded no seal in summer."), ("Falk 2012", "Sweden", "Cows were fewer."),
    ]
    cells = [(x, 180 + 9.5 * n, text) for n, row in enumerate(rows) for x, text in zip(XS, row, strict=True) if text]

    table = typeset_table([*head(), *cells], [(60, 330, 156), (60, 330, 170), (60, 330, 216)])

    assert table.cells is not None
    assert table.cells[1] == ("Ueda 1996", "Japan", "Seals were counted between March 2013 and July 2017.")
    assert [row[0] for row in table.cells] == ["Study", "Ueda 1996", "Rossi 2010", "Falk 2012"]
