"""What a library knows of its own limits."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.kb.quality_figures import FIELDS, quality_figures


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "lib", owner="x") as opened:
        yield opened


def take_in(library: Library, *entries: dict[str, Any]) -> None:
    file = library.root.parent / "refs.json"
    file.write_text(json.dumps(entries))
    ingest(library, [file])


ENTRIES: tuple[dict[str, Any], ...] = (
    {"id": "a", "title": "Hearing beetles in logs of spruce", "DOI": "10.5555/a", "issued": {"date-parts": [[2019]]},
     "container-title": "Trees", "author": [{"family": "Brandt", "given": "Ilse", "ORCID": "0000-0002-1825-0097"}],
     "abstract": "Beetles were heard.", "language": "en"},
    {"id": "b", "title": "Yields of winter wheat", "issued": {"date-parts": [[2019]]}, "container-title": "TREES",
     "author": [{"family": "Brandt", "given": "Ilse", "ORCID": "0000-0001-5109-3700"}]},
    {"id": "c", "title": "Counting seals on sandbanks"},
    {"id": "d", "note": "nothing to read"},
)


def test_every_field_has_its_denominator_and_what_is_unknown_has_a_row(library: Library) -> None:
    take_in(library, *ENTRIES)
    with library.view() as view:
        found = quality_figures(view)
    assert (found["papers"], found["quarantined_builds"]) == (3, 1)
    assert found["grades"] == {"A": 1, "B": 2, "C": 0, "D": 0}
    assert found["fields"] == {
        "title": "3 of 3", "authors": "2 of 3", "year": "2 of 3", "venue": "2 of 3", "doi": "1 of 3",
        "identifier": "1 of 3", "abstract": "1 of 3", "licence": "0 of 3", "language": "1 of 3", "references": "0 of 3",
    }
    assert tuple(found["fields"]) == FIELDS
    assert found["languages"] == {"unknown": 2, "en": 1}
    assert found["papers_without_pages"] == "3 of 3" and found["sentences_by_ocr"] == "0 of 1"
    years = {row["name"]: (row["papers"], row["fields"]["doi"]) for row in found["by_year"]}
    assert list(years.items()) == [("2019", (2, 1)), ("unknown", (1, 0))]
    assert [(row["name"], row["papers"]) for row in found["by_venue"]] == [("TREES", 2), ("unknown", 1)]
    [namesake] = found["namesakes"]
    assert namesake["names"] == ("Ilse Brandt",) and len(namesake["orcids"]) == 2
    json.dumps(found)


def test_figures_are_those_of_the_position_that_is_asked(library: Library) -> None:
    take_in(library, ENTRIES[0])
    at = library.ledger.head().position
    take_in(library, *ENTRIES)
    with library.view(at) as view:
        assert quality_figures(view)["papers"] == 1
    with library.view(1) as view:
        nothing = quality_figures(view)
        assert nothing["papers"] == 0 and nothing["by_year"] == [] and nothing["fields"]["doi"] == "0 of 0"


def test_references_and_text_of_papers_have_shares(sample_library: Path) -> None:
    with Library.open(sample_library) as opened, opened.view() as view:
        found = quality_figures(view)
    assert found["references_linked"] == found["references_resolved"] == "7 of 7"
    assert found["markers_linked"] == "6 of 6" and found["papers_with_ocr"] == "0 of 5"
    assert sum(row["papers"] for row in found["by_venue"]) == 5
