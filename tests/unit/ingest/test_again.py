"""Sources that were purged: refused by name, and taken in again only if somebody asks for it."""

import json
import shutil
from pathlib import Path

import pytest
from claimledger.ingest.pipeline import open_pipeline
from claimledger.ingest.run import ingest
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.retrieval import search
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_snapshot

PAPER = "marek2023.pdf"


@pytest.fixture
def library(tmp_path: Path, sample_papers: Path) -> Library:
    """A library with two papers, frozen, one of which is then purged."""
    library = Library.create(tmp_path / "lib", owner="x")
    report = ingest(library, [sample_papers / PAPER, sample_papers / "brandt2019.pdf"])
    freeze(library, name="both")
    build = report.outcomes[0].build
    assert build
    purge(library, [build], "asked to")
    return library


def titles(library: Library, at: str | None = None) -> list[str]:
    with library.view(at) as view:
        return [row["title"] for row in list_papers(view)]


def test_a_purged_file_is_refused_with_the_purge_and_the_way_back(library: Library, sample_papers: Path) -> None:
    with library:
        head, blobs = library.ledger.head(), list(library.blobs)
        (outcome,) = ingest(library, [sample_papers / PAPER]).outcomes
        assert outcome.status == "failed" and "--again" in outcome.reason and "asked to" in outcome.reason
        assert "was purged at 2" in outcome.reason and "event-" in outcome.reason
        assert (library.ledger.head(), list(library.blobs)) == (head, blobs)
        assert [one.status for one in ingest(library, [sample_papers / "brandt2019.pdf"]).outcomes] == ["unchanged"]


def test_it_comes_back_as_another_build_and_stays(library: Library, sample_papers: Path) -> None:
    with library:
        old = next(iter(library.ledger.read(kinds=["Purged"])))
        (outcome,) = ingest(library, [sample_papers / PAPER], again=True).outcomes
        assert outcome.status == "sealed" and outcome.build not in old.content.decode()
        assert len(titles(library)) == 2
        assert {hit.title for hit in search(library, "pilot study of living trees", k=5).hits} == set(titles(library))
        frozen = freeze(library, name="again")
        # From now on it is a source like any other, also for a run that does not ask for it.
        assert [one.status for one in ingest(library, [sample_papers / PAPER]).outcomes] == ["unchanged"]
        assert verify_snapshot(library, frozen).damages == []
        assert len(titles(library, "both")) == 1


def entries(folder: Path, *titles: str) -> Path:
    """A bibliography with one entry a title."""
    file = folder / f"{titles[0]}.json"
    file.write_text(json.dumps([
        {"id": title, "title": title, "abstract": "Frost reached the valley in May. It was late.",
         "author": [{"family": "Smith", "given": "Ada"}], "issued": {"date-parts": [[2019]]}}
        for title in titles
    ]))
    return file


def test_a_later_purge_does_not_undo_the_return_of_another(tmp_path: Path) -> None:
    one, other = entries(tmp_path, "On frost"), entries(tmp_path, "On thaw")
    with Library.create(tmp_path / "lib", owner="x") as library:
        for file in (one, other):
            build = ingest(library, [file], again=True).outcomes[0].build
            assert build
            purge(library, [build], "asked to")
            assert titles(library) == ([] if file is one else ["On frost"])
            ingest(library, [one], again=True)
        kept = live(library)
        purged = [build["blob"] for event in library.ledger.read(kinds=["Purged"])
                  for build in json.loads(event.content or b"")["builds"]]
        assert len(purged) == 2 and kept == {purged[0]}
        assert library.blobs.has(purged[0]) and not library.blobs.has(purged[1])


def live(library: Library) -> set[str]:
    with library.view() as view:
        return {row["blob"] for row in view.rows(
            "SELECT blob FROM sources WHERE build IN (SELECT build FROM visible_builds)")}


def test_a_source_can_go_and_come_any_number_of_times(tmp_path: Path) -> None:
    file = entries(tmp_path, "On frost")
    with Library.create(tmp_path / "lib", owner="x") as library:
        builds = set()
        for _ in range(3):
            build = ingest(library, [file], again=True).outcomes[0].build
            assert build and build not in builds
            builds.add(build)
            assert titles(library) == ["On frost"]
            purge(library, [build], "asked to")
            assert titles(library) == []
        assert ingest(library, [file]).outcomes[0].status == "failed"


def test_an_entry_of_a_bibliography_is_refused_alone(tmp_path: Path) -> None:
    file = entries(tmp_path, "On frost", "On thaw")
    with Library.create(tmp_path / "lib", owner="x") as library:
        first, _ = ingest(library, [file]).outcomes
        assert first.build
        purge(library, [first.build], "asked to")
        assert [one.status for one in ingest(library, [file]).outcomes] == ["failed", "unchanged"]
        assert [one.status for one in ingest(library, [file], again=True).outcomes] == ["sealed", "unchanged"]
        assert [one.status for one in ingest(library, [file]).outcomes] == ["unchanged", "unchanged"]


def test_a_purge_holds_for_another_pipeline_and_another_name_too(tmp_path: Path) -> None:
    file = entries(tmp_path, "On frost")
    with Library.create(tmp_path / "lib", owner="x") as library:
        build = ingest(library, [file]).outcomes[0].build
        assert build
        purge(library, [build], "asked to")
        before = open_pipeline("csl", library.settings).digest
    settings = tmp_path / "lib" / "claimledger.toml"
    settings.write_text(settings.read_text().replace("target_words = 180", "target_words = 90"))
    renamed = tmp_path / "another name.json"
    shutil.copy(file, renamed)
    with Library.open(tmp_path / "lib") as library:
        assert open_pipeline("csl", library.settings).digest != before
        assert "--again" in ingest(library, [renamed]).outcomes[0].reason
