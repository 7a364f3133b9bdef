"""Heads of tables in which a heading stands over several columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from claimledger.kb.events.document import Asset

XS = (60.0, 160.0, 220.0, 280.0, 340.0, 400.0)
BODY = (
    ("North", "12", "40.1", "17", "38.2", "0.41"),
    ("South", "31", "22.9", "25", "19.4", "0.08"),
    ("West", "9", "61.0", "11", "55.7", "0.77"),
)
LOWER = ("", "n", "%", "n", "%", "")
RULES = ((60, 440, 156), (60, 440, 184), (60, 440, 228))


def body() -> list[tuple[float, float, str]]:
    return [(x, 196 + 12 * n, text) for n, row in enumerate(BODY) for x, text in zip(XS, row, strict=True)]


def row(y: float, texts: Sequence[str]) -> list[tuple[float, float, str]]:
    return [(x, y, text) for x, text in zip(XS, texts, strict=True) if text]


def test_a_heading_over_two_columns_is_a_row_above_their_own(typeset_table: Callable[..., Asset]) -> None:
    head = [*row(166, ("", "Males", "", "Females", "", "")), *row(178, LOWER), *row(172, ("Bay", "", "", "", "", "p"))]

    table = typeset_table([*head, *body()], RULES)

    assert table.cells == (("Bay", "Males", "", "Females", "", "p"), LOWER, *BODY)
    assert table.header_rows == 2


def test_sub_heads_that_repeat_tell_two_rows_where_no_heading_is_centred(typeset_table: Callable[..., Asset]) -> None:
    head = [*row(166, ("", "Males", "", "Females", "", "")), *row(178, ("Bay", "n", "%", "n", "%", "p"))]

    table = typeset_table([*head, *body()], RULES)

    assert table.cells == (("", "Males", "", "Females", "", ""), ("Bay", "n", "%", "n", "%", "p"), *BODY)


def test_a_rule_under_a_heading_tells_its_columns(typeset_table: Callable[..., Asset]) -> None:
    head = [*row(166, ("Bay", "Seals of both", "", "", "", "p")), *row(178, ("", "pups", "bulls", "cows", "all", ""))]

    table = typeset_table([*head, *body()], [*RULES, (160, 375, 170)])

    assert table.cells is not None
    assert table.cells[:2] == (("Bay", "Seals of both", "", "", "", "p"), ("", "pups", "bulls", "cows", "all", ""))


def test_a_heading_whose_words_stand_over_two_columns_is_one(typeset_table: Callable[..., Asset]) -> None:
    xs = (60.0, 160.0, 183.0)
    texts = (("Bay", "", ""), ("", "Mean", "SD"), ("North", "4.1", "0.3"), ("South", "7.5", "1.2"))
    cells = [(x, 166.0 + 12 * n, text) for n, row in enumerate(texts) for x, text in zip(xs, row, strict=True) if text]

    table = typeset_table([*cells, (163.0, 166.0, "Group A")], [(60, 200, 156), (160, 200, 170), (60, 200, 182),
                                                                (60, 200, 208)])

    assert table.cells == (("Bay", "Group A", ""), *texts[1:])


def test_a_heading_of_two_lines_stays_one(typeset_table: Callable[..., Asset]) -> None:
    head = [*row(166, ("", "Seals", "", "Tagged", "", "")), *row(178, ("Bay", "seen", "Share", "seals", "Rate", "p"))]

    table = typeset_table([*head, *body()], RULES)

    assert table.cells == (("Bay", "Seals seen", "Share", "Tagged seals", "Rate", "p"), *BODY)
    assert table.header_rows == 1


def test_a_range_over_two_lines_is_one_cell(typeset_table: Callable[..., Asset]) -> None:
    lines = [(60.0, 196.0, "North"), (160.0, 196.0, "4.1"), (220.0, 196.0, "0.4 to"), (220.0, 205.0, "2.5"),
             (60.0, 214.0, "South"), (160.0, 214.0, "7.3"), (220.0, 214.0, "0.9 to"), (220.0, 223.0, "3.1"),
             (60.0, 232.0, "West"), (160.0, 232.0, "5.5"), (220.0, 232.0, "1.1 to"), (220.0, 241.0, "6.0")]
    head = [(60.0, 178.0, "Bay"), (160.0, 178.0, "Mean"), (220.0, 178.0, "95% CI")]

    table = typeset_table([*head, *lines], [(60, 260, 168), (60, 260, 184), (60, 260, 246)])

    assert table.cells == (
        ("Bay", "Mean", "95% CI"),
        ("North", "4.1", "0.4 to 2.5"), ("South", "7.3", "0.9 to 3.1"), ("West", "5.5", "1.1 to 6.0"),
    )


def test_rules_that_enclose_the_head_alone_do_not_end_the_table(typeset_table: Callable[..., Asset]) -> None:
    head = [*row(166, ("", "Males", "", "Females", "", "")), *row(178, LOWER), *row(172, ("Bay", "", "", "", "", "p"))]

    table = typeset_table([*head, *body()], [(150, 260, 170), (270, 380, 170), (60, 440, 184)])

    assert table.cells is not None
    assert table.cells[2:] == BODY
    assert table.notes == ""


def test_headings_in_the_middle_of_wide_columns_have_the_values_at_their_edge(
    typeset_table: Callable[..., Asset]
) -> None:
    xs, heads = (60.0, 150.0, 270.0, 390.0), ("Bay", "Mean", "SD", "p")
    middles = [(60.0, 166.0, "Bay"), *((x + 50, 166.0, text) for x, text in zip(xs[1:], heads[1:], strict=True))]
    values = (("North", "12.1", "0.4", "0.01"), ("South", "31.8", "0.9", "0.20"), ("West", "9.7", "1.3", "0.77"))
    cells = [(x, 178.0 + 12 * n, text) for n, texts in enumerate(values) for x, text in zip(xs, texts, strict=True)]

    table = typeset_table([*middles, *cells], [(60, 500, 156), (60, 500, 168), (60, 500, 206)])

    assert table.cells == (heads, *values)
