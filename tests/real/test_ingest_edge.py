"""A folder of odd files through the whole of ingest: every file accounted for, the sound ones safe."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from claimledger.kb.library import Library

pytestmark = pytest.mark.real

PROGRAM = [sys.executable, "-c", "from claimledger.cli import main; main()"]
TABLE = [[cell.strip() for cell in line.strip().strip("|").split("|")]
         for line in (Path(__file__).parent / "edge_files.md").read_text(encoding="utf-8").splitlines()
         if line.startswith("| ")][2:]
SEALED = {name for name, _, status, _ in TABLE if status == "sealed"}
FAILED = {name for name, _, status, _ in TABLE if status == "failed"}


def ingested(root: Path, folder: Path, *options: str) -> tuple[Any, str, int]:
    command = [*PROGRAM, "-L", str(root), "ingest", "--jobs", "1", "--json", "--no-ocr", *options, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    return json.loads(done.stdout), done.stderr, done.returncode


@pytest.fixture(scope="module")
def first(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any, str, int]:
    root = tmp_path_factory.mktemp("edge") / "lib"
    Library.create(root, owner="x").close()
    # Vectors take most of the time, and are tested elsewhere.
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    return root, *ingested(root, data / "papers" / "edge")


def test_every_file_has_its_outcome_and_no_traceback_is_seen(first: tuple[Path, Any, str, int], data: Path) -> None:
    _, report, error, code = first
    assert (code, error) == (3, "")
    outcomes = {Path(outcome["file"]).name: outcome for outcome in report["outcomes"]}
    assert sorted(outcomes) == sorted(path.name for path in (data / "papers" / "edge").iterdir())
    assert [[name, outcomes[name]["status"]] for name, *_ in TABLE] == [[name, status] for name, _, status, _ in TABLE]
    reasons = {name: parse for name, parse, status, _ in TABLE if status == "failed"}
    assert {name: outcomes[name]["reason"].split(":")[0] for name in FAILED} == reasons
    assert all(outcome["grade"] for outcome in outcomes.values() if outcome["status"] in ("sealed", "quarantined"))
    assert all(outcome["reason"] for outcome in outcomes.values() if outcome["status"] != "sealed")


def test_what_failed_and_what_was_quarantined_is_no_paper(first: tuple[Path, Any, str, int]) -> None:
    with Library.open(first[0]) as library, library.view() as view:
        names = {row["name"] for row in view.rows(
            "SELECT s.name FROM active_builds a JOIN sources s ON s.build = a.build")}
        chunked = {row["name"] for row in view.rows(
            "SELECT DISTINCT s.name FROM chunks c JOIN sources s ON s.build = c.build")}
    assert names <= SEALED and chunked <= SEALED


def test_files_of_one_paper_are_one_work(first: tuple[Path, Any, str, int]) -> None:
    with Library.open(first[0]) as library, library.view() as view:
        works = view.rows("""SELECT w.work, list(s.name ORDER BY s.name) AS names FROM work_builds w
                             JOIN sources s ON s.build = w.build GROUP BY w.work HAVING count(*) > 1""")
        flagged = view.rows("SELECT id FROM works WHERE list_contains(flags, 'merged-file')")
    names = {tuple(row["names"]): row["work"] for row in works}
    three = ("encuser-jose.00184.xml", "merged-jose.00184+PMC6313609.pdf", "resaved-jose.00184.pdf")
    assert set(names) == {
        ("badmeta-word-PMC5860693.pdf", "badmeta-word-PMC5860693.xml"), three,
        ("raster-PMC6313609.xml", "rot90-PMC6313609.pdf"),
    }
    assert [row["id"] for row in flagged] == [names[three]]


def test_a_second_run_tries_again_what_failed_and_nothing_else(first: tuple[Path, Any, str, int], data: Path) -> None:
    root, before, *_ = first
    report, error, code = ingested(root, data / "papers" / "edge", "--password", "guess", "--password", "secret")
    assert (code, error) == (3, "")
    outcomes = {Path(outcome["file"]).name: outcome for outcome in report["outcomes"]}
    assert outcomes["encuser-jose.00184.pdf"]["status"] == "sealed"
    assert outcomes["enc-r6-user.pdf"]["reason"].startswith("wrong-password: ")
    assert {name for name, outcome in outcomes.items() if outcome["status"] == "failed"} == (
        FAILED - {"encuser-jose.00184.pdf"})
    assert {outcomes[name]["status"] for name, *_ in TABLE if name not in FAILED} == {"unchanged"}
    with Library.open(root) as library:
        library.ledger.verify()
        failures = [event.payload() for event in library.ledger.read(kinds=["StageFailed"])]
        assert Counter(failure.attempt for failure in failures) == {  # type: ignore[attr-defined]
            1: len(FAILED), 2: len(FAILED) - 1}
        sealed = sum(outcome["status"] in ("sealed", "quarantined") for outcome in before["outcomes"]) + 1
        with library.view() as view:
            assert view.rows("SELECT count(*) AS n FROM raw_sealed") == [{"n": sealed}]
