"""Negation in other words: what is denied alike is accepted, what is denied on one side only is not."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge


def verdict(claim: str, evidence: str) -> str:
    return RulesJudge().judge(claim, Evidence((evidence,))).verdict


ALIKE = [
    ("Priming had no significant effect on pledge size.", "Pledge size was not significantly affected by priming."),
    ("No adverse events occurred in the control arm.", "The control arm was free of adverse events."),
    ("Neither slope nor aspect predicted moss cover.", "Moss cover was predicted by neither slope nor aspect."),
    ("Neither slope nor aspect predicted moss cover.", "Slope was not a predictor of moss cover."),
    ("We found no evidence of selection bias.", "Selection bias was not detected."),
    ("The test failed to reject the null hypothesis of equal slopes.",
     "The null hypothesis of equal slopes was not rejected."),
    ("The starved hens gained no weight.", "The starved hens did not gain weight."),
    ("Compared with upland soils, lowland soils held less nitrate and more iron.",
     "Nitrate was higher in upland soils than in lowland soils."),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "claim"), ALIKE)
def test_the_same_denial_in_other_words_is_accepted(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) == "entailed"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("Priming had no significant effect on pledge size.", "Pledge size was significantly affected by priming."),
        ("No adverse events occurred in the control arm.", "Adverse events occurred in the control arm."),
        ("Neither slope nor aspect predicted moss cover.", "Slope predicted moss cover."),
        ("The starved hens gained no weight.", "The starved hens gained weight."),
        ("The gene is expressed in the root but not in the leaf.", "The gene is not expressed in the root."),
        ("Zinc but not copper was toxic.", "Copper but not zinc was toxic."),
        ("Sedges overgrew reeds in the fen.", "Reeds were not overgrown by sedges in the fen."),
        ("Compared with upland soils, lowland soils held less nitrate and more iron.",
         "Iron was higher in upland soils than in lowland soils."),
        ("Compared with upland soils, lowland soils held less nitrate and more iron.",
         "Nitrate was lower in upland soils than in lowland soils."),
    ],
)  # fmt: skip
def test_a_denial_on_one_side_only_is_not_accepted(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) != "entailed"
