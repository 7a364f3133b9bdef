"""The SQLite file of a ledger: opening, checking and creating it, and what its errors mean.

Nothing here knows about events; `sqlite.py` does.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, QueuePool, create_engine

from ..errors import ChainBroken, ClaimLedgerError, LedgerError, NotALibrary, NotStored, ReadOnlyLibrary, UsageError
from ..locks import PATIENCE, exclusive
from .sqlite_beside import Connection, read_start
from .sqlite_layout import FORMAT, format_of, lay_out

_MAGIC = b"SQLite format 3\x00"
_BACKUP = "restore the ledger from a backup"

# `wal_autocheckpoint` is off because every checkpoint is ours, under the append lock (see `SqliteLedger`).
# `temp_store` keeps whatever SQLite spills inside the process: a private library leaves nothing in /tmp.
_WRITING = (
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA wal_autocheckpoint=0",
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA temp_store=MEMORY",
)
_NO_FILES_BESIDE = ("SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY", "SQLITE_READONLY_CANTINIT")
_READING = ("PRAGMA query_only=ON", "PRAGMA temp_store=MEMORY")


def lock_path(path: Path) -> Path:
    """The append lock of the ledger at `path`."""
    return path.with_name(f"{path.name}.lock")


def log_path(path: Path) -> Path:
    """The write-ahead log of the ledger at `path`."""
    return path.with_name(f"{path.name}-wal")


def open_writable(path: Path) -> Engine:
    """The engine of a ledger that is made if it does not exist, and brought to today's layout if it is older.

    Raises `UsageError` (`NotALibrary` where the file is something else) and `ReadOnlyLibrary`.
    """
    if not path.parent.is_dir():
        raise UsageError(f"the folder {path.parent} does not exist", remedy="make it first")
    exists = _is_database(path)
    for place in (path.parent, path) if exists else (path.parent,):
        if not os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise ReadOnlyLibrary(f"{place} cannot be written", remedy="open it read-only, or ask its owner")
    engine = _engine(path, "mode=rw" if exists else "mode=rwc", _WRITING)
    with disposed_on_error(engine), translated(path):
        try:
            with connected(engine) as connection:
                number = _checked_format(connection, path)
        except sqlite3.Error as error:
            if exists and _lacks_room(error):
                # Reading needs no room, and whoever only reads shall not wait for some.
                raise ReadOnlyLibrary(
                    f"{path} cannot be written: the disk is full",
                    remedy="free some space, or raise the limit on files (ulimit -f)",
                ) from error
            raise
        if number < FORMAT:
            with exclusive(lock_path(path)), connected(engine) as connection:
                lay_out(connection)
    return engine


def open_read_only(path: Path, *, trackless: bool = False) -> Engine:
    """The engine of an existing ledger, which is never written. Raises `UsageError` and `NotALibrary`.

    SQLite makes files beside it, which a reader may not remove. With `trackless` it makes none if nobody has the ledger
    open now; what is written from then on may be missed.
    """
    if not _is_database(path):
        raise NotALibrary(f"{path} is not there or empty", remedy="give the folder of a library")
    quiet = trackless and not log_path(path).exists()
    engine = _engine(path, _immutable(path) if quiet else "mode=ro", _READING)
    try:
        with disposed_on_error(engine), connected(engine) as connection:
            number = _checked_format(connection, path)
    except sqlite3.Error as error:
        if _name(error) not in _NO_FILES_BESIDE and not _lacks_room(error):
            raise translate(error, path) from error
        engine = _engine(path, _immutable(path), _READING)
        with disposed_on_error(engine), translated(path), connected(engine) as connection:
            number = _checked_format(connection, path)
    if not number:
        engine.dispose()
        raise NotALibrary(f"{path} holds no ledger yet", remedy="open it for writing once")
    return engine


@contextmanager
def connected(engine: Engine) -> Iterator[sqlite3.Connection]:
    """One of the engine's connections, as the driver gives it. Raises the driver's errors."""
    pooled = engine.raw_connection()
    try:
        connection = pooled.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        yield connection
    finally:
        pooled.close()


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of SQLite as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate(error, path) from error


@contextmanager
def disposed_on_error(engine: Engine) -> Iterator[None]:
    """Close the engine's connections if what follows fails."""
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


def translate(error: sqlite3.Error, path: Path) -> ClaimLedgerError:
    """What an error of SQLite means to the user."""
    name = _name(error)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return LedgerError(f"{path} is locked by another program", remedy="close what else has it open, then try again")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return ReadOnlyLibrary(f"{path} cannot be opened or written: {error}", remedy="check its permissions")
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return NotStored(f"{path} cannot be stored: {error}", remedy="check the disk and its free space")
    if name.startswith("SQLITE_CONSTRAINT"):
        return LedgerError(f"{path} refused an event: {error}", remedy="run `claimledger verify`")
    return ChainBroken(f"{path} cannot be read: {error}", remedy=_BACKUP)


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


def _lacks_room(error: sqlite3.Error) -> bool:
    """Whether the files beside the database, which SQLite makes for readers too, found no room on the disk."""
    return _name(error).startswith(("SQLITE_FULL", "SQLITE_IOERR_SHM", "SQLITE_IOERR_WRITE"))


def _engine(path: Path, mode: str, pragmas: tuple[str, ...]) -> Engine:
    uri = f"{path.absolute().as_uri()}?{mode}"

    def connect() -> sqlite3.Connection:
        # Without an isolation level the driver begins nothing by itself: a read ends with its statement, and a write
        # begins where we say so.
        connection = Connection(
            uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False, path=path
        )
        try:
            for pragma in pragmas:
                connection.execute(pragma)
        except UnicodeDecodeError as error:
            # As in `_checked_format`.
            connection.close()
            raise sqlite3.DatabaseError("malformed database schema") from error
        except BaseException:
            connection.close()
            raise
        return connection

    return create_engine("sqlite:///ledger", creator=connect, poolclass=QueuePool)


def _is_database(path: Path) -> bool:
    """Whether there is a database; an empty file, as a crash may leave it, is none. Raises `NotALibrary` for others."""
    try:
        start = read_start(path, len(_MAGIC))
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", remedy="check its permissions") from error
    if start and start != _MAGIC:
        raise NotALibrary(f"{path} is not a ledger", remedy="give the folder of a library")
    return bool(start)


def _checked_format(connection: sqlite3.Connection, path: Path) -> int:
    """The number of the layout; 0 for a database without anything in it. Raises for what is no ledger of ours."""
    try:
        number = format_of(connection)
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged schema quotes it, and then is no text that the driver can give.
        raise sqlite3.DatabaseError("malformed database schema") from error
    if number is None:
        raise NotALibrary(f"{path} is a database, but not a ledger", remedy="give the folder of a library")
    if number < 0:
        raise ChainBroken(f"{path} is damaged: its header states a format that no version writes", remedy=_BACKUP)
    if number > FORMAT:
        raise UsageError(f"{path} has format {number}, newer than {FORMAT}", remedy="upgrade claimledger")
    return number


def _immutable(path: Path) -> str:
    """The mode that needs no file beside the database. Raises `UsageError` if events would be missed by it."""
    log = log_path(path)
    if log.exists() and log.stat().st_size:
        # Immutable ignores the write-ahead log, and with it events that were acknowledged.
        raise UsageError(
            f"{log} holds events that cannot be read in a folder without write access",
            remedy="copy the library to where it can be written, or open it once for writing",
        )
    return "immutable=1"
