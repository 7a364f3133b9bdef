"""Which adapter keeps a library's ledger: SQLite in its folder, or PostgreSQL where the settings name a URL."""

from __future__ import annotations

from pathlib import Path

from ..errors import ChainBroken, NotALibrary
from ..settings import Settings
from .port import Ledger
from .sqlite import SqliteLedger

FILE = "ledger.db"


def open_ledger(root: Path, settings: Settings, *, read_only: bool = False, create: bool = False) -> Ledger:
    """The ledger of the library at `root`; `create` makes it if it is not there.

    Raises `NotALibrary` if it is missing, `ChainBroken` if it was emptied, `ReadOnlyLibrary` if it cannot be written
    and `read_only` was not asked for, and `UsageError` for a URL that no adapter takes and for a server that cannot be
    reached.
    """
    if settings.ledger.url:
        from .postgres import PostgresLedger
        from .postgres_layout import schema_of

        schema = schema_of(settings.library.id)
        return PostgresLedger(settings.ledger.url, schema=schema, read_only=read_only, create=create)
    path = root / FILE
    if not create and not path.exists():
        raise NotALibrary(f"{path} is missing", remedy="restore it from a backup: it is the library")
    if not create and not path.stat().st_size:
        # SQLite would take it for a new database.
        raise ChainBroken(f"{path} is empty: its events are gone", remedy="restore it from a backup: it is the library")
    return SqliteLedger(path, read_only=read_only)


def holds_secret(settings: Settings) -> bool:
    """Whether the settings hold a password, namely in the ledger's URL. Raises `UsageError` for a bad URL."""
    if not settings.ledger.url:
        return False
    from .postgres_database import holds_password

    return holds_password(settings.ledger.url)
