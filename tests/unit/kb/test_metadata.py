"""Which value of a field is shown, who says something else, and in which versions a build was made."""

import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.choosing import choose
from claimledger.kb.errors import UsageError
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.lookup import look_up
from claimledger.kb.metadata import conflicts
from claimledger.kb.papers import list_papers
from claimledger.kb.schema import SCHEMA_VERSION
from claimledger.kb.settle.run import difference_from_scratch

TITLE = "Hearing bark beetles in spruce logs"
PEOPLE = [{"family": "Brandt", "given": "Ilse"}]


def entry(name: str, title: str = TITLE, doi: str = "10.5555/x.1", year: int = 2019, **more: Any) -> dict[str, Any]:
    return {"id": name, "title": title, "DOI": doi, "issued": {"date-parts": [[year]]}, "author": PEOPLE} | more


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "lib", owner="x") as opened:
        yield opened


def take_in(library: Library, *entries: dict[str, Any]) -> None:
    file = library.root.parent / "refs.json"
    file.write_text(json.dumps(entries))
    ingest(library, [file])


def fields(library: Library) -> dict[str, dict[str, Any]]:
    with library.view() as view:
        [paper] = list_papers(view)
        return {field["field"]: field for field in look_up(library, view, paper["id"])["metadata"]}


def test_a_paper_shows_each_value_with_its_source_and_the_others_with_whether_they_differ(library: Library) -> None:
    bib = library.root.parent / "one.bib"
    bib.write_text(
        "@article{two, title={HEARING bark beetles in spruce logs!}, author={Brandt, I.}, year={2020},"
        " doi={10.5555/X.1}, journal={Trees}}"
    )
    take_in(library, entry("one"))
    ingest(library, [bib])
    found = fields(library)
    assert (found["title"]["value"], found["title"]["source"], found["title"]["file"]) == (
        TITLE, "record", "refs.json#one")
    assert [(other["file"], other["differs"]) for other in found["title"]["others"]] == [("one.bib#two", False)]
    assert [(other["value"], other["differs"]) for other in found["year"]["others"]] == [("2020", True)]
    assert [(other["value"], other["differs"]) for other in found["doi"]["others"]] == [("10.5555/x.1", False)]
    assert (found["venue"]["value"], found["venue"]["file"], found["venue"]["others"]) == ("Trees", "one.bib#two", [])
    assert found["authors"]["value"] == ["Ilse Brandt"] and found["authors"]["others"][0]["differs"] is False
    assert all(field["recorded"].startswith("20") for field in found.values())


def test_conflicts_are_what_really_differs_and_what_looks_alike(library: Library) -> None:
    take_in(
        library, entry("a"), entry("b", title=TITLE.upper(), year=2021),
        entry("c", title="Yields of winter wheat after a drought"),
    )
    with library.view() as view:
        found = conflicts(view)
        [year] = [row for row in found if row["field"] == "year"]
        assert {year["shown"], year["other"]} == {"2019", "2021"}
        [pair] = [row for row in found if row["field"] == "identity"]
        assert pair["reason"] == "same doi, other title" and len(found) == 2
        for one, other in ((pair["paper"], pair["other_paper"]), (pair["other_paper"], pair["paper"])):
            [near] = look_up(library, view, one)["near_duplicates"]
            assert (near["work"], near["reason"]) == (other, "same doi, other title")


def test_where_all_agree_there_is_no_conflict(library: Library) -> None:
    take_in(library, entry("a"), entry("b", title=TITLE + "."))
    with library.view() as view:
        assert conflicts(view) == [] and [paper["flags"] for paper in list_papers(view)] == [[]]


def test_a_build_states_data_schema_parser_pipeline_and_index(sample_library: Path) -> None:
    with Library.open(sample_library) as library, library.view() as view:
        [row] = view.rows("SELECT build, blob, pipeline FROM sources WHERE name = 'marek2023.pdf'")
        found = look_up(library, view, row["build"])["versions"]
        assert (found["data"], found["pipeline"], found["schema"]) == (row["blob"], row["pipeline"], SCHEMA_VERSION)
        assert found["event_schemas"]["Parsed"] == 2 and found["event_schemas"]["BuildSealed"] == 1
        assert found["parser"]["name"] == "pymupdf" and found["parser"]["libraries"]["pymupdf"] == version("pymupdf")
        at = found["index"]["position"]
        [event] = library.ledger.read(after=at - 1, until=at)
        assert event.kind == "Indexed"
        assert found["index"]["version"] == view.rows("SELECT index_version AS v FROM indexings")[0]["v"]


def test_a_build_that_no_index_held_yet_says_so(library: Library) -> None:
    take_in(library, entry("a"))
    with library.view() as view:
        [row] = view.rows("SELECT build FROM sources")
        assert look_up(library, view, row["build"])["versions"]["index"] is None
    SearchIndex(library).update()
    with library.view() as view:
        assert look_up(library, view, row["build"])["versions"]["index"]["version"]


def test_a_supplement_is_listed_with_its_paper_and_found_by_search(library: Library) -> None:
    from claimledger.kb.retrieval import search

    take_in(
        library, entry("a"),
        entry("s", title=f"Supplementary material for: {TITLE}", doi="10.5555/x.1",
              abstract="All recordings of longhorn larvae are listed with their hours of sound."),
    )
    SearchIndex(library).update()
    with library.view() as view:
        [paper] = list_papers(view)
        assert paper["title"] == TITLE
        parts = {part["name"]: part["part"] for part in look_up(library, view, paper["id"])["builds"]}
        assert parts == {"refs.json#a": "main", "refs.json#s": "supplement"}
    [hit] = search(library, "longhorn larvae", record=False).hits
    assert hit.paper == paper["id"] and "longhorn" in str(hit.quote)


def test_a_person_chooses_what_is_shown_and_the_choice_and_the_losers_stay(library: Library) -> None:
    take_in(library, entry("one"), entry("two", year=2014))
    with library.view() as view:
        [paper] = list_papers(view)
        before = view.position
    shown = paper["year"]
    other = {"2019": "2014", "2014": "2019"}[shown]
    report = choose(library, paper["id"], {"year": other}, (), "the print says so")
    assert (report.paper, [(one.field, one.value) for one in report.choices]) == (paper["id"], [("year", other)])
    year = fields(library)["year"]
    assert (year["value"], year["decided"]["reason"]) == (other, "the print says so")
    assert [(one["value"], one["differs"]) for one in year["others"]] == [(shown, True)]
    with library.view() as view:
        [row] = [row for row in conflicts(view) if row["field"] == "year"]
        assert (row["shown"], row["other"], row["decided"]) == (other, shown, "the print says so")
        assert len(difference_from_scratch(view)) == 0
    with library.view(before) as view:
        assert list_papers(view)[0]["year"] == shown
    # What comes later does not take the place of what a person chose.
    take_in(library, entry("three", year=1999))
    assert fields(library)["year"]["value"] == other
    choose(library, paper["id"], {}, ["year"], "it was the print of another paper")
    assert fields(library)["year"]["decided"] is None
    with library.view() as view:
        assert len(difference_from_scratch(view)) == 0


def test_authors_are_chosen_by_the_build_that_lists_them(library: Library) -> None:
    take_in(library, entry("one"), entry("two", author=[*PEOPLE, {"family": "Novak", "given": "Ana"}]))
    found = fields(library)["authors"]
    [other] = found["others"]
    with library.view() as view:
        [paper] = list_papers(view)
    choose(library, paper["id"], {"authors": other["build"][:20]}, (), "all of them")
    assert fields(library)["authors"]["value"] == other["value"]
    with library.view() as view:
        assert len(difference_from_scratch(view)) == 0


def test_what_no_source_states_cannot_be_chosen_and_the_error_says_what_they_say(library: Library) -> None:
    take_in(library, entry("one"))
    with library.view() as view:
        [paper] = list_papers(view)
    head = library.ledger.head()
    with pytest.raises(UsageError, match=r"no source says .* '2014'; they say: 2019 \(refs.json#one\)"):
        choose(library, paper["id"], {"year": "2014"}, (), "why not")
    for wanted, back, reason in (({"shoe": "1"}, (), "x"), ({}, ("year",), "x"), ({"year": "2019"}, (), " ")):
        with pytest.raises(UsageError):
            choose(library, paper["id"], wanted, back, reason)
    with pytest.raises(UsageError, match="is no paper"):
        choose(library, paper["build"], {"year": "2019"}, (), "x")
    assert library.ledger.head() == head


def test_a_choice_goes_with_the_paper_that_is_purged(library: Library) -> None:
    take_in(library, entry("one"), entry("two", title="Yields of winter wheat", doi="10.5555/x.2"))
    with library.view() as view:
        paper = next(row for row in list_papers(view) if row["doi"] == "10.5555/x.1")
    choose(library, paper["id"], {"year": "2019"}, (), "Hearing bark beetles in spruce logs is of 2019")
    purge(library, [paper["id"]], "asked to")
    assert [event.content for event in library.ledger.read(kinds=["ValueChosen"])] == [None]
    with library.view() as view:
        assert view.rows("SELECT * FROM choices") == [] and len(difference_from_scratch(view)) == 0
