"""The decision table over all combinations that hypothesis can think of."""

from dataclasses import replace
from typing import get_args

from claimledger.writer.claim_kind import Kind
from claimledger.writer.disposition import Entailment, Findings, Status, Strength, decide
from hypothesis import given, settings
from hypothesis import strategies as st

RANK = {"reject": 0, "backlog": 1, "downgrade": 2, "accept": 3}
VALIDATORS = ("provenance", "citation", "entailment", "figure", "hedging", "numbers", "novelty")

findings = st.builds(
    Findings,
    kind=st.sampled_from([kind for kind in get_args(Kind) if kind != "none"]),
    citations=st.lists(st.sampled_from(get_args(Status)), max_size=3).map(tuple),
    entailment=st.none() | st.sampled_from(get_args(Entailment)),
    strength=st.none() | st.sampled_from(get_args(Strength)),
    levels=st.dictionaries(st.sampled_from(VALIDATORS), st.sampled_from(["pass", "warn", "block"])),
    secondary=st.booleans(),
    one_sided=st.booleans(),
    rewrite_passes=st.booleans(),
)


def rank(case: Findings) -> int:
    return RANK[decide(case).disposition]


@settings(max_examples=1000, deadline=None)
@given(findings, st.sampled_from(VALIDATORS))
def test_a_block_never_raises_a_disposition(case, validator):
    assert rank(replace(case, levels={**case.levels, validator: "block"})) <= rank(case)


@settings(max_examples=1000, deadline=None)
@given(findings, st.sampled_from(VALIDATORS))
def test_a_warning_never_raises_a_disposition(case, validator):
    passed = replace(case, levels={**case.levels, validator: "pass"})
    assert rank(replace(case, levels={**case.levels, validator: "warn"})) <= rank(passed)


@settings(max_examples=1000, deadline=None)
@given(findings, st.sampled_from([status for status in get_args(Status) if status != "verified"]))
def test_a_citation_that_is_not_verified_is_never_accepted(case, status):
    assert decide(replace(case, kind="report", citations=(*case.citations, status))).disposition != "accept"


@settings(max_examples=1000, deadline=None)
@given(findings)
def test_what_is_accepted_is_entailed_and_unblocked(case):
    if decide(case).disposition == "accept":
        assert case.entailment == "entailed" and "block" not in case.levels.values()
        assert case.levels["provenance"] in ("pass", "warn")
        assert case.kind != "report" or set(case.citations) == {"verified"}


@settings(max_examples=1000, deadline=None)
@given(findings)
def test_a_downgrade_has_a_rewrite_that_passes(case):
    if decide(case).disposition == "downgrade":
        assert case.rewrite_passes


@settings(max_examples=1000, deadline=None)
@given(findings)
def test_no_claim_gets_no_disposition_whatever_was_found(case):
    assert decide(replace(case, kind="none")).disposition == "none"


@settings(max_examples=1000, deadline=None)
@given(findings)
def test_a_doubt_in_entailment_never_raises(case):
    case = replace(
        case, levels={name: level for name, level in case.levels.items() if name not in ("citation", "entailment")}
    )
    order = ["entailed", "partial", "unlicensed", "not_entailed", "contradicted"]
    ranks = [rank(replace(case, entailment=verdict)) for verdict in order]
    assert ranks[0] == max(ranks) and ranks[-1] == min(ranks)
