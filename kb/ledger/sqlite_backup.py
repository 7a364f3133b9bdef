"""A copy of a ledger's database while others append to it, whole or not there."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from ..errors import LedgerError, UsageError
from ..swapping import sync
from .sqlite_file import translated


def copy_database(source: sqlite3.Connection, path: Path, *, mode: int) -> None:
    """Write the database as it is at this moment to a new file with these permissions, on the disk when it returns.

    Its owner may write it, whatever the mode says: that of a ledger which was made read-only forbids it. SQLite copies
    within one read transaction, so writers go on and the copy holds all of an append or nothing. Raises `UsageError` if
    the file exists or its folder does not, and `LedgerError` if it cannot be stored.
    """
    if path.exists():
        raise UsageError(f"{path} exists already", remedy="name a new file")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise UsageError(f"{part} cannot be made: {error.strerror}", remedy="choose another folder") from error
    try:
        with translated(path), closing(sqlite3.connect(part)) as target:
            source.backup(target)
        part.chmod(mode | 0o600)
        sync(part)
        part.rename(path)
        sync(path.parent)
    except OSError as error:
        raise LedgerError(f"{path} cannot be stored: {error.strerror}", remedy="check the disk") from error
    finally:
        part.unlink(missing_ok=True)
