"""Which work bears which part: a stand-in for the judge answers from a table, because only the bookkeeping is asked."""

from claimledger.writer.attribution import statement_of
from claimledger.writer.combine import cited_parts, combine, combine_parts
from claimledger.writer.judge.port import Judgement
from claimledger.writer.manuscript import read_manuscript
from claimledger.writer.support import Support

SAYS = {
    "wu": ("Frost fell by 4%.", "The copper pump stayed dry."),
    "lee": ("Dew rose by 2%.", "The zinc pump stayed dry.", "In winter, dew rose by 2%."),
}


def ask(text: str, key: str) -> Support:
    verdict = "entailed" if text in SAYS[key] else "not_entailed"
    return Support(key, f"build-{key}", verdict, Judgement(verdict, (), ""), 0.0, clause=text)


def held(text: str):
    (sentence,) = read_manuscript(text).sentences
    keys = [citation.key for citation in sentence.citations]
    parts = cited_parts(sentence.plain, sentence.citations)
    return combine_parts(parts, keys, ask) if parts else combine(sentence.plain, keys, ask)


def test_each_of_two_works_may_bear_its_half_in_any_order():
    assert held("Frost fell by 4%, and dew rose by 2% [@wu; @lee].").entailment == "entailed"
    assert held("Dew rose by 2%; frost fell by 4% [@wu; @lee].").entailment == "entailed"


def test_a_part_that_no_work_bears_keeps_the_sentence_from_standing():
    assert held("Frost fell by 4%, and ice grew by 2% [@wu; @lee].").entailment == "not_entailed"


def test_a_work_that_bears_no_part_keeps_the_sentence_from_standing():
    combined = combine("Frost fell by 4%, and the copper pump stayed dry.", ["wu", "lee"], ask)
    assert combined.entailment == "not_entailed"
    assert combined.supports["lee"].entailment == "not_entailed"


def test_citations_inside_the_sentence_bind_each_work_to_its_part():
    assert held("Frost fell by 4% [@wu], and dew rose by 2% [@lee].").entailment == "entailed"
    assert held("Frost fell by 4% [@lee], and dew rose by 2% [@wu].").entailment == "not_entailed"


def test_named_authors_bind_each_work_to_its_part():
    assert held("@wu found that frost fell by 4%, whereas @lee found that dew rose by 2%.").entailment == "entailed"
    assert held("@lee found that frost fell by 4%, whereas @wu found that dew rose by 2%.").entailment == "not_entailed"


def test_two_subjects_of_one_verb_may_stand_in_two_works():
    assert held("The copper pump and the zinc pump stayed dry [@wu; @lee].").entailment == "entailed"
    assert held("The copper pump and the tin pump stayed dry [@wu; @lee].").entailment == "not_entailed"


def test_a_part_without_a_citation_of_its_own_leaves_the_sentence_whole():
    (sentence,) = read_manuscript("Frost fell by 4% [@wu; @lee], and dew rose by 2%.").sentences
    assert cited_parts(sentence.plain, sentence.citations) == []


def test_an_attribution_to_the_authors_is_taken_off_like_a_name():
    assert statement_of("Its authors found that frost fell.") == "Frost fell."
    assert statement_of("The authors suspect that frost fell.") == "The authors suspect that frost fell."
