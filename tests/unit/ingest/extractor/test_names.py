from __future__ import annotations

import pytest
from claimledger.ingest.extractor.metrics import better_is, metric_key
from claimledger.ingest.extractor.names import Names, read_names
from claimledger.kb.events.document import Document, ParserStamp, Section, Sentence


def _document(*texts: str, title: str = "On frost") -> Document:
    sentences = tuple(Sentence(text=text, section=0, paragraph=0) for text in texts)
    return Document(
        parser=ParserStamp(name="hand", version="1"), title=title, sections=(Section(level=1),), sentences=sentences
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the proposed FrostNet model", "FrostNet"),
        ("Patients with asthma", "patients with asthma"),
        ("the garlic group", "garlic"),
        ("support-vector machines", "support vector machine"),
        ("ﬁne roots", "fine root"),
    ],
)
def test_phrases_for_one_thing_have_one_key(one: str, other: str) -> None:
    assert Names().key(one) == Names().key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"), [("ResNet-50", "ResNet-101"), ("type 1 diabetes", "type 2 diabetes"), ("WT", "KO")]
)
def test_phrases_for_two_things_have_two_keys(one: str, other: str) -> None:
    assert Names().key(one) != Names().key(other)


@pytest.mark.parametrize(
    "phrase", ["our method", "it", "the baseline", "other patients", "existing methods", "these groups", "all models"]
)
def test_a_phrase_that_names_nothing_by_itself_has_no_key(phrase: str) -> None:
    assert Names().key(phrase) == ""


def test_acronyms_are_written_out_as_their_document_defines_them() -> None:
    names = read_names(_document("We use deep brain stimulation (DBS) in all.", "The wild (W) type is not one."))
    assert names.acronyms == {"dbs": "deep brain stimulation"}
    assert names.key("DBS") == Names().key("deep brain stimulation")


def test_a_bracket_that_does_not_spell_the_words_before_it_is_no_definition() -> None:
    assert read_names(_document("We went to the valley of ice (USA) in May.")).acronyms == {}


def test_our_method_is_the_one_that_the_title_or_the_authors_name() -> None:
    titled = read_names(_document("Frost is cold.", title="FrostNet: mapping frost"))
    assert titled.key("our method") == titled.key("FrostNet")
    introduced = read_names(_document("In this paper, we propose FrostNet, which maps frost."))
    assert introduced.key("the proposed model") == introduced.key("FrostNet")
    both = read_names(_document("We propose FrostNet.", "We present IceMap-2."))
    assert both.key("our method") == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("F1", "F1-score"),
        ("F1 score", "F-measure"),
        ("AUROC", "area under the ROC curve"),
        ("the mean accuracy", "accuracy"),
        ("root mean square error", "RMSE"),
        ("word error rate", "WER"),
    ],
)
def test_one_metric_has_one_key(one: str, other: str) -> None:
    assert metric_key(one, Names()) == metric_key(other, Names()) != ""


def test_macro_and_plain_f1_differ() -> None:
    assert metric_key("macro F1", Names()) != metric_key("F1", Names())


@pytest.mark.parametrize("phrase", ["results", "scores", "performance", "improvement"])
def test_a_word_for_any_metric_has_no_key(phrase: str) -> None:
    assert metric_key(phrase, Names()) == ""


@pytest.mark.parametrize(("metric", "sign"), [("F1", 1), ("word error rate", -1), ("RMSE", -1), ("body length", 0)])
def test_which_way_is_better(metric: str, sign: int) -> None:
    assert better_is(metric, Names()) == sign
