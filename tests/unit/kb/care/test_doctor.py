"""The doctor names what is wrong with its cure, mends what is derived and nothing else."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.care import library_checks, places
from claimledger.kb.care.doctor import examine
from claimledger.kb.care.environment_checks import check_sqlite, check_versions
from claimledger.kb.care.findings import Finding
from claimledger.kb.errors import ReadOnlyLibrary
from claimledger.kb.events.build import SourceRegistered
from claimledger.kb.events.standing import Purged, PurgedBuild, StandingChanged
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.locks import exclusive
from claimledger.snapshots.freeze import freeze


@pytest.fixture
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as opened:
        yield opened


def found(library: Library | None, check: str, *, mend: bool = False) -> list[Finding]:
    return [finding for finding in examine(library, mend=mend) if finding.check == check]


def one(library: Library | None, check: str, *, mend: bool = False) -> Finding:
    [finding] = found(library, check, mend=mend)
    return finding


def add(library: Library, stream: str, payload: object) -> None:
    library.append([Append(stream, [NewEvent(payload)])])  # type: ignore[arg-type]


def test_a_healthy_library_has_no_problem_and_every_check_says_so(library: Library) -> None:
    findings = list(examine(library))
    assert [finding for finding in findings if finding.level == "problem"] == []
    assert {finding.check for finding in findings} >= {
        "package", "sqlite", "duckdb", "lancedb", "pymupdf", "embedder", "locks", "place", "space", "privacy",
        "leftovers", "ledger", "blobs", "purges", "segments", "settling", "index", "snapshots",
    }
    for finding in findings:
        assert finding.level == "ok" or finding.cure, finding
    before = library.ledger.head()
    # Free space may change between two looks.
    again = [finding for finding in examine(library, mend=True) if finding.check != "space"]
    assert again == [finding for finding in findings if finding.check != "space"]
    assert library.ledger.head() == before


@pytest.mark.parametrize(("number", "level"), [
    ("3.6.23", "ok"), ("3.7.0", "warning"), ("3.40.1", "warning"), ("3.51.2", "warning"), ("3.51.3", "ok"),
    ("3.52.0", "ok"), ("4.0.0", "ok"),
])
def test_sqlite_versions_with_the_wal_fault_are_told_from_those_without(number: str, level: str) -> None:
    finding = check_sqlite(number)
    assert finding.level == level and number in finding.what
    assert ("append lock" in finding.what) == (level == "warning")


def test_without_a_library_the_machine_alone_is_looked_at() -> None:
    assert {finding.check for finding in examine(None)} == {
        *(finding.check for finding in check_versions()), "embedder"}
    assert sqlite3.sqlite_version in one(None, "sqlite").what


# what is derived is mended


def test_changes_that_nobody_settled_are_settled(library: Library) -> None:
    with library.view() as view:
        build = view.rows("SELECT build FROM active_builds ORDER BY build")[0]["build"]
    add(library, f"standing:{build}", StandingChanged(build=build, standing="withdrawn", reason="x"))
    finding = one(library, "settling")
    assert finding.level == "problem" and "--mend" in finding.cure
    mended, now = found(library, "settling", mend=True)
    assert (mended.mended, mended.level, now.level, now.mended) == (True, "ok", "ok", False)
    assert one(library, "settling").level == "ok"
    with library.view() as view:
        assert len(view.rows("SELECT id FROM works")) == 4


def test_builds_that_are_not_indexed_are_indexed(library: Library) -> None:
    shutil.rmtree(library.root / "index")
    assert one(library, "index").what == "5 builds are not indexed"
    assert [finding.mended for finding in found(library, "index", mend=True)] == [True, False]
    index = SearchIndex(library)
    assert index.state().complete
    index.close()


def test_damaged_segments_are_made_again(library: Library) -> None:
    library.projection.rebuild()
    digests = library.projection.digests()
    segment = next(path for path in sorted((library.root / "segments").glob("*.parquet")))
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 1
    segment.write_bytes(bytes(content))
    assert one(library, "segments").level == "problem"
    assert [finding.mended for finding in found(library, "segments", mend=True)] == [True, False]
    assert library.projection.digests() == digests


def test_segments_far_behind_the_ledger_are_brought_up(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(library.root / "segments")
    assert one(library, "segments").level == "ok"
    monkeypatch.setattr(library_checks, "LONG_TAIL", 3)
    assert "events behind the ledger" in one(library, "segments").what
    found(library, "segments", mend=True)
    assert library.projection.manifest().through == library.ledger.head().position


def test_files_of_manifests_are_written_again(library: Library) -> None:
    manifest = freeze(library, name="one")
    path = library.root / "snapshots" / manifest.file_name
    text = path.read_text()
    path.unlink()
    assert one(library, "snapshots").what == "1 of 1 manifests have no file"
    found(library, "snapshots", mend=True)
    assert path.read_text() == text


def test_damaged_files_of_manifests_are_found_and_written_again(library: Library) -> None:
    path = library.root / "snapshots" / freeze(library, name="one").file_name
    text = path.read_text()
    path.write_text("x\n")
    assert one(library, "snapshots").what == f"snapshots/{path.name} is not what the ledger records"
    assert any(finding.mended for finding in found(library, "snapshots", mend=True))
    assert path.read_text() == text
    assert one(library, "snapshots").level == "ok"


def test_a_manifest_that_the_ledger_does_not_record_is_reported_and_kept(library: Library) -> None:
    stray = library.root / "snapshots" / f"cl1-{'a' * 32}.9.json"
    stray.parent.mkdir(exist_ok=True)
    stray.write_text("{}")
    finding = one(library, "snapshots", mend=True)
    assert finding.level == "problem" and not finding.mended and stray.exists()


def test_temporary_files_of_the_dead_go_and_those_of_the_living_stay(library: Library, tmp_path: Path) -> None:
    dead = next(number for number in range(2**22 - 1, 0, -1) if not Path(f"/proc/{number}").exists())
    gone = [
        library.root / "segments" / f".claims-1-{dead}.tmp", library.root / "snapshots" / f".a.json.{dead}.tmp",
        library.root / "blobs" / "incoming" / "ab",
    ]
    kept = [library.root / "segments" / f".claims-1-{os.getpid()}.tmp", library.root / "blobs" / "incoming" / "cd"]
    for path in (*gone, *kept):
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    long_ago = time.time() - 7200
    os.utime(gone[-1], (long_ago, long_ago))
    assert one(library, "leftovers").what.startswith("3 temporary files")
    found(library, "leftovers", mend=True)
    assert not any(path.exists() for path in gone) and all(path.exists() for path in kept)


def test_modes_of_a_private_library_are_closed_and_those_of_a_public_one_are_nobodys_business(
    library: Library, tmp_path: Path
) -> None:
    assert one(library, "privacy").level == "ok"
    with Library.create(tmp_path / "secret", owner="x", private=True) as secret:
        assert one(secret, "privacy").level == "ok"
        (secret.root / "ledger.db").chmod(0o644)
        secret.root.chmod(0o755)
        assert one(secret, "privacy").what.startswith("others have rights on 2 files or folders")
        found(secret, "privacy", mend=True)
        assert (secret.root / "ledger.db").stat().st_mode & 0o777 == 0o600
        assert secret.root.stat().st_mode & 0o777 == 0o700


def test_a_library_that_cannot_be_written_is_looked_at_and_not_mended(library: Library) -> None:
    shutil.rmtree(library.root / "index")
    with Library.open(library.root, read_only=True) as reader:
        assert one(reader, "index").level == "warning"
        with pytest.raises(ReadOnlyLibrary):
            list(examine(reader, mend=True))


# what a person has to do


@pytest.mark.parametrize("mend", [False, True])
def test_lost_blobs_unfinished_builds_and_pending_purges_are_left_to_people(library: Library, mend: bool) -> None:
    [first, *_] = library.blobs
    library.blobs.path(first).unlink()
    unnamed = library.blobs.put(b"named by nobody")
    registered = SourceRegistered(build="build-x", blob=unnamed, size=1, source_kind="pdf", name="x", pipeline="p")
    levels = {finding.level for finding in found(library, "blobs", mend=mend)}
    assert levels == {"problem", "warning"}
    add(library, "build:build-x", registered)
    assert "1 builds were begun" in one(library, "ingest", mend=mend).what
    purged = PurgedBuild(build="build-x", blob=unnamed, work=None, leaf=None)
    add(library, "library", Purged(builds=(purged,), positions=(), blobs=(unnamed,), rows=(), reason="asked to"))
    finding = one(library, "purges", mend=mend)
    assert (finding.level, finding.cure) == ("problem", "run: claimledger purge --resume")
    assert library.blobs.has(unnamed) and not library.blobs.has(first)


def test_a_lock_that_is_held_is_shown(library: Library) -> None:
    assert one(library, "locks").what.startswith("nobody else")
    with exclusive(library.root / "settle.lock"):
        assert one(library, "locks").what == "another process is at work: settle.lock"


def test_a_network_drive_and_a_full_disk_are_problems(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(f"30 27 0:50 / {tmp_path.resolve()} rw - cifs //lab/x rw\n")
    monkeypatch.setattr(places, "MOUNTS", mountinfo)
    assert one(library, "place").level == "problem"
    monkeypatch.setenv(places.OVERRIDE, "1")
    assert one(library, "place").level == "warning"
    assert one(library, "space").level == "ok"
    usage = shutil.disk_usage(tmp_path)._replace(free=2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    assert one(library, "space").level == "problem"


def test_a_ledger_of_another_library_is_a_problem_and_the_other_checks_still_run(
    library: Library, tmp_path: Path, sample_papers: Path
) -> None:
    with Library.create(tmp_path / "other", owner="x") as other:
        ingest(other, [sample_papers / "marek2023.pdf"])
    mixed = Path(shutil.copytree(library.root, tmp_path / "mixed"))
    shutil.copy(tmp_path / "other" / "ledger.db", mixed)
    with Library.open_doubted(mixed) as opened:
        findings = list(examine(opened))
    assert {finding.check for finding in findings if finding.level == "problem"} >= {"ledger"}
    assert {finding.check for finding in findings} >= {"segments", "index", "snapshots"}


def test_what_a_check_cannot_do_is_a_finding(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def check_weather(library: Library) -> Iterator[Finding]:
        raise ReadOnlyLibrary("it rains", remedy="wait")
        yield

    checks: tuple[Callable[[Library], Iterator[Finding]], ...] = (check_weather,)
    monkeypatch.setattr("claimledger.kb.care.doctor.CHECKS", checks)
    finding = one(library, "weather")
    assert (finding.level, finding.what, finding.cure) == ("problem", "it rains", "wait")
