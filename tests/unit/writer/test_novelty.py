import pytest
from claimledger.writer.validators.novelty import check_novelty


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The frog is the only frog known to glow.", "The glow of this frog is unique among anurans."),
        ("No earlier study had looked at these drugs.", "There is no existing study that has evaluated the drugs."),
        ("It was the first study of frost on zinc.", "Frost on zinc has not been studied previously."),
        ("BarkNet is the first detector to run on a phone.", "We present the first detector to run on a phone."),
        ("The pump is novel.", "We present a new pump."),
        ("The method reached state-of-the-art accuracy.", "It has state of the art accuracy."),
        ("It froze in the first week.", "It froze soon."),
        ("Copper was the first choice of most people.", "Most people took copper."),
    ],
)
def test_a_report_of_what_the_source_says_passes_in_other_words(sentence, passage):
    assert check_novelty(sentence, [passage]).verdict == "pass"


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The school was the first resource in Python.", "The first lesson of the school uses Python."),
        ("The frog is the only frog known to glow.", "The frog glows."),
        ("The frog is the first frog known to glow.", "The frog's glow is unique among anurans."),
        ("The pump is groundbreaking.", "The pump is new."),
        ("No earlier study had looked at frost.", "Few studies had looked at frost."),
    ],
)
def test_novelty_that_the_source_does_not_claim_is_refused(sentence, passage):
    assert check_novelty(sentence, [passage]).code == "novelty"


@pytest.mark.parametrize(
    "sentence",
    [
        "We are the first to show frost.",
        "For the first time, we measured frost.",
        "No prior work has studied our pump.",
    ],
)
def test_the_authors_own_firsts_are_refused_whatever_the_passage_says(sentence):
    assert check_novelty(sentence, ["This is the first study; no prior work has studied it."]).code == "novelty"


def test_without_a_passage_nothing_bears_novelty():
    assert check_novelty("Copper is the first metal to stay dry.", []).code == "novelty"
