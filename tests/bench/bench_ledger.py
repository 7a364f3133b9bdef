"""Figures of the ledger and the blob store: `python tests/bench/bench_ledger.py [FOLDER]`. Ratios, since disks differ.

The folder should lie on the disk that libraries lie on; the default is a temporary one. What is compared is measured
in turns, and the median of the turns counts. `eventsourcing` is the package of that name, with SQLite, write-ahead log
and synchronous=FULL as here: `save` is its way from domain events to rows, as `append` is ours; `insert_events` stores
rows that somebody made before, without ids, digests, chain or compression.
"""

import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from claimledger.kb.blobs import BlobStore
from claimledger.kb.canon import canonical
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.document import Box, Document, ParserStamp, Section, Sentence
from claimledger.kb.events.registry import dump
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from eventsourcing import domain
from eventsourcing.application import Application
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore
from timing import seconds

TURNS = 7
BATCH = 1_000
BATCHES = 5
SINGLES = 100
LARGE = 25
BLOBS = 5_000

_RANDOM = random.Random(7)
_WORDS = ["".join(_RANDOM.choices("etaoinshrdlcumwfgypb", k=_RANDOM.randint(2, 11))) for _ in range(4_000)]
_WEIGHTS = [1 / (rank + 3) for rank in range(len(_WORDS))]


def words(count: int) -> str:
    """Text whose words are as unequal in number as those of a language."""
    return " ".join(_RANDOM.choices(_WORDS, _WEIGHTS, k=count))


def small(number: int) -> NewEvent:
    """A keyed event whose payload has about 300 bytes."""
    failed = StageFailed(build="build-abcdefgh", stage="parsed", reason="r", message=words(36), attempt=number)
    return NewEvent(failed, key=str(number))


def large() -> NewEvent:
    """An event whose payload has about 80 kB, as a parsed paper: sentences, each with its boxes."""
    sentences = tuple(
        Sentence(text=words(22), section=at // 20, paragraph=at // 5, boxes=(
            Box(page=1 + at // 40, x0=7200, y0=100 * at, x1=29000, y1=100 * at + 1100),
            Box(page=1 + at // 40, x0=7200, y0=100 * at + 1200, x1=_RANDOM.randint(9000, 29000), y1=100 * at + 2300),
        ))
        for at in range(240)
    )
    stamp = ParserStamp(name="pymupdf", version="1")
    sections = tuple(Section(level=1, title=words(3), page=1) for _ in range(12))
    return NewEvent(Document(parser=stamp, pages=6, title=words(9), sections=sections, sentences=sentences))


def in_turns(**calls: Callable[[int], object]) -> dict[str, float]:
    """Median seconds of each call, which gets the number of the turn."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(TURNS):
        for name, call in calls.items():
            times[name].append(seconds(lambda call=call, turn=turn: call(turn)))  # type: ignore[misc]
    return {name: statistics.median(found) for name, found in times.items()}


def singles(folder: Path) -> None:
    """One append, one commit, against the price of having bytes on the disk at all."""
    ledger = SqliteLedger(folder / "singles.db")
    events = [small(number) for number in range(TURNS * SINGLES)]

    def append(turn: int) -> None:
        for event in events[turn * SINGLES : (turn + 1) * SINGLES]:
            ledger.append([Append("build:a", [event])], actor="program:bench")

    def write(turn: int) -> None:
        with (folder / "probe").open("ab", buffering=0) as file:
            for _ in range(SINGLES):
                file.write(bytes(8_192))
                os.fdatasync(file.fileno())

    took = in_turns(append=append, write=write)
    ledger.close()
    print(f"write 8 kB and fdatasync      {took['write'] / SINGLES * 1e3:8.2f} ms")
    print(f"append, alone                 {took['append'] / SINGLES * 1e3:8.2f} ms an event,"
          f" {took['write'] / took['append']:.2f} x the rate of fdatasync")


class Failures(domain.Aggregate):
    """The domain object whose events `eventsourcing` stores."""

    @domain.event("Failed")
    def fail(self, build: str, stage: str, reason: str, message: str, attempt: int) -> None:
        """What `StageFailed` holds."""


def batches(folder: Path) -> None:
    """Batches of a thousand, and what becomes of them."""
    count = BATCHES * BATCH
    ledger = SqliteLedger(folder / "batches.db")
    offered = [[small(number) for number in range(first, first + BATCH)] for first in range(0, TURNS * count, BATCH)]
    application: Application = Application(  # type: ignore[type-arg]
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "saved.db")}
    )
    recorder = SQLiteApplicationRecorder(SQLiteDatastore(str(folder / "inserted.db")))
    recorder.create_table()
    with recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2, "not as durable as ours"

    def append(turn: int) -> None:
        for events in offered[turn * BATCHES : (turn + 1) * BATCHES]:
            ledger.append([Append("build:a", events)], actor="program:bench")

    aggregates = []
    for events in offered:
        aggregates.append(Failures())
        for new in events[1:]:
            aggregates[-1].fail(**new.payload.model_dump())

    def save(turn: int) -> None:
        for aggregate in aggregates[turn * BATCHES : (turn + 1) * BATCHES]:
            application.save(aggregate)

    rows = [
        [StoredEvent(number, at, "bench:Failed", canonical(dump(new.payload))) for at, new in enumerate(events)]
        for number, events in ((uuid4(), events) for events in offered)
    ]

    def insert(turn: int) -> None:
        for stored in rows[turn * BATCHES : (turn + 1) * BATCHES]:
            recorder.insert_events(stored)

    took = in_turns(append=append, save=save, insert=insert)
    print(f"append, {BATCH} in a call        {count / took['append']:8.0f} events/s,"
          f" {took['save'] / took['append']:.2f} x eventsourcing's save, {took['insert'] / took['append']:.2f} x its"
          " insert_events")
    stored_events = TURNS * count
    again = seconds(lambda: ledger.append([Append("build:a", offered[0])], actor="program:bench"))
    print(f"the same call again           {BATCH / again:8.0f} events/s")
    for name, call in (
        ("scan, payloads packed", lambda: sum(1 for _ in ledger.scan())),
        ("read", lambda: sum(1 for _ in ledger.read())),
        ("read, two kinds", lambda: sum(1 for _ in ledger.read(kinds=["StageFailed", "Parsed"]))),
        ("verify", ledger.verify),
    ):
        print(f"{name:<29} {stored_events / seconds(call, rounds=3):8.0f} events/s")
    ledger.close()


def papers(folder: Path) -> None:
    """Payloads of 80 kB."""
    ledger = SqliteLedger(folder / "papers.db")
    events = [large() for _ in range(LARGE)]
    size = sum(len(canonical(dump(event.payload))) for event in events) / 1e6
    appended = in_turns(append=lambda turn: ledger.append([Append(f"build:{turn}", events)], actor="program:bench"))
    each = in_turns(append=lambda turn: [
        ledger.append([Append(f"one:{turn}", [event])], actor="program:bench") for event in events
    ])
    verified = seconds(ledger.verify, rounds=3)
    bytes_stored = (folder / "papers.db").stat().st_size / 1e6
    ledger.close()
    print(f"append, {size / LARGE * 1e3:.0f} kB, {LARGE} in a call  {size / appended['append']:8.0f} MB/s")
    print(f"append, {size / LARGE * 1e3:.0f} kB, one by one   {size / each['append']:8.0f} MB/s")
    print(f"verify, {size / LARGE * 1e3:.0f} kB               {2 * TURNS * size / verified:8.0f} MB/s")
    print(f"stored in                     {bytes_stored / (2 * TURNS * size):8.2f} of the size")


def blobs(folder: Path) -> None:
    """Storing small blobs together and one by one."""
    store = BlobStore(folder / "blobs")
    contents = [random.Random(number).randbytes(1_500) for number in range(BLOBS + SINGLES)]
    many = seconds(lambda: store.put_many(contents[:BLOBS])) / BLOBS
    single = seconds(lambda: [store.put(content) for content in contents[BLOBS:]]) / SINGLES
    again = seconds(lambda: store.put_many(contents[:BLOBS])) / BLOBS
    print(f"put, alone                    {single * 1e3:8.2f} ms a blob")
    print(f"put_many, {BLOBS} in a call      {many * 1e3:8.2f} ms a blob, alone costs {single / many:.0f} x")
    print(f"the same call again           {again * 1e3:8.2f} ms a blob, {again / many:.2f} x the first")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as made:
        for figures in (singles, batches, papers, blobs):
            figures(Path(made))
