"""Authors to be wary of: one name that may be two people, and one ORCID under different names."""

import pytest
from claimledger.kb.namesakes import Byline, namesakes


def byline(
    work: str, name: str = "Wei Zhang", orcid: str | None = None, at: tuple[str, ...] = (), others: str = "",
    words: str = "",
) -> Byline:
    given, _, family = name.rpartition(" ")
    return Byline(work, name, family, given, orcid, at, frozenset(others.split()), frozenset(words.split()))


XIAN, GENT = ("Department of Physics, University of Xi'an, China",), ("Ghent University, Faculty of Medicine",)


def why(*some: Byline) -> list[str]:
    return [one.why for one in namesakes(some)]


def test_one_name_with_two_orcids_may_be_two_people() -> None:
    [found] = namesakes((byline("a", orcid="0000-1"), byline("b", orcid="0000-2"), byline("c")))
    assert (found.what, found.names, found.orcids) == ("may be two people", ("Wei Zhang",), ("0000-1", "0000-2"))
    assert found.works == ("a", "b", "c")


def test_one_name_at_places_that_share_nothing_may_be_two_people() -> None:
    """That both say university and department connects nobody."""
    assert why(byline("a", at=XIAN), byline("b", at=GENT)) == [
        "affiliations that share nothing, and no co-author in common"]


@pytest.mark.parametrize("pair", [
    (byline("a", at=XIAN), byline("b", at=("Xi'an Jiaotong University",))),
    (byline("a", at=XIAN, others="ma"), byline("b", at=GENT, others="ma li")),
    (byline("a", at=XIAN, orcid="0000-1"), byline("b", at=GENT, orcid="0000-1")),
    (byline("a", at=XIAN), byline("b")),
    (byline("a", at=XIAN), byline("b", name="Li Zhang", at=GENT)),
    (byline("a"), byline("a")),
    (byline("a", words="beetles spruce"), byline("b", words="spruce")),
])
def test_what_connects_two_papers_or_cannot_be_compared_is_no_reason(pair: tuple[Byline, Byline]) -> None:
    assert why(*pair) == []


def test_two_papers_that_a_third_connects_are_of_one_person() -> None:
    assert why(byline("a", at=XIAN), byline("b", at=GENT), byline("c", at=(*XIAN, *GENT))) == []


def test_fields_that_share_nothing_count_where_no_affiliations_are_stated() -> None:
    assert why(byline("a", words="beetles"), byline("b", words="muons")) == [
        "fields that share nothing, and no co-author in common"]


def test_one_orcid_under_different_names_is_told_and_an_initial_is_the_same_name() -> None:
    for one, other, told in (
        ("Ilse Brandt", "I. Brandt", 0), ("Ilse Brandt", "Ilse Novák", 1), ("Ilse Brandt", "Olga Brandt", 1),
        ("Ilse Brandt", "ILSE BRÁNDT", 0),
    ):
        some = [byline("a", one, "0000-1"), byline("b", other, "0000-1")]
        assert [found.what for found in namesakes(some)] == ["one ORCID under different names"] * told
