"""Numbers made at random: what holds for any values of a sentence, not for those that somebody thought of."""

from __future__ import annotations

from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge
from hypothesis import given, settings
from hypothesis import strategies as st

JUDGE = RulesJudge()
VALUES = st.integers(min_value=3, max_value=890).filter(lambda n: not 100 <= n <= 120)
PLACES = ["Kent", "Devon", "Fife", "Cork"]


def entailed(claim: str, evidence: str) -> bool:
    return JUDGE.judge(claim, Evidence(passages=(evidence,))).verdict == "entailed"


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, min_size=3, max_size=4, unique=True))
def test_each_number_of_a_list_belongs_to_its_own_item(values: list[int]) -> None:
    places = PLACES[: len(values)]
    named = ", ".join(places[:-1]) + f" and {places[-1]}"
    numbers = ", ".join(map(str, values[:-1])) + f" and {values[-1]}"
    for evidence in (
        f"Rainfall in {named} was {numbers} mm, respectively.",
        "Rainfall was " + ", ".join(f"{n} mm in {place}" for n, place in zip(values, places, strict=True)) + ".",
    ):
        for i, place in enumerate(places):
            for j, value in enumerate(values):
                assert entailed(f"Rainfall in {place} was {value} mm.", evidence) == (i == j)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.integers(min_value=2, max_value=9))
def test_a_ratio_holds_for_its_own_sides_only(low: int, times: int) -> None:
    evidence = f"The northern field yielded {low * times} kg and the southern field yielded {low} kg."
    claim = "The {} field yielded {} times as much as the {} field."
    assert entailed(claim.format("northern", times, "southern"), evidence)
    assert not entailed(claim.format("southern", times, "northern"), evidence)
    assert not entailed(claim.format("northern", times + 1, "southern"), evidence)


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, min_size=2, max_size=2, unique=True))
def test_no_arithmetic_is_done_that_the_claim_does_not_ask_for(values: list[int]) -> None:
    a, b = values
    evidence = f"The northern field yielded {a} kg and the southern field yielded {b} kg."
    made = {a + b, abs(a - b), a * b, max(a, b) // min(a, b)} - {a, b}
    assert not any(entailed(f"The northern field yielded {number} kg.", evidence) for number in made)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.integers(min_value=2, max_value=30))
def test_a_rate_is_a_total_only_times_its_duration(rate: int, days: int) -> None:
    evidence = f"The sheep received {rate} g of feed per day for {days} days."
    claim = "The sheep received a total of {} g of feed over " + f"{days} days."
    assert entailed(claim.format(rate * days), evidence)
    assert not entailed(claim.format(rate), evidence)
    assert not entailed(claim.format(rate * days + rate), evidence)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(min_value=20, max_value=900), min_size=3, max_size=3, unique=True).map(sorted))
def test_a_count_of_one_step_of_a_study_is_none_of_another(counts: list[int]) -> None:
    analysed, consented, invited = counts
    evidence = f"Of {invited} nurses invited, {consented} gave consent and {analysed} were analysed."
    assert entailed(f"{analysed} nurses were analysed.", evidence)
    assert not entailed(f"{consented} nurses were analysed.", evidence)
    assert not entailed(f"{invited} nurses were analysed.", evidence)
    assert not entailed(f"{analysed} nurses gave consent.", evidence)
