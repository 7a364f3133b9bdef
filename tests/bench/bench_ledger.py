"""Figures of the ledger and the blob store: `python tests/bench/bench_ledger.py [FOLDER]`. Ratios, since disks differ.

The folder should lie on the disk that libraries lie on; the default is a temporary one.
"""

import os
import random
import sys
import tempfile
from pathlib import Path

from claimledger.kb.blobs import BlobStore
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from timing import seconds

EVENTS = 30_000
SINGLES = 200
BLOBS = 5_000


def events(first: int, count: int) -> list[NewEvent]:
    """Small keyed events, all different."""
    return [
        NewEvent(StageFailed(build="x", stage="parsed", reason="r", message=f"number {n}", attempt=n), key=str(n))
        for n in range(first, first + count)
    ]


def one_sync(folder: Path) -> float:
    """Seconds of one write and fsync: the price of being safe, below which no append can go."""

    def write() -> None:
        with (folder / "probe").open("ab") as file:
            for _ in range(50):
                file.write(bytes(8_192))
                file.flush()
                os.fsync(file.fileno())

    return seconds(write) / 50


def ledger_figures(folder: Path) -> None:
    """Appending, repeating, reading and verifying."""
    sync = one_sync(folder)
    ledger = SqliteLedger(folder / "ledger.db")
    batch, singles = events(0, EVENTS), events(EVENTS, SINGLES)
    whole = seconds(lambda: ledger.append([Append("a", batch)], actor="bench")) / EVENTS
    single = seconds(lambda: [ledger.append([Append("a", [event])], actor="bench") for event in singles]) / SINGLES
    again = seconds(lambda: ledger.append([Append("a", batch)], actor="bench")) / EVENTS
    read = seconds(lambda: sum(1 for _ in ledger.read())) / EVENTS
    chosen = seconds(lambda: sum(1 for _ in ledger.read(kinds=["StageFailed", "Parsed"]))) / EVENTS
    verified = seconds(ledger.verify) / EVENTS
    ledger.close()
    print(f"one write and fsync                    {sync * 1e3:8.2f} ms")
    print(f"append, alone                          {single * 1e3:8.2f} ms an event, {single / sync:.1f} x fsync")
    print(f"append, {EVENTS} in one call          {whole * 1e6:8.1f} us an event, {whole * EVENTS:.2f} s in all,"
          f" alone costs {single / whole:.0f} x")
    print(f"the same call again                    {again * 1e6:8.1f} us an event, {again / whole:.2f} x the first")
    print(f"read                                   {read * 1e6:8.1f} us an event, {1 / read:.0f} events/s")
    print(f"read, two kinds                        {chosen * 1e6:8.1f} us an event, {chosen / read:.2f} x read")
    print(f"verify                                 {verified * 1e6:8.1f} us an event, {verified / read:.2f} x read")


def blob_figures(folder: Path) -> None:
    """Storing small blobs together and one by one."""
    store = BlobStore(folder / "blobs")
    contents = [random.Random(number).randbytes(1_500) for number in range(BLOBS + SINGLES)]
    many = seconds(lambda: store.put_many(contents[:BLOBS])) / BLOBS
    single = seconds(lambda: [store.put(content) for content in contents[BLOBS:]]) / SINGLES
    again = seconds(lambda: store.put_many(contents[:BLOBS])) / BLOBS
    print(f"put, alone                             {single * 1e3:8.2f} ms a blob")
    print(f"put_many, {BLOBS} in one call         {many * 1e3:8.2f} ms a blob, {many * BLOBS:.2f} s in all,"
          f" alone costs {single / many:.0f} x")
    print(f"the same call again                    {again * 1e3:8.2f} ms a blob, {again / many:.2f} x the first")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as made:
        ledger_figures(Path(made))
        blob_figures(Path(made))
