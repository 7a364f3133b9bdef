"""Whoever asks again and again for what is new gets every event once and in order, whoever appends meanwhile."""

import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, Ledger, NewEvent
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.ledger.sqlite import SqliteLedger

# Appends batches of one to five events with their number and part in it, to a stream of its own and to a shared one.
WRITER = """
import random, sys
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.ledger.sqlite import SqliteLedger

kind, place, schema, name, batches = sys.argv[1:]
ledger = SqliteLedger(place) if kind == "sqlite" else PostgresLedger(place, schema=schema)
sys.stdin.readline()
for number in range(int(batches)):
    events = [
        NewEvent(StageFailed(build=name, stage=str(number), reason="r", message="m" * 300, attempt=part))
        for part in range(random.Random(number).randint(1, 5))
    ]
    ledger.append([Append(f"own:{name}", events), Append("shared", events[:1])], actor="program:test")
ledger.close()
"""
BATCHES = 40

Place = tuple[str, str, str]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Kind of the ledger, its file or URL, and its schema."""
    if request.param == "sqlite":
        return "sqlite", str(tmp_path / "ledger.db"), ""
    return "postgres", str(request.getfixturevalue("postgres_url")), f"polling_{secrets.token_hex(6)}"


@pytest.fixture
def open_it(place: Place) -> Iterator[Callable[..., Ledger]]:
    opened: list[Ledger] = []

    def open_it(clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Ledger:
        kind, where, schema = place
        opened.append(
            SqliteLedger(where, clock=clock) if kind == "sqlite" else PostgresLedger(where, schema=schema, clock=clock)
        )
        return opened[-1]

    yield open_it
    for ledger in opened:
        ledger.close()


def test_an_append_held_open_under_the_lock_lets_no_later_one_become_visible_first(
    open_it: Callable[..., Ledger]
) -> None:
    entered, let_go = threading.Event(), threading.Event()

    def held() -> datetime:
        # The ledger asks for the time when it has the append lock.
        entered.set()
        assert let_go.wait(30)
        return datetime.now(UTC)

    reader, slow, fast = open_it(), open_it(held), open_it()

    def append(ledger: Ledger, name: str) -> None:
        ledger.append([Append("a", [NewEvent(BuildSealed(build=name, blob="b", pipeline="p"))] * 3)], actor="human:ada")

    seen: list[str] = []

    def poll() -> None:
        events = reader.read(after=len(seen))
        seen.extend(event.payload().build for event in events)  # type: ignore[attr-defined]

    append(fast, "before")
    threads = [threading.Thread(target=append, args=(slow, "slow"))]
    threads[0].start()
    assert entered.wait(30)
    threads += [threading.Thread(target=append, args=(fast, name)) for name in ("one", "two")]
    for thread in threads[1:]:
        thread.start()
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        poll()
    assert seen == ["before"] * 3
    let_go.set()
    for thread in threads:
        thread.join()
    poll()
    assert seen[3:6] == ["slow"] * 3
    assert seen[6:] in (["one"] * 3 + ["two"] * 3, ["two"] * 3 + ["one"] * 3)
    assert reader.verify().position == 12


def test_a_poller_beside_four_writer_processes_misses_nothing(place: Place, open_it: Callable[..., Ledger]) -> None:
    poller = open_it()
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, *place, name, str(BATCHES)], stdin=subprocess.PIPE, text=True, cwd="/"
        )
        for name in "abcd"
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    seen: list[int] = []
    polls = 0
    while any(writer.poll() is None for writer in writers):
        new = [event.position for event in poller.read(after=seen[-1] if seen else 0)]
        polls += bool(new)
        seen += new
    assert [writer.wait() for writer in writers] == [0, 0, 0, 0]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()
    seen += [event.position for event in poller.read(after=seen[-1])]
    assert polls > 4
    assert seen == list(range(1, len(seen) + 1))
    assert poller.verify().position == len(seen)
    assert poller.version("shared") == 4 * BATCHES
    for name in "abcd":
        parts = [
            (int(event.payload().stage), event.payload().attempt)  # type: ignore[attr-defined]
            for event in poller.read(stream=f"own:{name}")
        ]
        assert parts == sorted(set(parts)) and parts[-1][0] == BATCHES - 1
    assert len(seen) == 4 * BATCHES + sum(poller.version(f"own:{name}") for name in "abcd")
