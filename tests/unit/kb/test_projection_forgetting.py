"""Rows of purged builds leave the segments, and what is left is what a rebuild gives."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from claimledger.kb.errors import UsageError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.standing import Purged, PurgedBuild, StandingChanged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library


@pytest.fixture
def library(sample_library: Path) -> Library:
    """A library of five papers, with a failure and a standing that carry text about the first one."""
    library = Library.open(sample_library)
    build = builds(library)[0]
    failure = StageFailed(build=build, stage="parsed", reason="r", message="secret name", attempt=1)
    standing = StandingChanged(build=build, standing="withdrawn", reason="secret reason")
    library.append([Append(f"build:{build}", [NewEvent(failure)]), Append(f"standing:{build}", [NewEvent(standing)])])
    library.projection.rebuild()
    return library


def builds(library: Library) -> list[str]:
    with library.view() as view:
        return [row["build"] for row in view.rows("SELECT build FROM sealed ORDER BY position")]


def record_purge(library: Library, *names: str) -> list[int]:
    streams = {f"{area}:{name}" for area in ("build", "standing") for name in names}
    positions = [event.position for event in library.ledger.read() if event.stream in streams]
    purged = Purged(
        builds=tuple(PurgedBuild(build=name, blob="0" * 64, work=None, leaf=None) for name in names),
        positions=tuple(positions), blobs=(), rows=(), reason="asked for",
    )
    library.append([Append("library", [NewEvent(purged)])])
    return positions


def texts(folder: Path) -> str:
    """Everything that the segment files hold."""
    return "\n".join(str(pq.read_table(file).to_pylist()) for file in sorted(folder.glob("*.parquet")))


def test_after_forgetting_the_digests_are_those_of_a_rebuild_from_the_purged_ledger(library: Library) -> None:
    names = builds(library)[:3]
    positions = record_purge(library, *names)
    assert library.projection.forget(names)
    forgotten = library.projection.digests()
    assert library.ledger.purge(positions)
    library.projection.rebuild()
    assert library.projection.digests() == forgotten
    library.close()


def test_a_rebuild_between_the_record_of_a_purge_and_its_end_brings_nothing_back(library: Library) -> None:
    name = builds(library)[0]
    record_purge(library, name)
    library.projection.rebuild()
    folder = library.root / "segments"
    assert "secret" not in texts(folder)
    assert library.projection.forget([name])
    library.close()


def test_no_file_holds_a_row_of_a_forgotten_build(library: Library) -> None:
    folder = library.root / "segments"
    name, other = builds(library)[:2]
    assert "secret name" in texts(folder) and "secret reason" in texts(folder)
    others = texts(folder).count(other)
    record_purge(library, name)
    assert library.projection.forget([name])
    assert "secret" not in texts(folder)
    with library.view() as view:
        for table in ("sentences", "assertions", "claims", "sections", "authors"):
            assert view.rows(f"SELECT * FROM raw_{table} WHERE build = ?", [name]) == []
            assert view.rows(f"SELECT * FROM raw_{table} WHERE build = ? LIMIT 1", [other]) != []
    assert texts(folder).count(other) == others
    library.close()


def test_a_purge_hides_rows_at_once_in_every_view_and_table(library: Library) -> None:
    name = builds(library)[0]
    position = library.ledger.head().position
    record_purge(library, name)
    for at in (position, None):
        with library.view(at) as view:
            for table in ("raw_sentences", "sentences", "sources", "failures", "standings"):
                assert view.rows(f"SELECT * FROM {table} WHERE build = ?", [name]) == []
    library.close()


def test_an_open_view_keeps_a_purge_waiting_until_it_is_closed(library: Library) -> None:
    name = builds(library)[0]
    with library.view() as view:
        record_purge(library, name)
        assert not library.projection.forget([name])
        assert view.rows("SELECT * FROM raw_sentences WHERE build = ?", [name]) != []
        assert not library.projection.sweep()
    assert library.projection.sweep()
    assert "secret" not in texts(library.root / "segments")
    library.close()


def test_only_files_that_hold_such_rows_are_written_anew(library: Library) -> None:
    name = builds(library)[0]
    failure = StageFailed(build="build-other", stage="parsed", reason="r", message="m", attempt=1)
    library.append([Append("build:build-other", [NewEvent(failure)])])
    first, second = library.projection.flush(merge=False).segments
    record_purge(library, name)
    assert library.projection.forget([name])
    anew, same = library.projection.manifest().segments
    assert same == second
    changed = {table for table, file in first.files.items() if anew.files.get(table) != file}
    assert {"sentences", "chunks", "sources", "failures", "standings"} <= changed
    assert not changed & {"works", "packets", "settlements"}
    library.close()


def test_a_build_that_was_not_purged_is_not_forgotten(library: Library) -> None:
    with pytest.raises(UsageError, match="was not purged"):
        library.projection.forget(builds(library)[:1])
    library.close()
