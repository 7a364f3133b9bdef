"""Which value of a field is shown, who says something else, and in which versions a build was made."""

import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.lookup import look_up
from claimledger.kb.metadata import conflicts
from claimledger.kb.papers import list_papers
from claimledger.kb.schema import SCHEMA_VERSION

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
