from dataclasses import replace

import pytest
from claimledger.kb.settle.facts import AssertionFact, BuildFacts
from claimledger.kb.settle.identity import NearDuplicate, group_works
from claimledger.kb.settle.names import same_words
from claimledger.kb.settle.settle import near_rows, settle


def build(blob: str, *, kind: str = "pdf", authors: tuple[str, ...] = ("Brandt",), **fields: str) -> BuildFacts:
    assertions = tuple(
        AssertionFact(f"{blob}-{name}", name, value, "page") for name, value in fields.items()
    )
    return BuildFacts(
        f"build-{blob}", blob, kind, sentences=10, body_sentences=8, hidden=0, assertions=assertions,
        authors=tuple((name, "A") for name in authors),
    )


def works(*builds: BuildFacts) -> list[list[str]]:
    groups, _ = group_works(builds)
    return [[facts.blob for facts in group.builds] for group in groups]


TITLE = "Hearing bark beetles in spruce logs"


def test_one_doi_with_agreeing_titles_is_one_work() -> None:
    assert works(
        build("a", title=TITLE, doi="10.5555/X.1"),
        build("b", title=TITLE.upper(), doi="https://doi.org/10.5555/x.1"),
    ) == [["a", "b"]]


def test_a_title_without_its_subtitle_agrees_where_an_identifier_is_shared() -> None:
    whole = f"{TITLE}: a comparison of microphones and their cost to forest owners in three counties of the north"
    assert works(build("a", title=TITLE, doi="10.5555/x.1"), build("b", title=whole, doi="10.5555/x.1")) == [["a", "b"]]
    assert works(build("a", title="Hearing", doi="10.5555/x.1"),
                 build("b", title=whole, doi="10.5555/x.1")) == [["a"], ["b"]]
    assert works(build("a", title=TITLE, year="2019"), build("b", title=whole, year="2019")) == [["a"], ["b"]]


def test_the_doi_of_somebody_elses_paper_does_not_join_and_is_flagged() -> None:
    builds = (
        build("a", title=TITLE, doi="10.5555/x.1"),
        build("b", title="Yields of winter wheat after drought", doi="10.5555/x.1"),
    )
    groups, near = group_works(builds)
    assert [len(group.builds) for group in groups] == [1, 1]
    assert [(pair.one, pair.other, pair.reason) for pair in near] == [("build-a", "build-b", "same doi, other title")]


def test_title_first_author_and_year_join_where_no_identifier_is_printed() -> None:
    assert works(build("a", title=TITLE, year="2019"), build("b", title=TITLE, year="2019")) == [["a", "b"]]


def test_a_title_alone_never_identifies() -> None:
    assert works(build("a", title=TITLE, authors=()), build("b", title=TITLE, authors=())) == [["a"], ["b"]]
    assert works(build("a", title=TITLE), build("b", title=TITLE)) == [["a"], ["b"]]


def test_twins_one_of_which_states_no_year_are_near_duplicates() -> None:
    groups, near = group_works([build("a", title=TITLE, year="2019"), build("b", title=TITLE)])
    assert len(groups) == 2
    assert [(pair.one, pair.other, pair.reason) for pair in near] == [("build-a", "build-b", "year missing")]


def test_a_missing_year_does_not_part_what_an_identifier_joins() -> None:
    assert works(
        build("a", title=TITLE, year="2019", doi="10.5555/x.1"), build("b", title=TITLE, arxiv="2001.00001"),
        build("c", title=TITLE, doi="10.5555/x.1", arxiv="2001.00001"),
    ) == [["a", "b", "c"]]


def test_part_one_and_part_two_are_two_works() -> None:
    one, two = f"{TITLE}: part I", f"{TITLE}: part II"
    groups, near = group_works([build("a", title=one, year="2019"), build("b", title=two, year="2019")])
    assert len(groups) == 2
    assert near[0].reason == "titles differ in a number"


def test_other_first_authors_or_years_or_identifiers_keep_twins_apart() -> None:
    base = build("a", title=TITLE, year="2019", doi="10.5555/x.1")
    for other in (
        build("b", title=TITLE, year="2019", authors=("Novak",)),
        build("b", title=TITLE, year="2012"),
        build("b", title=TITLE, year="2019", doi="10.5555/x.2"),
    ):
        assert works(base, other) == [["a"], ["b"]]


def test_a_preprint_joins_its_published_version() -> None:
    assert works(
        build("a", title=TITLE, year="2018", doi="10.48550/arxiv.1801.00001", arxiv="1801.00001"),
        build("b", title=TITLE, year="2019", doi="10.5555/x.1"),
    ) == [["a", "b"]]


def test_a_component_with_a_veto_is_split_down_to_identifiers_and_flagged() -> None:
    builds = (
        build("a", title=TITLE, year="2019", doi="10.5555/x.1"),
        build("b", title=TITLE, year="2019"),
        build("c", title=TITLE, year="2019", doi="10.5555/x.2"),
    )
    groups, _ = group_works(builds)
    assert [[facts.blob for facts in group.builds] for group in groups] == [["a"], ["b"], ["c"]]
    assert all(group.split for group in groups)


@pytest.mark.parametrize(("one", "other", "same"), [
    ("Outcomes of hyperthyroidism in Kenya", "Outcomes of hypothyroidism in Kenya", False),
    ("Vitamin A and the bones of mice", "Vitamin D and the bones of mice", False),
    ("Increased mortality of trees in drought", "Decreased mortality of trees in drought", False),
    ("Multi-center trial of tumour growth models", "Multicenter trial of tumor growth model", True),
])
def test_one_word_makes_another_paper_and_spelling_does_not(one: str, other: str, same: bool) -> None:
    assert same_words(one, other) is same


def test_a_shared_doi_does_not_join_titles_without_a_common_word() -> None:
    assert works(
        build("a", title="Bees and the flowers of the alpine zone", doi="10.5555/z"),
        build("b", title="Ants and the roots of the coastal forest", doi="10.5555/z"),
    ) == [["a"], ["b"]]


def test_a_short_title_another_initial_and_another_volume_join_nothing() -> None:
    editorial = {"title": "Editorial notes on this issue", "year": "2017"}
    assert works(build("a", title="Response", year="2017"), build("b", title="Response", year="2017")) == [["a"], ["b"]]
    assert works(build("a", **editorial, volume="1"), build("b", **editorial, volume="2")) == [["a"], ["b"]]
    assert works(build("a", **editorial, volume="1"), build("b", **editorial)) == [["a", "b"]]


def test_short_titles_that_differ_by_a_mark_alone_are_listed_and_part_nothing() -> None:
    pairs = [
        ("Sleep is associated with gout", "Sleep is not associated with gout", "negation"),
        ("Zinc and the flu in children", "Zinc and the flu in adults", "population"),
        ("Walking with a stick uphill", "Walking without a stick uphill", "negation"),
    ]
    for one, other, mark in pairs:
        _, near = group_works([build("a", title=one, year="2019"), build("b", title=other, year="2019")])
        assert [pair.reason for pair in near] == [f"short titles differ only in a {mark}"]
    _, near = group_works([build("a", title="Volume 1", year="2019"), build("b", title="Volume 22", year="2019")])
    assert near == []
    one, other, _ = pairs[0]
    joined = (
        build("a", title=one, year="2019", doi="10.5555/x.1"), build("b", title=one, doi="10.5555/x.1", pmid="7"),
        build("c", title=other, year="2019", pmid="7"),
    )
    assert works(*joined) == [["a", "b", "c"]]


def test_short_titles_that_differ_by_a_mark_are_found_among_many_of_one_author_and_year() -> None:
    others = [build(f"c{n}", title=f"Gravel number {'abcdefg'[n % 7]} {'hijklmn'[n // 7]}", year="2019")
              for n in range(40)]
    _, near = group_works([
        build("a", title="Sleep is associated with gout", year="2019"), *others,
        build("b", title="Sleep is not associated with gout", year="2019"),
    ])
    assert ("build-a", "build-b") in [(pair.one, pair.other) for pair in near]


def test_links_that_are_cut_when_a_component_is_split_are_listed_behind_vetoes() -> None:
    builds = (
        build("a", title=TITLE, year="2019", doi="10.5555/x.1"),
        build("b", title=TITLE, year="2019"),
        build("c", title=TITLE, year="2019", doi="10.5555/x.2"),
    )
    found = {(row["work_a"], row["work_b"]): row["reason"] for (table, _), row in settle(builds).rows.items()
             if table == "near_duplicates"}
    assert sorted(map(str, found.values())) == [
        "identifiers differ", "same title, parted by others", "same title, parted by others",
    ]
    assert group_works(builds[:2])[1] == []


def test_a_veto_between_two_works_says_more_than_a_link_that_was_cut() -> None:
    works_of = {"one": "work-a", "two": "work-b", "three": "work-b"}
    near = [NearDuplicate("one", "two", "same doi, parted by others", cut=True),
            NearDuplicate("one", "three", "years differ")]
    assert [row["reason"] for _, _, row in near_rows(near, works_of)] == ["years differ"]


def filed(entry: BuildFacts, file: BuildFacts, *more: str) -> tuple[BuildFacts, BuildFacts]:
    """An entry and a file that is attached to it, and to more entries."""
    return replace(entry, attached=frozenset({file.blob})), replace(file, attached=frozenset({entry.blob, *more}))


@pytest.mark.parametrize("said", [{}, {"title": TITLE}, {"title": TITLE, "year": "2012"}])
def test_what_the_owner_of_a_bibliography_attached_is_one_work_with_its_entry(said: dict[str, str]) -> None:
    pair = filed(build("a", kind="bibtex", title=TITLE, year="2019"), build("b", **said))
    groups, near = group_works(pair)
    assert [group.reasons for group in groups] == [{"build-a": "attached", "build-b": "attached"}] and near == []


@pytest.mark.parametrize(("file", "more", "why"), [
    (build("b", title="Yields of winter wheat after a drought"), (), "title"),
    (build("b", title=TITLE, authors=("Novak",)), (), "first author"),
    (build("b", doi="10.5555/other"), (), "identifier"),
    (build("b"), ("another entry",), "entries"),
])
def test_an_attached_file_that_disagrees_with_its_entry_is_kept_apart_and_listed(
    file: BuildFacts, more: tuple[str, ...], why: str
) -> None:
    pair = filed(build("a", kind="bibtex", title=TITLE, year="2019", doi="10.5555/x.1"), file, *more)
    groups, near = group_works(pair)
    assert len(groups) == 2 and [pair.reason for pair in near] in ([f"attached, other {why}"], [f"{why}s differ"])


def test_an_attached_supplement_is_a_part_of_the_work() -> None:
    pair = filed(build("a", kind="bibtex", title=TITLE, year="2019"), build("b", title="Supplementary material"))
    [work], _ = group_works(pair)
    assert work.supplements == {"build-b"}


def test_spellings_of_a_title_meet_whatever_their_years_and_titles_that_differ_by_a_mark_are_listed() -> None:
    online = build("a", title="Modelling of tumour growth in the brain", year="2018")
    assert works(online, build("b", title="Modelling of tumor growth in brain", year="2019")) == [["a", "b"]]
    _, near = group_works([build("a", title="Sleep is associated with gout", year="2012"),
                           build("b", title="Sleep is not associated with gout", year="2019")])
    assert [pair.reason for pair in near] == ["short titles differ only in a negation"]
