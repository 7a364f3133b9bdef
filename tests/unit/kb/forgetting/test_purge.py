"""A purge beside everything else: readers at work, old states, other papers, what comes too late."""

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import ReadOnlyLibrary, UnknownId, UsageError
from claimledger.kb.events import registry
from claimledger.kb.events.build import BuildSealed, SourceRegistered, StageFailed
from claimledger.kb.forgetting import purge as module
from claimledger.kb.forgetting import remnants
from claimledger.kb.forgetting.plan import Plan, make_plan
from claimledger.kb.forgetting.purge import not_reached, pending, purge, resume
from claimledger.kb.forgetting.standing import out_of_view, quarantine, withdraw
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest
from claimledger.kb.papers import list_papers
from claimledger.kb.retrieval import search
from claimledger.kb.settings import LedgerSettings
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_snapshot

TITLES = ("On frost in the upper valley", "On thaw in the lower valley", "On ice in the middle valley")


def entry(title: str, **more: Any) -> dict[str, Any]:
    return {
        "id": title, "title": title, "abstract": f"{title} much was said, for ten years. It was late.",
        "author": [{"family": "Smith", "given": f"Ada {title[3:6].title()}"}], "issued": {"date-parts": [[2019]]},
    } | more


def write(folder: Path, name: str, *entries: dict[str, Any]) -> Path:
    (folder / name).write_text(json.dumps(entries))
    return folder / name


@pytest.fixture(scope="module")
def _whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("purge")
    Library.create(folder / "library", owner="x").close()
    settings = folder / "library" / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    with Library.open(folder / "library") as library:
        ingest(library, [write(folder, "refs.json", *map(entry, TITLES))])
        SearchIndex(library).update()
    return folder / "library"


@pytest.fixture
def root(tmp_path: Path, _whole: Path) -> Path:
    shutil.copytree(_whole, tmp_path / "library")
    return tmp_path / "library"


def papers(library: Library, at: str | int | None = None) -> dict[str, dict[str, Any]]:
    with library.view(at) as view:
        return {row["title"]: row for row in list_papers(view)}


# Readers


def test_readers_are_not_disturbed_and_keep_the_purge_pending(root: Path) -> None:
    with Library.open(root) as library, Library.open(root) as reader:
        build = papers(library)[TITLES[0]]["build"]
        view, index = reader.view(), SearchIndex(reader)
        chunks = "SELECT text FROM chunk_texts WHERE build = ?"
        report = purge(library, [build], "asked to")
        assert not report.whole and len(pending(library)) == 1
        assert {what.partition(":")[0] for what in report.pending} == {"segments", "the search index"}
        # The reader goes on with the state that it opened.
        assert len(view.rows(chunks, [build])) == 1 and len(list_papers(view)) == 3
        assert build in index.statistics.builds(view)
        assert set(papers(library)) == set(TITLES[1:])
        assert not resume(library).whole
        view.close()
        index.close()
        assert resume(library).whole and pending(library) == []


def test_a_reader_of_the_ledger_keeps_its_old_pages(root: Path) -> None:
    import sqlite3

    with Library.open(root) as library:
        build = papers(library)[TITLES[0]]["build"]
        reader = sqlite3.connect(root / "ledger.db", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchall()
        report = purge(library, [build], "asked to")
        assert [what.partition(":")[0] for what in report.pending] == ["old pages of the ledger"]
        assert reader.execute("SELECT count(*) FROM events WHERE payload IS NULL").fetchone() == (0,)
        reader.execute("COMMIT")
        reader.close()
        # Any later purge completes it.
        assert purge(library, [papers(library)[TITLES[1]]["id"]], "asked to").whole
        assert pending(library) == []


def test_a_search_that_is_under_way_answers_from_its_state(root: Path) -> None:
    with Library.open(root) as library, Library.open(root) as reader, reader.view() as view:
        index = SearchIndex(reader)
        purge(library, [papers(library)[TITLES[0]]["build"]], "asked to")
        from claimledger.kb.index.ranking import Ranking

        assert len(Ranking(index, view).rank(["valley"], 5)[0]) == 3
        assert len(search(reader, "valley", k=5).hits) == 2


# Old states and other papers


def test_old_positions_no_longer_show_the_paper_and_old_snapshots_verify_as_redacted(root: Path) -> None:
    with Library.open(root) as library:
        freeze(library, name="before")
        search(library, "valley", k=5)
        report = purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        library.ledger.verify()
        assert set(papers(library, "before")) == set(TITLES[1:])
        assert {hit.title for hit in search(library, "frost valley", k=5, at="before").hits} == set(TITLES[1:])
        for position in range(library.ledger.head().position + 1):
            assert TITLES[0] not in papers(library, position)
        result = verify_snapshot(library, find_manifest(library, "before"))
        assert (result.damages, result.verdict) == ([], "redacted")
        assert [one.event for one in result.redactions] == [report.event]


def test_what_is_left_is_what_the_others_alone_would_be(root: Path, tmp_path: Path) -> None:
    with Library.create(tmp_path / "two", owner="x") as other:
        ingest(other, [write(tmp_path, "refs.json", *map(entry, TITLES[1:]))])
        wanted = freeze(other).frozen.snapshot
    with Library.open(root) as library:
        purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        assert freeze(library).frozen.snapshot == wanted


def test_a_purged_state_is_what_a_rebuild_gives(root: Path) -> None:
    with Library.open(root) as library:
        search(library, TITLES[0], use=f"to cite {TITLES[0]}")
        purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        digests = library.projection.digests()
        library.projection.rebuild()
        assert library.projection.digests() == digests


def test_all_builds_of_a_paper_go_whether_in_view_or_not(root: Path, tmp_path: Path) -> None:
    more = write(tmp_path, "more.json", entry(TITLES[0], DOI="10.5555/frost"), entry(TITLES[0], DOI="10.5555/frost",
                                                                                   publisher="Press"))
    with Library.open(root) as library:
        ingest(library, [more])
        work = papers(library)[TITLES[0]]["id"]
        with library.view() as view:
            builds = [row["build"] for row in view.rows("SELECT build FROM work_builds WHERE work = ?", [work])]
        assert len(builds) == 3
        withdraw(library, [builds[0]], "x")
        quarantine(library, [builds[1]], "x")
        report = purge(library, [builds[0]], "asked to")
        assert {one.build for one in report.builds} == set(builds)
        assert set(papers(library)) == set(TITLES[1:])
        with library.view() as view:
            assert out_of_view(library, view) == []


def test_a_file_that_never_came_in_whole_can_be_purged(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret name.pdf").write_text("no PDF at all")
    with Library.open(root) as library:
        (outcome,) = ingest(library, [tmp_path / "secret name.pdf"]).outcomes
        assert outcome.build
        report = purge(library, [outcome.build], "asked to")
        assert report.whole and (report.blobs, len(report.builds)) == (1, 1)
        with library.view() as view:
            assert view.rows("SELECT * FROM raw_failures") == []
            assert view.rows("SELECT * FROM raw_sources WHERE build = ?", [outcome.build]) == []


# What is asked for


def test_nothing_goes_for_what_is_not_known_or_not_clear(root: Path) -> None:
    with Library.open(root) as library:
        head, build = library.ledger.head(), papers(library)[TITLES[0]]["build"]
        for names in ([build, "build-none"], ["build-"], [build[:-1]], ["refs.json"]):
            with pytest.raises(UnknownId):
                purge(library, names, "asked to")
        with pytest.raises(UsageError):
            purge(library, [build], " ")
        assert library.ledger.head() == head
    with Library.open(root, read_only=True) as library:
        for call in (lambda: purge(library, [build], "asked to"), lambda: resume(library)):
            with pytest.raises(ReadOnlyLibrary):
                call()


def test_a_plan_changes_nothing(root: Path) -> None:
    with Library.open(root) as library:
        head, blobs = library.ledger.head(), list(library.blobs)
        plan = make_plan(library, [papers(library)[TITLES[0]]["id"]])
        assert [one.title for one in plan.builds] == [TITLES[0]] and plan.positions and plan.rows
        assert (library.ledger.head(), list(library.blobs)) == (head, blobs)


def test_many_papers_are_one_pass(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    for name in ("forget_in_index", "settle_library", "remove_files"):
        real = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *a, real=real: (calls.append(1), real(*a))[1])
    with Library.open(root) as library:
        report = purge(library, [row["id"] for row in papers(library).values()], "all")
        assert len(report.builds) == 3 and len(calls) == 3
        assert len(list(library.ledger.read(kinds=["Purged"]))) == 1
        assert papers(library) == {} and list(library.blobs) == []


# What comes too late


def test_stages_that_an_ingest_appends_meanwhile_go_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.open(root) as library:
        build = papers(library)[TITLES[0]]["build"]
        late = StageFailed(build=build, stage="claims", reason="internal", message=TITLES[0], attempt=1)
        real = module._append

        def append_and_be_late(*arguments: Any) -> None:
            real(*arguments)
            library.append([Append(f"build:{build}", [NewEvent(late, key="late")])])
            search(library, f"what about {TITLES[0].upper()}", record=True)

        monkeypatch.setattr(module, "_append", append_and_be_late)
        report = purge(library, [build], "asked to")
        assert report.whole
        texts = [event.content for event in library.ledger.read() if event.content and b"upper valley" in event.content]
        assert texts == [] and not any(b"upper" in library.blobs.get(blob).lower() for blob in library.blobs)
        library.ledger.verify()
        assert [one.what for one in report.activity] == ["question"]


def test_a_question_that_is_asked_after_the_purge_stays(root: Path) -> None:
    with Library.open(root) as library:
        first, second = (papers(library)[title]["id"] for title in TITLES[:2])
        search(library, TITLES[0])
        purge(library, [first], "asked to")
        question = search(library, TITLES[0])
        purge(library, [second], "asked to")
        (asked,) = (event for event in library.ledger.read(kinds=["Retrieved"])
                    if question.evidence_snapshot in event.stream)
        assert library.blobs.get(json.loads(asked.content or b"")["query_blob"]).decode() == TITLES[0]


def test_what_only_may_mean_the_paper_stays_and_goes_by_its_own_id(root: Path) -> None:
    question, other = "the frost of Smith 2019", "the weather of 2019"
    with Library.open(root) as library:
        search(library, question)
        search(library, other, use="for Smith 2019")
        report = purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        assert [(one.what, one.why) for one in report.kept] == [
            (what, ("a surname of its authors with initials or its year",))
            for what in ("question", remnants.IN_EVENT)
        ]
        asked, used = report.kept
        assert asked.blob and used.event and used.blob is None
        more = purge(library, [asked.blob, used.event], "asked to")
        # With an event go the texts that nobody else names.
        assert [one.what for one in more.activity] == ["question", remnants.IN_EVENT, "question"]
        said = [event.content for event in library.ledger.read() if event.content and b"Smith" in event.content]
        texts = [library.blobs.get(blob) for blob in library.blobs]
        assert (question.encode() not in texts, other.encode() not in texts) == (True, True)
        assert not any(b"for Smith" in content for content in said)
        again = purge(library, [asked.blob, used.event], "asked to")
        assert list(again.done) == [asked.blob, used.event] and again.activity == []
        library.ledger.verify()


def test_a_question_that_others_ask_too_is_not_lost_with_the_words_of_one_event(root: Path) -> None:
    with Library.open(root) as library:
        search(library, "the weather", use="for 10.5555/frost")
        kept = search(library, "the weather")
        event = next(iter(library.ledger.read(kinds=["Retrieved"]))).event_id
        purge(library, [event], "asked to")
        (asked,) = (event for event in library.ledger.read(kinds=["Retrieved"]) if event.content)
        assert kept.evidence_snapshot in asked.stream
        assert library.blobs.get(json.loads(asked.content or b"")["query_blob"]) == b"the weather"


def test_what_another_paper_goes_by_too_gives_nothing_away(root: Path, tmp_path: Path) -> None:
    title = "Wells and springs of the valley"
    with Library.open(root) as library:
        ingest(library, [write(tmp_path, "wells.json", entry(f"{title}: a first look", DOI="10.5555/wells"),
                               entry(f"{title}: a second look"))])
        search(library, title)
        purge(library, [papers(library)[f"{title}: a first look"]["id"]], "asked to")
        assert title.encode() in [library.blobs.get(blob) for blob in library.blobs]
        search(library, "what of 10.5555/wells")
        search(library, title.replace("springs", "ice"))
        (one,) = [name for name in papers(library) if name.startswith(title)]
        report = purge(library, [papers(library)[one]["id"]], "asked to")
        assert [one.what for one in report.activity] == ["question"]


def test_other_kinds_of_event_say_where_their_text_is() -> None:
    of_builds = {kind for kind, model in registry.KINDS.items() if "build" in model.__module__
                 or model.__module__.endswith((".claims", ".document"))}
    named = {*remnants.TEXT_BLOBS, *remnants.NAMED_BY_PEOPLE, *remnants.WITHOUT_TEXT}
    assert {SourceRegistered.kind, BuildSealed.kind, "Parsed"} <= of_builds
    assert set(registry.KINDS) == named | of_builds and not named & of_builds


def test_what_somebody_else_put_into_the_folder_is_named_and_not_removed(root: Path) -> None:
    (root / "mine").mkdir()
    (root / "mine" / "notes.md").write_text(f"Read “{TITLES[0]}” again.")
    (root / "mine" / "other.md").write_text(f"Read “{TITLES[1]}” again.")
    (root / "mine" / "data.bin").write_bytes(b"\xff\xfe\x00\x01")
    for name, title in (("mine.docx", TITLES[0]), ("other.docx", TITLES[1])):
        with zipfile.ZipFile(root / "mine" / name, "w") as archive:
            archive.writestr("word/document.xml", f"<w:p><w:t>{title}</w:t></w:p>")
    with Library.open(root) as library:
        report = purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        assert [(found.path, found.ours, found.read) for found in report.files] == [
            ("mine/data.bin", False, False), ("mine/mine.docx", False, True), ("mine/notes.md", False, True)]
        assert not report.whole and report.pending == [] and (root / "mine" / "notes.md").exists()


def test_the_report_names_the_logs_of_a_database_server(root: Path) -> None:
    with Library.open(root) as library:
        assert not any("pg_wal" in place for place in not_reached(library, Plan()))
        url = LedgerSettings(url="postgresql://ada@db.example.org/x")
        library.settings = library.settings.model_copy(update={"ledger": url})
        (own,) = (place for place in not_reached(library, Plan()) if "pg_wal" in place)
        assert "CHECKPOINT" in own


def test_an_export_inside_the_library_goes_as_a_whole(root: Path) -> None:
    for folder, title in (("with", TITLES[0]), ("without", TITLES[1])):
        (root / "exports" / folder).mkdir(parents=True)
        (root / "exports" / folder / "claimledger-export.json").write_text("{}")
        (root / "exports" / folder / "papers.bib").write_text(f"@article{{x, title = {{{title}}}}}")
    with Library.open(root) as library:
        report = purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        assert report.whole and [found.path for found in report.files] == ["exports/with"]
    assert [path.name for path in (root / "exports").iterdir()] == ["without"]


def test_what_a_killed_replay_left_behind_goes(root: Path) -> None:
    (root / "replay").mkdir()
    (root / "replay" / "sentences-1-9-ab.parquet").write_bytes(b"PAR1 cut off")
    (root / "replay" / "manifest.json").write_text(f'{{"title": "{TITLES[0]}"}}')
    with Library.open(root) as library:
        report = purge(library, [papers(library)[TITLES[0]]["id"]], "asked to")
        assert report.whole and [found.path for found in report.files] == ["replay"]
    assert not (root / "replay").exists()
