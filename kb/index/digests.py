"""Digests of the index's files, so that nothing is answered from bytes that are not what was written."""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..errors import DamageFound, NotStored
from ..swapping import swap_text

READ_WHOLE = 32 * 2**20
"""Files up to this many bytes are read whole before each use; of longer ones only the size is looked at then."""
CURE = "run: claimledger doctor --mend, or claimledger rebuild"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_SAID_FULL = ("No space left on device", "os error 28", "Disk quota exceeded", "os error 122")


class IndexDamaged(DamageFound):
    """A file of the index is not what was written. Nothing is lost: the next update makes the index again."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the search index is damaged: {what}", remedy=CURE)


@dataclass(frozen=True)
class Digest:
    """Size in bytes and SHA-256 of a file."""

    size: int
    sha256: str


def digest_of(path: Path) -> Digest:
    """The digest of a file as it is now. Raises `OSError`."""
    with open(path, "rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        return Digest(file.tell(), sha256)


def damage_of(path: Path, expected: Digest, *, full: bool) -> str | None:
    """What is wrong with a file, if anything. Without `full` a long file is held against its size alone."""
    try:
        size = path.stat().st_size
        if size == expected.size and ((size > READ_WHOLE and not full) or digest_of(path) == expected):
            return None
    except FileNotFoundError:
        return f"{path} is missing"
    except OSError as error:
        return f"{path} cannot be read ({error.strerror})"
    return f"{path} is not what was written"


def write_digests(folder: Path) -> None:
    """Write the digests of all files in a folder beside it."""
    known = _beside(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digests = {str(path.relative_to(folder)): digest_of(path) for path in files}
    swap_text(known, json.dumps({name: [digest.size, digest.sha256] for name, digest in digests.items()}))


def damages_in(folder: Path, *, full: bool) -> Iterator[str]:
    """What is wrong in a folder, if its digests were written."""
    try:
        known: Mapping[str, tuple[int, str]] = json.loads(_beside(folder).read_text(encoding="utf-8"))
        expected = {folder / name: Digest(size, sha256) for name, (size, sha256) in known.items()}
    except FileNotFoundError:
        return
    except (ValueError, TypeError, AttributeError):
        yield f"{_beside(folder)} is not what was written"
        return
    for path, digest in expected.items():
        if wrong := damage_of(path, digest, full=full):
            yield wrong


def _beside(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.json")


def is_full(error: BaseException) -> bool:
    """Whether an error says that the disk is full: by its number, or in words where a library gives no more."""
    return getattr(error, "errno", None) in _FULL or any(said in str(error) for said in _SAID_FULL)


@contextmanager
def readable_index() -> Iterator[None]:
    """What the libraries underneath raise becomes `NotStored` for a full disk, and `IndexDamaged` otherwise."""
    import duckdb

    try:
        yield
    except (OSError, RuntimeError, ValueError, duckdb.IOException, duckdb.InvalidInputException) as error:
        if is_full(error):
            raise NotStored(
                "the search index cannot be written: the disk is full",
                remedy="nothing is lost; free some disk space, then search or ingest again",
            ) from error
        # Lance says in which file of its own code an error was met, which tells the user nothing.
        said = (str(error).splitlines() or [""])[0].partition(", /")[0] or type(error).__name__
        raise IndexDamaged(said) from error
