"""What stands for a paper and no other, and what only may mean it."""

import json

import pytest
from claimledger.kb.events.build import Assertion, Described, SourceRegistered
from claimledger.kb.events.document import Author, Document, ParserStamp, Section, Sentence
from claimledger.kb.forgetting.phrases import PaperText, Phrases, main_title
from claimledger.kb.forgetting.pointers import Pointers

SENTENCE = "In this pilot study, we listened to 12 standing spruces for four weeks."
PERSON = ("a surname of its authors with initials or its year",)


@pytest.fixture(scope="module")
def text() -> PaperText:
    text = PaperText()
    stated = {"title": "Listening posts in standing spruce: a pilot study", "doi": "10.5555/jfs.2023.0005",
              "arxiv": "2301.01234", "year": "2023"}
    text.add([
        SourceRegistered(build="b", blob="x", size=1, source_kind="pdf", name="marek2023.pdf", pipeline="p"),
        Document(parser=ParserStamp(name="x", version="1"), title=stated["title"], sections=(Section(level=1),),
                 sentences=(Sentence(text=SENTENCE, section=0, paragraph=0),)),
        Described(assertions=tuple(Assertion(field=name, value=value, source="page") for name, value in stated.items()),
                  authors=(Author(name="Sofia Marek", given="Sofia", family="Marek"),
                           Author(name="Ada Long", given="Ada", family="Long"))),
    ])
    return text


@pytest.mark.parametrize(("said", "kind"), [
    ("what says 10.5555/JFS.2023.0005?", "identifier"), ("https://doi.org/10.5555%2Fjfs.2023.0005", "identifier"),
    (r"doi = {10.5555/jfs.2023.0005},", "identifier"), ("see arXiv:2301.01234.", "identifier"),
    (json.dumps({"at": ["papers/Marek2023.pdf"]}), "file"), ("(marek2023.pdf)", "file"),
    ("are there listening posts in standing spruce?", "title"),
])
def test_what_stands_for_the_paper_is_found(text: PaperText, said: str, kind: str) -> None:
    assert Phrases(text).find(said) == {kind}


@pytest.mark.parametrize("said", [
    "10.5555/jfs.2023.00051", "10.5555/jfs.2023.0005.s1", "10.5555/jfs.2023", "110.5555/jfs.2023.0005", "2301.012345",
    "new-marek2023.pdf", "marek2023.pdfs", "marek2024.pdf", "listening posts", "a pilot study",
])
def test_what_stands_for_another_is_not(text: PaperText, said: str) -> None:
    assert not Phrases(text).find(said)


@pytest.mark.parametrize(("name", "known"), [
    ("paper.pdf", False), ("main-2.pdf", False), ("spruce.pdf", True), ("marek.pdf", True), ("jose.00184.pdf", True),
])
def test_a_file_whose_name_may_be_anybodys_is_not_told_by_it(text: PaperText, name: str, known: bool) -> None:
    text = PaperText(titles=text.titles, families=text.families, files={name})
    phrases = Phrases(text)
    assert ("file" in phrases.find(f"look into {name}")) is known
    assert Pointers(text, phrases).find(f"look into {name}")


@pytest.mark.parametrize(("title", "main"), [
    ("Listening posts in standing spruce: a pilot study", "Listening posts in standing spruce"),
    ("Do spruces speak to the beetles? A study", "Do spruces speak to the beetles"),
    ("Machine learning: a survey", None), ("Is it so? A study of spruces", None),
    ("Listening posts in standing spruce", None), ("A state-of-the-art review of spruces", None),
])
def test_a_title_counts_without_its_subtitle_where_it_is_the_papers_own(title: str, main: str | None) -> None:
    assert main_title(title) == main


@pytest.mark.parametrize(("said", "why"), [
    ("S. Marek on spruce", PERSON), ("as Marek, S. wrote", PERSON), ("Marek S", PERSON), ("marek 2023", PERSON),
    ("Marek et al. (2023) heard them", PERSON), ("Marek and Long, 2023", PERSON), ("A. Long", PERSON),
    ("we listened to 12 standing spruces for four weeks", ("a piece of a sentence",)),
    ("In this pilot study, we listened to 12 standing trees", ("a piece of a sentence",)),
    (r"as heard \cite{x,marek2023}", (*PERSON, "the key of a citation")),
    ("10.5555/jfs.2023.0005/table1", ("its identifier, with more behind it",)),
])
def test_what_may_mean_the_paper_is_told_with_why(text: PaperText, said: str, why: tuple[str, ...]) -> None:
    phrases = Phrases(text)
    assert not phrases.find(said)
    assert set(Pointers(text, phrases).find(said)) == set(why)


@pytest.mark.parametrize("said", [
    "", "Marek", "a long way to go", "how long, a year?", "T. Marek", "Marek 2022", "Mareks 2023", "in 2023", "spruces",
    "in this pilot study, we listened", "[@marek2024]",
])
def test_what_says_nothing_of_the_paper_is_not(text: PaperText, said: str) -> None:
    assert Pointers(text, Phrases(text)).find(said) == ()


def test_the_key_of_a_citation_is_that_of_the_bibliography(text: PaperText) -> None:
    pointers = Pointers(text, Phrases(text))
    keys = pointers.keys_of(
        "@article{sofia, title = {Listening Posts in Standing Spruce}}\n@book{other, title = {Another}}\n")
    assert pointers.find("so it is [@sofia].", keys) == ("the key of a citation",)
    assert pointers.find("so it is [@other].", keys) == pointers.find("so it is [@sofia].") == ()
