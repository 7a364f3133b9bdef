"""Everything the README says is run: its tour here, its two commands by CI."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.cli import run

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CI = Path(__file__).parents[2] / ".ci" / "run"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def steps() -> list[tuple[str, list[str]]]:
    """Commands of the tour with the lines that the README shows under them."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall(README):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.strip():
                found[-1][1].append(line)
    return found


def typed(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "claimledger.cli", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("tour")
    done = typed(["demo"], folder)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_the_tour_prints_what_the_readme_shows(
    demo: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(demo[0])
    assert len(steps()) >= 10
    for command, shown in steps():
        words = shlex.split(command)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            monkeypatch.setenv(name, value)
            continue
        assert words[0] == "claimledger"
        code = run(words[1:])
        out, error = capsys.readouterr()
        assert code in (0, 1) and "error: " not in error, (command, error)
        for line in shown:
            assert squeezed(line) in squeezed(out), (command, line, out)


def test_the_demo_finds_the_three_planted_faults_and_lets_the_sound_sentences_stand(demo: tuple[Path, str]) -> None:
    import json

    from claimledger.ingest.samples.manuscript import FAULTS

    folder, _ = demo
    rows = [json.loads(line) for line in (folder / "claimledger-demo/audit/audit.jsonl").read_text().splitlines()]
    for row in rows:
        planted = any(fault in row["text"] or any(fault == c["key"] for c in row["citations"]) for fault in FAULTS)
        expected = {"reject", "downgrade", "backlog"} if planted else {"accept", "none"}
        assert row["disposition"] in expected, row["text"]
    assert sum(row["disposition"] in ("reject", "downgrade", "backlog") for row in rows) == len(FAULTS)


def test_the_demos_draft_cites_three_papers_gives_both_sides_and_passes_its_audit(demo: tuple[Path, str]) -> None:
    import json

    folder, _ = demo
    draft = (folder / "claimledger-demo/draft/draft.md").read_text(encoding="utf-8")
    assert len(set(re.findall(r"@(\w+\d{4}\w?)", draft))) >= 3
    mixed = next(line for line in draft.splitlines() if "Evidence is mixed" in line)
    assert "kowalczyk2020" in mixed and "lindqvist2022" in mixed and "whereas" in mixed
    summary = json.loads((folder / "claimledger-demo/draft/summary.json").read_text())
    assert not {"reject", "backlog"} & set(summary["dispositions"])


def test_ci_runs_the_two_commands_of_the_readme() -> None:
    script = CI.read_text(encoding="utf-8")
    for heading in ("Install and run", "Run the tests"):
        assert f"\n## {heading}\n" in README
        assert f"command_under '{heading}'" in script


def test_the_readme_names_no_command_that_is_not_there() -> None:
    from claimledger.cli import COMMANDS

    named = set(re.findall(r"(?:^\$ |`)claimledger(?: -L \w+)? ([a-z]+)", README, re.MULTILINE))
    assert named <= set(COMMANDS)


def test_a_second_demo_in_the_same_folder_is_refused_and_changes_nothing(demo: tuple[Path, str]) -> None:
    folder, _ = demo
    before = sorted(path.name for path in (folder / "claimledger-demo").iterdir())
    refused = typed(["demo"], folder)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert sorted(path.name for path in (folder / "claimledger-demo").iterdir()) == before
