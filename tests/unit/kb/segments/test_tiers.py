from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from claimledger.kb.events.fold import BY_NAME
from claimledger.kb.schema import arrow_schema
from claimledger.kb.segments.files import SegmentWriter, file_digest, stated_digest
from claimledger.kb.segments.manifest import Segment
from claimledger.kb.segments.tiers import cheapest, due, merge

MB = 2**20


def of_sizes(*sizes: int) -> list[Segment]:
    return [Segment(at + 1, at + 1, "", size, {}) for at, size in enumerate(sizes)]


@pytest.mark.parametrize(("sizes", "run"), [
    ([], None),
    ([9] * 7, None),
    ([9] * 8, slice(0, 8)),
    ([20 * MB] + [9] * 7, None),
    ([20 * MB] + [9] * 8, slice(1, 9)),
    ([9] * 7 + [2 * MB] + [9] * 7, None),
    ([2 * MB] * 7 + [9] + [2 * MB], slice(0, 9)),
    ([2 * MB] * 4 + [20 * MB] + [2 * MB] * 4, None),
    ([50 * MB] * 30, None),
    ([100 * MB] * 30, None),
    ([100 * MB] * 49, slice(0, 49)),
    ([100 * MB] * 49 + [9] * 8, slice(49, 57)),
])
def test_eight_of_one_tier_at_the_end_become_one(sizes: list[int], run: slice | None) -> None:
    assert due(of_sizes(*sizes)) == run


def test_too_many_segments_merge_where_it_costs_least() -> None:
    sizes = [100 * MB, 1, 100 * MB, *[50] * 8, 3 * MB]
    assert cheapest(of_sizes(*sizes)) == slice(3, 11)
    assert cheapest(of_sizes(5, 5)) == slice(0, 2)


def test_each_row_is_rewritten_a_few_times_only_however_many_segments_come() -> None:
    segments: list[Segment] = []
    rewritten, most = 0, 0
    for _ in range(5_000):
        segments.append(Segment(1, 1, "", 200_000, {}))
        while run := due(segments):
            size = sum(segment.size for segment in segments[run])
            rewritten += size
            segments[run] = [Segment(1, 1, "", size, {})]
        most = max(most, len(segments))
    assert most <= 64
    assert rewritten / (5_000 * 200_000) < 8


def rows(name: str, first: int, count: int) -> pa.Table:
    """Rows of a table of texts and integers, at the positions from `first` on."""
    schema = arrow_schema(BY_NAME[name])
    values: dict[pa.DataType, list[object]] = {
        pa.int64(): list(range(first, first + count)), pa.string(): ["x"] * count,
    }
    return pa.table({field.name: values[field.type] for field in schema}, schema=schema)


def write(root: Path, first: int, last: int, *names: str) -> Segment:
    writer = SegmentWriter(root, first)
    for name in names:
        writer.add(name, rows(name, first, last - first + 1))
    return writer.finish(last, f"hash of {last}")


def test_a_merged_segment_holds_the_rows_of_all_in_order_under_the_hash_of_its_content(tmp_path: Path) -> None:
    parts = [
        write(tmp_path, 1, 3, "settlements", "retractions"),
        write(tmp_path, 4, 5),
        write(tmp_path, 6, 9, "settlements"),
    ]
    merged = merge(tmp_path, parts)
    assert (merged.first, merged.last, merged.head) == (1, 9, "hash of 9")
    assert pq.read_table(tmp_path / merged.files["settlements"])["position"].to_pylist() == [1, 2, 3, 6, 7, 8, 9]
    assert merged.files["retractions"] == parts[0].files["retractions"]
    assert merged.size == sum((tmp_path / file).stat().st_size for file in merged.files.values())
    assert all(file_digest(tmp_path / file) == stated_digest(file) for file in merged.files.values())
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_row_groups_are_cut_by_memory_and_joined_by_merging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("claimledger.kb.segments.files.GROUP_BYTES", 1)
        writer = SegmentWriter(tmp_path, 1)
        for at in range(1, 4):
            writer.add("settlements", rows("settlements", at, 1))
        small = writer.finish(3, "")
    assert pq.ParquetFile(tmp_path / small.files["settlements"]).num_row_groups == 3
    merged = merge(tmp_path, [small, write(tmp_path, 4, 4, "settlements")])
    assert pq.ParquetFile(tmp_path / merged.files["settlements"]).num_row_groups == 1
