import pytest
from claimledger.evidence.texts import SourceSentence, WorkText
from claimledger.writer.quotation import find_quotation


def found(words: str, sentence: str) -> bool:
    text = WorkText("w", "b", (SourceSentence("s", 0, sentence, "", "results", 1, 0),))
    return find_quotation(words, text) is not None


@pytest.mark.parametrize(
    "sentence",
    [
        "Copper fins stay dry at night.",
        "A limitation is that copper fins stay dry at night.",
        "We found that copper fins stay dry at night (Table 2).",
        "However, copper fins stay dry at night [3].",
    ],
)
def test_words_that_a_work_says_of_its_own_may_be_quoted(sentence):
    assert found("opper fins stay dry at night", sentence) is False
    assert found("copper fins stay dry at night", sentence.replace("Copper", "copper"))


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no evidence that copper fins stay dry at night.",
        "It is not true that copper fins stay dry at night.",
        "If copper fins stay dry at night, they may be used.",
        "Some believe that copper fins stay dry at night.",
        "Pure copper fins stay dry at night, but only in May.",
        "The copper fins stay dry at night in theory.",
    ],
)
def test_words_whose_sentence_takes_them_back_are_not_quoted_alone(sentence):
    assert not found("copper fins stay dry at night", sentence)
