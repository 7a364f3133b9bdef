"""Ingest killed after every append: nothing is lost, and a second run gives the snapshot of an undisturbed one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze

KILLED = """
import os, signal, sys
from pathlib import Path
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.ingest.run import ingest

appends, real = 0, SqliteLedger.append

def append(self, *args, **options):
    global appends
    stored = real(self, *args, **options)
    appends += 1
    print(stored[-1].position, flush=True)
    if appends == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    return stored

SqliteLedger.append = append
with Library.open(sys.argv[1]) as library:
    ingest(library, [Path(sys.argv[2])])
"""
STAGES = 9  # registered, parsed, described, chunked, cited, claims, audited, sealed, settled


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> str:
    with Library.create(tmp_path_factory.mktemp("whole") / "lib", owner="x") as library:
        ingest(library, [sample_papers / "aubert2021.pdf"])
        return freeze(library).frozen.snapshot


@pytest.mark.parametrize("stage", range(1, STAGES + 1))
def test_a_run_killed_after_any_stage_continues_to_the_same_snapshot(
    stage: int, tmp_path: Path, sample_papers: Path, undisturbed: str
) -> None:
    root, paper = tmp_path / "lib", sample_papers / "aubert2021.pdf"
    Library.create(root, owner="x").close()
    command = [sys.executable, "-c", KILLED, str(root), str(paper), str(stage)]
    killed = subprocess.run(command, capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    acknowledged = int(killed.stdout.split()[-1])
    with Library.open(root) as library:
        assert library.ledger.head().position == acknowledged == stage + 1
        library.ledger.verify()
        ingest(library, [paper])
        assert freeze(library).frozen.snapshot == undisturbed
        parsed = list(library.ledger.read(kinds=["Parsed"]))
        assert len(parsed) == 1
