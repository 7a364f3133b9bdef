"""Processes that die or meet while appending: nothing acknowledged is lost, no gap, one chain."""

import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import pytest
from claimledger.kb.ledger.sqlite import SqliteLedger

# Appends batches from a number on; the size of a batch follows from its number. Prints number, position and hash of
# each batch once it is acknowledged.
WRITER = """
import random, sys
from claimledger.kb.errors import ConcurrentAppend
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

path, stream, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
ledger = SqliteLedger(path)
for number in range(first, last):
    size = random.Random(number).randint(1, 60)
    events = [
        NewEvent(
            StageFailed(build=stream, stage=str(number), reason=str(size), message=f"{part} " * 400, attempt=part),
            key=f"{number}/{part}",
        )
        for part in range(size)
    ]
    while True:
        try:
            seen = ledger.version("shared")
            call = [Append(f"build:{stream}", events), Append("shared", [NewEvent(events[0].payload)], seen)]
            stored = ledger.append(call, actor="program:test")
            break
        except ConcurrentAppend:
            continue
    print(number, stored[-1].position, stored[-1].hash, flush=True)
"""


def size_of(number: int) -> int:
    return random.Random(number).randint(1, 60)


def writer(path: Path, stream: str, first: int, last: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), stream, str(first), str(last)],
        stdout=subprocess.PIPE, text=True, cwd=path.parent,
    )


def acknowledged(stdout: IO[str], into: list[tuple[int, int, str]]) -> None:
    for line in stdout:
        if line.endswith("\n"):  # a line that the kill cut off acknowledges nothing
            number, position, link = line.split()
            into.append((int(number), int(position), link))


def kill_at_a_random_moment(child: subprocess.Popen[str], rng: random.Random) -> list[tuple[int, int, str]]:
    """Kill the child some time after its first acknowledgement, and return all it gave."""
    done: list[tuple[int, int, str]] = []
    assert child.stdout is not None
    listener = threading.Thread(target=acknowledged, args=(child.stdout, done))
    listener.start()
    deadline = time.monotonic() + 60
    while not done and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(rng.uniform(0.0, 0.15))
    child.kill()
    child.wait()
    listener.join()
    child.stdout.close()
    return done


@pytest.mark.parametrize("seed", [20260102])
def test_no_acknowledged_event_is_lost_by_a_killed_writer(tmp_path: Path, seed: int) -> None:
    path, rng = tmp_path / "ledger.db", random.Random(seed)
    kept: list[tuple[int, int, str]] = []
    for _ in range(6):
        first = kept[-1][0] + 1 if kept else 0
        done = kill_at_a_random_moment(writer(path, "x", first, first + 100_000), rng)
        assert done, "the writer came to nothing"
        kept += done
        check(path, kept)


def check(path: Path, kept: list[tuple[int, int, str]]) -> None:
    ledger = SqliteLedger(path)
    try:
        head = ledger.verify()
        assert head.position >= kept[-1][1]
        hashes = {event.position: event.hash for event in ledger.read()}
        assert sorted(hashes) == list(range(1, head.position + 1))
        assert all(hashes[position] == link for _, position, link in kept)
        parts: dict[int, list[int]] = {}
        for event in ledger.read(stream="build:x"):
            payload = event.payload()
            parts.setdefault(int(payload.stage), []).append(payload.attempt)  # type: ignore[attr-defined]
        # Whole batches only, each once: those acknowledged, and at most the one that was under way.
        assert all(found == list(range(size_of(number))) for number, found in parts.items())
        assert list(parts) == list(range(len(parts)))
        assert len(parts) - (kept[-1][0] + 1) in (0, 1)
    finally:
        ledger.close()


def test_processes_that_append_at_once_make_one_gapless_chain_and_a_killed_one_stops_nobody(tmp_path: Path) -> None:
    path, rounds = tmp_path / "ledger.db", 25
    victim = writer(path, "victim", 0, 100_000)
    writers = [writer(path, name, 0, rounds) for name in ("x", "y")]
    done = kill_at_a_random_moment(victim, random.Random(7))
    for child in writers:
        assert child.wait(timeout=120) == 0
        assert child.stdout is not None
        child.stdout.close()
    ledger = SqliteLedger(path)
    head = ledger.verify()
    assert [event.position for event in ledger.read()] == list(range(1, head.position + 1))
    events = sum(size_of(number) for number in range(rounds))
    assert ledger.version("build:x") == ledger.version("build:y") == events
    shared = list(ledger.read(stream="shared"))
    assert [event.version for event in shared] == list(range(1, len(shared) + 1))
    assert len(shared) - (2 * rounds + len(done)) in (0, 1)
    ledger.close()
