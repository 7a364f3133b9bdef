"""Replay: folding and settling again names what differs, leaves nothing behind, and asks for no right to write."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from claimledger.kb.canon import make_id
from claimledger.kb.events.library import LibraryRow, RowKey, Settled
from claimledger.kb.events.standing import StandingChanged
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.hashes import BUCKETS, snapshot_id
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest
from claimledger.kb.retrieval import search
from claimledger.kb.segments.files import file_digest
from claimledger.kb.segments.leases import take_lease
from claimledger.kb.segments.manifest import write_manifest
from claimledger.kb.settle.run import settled_through
from claimledger.kb.settle.settle import SETTLE_VERSION
from claimledger.snapshots import replay
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_library, verify_snapshot


@pytest.fixture
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as library:
        freeze(library, name="one")
        yield library


def forge_segment(library: Library, table: str) -> str:
    """Put another text into one row, as somebody who knows how files are named. Returns the row's build."""
    folder = library.root / "segments"
    with take_lease(folder) as lease:
        manifest = lease.manifest
    at = next(number for number, segment in enumerate(manifest.segments) if table in segment.files)
    segment = manifest.segments[at]
    rows = pq.read_table(folder / segment.files[table])
    texts = rows["text"].to_pylist()
    changed = rows.set_column(
        rows.column_names.index("text"), "text", pa.array([f"Not {texts[0]}", *texts[1:]], pa.string())
    )
    temporary = folder / "forged"
    pq.write_table(changed, temporary)
    name = f"{table}-{segment.first:012d}-{segment.last:012d}-{file_digest(temporary)}.parquet"
    temporary.rename(folder / name)
    forged = replace(segment, files={**segment.files, table: name})
    segments = (*manifest.segments[:at], forged, *manifest.segments[at + 1:])
    write_manifest(folder, replace(manifest, number=manifest.number + 1, segments=segments))
    return str(rows["build"][0].as_py())


def test_a_whole_library_replays_and_leaves_no_second_projection_behind(library: Library) -> None:
    before = {path for path in library.root.rglob("*") if path.suffix != ".lock"}
    result = verify_library(library, replay=True)
    assert (result.damages, result.notes) == ([], [])
    assert result.replayed == f"{library.ledger.head().position} events were folded again and settled again: " \
                              f"the rows are the same; they give the root of {library.snapshot_at(43)}"
    assert verify_snapshot(library, find_manifest(library, "one"), replay=True).damages == []
    assert {path for path in library.root.rglob("*") if path.suffix != ".lock"} == before


def test_a_forged_segment_is_found_by_the_root_and_replay_names_the_build(library: Library) -> None:
    build = forge_segment(library, "sentences")
    assert verify_library(library).damages == []
    result = verify_library(library, replay=True)
    assert result.damages == [f"replay: sentences differs in {build}"]
    damages = verify_snapshot(library, find_manifest(library, "one")).damages
    assert [damage.partition(":")[0] for damage in damages] == ["root", "id"]
    library.projection.rebuild()
    assert verify_library(library, replay=True).damages == []


@pytest.mark.parametrize("defined", [5_000, 0])
def test_rows_that_settling_does_not_give_are_named(
    library: Library, defined: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "DEFINED", defined)
    with library.view() as view:
        packet = view.rows("SELECT id FROM packets ORDER BY id LIMIT 1")[0]["id"]
        through = settled_through(view)
    stranger = LibraryRow(table="support", id=make_id("support", "made up"), body={
        "claim": "claim-a", "other": "claim-b", "agrees": True,
    })
    library.append([Append("library", [NewEvent(Settled(
        settle_version=SETTLE_VERSION, through=through, asserted=(stranger,),
        retracted=(RowKey(table="packets", id=packet),),
    ))])])
    [damage] = verify_library(library, replay=True).damages
    assert damage == f"replay: settling again differs in {packet}, {stranger.id}"


def test_a_head_that_is_not_settled_is_folded_again_and_says_so(library: Library) -> None:
    with library.view() as view:
        build = view.rows("SELECT build FROM visible_builds ORDER BY build LIMIT 1")[0]["build"]
    change = StandingChanged(build=build, standing="withdrawn", reason="a test")
    library.append([Append(f"standing:{build}", [NewEvent(change)])])
    result = verify_library(library, replay=True)
    assert result.damages == [] and "not settled yet" in result.notes[0]


def test_what_a_killed_replay_left_is_removed_by_the_next(library: Library) -> None:
    folder = library.root / "replay"
    folder.mkdir()
    (folder / "sentences-000000000001-000000000009-0000000000000000.parquet").write_bytes(b"text of a paper")
    assert verify_library(library, replay=True).damages == []
    assert not folder.exists()


def test_a_library_that_cannot_be_written_is_replayed_in_memory(library: Library, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(library.root, tmp_path / "copy"))
    before = sorted(path.relative_to(copied) for path in copied.rglob("*"))
    with Library.open(copied, read_only=True) as closed:
        assert verify_library(closed, replay=True).damages == []
    assert sorted(path.relative_to(copied) for path in copied.rglob("*")) == before


def test_a_redacted_state_is_folded_again_and_not_settled_again(library: Library) -> None:
    with library.view() as view:
        build = view.rows("SELECT build FROM visible_builds ORDER BY build LIMIT 1")[0]["build"]
    purge(library, [build], "asked for")
    result = verify_snapshot(library, find_manifest(library, "one"), replay=True)
    assert (result.verdict, result.damages) == ("redacted", [])
    assert result.notes == ["not settled again: builds of this state were purged since"]
    assert verify_library(library, replay=True).damages == []


def test_an_older_freeze_with_another_root_is_found_although_its_id_follows(library: Library) -> None:
    true = find_manifest(library, "one").frozen
    with library.view(true.position) as view:
        leaves = len(view.rows("SELECT build FROM visible_builds")) + BUCKETS
    root = "ab" * 32
    snapshot = snapshot_id(root, leaves, true.pipelines, true.schema_version, true.settle_version)
    made_up = true.model_copy(update={"name": "made-up", "root": root, "snapshot": snapshot})
    library.append([Append("snapshots", [NewEvent(made_up)])])
    search(library, "bark beetles")
    freeze(library, name="later")
    assert verify_library(library).damages == []
    result = verify_library(library, replay=True)
    assert {damage.partition(" ")[0] for damage in result.damages} == {"replay:"}
    assert {damage.split(": ")[1] for damage in result.damages} == {f"{snapshot} at {true.position}"}
    assert result.replayed and result.replayed.endswith("the roots of 3 snapshots")
