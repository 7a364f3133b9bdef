"""Backup: what cannot be made again (ledger, blobs, settings) in a folder, whole at any moment.

A backup holds `backup.json` (the manifest), one `ledger-HASH.db` and `blobs/`. The manifest comes last, by rename, and
names the ledger by its content. So a backup that is killed leaves the one before whole, or none; running it again
continues. The ledger is copied first and then the blobs that it names, since a blob is on the disk before the event
that names it: the copy is consistent while others take papers in.

Blobs are copies and no hard links: one damaged block must not hit both, and a link to another disk is no link.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ..asked import check_outside
from ..blobs import BlobStore
from ..canon import sha256
from ..confinement import BACKUP
from ..errors import LedgerError, UnreadableInput, UsageError
from ..events.standing import Purged
from ..ledger.opening import holds_secret
from ..ledger.port import Ledger
from ..ledger.sqlite import SqliteLedger
from ..library import Library
from ..locks import exclusive
from ..settings import FILE_NAME
from ..swapping import swap_text, sync
from .blob_copies import CopiedBlobs, copy_blobs
from .blob_names import KINDS, named_blobs

FORMAT = 1
MANIFEST, BLOBS = BACKUP, "blobs"
_LOCK, _INCOMING = "backup.lock", "incoming.db"
_ATTEMPTS = 5

Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class BackupManifest:
    """What a whole backup says of itself. `ledger` is None where the events lie in PostgreSQL; `settings` is a text.

    `blobs_sha256` is over the sorted digests of its blobs, one a line; `missing` are blobs that the library lacked.
    """

    format: int
    library: str
    private: bool
    time: str
    claimledger: str
    position: int
    head_hash: str
    ledger: str | None
    ledger_sha256: str | None
    settings: str
    blobs: int
    blobs_sha256: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class BackupReport:
    """What one backup did. `purged_builds` were forgotten since the backup before, `dropped` blobs went with them."""

    folder: str
    library: str
    position: int
    blobs: int
    copied: int
    copied_bytes: int
    dropped: int
    purged_builds: int
    missing: tuple[str, ...]
    note: str | None

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return asdict(self) | {"missing": list(self.missing)}


def backup(library: Library, folder: Path, *, progress: Report | None = None) -> BackupReport:
    """Back up into a new or empty folder, or into the library's backup there, which then costs what is new.

    What was purged since the backup before is dropped from it. Raises `UsageError` for a folder that holds something
    else, and for one in another library's folder where this library is private, `DamageFound` if the ledger does not
    verify (the backup before stays), `LedgerError` if the disk is full.
    """
    check_outside(folder, [library])
    before = _check_folder(library, folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if library.settings.library.private or holds_secret(library.settings):
            folder.chmod(0o700)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}", remedy="choose another folder") from error
    with exclusive(folder / _LOCK):
        for _ in range(_ATTEMPTS):
            ledger, manifest, needed = _copy_ledger(library, folder)
            copied = copy_blobs(library.blobs, BlobStore(folder / BLOBS), needed, progress)
            if not any(library.ledger.read(after=manifest.position, kinds=[Purged.kind])):
                return _finish(library, folder, before, manifest, needed, copied)
            # Something was forgotten meanwhile, which the copy of the ledger still holds.
            ledger.unlink(missing_ok=True)
    raise LedgerError("papers are being purged at this moment", remedy="back up again when that is done")


def read_backup(folder: Path) -> BackupManifest | None:
    """The manifest of the backup in a folder; None if there is no whole one. Raises `UnreadableInput`."""
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check its permissions") from error
    try:
        content = json.loads(text)
        if content["format"] > FORMAT:
            raise UnreadableInput(f"{path} has format {content['format']}, newer than {FORMAT}",
                                  remedy="upgrade claimledger")
        stated = content.pop("sha256")
        if stated != _digest(content):
            raise UnreadableInput(f"{path} does not have its hash", remedy="use another backup")
        return BackupManifest(**(content | {"missing": tuple(content["missing"])}))
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableInput(f"{path} is no manifest of a backup", remedy="use another backup") from error


def blobs_digest(digests: set[str]) -> str:
    """SHA-256 over sorted digests, one a line."""
    return sha256("".join(f"{digest}\n" for digest in sorted(digests)).encode("ascii"))


def _check_folder(library: Library, folder: Path) -> BackupManifest | None:
    """The manifest of the backup that is there. Raises `UsageError` for a folder that is no place for this one."""
    here, there = library.root.resolve(), folder.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise UsageError(f"{folder} and the library lie in each other", remedy="back up to a folder elsewhere")
    manifest = read_backup(folder)
    if manifest is None:
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"{folder} is no folder", remedy="choose another one")
        names = {path.name for path in folder.iterdir()} if folder.exists() else set()
        if not all(name in (_LOCK, BLOBS) or _is_ledger(name) or _is_unfinished(name) for name in names):
            raise UsageError(f"{folder} holds something that is no backup", remedy="choose a new or empty folder")
        return None
    if manifest.library != library.id:
        raise UsageError(f"{folder} is a backup of {manifest.library}", remedy="choose another folder")
    last = next(library.ledger.read(after=manifest.position - 1, until=manifest.position), None)
    if last is None or last.hash != manifest.head_hash:
        raise UsageError(f"{folder} holds events that this library does not have", remedy="choose another folder")
    return manifest


def _copy_ledger(library: Library, folder: Path) -> tuple[Path, BackupManifest, set[str]]:
    """Copy and verify the ledger: its file, the manifest without blobs, and the blobs that it needs."""
    if library.settings.ledger.url:
        # A database is backed up by its own tools: the blobs are copied all the same, for what the ledger names now.
        head = library.ledger.head()
        return folder / "none", _manifest(library, head.position, head.hash, None, None), _needed(library.ledger)
    incoming = folder / _INCOMING
    _sweep(folder)
    library.ledger.backup(incoming)
    copy = SqliteLedger(incoming)
    try:
        positions = [
            position for event in copy.read(kinds=[Purged.kind])
            for position in _purged(event.payload()).positions
        ]
        if positions:
            # The event of a purge precedes the purge: one that is under way must not survive in a backup.
            copy.purge(positions)
        head, needed = copy.verify(), _needed(copy)
    finally:
        copy.close()
    content = file_sha256(incoming)
    sync(incoming)
    place = folder / f"ledger-{content[:16]}.db"
    os.replace(incoming, place)
    _sweep(folder)
    return place, _manifest(library, head.position, head.hash, place.name, content), needed


def _finish(
    library: Library, folder: Path, before: BackupManifest | None, manifest: BackupManifest, needed: set[str],
    copied: CopiedBlobs,
) -> BackupReport:
    missing = copied.missing
    held = needed - missing
    content = asdict(manifest) | {
        "blobs": len(held), "blobs_sha256": blobs_digest(held), "missing": sorted(missing),
    }
    swap_text(folder / MANIFEST, json.dumps(content | {"sha256": _digest(content)}, indent=1, sort_keys=True) + "\n")
    sync(folder)
    for path in folder.iterdir():
        if _is_ledger(path.name) and path.name != manifest.ledger:
            path.unlink()
    store = BlobStore(folder / BLOBS)
    dropped = store.remove([digest for digest in store if digest not in needed])
    purges = library.ledger.read(after=before.position, kinds=[Purged.kind]) if before else ()
    note = None
    if manifest.ledger is None:
        note = "the events lie in PostgreSQL: run pg_dump first, and this after it"
    return BackupReport(
        str(folder), library.id, manifest.position, len(held), copied.number, copied.bytes, len(dropped),
        sum(len(_purged(event.payload()).builds) for event in purges), tuple(sorted(missing)), note,
    )


def _manifest(
    library: Library, position: int, head_hash: str, ledger: str | None, ledger_sha256: str | None
) -> BackupManifest:
    time = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return BackupManifest(
        FORMAT, library.id, library.settings.library.private, time, version("claimledger"), position, head_hash,
        ledger, ledger_sha256, (library.root / FILE_NAME).read_text(encoding="utf-8"), 0, "", (),
    )


def _needed(ledger: Ledger) -> set[str]:
    return named_blobs(ledger.read(kinds=KINDS))


def _purged(payload: object) -> Purged:
    assert isinstance(payload, Purged)
    return payload


def _is_ledger(name: str) -> bool:
    return name.startswith("ledger-") and name.endswith(".db")


def _is_unfinished(name: str) -> bool:
    """Whether a file is of a copy or a manifest that was not finished; dots are before those of an inner step."""
    return name.removeprefix(".").startswith((_INCOMING, f"{MANIFEST}."))


def _sweep(folder: Path) -> None:
    for path in folder.iterdir():
        if _is_unfinished(path.name):
            path.unlink()


def _digest(content: dict[str, Any]) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode("utf-8"))


def file_sha256(path: Path) -> str:
    """Hexadecimal SHA-256 of a file, in constant memory."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
