"""What the evidence does not hold itself, and the conditions that a claim must keep."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge


def verdict(claim: str, evidence: str) -> str:
    return RulesJudge().judge(claim, Evidence((evidence,))).verdict


@pytest.mark.parametrize(
    "evidence",
    [
        "Critics contend that the index is biased.",
        "Opponents maintain that the index is biased.",
        "Ruiz claimed that the index is biased.",
        "We doubt that the index is biased.",
        "The myth that the index is biased is widespread.",
        "According to its rivals, the index is biased.",
        "Contrary to the belief that the index is biased, no drift was seen.",
        "It is possible that the index is biased.",
        "A bias of the index cannot be excluded.",
        "Had the index been updated, it would have been biased.",
        "The index was expected to be biased.",
    ],
)
def test_a_view_that_the_evidence_does_not_hold_licenses_nothing(evidence: str) -> None:
    assert verdict("The index is biased.", evidence) != "entailed"


def test_a_claim_that_attributes_a_view_as_its_evidence_does_is_accepted() -> None:
    assert (
        verdict("Critics contend that the index is biased.", "Critics contend that the index is biased.") == "entailed"
    )


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The gauge almost reached saturation.", "The gauge reached saturation."),
        ("The gauge rarely drifted.", "The gauge drifted."),
        ("The gauge stopped drifting after calibration.", "The gauge drifted after calibration."),
        ("Had the gauge been sealed, the leak would have been below 1%.", "The gauge was sealed."),
        ("Had the gauge been sealed, the leak would have been below 1%.", "The leak was below 1%."),
    ],
)
def test_what_almost_seldom_or_never_happened_did_not_happen(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) != "entailed"


#: evidence, a claim without its condition, a claim that keeps it
RESTRICTED = [
    ("Only seedlings under cover survived the frost.", "Seedlings survived the frost.",
     "Only seedlings under cover survived the frost."),
    ("The gauge drifted only at night.", "The gauge drifted.", "The gauge drifted only at night."),
    ("The gauge drifted unless it was zeroed.", "The gauge drifted.", "The gauge drifted unless it was zeroed."),
    ("If the valve is open, the tank drains.", "The tank drains.", "The tank drains if the valve is open."),
    ("When the lamp was lit, reading speed rose by 12%; when it was out, it did not change.",
     "Reading speed rose by 12%.", "When the lamp was lit, reading speed rose by 12%."),
    ("Without lime, the clover failed to grow.", "The clover failed to grow.",
     "Without lime, the clover failed to grow."),
    ("Pruning helped on the young vines, whereas it hurt on the old ones.", "Pruning helped.",
     "Pruning helped on the young vines."),
    ("All alloys except brass were brittle.", "All alloys were brittle.", "All alloys except brass were brittle."),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "claim", "_"), RESTRICTED)
def test_a_claim_that_drops_a_condition_is_not_accepted(evidence: str, claim: str, _: str) -> None:
    assert verdict(claim, evidence) in ("partial", "not_entailed")


@pytest.mark.parametrize(("evidence", "_", "claim"), RESTRICTED)
def test_a_claim_that_keeps_the_condition_is_accepted(evidence: str, _: str, claim: str) -> None:
    assert verdict(claim, evidence) == "entailed"


def test_a_condition_of_the_other_case_is_not_accepted() -> None:
    evidence = "When the lamp was lit, reading speed rose by 12%; when it was out, it did not change."
    assert verdict("When the lamp was out, reading speed rose by 12%.", evidence) != "entailed"
    assert (
        verdict("In wet soil the alga fixed carbon.", "In dry soil, the alga fixed carbon; in wet soil it did not.")
        != "entailed"
    )


def test_a_comparison_of_groups_is_no_cause() -> None:
    evidence = "Wages in exporting firms exceeded those in other firms by 11%."
    assert verdict("Exporting raises wages.", evidence) != "entailed"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("We tried to grow the moss on glass.", "We grew the moss on glass."),
        ("The sieve was designed to retain silt.", "The sieve retained silt."),
        ("The beam was too weak to open the shutter.", "The beam opened the shutter."),
        ("The pond used to freeze in winter.", "The pond freezes in winter."),
        ("To limit drift, the crew lowered the mast.", "Drift was limited."),
        ("The maker advertises the gasket as airtight.", "The gasket is airtight."),
        ("Because the fan stopped, the seedlings wilted.", "The fan stopped because the seedlings wilted."),
        ("Every survey but one found otters.", "Every survey found otters."),
        ("Loam held water, sand drained fast, and peat burned.", "Loam drained fast."),
    ],
)
def test_what_was_meant_tried_or_said_of_another_is_no_finding(evidence: str, claim: str) -> None:
    assert verdict(evidence, evidence) == "entailed"
    assert verdict(claim, evidence) != "entailed"
