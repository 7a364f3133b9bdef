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
FAILED = {
    "enc-r6-user.pdf": "encrypted",
    "encuser-jose.00184.pdf": "encrypted",
    "js-openaction.pdf": "needs-ocr",
    "loop-pagetree.pdf": "no-pages",
    "raster-PMC6313609.pdf": "needs-ocr",
    "rotated-ocr-90.pdf": "needs-ocr",
    "trunc50-PMC5860693.pdf": "truncated",
    "zero-byte.pdf": "empty",
}
QUARANTINED = {"dehyphenation-1.pdf", "invisible-text.pdf", "soft-hyphen.pdf"}  # a sentence or two, and no title
SEALED = {
    "attach-simple.pdf", "badmeta-word-PMC5860693.pdf", "corrupt-zen.pdf", "enc-owner-lncs-minimal.pdf",
    "garbled-bmc-337.pdf", "merged-jose.00184+PMC6313609.pdf", "minimal-1page.pdf", "resaved-jose.00184.pdf",
    "rot90-PMC6313609.pdf", "submitted-bmc-provisional-32p.pdf",
}  # fmt: skip


def ingested(root: Path, folder: Path) -> tuple[Any, str, int]:
    done = subprocess.run([*PROGRAM, "-L", str(root), "ingest", "--jobs", "1", "--json", str(folder)],
                          capture_output=True, text=True, timeout=280)
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
    by_status: dict[str, set[str]] = {}
    for name, outcome in outcomes.items():
        by_status.setdefault(outcome["status"], set()).add(name)
    assert by_status["sealed"] == SEALED and by_status["quarantined"] == QUARANTINED
    assert {name: outcomes[name]["reason"].split(":")[0] for name in by_status["failed"]} == FAILED
    assert {Path(name).suffix for name in by_status.get("skipped", ())} <= {".xml"}
    assert all(outcome["reason"] for outcome in outcomes.values() if outcome["status"] != "sealed")


def test_what_failed_and_what_was_quarantined_is_no_paper(first: tuple[Path, Any, str, int]) -> None:
    with Library.open(first[0]) as library, library.view() as view:
        names = {row["name"] for row in view.rows(
            "SELECT s.name FROM active_builds a JOIN sources s ON s.build = a.build")}
        chunked = {row["name"] for row in view.rows(
            "SELECT DISTINCT s.name FROM chunks c JOIN sources s ON s.build = c.build")}
    assert names <= SEALED and chunked <= SEALED


def test_two_files_of_one_paper_are_one_work(first: tuple[Path, Any, str, int]) -> None:
    with Library.open(first[0]) as library, library.view() as view:
        works = view.rows("""SELECT w.work, list(s.name ORDER BY s.name) AS names FROM work_builds w
                             JOIN sources s ON s.build = w.build GROUP BY w.work HAVING count(*) > 1""")
        flagged = view.rows("SELECT id FROM works WHERE list_contains(flags, 'merged-file')")
    assert [row["names"] for row in works] == [["merged-jose.00184+PMC6313609.pdf", "resaved-jose.00184.pdf"]]
    assert [row["id"] for row in flagged] == [works[0]["work"]]


def test_a_second_run_tries_again_what_failed_and_nothing_else(first: tuple[Path, Any, str, int], data: Path) -> None:
    root = first[0]
    report, error, code = ingested(root, data / "papers" / "edge")
    assert (code, error) == (3, "")
    assert Counter(outcome["status"] for outcome in report["outcomes"] if outcome["file"].endswith(".pdf")) == {
        "unchanged": 13, "failed": 8}
    with Library.open(root) as library:
        library.ledger.verify()
        failures = [event.payload() for event in library.ledger.read(kinds=["StageFailed"])]
        assert Counter(failure.attempt for failure in failures) == {1: 8, 2: 8}  # type: ignore[attr-defined]
        with library.view() as view:
            assert view.rows("SELECT count(*) AS n FROM raw_sealed") == [{"n": 13}]
