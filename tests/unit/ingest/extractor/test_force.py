from __future__ import annotations

import pytest
from claimledger.ingest.extractor.force import causal_of, certainty_of, polarity_of


@pytest.mark.parametrize(
    ("sentence", "certainty"),
    [
        ("The enzyme may contribute to decay.", "speculated"),
        ("These data suggest that frost spreads.", "suggested"),
        ("Frost was found in 12 cores.", "reported"),
        ("In May 2010 frost was found in 12 cores.", "reported"),
        ("Frost could not be detected in the cores.", "reported"),
        ("Frost damages roots.", "asserted"),
        ("We show that frost damages roots.", "asserted"),
    ],
)
def test_certainty(sentence: str, certainty: str) -> None:
    assert certainty_of(sentence) == certainty


@pytest.mark.parametrize(
    ("sentence", "causal"),
    [
        ("The cores were 3 m long.", "none"),
        ("Depth was associated with age.", "associated"),
        ("Wind may lead to frost damage.", "conditional"),
        ("Frost causes root damage.", "causes"),
    ],
)
def test_causal_force(sentence: str, causal: str) -> None:
    assert causal_of(sentence) == causal


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [
        ("Frost damaged the roots.", "positive"),
        ("Frost did not damage the roots.", "negative"),
        ("There was no evidence of frost damage.", "negative"),
        ("The increase was non-significant.", "negative"),
        ("Residual confounding cannot be ruled out.", "positive"),
        ("Although depth did not change, age increased.", "positive"),
        ("Age increased in all cores, whereas depth did not change.", "positive"),
        ("Frost damaged not only roots but also leaves.", "positive"),
        ("Roots grew without light.", "positive"),
    ],
)
def test_polarity_is_that_of_the_main_clause(sentence: str, polarity: str) -> None:
    assert polarity_of(sentence) == polarity
