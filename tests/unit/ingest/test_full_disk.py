"""Taking in papers on a disk without room: the exit code says whether anything was stored."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.cli import run


@pytest.fixture
def small_disk(mount_disk: Callable[[int], Path]) -> Path:
    """A disk of one megabyte."""
    return mount_disk(1)


def bibliography(path: Path, words: int) -> Path:
    """One entry whose abstract has so many words, which hardly compress."""
    random.seed(words)
    abstract = " ".join(f"{random.getrandbits(40):x}" for _ in range(words)) + "."
    path.write_text(json.dumps([{"id": path.stem, "title": f"On {path.stem}", "abstract": abstract}]))
    return path


def test_a_full_disk_is_exit_code_3_once_something_was_stored_and_2_before(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small, large = bibliography(tmp_path / "a-small.json", 20), bibliography(tmp_path / "b-large.json", 4_000)
    here = ["-L", str(small_disk / "library")]
    assert run(["init", str(small_disk / "library")]) == 0
    capsys.readouterr()
    state = os.statvfs(small_disk)
    (small_disk / "filler").write_bytes(bytes(state.f_bavail * state.f_frsize - 200 * 1024))
    outcomes = tmp_path / "outcomes.jsonl"
    assert run([*here, "ingest", str(small), str(large), "--report", str(outcomes)]) == 3
    out, err = capsys.readouterr()
    assert "a-small.json#a-small" in out and "the ledger stands at position" in out
    assert err.count("error: ") == err.count("\n") == 1 and "what was stored is safe" in err
    assert json.loads(outcomes.read_text().splitlines()[0])["file"].endswith("a-small.json#a-small")
    with pytest.raises(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4_096))
    assert run([*here, "ingest", str(large)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("error: ") and err.count("\n") == 1


def test_files_of_unknown_kinds_append_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = ["-L", str(tmp_path / "library")]
    run(["init", str(tmp_path / "library")])
    (tmp_path / "notes.xyz").write_text("no paper")
    assert run([*here, "ingest", str(tmp_path / "notes.xyz")]) == 0
    assert "1 skipped; the ledger stands at position 1" in capsys.readouterr().out
    run([*here, "log"])
    assert capsys.readouterr().out.count("\n") == 1


def test_every_command_that_would_write_names_the_full_disk_and_the_cure(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ["-L", str(small_disk / "library")]
    assert run(["init", str(small_disk / "library")]) == 0
    with pytest.raises(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4_096))
    (tmp_path / "paper.md").write_text("Oaks grow.\n")
    refs = bibliography(tmp_path / "refs.json", 20)
    for command in ("snapshot freeze", "rebuild", f"ingest {refs}", "reprocess --pipeline", "withdraw x --reason y",
                    "purge x --reason y --yes"):
        capsys.readouterr()
        assert run([*here, *command.split()]) == 2, command
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and "the disk is full; free some space" in err, (command, err)
    for command in ("search oaks", f"audit {tmp_path / 'paper.md'} --out {tmp_path / 'audit'}"):
        capsys.readouterr()
        assert run([*here, *command.split()]) in (0, 1), command
        err = capsys.readouterr().err
        assert err.count("the disk is full; free some space") == err.count("not recorded") == 1, (command, err)
