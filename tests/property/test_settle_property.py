"""Settling is a function of the set of builds: no order, and no history of earlier settlings, shows in its rows."""

from claimledger.kb.settle.facts import AssertionFact, BuildFacts, ClaimFact, ReferenceFact
from claimledger.kb.settle.settle import settle
from hypothesis import given, settings
from hypothesis import strategies as st

TITLES = (
    "Hearing beetles in logs", "Hearing beetles in logs: part II", "Yields of wheat", "",
    "Retraction to: Yields of wheat", "Supplementary material for: Hearing beetles in logs", "Supporting information",
)
FAMILIES = ("Brandt", "Novak", "Aubert")


@st.composite
def builds(draw: st.DrawFn) -> list[BuildFacts]:
    number = draw(st.integers(1, 7))
    return [draw(one_build(f"{at:02d}")) for at in range(number)]


@st.composite
def one_build(draw: st.DrawFn, blob: str) -> BuildFacts:
    fields = {
        "title": draw(st.sampled_from(TITLES)),
        "year": draw(st.sampled_from(("2018", "2019", "2022", ""))),
        "doi": draw(st.sampled_from(("10.5555/a", "10.5555/b", "10.48550/arxiv.1801.00001", ""))),
        "arxiv": draw(st.sampled_from(("1801.00001", ""))),
        "openalex": draw(st.sampled_from(("W1", "W2", ""))),
        draw(st.sampled_from(("supplement-of", "retraction-of", "keyword", "keyword"))): "10.5555/a",
    }
    claim = ClaimFact(
        f"claim-{blob}", "comparison", own=draw(st.booleans()), preliminary=False,
        missing=draw(st.sampled_from(((), ("n",)))), direction=draw(st.sampled_from(("higher", "lower", None))),
        a_key="x", b_key=draw(st.sampled_from(("y", "a"))), metric_key="f1",
        dataset=draw(st.sampled_from(("d", "e", ""))),
    )
    reference = ReferenceFact(
        f"ref-{blob}", draw(st.sampled_from(TITLES)) or None, (draw(st.sampled_from(FAMILIES)),), 2019,
        draw(st.sampled_from(("10.5555/a", None))), None, None, draw(st.sampled_from(("W1", None))),
    )
    return BuildFacts(
        f"build-{blob}", blob, draw(st.sampled_from(("pdf", "csl", "openalex"))), 10, draw(st.sampled_from((0, 8))), 0,
        tuple(AssertionFact(f"{blob}:{name}", name, value, "page") for name, value in fields.items() if value),
        ((draw(st.sampled_from(FAMILIES)), "A"),), (reference,), (claim,), (f"asset-{blob}",),
    )


@settings(max_examples=150, deadline=None)
@given(builds(), st.randoms(use_true_random=False))
def test_the_order_of_sources_does_not_show(facts: list[BuildFacts], random: object) -> None:
    shuffled = list(facts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert settle(shuffled).rows == settle(facts).rows


@settings(max_examples=100, deadline=None)
@given(builds())
def test_every_build_is_in_one_work_and_every_work_has_one_active_build(facts: list[BuildFacts]) -> None:
    rows = settle(facts).rows
    parts = [body for (table, _), body in rows.items() if table == "work_builds"]
    makers = {build.build for build in facts if build.source_kind != "openalex"}
    named = [str(part["build"]) for part in parts]
    assert makers <= set(named) <= {build.build for build in facts} and len(set(named)) == len(named)
    assert {str(part["build"]) for part in parts if part["active"]} <= makers
    parts = [part for part in parts if part["part"] == "main"]
    works = {name for table, name in rows if table == "works"}
    assert sorted(str(part["work"]) for part in parts if part["active"]) == sorted(works)


@settings(max_examples=150, deadline=None)
@given(builds())
def test_records_of_a_service_change_no_work_s_id_and_no_near_duplicate(facts: list[BuildFacts]) -> None:
    def named(table: str, builds: list[BuildFacts]) -> set[str]:
        return {name for kind, name in settle(builds).rows if kind == table}

    makers = [build for build in facts if build.source_kind != "openalex"]
    for table in ("works", "near_duplicates", "support", "packets"):
        assert named(table, facts) == named(table, makers)


@settings(max_examples=100, deadline=None)
@given(builds())
def test_support_is_symmetric(facts: list[BuildFacts]) -> None:
    pairs = {
        (body["claim"], body["other"], body["agrees"])
        for (table, _), body in settle(facts).rows.items() if table == "support"
    }
    assert pairs == {(other, claim, agrees) for claim, other, agrees in pairs}
