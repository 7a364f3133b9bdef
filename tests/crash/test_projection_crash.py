"""Projecting killed at random moments: the segments stay usable, and equal to a rebuild."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from claimledger.kb.library import Library
from claimledger.kb.projection import Projection

KILLED = """
import sys
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library

with Library.open(sys.argv[1]) as library:
    number = library.ledger.head().position
    print("ready", flush=True)
    while True:
        number += 1
        failed = StageFailed(build="build-x", stage="parsed", reason="r", message="m" * 500, attempt=number)
        library.append([Append("build:build-x", [NewEvent(failed, key=str(number))])])
        library.projection.flush()
        if number % 20 == 0:
            library.projection.rebuild(workers=2 if number % 40 == 0 else 1)
"""
ROUNDS = 4


def kill_and_check(root: Path, rounds: int, dice: random.Random) -> None:
    for _ in range(rounds):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(root)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(dice.uniform(0, 1.0))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Library.open(root) as library:
            assert library.projection.damages() == []
            with library.view() as view:
                counted = view.rows("SELECT count(*) AS n, max(attempt) AS last FROM failures")
            # The first event is the making of the library.
            assert counted == [{"n": view.position - 1, "last": view.position if view.position > 1 else None}]
            digests = library.projection.digests()
            assert Projection(root / "nowhere", library.ledger, read_only=True).digests() == digests
            library.projection.flush()
            assert library.projection.sweep()
            current = library.projection.manifest()
            left = {path.name for path in (root / "segments").iterdir()}
            assert left == current.files | {f"manifest-{current.number}.json", "projector.lock"}


def test_projecting_killed_at_random_moments_leaves_segments_that_equal_a_rebuild(tmp_path: Path) -> None:
    Library.create(tmp_path / "lib", owner="x").close()
    kill_and_check(tmp_path / "lib", ROUNDS, random.Random(7))


@pytest.mark.slow
def test_projecting_killed_many_times_leaves_segments_that_equal_a_rebuild(tmp_path: Path) -> None:
    Library.create(tmp_path / "lib", owner="x").close()
    kill_and_check(tmp_path / "lib", 15 * ROUNDS, random.Random(8))
