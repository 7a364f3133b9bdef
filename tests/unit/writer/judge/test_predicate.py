"""What a claim says of what needs a licence of its own, however much else of it is licensed."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge


def verdict(claim: str, evidence: str) -> str:
    return RulesJudge().judge(claim, Evidence(passages=(evidence,))).verdict


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "Owls avoided the lit margins of the reserve during the breeding season.",
            "We tracked owls and foxes. Foxes avoided the lit margins of the reserve during the breeding season.",
        ),
        (
            "Monks copied the chronicle of the northern abbey between 1320 and 1335 on vellum.",
            "Monks burned the chronicle of the northern abbey between 1320 and 1335 on vellum. It was never copied.",
        ),
        ("Lyon hosts the festival.", "Marie Duval, the mayor of Lyon, hosts the festival."),
        ("The capital flooded in May.", "The Arno, the river of the capital, flooded in May."),
    ],
)
def test_a_verb_or_a_subject_that_only_the_context_has_is_refused(claim: str, evidence: str) -> None:
    assert verdict(claim, evidence) != "entailed"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Owls avoided the lit margins.", "We tracked owls for two years. They avoided the lit margins."),
        ("Oxidation of methane is accelerated by the catalyst.", "The catalyst accelerates the oxidation of methane."),
        ("The Arno flooded in May.", "The Arno, the river of the capital, flooded in May."),
        ("The wax melted.", "The heat melted the wax."),
    ],
)
def test_a_pronoun_another_voice_and_an_apposition_keep_their_licence(claim: str, evidence: str) -> None:
    assert verdict(claim, evidence) == "entailed"


def test_what_only_the_denied_half_says_of_two_is_turned_round() -> None:
    evidence = "List 3 included everyone from list 2, but list 2 did not include everyone from list 3."
    assert verdict("List 3 included everyone from list 2.", evidence) == "entailed"
    assert verdict("List 2 included everyone from list 3.", evidence) == "contradicted"
