"""Files that are swapped whole: whoever reads one sees the old text or the new one, also after a crash."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LONGEST = 150
"""Bytes of a file's name that its temporary file repeats: names end at 255."""


def swap_text(path: Path, text: str, *, mode: int = 0o777) -> None:
    """Put UTF-8 text in a file's place, with no more permissions than `mode`. Raises `OSError`."""
    with prepared(path, text, mode=mode):
        pass


def sync(path: Path) -> None:
    """Bring a file or a folder to the disk, as it is. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def prepared(path: Path, text: str, *, mode: int = 0o777) -> Iterator[None]:
    """Write the text beside `path`; it takes the place when the block ends, and none if it raises. As `swap_text`."""
    temporary = path.with_name(f".{os.fsdecode(os.fsencode(path.name)[:_LONGEST])}.{os.getpid()}.tmp")
    try:
        with _said_of(path, temporary):
            _write(temporary, text, mode)
        yield
        with _said_of(path, temporary):
            os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _write(path: Path, text: str, mode: int) -> None:
    path.unlink(missing_ok=True)
    with open(path, "x", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        given = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        if given & ~mode:
            os.fchmod(file.fileno(), given & mode)
        os.fsync(file.fileno())


@contextmanager
def _said_of(path: Path, temporary: Path) -> Iterator[None]:
    """Errors name the file that was meant: writing itself names none."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, str(temporary)):
            error.filename = str(path)
        raise
