"""What lies in the folder of segments: who may unlink it, how many files there are, and what is found damaged."""

import gc
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from claimledger.kb.errors import ChainBroken, LedgerError, ReadOnlyLibrary
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.locks import exclusive
from claimledger.kb.projection import Projection


def fail(library: Library, number: int) -> None:
    event = StageFailed(build="build-x", stage="parsed", reason="r", message=f"number {number}", attempt=number)
    library.append([Append("build:build-x", [NewEvent(event, key=str(number))])])


def names(root: Path) -> set[str]:
    return {name for name in os.listdir(root / "segments") if not name.endswith(".lock")}


@pytest.mark.parametrize("read_only", [False, True])
def test_nothing_is_unlinked_under_an_open_view(sample_library: Path, read_only: bool) -> None:
    with Library.open(sample_library) as library:
        first = library.projection.flush()
        with Library.open(sample_library, read_only=read_only) as reader, reader.view() as view:
            before = view.rows("SELECT count(*) AS n FROM claims")
            fail(library, 1)
            while library.projection.flush().segments[0] == first.segments[0]:
                fail(library, library.ledger.head().position)
            assert not library.projection.sweep()
            assert first.files <= names(sample_library)
            assert view.rows("SELECT count(*) AS n FROM claims") == before
            assert len(view.rows("SELECT * FROM sentences")) > 50
        assert library.projection.sweep()
        current = library.projection.manifest()
        assert names(sample_library) == current.files | {f"manifest-{current.number}.json"}


def test_eight_flushes_become_one_segment_and_a_freeze_adds_one_alone(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        large = library.projection.rebuild().segments[0]
        counts = []
        for number in range(12):
            fail(library, number)
            counts.append(len(library.projection.flush(merge=False).segments))
        assert counts == list(range(2, 14))
        assert library.projection.manifest().segments[0] == large
        assert len(library.projection.flush().segments) == 1
        assert library.projection.digests() == Projection(sample_library / "x", library.ledger).digests()


def test_there_are_never_more_than_64_files_a_table(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        most = 0
        for number in range(80):
            fail(library, number)
            most = max(most, len(library.projection.flush(merge=False).segments))
        assert most == 64
        with library.view() as view:
            assert view.rows("SELECT count(*) AS n, sum(attempt) AS s FROM failures") == [{"n": 80, "s": 79 * 40}]


def test_a_flush_without_news_writes_nothing(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        first = library.projection.flush()
        assert library.projection.flush() == first


def test_a_second_process_leaves_projecting_to_the_first(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        manifest = library.projection.flush()
        fail(library, 1)
        with exclusive(sample_library / "segments" / "projector.lock"):
            other = Projection(sample_library / "segments", library.ledger)
            assert other.flush() == manifest
            assert not other.sweep()
            with other.view() as view:
                assert view.rows("SELECT attempt FROM failures") == [{"attempt": 1}]


def test_a_rebuild_in_processes_gives_the_digests_of_one_in_this_process(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.kb.segments.folding._RANGE", 10)
    with Library.open(sample_library) as library:
        library.projection.rebuild(workers=1)
        alone = library.projection.digests()
        assert len(library.projection.rebuild(workers=2).segments) == library.ledger.head().position // 10
        assert library.projection.digests() == alone


def test_a_rebuild_in_processes_stops_at_damage_and_says_where(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.kb.segments.folding._RANGE", 10)
    with Library.open(sample_library) as library:
        manifest = library.projection.flush()
        with sqlite3.connect(sample_library / "ledger.db") as connection:
            triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for (trigger,) in triggers:
                connection.execute(f"DROP TRIGGER {trigger}")
            connection.execute("UPDATE events SET payload = zeroblob(9) WHERE position = 12")
        connection.close()
        with pytest.raises(ChainBroken, match="event 12"):
            library.projection.rebuild(workers=2)
        assert library.projection.manifest() == manifest
        library.projection.sweep()
        assert names(sample_library) == manifest.files | {f"manifest-{manifest.number}.json"}


def test_a_changed_byte_in_any_file_is_found_and_named(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        manifest = library.projection.flush()
        folder = sample_library / "segments"
        assert library.projection.damages() == []
        for name in sorted(manifest.files | {f"manifest-{manifest.number}.json"}):
            content = (folder / name).read_bytes()
            middle = len(content) // 2
            (folder / name).write_bytes(content[:middle] + bytes([content[middle] ^ 16]) + content[middle + 1:])
            found = library.projection.damages()
            assert len(found) == 1 and name in found[0]
            (folder / name).unlink()
            if name.endswith(".parquet"):
                found = library.projection.damages()
                assert len(found) == 1 and name in found[0]
            (folder / name).write_bytes(content)


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """As a full disk: the system refuses to write more than `size` bytes to a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_keeps_nobody_from_reading_and_loses_nothing(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.kb.projection.LONG_TAIL", 0)
    with Library.open(sample_library) as library:
        manifest = library.projection.rebuild()
        fail(library, 1)
        with no_file_above(1_000):
            with pytest.raises(LedgerError, match="cannot be written"):
                library.projection.flush()
            with library.view() as view:
                assert view.rows("SELECT attempt FROM failures") == [{"attempt": 1}]
        assert library.projection.manifest() == manifest
        assert library.projection.sweep()
        assert names(sample_library) == manifest.files | {f"manifest-{manifest.number}.json"}
        library.projection.flush()
        with library.view() as view:
            assert view.rows("SELECT attempt FROM failures") == [{"attempt": 1}]


def test_a_view_that_nobody_closed_holds_nothing_once_it_is_gone(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        library.projection.rebuild()
        view = library.view()
        fail(library, 1)
        library.projection.flush()
        assert not library.projection.sweep()
        del view
        gc.collect()
        assert library.projection.sweep()


def test_a_library_that_may_not_be_written_is_read_and_left_alone(sample_library: Path) -> None:
    with Library.open(sample_library, read_only=True) as library:
        before = names(sample_library)
        library.projection.flush()
        for refused in (library.projection.rebuild, library.projection.sweep, lambda: library.projection.forget([])):
            with pytest.raises(ReadOnlyLibrary):
                refused()
        assert names(sample_library) == before
