"""Folding a range of the ledger into the files of one segment, in memory that does not grow with the range."""

from __future__ import annotations

import gc
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ..errors import LedgerError
from ..events.fold import fold
from ..ledger.port import Ledger
from .columns import Gathered
from .files import SegmentWriter
from .manifest import Segment

BATCH_BYTES = 4 * 2**20
"""Payload bytes whose rows are gathered before they become Arrow."""

_RANGE, _SMALL_RANGE = 16_000, 4_000
"""Events of a range, and the fewest for which another process is worth its start."""
_RANGES_A_WORKER, _MOST = 3, 32


@dataclass(frozen=True)
class Range:
    """The events with after < position <= until."""

    after: int
    until: int


def fold_range(ledger: Ledger, span: Range, root: Path, without: Container[int]) -> Segment:
    """Write the segment of a range. `without` are positions whose payload is to go, and which give no rows.

    Raises `FoldFailed`, `ChainBroken`, and `OSError` if files cannot be written; nothing is left then.
    """
    writer = SegmentWriter(root, span.after + 1)
    try:
        with _no_collection():
            last, head = _write(ledger, span, writer, without)
        if last != span.until:
            raise LedgerError(f"the ledger ends at {last}, before {span.until}", remedy="run: claimledger verify")
        return writer.finish(last, head)
    except BaseException:
        writer.discard()
        raise


@contextmanager
def _no_collection() -> Iterator[None]:
    """Payloads are trees, so their memory comes back without a search for cycles, which takes a fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _write(ledger: Ledger, span: Range, writer: SegmentWriter, without: Container[int]) -> tuple[int, str]:
    gathered, size = Gathered(), 0
    last, head = span.after, ""
    for event in ledger.read(after=span.after, until=span.until):
        for block in fold((event,), without=without):
            gathered.add(block)
        last, head = event.position, event.hash
        size += len(event.content or b"")
        if size >= BATCH_BYTES:
            _move(gathered, writer)
            size = 0
    _move(gathered, writer)
    return last, head


def _move(gathered: Gathered, writer: SegmentWriter) -> None:
    for name, rows in gathered.take().items():
        writer.add(name, rows)


def cut_span(after: int, until: int, workers: int) -> list[Range]:
    """Ranges that cover the span: few enough to be left unmerged, and enough to keep the workers busy."""
    pending = until - after
    count = max(pending // _RANGE, min(_RANGES_A_WORKER * workers, pending // _SMALL_RANGE), min(pending, 1))
    ends = [after + pending * number // count for number in range(count + 1)] if (count := min(count, _MOST)) else []
    return [Range(start, end) for start, end in pairwise(ends)]
