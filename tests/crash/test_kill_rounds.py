"""`kill -9` at random moments of what a library does: nothing acknowledged is lost, and a later run completes it."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import UnknownId
from claimledger.kb.forgetting.purge import pending, purge, resume
from claimledger.kb.library import Library
from claimledger.kb.verify import damaged_blobs
from claimledger.snapshots.freeze import freeze

SEED = 20261130
WORKS = ("ingest", "append", "project", "freeze", "purge")
QUICK, SLOW = 10, 60
ENTRIES = 5

# Does one kind of work in a library, most of them again and again. Prints the position and hash of each append once it
# is acknowledged.
CHILD = """
import sys
from itertools import count
from pathlib import Path
from claimledger.ingest.run import ingest
from claimledger.kb.events.library import Indexed
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze

appended = SqliteLedger.append

def append(self, *arguments, **options):
    stored = appended(self, *arguments, **options)
    for event in stored[-1:]:
        print(event.position, event.hash, flush=True)
    return stored

SqliteLedger.append = append

def indexed(library, number):
    events = [
        NewEvent(Indexed(index_version="1", embedder="none", through=number, chunks=part, embedded=0),
                 key=f"{number}/{part}")
        for part in range(number % 7 + 1)
    ]
    library.append([Append("rounds", events)])

work, root, inputs, forgotten = sys.argv[1:]
with Library.open(root) as library:
    print("ready", flush=True)
    if work == "ingest":
        ingest(library, [Path(inputs)])
        freeze(library)
    elif work == "purge":
        purge(library, [forgotten], "asked to")
    for number in count() if work in ("append", "project", "freeze") else ():
        indexed(library, number)
        if work == "project":
            library.projection.flush()
            library.projection.rebuild()
        if work == "freeze":
            freeze(library, name=f"round-{number}")
"""


@dataclass(frozen=True)
class Undisturbed:
    """What is started from, what comes of it if nobody is killed, and how long that takes in seconds."""

    folder: Path
    inputs: Path
    forgotten: str
    snapshots: dict[str, str]
    seconds: dict[str, float]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Undisturbed:
    folder = tmp_path_factory.mktemp("rounds")
    inputs = folder / "inputs"
    inputs.mkdir()
    shutil.copy(sample_papers / "aubert2021.pdf", inputs)
    entries = [{"id": f"e{number}", "title": f"The growth rings of tree {number}"} for number in range(ENTRIES)]
    (inputs / "records.json").write_text(json.dumps(entries))
    with Library.create(folder / "empty", owner="x") as library:
        settings = library.root / "claimledger.toml"
        settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    shutil.copytree(folder / "empty", folder / "full")
    seconds, snapshots = {"append": 0.6, "project": 0.6, "freeze": 0.6}, {}
    with Library.open(folder / "full") as library:
        began = time.monotonic()
        outcomes = ingest(library, [inputs]).outcomes
        seconds["ingest"] = time.monotonic() - began
        [forgotten] = [outcome.build for outcome in outcomes if outcome.file.endswith("aubert2021.pdf")]
    shutil.copytree(folder / "full", folder / "whole")
    with Library.open(folder / "whole") as library:
        whole = freeze(library).frozen.snapshot
        began = time.monotonic()
        purge(library, [forgotten], "asked to")
        seconds["purge"] = time.monotonic() - began
        snapshots = dict.fromkeys(WORKS, whole) | {"purge": freeze(library).frozen.snapshot}
    assert snapshots["purge"] != whole
    return Undisturbed(folder, inputs, forgotten, snapshots, seconds)


@pytest.mark.parametrize(
    "number", [*range(QUICK), *(pytest.param(n, marks=pytest.mark.slow) for n in range(QUICK, QUICK + SLOW))]
)
def test_a_process_that_is_killed_loses_nothing_and_a_later_run_completes_its_work(
    number: int, tmp_path: Path, undisturbed: Undisturbed
) -> None:
    work, rng = WORKS[number % len(WORKS)], random.Random(f"{SEED} {number}")
    root = tmp_path / "library"
    shutil.copytree(undisturbed.folder / ("empty" if work == "ingest" else "full"), root)
    acknowledged: list[tuple[int, str]] = []
    # Now and then what continues is killed as well.
    for _ in range(rng.choice([1, 1, 2])):
        acknowledged += killed(work, root, undisturbed, rng.uniform(0, undisturbed.seconds[work]))
    with Library.open(root) as library:
        check_ledger(library, acknowledged)
        before = library.projection.digests()
        library.projection.rebuild()
        assert library.projection.digests() == before
        complete(work, library, undisturbed)
        assert freeze(library).frozen.snapshot == undisturbed.snapshots[work]
        check_ledger(library, acknowledged)
        assert damaged_blobs(library) == []
        assert library.projection.damages() == []
        kinds = Counter(event.kind for event in library.ledger.scan())
        assert kinds["SourceRegistered"] == kinds["Parsed"] == kinds["BuildSealed"] == ENTRIES + 1


def killed(work: str, root: Path, undisturbed: Undisturbed, after: float) -> list[tuple[int, str]]:
    """Kill a child so many seconds after it began to work; what it had acknowledged until then."""
    command = [sys.executable, "-c", CHILD, work, str(root), str(undisturbed.inputs), undisturbed.forgotten]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert child.stdout is not None and child.stderr is not None
    assert child.stdout.readline() == "ready\n", child.stderr.read()
    acknowledged: list[tuple[int, str]] = []
    listener = threading.Thread(target=listen, args=(child.stdout, acknowledged))
    listener.start()
    time.sleep(after)
    child.kill()
    child.wait()
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)  # its own children, which parse
    listener.join()
    error = child.stderr.read()
    child.stdout.close()
    child.stderr.close()
    # A second purge finds nothing any more where the first one was killed late.
    assert error == "" or UnknownId.__name__ in error, error
    return acknowledged


def listen(stdout: IO[str], acknowledged: list[tuple[int, str]]) -> None:
    for line in stdout:
        if line.endswith("\n"):  # a line that the kill cut off acknowledges nothing
            position, link = line.split()
            acknowledged.append((int(position), link))


def check_ledger(library: Library, acknowledged: list[tuple[int, str]]) -> None:
    head = library.ledger.verify()
    events = list(library.ledger.scan())
    assert [event.position for event in events] == list(range(1, head.position + 1))
    assert len({event.event_id for event in events}) == len(events)
    hashes = {event.position: event.hash for event in events}
    assert [hashes.get(position) for position, _ in acknowledged] == [link for _, link in acknowledged]


def complete(work: str, library: Library, undisturbed: Undisturbed) -> None:
    """The later run."""
    if work == "purge":
        named = any(event.kind == "Purged" for event in library.ledger.scan())
        report = resume(library) if named else purge(library, [undisturbed.forgotten], "asked to")
        assert report.pending == pending(library) == []
    else:
        outcomes = {outcome.status for outcome in ingest(library, [undisturbed.inputs]).outcomes}
        assert outcomes <= ({"sealed", "unchanged"} if work == "ingest" else {"unchanged"})
