"""The file that a result goes to: a path that a person named, which may be anything that has a path.

A file is swapped whole, through a link at the place that the link leads to. A stream (pipe, terminal, `/dev/stdout`,
`/dev/null`) is written to and stays what it is. Folders, disks and sockets are refused, and so are the files that a
library, a backup or an export keeps.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .confinement import owner_of
from .errors import UsageError
from .swapping import prepared

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def check_output(path: Path) -> None:
    """Raises `UsageError` for a path that could not be written: better before the work than after it."""
    if owner := owner_of(path):
        raise UsageError(f"{path} cannot be written: there {owner} keeps its own files", remedy="choose another file")
    mode = _mode(path)
    if mode is not None and not (stat.S_ISREG(mode) or _is_stream(mode)):
        what = "a folder" if stat.S_ISDIR(mode) else "no file"
        raise UsageError(f"{path} cannot be written: it is {what}", remedy="choose another file")
    if not os.access(path if is_stream(path) else _target(path).parent, os.W_OK):
        raise UsageError(f"{path} cannot be written", remedy="choose another file, in a folder that is there")


def write_output(path: Path, text: str) -> None:
    """Put UTF-8 text there. A file that is there keeps its permissions, but none that a new one would not get.

    Raises `UsageError`, which names the path.
    """
    write_outputs({path: text})


def write_outputs(texts: Mapping[Path, str]) -> None:
    """Put each text in its place. Files take theirs once all are written, the last one first. As `write_output`."""
    path = Path()
    with ExitStack() as stack:
        try:
            for path, text in texts.items():
                check_output(path)
                if is_stream(path):
                    _write_stream(path, text)
                    continue
                mode = _mode(path)
                allowed = 0o777 if mode is None else stat.S_IMODE(mode)
                stack.enter_context(prepared(_target(path), text, mode=allowed))
            stack.close()
        except OSError as error:
            raise unwritable(path, error) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Errors of the system while a file is written, which often name none, as `UsageError` that names it."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path | str, error: OSError) -> UsageError:
    """A file that could not be written, in words: which, why, and what to do."""
    if error.errno in _FULL:
        return UsageError(
            f"{path} cannot be written: the disk is full",
            remedy="free some space, raise the limit on files (ulimit -f), or write it elsewhere",
        )
    return UsageError(f"{path} cannot be written: {error.strerror or error}", remedy="write it elsewhere")


def is_stream(path: Path) -> bool:
    """Whether a path leads to something that is written to and cannot be swapped."""
    mode = _mode(path)
    return mode is not None and (_is_stream(mode) or _standard(path) is not None)


def _is_stream(mode: int) -> bool:
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def _write_stream(path: Path, text: str) -> None:
    standard = _standard(path)
    if standard is None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    # Opened a second time, a file that takes our standard output would be written from its beginning.
    stream = sys.stdout if standard == 1 else sys.stderr
    stream.flush()
    with open(standard, "w", encoding="utf-8", closefd=False) as file:
        file.write(text)


def _standard(path: Path) -> int | None:
    """The standard stream that a path means, be it redirected to a file or not."""
    for descriptor in (1, 2):
        try:
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except OSError:
            continue
    return None


def _mode(path: Path) -> int | None:
    """What lies at the end of a path; None for nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unwritable(path, error) from error


def _target(path: Path) -> Path:
    """The path behind all links: of a file that is there, or that would be."""
    return Path(os.path.realpath(path))
