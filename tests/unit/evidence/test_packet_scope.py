import json

from claimledger.evidence.packets import scope_texts
from claimledger.evidence.texts import SourceSentence


def sentence(ordinal: int, text: str) -> SourceSentence:
    return SourceSentence(id=f"s{ordinal}", ordinal=ordinal, text=text, section="", role="methods", page=1, paragraph=0)


def test_scope_slots_are_words_of_the_source_also_from_another_sentence():
    sentences = {0: sentence(0, "We tested 40 wet pumps."), 1: sentence(1, "Frost fell by 4%.")}
    slots = [
        {"slot": "n", "sentence": 0, "start": 10, "end": 12},
        {"slot": "metric", "sentence": 1, "start": 0, "end": 5},
    ]
    assert scope_texts(json.dumps(slots), sentences) == {"n": "40", "metric": "Frost"}


def test_a_slot_whose_sentence_is_gone_and_a_claim_without_scope_give_nothing():
    assert scope_texts(json.dumps([{"slot": "n", "sentence": 9, "start": 0, "end": 1}]), {}) == {}
    assert scope_texts(None, {}) == {}
