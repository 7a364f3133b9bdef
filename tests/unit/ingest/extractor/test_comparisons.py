"""A, relation, B and metric of hand-written sentences."""

from __future__ import annotations

import pytest
from claimledger.ingest.extractor.comparisons import find_comparison
from claimledger.ingest.extractor.names import Names

_CASES = [
    (
        "FrostNet reached a higher F1 than GlacierSVM on the Alpine-12 dataset.",
        "FrostNet",
        "higher",
        "higher",
        "GlacierSVM",
        "F1",
    ),
    ("GlacierSVM outperformed FrostNet in F1 on Alpine-12.", "GlacierSVM", "better", "higher", "FrostNet", "F1"),
    ("FrostNet was outperformed by GlacierSVM in terms of F1.", "FrostNet", "worse", "lower", "GlacierSVM", "F1"),
    (
        "FrostNet outperforms GlacierSVM on word error rate.",
        "FrostNet",
        "better",
        "lower",
        "GlacierSVM",
        "word error rate",
    ),
    ("The F1 of FrostNet was higher than that of GlacierSVM.", "FrostNet", "higher", "higher", "GlacierSVM", "F1"),
    (
        "FrostNet performed better than GlacierSVM in accuracy.",
        "FrostNet",
        "better",
        "higher",
        "GlacierSVM",
        "accuracy",
    ),
    (
        "Frost was deeper, and damage was lower on shaded slopes than on open slopes.",
        "shaded slopes",
        "lower",
        "lower",
        "open slopes",
        "damage",
    ),
    (
        "Root damage was 3 cm larger (p < 0.05) in the moss group compared with controls.",
        "moss group",
        "higher",
        "higher",
        "controls",
        "Root damage",
    ),
    ("Moss increased root depth compared to lichen.", "Moss", "higher", "higher", "lichen", "root depth"),
    ("Compared with placebo, aspirin had lower mortality.", "aspirin", "lower", "lower", "placebo", "mortality"),
    (
        "Adults with asthma had a higher risk of death than healthy adults.",
        "Adults with asthma",
        "higher",
        "higher",
        "healthy adults",
        "risk of death",
    ),
    ("FrostNet is faster than GlacierSVM.", "FrostNet", "higher", "higher", "GlacierSVM", "faster"),
    (
        "FrostNet was found to be more accurate than GlacierSVM.",
        "FrostNet",
        "higher",
        "higher",
        "GlacierSVM",
        "accurate",
    ),
    ("Rust was more frequent in wet soil than in dry soil.", "wet soil", "higher", "higher", "dry soil", "Rust"),
    ("Moss did not improve root depth relative to lichen.", "Moss", "no-difference", "none", "lichen", "root depth"),
    (
        "There was no significant difference in root depth between moss and lichen.",
        "moss",
        "no-difference",
        "none",
        "lichen",
        "root depth",
    ),
    ("Root depth did not differ between moss and lichen.", "moss", "no-difference", "none", "lichen", "Root depth"),
    ("Accuracy was similar between FrostNet and GlacierSVM.", "FrostNet", "equal", "none", "GlacierSVM", "Accuracy"),
    ("FrostNet is comparable to GlacierSVM in accuracy.", "FrostNet", "equal", "none", "GlacierSVM", "accuracy"),
    ("FrostNet outperformed GlacierSVM.", "FrostNet", "better", "none", "GlacierSVM", None),
]


@pytest.mark.parametrize(("sentence", "a", "relation", "direction", "b", "metric"), _CASES)
def test_parts_of_a_comparison(
    sentence: str, a: str, relation: str, direction: str, b: str, metric: str | None
) -> None:
    found = find_comparison(sentence, Names())
    assert found is not None and found.b is not None
    assert sentence[slice(*found.a)] == a
    assert sentence[slice(*found.b)] == b
    assert (sentence[slice(*found.metric)] if found.metric else None) == metric
    assert (found.relation, found.direction) == (relation, direction)


def test_a_side_keeps_the_words_that_narrow_it() -> None:
    found = find_comparison("Women with asthma had higher mortality than women with a healthy lung.", Names())
    assert found is not None
    assert found.b_key == Names().key("women with a healthy lung") != Names().key("women")


def test_more_in_one_place_than_in_another_after_a_verb_of_change() -> None:
    found = find_comparison("Root depth increased more in moss than in lichen.", Names())
    assert found is not None
    assert (found.a_key, found.direction, found.b_key) == ("moss", "higher", "lichen")


@pytest.mark.parametrize(
    "sentence",
    [
        "Frost was found in 12 cores.",
        "The dose was greater than 5 g/kg.",
        "More than half of the roots were damaged.",
        "Polar and brown bears are more similar to each other than to pandas.",
        "This was higher than expected.",
        "The number of those who received treatment exceeds the number of untreated cases.",
        "Rust in moss was lower than expected.",
        "Moss led to an increase in root depth of more than tenfold.",
        "Root depth increased significantly compared with lichen.",
        "We compared moss with lichen.",
        "Damage fell over the season.",
        "Damage was higher than in any model that we know of, it seems.",
    ],
)
def test_what_cannot_be_told_is_no_comparison(sentence: str) -> None:
    assert find_comparison(sentence, Names()) is None


def _oriented(sentence: str) -> tuple[str, str, str, str]:
    """Keys in alphabetical order with the direction turned to fit."""
    found = find_comparison(sentence, Names())
    assert found is not None and found.a_key and found.b_key and found.metric_key
    if found.a_key <= found.b_key:
        return found.a_key, found.b_key, found.metric_key, found.direction
    turned = {"higher": "lower", "lower": "higher", "none": "none"}[found.direction]
    return found.b_key, found.a_key, found.metric_key, turned


def test_two_papers_that_agree_meet_in_all_keys_and_the_direction() -> None:
    one = _oriented("FrostNet reached a higher F1 than GlacierSVM on the Alpine-12 dataset.")
    assert one == _oriented("On Alpine-12, GlacierSVM was outperformed by the proposed FrostNet model in F1-score.")
    assert one == _oriented("The F1 score of GlacierSVM was lower than that of FrostNet.")
    assert one[3] == "higher"


def test_two_papers_that_disagree_meet_in_all_keys_but_the_direction() -> None:
    one = _oriented("FrostNet reached a higher F1 than GlacierSVM on the Alpine-12 dataset.")
    other = _oriented("GlacierSVM outperformed FrostNet in F1 on Alpine-12.")
    assert one[:3] == other[:3]
    assert {one[3], other[3]} == {"higher", "lower"}


def test_better_on_a_metric_of_unknown_polarity_has_no_key_that_could_meet_another() -> None:
    found = find_comparison("FrostNet outperformed GlacierSVM in terms of greenness.", Names())
    assert found is not None
    assert (found.direction, found.metric_key) == ("none", "")


def test_words_in_brackets_are_skipped_but_names_with_brackets_are_whole() -> None:
    sentence = "FrostNet (F1 0.89; ours) outperformed GlacierSVM (0.85) in F1."
    found = find_comparison(sentence, Names())
    assert found is not None
    assert (found.a_key, found.b_key, found.metric_key) == ("frostnet", "glaciersvm", "f1")
    knocked = find_comparison("Weight was lower in Cav1(-/-) mice than in Cav1(+/+) mice.", Names())
    assert knocked is not None
    assert knocked.a_key != knocked.b_key


def test_a_pair_joined_by_and_is_one_side() -> None:
    found = find_comparison("Weight was higher in moss and lichen than in bare soil.", Names())
    assert found is not None
    assert found.a_key == "moss lichen"


def test_not_only_is_no_denial_and_an_open_bracket_loses_nothing() -> None:
    found = find_comparison("FrostNet not only outperformed GlacierSVM in F1 (0.8 but ran.", Names())
    assert found is not None
    assert (found.relation, found.direction, found.b_key) == ("better", "higher", "glaciersvm")


def test_what_was_seen_in_one_place_more_than_in_another_is_a_comparison() -> None:
    found = find_comparison("Higher levels of rust (n. 8) were observed in wet soil than in dry soil.", Names())
    assert found is not None
    assert (found.a_key, found.direction, found.b_key) == (Names().key("wet soil"), "higher", Names().key("dry soil"))
