import pytest
from claimledger.kb.text.normalise import normalise
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("a dose of 10⁻⁴ M", "a dose of 10^-4 M"),
        (r"$1.5\times10^{6}$ cells", "1.5×10^6 cells"),
        (r"$-7.9 \pm 0.4~\mathrm{kcal\,mol^{-1}}$", "-7.9 ± 0.4 kcal mol^-1"),
        ("1.20–2.86", "1.20 to 2.86"),
        ("0.91-1.18", "0.91 to 1.18"),
        ("1·69", "1.69"),
        ("9\u2009980 questionnaires", "9980 questionnaires"),
        ("38+/-6.6", "38±6.6"),
        ("< or =30", "≤30"),
        ("p &lt; 0.01", "p < 0.01"),
        ("−78 °C", "-78 °C"),
    ],
)
def test_one_notation_for_one_thing(given_text: str, expected: str) -> None:
    assert normalise(given_text).text == expected


@pytest.mark.parametrize("name", ["ResNet-50", "2020-03-01", "14-3-3", "costs $5 and $6", "IL-6 and CIFAR-100"])
def test_names_dates_and_prices_stay_as_they_are(name: str) -> None:
    assert normalise(name).text == name


def test_a_span_leads_back_to_the_text_as_given() -> None:
    given_text = r"held at $1.5\times10^{6}$ cells"
    plain = normalise(given_text)
    start = plain.text.index("cells")
    assert given_text[slice(*plain.span(start, start + 5))] == "cells"


@given(st.text(max_size=80))
def test_any_text_is_taken_and_spans_stay_inside_it(text: str) -> None:
    plain = normalise(text)
    for i in range(len(plain.text)):
        start, end = plain.span(i, i + 1)
        assert 0 <= start <= end <= len(text)
