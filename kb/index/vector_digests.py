"""Digests of vectors: one line for each run of rows that was appended, of its keys and of its rows of the matrix.

Rows behind the last line belong to a process that died after it wrote them, and get theirs with the next append.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .digests import READ_WHOLE

FILE, KEYS, MATRIX = "digests.txt", "keys.sha256", "matrix.f32"
KEY_BYTES = 32


@dataclass(frozen=True)
class Run:
    """Rows from `start` to `end`, the bytes of one row, and the SHA-256 of the keys and of the rows."""

    start: int
    end: int
    row_bytes: int
    keys: str
    matrix: str


def runs(folder: Path) -> list[Run]:
    """The runs in order; a line that a dead process left unfinished ends them."""
    found: list[Run] = []
    if not (folder / FILE).exists():
        return found
    for line in (folder / FILE).read_text(encoding="ascii", errors="replace").splitlines():
        parts = line.split(" ")
        if len(parts) != 4 or not (parts[0].isdecimal() and parts[1].isdecimal() and len(parts[3]) == 64):
            break
        start = found[-1].end if found else 0
        found.append(Run(start, start + int(parts[0]), int(parts[1]), parts[2], parts[3]))
    return found


def extend(folder: Path, before: int, rows: int, row_bytes: int) -> None:
    """Write the digest of the rows behind the last run, up to `rows`, once rows behind `before` were written anew."""
    known = [run for run in runs(folder) if run.end <= before]
    start = known[-1].end if known else 0
    if start < rows:
        with open(folder / KEYS, "rb") as keys, open(folder / MATRIX, "rb") as matrix:
            known.append(Run(
                start, rows, row_bytes, _digest(keys, start, rows, KEY_BYTES), _digest(matrix, start, rows, row_bytes)
            ))
    lines = [f"{run.end - run.start} {run.row_bytes} {run.keys} {run.matrix}\n" for run in known]
    temporary = folder / f".{FILE}.{os.getpid()}.tmp"
    temporary.write_text("".join(lines), encoding="ascii")
    os.replace(temporary, folder / FILE)


def damaged_runs(folder: Path, *, full: bool) -> Iterator[tuple[Run, str]]:
    """Runs that are not what was written, each with what is wrong. Long files are only read with `full`."""
    for name, digest in ((KEYS, "keys"), (MATRIX, "matrix")):
        path = folder / name
        for run in runs(folder):
            width = KEY_BYTES if name == KEYS else run.row_bytes
            size = path.stat().st_size if path.exists() else 0
            if size < run.end * width:
                yield run, f"{path} is shorter than what was written"
            elif full or size <= READ_WHOLE:
                with open(path, "rb") as file:
                    if _digest(file, run.start, run.end, width) != getattr(run, digest):
                        yield run, f"{path} is not what was written"


def _digest(file: BinaryIO, start: int, end: int, width: int) -> str:
    digest = hashlib.sha256()
    file.seek(start * width)
    left = (end - start) * width
    while left and (part := file.read(min(left, 1 << 20))):
        digest.update(part)
        left -= len(part)
    return digest.hexdigest()
