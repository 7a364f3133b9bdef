"""Blobs: bytes under their SHA-256, one file each. What an event names is on the disk before the event is.

A blob is written to a temporary file in `incoming/` of the same file system, synced and renamed to `ab/cd...`; then the
folder is synced. So a name never stands for half a blob. Blobs are checked whenever they are read.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from .canon import sha256
from .errors import BlobDamaged, LedgerError, ReadOnlyLibrary, UnknownId, UnreadableInput
from .swapping import sync

_DIGEST = re.compile(r"[0-9a-f]{64}")
_INCOMING = "incoming"
_PIECE = 2**20
_GROUP = 256
_SIDE_BY_SIDE = 8
_ABANDONED = 24 * 3600.0
"""Age in seconds from which a temporary file belongs to a process that died."""


@dataclass(frozen=True)
class BlobDamage:
    """A file in the store that is not what its name says; `digest` is None where the name is no blob's."""

    path: Path
    digest: str | None
    reason: str


class BlobStore:
    """Content-addressed files below `root`, which the first put makes. May be used by several processes at once."""

    def __init__(self, root: Path | str, read_only: bool = False) -> None:
        self._root = Path(root)
        self._read_only = read_only
        self._anchored: set[Path] = set()
        if not read_only:
            self.sweep()

    def put(self, content: bytes) -> str:
        """Store bytes and return their digest. Intact bytes are not written again, damaged ones are repaired.

        Raises `ReadOnlyLibrary`, and `LedgerError` if the disk does not take them.
        """
        digest = sha256(content)
        with self._writing():
            self._store(digest, content)
            self._sync({self._place(digest).parent})
        return digest

    def put_many(self, contents: Iterable[bytes]) -> list[str]:
        """Store many blobs and return their digests in the order of the contents, which are taken in groups.

        Files are synced side by side, so that the file system commits many at once, and each folder is synced once, at
        the end: all blobs are safe when the call returns, and not before. Raises as `put` does.
        """
        digests: list[str] = []
        rest = iter(contents)
        with self._writing(), ThreadPoolExecutor(_SIDE_BY_SIDE) as threads:
            while group := list(islice(rest, _GROUP)):
                named = [sha256(content) for content in group]
                distinct = dict(zip(named, group, strict=True))
                list(threads.map(self._store, distinct.keys(), distinct.values()))
                digests += named
            self._sync({self._place(digest).parent for digest in digests}, threads)
        return digests

    def put_file(self, path: Path | str) -> str:
        """Store a file, piece by piece, and return its digest. Raises `UnreadableInput`, and as `put` does."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                digest = _digest_of(_pieces(file.fileno()))
                with self._writing():
                    if not self._intact(digest):
                        file.seek(0)
                        digest = self._write(_pieces(file.fileno()))
                    self._sync({self._place(digest).parent})
        except OSError as error:
            raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error
        return digest

    def get(self, digest: str) -> bytes:
        """The bytes of a blob. Raises `UnknownId`, and `BlobDamaged` if they do not have this digest."""
        path = self.path(digest)
        try:
            if not _is_plain(path):
                raise BlobDamaged(f"the blob {path} is no plain file", remedy=_CURE)
            with open(_opened(path), "rb") as file:
                content = file.read()
        except FileNotFoundError:
            raise UnknownId(f"there is no blob {digest}", remedy="ingest its source again") from None
        except OSError as error:
            raise BlobDamaged(f"the blob {path} cannot be read: {error.strerror}", remedy=_CURE) from error
        if sha256(content) != digest:
            raise BlobDamaged(f"the blob {path} does not have its digest", remedy=_CURE)
        return content

    def path(self, digest: str) -> Path:
        """Where a blob lies, or would lie. Its bytes are not checked. Raises `UnknownId` for what is no digest."""
        if not _DIGEST.fullmatch(digest):
            raise UnknownId(f"{digest!r} is no SHA-256", remedy="give 64 lower-case hexadecimal digits")
        return self._place(digest)

    def has(self, digest: str) -> bool:
        """Whether there is a blob of this digest. Its bytes are not checked."""
        return self.path(digest).is_file()

    def remove(self, digests: Iterable[str]) -> list[str]:
        """Forget blobs; returns those that were there, sorted. One that is not there is gone already.

        The names are off the disk when the call returns. Raises `UnknownId` for what is no digest, and as `put` does.
        """
        places = {digest: self.path(digest) for digest in digests}
        gone = []
        with self._writing():
            for digest, place in sorted(places.items()):
                try:
                    place.unlink()
                except FileNotFoundError:
                    continue
                gone.append(digest)
            for folder in {places[digest].parent for digest in gone}:
                sync(folder)
        return gone

    def sweep(self, abandoned: float = _ABANDONED) -> None:
        """Remove temporary files of that age in seconds: what a killed process left may be text to be forgotten."""
        oldest = time.time() - abandoned
        for path in _sorted(self._root / _INCOMING):
            with suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    def __iter__(self) -> Iterator[str]:
        """Digests of all blobs, sorted."""
        return (digest for digest, _ in self._files() if digest is not None)

    def verify(self) -> Iterator[BlobDamage]:
        """Read every blob, and yield what is damaged. A blob that is missing altogether is not seen here."""
        for digest, path in self._files():
            if digest is None:
                yield BlobDamage(path, None, "the name is no blob's")
                continue
            try:
                if not self._intact(digest):
                    why = "the bytes do not have the digest" if _is_plain(path) else "it is no plain file"
                    yield BlobDamage(path, digest, why)
            except OSError as error:
                yield BlobDamage(path, digest, f"cannot be read: {error.strerror}")

    def _place(self, digest: str) -> Path:
        return self._root / digest[:2] / digest[2:]

    def _files(self) -> Iterator[tuple[str | None, Path]]:
        """All files but the incoming ones, sorted, with their digests; None for a stranger."""
        for folder in _sorted(self._root):
            if folder.name == _INCOMING:
                continue
            if not folder.is_dir():
                yield None, folder
                continue
            for path in _sorted(folder):
                digest = folder.name + path.name
                yield (digest if len(folder.name) == 2 and _DIGEST.fullmatch(digest) else None), path

    def _store(self, digest: str, content: bytes) -> None:
        if not self._intact(digest):
            self._write([content])

    def _intact(self, digest: str) -> bool:
        """Whether the blob is there and has its digest. Raises `OSError` if it is there and cannot be read."""
        path = self._place(digest)
        try:
            if not _is_plain(path):
                return False
            descriptor = _opened(path)
        except FileNotFoundError:
            return False
        try:
            return _digest_of(_pieces(descriptor)) == digest
        finally:
            os.close(descriptor)

    def _write(self, pieces: Iterable[bytes]) -> str:
        """Write, sync and rename; the digest is that of the bytes written. Its folder is left to be synced."""
        temporary = self._root / _INCOMING / secrets.token_hex(16)
        digest = hashlib.sha256()
        try:
            with temporary.open("xb") as file:
                for piece in pieces:
                    digest.update(piece)
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            place = self._place(digest.hexdigest())
            place.parent.mkdir(exist_ok=True)
            temporary.replace(place)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return digest.hexdigest()

    def _sync(self, folders: set[Path], threads: ThreadPoolExecutor | None = None) -> None:
        """Make the names in these folders durable.

        Also where nothing was written: whoever wrote the blob may have renamed it and not yet synced the folder. The
        names of the folders themselves are synced when this store meets them first, which another may have made.
        """
        if threads is None:
            for folder in folders:
                sync(folder)
        else:
            list(threads.map(sync, folders))
        if not folders <= self._anchored:
            sync(self._root)
            self._anchored |= folders

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self._read_only:
            raise ReadOnlyLibrary(f"{self._root} was opened read-only", remedy="open the library for writing")
        try:
            if not (self._root / _INCOMING).is_dir():
                (self._root / _INCOMING).mkdir(parents=True, exist_ok=True)
                sync(self._root.parent)
            yield
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise ReadOnlyLibrary(f"{self._root} cannot be written", remedy="check its permissions") from error
            raise LedgerError(
                f"a blob cannot be stored in {self._root}: {error.strerror}", remedy="check the disk and its free space"
            ) from error


_CURE = "put its source in again, or restore it from a backup"


def _sorted(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []


def _pieces(descriptor: int) -> Iterator[bytes]:
    while piece := os.read(descriptor, _PIECE):
        yield piece


def _is_plain(path: Path) -> bool:
    """Whether this is a file itself. A link would let bytes elsewhere pass for a blob, and a pipe would never end."""
    return stat.S_ISREG(path.lstat().st_mode)


def _opened(path: Path) -> int:
    """A descriptor of a plain file, and of nothing that took its place meanwhile."""
    return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)


def _digest_of(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()
