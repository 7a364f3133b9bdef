"""Locks between processes: one file each, held by the operating system and let go when its holder dies.

A lock file is empty, stays where it is, and says nothing by its presence; only the lock on it counts.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from .errors import LedgerError, ReadOnlyLibrary

PATIENCE = 60.0
"""Seconds that a process waits for another one before it gives up."""
_PAUSE = 0.002
"""Seconds between two tries."""
_STREAK = 0.5
"""Seconds after which a process that takes a lock again and again lets others have it."""
_GAP = 4 * _PAUSE
"""How long it lets them. Locks of the system know no queue: who lets go and takes again at once is always first."""

_streaks: dict[str, tuple[float, float]] = {}
"""For each lock: since when this process has taken it again and again, and when it last let go."""


@contextmanager
def exclusive(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock; wait up to `patience` seconds for it. It is not reentrant.

    Raises `LedgerError` if somebody else keeps it, and `ReadOnlyLibrary` if the lock file cannot be made.
    """
    descriptor = _open(path)
    try:
        since = _give_way(os.fspath(path))
        deadline = time.monotonic() + patience
        while not _take(descriptor, path):
            if time.monotonic() > deadline:
                raise LedgerError(
                    f"another process has held {path} for {patience:g} s",
                    remedy="wait until it is done, then try again",
                )
            time.sleep(_PAUSE)
        try:
            yield
        finally:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
            _streaks[os.fspath(path)] = since, time.monotonic()
    finally:
        os.close(descriptor)


@contextmanager
def if_free(path: Path) -> Iterator[bool]:
    """Take the lock without waiting; yields whether it was free. Raises `ReadOnlyLibrary` if it cannot be made."""
    descriptor = _open(path)
    try:
        free = _take(descriptor, path)
        try:
            yield free
        finally:
            if free:
                # Said aloud, because a child that was forked meanwhile has the file open too.
                fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


class Lease:
    """A shared lock: it is let go by `close`, by the end of a `with`, or when nobody refers to it any more."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor

    def close(self) -> None:
        """Let go; doing so again does nothing."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __enter__(self) -> Lease:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def shared(path: Path) -> Lease | None:
    """Hold the lock together with others who share it, without waiting; None while somebody has it to himself.

    Where the file is missing and cannot be made, nobody can write beside it, and the lease holds nothing.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError:
        return Lease(None)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        # A file system without locks: nothing can be held there.
        os.close(descriptor)
        return Lease(None)
    return Lease(descriptor)


def _give_way(path: str) -> float:
    """Since when the lock is taken again and again by this process; where that is long, others come first."""
    now = time.monotonic()
    since, released = _streaks.get(path, (now, now))
    if now - released > _GAP:
        return now
    if now - since > _STREAK:
        time.sleep(_GAP)
        return time.monotonic()
    return since


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise _unwritable(path, error) from error


def _take(descriptor: int, path: Path) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise _unwritable(path, error) from error
    return True


def _unwritable(path: Path, error: OSError) -> ReadOnlyLibrary:
    return ReadOnlyLibrary(
        f"the lock {path} cannot be taken: {error.strerror}", remedy="give yourself write access to its folder"
    )
