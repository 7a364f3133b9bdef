import json
import os
import shutil
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pymupdf
import pytest
from claimledger.ingest import paper_files, second_reading
from claimledger.ingest.outcome import Outcome
from claimledger.ingest.parser import child
from claimledger.ingest.parser.pool import end_children
from claimledger.ingest.parser.port import Limits
from claimledger.ingest.pipeline import Pipeline, open_pipeline
from claimledger.ingest.run import ingest, limits_of
from claimledger.kb.errors import ReadOnlyLibrary, UnreadableInput, UsageError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.formats import csl
from claimledger.kb.library import Library

STAGES = ["SourceRegistered", "Parsed", "Described", "Chunked", "Cited", "ClaimsExtracted", "QualityAssessed",
          "BuildSealed"]  # fmt: skip
PAPERS = ["aubert2021", "brandt2019", "kowalczyk2020", "lindqvist2022", "marek2023"]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.create(tmp_path / "a 'quoted' \"lib\" ☂", owner="tester")


def outcomes(library: Library, *paths: Path, **options: str) -> list[tuple[str, str, str]]:
    report = ingest(library, paths, password=options.get("password"))
    return [(Path(o.file).name, o.status, o.reason) for o in report.outcomes]


def events(library: Library) -> list[str]:
    return [event.kind for event in library.ledger.read()]


def encrypted(path: Path, paper: Path) -> Path:
    with pymupdf.open(paper) as document:
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    return path


def test_a_paper_goes_through_every_stage_once_and_is_settled(library: Library, sample_papers: Path) -> None:
    report = ingest(library, [sample_papers / "brandt2019.pdf"])
    assert events(library) == ["LibraryCreated", *STAGES, "Settled"]
    assert report.position == 10
    [outcome] = report.outcomes
    assert (outcome.status, outcome.pages, outcome.hidden) == ("sealed", 1, 0)
    assert outcome.sentences > 15 and outcome.claims > 5
    library.ledger.verify()


def test_the_same_files_again_change_nothing(library: Library, sample_papers: Path) -> None:
    ingest(library, [sample_papers])
    head = library.ledger.head()
    report = ingest(library, [sample_papers])
    assert [(o.status, o.reason) for o in report.outcomes] == [("unchanged", "ingested before")] * 5
    assert library.ledger.head() == head


def test_one_paper_under_two_names_is_one_build(library: Library, tmp_path: Path, sample_papers: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        shutil.copy(sample_papers / "marek2023.pdf", folder / name)
    same = f"same bytes as {folder / 'a.pdf'}"
    assert outcomes(library, folder, folder / "a.pdf") == [
        ("a.pdf", "sealed", ""), ("b.pdf", "unchanged", same), ("c.pdf", "unchanged", same)]
    assert Counter(events(library))["SourceRegistered"] == 1


def test_a_damaged_paper_under_two_names_fails_once(library: Library, tmp_path: Path, sample_papers: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("a.pdf", "b.pdf"):
        (folder / name).write_text("this is no PDF")
    shutil.copy(sample_papers / "marek2023.pdf", folder / "z.pdf")
    first, second, third = outcomes(library, folder)
    assert first[:2] == ("a.pdf", "failed") and first[2].startswith("not-a-pdf: ")
    assert second == ("b.pdf", "failed", f"same bytes as {folder / 'a.pdf'}, which failed")
    assert third == ("z.pdf", "sealed", "")
    assert Counter(events(library))["StageFailed"] == 1


def test_each_further_attempt_is_counted_and_success_may_come_later(
    library: Library, tmp_path: Path, sample_papers: Path
) -> None:
    paper = encrypted(tmp_path / "paper.pdf", sample_papers / "brandt2019.pdf")
    assert outcomes(library, paper)[0][2].startswith("encrypted: ")
    assert outcomes(library, paper, password="wrong")[0][1] == "failed"
    failed = [event.payload() for event in library.ledger.read(kinds=["StageFailed"])]
    assert [(f.stage, f.attempt) for f in failed] == [("parsed", 1), ("parsed", 2)]  # type: ignore[attr-defined]
    assert outcomes(library, paper, password="secret") == [("paper.pdf", "sealed", "")]
    assert Counter(events(library)) == Counter(["LibraryCreated", *STAGES, "StageFailed", "StageFailed", "Settled"])


def test_a_fault_in_a_later_stage_costs_one_file_and_is_made_good_later(
    library: Library, sample_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> Pipeline:
        # A function that the child can import too, and that takes no documents.
        return replace(open_pipeline(*args), extractor=SimpleNamespace(extract=divmod))  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(paper_files, "open_pipeline", broken)
        [(name, status, reason)] = outcomes(library, sample_papers / "brandt2019.pdf")
        assert (name, status) == ("brandt2019.pdf", "failed")
        assert reason.startswith("internal: TypeError: unsupported operand type(s) for divmod()")
    [failed] = [event.payload() for event in library.ledger.read(kinds=["StageFailed"])]
    assert isinstance(failed, StageFailed) and (failed.stage, failed.reason) == ("claims", "internal")
    assert outcomes(library, sample_papers / "brandt2019.pdf") == [("brandt2019.pdf", "sealed", "")]
    assert Counter(events(library))["Parsed"] == 1


def test_nothing_is_changed_if_a_path_or_the_parser_is_not_there(
    library: Library, tmp_path: Path, sample_papers: Path
) -> None:
    head = library.ledger.head()
    with pytest.raises(UnreadableInput):
        ingest(library, [sample_papers, tmp_path / "gone.pdf"])
    with pytest.raises(UsageError, match="use one of"):
        ingest(library, [sample_papers], parser="nobody")
    assert library.ledger.head() == head and list(library.blobs) == []


def test_a_library_that_was_opened_read_only_takes_nothing_in(library: Library, sample_papers: Path) -> None:
    library.close()
    with Library.open(library.root, read_only=True) as reader, pytest.raises(ReadOnlyLibrary):
        ingest(reader, [sample_papers])


def test_a_name_that_is_no_unicode_is_shown_with_a_replacement(library: Library, tmp_path: Path) -> None:
    path = Path(str(tmp_path / "bad\udcff.pdf"))
    path.write_bytes(b"no PDF")
    assert outcomes(library, path)[0][:2] == ("bad\ufffd.pdf", "failed")
    path.unlink()


def test_a_bibliography_is_taken_in_entry_by_entry(library: Library, tmp_path: Path) -> None:
    refs = tmp_path / "refs.json"
    refs.write_text("""[
        {"id": "a", "title": "On oaks", "abstract": "Oaks are old."},
        {"id": "b", "title": "On elms", "abstract": "Elms are tall."},
        {"abstract": "Oaks are old.", "id": "a", "title": "On oaks"},
        {"id": "a", "title": "On ash"},
        {"id": "void"}
    ]""")
    *good, void = outcomes(library, refs)
    assert good == [
        ("refs.json#a", "sealed", ""), ("refs.json#b", "sealed", ""), ("refs.json#a", "unchanged", "ingested before"),
        ("refs.json#a", "sealed", ""),
    ]
    warned = [bool(outcome.warnings) for outcome in ingest(library, [refs]).outcomes]
    assert warned == [False, False, False, True, False]
    assert void[:2] == ("refs.json#void", "quarantined") and void[2].startswith("no title and almost no text")
    with library.view() as view:
        titles = [row["title"] for row in view.rows("SELECT title FROM papers ORDER BY title")]
    assert titles == ["On ash", "On elms", "On oaks"]


def test_many_entries_are_built_in_several_processes_to_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.ingest.records.WORTH_PROCESSES", 50)
    refs = tmp_path / "refs.json"
    refs.write_text(json.dumps(
        [{"id": f"e{n}", "title": f"On tree {n}", "abstract": f"Tree {n} is tall."} for n in range(60)]))
    digests = []
    for jobs in (1, 2):
        with Library.create(tmp_path / f"lib{jobs}", owner="x") as library:
            report = ingest(library, [refs], jobs=jobs)
            assert [o.file for o in report.outcomes] == [f"refs.json#e{n}" for n in range(60)]
            assert report.count("sealed") == 60
            digests.append({event.event_id: event.payload_sha256 for event in library.ledger.read(kinds=STAGES)})
    assert digests[0] == digests[1]


def test_an_entry_that_failed_is_made_good_later_under_another_file_name(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    one.write_text('[{"id": "a", "title": "On oaks"}, {"id": "b", "title": "On elms"}]')
    shutil.copy(one, two)
    real = csl.parse_entry

    def broken(content: bytes) -> object:
        if b"oaks" in content:
            raise RuntimeError("no oaks today")
        return real(content)

    with monkeypatch.context() as patched:
        patched.setattr("claimledger.kb.formats.csl.parse_entry", broken)
        for attempt in (1, 2):
            assert outcomes(library, one)[0] == ("one.json#a", "failed", "internal: RuntimeError: no oaks today")
            assert Counter(events(library))["StageFailed"] == attempt
    assert outcomes(library, two) == [("two.json#a", "sealed", ""), ("two.json#b", "unchanged", "ingested before")]
    names = [event.payload().name for event in library.ledger.read(kinds=["SourceRegistered"])]  # type: ignore[attr-defined]
    assert names == ["one.json#a", "one.json#b"]


def test_progress_counts_files_and_entries(library: Library, tmp_path: Path, sample_papers: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "refs.json").write_text('[{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]')
    (tmp_path / "in" / "notes.txt").write_text("x")
    shutil.copy(sample_papers / "marek2023.pdf", tmp_path / "in")
    steps: list[tuple[int, int]] = []
    ingest(library, [tmp_path / "in"], progress=lambda done, total, what: steps.append((done, total)))
    assert steps == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_files_are_read_ahead_and_answered_in_order_to_the_same_rows(tmp_path: Path, sample_papers: Path) -> None:
    chains = []
    for jobs in (1, 3):
        with Library.create(tmp_path / f"lib{jobs}", owner="x") as library:
            report = ingest(library, [sample_papers], jobs=jobs)
            assert [(Path(o.file).stem, o.status) for o in report.outcomes] == [(name, "sealed") for name in PAPERS]
            assert all(o.grade for o in report.outcomes)
            chains.append([(event.stream, event.kind, event.payload_sha256) for event in library.ledger.read()][1:])
    assert chains[0] == chains[1]


def test_a_child_that_dies_at_one_paper_costs_one_paper(
    library: Library, tmp_path: Path, sample_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mortal.py").write_text(
        "import os\nfrom claimledger.ingest.extractor.rules import RulesExtractor\n"
        "class Mortal(RulesExtractor):\n    def extract(self, document, cited):\n"
        "        return os.abort() if document.year == 2020 else super().extract(document, cited)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    from mortal import Mortal  # type: ignore[import-not-found]

    monkeypatch.setattr(paper_files, "open_pipeline", lambda *args: replace(open_pipeline(*args), extractor=Mortal()))
    assert [(Path(o.file).stem, o.status) for o in ingest(library, [sample_papers], jobs=2).outcomes] == [
        (name, "failed" if name == "kowalczyk2020" else "sealed") for name in PAPERS]
    [failed] = [event.payload() for event in library.ledger.read(kinds=["StageFailed"])]
    assert isinstance(failed, StageFailed)
    assert (failed.stage, failed.reason) == ("claims", "crashed") and "SIGABRT" in failed.message


def test_a_file_that_is_too_large_is_not_even_copied(library: Library, sample_papers: Path) -> None:
    [outcome] = ingest(library, [sample_papers / "brandt2019.pdf"], limits=Limits(file_bytes=1000)).outcomes
    assert outcome.status == "failed" and outcome.reason.startswith("too-large: the file has ")
    assert list(library.blobs) == []


def test_limits_are_those_of_the_settings(tmp_path: Path, sample_papers: Path) -> None:
    root = tmp_path / "lib"
    Library.create(root, owner="x").close()
    settings = root / "claimledger.toml"
    text = settings.read_text().replace("file_mb = 500", "file_mb = 2").replace("pages = 3000", "pages = 1")
    settings.write_text(text)
    with pymupdf.open(sample_papers / "aubert2021.pdf") as document:
        document.fullcopy_page(0)
        document.save(tmp_path / "two.pdf")
    with Library.open(root) as library:
        assert limits_of(library) == Limits(pages=1, file_bytes=2 * 2**20)
        [outcome] = ingest(library, [tmp_path / "two.pdf"]).outcomes
        assert outcome.reason.startswith("too-many-pages: the PDF has more than 1 pages")


def test_a_file_that_grows_while_it_is_read_waits_for_the_next_run(
    library: Library, tmp_path: Path, sample_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = Path(shutil.copy(sample_papers / "brandt2019.pdf", tmp_path))
    real = library.blobs.put_file

    def put_file(path: Path) -> str:
        digest = real(path)
        with path.open("ab") as download:
            download.write(b"more")
        return digest

    with monkeypatch.context() as patched:
        patched.setattr(library.blobs, "put_file", put_file)
        assert outcomes(library, paper) == [
            ("brandt2019.pdf", "failed",
             f"{paper} was changed while it was read; ingest it again when it is whole")]
    assert [status for _, status, _ in outcomes(library, paper)] == ["sealed"]


def test_a_file_goes_through_another_pipeline_where_the_first_could_not_read_it(
    library: Library, tmp_path: Path, sample_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty.pdf"
    with pymupdf.open() as pdf:
        pdf.new_page()
        pdf.save(empty)
    (tmp_path / "second_eye.py").write_text(
        "from claimledger.ingest.parser import child\nfrom claimledger.kb.events.document import *\n"
        "class Name(str):\n    pass\n"
        "class Eye:\n    name, version = Name('eye'), '1'\n"
        "    def parse(self, content, *, password=None):\n"
        "        return Document(parser=ParserStamp(name='eye', version='1', libraries={}), pages=1, title='Seen')\n"
        "child.PARSERS['eye'] = lambda limits: Eye()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(child, "PARSERS", dict(child.PARSERS))
    monkeypatch.setattr(second_reading, "is_available", lambda: True)
    end_children()
    # The parser's name is of a class of that module, so that the child imports it, and knows the parser.
    import second_eye  # type: ignore[import-not-found]  # noqa: F401

    monkeypatch.setitem(second_reading.SECOND_PARSERS, "pymupdf", "eye")
    assert [status for _, status, _ in outcomes(library, empty, sample_papers / "brandt2019.pdf")] == [
        "quarantined", "sealed"]
    assert [status for _, status, _ in outcomes(library, empty)] == ["unchanged"]
    parsers = [event.payload().parser.name for event in library.ledger.read(kinds=["Parsed"])]  # type: ignore[attr-defined]
    assert parsers == ["eye", "pymupdf"] and "StageFailed" not in events(library)


def test_a_run_that_ends_between_two_files_waits_for_no_parser(
    library: Library, tmp_path: Path, sample_papers: Path
) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for line in range(60):
            page.insert_text((50, 40 + 12 * line), "Every page of this paper says the same, again and again. " * 2)
        for _ in range(600):
            document.fullcopy_page(0)
        document.save(tmp_path / "zz-long.pdf")

    def interrupt(done: int, total: int, name: str) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        ingest(library, [sample_papers / "brandt2019.pdf", tmp_path / "zz-long.pdf"], jobs=1, progress=interrupt)
    # While the error is on its way, with all that it passed through.
    assert caught.tb is not None
    assert [thread.name for thread in threading.enumerate() if "reading" in thread.name] == []
    assert [outcome.status for outcome in ingest(library, [sample_papers / "brandt2019.pdf"]).outcomes] == ["unchanged"]


def test_an_outcome_is_one_json_value() -> None:
    value = Outcome("a.pdf", "sealed", build="build-a", pages=2, warnings=("w",)).to_json()
    assert value == {
        "file": "a.pdf", "status": "sealed", "reason": "", "build": "build-a", "pages": 2, "sentences": 0, "claims": 0,
        "hidden": 0, "warnings": ["w"], "entry": False, "grade": None,
    }
