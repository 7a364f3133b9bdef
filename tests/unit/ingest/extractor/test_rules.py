"""The rules extractor on short documents of hand-written sentences."""

from __future__ import annotations

from claimledger.ingest.extractor.rules import RulesExtractor
from claimledger.kb.events.build import Cited
from claimledger.kb.events.claims import Claim, missing_slots
from claimledger.kb.events.document import Document, Marker, ParserStamp, ReferenceEntry, Role, Section, Sentence

_PAPER: list[tuple[Role, str]] = [
    ("abstract", "Frost is hard to map."),
    ("abstract", "We present FrostNet."),
    ("abstract", "FrostNet reached a higher F1 than GlacierSVM on the Alpine-12 dataset."),
    ("introduction", "Meyer et al. [1] reported that GlacierSVM maps 80% of frost."),
    ("introduction", "Is that enough?"),
    ("methods", "We drilled 48 cores over 6 weeks."),
    ("results", "Our method did not outperform IceMap in F1 (p = 0.4)."),
    ("results", "In this pilot study, F1 was 0.87 ± 0.02."),
    ("results", "Table 1 lists the settings."),
    ("discussion", "Further studies are needed to confirm this."),
    ("references", "Meyer A. Maps of frost were drawn. 2010."),
]


def _document(paper: list[tuple[Role, str]], title: str = "Mapping frost") -> Document:
    roles = list(dict.fromkeys(role for role, _ in paper))
    return Document(
        parser=ParserStamp(name="hand", version="1"),
        title=title,
        sections=tuple(Section(level=1, role=role) for role in roles),
        sentences=tuple(Sentence(text=text, section=roles.index(role), paragraph=0) for role, text in paper),
    )


_CITED = Cited(
    references=(ReferenceEntry(raw="Meyer A. Maps of frost were drawn. 2010."),),
    markers=(Marker(sentence=3, start=13, end=16, references=(0,)),),
)


def _claims(title: str = "Mapping frost") -> dict[int, Claim]:
    extracted = RulesExtractor().extract(_document(_PAPER, title), _CITED)
    return {claim.sentence: claim for claim in extracted.claims}


def test_every_assertion_is_a_claim_and_nothing_else_is() -> None:
    kinds = {sentence: claim.claim_kind for sentence, claim in _claims().items()}
    assert kinds == {
        0: "background",
        2: "comparison",
        3: "background",
        5: "method",
        6: "comparison",
        7: "result",
        9: "future-work",
    }


def test_a_quote_is_the_whole_sentence() -> None:
    assert all((claim.start, claim.end) == (0, len(_PAPER[i][1])) for i, claim in _claims().items())


def test_a_cited_report_keeps_its_markers_and_is_not_own() -> None:
    claim = _claims()[3]
    assert (claim.own, claim.markers) == (False, (0,))
    assert all(other.own for i, other in _claims().items() if i != 3)


def test_a_comparison_has_keys_and_direction() -> None:
    comparison = _claims()[2].comparison
    assert comparison is not None
    assert (comparison.a_key, comparison.b_key, comparison.metric_key) == ("frostnet", "glaciersvm", "f1")
    assert (comparison.relation, comparison.direction) == ("higher", "higher")


def test_our_method_has_the_key_of_the_system_that_the_title_names() -> None:
    comparison = _claims("FrostNet: mapping frost")[6].comparison
    assert comparison is not None
    assert (comparison.a_key, comparison.b_key) == ("frostnet", "icemap")
    assert (comparison.relation, comparison.direction) == ("no-difference", "none")
    assert _claims()[6].polarity == "negative"


def test_the_scope_is_taken_from_the_document_where_it_knows_one_answer_only() -> None:
    slots = {str(slot.slot): slot.sentence for slot in _claims()[7].scope}
    assert slots["dataset"] == 2
    assert slots["metric"] == 7
    assert "comparator" not in slots
    assert missing_slots("comparison", {str(slot.slot) for slot in _claims()[2].scope}) == ("n",)


def test_another_works_result_takes_no_scope_from_this_document() -> None:
    paper: list[tuple[Role, str]] = [*_PAPER[:3], ("discussion", "Meyer et al. found that F1 was 0.9.")]
    extracted = RulesExtractor().extract(_document(paper), Cited(references=(), markers=()))
    assert {slot.slot for slot in extracted.claims[-1].scope} == {"metric"}


def test_what_the_authors_call_a_pilot_is_preliminary_and_a_pilot_in_the_title_counts_for_all() -> None:
    assert [i for i, claim in _claims().items() if claim.preliminary] == [7]
    assert [i for i, claim in _claims("A pilot study of frost").items() if claim.preliminary] == [2, 6, 7]


def test_quantities_are_typed_and_reals_are_decimal_strings() -> None:
    values = [(quantity.value, quantity.kind) for quantity in _claims()[3].quantities]
    assert values == [("80", "percent")]
    assert ("0.87" in [quantity.value for quantity in _claims()[7].quantities]) is True


def test_the_same_document_gives_the_same_claims() -> None:
    assert RulesExtractor().extract(_document(_PAPER), _CITED) == RulesExtractor().extract(_document(_PAPER), _CITED)


def test_under_a_heading_of_its_own_a_marker_within_the_sentence_names_a_tool_and_one_at_its_end_a_source() -> None:
    texts = ["Cores are dated with the IceAge [9] package by hand.", "Old ice is a good archive of climates [9]."]
    paper: list[tuple[Role, str]] = [("other", text) for text in texts]
    markers = tuple(Marker(sentence=i, start=text.index("["), end=text.index("]") + 1) for i, text in enumerate(texts))
    extracted = RulesExtractor().extract(_document(paper), Cited(references=(), markers=markers))
    assert [claim.own for claim in extracted.claims] == [True, False]
