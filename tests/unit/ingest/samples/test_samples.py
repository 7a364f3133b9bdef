import hashlib
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pymupdf
import pytest
from claimledger.ingest.chunks import chunk
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.ingest.samples.manuscript import FAULTS, MANUSCRIPT, bibliography, write_manuscript
from claimledger.ingest.samples.model import SamplePaper
from claimledger.ingest.samples.papers import PAPERS
from claimledger.kb.events.document import Document, Why

NAMES = ["brandt2019", "kowalczyk2020", "aubert2021", "lindqvist2022", "marek2023"]
PAGE_WIDTH = 595


@pytest.fixture(scope="module")
def documents(sample_papers: Path) -> dict[str, Document]:
    parser = PyMuPdfParser()
    return {name: parser.parse((sample_papers / f"{name}.pdf").read_bytes()) for name in NAMES}


@pytest.fixture(params=PAPERS, ids=NAMES)
def paper(request: pytest.FixtureRequest) -> SamplePaper:
    value: SamplePaper = request.param
    return value


def running_text(document: Document) -> str:
    return " ".join(sentence.text for sentence in document.sentences)


def test_another_process_typesets_the_same_bytes(tmp_path: Path, sample_papers: Path) -> None:
    code = "import sys, pathlib; from claimledger.ingest.samples.typeset import write_papers as w; " \
           "w(pathlib.Path(sys.argv[1]))"
    elsewhere = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, env=elsewhere)
    for name in NAMES:
        here, there = ((folder / f"{name}.pdf").read_bytes() for folder in (sample_papers, tmp_path))
        assert hashlib.sha256(here).hexdigest() == hashlib.sha256(there).hexdigest()


def test_dates_and_ids_are_fixed(sample_papers: Path) -> None:
    for name in NAMES:
        content = (sample_papers / f"{name}.pdf").read_bytes()
        with pymupdf.open("pdf", content) as document:
            assert document.metadata["creationDate"] == document.metadata["modDate"] == "D:20240101000000Z"
            kind, value = document.xref_get_key(-1, "ID")
        assert kind == "array"
        first, second = re.findall(r"<([0-9A-Fa-f]*)>|\(([^)]*)\)", value)
        assert first == second and any(part in ("claimledger", b"claimledger".hex()) for part in map(str.lower, first))


def test_every_kind_of_hiding_that_the_parser_knows_occurs() -> None:
    assert {why for paper in PAPERS for why in paper.hidden} == set(get_args(Why))


def test_every_hidden_sentence_is_in_the_file(paper: SamplePaper, sample_papers: Path) -> None:
    with pymupdf.open(sample_papers / f"{paper.name}.pdf") as document:
        streams = b"".join(document.xref_stream(xref) or b"" for xref in document[0].get_contents())
    # The text that is drawn, as PDF strings in hexadecimal or in parentheses, joined.
    shown = b"".join(
        bytes.fromhex(run[0].decode()) if run[0] else run[1]
        for run in re.findall(rb"<([0-9a-fA-F]+)>|\(((?:\\.|[^()\\])*)\)", streams)
    ).replace(b"\x00", b"")
    for text in paper.hidden.values():
        assert text.encode() in shown


def test_every_hidden_sentence_is_reported_with_its_kind(paper: SamplePaper, documents: dict[str, Document]) -> None:
    reported = {(item.why, " ".join(item.text.split())) for item in documents[paper.name].hidden}
    assert reported == set(paper.hidden.items())


def test_no_hidden_sentence_is_in_a_chunk(paper: SamplePaper, documents: dict[str, Document]) -> None:
    document = documents[paper.name]
    chunked = {n for piece in chunk(document, target_words=180).chunks for n in range(piece.first, piece.last + 1)}
    text = " ".join(document.sentences[n].text for n in sorted(chunked))
    assert len(chunked) > 10
    for hidden in paper.hidden.values():
        assert hidden not in text and hidden not in running_text(document)


def test_title_authors_and_abstract_are_found(paper: SamplePaper, documents: dict[str, Document]) -> None:
    document = documents[paper.name]
    assert (document.title, document.doi, document.year) == (paper.title, paper.doi, paper.year)
    assert tuple(author.name for author in document.authors) == paper.authors
    abstract = " ".join(s.text for s in document.sentences if document.sections[s.section].role == "abstract")
    assert abstract == paper.abstract


def test_every_section_is_read_whole_and_in_order(paper: SamplePaper, documents: dict[str, Document]) -> None:
    document = documents[paper.name]
    written = [(section.heading, " ".join(section.paragraphs)) for section in paper.sections]
    read = []
    for number, section in enumerate(document.sections):
        text = " ".join(sentence.text for sentence in document.sentences if sentence.section == number)
        if section.role not in ("abstract", "references"):
            read.append((section.title, text))
    assert read == written


def test_two_papers_are_set_in_two_columns(sample_papers: Path) -> None:
    for paper in PAPERS:
        with pymupdf.open(sample_papers / f"{paper.name}.pdf") as document:
            lefts = {round(block[0]) for block in document[0].get_text("blocks") if len(block[4].split()) > 12}
        assert any(left > PAGE_WIDTH / 2 for left in lefts) == (paper.columns == 2)
    assert [paper.name for paper in PAPERS if paper.columns == 2] == ["kowalczyk2020", "aubert2021"]


def test_the_table_is_read_cell_by_cell(documents: dict[str, Document]) -> None:
    [table] = documents["brandt2019"].assets
    assert (table.kind, table.label, table.page) == ("table", "Table 1", 1)
    assert table.cells == (
        ("Detector", "F1", "Recall", "False alarm rate (%)"),
        ("Energy threshold", "0.78", "0.84", "9.6"),
        ("BarkNet", "0.89", "0.91", "4.1"),
    )


def test_the_figure_has_its_caption_and_its_place(documents: dict[str, Document]) -> None:
    [figure] = documents["aubert2021"].assets
    assert (figure.kind, figure.label, figure.page) == ("figure", "Figure 1", 1)
    assert "False alarm rate (%) of the two detectors on the Vosges-18 dataset." in figure.caption
    assert figure.box is not None and figure.box.x1 - figure.box.x0 > 10_000


def test_references_between_the_papers_are_linked(documents: dict[str, Document]) -> None:
    dois = {paper.name: paper.doi for paper in PAPERS}
    for paper in PAPERS:
        cited = cite(documents[paper.name])
        assert [entry.doi for entry in cited.references] == [dois[name] for name in paper.references]
        marked = {number for marker in cited.markers for number in marker.references}
        assert marked == set(range(len(paper.references)))


def test_the_manuscript_has_three_faults_and_its_bibliography_all_papers(tmp_path: Path) -> None:
    manuscript, references = write_manuscript(tmp_path)
    assert manuscript.read_text(encoding="utf-8") == MANUSCRIPT
    assert references.read_text(encoding="utf-8") == bibliography()
    assert [MANUSCRIPT.count(fault) for fault in FAULTS] == [1, 1, 1]
    keys = set(re.findall(r"@article\{(\w+),", bibliography()))
    assert keys == set(NAMES)
    assert set(re.findall(r"@([a-z]+\d{4})", MANUSCRIPT)) - keys == {"holm2018"}
