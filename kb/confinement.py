"""What is private stays where it is: in no folder of another library, and in no library out of a private one's folder.

The folders of libraries, their backups and their exports are told by what lies in them, however a path leads there.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .errors import ClaimLedgerError, UsageError
from .exported.layout import MANIFEST as EXPORT
from .founding import begun_private
from .ledger.opening import FILE
from .ledger.sqlite import SqliteLedger
from .settings import FILE_NAME

BACKUP = "backup.json"
OWN_FOLDERS = frozenset({"blobs", "segments", "index", "snapshots"})
"""Folders of a library that hold its own files and none that people put there."""
OWN_FILES = frozenset({FILE_NAME, FILE, f"{FILE}-wal", f"{FILE}-shm"})
"""Files of a library that lie in the folder itself; with them its locks."""
_PASSING = frozenset({"tmp", "replay"})
"""Folders in which a library works."""
_ARTICLES = {"backup": "a", "export": "an"}
UNFINISHED = {".claimledger-export-unfinished": "export", "backup.lock": "backup", "restore-unfinished": "library"}
"""Files by which a folder is told that is being made into one of these."""


@dataclass(frozen=True)
class Holding:
    """A folder that is a library, or a backup or an export of one, and the file that says so."""

    root: Path
    what: str
    file: str

    @property
    def private(self) -> bool:
        """What cannot be told is private, and so is a library if its settings or its ledger say so."""
        path = self.root / self.file
        if self.file == FILE_NAME:
            return _says(path, "library") or _begun_private(self.root / FILE)
        return self.file in UNFINISHED or _says(path)

    def __str__(self) -> str:
        """For people."""
        library = f"a {'private ' if self.private else ''}claimledger library"
        return library if self.what == "library" else f"{_ARTICLES[self.what]} {self.what} of {library}"


def holding_of(folder: Path) -> Holding | None:
    """What a folder is; None for one that is nothing of claimledger's."""
    if os.path.isfile(folder / FILE_NAME):
        return Holding(folder, "library", FILE_NAME)
    for name, what in ((BACKUP, "backup"), (EXPORT, "export")):
        if os.path.isfile(folder / name):
            return Holding(folder, what, name)
    for name, what in UNFINISHED.items():
        if os.path.isfile(folder / name):
            return Holding(folder, what, name)
    return None


def holdings_around(path: Path) -> Iterator[Holding]:
    """The libraries, backups and exports that a path lies in or is, the innermost first; links are followed."""
    resolved = _real(path)
    for folder in (resolved, *resolved.parents):
        if holding := holding_of(folder):
            yield holding


def check_target(path: Path, private: Collection[Path]) -> None:
    """Raises `UsageError` for a path inside another library than the `private` one that is to be written there.

    Of several private libraries none may hold what is said of the others.
    """
    roots = {_real(root) for root in private}
    for holding in holdings_around(path) if roots else ():
        if holding.what == "library" and roots != {holding.root}:
            raise UsageError(
                f"{path} lies in the library {holding.root}, and a private library is asked",
                remedy="write it outside of that folder",
            )


def owner_of(path: Path) -> Holding | None:
    """The library, backup or export that keeps a file at this path or would: nothing else may be written there."""
    resolved = _real(path)
    for holding in holdings_around(path):
        below = resolved.relative_to(holding.root).parts
        if holding.what != "library" or not below or below[0] in OWN_FOLDERS | _PASSING:
            return holding
        if len(below) == 1 and (below[0] in OWN_FILES or below[0].endswith(".lock")):
            return holding
    return None


def why_not_taken(path: Path, library: Path, *, private: bool) -> str | None:
    """Why a file or folder is no source for a library, in words; None for one that may be taken in.

    Nothing comes out of a private library, its backup or its export into a public library, and nothing out of the
    folders in which any library or backup keeps its own files.
    """
    resolved = _real(path)
    for holding in holdings_around(path):
        if not private and holding.root != _real(library) and holding.private:
            return f"lies in {holding}" if holding.root != resolved else str(holding)
        below = resolved.relative_to(holding.root).parts
        kept = not below or below[0] in OWN_FOLDERS | _PASSING
        if holding.what == "backup" or (holding.what == "library" and kept):
            return f"lies in {holding}" if below else str(holding)
    return None


def check_source(path: Path, library: Path, *, private: bool) -> None:
    """Raises `UsageError` for a file or folder that is no source for a library; see `why_not_taken`."""
    if why := why_not_taken(path, library, private=private):
        raise UsageError(f"{path} cannot be taken in: {why}", remedy="name files that lie elsewhere")


def _real(path: Path) -> Path:
    # Unlike `resolve`, it takes a link that leads to itself, as one that leads nowhere.
    return Path(os.path.realpath(path))


def _says(path: Path, section: str | None = None) -> bool:
    """Whether settings or a manifest say that a library is private."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text) if section else json.loads(text)
        said = content[section].get("private", False) if section else content["private"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return True
    return said is not False


def _begun_private(path: Path) -> bool:
    """Whether a ledger in SQLite is that of a private library. One that cannot be read does not say so."""
    with suppress(ClaimLedgerError, OSError):
        ledger = SqliteLedger(path, read_only=True, trackless=True)
        try:
            return bool(begun_private(ledger))
        finally:
            ledger.close()
    return False
