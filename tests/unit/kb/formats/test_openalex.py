"""Records of OpenAlex as documents: what is kept, and that nothing in them is believed to have the right shape."""

import json
from typing import Any

import pytest
from claimledger.kb.errors import UnreadableInput
from claimledger.kb.events.document import Document
from claimledger.kb.formats.openalex import entry_bytes, entry_name, parse_entry, read_entries

RECORD: dict[str, Any] = {
    "id": "https://openalex.org/W2741809807", "doi": "https://doi.org/10.7717/peerj.4375",
    "title": "The <i>state</i> of OA: 10<sup>5</sup> articles", "display_name": "The state of OA",
    "publication_year": 2018, "publication_date": "2018-02-13", "language": "en", "type": "article",
    "ids": {"openalex": "https://openalex.org/W2741809807", "pmid": "https://pubmed.ncbi.nlm.nih.gov/29456894",
            "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/5815332", "mag": 2741809807},
    "primary_location": {
        "license": "cc-by", "version": "publishedVersion", "landing_page_url": "https://doi.org/10.7717/peerj.4375",
        "source": {"display_name": "PeerJ", "host_organization_name": "PeerJ, Inc."},
    },
    "best_oa_location": {"landing_page_url": "https://arxiv.org/abs/1802.00001v2", "license": "cc-by-nc",
                         "version": "submittedVersion"},
    "authorships": [
        {"author": {"display_name": "Heather A. Piwowar", "orcid": "https://orcid.org/0000-0003-1613-5981"},
         "institutions": [{"display_name": "Our Research", "ror": "https://ror.org/02nr0ka47"},
                          {"display_name": "Public Knowledge", "ror": None}],
         "raw_affiliation_strings": ["Impactstory, Sanford, NC, USA"]},
        {"author": {"display_name": "Ludwig van der Berg Jr.", "orcid": None},
         "institutions": [{"display_name": "University of Montreal", "ror": "https://ror.org/0161xgx34"}]},
        {"author": {"display_name": None}, "raw_author_name": "Larivière, Vincent", "institutions": []},
    ],
    "biblio": {"volume": "6", "issue": None, "first_page": "e4375", "last_page": "e4375"},
    "is_retracted": True, "referenced_works": ["https://openalex.org/W15", "https://openalex.org/W17", "nonsense",
                                               "https://openalex.org/W15"],
    "abstract_inverted_index": {"Despite": [0]}, "relevance_score": 12.5, "cited_by_count": 394, "fwci": 1e-05,
}


def parsed(**more: Any) -> Document:
    return parse_entry(entry_bytes(RECORD | more))


def test_a_record_says_what_a_reader_of_the_paper_asks_first() -> None:
    document = parsed()
    assert document.title == "The state of OA: 10⁵ articles"
    assert (document.doi, document.arxiv, document.pmid, document.pmcid, document.openalex) == (
        "https://doi.org/10.7717/peerj.4375", "1802.00001", "29456894", "PMC5815332", "W2741809807")
    assert (document.year, document.venue, document.publisher, document.volume, document.issue) == (
        2018, "PeerJ", "PeerJ, Inc.", "6", None)
    assert (document.page_range, document.language, document.work_type, document.retracted) == (
        "e4375", "en", "article", True)
    assert [(date.event, date.day) for date in document.dates] == [("published", "2018-02-13")]
    assert [(entry.raw, entry.openalex) for entry in document.references] == [("W15", "W15"), ("W17", "W17")]


def test_authors_come_with_orcid_affiliations_and_ror() -> None:
    first, second, third = parsed().authors
    assert (first.given, first.family, first.orcid) == ("Heather A.", "Piwowar", "0000-0003-1613-5981")
    assert (first.affiliations, first.rors) == (("Impactstory, Sanford, NC, USA",), ("02nr0ka47",))
    assert (second.given, second.family, second.affiliations) == (
        "Ludwig Jr.", "van der Berg", ("University of Montreal",))
    assert (third.name, third.given, third.family) == ("Larivière, Vincent", "Vincent", "Larivière")


def test_the_licence_is_that_of_the_published_version() -> None:
    repository = {"license": "cc-by", "version": "acceptedVersion"}
    assert parsed().licence == "cc-by"
    assert parsed(primary_location={"license": None}, best_oa_location=repository).licence is None
    published = repository | {"version": "publishedVersion"}
    assert parsed(primary_location=None, best_oa_location=published).licence == "cc-by"


def test_no_text_of_the_paper_and_no_count_of_the_day_is_kept() -> None:
    document = parsed()
    assert document.sentences == () and document.sections == ()
    kept = json.loads(entry_bytes(RECORD))
    assert not {"abstract_inverted_index", "relevance_score", "cited_by_count", "fwci"} & kept.keys()
    assert entry_bytes(RECORD | {"cited_by_count": 395, "relevance_score": 1.0}) == entry_bytes(RECORD)
    assert entry_bytes(kept) == entry_bytes(RECORD)


def test_reals_and_large_numbers_are_kept_as_strings() -> None:
    kept = json.loads(entry_bytes(RECORD | {"biblio": {"volume": 1.5, "issue": 2**60}}))
    assert kept["biblio"] == {"volume": "1.5", "issue": str(2**60)}


@pytest.mark.parametrize("value", [None, 3, True, "x", [], [3], {}, {"source": []}, [{"author": 3}], {"pmid": {}}])
def test_a_field_of_another_shape_is_left_out(value: Any) -> None:
    for name in RECORD.keys() - {"id"}:
        assert parsed(**{name: value}).openalex == "W2741809807"
    odd = parsed(ids=value, biblio=value, authorships=value, primary_location=value, referenced_works=value)
    assert (odd.title, odd.pmid, odd.volume, odd.references) == ("The state of OA: 10⁵ articles", None, None, ())


def test_a_saved_answer_is_read_and_anything_else_is_refused() -> None:
    listed = json.dumps({"meta": {"count": 1}, "results": [RECORD]}).encode()
    assert [entry_name(entry) for entry in read_entries(listed, "x")] == ["W2741809807"]
    assert [entry_name(entry) for entry in read_entries(json.dumps(RECORD).encode(), "x")] == ["W2741809807"]
    for content in (b"{", b'{"results": 3}', b"[3]", b'{"id": "https://openalex.org/A1"}'):
        with pytest.raises(UnreadableInput):
            read_entries(content, "x")
