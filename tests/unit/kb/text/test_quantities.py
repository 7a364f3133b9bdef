from decimal import Decimal

import pytest
from claimledger.kb.text.quantities import Quantity, parse_quantities
from claimledger.kb.text.quantity_match import disagreement, licenses
from hypothesis import given
from hypothesis import strategies as st


def amounts(text: str) -> list[Quantity]:
    return [quantity for quantity in parse_quantities(text) if quantity.kind != "identifier"]


def only(text: str) -> Quantity:
    (quantity,) = amounts(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "value", "kind", "unit"),
    [
        ("a rise of 3.7 mm per year", "3.7", "measure", "mm/year"),
        ("2.4 billion cubic metres of water", "2.4e9", "measure", "m^3"),
        (r"held $1.5\times10^{6}$ cells", "1.5e6", "count", None),
        ("about half of them", "0.5", "share", None),
        ("two thirds of the plots", str(Decimal(2) / Decimal(3)), "share", None),
        ("was more than twice as large", "2", "fold", None),
        ("a 2.5-fold change", "2.5", "fold", None),
        ("1.6 times that of the other", "1.6", "fold", None),
        ("fell by 3 percentage points", "3", "percentage-points", None),
        ("fell by 3 per cent", "3", "percent", None),
        ("in 2010", "2010", "year", None),
        ("five hundred six adult smokers", "506", "count", None),
        ("a 12-week trial", "12", "measure", "week"),
        ("stored at −78 °C", "-78", "measure", "degC"),
        ("1'500 samples", "1500", "count", None),
        ("100 000 persons", "100000", "count", None),
    ],
)
def test_a_number_is_read_with_its_kind_and_unit(text: str, value: str, kind: str, unit: str | None) -> None:
    found = only(text)
    assert (found.value, found.kind, found.unit) == (Decimal(value), kind, unit)


@pytest.mark.parametrize(
    "text",
    ["ResNet-50", "CIFAR-100", "Fig. 3", "Table 2", "COVID-19", "IL-6", "p53", "CYP3A4", "type 2 diabetes", "5-HT",
     "H2O", "53BP1", "day 7"],
)  # fmt: skip
def test_digits_in_names_are_no_amounts(text: str) -> None:
    assert amounts(text) == []
    assert [quantity.kind for quantity in parse_quantities(text)] == ["identifier"]


def test_citation_markers_are_no_amounts() -> None:
    assert amounts("as shown before [14] and later [2, 3]") == []


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("at least 40%", ">="),
        ("40% or more", ">="),
        ("over 40% of them", ">"),
        ("at most 5 mg", "<="),
        ("under 5 mg", "<"),
        ("approximately 5 mg", "about"),
        ("over 16 weeks", "="),
        ("exactly 5 mg", "="),
        ("<5 mg", "<"),
    ],
)
def test_a_bound_is_read_as_a_bound(text: str, comparator: str) -> None:
    assert only(text).comparator == comparator


def test_an_interval_knows_its_level_and_bounds() -> None:
    roles = [quantity.role for quantity in amounts("the odds ratio was 1.85 (95% CI, 1.20–2.86)")]
    assert roles == [None, "ci-level", "ci-low", "ci-high"]


def test_what_follows_plus_minus_is_named_by_the_text() -> None:
    found = amounts("Yield strength was 312 ± 9 MPa (mean ± s.d., n = 6 specimens).")
    assert [(q.unit, q.role) for q in found] == [("MPa", None), ("MPa", "sd"), (None, "n")]


def test_a_unit_holds_for_both_ends_of_a_range_and_through_a_list() -> None:
    assert [q.unit for q in amounts("5, 10 and 20 mM")] == ["mM"] * 3
    assert [q.kind for q in amounts("80 to 85%")] == ["percent"] * 2


def test_part_of_a_whole_is_a_share_beside_its_counts() -> None:
    (share,) = [q for q in amounts("Seven of the nine participants") if q.kind == "share"]
    assert round(share.value, 3) == Decimal("0.778")


def test_mean_and_best_are_told_apart() -> None:
    found = amounts("The best of ten seeds reached 91.0% accuracy; the mean over the ten seeds was 86.4%.")
    assert [q.role for q in found if q.kind == "percent"] == ["best", "mean"]


def test_up_to_gives_the_maximum_and_no_bound_that_can_be_loosened() -> None:
    found = only("up to 5 mg")
    assert (found.comparator, found.role) == ("=", "max")


def test_one_in_five_is_a_share() -> None:
    assert [q.value for q in amounts("One in five trials are discontinued") if q.kind == "share"] == [Decimal("0.2")]


def test_a_p_value_has_its_comparator() -> None:
    found = only("significant (P < .001)")
    assert (found.kind, found.value, found.comparator) == ("p-value", Decimal("0.001"), "<")


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("0.8714", "0.87"),
        ("49.97%", "about half"),
        ("2.4 km³", "2.4 billion cubic metres"),
        ("p < 0.001", "p < 0.01"),
        ("at least 40%", "more than 30%"),
        ("6.4 mg/L", "6.4 μg/mL"),
        ("seven of nine mice", "78% of mice"),
        ("312 ± 9 MPa", "312 MPa"),
    ],
)
def test_a_value_licenses_its_roundings_and_weaker_bounds(evidence: str, claim: str) -> None:
    wanted = amounts(claim)[0]
    assert any(licenses(quantity, wanted) for quantity in amounts(evidence))


@pytest.mark.parametrize(
    ("evidence", "claim", "why"),
    [
        ("0.8714", "0.88", "number-mismatch"),
        ("0.8714", "0.87143", "false-precision"),
        ("1,500 papers", "50 papers", "number-mismatch"),
        ("p < 0.001", "p < 0.0001", "comparator-mismatch"),
        ("at least 40%", "40%", "comparator-mismatch"),
        ("49.97%", "more than half", "number-mismatch"),
        ("3%", "3 percentage points", "kind-mismatch"),
        ("7.9 kcal/mol", "7.9 kJ/mol", "number-mismatch"),
        ("3.7 mm per year", "3.7 mm", "unit-mismatch"),
        ("a mean of 86.4%", "the best was 86.4%", "role-mismatch"),
        ("two-fold", "2%", "kind-mismatch"),
    ],
)
def test_what_is_not_licensed_says_why(evidence: str, claim: str, why: str) -> None:
    assert disagreement(amounts(evidence)[0], amounts(claim)[0]) == why


@given(st.text(alphabet="0123456789.,-–±%×^ eExXmkgof()/[]<>=aboutsix", max_size=40))
def test_any_text_is_taken_and_offsets_point_into_it(text: str) -> None:
    for quantity in parse_quantities(text):
        assert text[quantity.start : quantity.end] == quantity.text
