"""A library that cannot be written answers, says what it does not record, and is left as it is."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze

NOBODY = 65534


@pytest.fixture
def shelf(sample_library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the sample library, closed for writing, and with another one that is open; both for any user."""
    with Library.open(sample_library) as library:
        freeze(library, name="one")
    # Loads what another user may not be able to read.
    for command in (["search", "beetles"], ["draft", "bark beetle detectors", "--out", str(tmp_path / "draft")]):
        assert run(["-L", str(sample_library), *command]) == 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(sample_library, place / "closed")
        shutil.copytree(sample_library, place / "open")
        (place / "paper.md").write_text("We found that BarkNet lowers false alarms.\n")
        (place / "q.jsonl").write_text('{"id": "q1", "text": "false alarms"}\n')
        for path in (place / "closed").rglob("*"):
            path.chmod(0o555 if path.is_dir() else 0o444)
        (place / "closed").chmod(0o555)
        for path in (place, place / "open", *(place / "open").rglob("*")):
            path.chmod(0o777)
        monkeypatch.chdir(place)
        if not os.geteuid():
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield place
        finally:
            if os.getresuid()[2] == 0:
                os.setresuid(0, 0, 0)
            for path in ((place / "closed"), *(place / "closed").rglob("*")):
                path.chmod(0o777 if path.is_dir() else 0o666)


def contents(root: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in root.rglob("*")}


def call(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = run(list(command))
    out, error = capsys.readouterr()
    assert "Traceback" not in out + error
    return code, out, error


SILENT = (
    "papers", "papers --quarantined", "stats", "show 1", "log -n 2", "packets", "snapshot list", "snapshot show",
    "papers --snapshot one", "search beetles --no-record",
)
RECORDING = (
    "search false alarms", "search false alarms --snapshot one", "search --queries q.jsonl --run out.trec",
    "audit paper.md --out audit", "draft bark beetle detectors --out draft",
)


def test_every_question_is_answered_and_nothing_is_changed(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(shelf / "closed")
    for command in SILENT:
        code, out, error = call(capsys, "-L", "closed", *command.split())
        assert (code, error) == (0, "") and out, command
    for command in RECORDING:
        code, _, error = call(capsys, "-L", "closed", *command.split())
        assert code in (0, 1), command
        assert error.startswith("warning: the library cannot be written") and "not recorded" in error, command
    assert (shelf / "audit" / "audit.html").exists() and (shelf / "draft" / "draft.md").exists()
    assert contents(shelf / "closed") == before


def test_a_recorded_answer_can_be_asked_again(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = [json.loads(line) for line in call(
        capsys, "-L", "closed", "log", "--kind", "Retrieved", "--json")[1].splitlines()]
    name = events[0]["stream"].partition(":")[2]
    code, out, _ = call(capsys, "-L", "closed", "search", "--replay", name, "--json")
    assert (code, json.loads(out)["same"]) == (0, True)


def test_beside_one_that_can_be_written_each_does_what_it_can(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(shelf / "closed")
    code, out, error = call(capsys, "-L", "closed", "-L", "open", "search", "false alarms", "--json")
    assert code == 0 and [part["recorded"] for part in json.loads(out)["libraries"]] == [False, True]
    assert "cannot be written" in error
    assert contents(shelf / "closed") == before


def test_without_an_index_the_answer_says_what_it_cannot_find(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(shelf / "open" / "index")
    with Library.open(shelf / "open", read_only=True) as library:
        from claimledger.kb.retrieval import search

        answer = search(library, "beetles")
    assert answer.hits == () and "5 sources are not indexed" in answer.warnings[0]
    assert not (shelf / "open" / "index").exists()
