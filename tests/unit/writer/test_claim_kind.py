import pytest
from claimledger.writer.claim_kind import claim_kind
from claimledger.writer.manuscript import read_manuscript


def kind_of(text: str, section: str = "Body") -> str:
    return claim_kind(read_manuscript(f"# {section}\n\n{text}").sentences[0])


@pytest.mark.parametrize(
    "text",
    [
        "Which of these pumps is worth a trial?",
        "Which of these pumps deserve a trial is a question for others.",
        "We thank our workshop for its patience.",
        "Neither author has a commercial interest in these pumps.",
        "The next sections treat frost, dew and ice in this order.",
        "Section 2 describes the pumps and Section 3 the frost.",
        "Here, *cold start* stands for the first ten minutes of a run.",
        "We look at pumps that have been put forward for cold places.",
        "This paper is about pumps in the cold.",
        "The frost error is the mean absolute error of the estimated layer.",
        "Field trials are outside the scope of this paper.",
        "All scripts are available from the first author.",
    ],
)
def test_signposts_aims_definitions_and_thanks_are_no_claims(text):
    assert kind_of(text) == "none"


@pytest.mark.parametrize(
    "text",
    ["Frost lowers the output [@wu2018].", "@wu2018 found less frost.", "We discuss pumps that froze [@wu2018]."],
)
def test_a_citation_makes_a_report(text):
    assert kind_of(text) == "report"


def test_own_findings_are_told_from_generalisations():
    assert kind_of("We found 4% less frost.") == "own-finding"
    assert kind_of("The output fell by 4%.", section="Results") == "own-finding"
    assert kind_of("Frost lowers the output of pumps.") == "generalisation"


def test_a_signpost_that_carries_a_result_is_a_claim():
    assert kind_of("This section shows that frost halves the output.") != "none"
    assert kind_of("We describe a pump with 12% more output.") == "own-finding"
