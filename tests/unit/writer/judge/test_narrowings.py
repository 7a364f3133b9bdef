"""What narrows a finding stays with it: population, setting, period, share of a sample, and what we know of."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

MICE = "In ageing mice, the diet slowed the loss of hearing."
CARERS = "Among carers living alone, loneliness was common."
TODDLERS = "In toddlers under three, the ointment reduced itching."
BUFFER = "At a pH of 7.4, the dye kept 80% of its colour."
HERONS = "Between 1990 and 2005, the heron population declined."
OZONE = "From 2001 to 2010, ozone levels fell."
FEVER = "Within 10 days of the transplant, fever was rare."
TRAINING = "Over the first 12 weeks, attendance at the gym doubled."
PILOTS = "Most of the 46 interviewed pilots preferred paper charts."
FIRST = "To our knowledge, this is the first measurement of the drag on the float."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (MICE, "The diet slowed the loss of hearing in mice."),
        ("The diet slowed the loss of hearing in ageing mice.", "The diet slowed the loss of hearing in mice."),
        (CARERS, "Loneliness was common among carers."),
        ("Loneliness was common among carers living alone.", "Loneliness was common among carers."),
        (TODDLERS, "The ointment reduced itching in toddlers."),
        ("Older women with hip fractures recovered more slowly.", "Women recovered more slowly."),
        ("Patients who completed the course had fewer relapses.", "Patients had fewer relapses."),
        (BUFFER, "The dye kept 80% of its colour across the pH range."),
        (BUFFER, "The dye kept 80% of its colour."),
        (HERONS, "The heron population has been declining since 1990."),
        ("The heron population declined between 1990 and 2005.", "The heron population declined."),
        (OZONE, "Ozone levels have fallen since 2001."),
        (OZONE, "Ozone levels are falling."),
        (FEVER, "Fever was rare after the transplant."),
        (TRAINING, "Attendance at the gym doubled."),
        (PILOTS, "Pilots prefer paper charts."),
        ("Many of the surveyed bakers preferred rye.", "Bakers prefer rye."),
        ("Most sampled beetles carried the fungus.", "Beetles carry the fungus."),
        ("The valve leaked in most of the 31 sampled cases.", "The valve leaked."),
        (FIRST, "This is the first measurement of the drag on the float."),
        ("To the best of our knowledge, no prior work has measured this rate.",
         "No prior work has measured this rate."),
    ],
)  # fmt: skip
def test_a_claim_that_leaves_out_what_narrows_the_finding_is_partial(evidence: str, claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((evidence,))).verdict == "partial"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (MICE, "The diet slowed the loss of hearing in ageing mice."),
        (CARERS, "Loneliness was common among carers living alone."),
        (TODDLERS, "The ointment reduced itching in toddlers under three."),
        (BUFFER, "The dye kept 80% of its colour at a pH of 7.4."),
        (HERONS, "The heron population declined between 1990 and 2005."),
        (FEVER, "Fever was rare within 10 days of the transplant."),
        (TRAINING, "Attendance at the gym doubled over the first 12 weeks."),
        (PILOTS, "The majority of the 46 interviewed pilots preferred paper charts."),
        (FIRST, "To our knowledge, this is the first measurement of the drag on the float."),
        ("Costs were 80 euros in 2010 and 60 euros in 2015.", "Costs in 2015 were 60 euros."),
        ("Mice were given 5 mg of the drug for 3 weeks.", "Mice were given 5 mg of the drug for 21 days."),
    ],
)
def test_a_claim_that_keeps_it_stands(evidence: str, claim: str) -> None:
    assert RulesJudge().judge(claim, Evidence((evidence,))).verdict == "entailed"
