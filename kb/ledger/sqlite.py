"""The ledger in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from ..locks import PATIENCE, exclusive, if_free
from .port import PackedEvent
from .sql_ledger import Cursor, Row, SqlLedger, utc_now
from .sqlite_backup import copy_database
from .sqlite_file import connected, lock_path, log_path, open_read_only, open_writable, translated
from .sqlite_log import held_bytes
from .statements import Dialect

_LOG_BYTES = 4 * 2**20
"""What the write-ahead log may hold before it is folded into the database."""
_READER_PATIENCE = 3.0
"""Seconds that a purge waits for readers. Ours keep no transaction open, so whoever reads longer reads for long."""

_TOGETHER = 250
"""Texts that one statement asks about; SQLite allows 999 parameters in all versions."""

_DIALECT = Dialect()
_INSERT = f"INSERT INTO events VALUES ({', '.join('?' * len(PackedEvent._fields))})"


class SqliteLedger(SqlLedger):
    """A `Ledger` in a SQLite file, which is made if it does not exist. May be used by several threads and processes.

    Raises `NotALibrary` for a file that is something else, `UsageError` for a newer format or a missing folder, and
    `ReadOnlyLibrary` for one that cannot be written. With `read_only` nothing is ever written; `trackless` is for a
    short look at another library's ledger (see `open_read_only`).
    """

    def __init__(
        self, path: Path | str, *, read_only: bool = False, trackless: bool = False,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._path = Path(path)
        self._lock, self._log = lock_path(self._path), os.fspath(log_path(self._path))
        self._folded = 0
        super().__init__(str(path), _DIALECT, read_only=read_only, clock=clock)
        self._engine = (
            open_read_only(self._path, trackless=trackless) if read_only else open_writable(self._path)
        )

    def purge(self, positions: Collection[int]) -> bool:
        """Erase the payloads at these positions. A `Purged` event must name them; doing it again changes nothing.

        What is deleted is overwritten with zeros (`secure_delete`), and the write-ahead log, which holds older states
        of the pages, is folded in and cut to nothing. True if that succeeded; False while a reader keeps the log, which
        `finish_purge` then waits for. Raises `LedgerError` for a position that no `Purged` event names, and
        `ReadOnlyLibrary`.
        """
        self._refuse_read_only()
        wanted = [(position,) for position in sorted(set(positions))]
        self._check_purged(positions)
        with self._appending() as cursor:
            cursor.execute("DELETE FROM purging")
            cursor.executemany("INSERT INTO purging VALUES (?)", wanted)
            cursor.executemany("UPDATE events SET payload = NULL WHERE position = ? AND payload IS NOT NULL", wanted)
            cursor.execute("DELETE FROM purging")
        return self.finish_purge()

    def finish_purge(self) -> bool:
        """Cut the write-ahead log to nothing, if no reader keeps it. True if nothing of a purge is left."""
        self._refuse_read_only()
        with exclusive(self._lock), translated(self._path), connected(self._engine) as connection:
            connection.execute(f"PRAGMA busy_timeout={round(1000 * _READER_PATIENCE)}")
            try:
                busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            finally:
                connection.execute(f"PRAGMA busy_timeout={round(1000 * PATIENCE)}")
        return not busy

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file, while others append.

        Raises `UsageError` if the file exists or cannot be made, and `LedgerError` if it cannot be stored.
        """
        with connected(self._engine) as connection:
            copy_database(connection, path, mode=self._path.stat().st_mode & 0o777)

    def close(self) -> None:
        """Release files and connections."""
        if self._read_only or not self._path.exists():
            # Where the library was removed, taking the lock would make its folder anew.
            self._engine.dispose()
            return
        # The last connection to close checkpoints. If the lock is taken then its holder is connected, and so we are
        # not the last.
        with if_free(self._lock):
            self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Cursor]:
        with translated(self._path), connected(self._engine) as connection:
            cursor = connection.cursor()
            try:
                yield cursor
            finally:
                cursor.close()

    @contextmanager
    def _appending(self) -> Iterator[Cursor]:
        # Why a lock file, when BEGIN IMMEDIATE already lets only one writer in?
        #
        # Positions have no gaps and the chain has one end, so an append must see the true head and nobody may append
        # between its look and its commit. BEGIN IMMEDIATE alone gives that. But
        #   - waiting for it is polling without a queue, in which one busy writer starves the others until their
        #     busy timeout, while the lock file is waited for outside SQLite;
        #   - a checkpoint is not covered by it. SQLite 3.7.0 to 3.51.2 can corrupt the database if a checkpoint in one
        #     process meets a commit or a checkpoint in another, and these versions are what most machines have. So
        #     automatic checkpoints are off, and ours run here, under the same lock as the appends.
        # BEGIN IMMEDIATE stays, because a program that does not know the lock file may write to the database too.
        #
        # It also is what readers rely on: positions become visible in their order, because the next one is given only
        # after the one before is committed. With numbers from a sequence a reader that polls for "after N" would miss
        # what commits late.
        with exclusive(self._lock), translated(self._path), connected(self._engine) as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise
            self._checkpoint(cursor)

    def _look_up(self, cursor: Cursor, statement: str, asked: Collection[str]) -> Iterable[tuple[Any, ...]]:
        rest = iter(asked)
        while some := tuple(islice(rest, _TOGETHER)):
            # Of few lengths, so that SQLite finds the statement prepared. What is asked twice is answered twice.
            width = 1 if len(some) == 1 else _TOGETHER
            yield from cursor.execute(_asking(statement, width), some + some[-1:] * (width - len(some)))

    def _insert(self, cursor: Cursor, rows: Sequence[Row]) -> None:
        cursor.executemany(_INSERT, rows)

    def _checkpoint(self, cursor: Cursor) -> None:
        """Fold a large write-ahead log into the database. The events are safe without, so a failure waits its turn."""
        with suppress(sqlite3.Error, OSError):
            held = held_bytes(self._log)
            # What a reader keeps from beginning anew is not folded with every append.
            if held < self._folded:
                self._folded = 0
            if held - self._folded >= _LOG_BYTES:
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
                self._folded = held


@cache
def _asking(statement: str, width: int) -> str:
    return _DIALECT.text(statement, f"(VALUES {', '.join(['(?)'] * width)}) AS asked")


def _roll_back(connection: sqlite3.Connection) -> None:
    """Undo what is open. SQLite may have done so already, as on a full disk."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
