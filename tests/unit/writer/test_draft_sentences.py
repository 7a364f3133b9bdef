"""Which sentences of a paper may be quoted by themselves, and how a claim keeps its setting."""

import pytest
from claimledger.writer.sentences import in_setting, speaks_for_itself


@pytest.mark.parametrize(
    "quote",
    [
        "Similar levels were found in our samples (data not shown).",
        "Among these glazes, none of the six exceeded a hardness of seven.",
        "Whereas, the second kiln was fired for nine hours on two days.",
        "The bowls were fired with the two-step method described previously.",
        "The previously described kiln was used to fire all of the bowls.",
        "Discussion: Ash glazes were harder than feldspar glazes in both kilns.",
        "BACKGROUND Ash glazes are commonly used on stoneware in wood kilns.",
        "Numbers to be randomised (sample size): The study will include two hundred bowls.",
        "For example, a bowl with an ash glaze took eleven hours to cool.",
        "Of those bowls, eleven cracked while they were cooling in the kiln.",
        "Consequently, the hardness of the glaze fell by a tenth in wet wood.",
    ],
)
def test_a_sentence_that_points_out_of_itself_is_not_quoted(quote):
    assert not speaks_for_itself(quote)


@pytest.mark.parametrize(
    "quote",
    [
        "Ash glazes had a higher hardness than feldspar glazes in the wood kiln.",
        "In this study, ash glazes were harder than those fired with gas.",
        "In this pilot study, wind was associated with a higher firing time.",
        "Wet wood raised the firing time of each kiln by a fifth.",
        "Results of the survey were similar in the three pottery towns.",
    ],
)
def test_a_sentence_that_stands_alone_is_quoted(quote):
    assert speaks_for_itself(quote)


def test_a_claim_keeps_the_dataset_that_it_holds_on():
    assert in_setting("in heavy rain, X had an F1 of 0.9", "Jura-5") == (
        "in heavy rain, X had an F1 of 0.9 on the Jura-5 dataset"
    )
    assert in_setting("X had an F1 of 0.9", "Jura-5") == "on the Jura-5 dataset, X had an F1 of 0.9"
    assert in_setting("X had an F1 of 0.9", "Jura benchmark") == "on the Jura benchmark, X had an F1 of 0.9"


def test_a_dataset_that_is_named_already_and_none_at_all_change_nothing():
    assert (
        in_setting("on the Jura-5 dataset, X had an F1 of 0.9", "Jura-5") == "on the Jura-5 dataset, X had an F1 of 0.9"
    )
    assert in_setting("X had an F1 of 0.9", None) == "X had an F1 of 0.9"
    assert in_setting("on Jura-50, X had an F1 of 0.9", "Jura-5").endswith("on the Jura-5 dataset")
