"""Values given in one breath belong to their own pairs."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

FED = "The workers fed the queen protein and the larvae sugar."
SHELLS = "Shells A and B were red and blue, respectively."
SOILS = "Sand and clay were treated with acid and lime, respectively."
FLOW = "Carbon flowed from the tree to the fungus, whereas zinc flowed in the opposite direction."
SCORES = "On the first task, the adapter reached a score of 84.6, compared with 85.1 for tuning and 79.3 for prompting."


def accepted(claim: str, evidence: str) -> bool:
    return RulesJudge().judge(claim, Evidence(passages=(evidence,))).verdict == "entailed"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The workers fed the larvae sugar.", FED),
        ("The workers fed the queen protein.", FED),
        ("Shell A was red.", SHELLS),
        ("Clay was treated with lime.", SOILS),
        ("Zinc flowed from the fungus to the tree.", FLOW),
        ("On the first task, prompting reached a score of 79.3.", SCORES),
    ],
)
def test_a_value_is_licensed_with_its_own_partner(claim: str, evidence: str) -> None:
    assert accepted(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The workers fed the queen sugar.", FED),
        ("The workers fed the larvae protein.", FED),
        ("Shell A was blue.", SHELLS),
        ("Shells A and B were blue and red, respectively.", SHELLS),
        ("Clay was treated with acid.", SOILS),
        ("Zinc flowed from the tree to the fungus.", FLOW),
        ("On the first task, prompting reached a score of 85.1.", SCORES),
    ],
)
def test_a_value_with_the_partner_of_another_is_not(claim: str, evidence: str) -> None:
    assert not accepted(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The tree supplied carbon to the fungus.", "entailed"),
        ("The fungus supplied carbon to the tree.", "contradicted"),
        ("Zinc moved from the fungus to the tree.", "entailed"),
    ],
)
def test_what_is_supplied_flows_from_the_giver(claim: str, expected: str) -> None:
    assert RulesJudge().judge(claim, Evidence(passages=(FLOW,))).verdict == expected


@pytest.mark.parametrize(
    ("claim", "accepts"),
    [
        ("The oak gave a higher yield than the birch.", True),
        ("The birch gave a higher yield than the oak.", False),
        ("The oak gave a lower yield than the birch.", False),
    ],
)
def test_the_last_of_a_ranking_is_above_nothing(claim: str, accepts: bool) -> None:
    evidence = "Of the four trees tested, the oak gave the highest yield (91%) and the birch the lowest (12%)."
    assert accepted(claim, evidence) is accepts
