"""Tiers: neighbouring segments of like size become one, so that there are few of them and each row is rewritten rarely.

A tier holds sizes within a factor of eight. Once the end of the list holds eight segments of one tier, they become one
segment, mostly of the next tier, together with the smaller ones among and after them, as in a log-structured merge tree
(O'Neil et al. 1996): a row is rewritten about once a tier, and the number of tiers grows with the logarithm of the
library. Large segments are left alone as long as there are not many of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .files import SegmentWriter
from .manifest import Segment

if TYPE_CHECKING:
    import pyarrow as pa

FAN = 8
SMALLEST = 2**19
"""Bytes below which all segments are of one tier."""
LARGE = 3
"""Tier (32 MB and more) from which on segments are merged only where there are more than `MANY`.

A range of a large ledger gives about 50 MB, and is left as it was folded."""
MANY, MOST = 48, 64
"""Segments above which large ones are merged too; segments at any time, and so files a table."""


def due(segments: Sequence[Segment]) -> slice | None:
    """The run that should become one segment now; None if there is none."""
    tiers = [tier(segment) for segment in segments]
    for number in sorted(set(tiers)):
        if number >= LARGE and len(segments) <= MANY:
            return None
        start = len(tiers)
        while start and tiers[start - 1] <= number:
            start -= 1
        if tiers[start:].count(number) >= FAN:
            return slice(start, len(segments))
    return None


def cheapest(segments: Sequence[Segment]) -> slice:
    """The run of `FAN` neighbours with the fewest bytes: what to merge where there are too many."""
    width = min(FAN, len(segments))
    starts = range(len(segments) - width + 1)
    start = min(starts, key=lambda at: sum(segment.size for segment in segments[at:at + width]))
    return slice(start, start + width)


def tier(segment: Segment) -> int:
    """0 below `SMALLEST`, and one more for each factor of `FAN`."""
    number, limit = 0, SMALLEST
    while segment.size >= limit:
        number, limit = number + 1, limit * FAN
    return number


def merge(root: Path, segments: Sequence[Segment]) -> Segment:
    """One segment with the rows of neighbours, streamed by row groups. Their files stay."""
    writer = SegmentWriter(root, segments[0].first)
    unchanged: dict[str, Path] = {}
    try:
        for name in sorted({name for segment in segments for name in segment.files}):
            files = [root / segment.files[name] for segment in segments if name in segment.files]
            if len(files) == 1:
                unchanged[name] = files[0]
                continue
            for file in files:
                for rows in row_groups(file):
                    writer.add(name, rows)
        return writer.finish(segments[-1].last, segments[-1].head, unchanged)
    except BaseException:
        writer.discard()
        raise


def row_groups(file: Path) -> Iterator[pa.Table]:
    """The rows of a segment file, a row group at a time."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(file) as source:
        for number in range(source.num_row_groups):
            yield source.read_row_group(number)
