"""Ingest as a program among others: two at once on one library, and interrupted from the keyboard."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pymupdf
import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library

RUN = "from claimledger.cli import main; main()"


def events(library: Library) -> list[str]:
    return [event.kind for event in library.ledger.read()]


def children_of(process: int) -> list[str]:
    """Children that read files for a process, also where it is gone."""
    asked = subprocess.run(["ps", "-A", "-o", "pid=,stat=,args="], capture_output=True, text=True, check=True)
    return [line for line in asked.stdout.splitlines()
            if f"ingest.serving {process} " in line and not line.split()[1].startswith("Z")]


def words_only(root: Path) -> Path:
    """A library without vectors, which would take most of the time."""
    Library.create(root, owner="x").close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    return root


def test_two_processes_on_the_same_files_make_one_chain(tmp_path: Path, sample_papers: Path) -> None:
    root, folders = words_only(tmp_path / "lib"), [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        for paper in sample_papers.glob("*.pdf"):
            shutil.copy(paper, folder / f"{folder.name}-{paper.name}")
        (folder / f"{folder.name}.json").write_text(
            json.dumps([{"id": f"e{n}", "title": f"On tree {n}"} for n in range(60)]))
    both = [subprocess.Popen([sys.executable, "-c", RUN, "-L", str(root), "ingest", "--jobs", "1", str(folder)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for folder in folders]
    answers = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    assert [error for _, error in answers] == ["", ""]
    with Library.open(root) as library:
        head = library.ledger.verify()
        assert head.position == len(events(library))
        assert Counter(events(library))["BuildSealed"] == 65 == Counter(events(library))["SourceRegistered"]
        with library.view() as view:
            [row] = view.rows("SELECT count(*) AS n, count(DISTINCT id) AS ids FROM works")
        assert row["n"] == row["ids"] == 65


@pytest.mark.parametrize("by", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_an_interrupted_run_stops_at_once_leaves_no_child_and_goes_on_later(
    tmp_path: Path, sample_papers: Path, by: signal.Signals
) -> None:
    root, papers = words_only(tmp_path / "lib"), tmp_path / "papers"
    shutil.copytree(sample_papers, papers)
    with pymupdf.open() as document:
        page = document.new_page()
        for line in range(60):
            page.insert_text((50, 40 + 12 * line), "Every page of this paper says the same, again and again. " * 2)
        for _ in range(600):
            document.fullcopy_page(0)
        document.save(papers / "zz-long.pdf")
    # Where the tests run in the background, a shell may have told them, and so their children, to ignore it.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen([sys.executable, "-c", RUN, "-L", str(root), "ingest", "--jobs", "2", "--report",
                                str(tmp_path / "report.jsonl"), str(papers)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed)
    with Library.open(root, read_only=True) as reader:
        deadline = time.monotonic() + 60
        while Counter(events(reader))["BuildSealed"] < 5 and time.monotonic() < deadline:
            time.sleep(0.02)
    process.send_signal(by)
    began = time.monotonic()
    try:
        out, error = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    assert children_of(process.pid) == []
    assert time.monotonic() - began < 10
    assert (process.returncode, out) == (130, "")
    assert error.strip() == "interrupted; what is done is kept, run the same command again to continue"
    report = [json.loads(line) for line in (tmp_path / "report.jsonl").read_text().splitlines()]
    assert [(Path(line["file"]).stem, line["status"]) for line in report] == [
        (paper.stem, "sealed") for paper in sorted(sample_papers.glob("*.pdf"))]
    with Library.open(root) as library:
        library.ledger.verify()
        assert Counter(events(library))["BuildSealed"] == 5
        assert [outcome.status for outcome in ingest(library, [sample_papers]).outcomes] == ["unchanged"] * 5
        with library.view() as view:
            assert len(view.rows("SELECT id FROM works")) == 5
