"""The ledger in a PostgreSQL database: one schema a library, so that one database holds several."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..locks import PATIENCE
from . import postgres_layout as layout
from .batch import PreparedAppend
from .port import PackedEvent, StoredEvent
from .postgres_checks import faults_of
from .postgres_database import ConnectionLost, Database
from .sql_ledger import BATCH_BYTES, Cursor, Row, SqlLedger, utc_now
from .statements import Dialect

if TYPE_CHECKING:
    import psycopg

_READER_PATIENCE = 5.0
"""Seconds that a purge waits for whoever reads or writes the table."""

_ALL = ", ".join(PackedEvent._fields)
# A client cannot stop reading in the middle, as with SQLite, so the server cuts the rows at a size. It does so by the
# lengths alone, without fetching the payloads.
_BOUNDED = f"""
    SELECT {_ALL} FROM (
        SELECT page.*, sum(octet_length(payload)) OVER (ORDER BY position) - octet_length(payload) AS before
        FROM ({{}}) AS page
    ) AS measured WHERE coalesce(before, 0) < {BATCH_BYTES} ORDER BY position
"""


class PostgresLedger(SqlLedger):
    """A `Ledger` in a schema of a PostgreSQL database. May be used by several threads, processes and machines.

    With `create` the schema is made if it does not exist; with `read_only` nothing is ever written. Raises `UsageError`
    for a bad URL, a missing driver, a server that is not there or refuses the user, and a newer layout; `NotALibrary`
    where there is no such schema; `ReadOnlyLibrary` where the user may not write.
    """

    def __init__(
        self,
        url: str,
        *,
        schema: str,
        read_only: bool = False,
        create: bool = True,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._schema = schema
        self._database = Database(url, read_only=read_only)
        dialect = Dialect(events=f"{schema}.events", parameter="%({})s", bounded=_BOUNDED)
        super().__init__(self._database.name, dialect, read_only=read_only, clock=clock)
        try:
            with self._database.connected() as connection:
                if create and not read_only:
                    layout.lay_out(connection, schema)
                layout.check(connection, schema, self._database.name, writing=not read_only)
                if not read_only:
                    layout.bring_up(connection, schema)
        except BaseException:
            self._database.dispose()
            raise

    def purge(self, positions: Collection[int]) -> bool:
        """Erase the payloads at these positions. A `Purged` event must name them; doing it again changes nothing.

        The table is written anew without them (VACUUM FULL). True if that succeeded; False while somebody uses the
        table or keeps an old state of the database in view, or if the user does not own the table: `finish_purge` tries
        again. The server's write-ahead log, its archive, replicas and dumps are the administrator's. Raises
        `LedgerError` for a position that no `Purged` event names, and `ReadOnlyLibrary`.
        """
        self._refuse_read_only()
        self._check_purged(positions)
        with self._appending() as cursor:
            mark = cursor.execute(layout.PURGING).fetchone()[0]
            erase = f"UPDATE {self._schema}.events SET payload = NULL WHERE position = ANY(%s) AND payload IS NOT NULL"
            if cursor.execute(erase, (sorted(set(positions)),)).rowcount:
                cursor.execute(f"UPDATE {self._schema}.ledger SET remnants = %s", (mark,))
        return self.finish_purge()

    def finish_purge(self) -> bool:
        """Write the table anew if a purge left old versions of its rows. True if none is left."""
        self._refuse_read_only()
        with self._database.connected() as connection:
            row = connection.execute(f"SELECT remnants FROM {self._schema}.ledger").fetchone()
            if row is None or row[0] is None:
                return True
            if not self._written_anew(connection):
                return False
            connection.execute(f"UPDATE {self._schema}.ledger SET remnants = NULL WHERE remnants = %s", (row[0],))
        return True

    def backup(self, path: Path) -> None:
        """Raises `UsageError`: a database is backed up by its own tools."""
        command = f"pg_dump --format=custom --schema={self._schema} --file={path} {self._database.name}"
        raise UsageError("a ledger in PostgreSQL is not copied by claimledger", remedy=f"run: {command}")

    def faults(self) -> list[str]:
        """What of tables, indexes, triggers and functions is not as this program makes it; see `postgres_checks`."""
        with self._database.connected() as connection:
            return faults_of(connection, self._schema)

    def close(self) -> None:
        """Close all connections."""
        self._database.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Cursor]:
        with self._database.connected() as connection, connection.cursor(binary=True) as cursor:
            yield cursor

    @contextmanager
    def _appending(self) -> Iterator[Cursor]:
        # The advisory lock lets one append in at a time, and is let go by the commit, after which its events are
        # visible. So the next one, which looks for the head only when it has the lock, sees it, and readers see
        # positions in their order. A sequence would give numbers before the commit: who polls for "after N" would then
        # miss what commits late.
        with self._database.connected() as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (layout.lock_key(self._schema),))
            with connection.cursor(binary=True) as cursor:
                yield cursor

    def _append(self, batch: Sequence[PreparedAppend], actor: str, run: str | None) -> list[StoredEvent]:
        try:
            return super()._append(batch, actor, run)
        except ConnectionLost as lost:
            # If the connection was lost with the answer to the commit, the events are stored. Their ids say so, also
            # those that came from no key, as this batch has them from before.
            again = [
                append._replace(events=tuple(event._replace(repeatable=True) for event in append.events))
                for append in batch
            ]
            try:
                return super()._append(again, actor, run)
            except UsageError as error:
                # No connection any more, and still nobody knows.
                raise lost from error

    def _look_up(self, cursor: Cursor, statement: str, asked: Collection[str]) -> Iterable[tuple[Any, ...]]:
        if not asked:
            return []
        rows = self._dialect.text(statement, "unnest(%s::text[]) AS asked (column1)")
        return list(cursor.execute(rows, (list(asked),)))

    def _insert(self, cursor: Cursor, rows: Sequence[Row]) -> None:
        cursor.executemany(f"INSERT INTO {self._schema}.events VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)

    def _written_anew(self, connection: psycopg.Connection[Any]) -> bool:
        """Write the table anew; whether that was done, and no version of a row but the last was kept."""
        import psycopg

        kept: list[int] = []

        def hear(notice: psycopg.errors.Diagnostic) -> None:
            # "4 dead row versions cannot be removed yet", in the server's language: some transaction, on whatever
            # table, could still see them. A user who does not own the table gets another notice, without a number.
            if found := re.match(r"\D*(\d+)", notice.message_detail or ""):
                kept.append(int(found[1]))

        connection.add_notice_handler(hear)
        try:
            connection.execute(f"SET lock_timeout = '{_READER_PATIENCE:g}s'")
            connection.execute(f"VACUUM (FULL, VERBOSE) {self._schema}.events")
        except psycopg.errors.LockNotAvailable:
            return False
        finally:
            connection.remove_notice_handler(hear)
            connection.execute(f"SET lock_timeout = '{PATIENCE:g}s'")
        return kept == [0]
