import pytest
from claimledger.kb.text import ladders


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("The gene may regulate growth.", ladders.POSSIBLE),
        ("These data suggest that the gene regulates growth.", ladders.SUGGESTED),
        ("The gene regulates growth.", ladders.STATED),
        ("This proves that the gene regulates growth.", ladders.PROVEN),
    ],
)
def test_certainty_is_a_ladder(sentence: str, level: int) -> None:
    assert ladders.certainty(sentence) == level


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("Scores were higher in the new schools.", ladders.NO_LINK),
        ("Sleep was associated with recall.", ladders.ASSOCIATED),
        ("Sleep loss leads to poor recall.", ladders.CAUSES),
    ],
)
def test_cause_is_a_ladder(sentence: str, level: int) -> None:
    assert ladders.cause(sentence) == level


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("A few sites flooded.", ladders.FEW),
        ("Some sites flooded.", ladders.SOME),
        ("Many sites flooded.", ladders.MANY),
        ("Most of the sites flooded.", ladders.MOST),
        ("All sites flooded.", ladders.ALL),
    ],
)
def test_quantity_is_a_ladder(sentence: str, level: int) -> None:
    assert [found for _, _, found in ladders.quantifiers(sentence)] == [level]


def test_every_hedge_has_its_place_and_level() -> None:
    sentence = "These data suggest that it may melt."
    assert [(sentence[a:b], level) for a, b, level in ladders.hedges(sentence)] == [
        ("suggest", ladders.SUGGESTED),
        ("may", ladders.POSSIBLE),
    ]
