import pytest
from claimledger.writer.derivation import derive

GAINS = "Over six weeks, hens gained 800 g on the control diet and 1000 g on a diet with 0.5% thyme."
FROST = "The frost layer was 6.0 mm without the coating and 1.5 mm with 20 g of it."
SHARES = "Of 50 pumps, 84% were stopped by frost and 22% by rain."


@pytest.mark.parametrize(
    ("claim", "lemma"),
    [
        ("Hens on that diet thus gained 200 g more than the controls, about 25%.", GAINS),
        ("The frost layer was therefore 75% lower than without the coating.", FROST),
        ("Stops by frost were therefore 62 percentage points more frequent than stops by rain.", SHARES),
    ],
)
def test_a_difference_a_percentage_and_points_follow(claim, lemma):
    assert derive(claim, lemma) is not None


@pytest.mark.parametrize(
    ("claim", "lemma"),
    [
        ("Hens on that diet thus gained 200 g less than the controls.", GAINS),
        ("Hens on that diet thus gained 250 g more than the controls.", GAINS),
        ("Hens on that diet thus did not gain 200 g more than the controls.", GAINS),
        ("Hens on that diet thus gained 200 g more fat than the controls.", GAINS),
        ("The frost layer was therefore 75% lower than with the coating.", FROST),
        ("The frost layer was therefore 75% higher than without the coating.", FROST),
        ("Stops by frost were therefore 62% more frequent than stops by rain.", SHARES),
        ("Stops by rain were therefore 62 percentage points more frequent than stops by frost.", SHARES),
        ("Stops by frost were therefore 62 percentage points more frequent than stops by hail.", SHARES),
    ],
)
def test_a_wrong_direction_number_kind_or_side_does_not_follow(claim, lemma):
    assert derive(claim, lemma) is None


def test_the_formula_is_kept():
    derived = derive("Hens on that diet thus gained 200 g more than the controls.", GAINS)
    assert derived is not None and derived.formula == "1000 g - 800 g = 200 g"
