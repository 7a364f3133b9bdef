"""Builds of older pipelines are made again, and the library is then the one that a fresh ingest gives."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.ingest.reprocess import ReprocessReport, old_builds, reprocess
from claimledger.ingest.run import ingest
from claimledger.kb.errors import ReadOnlyLibrary, UnknownId
from claimledger.kb.events.standing import StandingChanged
from claimledger.kb.forgetting.standing import quarantine, withdraw
from claimledger.kb.library import Library
from claimledger.kb.settings import FILE_NAME
from claimledger.snapshots.freeze import freeze

FILES = {
    "refs.json": [
        {"id": "a", "title": "On oaks", "abstract": "Oaks grow slowly. Elms grow fast. Ash trees stand in between."},
        {"id": "b#c", "title": "On elms", "DOI": "10.5555/elms", "issued": {"date-parts": [[2020]]}},
    ],
    "more.json": [{"id": "d", "title": "On the age of limes", "abstract": "Limes may live for a thousand years."}],
    "last.json": [{"id": "e", "title": "Where willows stand", "abstract": "Willows like wet feet."}],
}
OAKS, ELMS, LIMES, WILLOWS = NAMES = ("refs.json#a", "refs.json#b#c", "more.json#d", "last.json#e")


def words(root: Path, number: int) -> None:
    """Change the setting that decides how long chunks are."""
    path = root / FILE_NAME
    path.write_text(re.sub(r"target_words = \d+", f"target_words = {number}", path.read_text()))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for name, entries in FILES.items():
        (folder / name).write_text(json.dumps(entries))
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, sources: Path) -> Path:
    root = tmp_path_factory.mktemp("old") / "lib"
    Library.create(root, owner="x").close()
    words(root, 60)
    with Library.open(root) as library:
        ingest(library, [sources])
    return root


@pytest.fixture
def old(made: Path, tmp_path: Path) -> Path:
    """A library whose settings have changed since its papers came in."""
    root = Path(shutil.copytree(made, tmp_path / "lib"))
    words(root, 120)
    return root


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, sources: Path) -> str:
    """The snapshot id of a library that took the same sources in under the new settings."""
    root = tmp_path_factory.mktemp("fresh") / "lib"
    Library.create(root, owner="x").close()
    words(root, 120)
    with Library.open(root) as library:
        ingest(library, [sources])
        return freeze(library).frozen.snapshot


def run(root: Path, *names: str) -> ReprocessReport:
    with Library.open(root) as library:
        return reprocess(library, names)


def snapshot(root: Path) -> str:
    with Library.open(root) as library:
        return freeze(library).frozen.snapshot


def old_ones(root: Path) -> dict[str, str]:
    """Names of files by old build."""
    with Library.open(root) as library, library.view() as view:
        return {one.name: one.build for one in old_builds(library, view)}


def test_the_snapshot_is_that_of_a_fresh_ingest(old: Path, fresh: str) -> None:
    before = old_ones(old)
    assert set(before) == set(NAMES)
    report = run(old)
    assert {one.name: (one.old, one.status) for one in report.builds} == {
        name: (build, "replaced") for name, build in before.items()}
    assert snapshot(old) == fresh and old_ones(old) == {}
    with Library.open(old) as library:
        library.ledger.verify()
        retired = [event.payload() for event in library.ledger.read(kinds=["StandingChanged"])]
        names = {event.payload().name for event in library.ledger.read(kinds=["SourceRegistered"])}  # type: ignore[attr-defined]
    assert {(one.build, one.standing, one.by) for one in retired if isinstance(one, StandingChanged)} == {
        (one.old, "retired", one.new) for one in report.builds}
    assert names == set(before)


def test_doing_it_again_changes_nothing(old: Path) -> None:
    run(old)
    with Library.open(old) as library:
        before = library.ledger.head().position
    assert run(old).builds == []
    with Library.open(old) as library:
        assert library.ledger.head().position == before


def test_an_older_snapshot_still_shows_the_builds_it_showed(old: Path) -> None:
    frozen = snapshot(old)
    before = old_ones(old)
    run(old)
    with Library.open(old) as library, library.view(frozen) as view:
        assert {row["build"] for row in view.rows("SELECT build FROM visible_builds")} == set(before.values())


def test_only_what_is_named_is_made_again(old: Path) -> None:
    before = old_ones(old)
    report = run(old, before[OAKS])
    assert [one.name for one in report.builds] == [OAKS]
    assert set(old_ones(old)) == set(before) - {OAKS}
    with Library.open(old) as library, library.view() as view:
        [work] = [row["work"] for row in view.rows(
            "SELECT work FROM work_builds WHERE build = ?", [before[LIMES]])]
    assert [one.name for one in run(old, work).builds] == [LIMES]
    assert run(old, before[OAKS]).builds == []
    with pytest.raises(UnknownId):
        run(old, "build-nobody")


def test_what_fails_leaves_the_old_build_in_view_and_the_others_are_replaced(old: Path) -> None:
    before = old_ones(old)
    with Library.open(old) as library, library.view() as view:
        [lost] = view.rows("SELECT blob FROM sources WHERE build = ?", [before[OAKS]])
        library.blobs.path(lost["blob"]).unlink()
    report = run(old)
    failed = [one for one in report.builds if one.status == "failed"]
    assert [(one.name, one.new) for one in failed] == [(OAKS, None)]
    assert "there is no blob" in failed[0].reason
    assert report.count("replaced") == 3
    assert old_ones(old) == {OAKS: before[OAKS]}
    with Library.open(old) as library, library.view() as view:
        shown = {row["build"] for row in view.rows("SELECT build FROM active_builds")}
    assert before[OAKS] in shown and before[LIMES] not in shown


@pytest.mark.parametrize("at", [0, 1, 2, 3, 4])
def test_a_run_that_died_is_continued_and_no_paper_is_out_of_view_until_its_new_build_is_sealed(
    at: int, old: Path, fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., object] = Library.append
    calls = 0

    def append(self: Library, appends: object) -> object:
        nonlocal calls
        calls += 1
        if calls > at:
            raise KeyboardInterrupt
        return real(self, appends)

    with monkeypatch.context() as patched:
        patched.setattr(Library, "append", append)
        with pytest.raises(KeyboardInterrupt):
            run(old)
    with Library.open(old) as library, library.view() as view:
        # Appends: one a file, then the standings of all, and after them what settling makes of it.
        assert at == 4 or len(view.rows("SELECT build FROM active_builds")) == 4
    run(old)
    assert snapshot(old) == fresh


def test_decisions_on_the_old_builds_hold_for_the_new_ones(old: Path) -> None:
    before = old_ones(old)
    with Library.open(old) as library:
        quarantine(library, [before[OAKS]], "page 3 is garbled")
        withdraw(library, [before[LIMES]], "retracted")
    report = run(old)
    assert {one.name for one in report.builds} == {OAKS, ELMS, WILLOWS}
    [new] = [one.new for one in report.builds if one.name == OAKS]
    with Library.open(old) as library:
        [carried] = [event.payload() for event in library.ledger.read(stream=f"standing:{new}")]
        with library.view() as view:
            shown = {row["build"] for row in view.rows("SELECT build FROM visible_builds")}
    assert isinstance(carried, StandingChanged)
    assert (carried.standing, carried.reason) == ("quarantined", "page 3 is garbled")
    assert not shown & {new, before[OAKS], before[LIMES]} and len(shown) == 2


def test_settings_may_go_back_and_forth(made: Path, tmp_path: Path, fresh: str) -> None:
    root = Path(shutil.copytree(made, tmp_path / "lib"))
    first = snapshot(root)
    words(root, 120)
    run(root)
    assert snapshot(root) == fresh
    words(root, 60)
    report = run(root)
    assert report.count("replaced") == 4 and snapshot(root) == first
    words(root, 120)
    run(root)
    assert snapshot(root) == fresh and old_ones(root) == {}


def test_papers_that_came_in_under_both_settings_are_one_build_afterwards(
    old: Path, sources: Path, fresh: str
) -> None:
    with Library.open(old) as library:
        ingest(library, [sources])
    report = run(old)
    assert report.count("replaced") == 4
    assert snapshot(old) == fresh


def test_a_reader_makes_nothing_again(old: Path) -> None:
    with Library.open(old, read_only=True) as library, pytest.raises(ReadOnlyLibrary):
        reprocess(library)


def test_pdf_files_are_parsed_again_from_the_bytes_that_the_library_keeps(tmp_path: Path, sample_papers: Path) -> None:
    ids = {}
    for name, first in (("old", 60), ("fresh", 120)):
        Library.create(tmp_path / name, owner="x").close()
        words(tmp_path / name, first)
        paper = shutil.copy(sample_papers / "marek2023.pdf", tmp_path)
        with Library.open(tmp_path / name) as library:
            ingest(library, [Path(paper)])
        Path(paper).unlink()
        words(tmp_path / name, 120)
        report = run(tmp_path / name)
        assert [(one.name, one.status) for one in report.builds] == [("marek2023.pdf", "replaced")] * (name == "old")
        ids[name] = snapshot(tmp_path / name)
    assert ids["old"] == ids["fresh"]
