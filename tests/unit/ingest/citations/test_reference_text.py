"""Lines of a reference joined to one text."""

from __future__ import annotations

import pytest
from claimledger.ingest.citations.identifiers import find_identifiers
from claimledger.ingest.citations.reference_text import join_reference


def never(first: str, second: str) -> bool:
    return False


def always(first: str, second: str) -> bool:
    return True


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["https:", "//doi.org/10.1000/1"], "https://doi.org/10.1000/1"),
        (["https://doi.org/10.", "3233/978-1-87"], "https://doi.org/10.3233/978-1-87"),
        (["https://doi.org/10.1016/", "S0140-6736(01)1."], "https://doi.org/10.1016/S0140-6736(01)1."),
        (["see www.example.org/a-", "long-name"], "see www.example.org/a-long-name"),
        (["doi: 10.1000/j.bpj.", "2022.11.2277"], "doi: 10.1000/j.bpj.2022.11.2277"),
        (["doi: 10.1000/abc.", "Accessed in May"], "doi: 10.1000/abc. Accessed in May"),
        (["https://example.org/abc", "Press, 2001."], "https://example.org/abc Press, 2001."),
    ],
)
def test_a_broken_link_is_put_together_and_only_that(lines: list[str], text: str) -> None:
    assert join_reference(lines, never) == text


def test_a_hyphen_goes_or_stays_as_the_vocabulary_says() -> None:
    assert join_reference(["On recog-", "nition"], never) == "On recognition"
    assert join_reference(["A meta-", "analysis"], always) == "A meta-analysis"


def test_a_hyphen_before_a_capital_or_a_number_stays() -> None:
    assert join_reference(["by Reis-", "Filho"], never) == "by Reis-Filho"
    assert join_reference(["on COVID-", "19"], never) == "on COVID-19"


def test_a_soft_hyphen_goes() -> None:
    assert join_reference(["bio\u00ad", "logy"], always) == "biology"


def test_a_soft_hyphen_in_a_link_or_beside_a_digit_is_a_hyphen() -> None:
    assert join_reference(["doi:10.1007/s00265\u00ad", "015"], always) == "doi:10.1007/s00265-015"
    assert join_reference(["https://a.org/sea\u00ad", "ice"], always) == "https://a.org/sea-ice"


@pytest.mark.parametrize(
    ("lines", "doi"),
    [
        (["Bays. doi: 10.10", "00/tides.36"], "10.1000/tides.36"),
        (["Bays. doi: 1", "0.1000/tides.36"], "10.1000/tides.36"),
        (["Bays. doi: 10.1371/journal.pone.010", "0149"], "10.1371/journal.pone.0100149"),
        (["Bays. doi: 10.1371/journal.pone.01", "20149 PMID: 1"], "10.1371/journal.pone.0120149"),
        (["Bays. doi: 10.1000/tides.36", "2014"], "10.1000/tides.36"),
    ],
)
def test_a_doi_that_a_line_broke_anywhere_is_whole(lines: list[str], doi: str) -> None:
    assert find_identifiers(join_reference(lines, never)).doi == doi


@pytest.mark.parametrize(
    ("lines", "doi"),
    [
        (["Bays. doi: 10.1000/tides.36", "Seal-watching from the cliff: what can be seen?"], "10.1000/tides.36"),
        (["Bays. doi: 10.1000/tides.36", "12 of 15"], "10.1000/tides.36"),
        (["Bays. doi: 10.1000/tides.00", "123 PMID: 2001"], "10.1000/tides.00123"),
        (["Bays. doi: 10.1000/tides-", "2001-36"], "10.1000/tides-2001-36"),
        (["Bays. doi:10.1000/tides.36Epub 2010"], "10.1000/tides.36"),
        (["Bays. doi:10.1000/tides.36[PMID 12345]"], "10.1000/tides.36"),
        (["Bays. https://doi.org/10.1000%2Ftides–36"], "10.1000/tides-36"),
    ],
)
def test_a_broken_doi_takes_no_words_that_follow(lines: list[str], doi: str) -> None:
    assert find_identifiers(join_reference(lines, lambda head, tail: False)).doi == doi
