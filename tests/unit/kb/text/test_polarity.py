import pytest
from claimledger.kb.text.polarity import Polar, metric_direction, negated_spans, on_metric, polars


@pytest.mark.parametrize(
    ("word", "opposite"),
    [("increased", "decreased"), ("higher", "lower"), ("improved", "worsened"), ("resistant", "susceptible"),
     ("effective", "ineffective"), ("activates", "deactivates"), ("necessary", "dispensable"), ("safe", "toxic"),
     ("precedes", "follows"), ("outperformed", "underperformed")],
)  # fmt: skip
def test_opposites_share_an_axis_with_other_signs(word: str, opposite: str) -> None:
    ours = {polar.axis: polar.sign for polar in polars(word)}
    theirs = {polar.axis: polar.sign for polar in polars(opposite)}
    shared = set(ours) & set(theirs)
    assert shared and all(ours[axis] == -theirs[axis] for axis in shared)


def test_no_change_and_some_change_have_signs_of_their_own() -> None:
    assert Polar("amount", 0) in polars("unchanged")
    assert Polar("amount", 2) in polars("association")


@pytest.mark.parametrize(
    ("metric", "direction"), [("RMSE", -1), ("error", -1), ("mortality", -1), ("accuracy", 1), ("survival", 1)]
)
def test_the_good_direction_of_a_metric_is_known(metric: str, direction: int) -> None:
    assert metric_direction(metric) == direction


def test_the_good_direction_of_an_unknown_metric_is_not_guessed() -> None:
    assert metric_direction("ferritin") is None


@pytest.mark.parametrize(
    ("sentence", "reached", "spared"),
    [
        ("The drug did not reduce pain.", "pain", "drug"),
        ("The drug reduced pain but not nausea.", "nausea", "pain"),
        ("The drug failed to reduce pain, whereas rest reduced it.", "pain", "rest"),
        ("In patients with no history of stroke, pain fell.", "stroke", "pain"),
        ("No significant (p = 0.4) difference in pain was seen.", "pain", ""),
    ],
)
def test_a_negation_reaches_to_the_end_of_its_clause(sentence: str, reached: str, spared: str) -> None:
    spans = negated_spans(sentence)
    assert any(start <= sentence.index(reached) < end for _, start, end in spans)
    assert not spared or not any(start <= sentence.index(spared) < end for _, start, end in spans)


@pytest.mark.parametrize(
    "sentence", ["It was not only cheap but fast.", "No fewer than ten survived.", "No doubt it rose."]
)
def test_idioms_that_deny_nothing_are_no_negations(sentence: str) -> None:
    assert negated_spans(sentence) == []


@pytest.mark.parametrize(
    ("word", "named", "expected"),
    [
        ("degraded", ["perplexity"], {Polar("quality", -1)}),
        ("degraded", ["protein"], {Polar("amount", -1), Polar("quality", -1)}),
        ("fell", ["latency"], {Polar("amount", -1), Polar("speed", 1)}),
        ("rose", ["throughput"], {Polar("amount", 1), Polar("speed", 1)}),
        ("fell", ["absolute", "error"], {Polar("amount", -1), Polar("accuracy", 1)}),
    ],
)
def test_a_direction_on_a_metric_is_a_judgement_of_it(word: str, named: list[str], expected: set[Polar]) -> None:
    assert set(on_metric(polars(word), named)) == expected


def test_pace_is_no_amount() -> None:
    assert polars("faster") == (Polar("speed", 1),)
    assert polars("slower") == (Polar("speed", -1),)
