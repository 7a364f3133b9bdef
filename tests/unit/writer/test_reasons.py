import pytest
from claimledger.evidence.texts import SourceSentence, SourceTable
from claimledger.writer.combine import Combined
from claimledger.writer.disposition import Decision
from claimledger.writer.findings import entailment_verdict
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge
from claimledger.writer.reasons import found_in, named_part, reason_of, task_of, told_by
from claimledger.writer.support import Support
from claimledger.writer.validators.verdict import PASS

BACKLOG = Decision("backlog", "not-licensed")


def support(claim: str, passage: str, entailment: str = "unlicensed") -> Support:
    judged = RulesJudge().judge(claim, Evidence(passages=(passage,)))
    sentence = SourceSentence("s", 0, passage, "Results", "results", 7, 0)
    return Support("w", "b", entailment, judged, 0.5, (sentence,), clause=claim)


@pytest.mark.parametrize(
    ("claim", "passage", "part"),
    [
        ("Frost fell by 7% on copper.", "Frost fell by 4% on copper.", "“7%” is not a number that it gives for this"),
        ("Shiny frost fell on copper.", "Frost fell on copper.", "“Shiny”"),
        ("Frost rose on copper.", "Frost fell on copper.", "it goes the other way there"),
    ],
)
def test_what_could_not_be_licensed_is_named(claim, passage, part):
    assert part in named_part(support(claim, passage))


def test_the_task_quotes_the_passage_with_its_page():
    one = support("Shiny frost fell on copper.", "Frost fell on copper.")
    task = task_of(BACKLOG, {}, Combined("unlicensed", {"wu2018": one}, one))
    assert task is not None and task.startswith("compare with wu2018: “Frost fell on copper.” (page 7).")


def test_with_several_works_the_task_names_the_part_that_is_open():
    open_part = support("Shiny frost fell on copper.", "Frost fell on copper.")
    borne = support("Dew rose.", "Dew rose.", "entailed")
    task = task_of(BACKLOG, {}, Combined("unlicensed", {"wu2018": open_part, "lee2019": borne}, open_part))
    assert task is not None and "wu2018 (for “Shiny frost fell on copper.”)" in task


def test_a_contradiction_and_an_unsupported_sentence_quote_what_is_there():
    assert told_by(support("Frost rose on copper.", "Frost fell on copper.", "contradicted")).startswith(
        "it says otherwise"
    )
    assert "what comes nearest is “Frost fell on copper.” (page 7)" in told_by(
        support("Whales sing.", "Frost fell on copper.", "not_entailed")
    )


def test_an_accepted_sentence_names_work_and_page():
    one = support("Frost fell.", "Frost fell.", "entailed")
    assert reason_of(Decision("accept", "supported"), {}, Combined("entailed", {"wu2018": one}, one)) == (
        "wu2018 says this on page 7"
    )


def test_a_table_is_named_by_label_and_page_and_a_long_passage_is_cut_at_a_word():
    table = SourceTable("t", "Table 2", "Frost by metal.", 4, 1, (("metal", "frost"),))
    judged = support("Frost fell.", "Frost fell.").judgement
    assert found_in(Support("w", "b", "unlicensed", judged, 0.5, tables=(table,))) == "Table 2 Frost by metal. (page 4)"
    long = found_in(support("Frost fell.", "Frost fell on copper " * 30))
    assert long.endswith(" …” (page 7)") and len(long) < 290


def test_a_refused_sentence_is_told_the_passage_too_because_it_has_no_task():
    one = support("Shiny frost fell on copper.", "Frost fell on copper.", "partial")
    combined = Combined("partial", {"wu2018": one}, one)
    names = ("citation", "provenance", "figure", "novelty", "hedging", "numbers")
    verdicts = {**dict.fromkeys(names, PASS), "entailment": entailment_verdict(combined)}
    assert reason_of(Decision("reject", "no-rewrite"), verdicts, combined).endswith("“Frost fell on copper.” (page 7)")
    assert "Frost fell" not in reason_of(BACKLOG, verdicts, combined)
