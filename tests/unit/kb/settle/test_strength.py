from dataclasses import replace

from claimledger.kb.settle.facts import AssertionFact, BuildFacts, ClaimFact
from claimledger.kb.settle.settle import settle

FULL = ClaimFact(
    id="claim-1", kind="comparison", own=True, preliminary=False, missing=(), direction="higher", a_key="barknet",
    b_key="logforest", metric_key="f1", dataset="harz 24",
)


def paper(blob: str, family: str, *claims: ClaimFact, title: str | None = None) -> BuildFacts:
    fields = {"title": title or f"Paper {blob}", "year": "2020", "doi": f"10.5555/{blob}"}
    assertions = tuple(AssertionFact(f"{blob}:{name}", name, value, "page") for name, value in fields.items())
    return BuildFacts(f"build-{blob}", blob, "pdf", 10, 8, 0, assertions, ((family, "A"),), claims=claims)


def strengths(*papers: BuildFacts) -> dict[str, object]:
    rows = settle(papers).rows
    return {str(body["claim"]): body["strength"] for (table, _), body in rows.items() if table == "packets"}


def one(claim: ClaimFact, **paper_options: str) -> object:
    return strengths(paper("a", "Brandt", claim, title=paper_options.get("title")))["claim-1"]


def test_a_plan_or_hypothesis_is_unverified() -> None:
    assert one(replace(FULL, kind="hypothesis")) == one(replace(FULL, kind="future-work")) == "unverified"


def test_anything_in_a_retracted_work_is_unverified() -> None:
    assert one(FULL, title="Retracted: a paper") == "unverified"


def test_what_others_found_and_background_are_indirect() -> None:
    assert one(replace(FULL, own=False)) == one(replace(FULL, kind="background")) == "indirect"


def test_an_own_result_without_a_slot_or_called_preliminary_is_pilot() -> None:
    assert one(replace(FULL, missing=("n",))) == one(replace(FULL, preliminary=True)) == "pilot"


def test_an_own_result_with_all_slots_is_protocol_valid() -> None:
    assert one(FULL) == "protocol-valid"


def test_author_disjoint_works_with_other_data_that_agree_are_replicated() -> None:
    turned = replace(FULL, id="claim-2", a_key="logforest", b_key="barknet", direction="lower", dataset="vosges 18")
    found = strengths(paper("a", "Brandt", FULL), paper("b", "Aubert", turned))
    assert found == {"claim-1": "replicated", "claim-2": "replicated"}


def test_shared_authors_or_shared_data_replicate_nothing() -> None:
    other = replace(FULL, id="claim-2", dataset="vosges 18")
    assert set(strengths(paper("a", "Brandt", FULL), paper("b", "Brandt", other)).values()) == {"protocol-valid"}
    same = replace(FULL, id="claim-2")
    assert set(strengths(paper("a", "Brandt", FULL), paper("b", "Aubert", same)).values()) == {"protocol-valid"}


def test_opposite_results_on_one_comparison_are_contradictory() -> None:
    opposite = replace(FULL, id="claim-2", direction="lower")
    found = strengths(paper("a", "Brandt", FULL), paper("b", "Aubert", opposite))
    assert found == {"claim-1": "contradictory", "claim-2": "contradictory"}


def test_opposite_results_on_different_datasets_are_no_contradiction() -> None:
    elsewhere = replace(FULL, id="claim-2", direction="lower", dataset="vosges 18")
    found = strengths(paper("a", "Brandt", FULL), paper("b", "Aubert", elsewhere))
    assert set(found.values()) == {"protocol-valid"}


