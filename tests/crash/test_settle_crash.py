"""Settling killed at any moment has settled all or nothing; two that settle at once settle everything once."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.kb.settle.run import changed_through, difference_from_scratch, settle_library, settled_through

ENTRIES = 300
SETTLE = """
import sys
from claimledger.kb.library import Library
from claimledger.kb.settle import batch
from claimledger.kb.settle.run import settle_library

# Many events, so that there are many moments between two of them.
batch.EVENT_BYTES = 4_000
with Library.open(sys.argv[1]) as library:
    print("ready", flush=True)
    print(settle_library(library), flush=True)
"""


@pytest.fixture
def unsettled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of bibliography entries, some of them twice, that were sealed by a run that died before settling."""
    entries = [
        {
            "id": f"e{n}", "title": f"On the trees of valley {n // 2}", "issued": {"date-parts": [[2019]]},
            "author": [{"family": f"Brandt{n // 2}", "given": "Ilse"}],
        }
        for n in range(ENTRIES)
    ]
    source = tmp_path / "entries.json"
    source.write_text(json.dumps(entries))
    with Library.create(tmp_path / "lib", owner="x") as library, monkeypatch.context() as patch:
        patch.setattr("claimledger.ingest.run.settle_library", lambda _: 0)
        ingest(library, [source])
    return tmp_path / "lib"


def start(root: Path) -> subprocess.Popen[str]:
    """A process that is about to settle."""
    process = subprocess.Popen([sys.executable, "-c", SETTLE, str(root)], stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "ready\n"
    return process


def check_settled(root: Path, events: int | None = None) -> None:
    with Library.open(root) as library:
        library.ledger.verify()
        settled = list(library.ledger.read(kinds=["Settled"]))
        assert events is None or len(settled) == events
        with library.view() as view:
            assert settled_through(view) == changed_through(view)
            assert len(difference_from_scratch(view)) == 0
            [works] = view.rows("SELECT count(*) AS n, count(DISTINCT id) AS ids FROM works")
            assert works["n"] == works["ids"] == ENTRIES / 2


def kill_at_random(root: Path, seed: int, rounds: int) -> None:
    dice = random.Random(seed)
    for _ in range(rounds):
        process = start(root)
        time.sleep(dice.uniform(0, 1))
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        with Library.open(root) as library, library.view() as view:
            through, settled = settled_through(view), list(library.ledger.read(kinds=["Settled"]))
            rows = view.rows("SELECT count(*) AS n FROM work_builds")[0]["n"]
            # All or nothing, and nothing that was answered is lost.
            assert (through == changed_through(view), rows) == ((True, ENTRIES) if settled else (False, 0))
            assert settled or not out
        if settled:
            break
    else:
        with Library.open(root) as library:
            assert settle_library(library) > ENTRIES
    check_settled(root)


def test_settling_killed_at_random_moments_settles_all_or_nothing(unsettled: Path) -> None:
    kill_at_random(unsettled, seed=1, rounds=4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_settling_killed_many_times_settles_all_or_nothing(unsettled: Path, seed: int) -> None:
    kill_at_random(unsettled, seed, rounds=12)


def test_processes_that_settle_at_once_settle_everything_once(unsettled: Path) -> None:
    processes = [start(unsettled) for _ in range(3)]
    answers = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    changed = sorted(int(answer) for answer in answers)
    assert changed[:2] == [0, 0]
    assert changed[2] > ENTRIES
    with Library.open(unsettled) as library:
        events = len(list(library.ledger.read(kinds=["Settled"])))
    assert events > 10
    check_settled(unsettled, events)
