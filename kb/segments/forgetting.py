"""Taking the rows of purged events out of segments: all of them in one pass, and only the files that hold some."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .files import SegmentWriter
from .manifest import Segment
from .tiers import row_groups

if TYPE_CHECKING:
    import pyarrow as pa


def without_rows(root: Path, segment: Segment, positions: Sequence[int]) -> Segment:
    """The segment without the rows at these positions (sorted); the same one if it holds none. Its files stay.

    What is left is what folding the range again gives, once the payloads at these positions are gone.
    """
    within = positions[bisect_left(positions, segment.first):bisect_left(positions, segment.last + 1)]
    hit = {name for name, file in segment.files.items() if within and _holds(root / file, within)}
    if not hit:
        return segment
    writer = SegmentWriter(root, segment.first)
    try:
        for name in sorted(hit):
            for rows in _kept(root / segment.files[name], within):
                writer.add(name, rows)
        unchanged = {name: root / file for name, file in segment.files.items() if name not in hit}
        return writer.finish(segment.last, segment.head, unchanged)
    except BaseException:
        writer.discard()
        raise


def _holds(file: Path, positions: Sequence[int]) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    wanted = pa.array(positions, pa.int64())
    with pq.ParquetFile(file) as source:
        for number in range(source.num_row_groups):
            column = source.read_row_group(number, columns=["position"])["position"]
            if pc.any(pc.is_in(column, wanted)).as_py():
                return True
    return False


def _kept(file: Path, positions: Sequence[int]) -> Iterator[pa.Table]:
    import pyarrow as pa
    import pyarrow.compute as pc

    gone = pa.array(positions, pa.int64())
    for rows in row_groups(file):
        kept = rows.filter(pc.invert(pc.is_in(rows["position"], gone)))
        if kept.num_rows:
            yield kept
