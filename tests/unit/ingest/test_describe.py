from __future__ import annotations

from typing import Any

import pytest
from claimledger.ingest.describe import describe, normal_arxiv, normal_doi, normal_pmid, version_number
from claimledger.kb.events.document import Author, Document, Link, ParserStamp, PrintedDate, Related


def _document(parser: str = "pymupdf", **fields: Any) -> Document:
    return Document(parser=ParserStamp(name=parser, version="1"), **fields)


@pytest.mark.parametrize(
    ("printed", "normal"),
    [
        ("10.1000/ABC.123", "10.1000/abc.123"),
        ("https://doi.org/10.1000/ABC.123.", "10.1000/abc.123"),
        ("doi: 10.1000/xyz(99)01", "10.1000/xyz(99)01"),
        ("(doi:10.1000/xyz)", "10.1000/xyz"),
        ("10.1000/xyz;", "10.1000/xyz"),
        ("not one", None),
        ("", None),
        (None, None),
    ],
)
def test_a_doi_is_lower_case_without_prefix_and_closing_punctuation(printed: str | None, normal: str | None) -> None:
    assert normal_doi(printed) == normal


@pytest.mark.parametrize(
    ("printed", "normal"),
    [
        ("arXiv:2101.00001v3 [cs.CL]", "2101.00001"),
        ("https://arxiv.org/abs/1706.03762", "1706.03762"),
        ("hep-th/9901001v2", "hep-th/9901001"),
        ("math.GT/0309136", "math.gt/0309136"),
        ("12345", None),
        (None, None),
    ],
)
def test_an_arxiv_identifier_has_no_prefix_and_no_version(printed: str | None, normal: str | None) -> None:
    assert normal_arxiv(printed) == normal


@pytest.mark.parametrize(
    ("printed", "normal"), [("PMID: 0123456", "123456"), ("99", "99"), ("PMC123456", None), ("", None)]
)
def test_a_pubmed_identifier_is_its_digits(printed: str, normal: str | None) -> None:
    assert normal_pmid(printed) == normal


@pytest.mark.parametrize(("identifiers", "version"), [
    (("arXiv:2101.00001v3 [cs.CL]", None), "3"), ((None, "10.21203/rs.3.rs-12345/v2"), "2"),
    (("2101.00001", "10.1000/vol12"), None), ((None, None), None),
])
def test_the_version_of_a_preprint_is_what_its_identifier_ends_with(
    identifiers: tuple[str | None, str | None], version: str | None
) -> None:
    assert version_number(*identifiers) == version


def test_what_was_read_from_the_page_is_asserted_with_source_page() -> None:
    document = _document(title="On  frost\nnets", doi="doi:10.1/no", year=2019, venue="J. Ice", keywords=("ice", "ice"))
    described = describe(document)
    assert [(a.field, a.value, a.source) for a in described.assertions] == [
        ("title", "On frost nets", "page"),
        ("year", "2019", "page"),
        ("venue", "J. Ice", "page"),
        ("keyword", "ice", "page"),
    ]


@pytest.mark.parametrize("parser", ["csl-json", "bibtex", "ris"])
def test_a_bibliography_record_is_the_source_record(parser: str) -> None:
    document = _document(parser, title="On frost", source_id="smith 2019", pmid="31", work_type="article-journal")
    found = {(a.field, a.value, a.source) for a in describe(document).assertions}
    assert found == {
        ("title", "On frost", "record"),
        ("source-id", "smith 2019", "record"),
        ("pmid", "31", "record"),
        ("type", "article-journal", "record"),
    }


def test_the_files_own_dictionary_is_kept_apart_and_never_merged() -> None:
    document = _document(title="", info={"title": "paper_final2.docx", "author": "user", "producer": "Word"})
    assert [(a.field, a.value, a.source) for a in describe(document).assertions] == [
        ("title", "paper_final2.docx", "info"),
        ("author", "user", "info"),
    ]


def test_authors_are_those_of_the_document() -> None:
    ada = Author(name="Ada B. Smith", given="Ada B.", family="Smith")
    assert describe(_document(authors=(ada,))).authors == (ada,)


@pytest.mark.parametrize(("parser", "source", "licence"), [
    ("pymupdf", "page", None), ("jats", "jats", None), ("tei", "tei", None), ("grobid", "tei", None),
    ("openalex", "openalex", "CC0-1.0"),
])
def test_who_says_so_is_the_kind_of_source_with_the_licence_of_its_metadata(
    parser: str, source: str, licence: str | None
) -> None:
    [title] = describe(_document(parser, title="On frost")).assertions
    assert (title.source, title.licence) == (source, licence)


def test_history_links_and_what_a_paper_belongs_to_are_asserted_too() -> None:
    document = _document(
        issue="3", page_range="7-12", publisher="Ice Press", pmcid="PMC7", openalex="W7", retracted=True,
        dates=(PrintedDate(event="received", day="2019-02-01"),), funding=("Frost Fund",),
        links=(Link(what="data", url="https://example.org/d"),),
        related=(Related(how="supplement-of", doi="https://doi.org/10.1000/ABC"), Related(how="preprint-of", doi="?")),
    )
    assert [(a.field, a.value) for a in describe(document).assertions] == [
        ("pmcid", "PMC7"), ("openalex", "W7"), ("issue", "3"), ("pages", "7-12"), ("publisher", "Ice Press"),
        ("retracted", "true"), ("supplement-of", "10.1000/abc"), ("received", "2019-02-01"),
        ("data", "https://example.org/d"), ("funding", "Frost Fund"),
    ]
