"""Restore: a library from a backup, which is checked byte by byte on the way.

Settings are written last, and they make a folder a library. So a restore that fails or is killed leaves no library
behind, and the next one in the same place begins anew.
"""

from __future__ import annotations

import os
import shutil
import tomllib
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ..blobs import BlobStore
from ..confinement import check_target
from ..errors import DamageFound, LedgerError, LibraryExists, NotALibrary, UnreadableInput, UsageError
from ..ledger.opening import FILE
from ..ledger.sqlite import SqliteLedger
from ..settings import FILE_NAME, LedgerSettings, Settings, settings_text
from .backup import BLOBS, MANIFEST, BackupManifest, Report, blobs_digest, file_sha256, read_backup
from .blob_names import KINDS, named_blobs
from .places import refuse_network_drive
from .seclusion import Seclusion

MARKER = "restore-unfinished"
_CURE = "use another backup"
_GROUP = 64


@dataclass(frozen=True)
class RestoreReport:
    """What was restored; `missing` are blobs that the library lacked when it was backed up."""

    folder: str
    library: str
    position: int
    blobs: int
    missing: tuple[str, ...]
    note: str | None

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return asdict(self) | {"missing": list(self.missing)}


def restore(
    source: Path, folder: Path, *, ledger_url: str = "", progress: Report | None = None
) -> RestoreReport:
    """Make a library in a new or empty folder out of a backup.

    Where the events lie in PostgreSQL, `ledger_url` names the database that the dump goes into. It is another one than
    that of the library, which may be alive: two folders over one ledger are one library whose blobs are in two places.

    Projections and index are not in a backup; they come back when they are first used, or by `rebuild`. Raises
    `LibraryExists` or `UsageError` for a folder in use or on a network drive and for a URL that is missing, needless or
    the library's own, `NotALibrary` for a source that is no
    whole backup, `DamageFound` for one that does not verify; no library is left behind then.
    """
    manifest = read_backup(source)
    if manifest is None:
        raise NotALibrary(f"{source} holds no whole backup ({MANIFEST} is missing)", remedy="finish it, or use another")
    settings = _settings(source, manifest, ledger_url)
    check_target(folder, [folder] if manifest.private else [])
    if manifest.ledger:
        refuse_network_drive(folder / FILE)
    # Through the umask, whatever writes them, the files of a private library are for its user alone.
    seclusion = Seclusion(folder, read_only=True) if manifest.private else None
    try:
        return _restored(source, folder, manifest, settings, progress)
    finally:
        if seclusion:
            seclusion.end()


def _restored(
    source: Path, folder: Path, manifest: BackupManifest, settings: str, progress: Report | None
) -> RestoreReport:
    """Write the library into the folder, or leave nothing there."""
    _prepare(folder, manifest.private)
    try:
        position = _restore_ledger(source, folder, manifest)
        blobs = _restore_blobs(source, folder, manifest, progress)
        # The URL of a database may hold a password.
        _write(folder / FILE_NAME, settings, mode=0o666 if manifest.ledger else 0o600)
    except (OSError, UsageError, DamageFound, LedgerError) as error:
        _empty(folder)
        if isinstance(error, OSError):
            raise LedgerError(f"{folder} cannot be written: {error.strerror}",
                              remedy="check the disk and its free space") from error
        raise
    (folder / MARKER).unlink()
    note = None
    if manifest.ledger is None:
        note = "the events lie in PostgreSQL: restore their dump with pg_restore, into the database of --ledger"
    return RestoreReport(str(folder), manifest.library, position, blobs, manifest.missing, note)


def _settings(source: Path, manifest: BackupManifest, url: str) -> str:
    """The settings of the library that is made. Raises `UsageError` for a URL that it must not have."""
    if manifest.ledger:
        if url:
            raise UsageError("the events are in this backup, not in PostgreSQL", remedy="restore it without --ledger")
        return manifest.settings
    try:
        settings = Settings.model_validate(tomllib.loads(manifest.settings.lstrip("\ufeff")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise DamageFound(f"the settings in {source / MANIFEST} cannot be read", remedy=_CURE) from error
    why = "a second folder over the ledger of a library that may be alive would be a second writer without its blobs"
    into = "restore the dump of pg_dump into another database, and give its URL with --ledger"
    if not url:
        raise UsageError(f"the events of this backup lie in PostgreSQL, and {why}", remedy=into)
    from ..ledger.postgres_database import same_database

    if same_database(url, settings.ledger.url):
        raise UsageError(f"--ledger names the database of the library that was backed up; {why}", remedy=into)
    return settings_text(settings.model_copy(update={"ledger": LedgerSettings(url=url)}))


def _prepare(folder: Path, private: bool) -> None:
    """Make the folder, empty but for a marker. Raises `LibraryExists` and `UsageError`."""
    if (folder / FILE_NAME).exists():
        raise LibraryExists(f"{folder} already holds a library", remedy="choose another folder")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder", remedy="choose another one")
    if (folder / MARKER).exists():
        _empty(folder)
    elif folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty", remedy="choose a new or empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o777)
        if private:
            folder.chmod(0o700)
        (folder / MARKER).touch()
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}", remedy="choose another folder") from error


def _empty(folder: Path) -> None:
    """Remove what a restore wrote; the marker goes last, so that this can be done again."""
    for name in (BLOBS, FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}.lock", FILE_NAME, MARKER):
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _restore_ledger(source: Path, folder: Path, manifest: BackupManifest) -> int:
    if manifest.ledger is None:
        return manifest.position
    place = folder / FILE
    try:
        shutil.copyfile(source / manifest.ledger, place)
    except FileNotFoundError:
        raise DamageFound(f"{source / manifest.ledger} is missing", remedy=_CURE) from None
    if file_sha256(place) != manifest.ledger_sha256:
        raise DamageFound(f"{source / manifest.ledger} is not what it was", remedy=_CURE)
    ledger = SqliteLedger(place)
    try:
        head = ledger.verify()
    finally:
        ledger.close()
    if (head.position, head.hash) != (manifest.position, manifest.head_hash):
        raise DamageFound(f"{source / manifest.ledger} does not end where {MANIFEST} says", remedy=_CURE)
    return head.position


def _restore_blobs(source: Path, folder: Path, manifest: BackupManifest, progress: Report | None) -> int:
    """Copy the blobs that the ledger needs, each checked; returns their number."""
    kept, target = BlobStore(source / BLOBS, read_only=True), BlobStore(folder / BLOBS)
    needed = set(kept) if manifest.ledger is None else _needed(folder) - set(manifest.missing)
    if (len(needed), blobs_digest(needed)) != (manifest.blobs, manifest.blobs_sha256):
        raise DamageFound(f"{source / BLOBS} does not hold what {MANIFEST} says", remedy=_CURE)
    digests = sorted(needed)
    for start in range(0, len(digests), _GROUP):
        try:
            target.put_many(kept.get(digest) for digest in digests[start:start + _GROUP])
        except (UsageError, UnreadableInput) as error:
            raise DamageFound(f"{source / BLOBS}: {error.message}", remedy=_CURE) from error
        if progress:
            progress(min(start + _GROUP, len(digests)), len(digests), "blobs")
    return len(digests)


def _needed(folder: Path) -> set[str]:
    ledger = SqliteLedger(folder / FILE)
    try:
        return named_blobs(ledger.read(kinds=KINDS))
    finally:
        ledger.close()


def _write(path: Path, text: str, mode: int) -> None:
    with open(path, "x", encoding="utf-8", opener=partial(os.open, mode=mode)) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
