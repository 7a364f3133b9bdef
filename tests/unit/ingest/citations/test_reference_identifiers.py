"""DOIs and other identifiers as they are printed: broken, bracketed, with punctuation at the end."""

from __future__ import annotations

import pytest
from claimledger.ingest.citations.identifiers import find_identifiers, trim_doi


@pytest.mark.parametrize(
    ("printed", "doi"),
    [
        ("Tides 3:1. doi: 10.1186/ s12906-001-0007.", "10.1186/s12906-001-0007"),
        ("Tides 3:1. (doi:10.1098/rspb.2001.0007)", "10.1098/rspb.2001.0007"),
        ("Tides 3:1. https://doi.org/10.1016/S0140-6736(01)60946-5.", "10.1016/s0140-6736(01)60946-5"),
        ("Tides 3:1. http://dx.doi.org/10.1000/ABC-1 [PubMed]", "10.1000/abc-1"),
        ("Tides 1999;18(1):12–9 DOI:10.1002/(SICI)1096-9896(199909)18:1<12::AID-X431>3.0.CO;2-F.",
         "10.1002/(sici)1096-9896(199909)18:1<12::aid-x431>3.0.co;2-f"),
        ("Tides 3:1. doi: 10 . 1016 / j . ress.2001.01.003.", "10.1016/j.ress.2001.01.003"),
        ("Tides 3:1. doi: 10 . 1002 / (SICI ) 1096 - 9837(199702 ) 22 : 2<151::AID-X6>3.0.CO;2-9.",
         "10.1002/(sici)1096-9837(199702)22:2<151::aid-x6>3.0.co;2-9"),
        ("Tides 3:1. doi:10.1002/(SICI)1096-9837(199702) 22:2<151::AID-X6>3.0.CO;2-9.",
         "10.1002/(sici)1096-9837(199702)22:2<151::aid-x6>3.0.co;2-9"),
        ("Tides 3:1. (doi:10.3168/jds.S0022-0302 (05)73024-1)", "10.3168/jds.s0022-0302(05)73024-1"),
        ("Tides 3:1. doi:10.1000/abc.12 (2005) 33 pages", "10.1000/abc.12"),
        ("Tides 3:1. doi:10.1000/abc.12 - published in May", "10.1000/abc.12"),
        ("Tides 3:1. <https://doi.org/10.1000/abc.12>. Accessed 5 May", "10.1000/abc.12"),
        ("Tides 3:1–10. 1234 pages", None),
    ],
)  # fmt: skip
def test_a_doi_is_read_without_what_surrounds_it(printed: str, doi: str | None) -> None:
    assert find_identifiers(printed).doi == doi


def test_the_text_is_left_without_identifiers_and_their_announcement() -> None:
    found = find_identifiers("On bays. Tides 3:1. Available from: https://example.org/a. PMID: 1234567")

    assert found.rest == "On bays. Tides 3:1."
    assert (found.url, found.pmid) == ("https://example.org/a", "1234567")


def test_an_arxiv_number_is_found_with_and_without_its_server() -> None:
    assert find_identifiers("On bays. arXiv:1607.07892 [cs], 2016.").arxiv == "1607.07892"
    assert find_identifiers("On bays. arXiv preprint arXiv:hep-th/9901001").arxiv == "hep-th/9901001"
    assert find_identifiers("On bays. https://doi.org/10.48550/arXiv.2101.00001").arxiv == "2101.00001"


def test_words_that_ran_into_a_doi_are_cut_off() -> None:
    assert trim_doi("10.1000/xyz12PMID:123") == "10.1000/xyz12"
    assert trim_doi("10.1000/xyz12,") == "10.1000/xyz12"
