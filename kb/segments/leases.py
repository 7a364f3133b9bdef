"""Leases: a reader holds the manifest that it reads by, and nothing that the manifest names goes meanwhile.

A lease is a shared lock of the operating system (`flock`) on the manifest's file; it goes with the process that holds
it. Taking it never waits: the only thing in its way is somebody who is about to unlink that very manifest, and then
there is a newer one. It needs no right to write, so a read-only library is read in the same way.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import DamageFound
from .manifest import NOTHING, Manifest, manifest_name, numbers_in, parse_manifest

_ROUNDS = 1000
_PAUSE = 0.002
_NO_LOCKS = (errno.EOPNOTSUPP, errno.ENOLCK, errno.EINVAL, errno.ENOSYS)
"""What a file system says that knows no locks. Nothing is ever unlinked there, since nobody can be asked."""


class Lease:
    """A manifest that is held until `release`. One without a file (`NOTHING`) holds nothing."""

    def __init__(self, manifest: Manifest, descriptor: int | None = None) -> None:
        self.manifest = manifest
        self._descriptor = descriptor

    def release(self) -> None:
        """Let go. Again is done already."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __del__(self) -> None:
        self.release()

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def take_lease(root: Path) -> Lease:
    """Hold the manifest in force. Without one, or where it is of another layout, the lease is on no segments.

    Raises `DamageFound` if its bytes are not what they were.
    """
    for _ in range(_ROUNDS):
        number = _newest(root)
        if number is None:
            return Lease(NOTHING)
        descriptor = _held(root / manifest_name(number))
        if descriptor is not None:
            return _read(number, descriptor)
        time.sleep(_PAUSE)
    raise DamageFound(f"no manifest in {root} stays in force", remedy="run: claimledger rebuild")


@contextmanager
def unheld(path: Path) -> Iterator[bool]:
    """Whether nobody holds a lease on this manifest; while the block runs, nobody gets one either."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        yield True
        return
    try:
        yield _lock(descriptor, fcntl.LOCK_EX) is True
    finally:
        os.close(descriptor)


def _newest(root: Path) -> int | None:
    try:
        numbers = numbers_in(os.listdir(root))
    except (FileNotFoundError, NotADirectoryError):
        return None
    return numbers[0] if numbers else None


def _held(path: Path) -> int | None:
    """A descriptor that holds the file; None if it was unlinked, or is about to be."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    # Between the opening and the lock the file may have gone, and its segments with it.
    if _lock(descriptor, fcntl.LOCK_SH) is not False and os.fstat(descriptor).st_nlink:
        return descriptor
    os.close(descriptor)
    return None


def _lock(descriptor: int, kind: int) -> bool | None:
    """Lock without waiting: whether it was free; None where the file system knows no locks."""
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return None
    return True


def _read(number: int, descriptor: int) -> Lease:
    try:
        with open(descriptor, encoding="utf-8", errors="replace", closefd=False) as file:
            return Lease(parse_manifest(number, file.read()), descriptor)
    except BaseException:
        os.close(descriptor)
        raise
