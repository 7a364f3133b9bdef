from decimal import Decimal

import pytest
from claimledger.kb.text.units import conversion, parse_unit


@pytest.mark.parametrize(
    ("printed", "canonical"),
    [
        ("kcal mol^-1", "kcal/mol"),
        ("kcal/mol", "kcal/mol"),
        ("mm per year", "mm/year"),
        ("cubic metres", "m^3"),
        ("km^3", "km^3"),
        ("μg/mL", "μg/mL"),
        ("mg/ml", "mg/mL"),
        ("hours", "h"),
    ],
)
def test_a_unit_has_one_canonical_name(printed: str, canonical: str) -> None:
    assert parse_unit(printed, 0) == (canonical, len(printed))


@pytest.mark.parametrize("text", ["patients", "more than", "percent", "pHs", "mice"])
def test_what_is_not_in_the_table_is_no_unit(text: str) -> None:
    assert parse_unit(text, 0) is None


def test_the_end_of_a_sentence_is_no_part_of_a_unit() -> None:
    assert parse_unit("kcal mol^-1.", 0) == ("kcal/mol", 11)


@pytest.mark.parametrize(
    ("source", "target", "factor"),
    [("km^3", "m^3", "1e9"), ("kcal/mol", "kJ/mol", "4.184"), ("μg/mL", "mg/L", "1"), ("week", "day", "7"),
     ("mM", "μM", "1000"), ("kb", "bp", "1000")],
)  # fmt: skip
def test_units_of_one_dimension_convert(source: str, target: str, factor: str) -> None:
    assert conversion(source, target) == Decimal(factor)


@pytest.mark.parametrize(("source", "target"), [("mm/year", "mm"), ("IU", "mg"), ("degC", "K"), ("kg", "m")])
def test_units_that_do_not_measure_the_same_do_not_convert(source: str, target: str) -> None:
    assert conversion(source, target) is None
