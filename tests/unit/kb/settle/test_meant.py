"""Which work a reference entry means: what it gives must not speak against itself."""

from __future__ import annotations

import pytest
from claimledger.kb.settle.facts import AssertionFact, BuildFacts, ReferenceFact
from claimledger.kb.settle.profiles import profile
from claimledger.kb.settle.references import WorkIndex

TIDES = "Effects of nitrogen deposition on sprint speed in alpine lizards"


def _index(*works: tuple[str, str, str, int, str]) -> WorkIndex:
    """An index of works, each given by name, title, first author, year and DOI."""
    index = WorkIndex()
    for name, title, family, year, doi in works:
        fields = {"title": title, "year": str(year), "doi": doi}
        assertions = tuple(AssertionFact(f"{name}-{field}", field, value, "page") for field, value in fields.items())
        index.add(name, [profile(BuildFacts(name, name, "pdf", 10, 8, 0, assertions, ((family, "A"),)))])
    return index


def _reference(title: str | None, family: str, year: int | None, doi: str = "", arxiv: str = "") -> ReferenceFact:
    return ReferenceFact("r", title, (family,) if family else (), year, doi or None, arxiv or None, None)


@pytest.mark.parametrize(
    ("title", "family", "year"),
    [
        ("Effects of parental provisioning on clutch mass in alpine birds", "Dupont", 1999),
        ("Effects of nitrogen deposition on clutch mass in alpine lizards", "Müller", 2003),
        (f"Reply to: {TIDES}", "Müller", 2014),
        (None, "Dupont", 1999),
    ],
)
def test_a_doi_does_not_count_where_the_entry_is_about_another_paper(title: str | None, family: str, year: int) -> None:
    index = _index(("work", TIDES, "Müller", 2014, "10.5555/tides"))

    assert index.resolve(_reference(title, family, year, "10.5555/tides")) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hyperthyroidism and the loss of bone in women", "Hypothyroidism and the loss of bone in women"),
        ("Vitamin A and mortality in patients of Norway", "Vitamin D and mortality in patients of Norway"),
        ("Asymptomatic infection of the seals of Norway", "Symptomatic infection of the seals of Norway"),
        ("Tides of the bay. Part I: Observations", "Tides of the bay. Part II: Observations"),
        ("Memory of seals in female colonies of Norway", "Memory of seals in male colonies of Norway"),
    ],
)
def test_the_doi_of_the_opposite_or_the_sequel_does_not_count(one: str, other: str) -> None:
    index = _index(("work", one, "Brandt", 2010, "10.5555/one"))

    assert index.resolve(_reference(other, "Brandt", 2010, "10.5555/one")) is None
    assert index.resolve(_reference(one, "Brandt", 2010, "10.5555/one")) == ("work", "doi")


@pytest.mark.parametrize(
    ("title", "family", "year"),
    [
        (TIDES, "Misread", 1999),
        ("Effects of nitrogen deposition on sprint speed", "Müller", 2014),
        ("Effects of nitrogen depositon on sprint sped in alpin lizard", "Müller", 2014),
        (None, "Müller", 2014),
        (None, "", None),
    ],
)
def test_a_doi_counts_although_the_entry_is_misprinted_or_short(
    title: str | None, family: str, year: int | None
) -> None:
    index = _index(("work", TIDES, "Müller", 2014, "10.5555/tides"))

    assert index.resolve(_reference(title, family, year, "10.5555/tides")) == ("work", "doi")


def test_an_entry_whose_title_is_of_one_work_and_whose_doi_of_another_is_not_resolved() -> None:
    first, second = ("first", "Tides of the bay. Part I: Seals"), ("second", "Tides of the bay. Part II: Seals")
    index = _index((*first, "Lind", 2005, "10.5555/part1"), (*second, "Lind", 2005, "10.5555/part2"))

    assert index.resolve(_reference(first[1], "Lind", 2005, "10.5555/part2")) is None
    assert index.touches(_reference(first[1], "Lind", 2005, "10.5555/part2"))
    assert index.resolve(_reference(first[1], "Lind", 2005)) == ("first", "title")


@pytest.mark.parametrize(
    ("doi", "arxiv", "meant"),
    [
        ("10.7777/other.2014.3", "", False),
        ("10.5555/tldes", "", True),
        ("10.1101/2014.01.02.123456", "", True),
        ("", "1401.01234", True),
        ("", "", True),
    ],
)
def test_a_title_does_not_count_beside_the_identifier_of_another_publication(
    doi: str, arxiv: str, meant: bool
) -> None:
    index = _index(("work", TIDES, "Müller", 2014, "10.5555/tides"))

    assert index.resolve(_reference(TIDES, "Müller", 2014, doi, arxiv)) == (("work", "title") if meant else None)


@pytest.mark.parametrize(
    ("title", "year", "meant"),
    [("Editorial", 2011, False), ("Letter to the editor", 2011, False), ("Random forests", 2011, True),
     ("Random forests", 2012, False)],
)  # fmt: skip
def test_a_short_title_counts_only_if_it_tells_what_the_paper_is_about(title: str, year: int, meant: bool) -> None:
    index = _index(("work", title, "Pell", 2011, "10.5555/short"))

    assert index.resolve(_reference(title, "Pell", year)) == (("work", "title") if meant else None)
