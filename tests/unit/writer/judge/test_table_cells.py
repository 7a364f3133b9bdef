from decimal import Decimal

import pytest
from claimledger.writer.judge.table_cells import clean_cell, parse_cell


@pytest.mark.parametrize(
    ("text", "value", "ulp"),
    [
        ("79.5", "79.5", "0.1"),
        (".154", "0.154", "0.001"),
        ("1,232", "1232", "1"),
        ("2,103.49", "2103.49", "0.01"),
        ("- 12.27", "-12.27", "0.01"),
        ("\u22120.87", "-0.87", "0.01"),
        ("+ 0.10", "0.10", "0.01"),
        ("4.1e-5", "0.000041", "0.000001"),
        ("3.2 \u00d7 10-4", "0.00032", "0.00001"),
        ("0.107M", "107000", "1000"),
        ("95.8 \u2020", "95.8", "0.1"),
        ("12\u00b75", "12.5", "0.1"),
    ],
)
def test_a_printed_number_keeps_its_value_and_precision(text: str, value: str, ulp: str) -> None:
    assert parse_cell(text).number == (Decimal(value), Decimal(ulp))


@pytest.mark.parametrize("text", ["Ted Talks", "C9", "44,972/5,622/5,622", "2.10-5", "S. typhimurium", "3-step"])
def test_text_and_lists_of_numbers_are_no_number(text: str) -> None:
    cell = parse_cell(text)
    assert cell.number is None
    assert not cell.empty


@pytest.mark.parametrize("text", ["-", "\u2013", "", "[EMPTY]", "n/a", "NA", "N.D."])
def test_a_dash_and_its_like_are_empty(text: str) -> None:
    assert parse_cell(text).empty


def test_significance_letters_and_spread_stand_beside_the_mean() -> None:
    cell = parse_cell("2129.25c\u00b122.83")
    assert cell.number == (Decimal("2129.25"), Decimal("0.01"))
    assert cell.spread == (Decimal("22.83"), Decimal("0.01"))
    assert cell.letters == "c"


def test_letters_may_come_after_the_spread() -> None:
    cell = parse_cell("16.48 \u00b1 0.11 bc")
    assert cell.letters == "bc"
    assert cell.spread == (Decimal("0.11"), Decimal("0.01"))


def test_a_share_in_brackets_is_kept_apart() -> None:
    cell = parse_cell("0.61 (30%)")
    assert cell.number == (Decimal("0.61"), Decimal("0.01"))
    assert cell.second == (Decimal("30"), Decimal("1"))
    assert cell.second_percent


def test_a_deviation_in_brackets_is_the_second_number() -> None:
    assert parse_cell("3.2 (SD 0.4)").second == (Decimal("0.4"), Decimal("0.1"))


def test_a_range_is_no_single_number() -> None:
    cell = parse_cell("266.89\u2013379.10")
    assert cell.number is None
    assert cell.range == ((Decimal("266.89"), Decimal("0.01")), (Decimal("379.10"), Decimal("0.01")))


def test_stars_and_bold_are_noted() -> None:
    assert parse_cell("12.3**").stars == 2
    assert parse_cell("<bold>79.5</bold>").bold
    assert parse_cell("[BOLD] 79.5").number == (Decimal("79.5"), Decimal("0.1"))


def test_inline_markup_does_not_split_a_word() -> None:
    assert clean_cell("<italic>F</italic>1") == "F1"
    assert clean_cell("CEAF-\\textit{e} [ITALIC] P") == "CEAF-e P"


def test_a_range_in_words_may_change_its_precision() -> None:
    assert parse_cell("39.0 to 625").range == ((Decimal("39.0"), Decimal("0.1")), (Decimal("625"), Decimal("1")))


def test_mathematical_letters_are_read_as_letters() -> None:
    assert clean_cell("Dose (\U0001d707g/ml)") == "Dose (\u03bcg/ml)"
