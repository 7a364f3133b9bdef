from claimledger.writer.judge.port import Evidence, Table
from claimledger.writer.judge.rules import RulesJudge
from hypothesis import given
from hypothesis import strategies as st

JUDGE = RulesJudge()
VERDICTS = {"entailed", "partial", "not_entailed", "contradicted"}


def test_without_evidence_nothing_is_entailed() -> None:
    judgement = JUDGE.judge("Yield fell by 3%.", Evidence())
    assert (judgement.verdict, judgement.codes) == ("not_entailed", ("no-evidence",))


def test_an_empty_claim_is_not_entailed() -> None:
    assert JUDGE.judge("  ", Evidence(("Yield fell by 3%.",))).verdict == "not_entailed"


def test_numbers_of_one_sentence_and_the_subject_of_another_license_nothing_together() -> None:
    evidence = Evidence(("Catalyst A was stable for a month. Catalyst B converted 93% of the toluene.",))
    assert JUDGE.judge("Catalyst A converted 93% of the toluene.", evidence).verdict != "entailed"


def test_how_many_were_studied_may_stand_in_another_sentence() -> None:
    evidence = Evidence(("We followed 40 rivers. Nitrate fell by 12% in the rivers after the ban.",))
    assert JUDGE.judge("In 40 rivers, nitrate fell by 12% after the ban.", evidence).verdict == "entailed"


def test_the_sentence_that_decides_is_named_by_its_offsets() -> None:
    passage = "Catalyst A was stable. Catalyst B converted 93% of the toluene."
    judgement = JUDGE.judge("Catalyst B converted 93% of the toluene.", Evidence((passage,)))
    ((number, start, end),) = judgement.evidence_spans
    assert (number, passage[start:end]) == (0, "Catalyst B converted 93% of the toluene.")


def test_a_derived_number_keeps_its_formula() -> None:
    judgement = JUDGE.judge("Nitrate fell by 3 mg/L.", Evidence(("Nitrate fell from 12 mg/L to 9 mg/L.",)))
    assert judgement.verdict == "entailed"
    assert judgement.formula and "12" in judgement.formula and "9" in judgement.formula


def test_citation_markers_and_reporting_frames_are_no_part_of_the_claim() -> None:
    evidence = Evidence(("Nitrate fell by 12% after the ban.",))
    for claim in ("Nitrate fell by 12% after the ban [14].",
                  "Ito et al. (2019) found that nitrate fell by 12% after the ban.",
                  "Previous studies have shown that nitrate fell by 12% after the ban [@ito2019]."):  # fmt: skip
        assert JUDGE.judge(claim, evidence).verdict == "entailed", claim


@given(st.text(max_size=120), st.text(max_size=200))
def test_any_text_gets_a_verdict(claim: str, evidence: str) -> None:
    assert JUDGE.judge(claim, Evidence((evidence,))).verdict in VERDICTS


@given(st.text(max_size=60), st.lists(st.lists(st.text(max_size=8), max_size=3), max_size=3))
def test_any_table_gets_a_verdict(claim: str, rows: list[list[str]]) -> None:
    table = Table("", (), tuple(tuple(row) for row in rows))
    assert JUDGE.judge(claim, Evidence(tables=(table,))).verdict in VERDICTS
