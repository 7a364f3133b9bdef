"""Merging two libraries gives the state of one that had taken in everything, whichever goes into which."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.ingest.parser.child import Made, ReadingChild, Work
from claimledger.ingest.run import ingest
from claimledger.kb.care.merge import MergeReport, merge
from claimledger.kb.embedder.minilm import MiniLmEmbedder
from claimledger.kb.errors import ParserError, ReadOnlyLibrary, UsageError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.standing import StandingChanged
from claimledger.kb.forgetting.purge import pending, purge
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.settle.run import settle_library
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_snapshot

HALVES = {"a": ("marek2023", "aubert2021", "brandt2019"), "b": ("aubert2021", "lindqvist2022", "kowalczyk2020")}
"""Two libraries that have one paper in common."""

Copy = Callable[[str], Path]


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Path:
    root = tmp_path_factory.mktemp("halves")
    names = {path.stem for path in sample_papers.iterdir()}
    for half, papers in HALVES.items():
        with Library.create(root / half, owner=half) as library:
            ingest(library, [sample_papers / f"{name}.pdf" for name in papers if name in names])
    with Library.create(root / "all", owner="x") as library:
        ingest(library, [sample_papers])
        (root / "snapshot").write_text(freeze(library).frozen.snapshot)
    return root


@pytest.fixture
def copy(halves: Path, tmp_path: Path) -> Copy:
    def copied(half: str) -> Path:
        return Path(shutil.copytree(halves / half, tmp_path / half))

    return copied


@pytest.fixture
def whole(halves: Path) -> str:
    return (halves / "snapshot").read_text()


def merged(into: Path, other: Path) -> tuple[MergeReport, str]:
    """Merge and freeze; the report and the snapshot id."""
    with Library.open(into) as library, Library.open(other, read_only=True) as source:
        report = merge(library, source, forget=True)
        return report, freeze(library).frozen.snapshot


def builds(root: Path) -> dict[str, str]:
    """Names of files by build."""
    with Library.open(root, read_only=True) as library, library.view() as view:
        return {row["name"]: row["build"] for row in view.rows("SELECT name, build FROM sources")}


def decide(root: Path, build: str, standing: str, by: str | None = None) -> None:
    event = StandingChanged(build=build, standing=standing, reason="asked to", by=by)  # type: ignore[arg-type]
    with Library.open(root) as library:
        library.append([Append(f"standing:{build}", [NewEvent(event)])])
        settle_library(library)


def standing(root: Path, build: str) -> str | None:
    with Library.open(root, read_only=True) as library:
        events = [event.payload() for event in library.ledger.read(stream=f"standing:{build}")]
    return events[-1].standing if events else None  # type: ignore[attr-defined]


def events_of(root: Path) -> int:
    with Library.open(root, read_only=True) as library:
        return library.ledger.head().position


def test_the_sample_papers_are_those_of_the_halves(sample_papers: Path) -> None:
    assert {path.stem for path in sample_papers.iterdir()} == {name for half in HALVES.values() for name in half}


@pytest.mark.parametrize(("into", "other"), [("a", "b"), ("b", "a")])
def test_either_way_the_snapshot_is_that_of_one_library(into: str, other: str, copy: Copy, whole: str) -> None:
    there = copy(other)
    before = {path: path.read_bytes() for path in there.rglob("*") if path.is_file() and path.name != "ledger.db-shm"}
    report, snapshot = merged(copy(into), there)
    assert snapshot == whole
    assert (report.taken, report.present, report.not_taken, report.purged, report.forgotten) == (2, 1, [], 0, 0)
    for path, content in before.items():
        assert path.read_bytes() == content, path


def test_merging_twice_changes_nothing(copy: Copy) -> None:
    into, other = copy("a"), copy("b")
    decide(other, builds(other)["kowalczyk2020.pdf"], "withdrawn")
    merged(into, other)
    before = events_of(into)
    report, _ = merged(into, other)
    assert events_of(into) == before and (report.taken, report.present, report.standings) == (0, 3, 0)
    merged(other, into)
    assert merged(into, other)[0].standings == 0 and events_of(into) == before


def test_every_event_verifies_and_every_blob_is_there(copy: Copy) -> None:
    into = copy("a")
    merged(into, copy("b"))
    with Library.open(into) as library:
        library.ledger.verify()
        assert len(list(library.blobs)) == 5 and list(library.blobs.verify()) == []
        parsed = list(library.ledger.read(kinds=["Parsed"]))
        assert len(parsed) == 5


def test_a_merge_that_died_is_continued(copy: Copy, whole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    into, other = copy("a"), copy("b")
    monkeypatch.setattr("claimledger.kb.care.merge._GROUP_BUILDS", 1)
    real, calls = Library.append, []

    def append(self: Library, appends: list[Append]) -> object:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(self, appends)

    with monkeypatch.context() as patched:
        patched.setattr(Library, "append", append)
        with pytest.raises(KeyboardInterrupt):
            merged(into, other)
    report, snapshot = merged(into, other)
    assert (report.taken, report.present, snapshot) == (1, 2, whole)


def _without_the_last_stage(real: Callable[..., Made]) -> Callable[..., Made]:
    def make(child: ReadingChild, content: bytes, work: Work) -> Made:
        stages = dict(real(child, content, work).stages)
        del stages["audited"]
        return Made(stages, "audited", ParserError("internal", "no audit today", remedy="none"))

    return make


def test_a_build_that_was_begun_here_under_another_name_is_completed(
    copy: Copy, sample_papers: Path, tmp_path: Path, whole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = copy("a")
    renamed = tmp_path / "renamed.pdf"
    shutil.copy(sample_papers / "kowalczyk2020.pdf", renamed)
    with Library.open(into) as library, monkeypatch.context() as patched:
        patched.setattr("claimledger.ingest.run.settle_library", lambda library: 0)
        patched.setattr(ReadingChild, "make", _without_the_last_stage(ReadingChild.make))
        ingest(library, [renamed])
        assert [event.payload().reason for event in library.ledger.read(kinds=["StageFailed"])  # type: ignore[attr-defined]
                ] == ["internal"]
    report, snapshot = merged(into, copy("b"))
    assert (report.taken, report.not_taken, snapshot) == (2, [], whole)
    assert "renamed.pdf" in builds(into)


def test_failures_and_answers_stay_where_they_were(copy: Copy) -> None:
    into, other = copy("a"), copy("b")
    failed = StageFailed(build="build-x", stage="parsed", reason="timeout", message="slow", attempt=1)
    with Library.open(other) as library:
        library.append([Append("build:build-x", [NewEvent(failed)])])
        freeze(library, name="theirs")
    merged(into, other)
    with Library.open(into) as library:
        assert list(library.ledger.read(kinds=["StageFailed"])) == []
        assert all(event.payload().name is None  # type: ignore[attr-defined]
                   for event in library.ledger.read(kinds=["SnapshotFrozen"]))


def test_a_source_whose_blob_is_lost_is_named_and_the_others_are_taken(copy: Copy) -> None:
    other = copy("b")
    lost = builds(other)["kowalczyk2020.pdf"]
    with Library.open(other) as library, library.view() as view:
        [row] = view.rows("SELECT blob FROM sources WHERE build = ?", [lost])
        library.blobs.path(row["blob"]).unlink()
    report, _ = merged(copy("a"), other)
    assert report.taken == 1
    assert [(n.build, n.name, "is missing there" in n.reason) for n in report.not_taken] == [
        (lost, "kowalczyk2020.pdf", True)]


def test_vectors_come_along_so_that_nothing_is_embedded_again(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    into, other = copy("a"), copy("b")
    for root in (into, other):
        with Library.open(root) as library:
            index = SearchIndex(library)
            if index.opening.embedder is None:
                pytest.skip(str(index.opening.reason))
            index.update()
    with Library.open(into) as library:
        before = SearchIndex(library).state()
    report, _ = merged(into, other)
    monkeypatch.setattr(MiniLmEmbedder, "embed", lambda *arguments: 1 / 0)
    with Library.open(into) as library:
        indexed = SearchIndex(library).update()
        after = SearchIndex(library).state()
    assert indexed is not None and after.complete
    # Pieces of text that two papers share, such as a licence, have one vector.
    assert 0 < report.vectors <= after.chunks - before.chunks
    assert merged(into, other)[0].vectors == 0


# standings


@pytest.mark.parametrize(("ours", "theirs", "expected"), [
    (None, "withdrawn", "withdrawn"), ("released", "withdrawn", "withdrawn"), ("withdrawn", "released", "withdrawn"),
    ("quarantined", "withdrawn", "withdrawn"), ("released", "quarantined", "quarantined"),
    ("released", None, "released"), ("withdrawn", "withdrawn", "withdrawn"),
])
@pytest.mark.parametrize("way", ["there", "back"])
def test_of_decisions_that_knew_nothing_of_each_other_the_stricter_counts(
    ours: str | None, theirs: str | None, expected: str, way: str, copy: Copy
) -> None:
    a, b = copy("a"), copy("b")
    build = builds(a)["aubert2021.pdf"]
    for root, decision in ((a, ours), (b, theirs)):
        if decision:
            decide(root, build, decision)
    into, other = (a, b) if way == "there" else (b, a)
    _, snapshot = merged(into, other)
    assert standing(into, build) == expected
    visible = "released" in (expected,)
    with Library.open(into) as library, library.view() as view:
        shown = view.rows("SELECT build FROM active_builds WHERE build = ?", [build])
    assert bool(shown) == visible and snapshot


def test_a_decision_that_knew_the_other_one_counts_whatever_it_is(copy: Copy) -> None:
    a, b = copy("a"), copy("b")
    build = builds(a)["aubert2021.pdf"]
    decide(b, build, "withdrawn")
    merged(a, b)
    assert standing(a, build) == "withdrawn"
    decide(a, build, "released")
    merged(a, b)
    assert standing(a, build) == "released"
    merged(b, a)
    assert standing(b, build) == "released"


def test_a_decision_that_went_round_over_a_third_library_is_known_again(copy: Copy, tmp_path: Path) -> None:
    a, b = copy("a"), copy("b")
    with Library.create(tmp_path / "c", owner="c"):
        pass
    build = builds(a)["aubert2021.pdf"]
    decide(a, build, "withdrawn")
    merged(b, a)
    merged(tmp_path / "c", b)
    decide(a, build, "released")
    merged(a, tmp_path / "c")
    assert standing(a, build) == "released"


def test_a_build_that_was_replaced_there_stays_while_its_successor_is_not_here(copy: Copy) -> None:
    a, b = copy("a"), copy("b")
    old, other = builds(b)["aubert2021.pdf"], builds(b)["kowalczyk2020.pdf"]
    decide(b, old, "retired", by="build-that-nobody-has")
    merged(a, b)
    assert standing(a, old) is None
    decide(b, old, "retired", by=other)
    merged(a, b)
    assert standing(a, old) == "retired"


# purges


@pytest.mark.parametrize("side", ["here", "there"])
def test_what_either_library_was_made_to_forget_is_forgotten_in_both(side: str, copy: Copy) -> None:
    a, b = copy("a"), copy("b")
    build = builds(a)["aubert2021.pdf"]
    with Library.open(a if side == "here" else b) as library:
        purge(library, [build], "asked to")
    report, snapshot = merged(a, b)
    assert (report.purged, report.forgotten) == ((0, 1) if side == "here" else (1, 0))
    assert merged(b, a)[1] == snapshot
    for root in (a, b):
        with Library.open(root) as library:
            assert pending(library) == [] and len(list(library.blobs)) == 4
            parsed = [event for event in library.ledger.read(kinds=["Parsed"]) if event.content is not None]
            assert len(parsed) == 4
            library.ledger.verify()
        assert "aubert2021.pdf" not in builds(root)
    before = events_of(a)
    assert merged(a, b)[0].purged == 0 and events_of(a) == before


def test_what_was_purged_there_and_never_here_is_refused_here_too(copy: Copy, sample_papers: Path) -> None:
    a, b = copy("a"), copy("b")
    there, name = builds(b), "lindqvist2022.pdf"
    assert name not in builds(a)
    with Library.open(b) as library:
        purge(library, [there[name]], "asked to")
    with Library.open(a) as library:
        before = freeze(library, name="before")
    report, _ = merged(a, b)
    assert (report.barred, report.purged) == (1, 0)
    with Library.open(a) as library:
        (outcome,) = ingest(library, [sample_papers / name]).outcomes
        assert outcome.status == "failed" and "to take it in again, give --again" in str(outcome.reason)
        state = verify_snapshot(library, before)
        assert (pending(library), state.damages, state.redactions) == ([], [], ())
    at = events_of(a)
    assert merged(a, b)[0].barred == 0 and events_of(a) == at
    with Library.open(a) as library:
        assert ingest(library, [sample_papers / name], again=True).count("sealed") == 1


def test_a_source_that_failed_here_goes_when_it_was_purged_there(copy: Copy, tmp_path: Path) -> None:
    a, b = copy("a"), copy("b")
    (tmp_path / "broken.pdf").write_text("no PDF at all")
    for root in (a, b):
        with Library.open(root) as library:
            (outcome,) = ingest(library, [tmp_path / "broken.pdf"]).outcomes
    with Library.open(b) as library:
        purge(library, [str(outcome.build)], "asked to")
    assert merged(a, b)[0].purged == 1
    with Library.open(a) as library:
        assert b"no PDF at all" not in [library.blobs.get(blob) for blob in library.blobs]


def test_a_merge_that_would_erase_papers_here_has_to_be_asked_for(copy: Copy) -> None:
    a, b = copy("a"), copy("b")
    with Library.open(b) as library:
        purge(library, [builds(a)["aubert2021.pdf"]], "asked to")
    before = events_of(a)
    with (
        Library.open(a) as library, Library.open(b, read_only=True) as other,
        pytest.raises(UsageError, match=r"forget 1 builds that are here.*--forget"),
    ):
        merge(library, other)
    assert events_of(a) == before
    with Library.open(b) as library, Library.open(a, read_only=True) as other:
        assert merge(library, other).forgotten == 1


def test_a_purged_paper_does_not_come_back_under_another_pipeline(
    copy: Copy, tmp_path: Path, sample_papers: Path
) -> None:
    a = copy("a")
    with Library.open(a) as library:
        purge(library, [builds(a)["aubert2021.pdf"]], "asked to")
    Library.create(tmp_path / "c", owner="c").close()
    settings = tmp_path / "c" / "claimledger.toml"
    settings.write_text(settings.read_text().replace("target_words = 180", "target_words = 90"))
    with Library.open(tmp_path / "c") as library:
        ingest(library, [sample_papers / "aubert2021.pdf", sample_papers / "kowalczyk2020.pdf"])
    report, _ = merged(a, tmp_path / "c")
    assert (report.taken, report.forgotten) == (1, 1)
    assert "aubert2021.pdf" not in builds(a)


# refusals


def test_nothing_private_goes_into_a_public_library(copy: Copy, tmp_path: Path, sample_papers: Path) -> None:
    into = copy("a")
    before = events_of(into)
    with Library.create(tmp_path / "secret", owner="x", private=True) as library:
        ingest(library, [sample_papers / "kowalczyk2020.pdf"])
    with pytest.raises(UsageError, match=r"is private and .* is not; make a private library for both"):
        merged(into, tmp_path / "secret")
    assert events_of(into) == before
    report, _ = merged(tmp_path / "secret", into)
    assert report.taken == 3


def test_a_library_is_not_merged_with_itself_and_a_reader_takes_nothing(copy: Copy, tmp_path: Path) -> None:
    a, b = copy("a"), copy("b")
    (tmp_path / "link").symlink_to(a)
    with pytest.raises(UsageError, match="is the library itself"):
        merged(a, tmp_path / "link")
    with (
        Library.open(a, read_only=True) as library, Library.open(b, read_only=True) as other,
        pytest.raises(ReadOnlyLibrary),
    ):
        merge(library, other)
