"""A backup is whole at any moment, holds nothing that was purged, and gives the same library back."""

import json
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.blobs import BlobStore
from claimledger.kb.canon import make_id
from claimledger.kb.canon import sha256 as make_digest
from claimledger.kb.care import backup as backups
from claimledger.kb.care.backup import MANIFEST, backup, read_backup
from claimledger.kb.care.blob_names import FIELDS, named_blobs
from claimledger.kb.care.restore import MARKER, restore
from claimledger.kb.errors import DamageFound, LibraryExists, NotALibrary, UnreadableInput, UsageError
from claimledger.kb.events.build import SourceRegistered
from claimledger.kb.events.standing import Purged, PurgedBuild
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.ledger.postgres_database import same_database
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.kb.settings import read_settings
from claimledger.snapshots.freeze import freeze
from sqlalchemy import make_url

FIXTURES = Path(__file__).parents[3] / "fixtures"
NO_BLOBS = {"pipeline", "head_hash", "root", "entry"}
"""Fields of payloads that hold a SHA-256 of something else than a blob, or of one that another event names."""


def registered(library: Library, content: bytes, name: str = "a.pdf") -> str:
    """Put a blob and an event that names it; returns its digest."""
    blob = library.blobs.put(content)
    build = make_id("build", name)
    event = SourceRegistered(build=build, blob=blob, size=1, source_kind="pdf", name=name, pipeline="p")
    library.append([Append(f"build:{build}", [NewEvent(event, key="registered")])])
    return blob


def purged(library: Library, blob: str, name: str = "a.pdf") -> None:
    """Say that a source is to be forgotten, as a purge does before it erases anything."""
    build = make_id("build", name)
    [event] = library.ledger.read(stream=f"build:{build}")
    forgotten = PurgedBuild(build=build, blob=blob, work=None, leaf=None)
    payload = Purged(builds=(forgotten,), positions=(event.position,), blobs=(blob,), rows=(), reason="asked to")
    library.append([Append("library", [NewEvent(payload)])])


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.create(tmp_path / "lib", owner="x")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_restored_library_gives_equal_digests_and_the_same_snapshot(sample_library: Path, tmp_path: Path) -> None:
    with Library.open(sample_library) as library:
        frozen = freeze(library, name="before").frozen
        digests = library.projection.digests()
        report = backup(library, tmp_path / "backup")
    assert (report.blobs, report.copied, report.missing, report.note) == (5, 5, (), None)
    shutil.rmtree(sample_library)
    restored = restore(tmp_path / "backup", tmp_path / "again")
    assert (restored.position, restored.blobs) == (report.position, 5)
    with Library.open(tmp_path / "again") as library:
        assert library.id == report.library
        library.projection.rebuild()
        assert library.projection.digests() == digests
        again = freeze(library, name="after").frozen
    assert (again.snapshot, again.root, again.position) == (frozen.snapshot, frozen.root, report.position)
    assert not (tmp_path / "again" / MARKER).exists()


def test_a_second_backup_copies_what_is_new(library: Library, tmp_path: Path) -> None:
    registered(library, b"one", "a.pdf")
    assert backup(library, tmp_path / "b").copied == 1
    registered(library, b"twelve bytes", "b.pdf")
    report = backup(library, tmp_path / "b")
    assert (report.copied, report.copied_bytes, report.blobs, report.dropped) == (1, 12, 2, 0)
    assert len(list((tmp_path / "b").glob("ledger-*.db"))) == 1
    manifest = read_backup(tmp_path / "b")
    assert manifest is not None and manifest.position == library.ledger.head().position == 3
    before = files(tmp_path / "b")
    assert backup(library, tmp_path / "b").copied == 0
    assert {name for name, content in files(tmp_path / "b").items() if before.get(name) != content} <= {MANIFEST}


def test_settings_come_back_as_people_wrote_them(library: Library, tmp_path: Path) -> None:
    settings = library.root / "claimledger.toml"
    settings.write_text(settings.read_text() + "\n# a remark of ours\n")
    backup(library, tmp_path / "b")
    restore(tmp_path / "b", tmp_path / "again")
    assert (tmp_path / "again" / "claimledger.toml").read_text() == settings.read_text()


def test_a_blob_that_no_event_names_stays_out(library: Library, tmp_path: Path) -> None:
    registered(library, b"named")
    library.blobs.put(b"on its way in")
    assert backup(library, tmp_path / "b").blobs == 1


def test_a_source_that_was_registered_again_after_its_purge_is_needed(library: Library) -> None:
    blob = registered(library, b"x")
    purged(library, blob)
    assert named_blobs(library.ledger.read()) == set()
    again = SourceRegistered(build="build-b", blob=blob, size=1, source_kind="pdf", name="b", pipeline="p")
    library.append([Append("build:build-b", [NewEvent(again)])])
    assert named_blobs(library.ledger.read()) == {blob}


def test_every_field_that_names_a_blob_is_known(tmp_path: Path) -> None:
    ledger = SqliteLedger(shutil.copy(FIXTURES / "ledger.db", tmp_path), read_only=True)
    for event in ledger.read():
        content = json.loads(event.content or b"{}")
        for name, value in content.items():
            if isinstance(value, str) and len(value) == 64:
                assert name in FIELDS.get(event.kind, ()) or name in NO_BLOBS, (event.kind, name)
    ledger.close()


# what was purged


def test_a_backup_holds_nothing_of_what_was_purged_and_says_what_it_dropped(library: Library, tmp_path: Path) -> None:
    blob = registered(library, b"the secret text", "secret.pdf")
    registered(library, b"kept", "kept.pdf")
    backup(library, tmp_path / "b")
    assert any(b"the secret text" in content for content in files(tmp_path / "b").values())
    purged(library, blob, "secret.pdf")
    report = backup(library, tmp_path / "b")
    assert (report.purged_builds, report.dropped, report.blobs) == (1, 1, 1)
    assert not any(b"the secret text" in content for content in files(tmp_path / "b").values())
    [place] = (tmp_path / "b").glob("ledger-*.db")
    ledger = SqliteLedger(place, read_only=True)
    contents = [event.content or b"" for event in ledger.read()]
    ledger.close()
    assert not any(b"secret.pdf" in content for content in contents)
    assert any(b"kept.pdf" in content for content in contents)
    assert restore(tmp_path / "b", tmp_path / "again").blobs == 1


def test_a_purge_during_the_backup_makes_it_begin_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blob = registered(library, b"the secret text", "secret.pdf")
    real = backups.copy_blobs
    calls = []

    def copy(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 1:
            purged(library, blob, "secret.pdf")
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(backups, "copy_blobs", copy)
    report = backup(library, tmp_path / "b")
    assert len(calls) == 2 and report.position == library.ledger.head().position and report.blobs == 0
    assert not any(b"the secret text" in content for content in files(tmp_path / "b").values())


# places


def test_a_backup_is_refused_where_it_does_not_belong(library: Library, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("x")
    (tmp_path / "file").write_text("x")
    with Library.create(tmp_path / "other", owner="x") as other:
        backup(other, tmp_path / "others")
    for place, why in (
        (library.root, "in each other"), (library.root / "backup", "in each other"), (tmp_path, "in each other"),
        (tmp_path / "full", "is no backup"), (tmp_path / "file", "no folder"), (tmp_path / "others", "is a backup of"),
        (tmp_path / "other", "is no backup"),
    ):
        with pytest.raises(UsageError, match=why):
            backup(library, place)
    assert (tmp_path / "full" / "thesis.tex").read_text() == "x"


def test_a_backup_of_a_library_that_went_another_way_is_not_written_over(library: Library, tmp_path: Path) -> None:
    backup(library, tmp_path / "old")
    restore(tmp_path / "old", tmp_path / "fork")
    registered(library, b"one")
    backup(library, tmp_path / "b")
    with Library.open(tmp_path / "fork") as fork:
        for name in ("x.pdf", "y.pdf"):
            with pytest.raises(UsageError, match="events that this library does not have"):
                backup(fork, tmp_path / "b")
            registered(fork, b"two", name)


def test_a_private_librarys_backup_is_for_its_user_alone(tmp_path: Path) -> None:
    os.umask(0o022)
    with Library.create(tmp_path / "lib", owner="x", private=True) as library:
        registered(library, b"x")
        backup(library, tmp_path / "b")
    restore(tmp_path / "b", tmp_path / "again")
    assert stat.S_IMODE((tmp_path / "again").stat().st_mode) == 0o700
    made = [tmp_path / "b", *(tmp_path / "b").rglob("*"), *(tmp_path / "again").rglob("*")]
    assert any(path.is_file() and path.parent.parent.name == "blobs" for path in made)
    for path in made:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


# damage


def test_missing_and_damaged_blobs_of_the_library_are_named_and_the_rest_is_saved(
    library: Library, tmp_path: Path
) -> None:
    gone, spoilt = registered(library, b"gone", "a"), registered(library, b"spoilt", "b")
    registered(library, b"whole", "c")
    library.blobs.path(gone).unlink()
    library.blobs.path(spoilt).write_bytes(b"other")
    report = backup(library, tmp_path / "b")
    assert (report.blobs, set(report.missing)) == (1, {gone, spoilt})
    restored = restore(tmp_path / "b", tmp_path / "again")
    assert (restored.blobs, set(restored.missing)) == (1, {gone, spoilt})


def test_a_library_whose_chain_is_broken_spoils_no_backup(library: Library, tmp_path: Path) -> None:
    registered(library, b"one")
    backup(library, tmp_path / "b")
    before = files(tmp_path / "b")
    database = sqlite3.connect(library.root / "ledger.db")
    for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        database.execute(f"DROP TRIGGER {trigger}")
    database.execute("UPDATE events SET actor = 'somebody else' WHERE position = 1")
    database.commit()
    database.close()
    with pytest.raises(DamageFound, match="event 1"):
        backup(library, tmp_path / "b")
    kept = files(tmp_path / "b")
    assert {name: kept[name] for name in before} == before
    restore(tmp_path / "b", tmp_path / "again")


@pytest.mark.parametrize("kind", ["ledger", "blob", "manifest", "lost blob", "lost ledger", "lost manifest"])
def test_a_backup_that_does_not_verify_is_not_restored(kind: str, library: Library, tmp_path: Path) -> None:
    blob = registered(library, b"some bytes")
    backup(library, tmp_path / "b")
    [ledger] = (tmp_path / "b").glob("ledger-*.db")
    path = {
        "ledger": ledger, "blob": tmp_path / "b" / "blobs" / blob[:2] / blob[2:], "manifest": tmp_path / "b" / MANIFEST,
    }[kind.removeprefix("lost ")]
    if kind.startswith("lost"):
        path.unlink()
    else:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(bytes(content))
    with pytest.raises((DamageFound, NotALibrary, UnreadableInput)):
        restore(tmp_path / "b", tmp_path / "again")
    assert not (tmp_path / "again").exists() or list((tmp_path / "again").iterdir()) == []


def test_a_library_is_never_restored_over_something(library: Library, tmp_path: Path) -> None:
    backup(library, tmp_path / "b")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("x")
    with pytest.raises(UsageError, match="not empty"):
        restore(tmp_path / "b", tmp_path / "full")
    with pytest.raises(LibraryExists):
        restore(tmp_path / "b", library.root)
    with pytest.raises(NotALibrary, match="no whole backup"):
        restore(library.root, tmp_path / "new")
    assert (tmp_path / "full" / "a").read_text() == "x" and not (tmp_path / "new").exists()


def test_a_restore_that_was_killed_is_no_library_and_is_begun_anew(library: Library, tmp_path: Path) -> None:
    registered(library, b"one")
    backup(library, tmp_path / "b")
    place = tmp_path / "again"
    place.mkdir()
    (place / MARKER).touch()
    shutil.copy(library.root / "ledger.db", place)
    with pytest.raises(NotALibrary):
        Library.open(place)
    assert restore(tmp_path / "b", place).blobs == 1
    with Library.open(place) as restored:
        assert restored.ledger.verify().position == 2


def test_a_manifest_of_a_newer_version_is_refused(library: Library, tmp_path: Path) -> None:
    backup(library, tmp_path / "b")
    content = json.loads((tmp_path / "b" / MANIFEST).read_text())
    (tmp_path / "b" / MANIFEST).write_text(json.dumps(content | {"format": 99}))
    with pytest.raises(UnreadableInput, match="newer than 1; upgrade"):
        restore(tmp_path / "b", tmp_path / "again")


def test_papers_may_come_in_during_a_backup(
    tmp_path: Path, sample_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = backups.copy_blobs
    with Library.create(tmp_path / "lib", owner="x") as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        expected = freeze(library).frozen.snapshot

        def copy(*arguments: object) -> object:
            ingest(library, [sample_papers / "aubert2021.pdf"])
            return real(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(backups, "copy_blobs", copy)
        report = backup(library, tmp_path / "b")
    restore(tmp_path / "b", tmp_path / "again")
    with Library.open(tmp_path / "again") as library:
        assert library.ledger.head().position == report.position
        assert freeze(library).frozen.snapshot == expected


def test_of_a_library_in_postgresql_the_blobs_are_backed_up_and_pg_dump_is_named(
    postgres_url: str, tmp_path: Path
) -> None:
    with Library.create(tmp_path / "lib", owner="x", ledger_url=postgres_url) as library:
        registered(library, b"one")
        report = backup(library, tmp_path / "b")
        assert report.note is not None and "pg_dump" in report.note
        assert (report.blobs, report.position) == (1, 2)
        library.blobs.path(make_digest(b"one")).unlink()
    elsewhere = "postgresql://ada:secret@db.example.org/copies"
    restored = restore(tmp_path / "b", tmp_path / "again", ledger_url=elsewhere)
    assert restored.blobs == 1 and restored.note is not None and "pg_restore" in restored.note
    assert stat.S_IMODE((tmp_path / "again" / "claimledger.toml").stat().st_mode) == 0o600
    settings = read_settings(tmp_path / "again")
    assert settings.ledger.url == elsewhere
    assert settings.library == read_settings(tmp_path / "lib").library
    assert BlobStore(tmp_path / "again" / "blobs").get(make_digest(b"one")) == b"one"


def test_a_restored_library_never_shares_the_ledger_of_the_one_that_was_backed_up(
    postgres_url: str, tmp_path: Path
) -> None:
    with Library.create(tmp_path / "lib", owner="x", ledger_url=postgres_url) as library:
        backup(library, tmp_path / "b")
    other_user = make_url(postgres_url).set(username="eve", password="secret", drivername="postgres")
    for url in ("", postgres_url, other_user.render_as_string(hide_password=False)):
        with pytest.raises(UsageError, match="second") as refused:
            restore(tmp_path / "b", tmp_path / "again", ledger_url=url)
        assert "--ledger" in refused.value.remedy and "secret" not in str(refused.value)
        assert not (tmp_path / "again").exists()


def test_a_url_is_refused_for_a_backup_that_holds_its_events(library: Library, tmp_path: Path) -> None:
    backup(library, tmp_path / "b")
    with pytest.raises(UsageError, match="without --ledger"):
        restore(tmp_path / "b", tmp_path / "again", ledger_url="postgresql://ada@db.example.org/papers")
    assert not (tmp_path / "again").exists()


def test_two_urls_of_one_database_are_told_from_those_of_others() -> None:
    one = "postgresql://ada:secret@db.example.org/papers"
    for same in ("postgres://eve@DB.example.org:5432/papers", "postgresql+psycopg://db.example.org/papers?sslmode=require"):
        assert same_database(one, same)
    for other in ("db.example.org/copies", "other.example.org/papers", "db.example.org:5433/papers", "/papers"):
        assert not same_database(one, f"postgresql://{other}")
    assert same_database("postgresql://ada@localhost", "postgresql://127.0.0.1/ada")
    assert not same_database("postgresql:///papers?host=/run/a", "postgresql:///papers?host=/run/b")
