"""Denials that no "not" shows: they contradict what they deny, and license the same denial in plain words."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.denials import plain_denials
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

#: evidence, what it denies, the same in plain words
DENIED = [
    ("The island lacks native predators.", "The island has native predators.", "The island has no native predators."),
    ("The islands lack native predators.", "The islands have native predators.",
     "The islands do not have native predators."),
    ("The soil is devoid of nitrate.", "The soil contains nitrate.", "The soil contains no nitrate."),
    ("The samples were free of lead.", "The samples contained lead.", "The samples did not contain lead."),
    ("The bias was far from negligible.", "The bias was negligible.", "The bias was not negligible."),
    ("The drift was anything but slow.", "The drift was slow.", "The drift was not slow."),
    ("The two maps are by no means identical.", "The two maps are identical.", "The two maps are not identical."),
    ("The dye was insoluble in ethanol.", "The dye was soluble in ethanol.", "The dye was not soluble in ethanol."),
    ("The vent is currently inactive.", "The vent is currently active.", "The vent is currently not active."),
    ("The orbit was unstable at the larger radius.", "The orbit was stable at the larger radius.",
     "The orbit was not stable at the larger radius."),
    ("The resin is nontoxic to bees.", "The resin is toxic to bees.", "The resin is not toxic to bees."),
    ("The parasite was absent from the upper lake.", "The parasite was present in the upper lake.",
     "The parasite was not present in the upper lake."),
    ("Most of the stars are metal-poor.", "Most of the stars are metal-rich.", "Most of the stars are not metal-rich."),
    ("The step is exothermic.", "The step is endothermic.", "The step is not endothermic."),
    ("The probe fails to bind the mutant.", "The probe binds the mutant.", "The probe does not bind the mutant."),
    ("It is not uncommon for burrows to be shared.", "It is uncommon for burrows to be shared.",
     "It is common for burrows to be shared."),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "denied", "plain"), DENIED)
def test_a_hidden_denial_contradicts_what_it_denies(evidence: str, denied: str, plain: str) -> None:
    assert RulesJudge().judge(denied, Evidence((evidence,))).verdict in ("contradicted", "not_entailed")


@pytest.mark.parametrize(("evidence", "denied", "plain"), DENIED)
def test_a_hidden_denial_licenses_the_plain_one(evidence: str, denied: str, plain: str) -> None:
    assert RulesJudge().judge(plain, Evidence((evidence,))).verdict == "entailed"


@pytest.mark.parametrize(
    "text", ["a lack of rain", "None of the runs was unstable.", "The important result is united."]
)
def test_nouns_double_denials_and_words_that_only_look_denied_stay_as_they_are(text: str) -> None:
    assert plain_denials(text) == text


def test_none_was_unstable_does_not_make_any_unstable() -> None:
    evidence = Evidence(("None of the runs was unstable.",))
    assert RulesJudge().judge("The runs were unstable.", evidence).verdict != "entailed"
    assert RulesJudge().judge("The runs were not stable.", evidence).verdict != "entailed"
