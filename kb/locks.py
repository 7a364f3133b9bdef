"""Locks between processes: one file each, held by the operating system and let go when its holder dies.

A lock file is empty, stays where it is, and says nothing by its presence; only the lock on it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from .errors import LedgerError, ReadOnlyLibrary

PATIENCE = 60.0
"""Seconds that a process waits for another one before it gives up."""


@contextmanager
def exclusive(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock; wait up to `patience` seconds for it. It is not reentrant.

    Raises `LedgerError` if somebody else keeps it, and `ReadOnlyLibrary` if the lock file cannot be made.
    """
    lock = _lock(path)
    try:
        lock.acquire(timeout=patience)
    except Timeout as error:
        raise LedgerError(
            f"another process has held {path} for {patience:g} s", remedy="wait until it is done, then try again"
        ) from error
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def if_free(path: Path) -> Iterator[bool]:
    """Take the lock without waiting; yields whether it was free. Raises `ReadOnlyLibrary` if it cannot be made."""
    lock = _lock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        yield True
    finally:
        lock.release()


def _lock(path: Path) -> FileLock:
    return FileLock(path, poll_interval=0.01)


def _unwritable(path: Path, error: OSError) -> ReadOnlyLibrary:
    return ReadOnlyLibrary(
        f"the lock {path} cannot be taken: {error.strerror}", remedy="give yourself write access to its folder"
    )
