import pytest
from claimledger.writer.disposition import Findings, decide

SOUND = {"provenance": "pass", "citation": "pass", "entailment": "pass", "figure": "pass", "hedging": "pass"}


def report(**changes):
    return Findings(
        **{"kind": "report", "citations": ("verified",), "entailment": "entailed", "levels": SOUND, **changes}
    )


def test_a_report_that_its_passage_entails_is_accepted():
    assert decide(report()).disposition == "accept"
    assert decide(report(strength="pilot")).disposition == "accept"


@pytest.mark.parametrize("status", ["absent", "contradicted", "retracted", "misattributed"])
def test_a_citation_that_cannot_carry_the_sentence_rejects_it(status):
    assert decide(report(citations=("verified", status))) == decide(report(citations=(status,)))
    assert decide(report(citations=(status,))).disposition == "reject"


def test_a_secondary_citation_waits_for_the_original():
    assert (decide(report(citations=("misattributed",), secondary=True)).disposition) == "backlog"


@pytest.mark.parametrize("status", ["unknown", "metadata-mismatch"])
def test_what_can_be_cured_waits(status):
    assert decide(report(citations=(status,))).disposition == "backlog"


def test_partial_support_is_downgraded_with_a_rewrite_and_rejected_without():
    assert decide(report(entailment="partial", rewrite_passes=True)).disposition == "downgrade"
    assert decide(report(entailment="partial")).disposition == "reject"


def test_a_passage_that_was_found_and_not_licensed_waits_and_a_missing_one_rejects():
    assert decide(report(entailment="unlicensed")).disposition == "backlog"
    assert decide(report(entailment="not_entailed")).disposition == "reject"


def test_a_one_sided_report_is_downgraded_to_both_sides():
    assert decide(report(one_sided=True, rewrite_passes=True)).disposition == "downgrade"
    assert decide(report(one_sided=True)).disposition == "reject"


def test_own_findings_and_generalisations_need_strength():
    own = {"kind": "own-finding", "citations": ()}
    assert decide(report(**own)).code == "needs-experiment"
    assert decide(report(**own, strength="protocol-valid")).disposition == "accept"
    general = {"kind": "generalisation", "citations": ()}
    assert decide(report(**general, strength="protocol-valid")).code == "needs-replication"
    assert decide(report(**general, strength="replicated")).disposition == "accept"
    assert decide(report(**general, strength="contradictory")).disposition == "reject"


def test_nothing_is_accepted_where_nothing_was_found():
    assert decide(Findings(kind="report")).disposition == "backlog"
    assert decide(report(levels={})).disposition == "reject"


def test_what_could_not_stand_if_it_were_licensed_does_not_wait_for_a_licence() -> None:
    finding = Findings(kind="own-finding", entailment="unlicensed", strength="indirect", levels={"provenance": "pass"})
    assert decide(finding).disposition == "reject"
    waiting = Findings(
        kind="report", citations=("verified",), entailment="unlicensed", strength="indirect",
        levels={"provenance": "pass", "entailment": "block"},
    )
    assert decide(waiting).code == "not-licensed"
