from pathlib import Path

import pytest
from claimledger.kb.errors import DamageFound
from claimledger.kb.events.build import BuildSealed, QualityAssessed, StageFailed
from claimledger.kb.events.library import LibraryRow, RowKey, Settled
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library


def test_a_query_opens_the_tables_that_it_names_and_no_others(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        (segment,) = library.projection.rebuild().segments
        (sample_library / "segments" / segment.files["cells"]).write_bytes(b"damaged")
        with library.view() as view:
            assert view.rows("SELECT count(*) AS n FROM papers") == [{"n": 5}]
            with pytest.raises(DamageFound, match="rebuild"):
                view.rows("SELECT * FROM cells")


def test_a_position_needs_no_file_of_what_came_after_it(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        library.projection.rebuild()
        position = library.ledger.head().position
        failed = StageFailed(build="build-x", stage="parsed", reason="r", message="m", attempt=1)
        library.append([Append("build:build-x", [NewEvent(failed)])])
        later = library.projection.flush(merge=False).segments[-1]
        (sample_library / "segments" / later.files["failures"]).write_bytes(b"damaged")
        with library.view(position) as view:
            assert view.rows("SELECT * FROM failures") == []
        with library.view() as view, pytest.raises(DamageFound):
            view.rows("SELECT * FROM failures")


def test_tables_are_found_in_whatever_case_and_by_way_of_others(sample_library: Path) -> None:
    with Library.open(sample_library) as library, library.view() as view:
        counted = view.rows("select COUNT(*) AS n FROM Chunk_Texts JOIN ACTIVE_BUILDS USING (build)")
        assert counted[0]["n"] > 5
        assert view.arrow("SELECT id FROM raw_works WHERE id = ?", ["none"]).num_rows == 0


def test_a_raw_table_ends_at_the_position_also_within_a_segment(tmp_path: Path) -> None:
    key = RowKey(table="near_duplicates", id="near-1")
    row = LibraryRow(table="near_duplicates", id="near-1", body={"work_a": "a", "work_b": "b", "reason": "r"})
    with Library.create(tmp_path / "lib", owner="x") as library:
        library.append([Append("library", [
            NewEvent(Settled(settle_version=1, through=0, asserted=(row,), retracted=())),
            NewEvent(Settled(settle_version=1, through=0, asserted=(), retracted=(key,))),
        ])])
        library.projection.flush()
        for position, raw, shown in ((1, 0, 0), (2, 1, 1), (3, 1, 0)):
            with library.view(position) as view:
                assert len(view.raw("near_duplicates")) == raw
                assert len(view.rows("SELECT * FROM near_duplicates")) == shown


def test_a_build_is_shown_from_its_seal_on(tmp_path: Path) -> None:
    quality = QualityAssessed(
        grade="A", quarantined=False, reasons=(), missing_fields=(), sentences=1, unresolved_markers=0, markers=0,
        suspicious_characters=0, hidden_passages=0,
    )
    with Library.create(tmp_path / "lib", owner="x") as library:
        library.append([Append("build:build-a", [
            NewEvent(quality), NewEvent(BuildSealed(build="build-a", blob="b", pipeline="p")),
        ])])
        for flushed in (False, True):
            if flushed:
                library.projection.flush()
            for position, shown in ((2, []), (3, [{"build": "build-a", "grade": "A"}])):
                with library.view(position) as view:
                    assert view.rows("SELECT build, grade FROM quality") == shown
                    assert view.rows("SELECT build FROM raw_quality") == [{"build": "build-a"}]


def test_what_does_not_fit_into_memory_goes_into_the_library_or_nowhere(sample_library: Path) -> None:
    setting = "SELECT current_setting('temp_directory') AS folder"
    with Library.open(sample_library) as library, library.view() as view:
        folder = Path(view.rows(setting)[0]["folder"])
        assert folder.parent == sample_library / "segments" and folder.name.startswith(".spill-")
    with Library.open(sample_library, read_only=True) as library, library.view() as view:
        assert view.rows(setting) == [{"folder": ""}]
