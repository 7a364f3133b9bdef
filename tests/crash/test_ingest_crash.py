"""Ingest killed after every append: nothing is lost, and a second run gives the snapshot of an undisturbed one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze

# For each stage, a process of its own that is killed after as many appends; it shares with the others what it imports.
# Prints one line a stage: the signal that ended the process, and the last position that was acknowledged to it.
KILLED = """
import os, signal, sys
from pathlib import Path
import claimledger.ingest.parser.child, claimledger.ingest.pipeline, claimledger.kb.settle.run, duckdb, pyarrow.parquet
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.ingest.run import ingest

real = SqliteLedger.append

def killed(stage, root, paper, pipe):
    appends = 0

    def append(self, *args, **options):
        nonlocal appends
        stored = real(self, *args, **options)
        appends += 1
        os.write(pipe, b"%d " % stored[-1].position)
        if appends == stage:
            os.kill(os.getpid(), signal.SIGKILL)
        return stored

    SqliteLedger.append = append
    with Library.open(root) as library:
        ingest(library, [paper])

paper, *roots = map(Path, sys.argv[1:])
for stage, root in enumerate(roots, 1):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        killed(stage, root, paper, writing)
        os._exit(0)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    with open(reading) as acknowledged:
        print(os.WTERMSIG(status), acknowledged.read().split()[-1], flush=True)
"""
PAPER = "aubert2021.pdf"
STAGES = 9  # registered, parsed, described, chunked, cited, claims, audited, sealed, settled


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> str:
    with Library.create(tmp_path_factory.mktemp("whole") / "lib", owner="x") as library:
        ingest(library, [sample_papers / PAPER])
        return freeze(library).frozen.snapshot


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> list[tuple[Path, int]]:
    """For each stage the library of a run that was killed after it, and the last position that was acknowledged."""
    folder = tmp_path_factory.mktemp("killed")
    roots = [folder / str(stage) for stage in range(1, STAGES + 1)]
    for root in roots:
        Library.create(root, owner="x").close()
    command = [sys.executable, "-c", KILLED, str(sample_papers / PAPER), *map(str, roots)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ends = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert [end[0] for end in ends] == [signal.SIGKILL] * STAGES, done.stderr
    return list(zip(roots, (end[1] for end in ends), strict=True))


@pytest.mark.parametrize("stage", range(1, STAGES + 1))
def test_a_run_killed_after_any_stage_continues_to_the_same_snapshot(
    stage: int, sample_papers: Path, undisturbed: str, killed: list[tuple[Path, int]]
) -> None:
    root, acknowledged = killed[stage - 1]
    with Library.open(root) as library:
        assert library.ledger.head().position == acknowledged == stage + 1
        library.ledger.verify()
        ingest(library, [sample_papers / PAPER])
        assert freeze(library).frozen.snapshot == undisturbed
        parsed = list(library.ledger.read(kinds=["Parsed"]))
        assert len(parsed) == 1
