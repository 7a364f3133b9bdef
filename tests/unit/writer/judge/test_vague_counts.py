"""Vague counts carry weight like numbers, and no significant difference is no equality."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

ONE = "The assay was validated at one clinic."
ONCE = "The weighing was repeated once."
YIELD = "There was no significant difference in yield between mulched and bare plots."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (ONE, "The assay was validated at several clinics."),
        (ONE, "The assay was validated at multiple clinics."),
        ("The assay was validated at a single clinic.", "The assay was validated at many clinics."),
        (ONCE, "The weighing was repeated many times."),
        (ONCE, "The weighing was repeated several times."),
        ("The shift was seen in only one of the five batches.", "The shift was seen in several batches."),
        ("The virus was found in several ponds.", "The virus was found in a single pond."),
    ],
)
def test_one_and_several_contradict_each_other(evidence: str, claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((evidence,))).verdict == "contradicted"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (ONE, "The assay was validated at a single clinic."),
        ("The shift was seen in four of the five batches.", "The shift was seen in several batches."),
        ("The survey covered three valleys.", "The survey covered several valleys."),
        (YIELD, "Yield did not differ significantly between mulched and bare plots."),
    ],
)
def test_a_vague_count_that_is_borne_out_stands(evidence: str, claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((evidence,))).verdict == "entailed"


@pytest.mark.parametrize(
    "claim",
    [
        "Yield was identical in mulched and bare plots.",
        "Mulched and bare plots had the same yield.",
        "Mulched and bare plots had equal yields.",
    ],
)
def test_no_significant_difference_does_not_entail_and_does_not_deny_equality(claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((YIELD,))).verdict == "not_entailed"
