from __future__ import annotations

import pytest
from claimledger.ingest.extractor.comparisons import find_comparison
from claimledger.ingest.extractor.names import Names
from claimledger.ingest.extractor.scope import read_scope, sentence_slots
from claimledger.kb.events.document import Document, ParserStamp, Role, Section, Sentence
from claimledger.kb.text.quantities import parse_quantities


def _slots(text: str, datasets: frozenset[str] = frozenset()) -> dict[str, str]:
    found = sentence_slots(0, text, parse_quantities(text), find_comparison(text, Names()), datasets)
    return {str(slot.slot): text[slot.start : slot.end] for slot in found}


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("FrostNet reached 0.8 on the Alpine-12 dataset.", "dataset", "Alpine-12"),
        ("FrostNet reached 0.8 on ImageNet.", "dataset", "ImageNet"),
        ("Mortality fell in adult patients with asthma.", "population", "adult patients with asthma"),
        ("Broilers gained 2 kg; pain fell in 48 elderly women.", "population", "elderly women"),
        ("Frost killed the cells in vitro.", "setting", "in vitro"),
        ("Yield doubled under drought conditions.", "setting", "under drought conditions"),
        ("Accuracy was 0.8 (n = 36 runs).", "n", "36"),
        ("Of 48 enrolled patients, most recovered.", "n", "48"),
        ("Pain fell after 12 weeks.", "time", "after 12 weeks"),
        ("Prevalence rose from 2010 to 2020.", "time", "from 2010 to 2020"),
        ("FrostNet outperformed GlacierSVM in F1.", "comparator", "GlacierSVM"),
        ("FrostNet outperformed GlacierSVM in F1.", "metric", "F1"),
        ("The melting rate of clear ice was 3 mm per hour.", "metric", "melting rate"),
        ("The error reached 12%.", "metric", "error"),
    ],
)
def test_a_slot_that_the_sentence_states_is_found(text: str, slot: str, value: str) -> None:
    assert _slots(text)[slot] == value


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Table 2 was made on Monday.", "dataset"),
        ("The gut was full at stage 21.", "metric"),
        ("Two patients were lost.", "n"),
        ("Ice was kept at -20 °C.", "n"),
        ("Frost damages roots.", "population"),
    ],
)
def test_a_slot_is_not_made_up(text: str, slot: str) -> None:
    assert slot not in _slots(text)


def test_a_name_that_the_document_calls_a_dataset_is_one_everywhere() -> None:
    assert "dataset" not in _slots("We reached 0.8 for SNOW.")
    assert _slots("We reached 0.8 for SNOW.", frozenset({"SNOW"}))["dataset"] == "SNOW"


def _document(*texts: tuple[Role, str]) -> Document:
    return Document(
        parser=ParserStamp(name="hand", version="1"),
        sections=tuple(Section(level=1, role=role) for role, _ in texts),
        sentences=tuple(Sentence(text=text, section=i, paragraph=i) for i, (_, text) in enumerate(texts)),
    )


def _known(document: Document) -> dict[str, tuple[int, str]]:
    slots = read_scope(document, [section.role for section in document.sections]).slots
    return {
        str(slot.slot): (slot.sentence, document.sentences[slot.sentence].text[slot.start : slot.end]) for slot in slots
    }


def test_the_only_answer_of_the_document_holds_for_all_of_it() -> None:
    document = _document(
        ("abstract", "We tested adult smokers in a randomised controlled trial."),
        ("methods", "We enrolled 48 adult smokers."),
        ("results", "All were analysed with the Alpine-12 dataset."),
    )
    assert _known(document) == {
        "n": (1, "48"),
        "population": (0, "adult smokers"),
        "setting": (0, "randomised controlled trial"),
        "dataset": (2, "Alpine-12"),
    }


def test_two_answers_leave_a_doubt_and_none_is_taken() -> None:
    document = _document(
        ("methods", "We enrolled 48 smokers."),
        ("methods", "We excluded 12 smokers."),
        ("results", "We used the Alpine-12 dataset and the Tundra-3 dataset."),
    )
    assert _known(document) == {}
