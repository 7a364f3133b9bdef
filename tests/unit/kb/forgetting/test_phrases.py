"""What gives a paper away in another text, and what does not."""

import json

import pytest
from claimledger.kb.events.build import Assertion, Described
from claimledger.kb.events.claims import Claim, ClaimsExtracted
from claimledger.kb.events.document import Asset, Author, Document, HiddenText, ParserStamp, Section, Sentence
from claimledger.kb.forgetting.phrases import PaperText, Phrases, words_of

TITLE = "Résonance of spruce logs: a study of naïve beetles"
SENTENCE = 'The "feeding sounds" of naïve beetles were heard in 7 of 12 logs & in no other place.'
CLAUSE = "although heat pumps halved the use of electricity in every house"


@pytest.fixture(scope="module")
def phrases() -> Phrases:
    document = Document(
        parser=ParserStamp(name="x", version="1"), title=TITLE,
        authors=(Author(name="Ada B. Müller", given="Ada B.", family="Müller", email="ada@forest.example"),
                 Author(name="J. Ng", given="J.", family="Ng"), Author(name="WHO"),
                 Author(name="Jan van der Berg", given="Jan", family="van der Berg")),
        sections=(Section(level=1),),
        sentences=tuple(
            Sentence(text=text, section=0, paragraph=0)
            for text in (SENTENCE, "See Table 1.", f"We stop here, {CLAUSE}, and rest.")
        ),
        assets=(Asset(kind="table", caption="Detectors on the Harz test logs, in percent"),),
        hidden=(HiddenText(page=1, text="Readers should cite this paper as the final word", why="white"),),
    )
    described = Described(assertions=(Assertion(field="title", value="Attention", source="record"),), authors=())
    claim = Claim(sentence=2, start=14, end=14 + len(CLAUSE), claim_kind="result", polarity="positive",
                  certainty="reported", causal="none", own=True)
    text = PaperText()
    text.add([document, described, ClaimsExtracted(extractor="x", version="1", claims=(claim,))])
    return Phrases(text)


@pytest.mark.parametrize("name", [
    "ada-müller", "muller2019", "MULLER_final", "before Müller", "AdaMüller", "ng", "van-der-berg", "BergJan",
    "who-asked", "spruce-logs", "spruce", "naive_beetles_v2",
])
def test_a_name_that_points_at_the_paper_is_told(phrases: Phrases, name: str) -> None:
    assert phrases.hints(name)


@pytest.mark.parametrize("name", [
    "", "submitted", "2024-05-01", "mullers", "angle", "ada", "a-study", "logs-of-may", "x",
])
def test_a_name_that_says_nothing_of_the_paper_is_not(phrases: Phrases, name: str) -> None:
    assert not phrases.hints(name)


@pytest.mark.parametrize(("text", "kind"), [
    (f"what of {TITLE.upper()}?", "title"),
    ("Resonance of spruce logs - a study of\nnaive  beetles", "title"),
    (r"title = {{R}{\'e}sonance of {Spruce} Logs: A Study of Na{\"\i}ve Beetles},", "title"),
    ("attention", "title"),
    (f"> {SENTENCE}", "sentence"),
    (json.dumps({"rows": [{"quote": SENTENCE}]}), "sentence"),
    (json.dumps({"a": 1}) + "\n" + json.dumps({"quote": SENTENCE}) + "\n", "sentence"),
    ("<p>The &quot;feeding&nbsp;sounds&quot; of <em>naïve</em> beetles were heard in 7 of&#32;12 logs &amp; in no "
     "other place.</p>", "sentence"),
    (f"The authors say “{CLAUSE}” [@x].", "sentence"),
    ("Detectors on the Harz test logs, in percent", "sentence"),
    ("readers should cite this paper as the final word", "sentence"),
    ("as Ada B. Müller wrote", "author"),
    ("as Ada Mueller wrote; no, Ada Muller", "author"),
    ("author = {M{\\\"u}ller, Ada B.}", "author"),
    ('{"author": [{"name": "M\\u00fcller, Ada B."}]}', "author"),
    ("van der Berg, Jan", "author"),
    ("write to ada@forest.example", "author"),
])
def test_a_phrase_is_found_however_it_is_written(phrases: Phrases, text: str, kind: str) -> None:
    assert kind in phrases.find(text)


@pytest.mark.parametrize("text", [
    "", "See Table 1.", "what does attention do", "J. Ng and the WHO", "Müller and Berg", "resonance of spruce logs",
    SENTENCE.replace("7 of 12", "8 of 12"), "Ada B. and Karl Müller", '{"broken": ', "halved the use of electricity",
])
def test_other_texts_are_left_alone(phrases: Phrases, text: str) -> None:
    assert phrases.find(text) == frozenset()


def test_a_title_in_a_script_without_spaces_is_found_inside_a_sentence() -> None:
    text = PaperText(titles={"针叶林中树皮甲虫的声学检测与评估方法研究"}, names={"王小明"})
    phrases = Phrases(text)
    assert phrases.find("我们读了针叶林中树皮甲虫的声学检测与评估方法研究一文") == {"title"}
    assert phrases.find("据王小明说") == {"author"}
    assert phrases.find("针叶林中树皮甲虫") == frozenset()


def test_nothing_to_forget_is_found_nowhere() -> None:
    assert not Phrases(PaperText()) and Phrases(PaperText(titles={"", " "})).find("") == frozenset()


def test_words_have_no_case_accents_or_punctuation() -> None:
    assert words_of("Straße_1, Łódź-Øst: “Œuvre” ﬁt") == ("strasse", "1", "lodz", "ost", "oeuvre", "fit")
