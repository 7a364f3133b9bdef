"""Commands as a user types them: what goes to which stream, exit codes, and errors of one line."""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import main
from claimledger.kb.errors import UsageError
from claimledger.kb.ledger.sqlite import SqliteLedger

NOBODY = 65534
PROGRAM = [sys.executable, "-c", "from claimledger.cli import main; main()"]

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def refused(call: Call) -> Call:
    """Runs a command that must be refused as wrong use, in one line that says what to do; returns that line."""

    def called(*arguments: object) -> tuple[int, str, str]:
        code, out, error = call(*arguments)
        assert (code, out) == (2, "")
        assert error.startswith("error: ") and error.count("\n") == 1 and "; " in error
        return code, out, error

    return called


@pytest.fixture
def lib(sample_library: Path) -> list[object]:
    return ["-L", sample_library]


def as_json(call: Call, *arguments: object, code: int = 0) -> Any:
    found, out, error = call(*arguments, "--json")
    assert (found, error) == (code, "")
    return json.loads(out)


# init


def test_init_makes_a_library_and_says_what_comes_next(call: Call, tmp_path: Path) -> None:
    place = tmp_path / "my \"lib\" ☂"
    found = as_json(call, "init", place, "--owner", "Ada")
    assert (found["folder"], found["owner"]) == (str(place), "Ada") and found["library"].startswith("lib-")
    code, out, error = call("init", tmp_path / "other")
    assert (code, error) == (0, "") and "next: claimledger -L" in out
    found = as_json(call, "-L", place, "papers")
    assert (found["position"], found["snapshot"], found["papers"]) == (1, None, [])


def test_an_init_that_fails_leaves_nothing_behind(refused: Call, call: Call, tmp_path: Path) -> None:
    refused("init", tmp_path / "deep" / "lib", "--ledger", "postgresql://ada@127.0.0.1:1/papers")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty").mkdir()
    refused("init", tmp_path / "empty", "--ledger", "postgresql://ada@127.0.0.1:1/papers")
    assert list(tmp_path.rglob("*")) == [tmp_path / "empty"]
    assert call("init", tmp_path / "empty")[0] == 0


def test_an_init_that_fails_at_its_first_event_leaves_nothing_behind(
    refused: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise UsageError("the disk is full", remedy="make room")

    monkeypatch.setattr(SqliteLedger, "append", full)
    refused("init", tmp_path / "lib", "--private")
    assert list(tmp_path.iterdir()) == []


def test_a_library_that_cannot_be_one_is_said_to_be_what_it_is(refused: Call, tmp_path: Path) -> None:
    assert "is empty" in refused("-L", "", "papers")[2]
    (tmp_path / "paper.md").write_text("x")
    error = refused("-L", tmp_path / "paper.md", "papers")[2]
    assert "is a file" in error and "init" not in error


def test_only_one_kind_of_question_is_asked_at_a_time(refused: Call, lib: list[object]) -> None:
    assert "only one of" in refused(*lib, "search", "x", "--replay", "es-abcd")[2]
    assert "is needed" in refused(*lib, "search")[2]


def test_log_names_the_kinds_for_one_that_it_does_not_know(refused: Call, call: Call, lib: list[object]) -> None:
    error = refused(*lib, "log", "--kind", "Parsed", "--kind", "nope")[2]
    assert "'nope'" in error and "Parsed" in error and "SnapshotFrozen" in error
    assert call(*lib, "log", "--kind", "Purged") == (0, "", "")


def test_init_refuses_a_folder_in_use(refused: Call, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    assert "not an empty folder" in refused("init", tmp_path)[2]
    refused("init", tmp_path / "a")
    refused("init")


# ingest


def test_ingest_lists_every_file_and_ends_with_the_position(call: Call, tmp_path: Path, sample_papers: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    shutil.copy(sample_papers / "marek2023.pdf", folder)
    (folder / "bad.pdf").write_text("no PDF")
    (folder / "notes.txt").write_text("x")
    call("init", tmp_path / "lib")
    report = tmp_path / "outcomes.jsonl"
    code, out, error = call("-L", tmp_path / "lib", "ingest", folder, "--report", report)
    assert (code, error) == (3, "")
    for name, outcome in (("marek2023.pdf", "sealed"), ("bad.pdf", "failed"), ("notes.txt", "skipped")):
        assert any(line.startswith(name) and outcome in line for line in out.splitlines())
    assert out.splitlines()[-1].startswith("1 sealed; 1 failed; 1 skipped; the ledger stands at position ")
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert [line["status"] for line in lines] == ["failed", "sealed", "skipped"]
    found = as_json(call, "-L", tmp_path / "lib", "ingest", folder, code=3)
    assert found["counts"] == {"sealed": 0, "unchanged": 1, "quarantined": 0, "failed": 1, "skipped": 1}
    assert len(found["outcomes"]) == 3


def test_a_bibliography_is_summed_up_and_a_file_with_a_hash_in_its_name_is_not(
    call: Call, lib: list[object], tmp_path: Path
) -> None:
    (tmp_path / "refs.json").write_text(
        '[{"id": "a", "title": "On oaks"}, {"id": "b"}, {"id": "c", "title": "On elms"}, {"id": "c", "title": "Ash"}]')
    (tmp_path / "C# in labs.pdf").write_text("no PDF")
    code, out, _ = call(*lib, "ingest", tmp_path / "refs.json", tmp_path / "C# in labs.pdf")
    assert code == 3 and "refs.json#a" not in out
    assert [line.split("  ")[0] for line in out.splitlines()[1:-1]] == ["refs.json#b", "refs.json#c", "C# in labs.pdf"]
    assert "has this id and other content" in out.splitlines()[2]
    assert out.splitlines()[-1].startswith("3 sealed; 1 quarantined; 1 failed; ")


def test_an_empty_folder_is_pointed_out(call: Call, lib: list[object], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, error = call(*lib, "ingest", tmp_path / "empty")
    assert code == 0 and out.startswith("the ledger stands at position ")
    assert error == f"warning: there are no files in {tmp_path / 'empty'}\n"


def test_nothing_happens_if_a_path_or_the_report_cannot_be(
    refused: Call, call: Call, lib: list[object], tmp_path: Path, sample_papers: Path
) -> None:
    paper = sample_papers / "marek2023.pdf"
    before = as_json(call, *lib, "stats")["position"]
    assert f"{tmp_path / 'gone.pdf'} does not exist" in refused(*lib, "ingest", paper, tmp_path / "gone.pdf")[2]
    assert "cannot be written" in refused(*lib, "ingest", paper, "--report", tmp_path / "no" / "report")[2]
    (tmp_path / "refs.json").write_text('{"name": "package"}')
    assert "refs.json holds no list of entries" in refused(*lib, "ingest", paper, tmp_path / "refs.json")[2]
    refused(*lib, "ingest", "--jobs", "0", paper)
    assert "pymupdf" in refused(*lib, "ingest", "--parser", "nobody", paper)[2]
    refused(*lib, "ingest")
    assert as_json(call, *lib, "stats")["position"] == before


def test_the_library_may_lie_in_the_folder_that_is_ingested(call: Call, tmp_path: Path, sample_papers: Path) -> None:
    shutil.copy(sample_papers / "marek2023.pdf", tmp_path)
    call("init", tmp_path / "lib")
    for _ in range(2):
        assert call("-L", tmp_path / "lib", "ingest", tmp_path)[0] == 0
        assert call("-L", tmp_path / "lib", "snapshot", "freeze")[0] == 0
    assert len(as_json(call, "-L", tmp_path / "lib", "papers")["papers"]) == 1


# papers, show, stats


def test_papers_are_listed_for_people_and_for_programs(call: Call, lib: list[object]) -> None:
    found = as_json(call, *lib, "papers")
    assert [paper["year"] for paper in found["papers"]] == ["2019", "2020", "2021", "2022", "2023"]
    code, out, error = call(*lib, "papers")
    assert (code, error) == (0, "") and out.splitlines()[-1] == f"5 papers at position {found['position']}"
    assert "Claire Aubert et al." in out and "Jonas Lindqvist and Aino Virtanen" in out
    assert as_json(call, *lib, "papers", "--quarantined")["papers"] == []


def test_a_pipe_gets_every_cell_whole(call: Call, tmp_path: Path) -> None:
    title = "On " + "very " * 200 + "long titles"
    (tmp_path / "refs.json").write_text(json.dumps([{"id": "a", "title": title}]))
    call("init", tmp_path / "lib")
    call("-L", tmp_path / "lib", "ingest", tmp_path / "refs.json")
    assert any(title in line for line in call("-L", tmp_path / "lib", "papers")[1].splitlines())


def test_titles_neither_steer_the_terminal_nor_are_styled(call: Call, tmp_path: Path) -> None:
    title = "A \x1b[31mred\x1b]0;title\x07 [bold]title[/bold] :beetle: \u202eback" + " and many plain words" * 9
    (tmp_path / "refs.json").write_text(json.dumps([{"id": "a", "title": title}]))
    call("init", tmp_path / "lib")
    call("-L", tmp_path / "lib", "ingest", tmp_path / "refs.json")
    out = call("-L", tmp_path / "lib", "papers")[1]
    assert "\x1b" not in out and "\x07" not in out and "\u202e" not in out
    assert "[bold]title[/bold] :beetle:" in out


def test_everything_with_an_id_is_shown(call: Call, lib: list[object]) -> None:
    call(*lib, "snapshot", "freeze", "--name", "one")
    answer = as_json(call, *lib, "search", "false alarm rate", "-k", "1")
    hit = answer["hits"][0]
    [manifest] = as_json(call, *lib, "snapshot", "list")
    kinds = {
        hit["paper"]: "work", hit["chunk"]: "chunks", hit["build"]: "build", hit["source"]["blob"]: "blob",
        answer["evidence_snapshot"]: "retrieval", manifest["snapshot"]: "snapshot", "1": "event",
    }
    for name, kind in kinds.items():
        assert as_json(call, *lib, "show", name)["type"] == kind
        code, out, error = call(*lib, "show", name)
        assert (code, error) == (0, "") and kind in out


def test_unknown_and_ambiguous_ids_are_refused_with_what_to_do(refused: Call, lib: list[object]) -> None:
    for name in ("work-nothing", "²", "99999999999999999999", "", "cl1-nothing", "0" * 64, "☂"):
        refused(*lib, "show", name)
    assert "give more characters" in refused(*lib, "show", "claim-")[2]


def test_statistics_are_printed_both_ways(call: Call, lib: list[object]) -> None:
    assert as_json(call, *lib, "stats")["papers"] == 5
    code, out, error = call(*lib, "stats")
    assert (code, error) == (0, "") and any(line.split() == ["papers", "5"] for line in out.splitlines())


# log


def test_the_log_has_one_line_an_event_and_takes_filters(call: Call, lib: list[object]) -> None:
    code, out, error = call(*lib, "log", "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert (code, error) == (0, "") and [event["position"] for event in events] == list(range(1, len(events) + 1))
    assert len(call(*lib, "log")[1].splitlines()) == len(events)
    sealed = call(*lib, "log", "--kind", "BuildSealed", "--kind", "LibraryCreated")[1].splitlines()
    assert len(sealed) == 6
    assert [line.split()[0] for line in call(*lib, "log", "-n", "2")[1].splitlines()] == [
        str(len(events) - 1), str(len(events))]
    assert call(*lib, "log", "--kind", "LibraryCreated", "-n", "2")[1].split()[0] == "1"
    assert [line.split()[0] for line in call(*lib, "log", "--kind", "BuildSealed", "-n", "4")[1].splitlines()] == [
        line.split()[0] for line in sealed[-4:]]
    assert call(*lib, "log", "--after", len(events))[1] == ""
    assert len(call(*lib, "log", "--stream", events[1]["stream"])[1].splitlines()) == 8


@pytest.mark.parametrize("command", [
    "log", "papers", "show 3 --json",
    *(pytest.param(command, marks=pytest.mark.slow) for command in ("log --json", "show 3", "stats")),
])
def test_a_reader_that_goes_away_is_no_failure(lib: list[object], command: str) -> None:
    process = subprocess.Popen([*PROGRAM, *map(str, lib), *command.split()], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


# verify, rebuild


def test_verify_finds_damage_and_rebuild_mends_what_is_derived(call: Call, lib: list[object]) -> None:
    segments = Path(str(lib[1])) / "segments"
    assert as_json(call, *lib, "verify")["verdict"] == "self-consistent, not anchored"
    before = as_json(call, *lib, "rebuild")["digests"]
    for damage in (b"", b"PAR1", b"{}"):
        [sealed] = segments.glob("sealed-*.parquet")
        sealed.write_bytes(damage)
        code, out, error = call(*lib, "papers")
        assert (code, out) == (1, "") and error.count("\n") == 1 and "run: claimledger rebuild" in error
        found = as_json(call, *lib, "verify", code=1)
        assert found["verdict"] == "damaged" and "sealed-" in found["damages"][0]
        assert as_json(call, *lib, "rebuild")["digests"] == before
        assert call(*lib, "verify")[0] == 0


MANIFESTS = (
    "", "xx", "[]", "3", "null", '{"manifest": {}}', '{"manifest": {"layout": 2, "schema": 1, "segments": []}}',
    '{"manifest": {"layout": 2, "schema": 1, "forgotten": 0, "segments": [{"first": 1, "last": 1}]}, "sha256": ""}',
)  # fmt: skip


def test_a_damaged_manifest_is_as_good_as_none_and_verify_names_it(call: Call, lib: list[object]) -> None:
    [path] = (Path(str(lib[1])) / "segments").glob("manifest-*.json")
    for manifest in MANIFESTS:
        path.write_text(manifest)
        assert len(as_json(call, *lib, "papers")["papers"]) == 5, manifest
        assert path.name in as_json(call, *lib, "verify", code=1)["damages"][0], manifest
    as_json(call, *lib, "rebuild")
    assert call(*lib, "verify")[0] == 0


def test_half_of_the_segments_may_be_gone(call: Call, lib: list[object]) -> None:
    before = as_json(call, *lib, "rebuild")["digests"]
    segments = Path(str(lib[1])) / "segments"
    for file in sorted(segments.glob("*.parquet"))[::2]:
        file.unlink()
    assert len(as_json(call, *lib, "papers")["papers"]) == 5
    (segments / ".claims-1-99.tmp").write_text("left behind")
    assert as_json(call, *lib, "rebuild")["digests"] == before
    assert not (segments / ".claims-1-99.tmp").exists()
    shutil.rmtree(segments)
    shutil.rmtree(Path(str(lib[1])) / "index")
    assert as_json(call, *lib, "rebuild")["digests"] == before


def test_a_changed_byte_in_blob_or_ledger_is_found(call: Call, lib: list[object]) -> None:
    root = Path(str(lib[1]))
    blob = next(path for path in sorted((root / "blobs").rglob("*")) if path.is_file())
    content = blob.read_bytes()
    blob.chmod(0o644)
    blob.write_bytes(content[:-1])
    assert "blob" in as_json(call, *lib, "verify", code=1)["damages"][0]
    blob.unlink()
    assert "is missing" in as_json(call, *lib, "verify", code=1)["damages"][0]
    ledger = root / "ledger.db"
    ledger.write_bytes(b"this is no database" * 100)
    code, out, error = call(*lib, "verify")
    assert code != 0 and out == "" and error.count("\n") == 1


# snapshot


def test_a_state_is_frozen_listed_shown_and_verified(
    call: Call, refused: Call, lib: list[object], tmp_path: Path
) -> None:
    code, out, error = call(*lib, "snapshot", "list")
    assert (code, error) == (0, "") and "no snapshots yet" in out
    assert as_json(call, *lib, "snapshot", "list") == []
    head = tmp_path / "head.json"
    manifest = as_json(call, *lib, "snapshot", "freeze", "--name", "erste-Fassung-1.0", "--publish", head)
    assert manifest.pop("new") is True
    name = manifest["snapshot"]
    assert name.startswith("cl1-") and len(name) == 36 and manifest["rows"]["works"] == 5
    assert manifest["redactions"] == [] and json.loads(head.read_text())["snapshot"] == name
    assert as_json(call, *lib, "snapshot", "list") == [manifest]
    for which in (name, name[:10], "erste-Fassung-1.0", "latest"):
        assert as_json(call, *lib, "snapshot", "show", which) == manifest
        assert call(*lib, "snapshot", "show", which)[0] == 0
        assert as_json(call, *lib, "snapshot", "verify", which)["verdict"] == "self-consistent, not anchored"
    assert as_json(call, *lib, "snapshot", "verify", "--published", head)["verdict"] == "anchored"
    head.write_text("{}")
    assert "no published head" in refused(*lib, "snapshot", "verify", "--published", head)[2]
    assert call(*lib, "snapshot", "freeze")[1].startswith(name)


@pytest.mark.parametrize("name", ["", " ", "@5", "cl1-abc", "latest", "a\nb", " a", "a\x1b[0m", "a\u202eb"])
def test_odd_names_of_snapshots_are_refused(call: Call, refused: Call, lib: list[object], name: str) -> None:
    refused(*lib, "snapshot", "freeze", "--name", name)
    assert as_json(call, *lib, "snapshot", "list") == []


def test_a_snapshot_that_is_not_there_is_unknown(refused: Call, lib: list[object], tmp_path: Path) -> None:
    for which in ("latest", "nobody", "cl1-"):
        assert "claimledger snapshot list" in refused(*lib, "snapshot", "show", which)[2]
        refused(*lib, "snapshot", "verify", which)
    assert "it is empty" in refused(*lib, "snapshot", "show", "")[2]
    refused(*lib, "snapshot", "freeze", "--publish", tmp_path / "no" / "head.json")
    refused(*lib, "snapshot", "nonsense")


def test_spoiled_leaves_of_an_earlier_snapshot_do_no_harm(call: Call, lib: list[object]) -> None:
    name = as_json(call, *lib, "snapshot", "freeze")["snapshot"]
    [leaves] = (Path(str(lib[1])) / "snapshots" / "leaves").iterdir()
    for content in (b"", b"PAR1", leaves.read_bytes()[:-1]):
        leaves.write_bytes(content)
        assert call(*lib, "verify")[0] == 1
        assert as_json(call, *lib, "snapshot", "freeze")["snapshot"] == name
        assert call(*lib, "verify")[0] == 0


# parse


def test_parse_needs_no_library(call: Call, refused: Call, sample_papers: Path, tmp_path: Path) -> None:
    found = as_json(call, "parse", sample_papers / "kowalczyk2020.pdf")
    assert found["title"].startswith("Random forests on cepstral features") and found["pages"] == 1
    assert {item["why"] for item in found["hidden_text"]} == {"off-page", "clipped"}
    code, out, error = call("parse", sample_papers / "kowalczyk2020.pdf")
    assert (code, error) == (0, "") and "Random forests on cepstral features" in out
    (tmp_path / "bad.pdf").write_text("no PDF")
    code, out, error = call("parse", tmp_path / "bad.pdf", "--json")
    assert (code, out) == (2, "") and error.startswith("error: ") and error.count("\n") == 1
    refused("parse", tmp_path / "gone.pdf")
    refused("parse", tmp_path)
    refused("parse", sample_papers / "kowalczyk2020.pdf", "--parser", "nobody")


# the program


def test_without_a_command_the_help_is_shown(call: Call) -> None:
    for arguments in ([], ["snapshot"]):
        code, out, error = call(*arguments)
        assert code == 2 and out == "" and error.startswith("Usage: claimledger") and "Commands:" in error
    for arguments in (["--help"], ["-h"], ["ingest", "--help"], ["snapshot", "freeze", "-h"]):
        code, out, error = call(*arguments)
        assert (code, error) == (0, "") and out.startswith("Usage: claimledger")
    assert call("--version")[0] == 0


def test_wrong_use_is_one_line_that_says_where_to_look(refused: Call, lib: list[object]) -> None:
    assert "see: claimledger --help" in refused("nonsense")[2]
    assert "see: claimledger papers --help" in refused(*lib, "papers", "--nonsense")[2]
    refused(*lib, "log", "-n", "zero")
    refused(*lib, "show")


@pytest.mark.parametrize("command", [
    "papers", "show 1", "stats", "log", "verify", "rebuild", "ingest x.pdf", "search x", "snapshot freeze",
    "snapshot list", "snapshot show", "snapshot verify",
])  # fmt: skip
def test_every_command_on_a_library_asks_for_one(refused: Call, tmp_path: Path, command: str) -> None:
    assert "no library was named" in refused(*command.split())[2]
    assert "claimledger init" in refused("-L", tmp_path / "nowhere", *command.split())[2]
    (tmp_path / "claimledger.toml").write_text("[library\n")
    assert "is not TOML" in refused("-L", tmp_path, *command.split())[2]


def test_the_library_may_be_named_by_the_environment(
    call: Call, lib: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMLEDGER_LIBRARY", str(lib[1]))
    assert len(as_json(call, "papers")["papers"]) == 5
    assert call("-L", "nowhere", "papers")[0] == 2


def test_a_fault_of_the_program_is_one_line_too(call: Call, lib: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr("claimledger.kb.papers.statistics", fail)
    code, out, error = call(*lib, "stats")
    assert (code, out) == (3, "") and error.count("\n") == 1 and "ZeroDivisionError: two lines" in error
    monkeypatch.setenv("CLAIMLEDGER_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        call(*lib, "stats")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Runs the program with a standard output that takes ASCII alone; returns exit code and output."""

    def called(*arguments: object) -> tuple[int, str]:
        stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        with monkeypatch.context() as patch, pytest.raises(SystemExit) as ended:
            patch.setattr(sys, "stdout", stream)
            main([str(argument) for argument in arguments])
        stream.seek(0)
        assert isinstance(ended.value.code, int)
        return ended.value.code, stream.read()

    return called


def test_output_that_takes_no_unicode_gets_escapes(
    lib: list[object], tmp_path: Path, plain: Callable[..., tuple[int, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "refs.json").write_text('[{"id": "é☂", "title": "Über ☂"}]', encoding="utf-8")
    assert plain(*lib, "ingest", tmp_path / "refs.json")[0] == 0
    code, out = plain(*lib, "papers", "--json")
    assert code == 0 and "Über ☂" in [paper["title"] for paper in json.loads(out)["papers"]]
    code, out = plain(*lib, "papers")
    assert code == 0 and "ber \\u2602" in out
    assert capsys.readouterr().err == ""


@pytest.fixture
def closed_library(sample_library: Path) -> Iterator[Path]:
    """A library of somebody else, which may be read and not written."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "lib"
        shutil.copytree(sample_library, root)
        for path in [Path(name), root, *root.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield root
        for path in [root, *root.rglob("*")]:
            path.chmod(0o755)


def test_a_library_that_cannot_be_written_still_answers(
    closed_library: Path, call: Call, refused: Call, sample_papers: Path
) -> None:
    call("-L", closed_library, "search", "beetles", "--no-record")  # loads what another user may not be able to read
    if not os.geteuid():
        os.setresuid(NOBODY, NOBODY, 0)
    try:
        lib = ["-L", closed_library]
        assert len(as_json(call, *lib, "papers")["papers"]) == 5
        for command in (["stats"], ["log", "-n", "1"], ["show", "1"], ["verify"], ["snapshot", "list"]):
            assert call(*lib, *command)[0] == 0
        code, out, error = call(*lib, "search", "false alarm rate of BarkNet", "--json")
        assert code == 0 and json.loads(out)["hits"] and error.startswith("warning: ")
        for command in (["ingest", closed_library.parent], ["snapshot", "freeze"], ["rebuild"]):
            assert "cannot be written" in refused(*lib, *command)[2]
    finally:
        if os.getresuid()[2] == 0:
            os.setresuid(0, 0, 0)
