"""No claim that drops, opens or turns what narrows a finding may be accepted, whatever stands in the sentence."""

from __future__ import annotations

from itertools import product

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

JUDGE = RulesJudge()
POPULATIONS = [
    ("male rats", "rats"), ("adults over 65", "adults"), ("children under five", "children"),
    ("nurses working night shifts", "nurses"), ("patients with mild asthma", "patients"),
    ("pregnant women", "women"), ("first-year students", "students"), ("mice fed a high-fat diet", "mice"),
    ("urban foxes", "foxes"), ("zebrafish embryos", "embryos"),
]  # fmt: skip
FINDINGS = ["the supplement raised ferritin", "grip strength declined", "the drug shortened sleep"]
PERIODS = [
    ("over the first 12 weeks", ["", "in the long run"]), ("between 1990 and 2005", ["", "since 1990", "until 2005"]),
    ("from 2001 to 2010", ["", "since 2001"]), ("within 30 days of surgery", ["after surgery", ""]),
    ("until 2012", ["", "after 2012"]), ("during the first two years", ["", "during the study"]),
]  # fmt: skip
SETTINGS = [
    ("at a pH of 6.5", ["across the pH range", "at any pH", ""]),
    ("with a batch size of 64", ["across batch sizes", ""]),
    ("at 300 K", ["at all temperatures", "across the temperature range", ""]),
    ("under a load of 5 kN", ["under all loads", "under load", ""]),
]  # fmt: skip
PARTS = ["Most of the 46 interviewed", "Many of the", "Some of the", "Several of the", "Most", "A majority of the"]
NOUNS = ["teachers", "managers", "clinics", "beetles"]
COMPARED = [
    ("Women", "men", "scored higher", "scored lower"), ("Oaks", "pines", "were taller", "were shorter"),
    ("Boys", "girls", "ran faster", "ran slower"), ("Bees", "wasps", "were more active", "were less active"),
    ("Rural schools", "urban schools", "spent less", "spent more"),
]  # fmt: skip
TRAILS = ["", " on the recall task", " in the plot", " at the end of the season", " after the second dose",
          " during winter", " across the valley", " by a wide margin", " in 2017", " under low light"]  # fmt: skip
UNITS = ["one hospital", "a single hospital"]
MANY = ["several hospitals", "multiple hospitals", "many hospitals", "numerous hospitals", "various hospitals"]


def accepted(claim: str, evidence: str) -> bool:
    return JUDGE.judge(claim, Evidence((evidence,))).verdict == "entailed"


def sentence(text: str) -> str:
    plain = " ".join(text.split())
    return plain[0].upper() + plain[1:] + "."


@pytest.mark.parametrize(("population", "head"), POPULATIONS)
def test_a_population_without_its_modifier_is_never_accepted(population: str, head: str) -> None:
    for finding, cue in product(FINDINGS, ("in", "among")):
        for evidence in (f"{cue} {population}, {finding}", f"{finding} {cue} {population}"):
            assert not accepted(sentence(f"{finding} {cue} {head}"), sentence(evidence)), evidence
            assert accepted(sentence(f"{finding} {cue} {population}"), sentence(evidence)), evidence


@pytest.mark.parametrize(("circumstance", "mutants"), [*PERIODS, *SETTINGS])
def test_a_period_or_setting_that_is_dropped_or_opened_is_never_accepted(circumstance: str, mutants: list[str]) -> None:
    for finding, mutant in product(FINDINGS, mutants):
        for evidence in (f"{circumstance}, {finding}", f"{finding} {circumstance}"):
            assert not accepted(sentence(f"{finding} {mutant}"), sentence(evidence)), (evidence, mutant)


@pytest.mark.parametrize(("part", "noun"), list(product(PARTS, NOUNS)))
def test_a_part_of_a_sample_is_never_all_of_it(part: str, noun: str) -> None:
    evidence = f"{part} {noun} preferred shaded rooms."
    assert not accepted(f"{noun.capitalize()} prefer shaded rooms.", evidence)
    assert not accepted(f"All {noun} prefer shaded rooms.", evidence)


@pytest.mark.parametrize(("left", "right", "more", "less"), COMPARED)
def test_a_comparison_is_never_reversed_whatever_follows_it(left: str, right: str, more: str, less: str) -> None:
    for trail in TRAILS:
        evidence = f"{left} {more} than {right}{trail}."
        other = right.capitalize()
        assert accepted(evidence, evidence)
        assert not accepted(f"{other} {more} than {left.lower()}{trail}.", evidence), evidence
        assert not accepted(f"{left} {less} than {right}{trail}.", evidence), evidence


@pytest.mark.parametrize(("one", "many"), list(product(UNITS, MANY)))
def test_one_is_never_several_and_several_never_one(one: str, many: str) -> None:
    assert not accepted(f"The trial was conducted at {many}.", f"The trial was conducted at {one}.")
    assert not accepted(f"The trial was conducted at {one}.", f"The trial was conducted at {many}.")
