import importlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import (
    AmbiguousId,
    DamageFound,
    LibraryExists,
    NotALibrary,
    ReadOnlyLibrary,
    UnknownId,
    UsageError,
)
from claimledger.kb.events.library import LibraryCreated, SnapshotFrozen
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest

NOBODY = 65534


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder of a user without privileges, and the process is that user; the superuser may write everywhere."""
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid():
            yield Path(name)
            return
        for module in ("duckdb", "pyarrow.parquet"):
            importlib.import_module(module)  # while the interpreter's own files can be read
        os.chown(name, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield Path(name)
        finally:
            os.setresuid(0, 0, 0)


def created(name: str = "x") -> Append:
    event = LibraryCreated(library=name, private=False, canon="canon-1", owner="x")
    return Append("library", [NewEvent(event)])


def frozen(library: Library, snapshot: str, name: str | None, position: int) -> None:
    event = SnapshotFrozen(
        snapshot=snapshot, name=name, position=position, head_hash="0" * 64, root="0" * 64, rows={}, schema_version=1,
        settle_version=1, pipelines=(), embedder="none", parsers=(), index_version="none",
    )
    library.append([Append("snapshots", [NewEvent(event)])])


def test_a_new_library_begins_with_the_event_that_says_so(tmp_path: Path) -> None:
    with Library.create(tmp_path / "deep" / "lib", owner="  Ada\n Smith ", private=True) as library:
        [event] = library.ledger.read()
        payload = event.payload()
        assert isinstance(payload, LibraryCreated)
        assert (payload.library, payload.owner, payload.private) == (library.id, "Ada Smith", True)
        assert library.settings.library.owner == "Ada Smith"
        assert event.actor.startswith("human:") and event.run == library.run
    assert stat.S_IMODE((tmp_path / "deep" / "lib").stat().st_mode) == 0o700
    with Library.open(tmp_path / "deep" / "lib") as again:
        assert again.id == payload.library and again.run != event.run


def test_an_owner_of_blanks_is_the_user(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner=" \n") as library:
        assert f"human:{library.settings.library.owner}" == library.actor


def test_a_user_without_a_name_is_known_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with Library.create(tmp_path / "lib") as library:
        assert library.actor == "human:uid-54321"
        assert library.settings.library.owner == "uid-54321"


def test_a_library_in_an_empty_folder_is_made_and_elsewhere_not(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    Library.create(tmp_path / "empty", owner="x").close()
    with pytest.raises(LibraryExists):
        Library.create(tmp_path / "empty", owner="x")
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("x")
    for place in (tmp_path / "file", tmp_path / "full", tmp_path / "file" / "lib"):
        with pytest.raises(UsageError, match="choose another folder"):
            Library.create(place, owner="x")
    assert (tmp_path / "file").read_text() == "x"


def test_of_many_that_make_a_library_in_one_place_one_succeeds(tmp_path: Path) -> None:
    def make(number: int) -> str:
        try:
            with Library.create(tmp_path / "lib", owner=f"owner {number}") as library:
                return library.id
        except UsageError as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(make, range(8)))
    made = [answer for answer in answers if answer.startswith("lib-")]
    assert len(made) == 1 and all("choose another folder" in answer for answer in answers if answer not in made)
    with Library.open(tmp_path / "lib") as library:
        [event] = library.ledger.read()
        assert library.id == made[0] == event.payload().library  # type: ignore[attr-defined]


def test_a_library_without_its_ledger_is_not_begun_anew(tmp_path: Path) -> None:
    Library.create(tmp_path / "lib", owner="x").close()
    (tmp_path / "lib" / "ledger.db").unlink()
    with pytest.raises(NotALibrary, match="restore it from a backup"):
        Library.open(tmp_path / "lib")
    assert not (tmp_path / "lib" / "ledger.db").exists()


def test_a_reader_cannot_append(tmp_path: Path) -> None:
    Library.create(tmp_path / "lib", owner="x").close()
    with Library.open(tmp_path / "lib", read_only=True) as library, pytest.raises(ReadOnlyLibrary):
        library.append([created()])


def test_a_library_that_cannot_be_written_is_opened_for_reading(as_nobody: Path) -> None:
    root = as_nobody / "lib"
    with Library.create(root, owner="x") as library:
        assert not library.read_only
    for path, mode in ((root, 0o555), (root / "ledger.db", 0o444)):
        before = path.stat().st_mode
        path.chmod(mode)
        try:
            with Library.open(root) as library:
                assert library.read_only
                with library.view() as view:
                    assert view.rows("SELECT id FROM works") == []
        finally:
            path.chmod(before)


def test_a_folder_that_may_not_be_written_holds_no_new_library(as_nobody: Path) -> None:
    as_nobody.chmod(0o555)
    with pytest.raises(UsageError, match="cannot be made: Permission denied"):
        Library.create(as_nobody / "lib", owner="x")
    as_nobody.chmod(0o755)


def test_positions_are_named_in_four_ways(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        frozen(library, "cl1-aaaa1", "first", 1)
        frozen(library, "cl1-aaaa2", None, 2)
        assert library.position_of(None) is None
        assert library.position_of("@0") == 0 and library.position_of("@3") == 3 and library.position_of(2) == 2
        assert library.position_of("first") == 1 and library.position_of("latest") == 2
        assert library.position_of("cl1-aaaa1") == 1 and library.position_of("cl1-aaaa2") == 2
        assert library.snapshot_at(1) == "cl1-aaaa1" and library.snapshot_at(3) is None


def test_the_beginning_of_a_snapshot_id_is_enough_if_it_fits_one(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        frozen(library, "cl1-aaaa1", None, 1)
        frozen(library, "cl1-aabb2", "fir", 2)
        assert library.position_of("cl1-aab") == 2
        with pytest.raises(AmbiguousId, match="give more characters"):
            library.position_of("cl1-aa")


@pytest.mark.parametrize("at", ["@", "@abc", "@-1", "@1.5", "@²", "@ 1"])
def test_what_is_no_position_is_refused(tmp_path: Path, at: str) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library, pytest.raises(UsageError, match="is no position"):
        library.position_of(at)


@pytest.mark.parametrize("at", [1.5, b"demo", ["latest"], {}, Path("demo"), True])
def test_what_is_neither_text_nor_a_number_names_no_state(tmp_path: Path, at: Any) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        for asked in (library.position_of, library.view, partial(find_manifest, library)):
            with pytest.raises(UsageError, match=r"no state is named by|is no position"):
                asked(at)


@pytest.mark.parametrize("at", ["@2", "@" + "9" * 30, "@" + "9" * 9000, "nobody", "", "latest", "cl1-", "fir"])
def test_what_is_not_there_is_unknown(tmp_path: Path, at: str) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library, pytest.raises(UnknownId) as caught:
        library.position_of(at)
    assert caught.value.remedy and len(str(caught.value)) < 300


def test_a_view_of_the_position_before_everything_is_empty(sample_library: Path) -> None:
    with Library.open(sample_library) as library, library.view("@0") as view:
        assert view.position == 0
        assert view.rows("SELECT id FROM papers") == view.rows("SELECT id FROM chunk_texts") == []


def test_a_ledger_from_a_backup_is_not_shown_through_newer_segments(
    tmp_path: Path, sample_papers: Path
) -> None:
    root, backup = tmp_path / "lib", tmp_path / "ledger.db"
    with Library.create(root, owner="x") as library:
        ingest(library, [sample_papers / "brandt2019.pdf"])
    shutil.copy(root / "ledger.db", backup)
    with Library.open(root) as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        after = library.projection.manifest().through
    shutil.copy(backup, root / "ledger.db")
    with Library.open(root) as library:
        assert library.projection.manifest().through == 0 < library.ledger.head().position < after
        ingest(library, [sample_papers / "aubert2021.pdf"])
        with library.view() as view:
            titles = [row["title"][:11] for row in view.rows("SELECT title FROM papers ORDER BY title")]
        assert titles == ["Acoustic de", "An independ"]
        assert library.projection.manifest().through == after


def test_a_reader_keeps_its_segments_through_a_rebuild_and_the_next_one_drops_them(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        frozen(library, "cl1-a", None, 1)
        library.projection.flush()
        frozen(library, "cl1-b", None, 2)
        assert len(library.projection.flush().segments) == 2
        with library.view() as view:
            assert len(library.projection.rebuild().segments) == 1
            found = view.rows("SELECT snapshot FROM snapshots ORDER BY position")
        assert [row["snapshot"] for row in found] == ["cl1-a", "cl1-b"]
        library.projection.rebuild()
        assert len(list((tmp_path / "lib" / "segments").glob("snapshots-*.parquet"))) == 1


def test_segments_that_are_gone_while_in_use_are_named_with_the_cure(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        frozen(library, "cl1-a", None, 1)
        library.projection.flush()
        with library.view() as view:
            shutil.rmtree(tmp_path / "lib" / "segments")
            with pytest.raises(DamageFound, match="claimledger rebuild"):
                view.rows("SELECT * FROM snapshots")
