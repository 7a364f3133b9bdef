import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

EXCHANGED = [
    ("The first trial was halted after six months.", "The first trial was halted after four months."),
    ("Bats bear the least mature young of these mammals.", "Bats bear the most mature young of these mammals."),
    ("The k1 cluster is a rich source of mildew resistance.", "The k3 cluster is a rich source of mildew resistance."),
    ("Rust infection leads to yield gains in barley.", "Rust infection leads to yield losses in barley."),
    ("The cross gave sterile offspring in each year.", "The cross gave fertile offspring in each year."),
    ("The gas is a selective systemic vasodilator.", "The gas is a selective pulmonary vasodilator."),
    ("Controls were sampled on different days.", "Controls were sampled on the same days."),
    (
        "Pups made more calls during calm trials compared to storm trials.",
        "Pups made more calls during storm trials compared to calm trials.",
    ),
    (
        "Higher levels of acetate were seen in controls compared to the treated samples.",
        "Higher levels of acetate were seen in the treated samples compared to controls.",
    ),
]
KEPT = [
    ("The mutant strain was not resistant to ampicillin.", "The mutant strain was susceptible to ampicillin."),
    ("Soil carbon was higher under grass than under maize.", "Soil carbon was lower under maize than under grass."),
    ("The gauge had a mean error of 0.87 across 36 sites.", "Across 36 sites, the gauge had a mean error of 0.8714."),
    ("PCR detected the virus in 14 samples.", "Polymerase chain reaction (PCR) detected the virus in 14 samples."),
    ("Most participants reported nausea.", "Seven of the nine participants reported nausea."),
]


@pytest.mark.parametrize(("claim", "evidence"), EXCHANGED)
def test_a_near_copy_with_one_word_exchanged_is_not_entailed(claim: str, evidence: str) -> None:
    assert RulesJudge().judge(claim, Evidence(passages=(evidence,))).verdict != "entailed"
    assert RulesJudge().judge(evidence, Evidence(passages=(evidence,))).verdict == "entailed"


@pytest.mark.parametrize(("claim", "evidence"), KEPT)
def test_a_paraphrase_is_no_exchange(claim: str, evidence: str) -> None:
    assert RulesJudge().judge(claim, Evidence(passages=(evidence,))).verdict == "entailed"
