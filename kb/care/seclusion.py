"""Seclusion: while a private library is open, what this process writes is for its user alone and stays inside.

Files get mode 0600 and folders 0700 through the umask, which also holds for what other libraries write beside ours.
Temporary files (spilled sorts, index parts, those of child processes) go to `tmp/` of the library instead of `/tmp`:
whoever writes one asks `tempfile.gettempdir()` or the environment variable `TMPDIR`. Both belong to the whole process,
so with several libraries open the last private one keeps them until it is closed.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FOLDER = "tmp"
_NAME = re.compile(r"(?P<host>.+)-(?P<process>\d+)-[0-9a-f]{8}")
_guard = threading.RLock()
_inside: list[Path | None] = []
_before: tuple[int, str | None, str | None] | None = None
"""Umask, `TMPDIR` and `tempfile.tempdir` as they were outside."""


class Seclusion:
    """Begins when it is made and ends with `end`, or when it is forgotten, or with the process."""

    def __init__(self, root: Path, *, read_only: bool = False) -> None:
        self.folder = None if read_only else _make(root)
        _enter(self.folder)
        self._end = weakref.finalize(self, _leave, self.folder)

    def end(self) -> None:
        """Give back umask and temporary folder, and remove what is left in there. May be called again."""
        self._end()


def abandoned(root: Path) -> Iterator[Path]:
    """Temporary folders of processes of this machine that are gone."""
    with suppress(OSError):
        for path in sorted((root / FOLDER).iterdir()):
            match = _NAME.fullmatch(path.name)
            if match and match["host"] == _host() and not is_alive(int(match["process"])):
                yield path


def is_alive(process: int) -> bool:
    """Whether a process of this number runs on this machine."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _make(root: Path) -> Path:
    for path in abandoned(root):
        shutil.rmtree(path, ignore_errors=True)
    (root / FOLDER).mkdir(mode=0o700, exist_ok=True)
    folder = root.resolve() / FOLDER / f"{_host()}-{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o700)
    return folder


def _enter(folder: Path | None) -> None:
    global _before
    with _guard:
        if not _inside:
            _before = os.umask(0o077), os.environ.get("TMPDIR"), tempfile.tempdir
        _inside.append(folder)
        _point()


def _leave(folder: Path | None) -> None:
    global _before
    with _guard:
        _inside.remove(folder)
        if not _inside and _before is not None:
            umask, variable, tempfile.tempdir = _before
            os.umask(umask)
            _set_variable(variable)
            _before = None
        else:
            _point()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def _point() -> None:
    """Temporary files go to the last private library that can be written."""
    writable = [folder for folder in _inside if folder is not None]
    if writable:
        tempfile.tempdir = str(writable[-1])
        _set_variable(tempfile.tempdir)
    elif _before is not None:
        tempfile.tempdir = _before[2]
        _set_variable(_before[1])


def _set_variable(value: str | None) -> None:
    if value is None:
        os.environ.pop("TMPDIR", None)
    else:
        os.environ["TMPDIR"] = value


def _host() -> str:
    return re.sub(r"[^\w.]", "_", socket.gethostname()) or "host"
