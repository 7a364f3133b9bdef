"""Comparisons keep their sides, also where a phrase follows what stands after "than"."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

FOXES = "Urban foxes were heavier than rural foxes at the end of the season."
CATCH = "Catch rates were higher in deep water than in shallow water during winter."
ALLOY = "The alloy was harder than steel at 300 K."
SHADE = "At low light, the shade-tolerant species grew faster than the pioneer species."
READERS = "Nurses scored higher than surgeons on the listening task."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (FOXES, "Rural foxes were heavier than urban foxes at the end of the season."),
        (CATCH, "Catch rates were higher in shallow water than in deep water during winter."),
        (ALLOY, "Steel was harder than the alloy at 300 K."),
        (READERS, "Surgeons scored higher than nurses on the listening task."),
        (READERS, "Nurses scored lower than surgeons on the listening task."),
        ("Rats in group A grew faster than rats in group B.", "Rats in group B grew faster than rats in group A."),
        ("In 2015, voters in the north turned out more often than voters in the south.",
         "Voters in the south turned out more often than voters in the north in 2015."),
        (SHADE, "The pioneer species grew faster than the shade-tolerant species at low light."),
    ],
)  # fmt: skip
def test_a_reversed_comparison_contradicts_whatever_phrase_follows_it(evidence: str, claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((evidence,))).verdict == "contradicted"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (READERS, "Surgeons scored lower than nurses on the listening task."),
        (CATCH, "Catch rates were lower in shallow water than in deep water during winter."),
        ("Cats were slower than dogs in the maze.", "Dogs were faster than cats in the maze."),
        (SHADE, "The shade-tolerant species grew faster than the pioneer species at low light."),
    ],
)
def test_the_converse_of_a_comparison_and_a_moved_circumstance_stand(evidence: str, claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((evidence,))).verdict == "entailed"
