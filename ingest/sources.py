"""Sources on disk: which files of the given paths are taken in, as what, and which are skipped and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..kb.errors import UnreadableInput

FileKind = Literal["pdf", "csl"]


@dataclass(frozen=True)
class Found:
    """A file to take in."""

    path: Path
    kind: FileKind


@dataclass(frozen=True)
class Skipped:
    """A file that is left alone."""

    path: Path
    why: str


def find_sources(paths: Iterable[Path]) -> Iterator[Found | Skipped]:
    """Files in the order given, folders sorted by name. Raises `UnreadableInput` for a path that is not there."""
    seen: set[Path] = set()
    for path in paths:
        if not path.exists():
            raise UnreadableInput(f"{path} does not exist", remedy="check the path")
        for file in _files(path):
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield _classify(file)


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for child in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in child.relative_to(path).parts)
        if child.is_file() and not hidden and not child.name.endswith(":Zone.Identifier"):
            yield child


def _classify(path: Path) -> Found | Skipped:
    try:
        with open(path, "rb") as file:
            start = file.read(1024)
    except OSError as error:
        return Skipped(path, f"cannot be read: {error.strerror}")
    # A file that is called .pdf is a source even if it is something else: the parser then says what it is.
    if path.suffix.lower() == ".pdf" or b"%PDF-" in start:
        return Found(path, "pdf")
    if path.suffix.lower() == ".json":
        from ..kb.formats.csl import looks_like_csl

        if looks_like_csl(start):
            return Found(path, "csl")
    what = path.suffix or "no suffix"
    return Skipped(path, f"unknown kind of file ({what})")
