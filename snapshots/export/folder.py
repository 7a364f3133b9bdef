"""The folder of an export: new or empty, outside of every library, and no export until its manifest is there.

A marker lies in it from the first byte to the last. An export that died leaves the marker and no manifest; the next one
to the same folder clears away what was begun and starts again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ...kb.errors import UsageError
from ...kb.exported.layout import MANIFEST, ExportedFile
from ...kb.locks import if_free
from ...kb.output import writing
from ...kb.settings import FILE_NAME
from ...kb.swapping import prepared, sync

MARKER = ".claimledger-export-unfinished"
_ELSEWHERE = "name another folder"


@contextmanager
def export_folder(folder: Path, *, private: bool) -> Iterator[None]:
    """Hold a folder for one export, which writes its manifest with `finishing`.

    Raises `UsageError` for a folder that is in use or lies in a library.
    """
    _check_outside(folder)
    fresh = not folder.exists()
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder", remedy=_ELSEWHERE)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o755)
        found = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}", remedy=_ELSEWHERE) from error
    if found and (MARKER not in found or MANIFEST in found):
        raise UsageError(f"{folder} is not empty", remedy=_ELSEWHERE)
    with if_free(folder / MARKER) as free:
        if not free:
            raise UsageError(f"another process exports to {folder}", remedy="wait for it, or name another folder")
        if private:
            folder.chmod(0o700)
        _clear(folder)
        try:
            with _secluded(private):
                yield
        except BaseException:
            _clear(folder)
            (folder / MARKER).unlink(missing_ok=True)
            if fresh:
                folder.rmdir()
            raise
        (folder / MARKER).unlink(missing_ok=True)


@contextmanager
def _secluded(private: bool) -> Iterator[None]:
    """What is written of a private library is for its user alone, also where no library is open."""
    before = os.umask(0o077) if private else None
    try:
        yield
    finally:
        if before is not None:
            os.umask(before)


def listed(folder: Path) -> dict[str, ExportedFile]:
    """Every file that was written, by its path inside the folder, on the disk by now."""
    return {
        path.relative_to(folder).as_posix(): described(path) for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in (MARKER, MANIFEST)
    }


def described(path: Path) -> ExportedFile:
    """Digest and size of a file, which is on the disk by now."""
    with writing(path), open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
        return ExportedFile(sha256=digest, bytes=os.fstat(file.fileno()).st_size)


@contextmanager
def finishing(folder: Path, manifest: str) -> Iterator[None]:
    """Put the manifest in its place, which makes the folder an export, when the block ends.

    All is written by then, so that a ledger in which the block records the export does not record one that fails.
    """
    for path in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        sync(path)
    with ExitStack() as stack:
        with writing(folder / MANIFEST):
            stack.enter_context(prepared(folder / MANIFEST, manifest))
        yield


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.name != MARKER:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _check_outside(folder: Path) -> None:
    absolute = folder.resolve()
    for parent in (absolute, *absolute.parents):
        for name, what in ((FILE_NAME, "library"), (MANIFEST, "export")):
            if (parent / name).is_file() and (parent != absolute or name == FILE_NAME):
                raise UsageError(f"{folder} lies in the {what} {parent}", remedy="name a folder outside of it")
