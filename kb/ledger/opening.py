"""Which adapter keeps a library's ledger: SQLite in its folder, or PostgreSQL where the settings name a URL."""

from __future__ import annotations

from pathlib import Path

from ..errors import NotALibrary, UsageError
from ..settings import Settings
from .port import Ledger
from .sqlite import SqliteLedger

FILE = "ledger.db"


def open_ledger(root: Path, settings: Settings, *, read_only: bool = False, create: bool = False) -> Ledger:
    """The ledger of the library at `root`; `create` makes it if it is not there.

    Raises `NotALibrary` if it is missing, and `UsageError` for a URL that no adapter takes.
    """
    url = settings.ledger.url
    if not url:
        path = root / FILE
        if not create and not path.exists():
            raise NotALibrary(f"{path} is missing", remedy="restore it from a backup: it is the library")
        return SqliteLedger(path, read_only=read_only)
    raise UsageError(f"no ledger for the URL {url!r}", remedy="use postgresql://..., or none for SQLite")
