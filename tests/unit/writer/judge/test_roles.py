"""Who does what to whom: verbs of no list, passives, nouns of verbs, prepositions and temporal order."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.reading import read
from claimledger.writer.judge.rules import RulesJudge
from claimledger.writer.judge.sequence import order_turned
from claimledger.writer.judge.verbs import verbs

#: past and participle of verbs that no list of the judge holds
VERBS = [
    "imitated", "pollinated", "grazed", "audited", "funded", "tutored", "parasitised", "quarantined", "subsidised",
    "shaded", "irrigated", "hydrolysed", "nominated", "mentored", "colonised", "scavenged", "rotated", "insulated",
    "corroded", "lubricated", "coached", "licensed", "patrolled", "buffered", "chelated", "diluted", "ventilated",
    "monitored", "interviewed", "emulated",
]  # fmt: skip


def verdict(claim: str, evidence: str) -> str:
    return RulesJudge().judge(claim, Evidence((evidence,))).verdict


@pytest.mark.parametrize("verb", VERBS)
def test_exchanged_sides_are_not_accepted_whatever_the_verb(verb: str) -> None:
    evidence = f"The northern colony {verb} the southern colony in 2019."
    assert verdict(f"The northern colony {verb} the southern colony in 2019.", evidence) == "entailed"
    assert verdict(f"The southern colony was {verb} by the northern colony in 2019.", evidence) == "entailed"
    assert verdict(f"The southern colony {verb} the northern colony in 2019.", evidence) != "entailed"
    assert verdict(f"The northern colony was {verb} by the southern colony in 2019.", evidence) != "entailed"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The ferry carried the mail from Oban to Mull.", "The ferry carried the mail from Mull to Oban."),
        ("The press turns pulp into board.", "The press turns board into pulp."),
        ("Charge was moved from the ring to the tail.", "Charge was moved from the tail to the ring."),
        ("Speed was bartered for range.", "Range was bartered for speed."),
        ("Drug A displaced drug B from the pocket.", "Drug B displaced drug A from the pocket."),
    ],
)
def test_exchanged_complements_are_not_accepted(evidence: str, claim: str) -> None:
    assert verdict(evidence, evidence) == "entailed"
    assert verdict(claim, evidence) != "entailed"


def test_only_a_relation_that_cannot_hold_both_ways_is_called_contradicted() -> None:
    assert verdict("Reeds displaced sedges.", "Sedges displaced reeds.") == "contradicted"
    assert verdict("Reeds sheltered sedges.", "Sedges sheltered reeds.") == "not_entailed"


def test_a_noun_of_the_verb_tells_the_sides_too() -> None:
    evidence = "Displacement of reeds by sedges was rapid in the fen."
    assert verdict("In the fen, sedges displaced reeds.", evidence) != "contradicted"
    assert verdict("In the fen, reeds displaced sedges.", evidence) != "entailed"


def test_verbs_are_told_from_attributes_and_nouns() -> None:
    found = [verb.word.text for verb in verbs(read("The treated mice ate more while the control mice slept longer."))]
    assert found == ["ate", "slept"]
    assert [verb.passive for verb in verbs(read("Lactate is converted into pyruvate by the enzyme."))] == [True]


@pytest.mark.parametrize(
    ("claim", "turned"),
    [
        ("The swarm ended before the eruption began.", False),
        ("The eruption began after the swarm ended.", False),
        ("After the swarm ended, the eruption began.", False),
        ("The eruption began before the swarm ended.", True),
        ("The swarm ended after the eruption began.", True),
        ("After the eruption began, the swarm ended.", True),
    ],
)
def test_temporal_order_is_compared_through_before_and_after(claim: str, turned: bool) -> None:
    assert order_turned(read(claim), read("The swarm ended before the eruption began.")) is turned
