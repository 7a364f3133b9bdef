"""Parallel parts of a sentence, and claims that mix them."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.parallel import units
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.reading import read
from claimledger.writer.judge.rules import RulesJudge


def verdict(claim: str, evidence: str) -> str:
    return RulesJudge().judge(claim, Evidence((evidence,))).verdict


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Turbidity rose with discharge and fell with depth.",
         ["Turbidity rose with discharge", "Turbidity fell with depth"]),
        ("The samples were dried and weighed at 20 °C.",
         ["The samples were dried", "The samples were weighed at 20 °C"]),
        ("Salt A was dissolved by water, and salt B by acetone.",
         ["Salt A was dissolved by water", "salt B was dissolved by acetone"]),
        ("Tolerance to heat was seen in 40% of clones, to frost in 9% and to drought in none.",
         ["Tolerance to heat was seen in 40% of clones", "Tolerance to frost was seen in 9% of clones",
          "Tolerance to drought was seen in none of clones"]),
        ("Roots were longer than shoots in sand and shorter in clay.",
         ["Roots were longer than shoots in sand", "Roots were shorter in clay"]),
        ("Unlike the southern herd, the northern herd grew.", ["the northern herd grew"]),
        ("In 2019, prices rose and wages fell.", ["In 2019, prices rose", "In 2019, wages fell"]),
        ("The drug raised sodium levels and lowered calcium levels in rats.",
         ["The drug raised sodium levels in rats", "The drug lowered calcium levels in rats"]),
    ],
)  # fmt: skip
def test_each_part_is_written_out_with_what_it_shares(sentence: str, parts: list[str]) -> None:
    assert units(read(sentence)) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Pike and perch were common in lakes and rivers.",
        "The lichen was found on oaks and beeches in Wales.",
        "Zinc but not copper was toxic.",
        "When the valve was shut, pressure rose.",
    ],
)
def test_a_list_is_not_taken_apart(sentence: str) -> None:
    assert units(read(sentence)) == []


#: evidence, claims that it bears out, claims that mix its parts
MIXED = [
    ("Turbidity rose with discharge and fell with depth.",
     ["Turbidity rose with discharge.", "Turbidity fell with depth."],
     ["Turbidity rose with depth.", "Turbidity fell with discharge."]),
    ("Salt A was dissolved by water, and salt B by acetone.",
     ["Salt B was dissolved by acetone.", "Acetone dissolved salt B."],
     ["Salt A was dissolved by acetone.", "Salt B was dissolved by water."]),
    ("Fear rose among the recruits but fell among the veterans.",
     ["Fear rose among the recruits.", "Fear fell among the veterans."],
     ["Fear rose among the veterans.", "Fear fell among the recruits."]),
    ("Tolerance to heat was seen in 40% of clones, to frost in 9% and to drought in none.",
     ["Tolerance to frost was seen in 9% of clones."],
     ["Tolerance to frost was seen in 40% of clones.", "Tolerance to drought was seen in 9% of clones."]),
    ("Unlike the southern herd, the northern herd showed a clear decline.",
     ["The northern herd showed a clear decline."],
     ["The southern herd showed a clear decline.",
      "The southern herd, unlike the northern herd, showed a clear decline."]),
    ("The first plot received lime and the second plot received gypsum.",
     ["The second plot received gypsum."],
     ["The first plot received gypsum.", "The second plot received lime."]),
    ("Flowering began before the frost in plot A and after the frost in plot B.",
     ["Flowering began after the frost in plot B."],
     ["Flowering began before the frost in plot B.", "Flowering began after the frost in plot A."]),
    ("Roots were longer than shoots in sand and shorter in clay.",
     ["Roots were longer than shoots in sand."],
     ["Roots were longer than shoots in clay."]),
    ("Pruning helped on the young vines, whereas it hurt on the old ones.",
     ["Pruning hurt on the old vines."],
     ["Pruning hurt on the young vines.", "Pruning helped on the old vines."]),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "claim"), [(e, c) for e, sound, _ in MIXED for c in sound])
def test_a_claim_on_one_part_is_accepted(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) == "entailed"


@pytest.mark.parametrize(("evidence", "claim"), [(e, c) for e, _, mixed in MIXED for c in mixed])
def test_a_claim_that_mixes_two_parts_is_not_accepted(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) != "entailed"


def test_a_coordinated_claim_stands_where_each_of_its_parts_does() -> None:
    evidence = "Turbidity rose with discharge and fell with depth."
    assert verdict("Turbidity fell with depth and rose with discharge.", evidence) == "entailed"
    assert verdict("Turbidity fell with discharge and rose with depth.", evidence) != "entailed"
