"""Reading the file of a database beside SQLite, in a process that has it open too.

POSIX locks belong to a process and a file: closing any descriptor of the file lets all of them go, also those that
SQLite holds by another one. Without them the next process to close the database takes itself for the last one and
removes the log that this process goes on to write, and with it what it acknowledges. SQLite closes its own descriptors
late for that reason (sqlite.org/howtocorrupt.html, section 2.2), and so does what is here.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import Counter
from pathlib import Path
from typing import Any

_Inode = tuple[int, int]

_guard = threading.Lock()
_open: Counter[_Inode] = Counter()
_kept: dict[_Inode, list[int]] = {}


class Connection(sqlite3.Connection):
    """A connection to the database at `path`, counted until it is closed."""

    def __init__(self, database: str, *arguments: Any, path: Path, **options: Any) -> None:
        with _guard:
            super().__init__(database, *arguments, **options)
            found = path.stat()
            self._inode: _Inode | None = (found.st_dev, found.st_ino)
            _open[self._inode] += 1

    def close(self) -> None:
        """Close it, and with the last one the descriptors that had to wait for that."""
        super().close()
        with _guard:
            inode, self._inode = self._inode, None
            if inode is None:
                return
            _open[inode] -= 1
            if not _open[inode]:
                del _open[inode]
                for descriptor in _kept.pop(inode, []):
                    os.close(descriptor)


def read_start(path: Path, count: int) -> bytes:
    """The first bytes of a file that may be an open database. Raises `OSError`."""
    with _guard:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            found = os.fstat(descriptor)
            return os.read(descriptor, count)
        finally:
            inode = found.st_dev, found.st_ino
            if _open[inode]:
                _kept.setdefault(inode, []).append(descriptor)
            else:
                os.close(descriptor)
