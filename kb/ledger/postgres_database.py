"""Connections to the PostgreSQL database of a ledger, and what its errors mean.

Nothing here knows about events; `postgres.py` does. What is said about the database never holds a password.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, QueuePool, create_engine, make_url
from sqlalchemy.exc import ArgumentError

from ..errors import ChainBroken, ClaimLedgerError, LedgerError, NotALibrary, NotStored, ReadOnlyLibrary, UsageError
from ..locks import PATIENCE

if TYPE_CHECKING:
    import psycopg

SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
"""What the URL of a PostgreSQL database begins with."""

_SECRETS = ("password", "sslpassword")
_OLDEST = 130000
_PORT = 5432
_FORM = "postgresql://USER@HOST:PORT/DATABASE"


class ConnectionLost(LedgerError):
    """The server went away in the middle. What was being appended may be stored or not."""


class Database:
    """Connections to one database, pooled. Raises `UsageError` for a bad URL, and if psycopg is not installed.

    Each statement is a transaction of its own unless it says otherwise, so nothing is left open on the server.
    """

    def __init__(self, url: str, *, read_only: bool) -> None:
        self._url = _parsed(url)
        self._read_only = read_only
        self.name = _public(self._url)
        if not _driver_is_there():
            raise UsageError(
                "a ledger in PostgreSQL needs the package psycopg", remedy="pip install 'claimledger[postgres]'"
            )
        # `hide_parameters`: what is stored shall not be found in a log.
        self._engine: Engine = create_engine(
            "postgresql+psycopg://", creator=self._connect, poolclass=QueuePool, pool_pre_ping=True,
            hide_parameters=True,
        )

    @contextmanager
    def connected(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in autocommit. Errors of PostgreSQL inside come out as ours."""
        import psycopg

        try:
            pooled = self._engine.raw_connection()
        except psycopg.Error as error:
            raise self._refused(error) from error
        connection = pooled.driver_connection
        assert isinstance(connection, psycopg.Connection)
        try:
            yield connection
        except psycopg.Error as error:
            lost = connection.closed
            if lost:
                pooled.invalidate()
            raise self._translated(error, lost=lost) from error
        finally:
            pooled.close()

    def dispose(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _connect(self) -> psycopg.Connection[Any]:
        import psycopg

        named = self._url.translate_connect_args(username="user", database="dbname")
        named |= {key: value if isinstance(value, str) else ",".join(value) for key, value in self._url.query.items()}
        connection = psycopg.connect(**{"connect_timeout": "10", "application_name": "claimledger"} | named)
        try:
            connection.autocommit = True
            connection.read_only = self._read_only
            # Whatever is the default here: an append that waited for the lock must see what was committed meanwhile.
            connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
            connection.execute(f"SET lock_timeout = '{PATIENCE:g}s'")
            if self._read_only:
                connection.execute("SET default_transaction_read_only = on")
            # An append that was answered is on the disk.
            connection.execute("SELECT set_config('synchronous_commit', 'on', false)"
                               " WHERE current_setting('synchronous_commit') = 'off'")
            self._check_server(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_server(self, connection: psycopg.Connection[Any]) -> None:
        if connection.info.server_version < _OLDEST:
            raise UsageError(f"{self.name} is older than PostgreSQL 13", remedy="use a newer server")
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise UsageError(
                f"{self.name} stores text as {encoding}", remedy="make it with: CREATE DATABASE ... ENCODING UTF8"
            )

    def _refused(self, error: psycopg.Error) -> ClaimLedgerError:
        """What it means that no connection could be made."""
        text = self._text(error)
        if "password" in text:
            remedy = "give user and password in the URL, in PGPASSWORD or in ~/.pgpass"
        elif "does not exist" in text:
            remedy = "check user and database in the URL, or make them"
        else:
            remedy = "check the URL, and that the server runs"
        return UsageError(f"no connection to {self.name}: {text}", remedy=remedy)

    def _translated(self, error: psycopg.Error, *, lost: bool) -> ClaimLedgerError:
        text, state = self._text(error), error.sqlstate or ""
        again = "then run the same command again"
        if lost or state.startswith("57P") or state.startswith("08"):
            return ConnectionLost(f"the connection to {self.name} was lost: {text}", remedy=f"see to it, {again}")
        if state == "55P03":
            return LedgerError(f"another program has held the ledger in {self.name} for {PATIENCE:g} s",
                               remedy=f"wait until it is done, {again}")
        if state in ("42501", "25006"):
            return ReadOnlyLibrary(f"{self.name}: {text}", remedy="ask the owner of the database for the right")
        if state in ("42P01", "3F000"):
            return NotALibrary(f"{self.name} does not hold this ledger: {text}", remedy="check the URL")
        if state.startswith("53"):
            return NotStored(f"{self.name} cannot store more: {text}", remedy=f"see to the server's disk, {again}")
        if state.startswith("23"):
            return LedgerError(f"{self.name} refused an event: {text}", remedy="run `claimledger verify`")
        if state.startswith("XX"):
            return ChainBroken(f"{self.name} cannot be read: {text}", remedy="restore the database from a backup")
        return LedgerError(f"{self.name}: {text}", remedy="see the log of the server")

    def _text(self, error: psycopg.Error) -> str:
        """What the server said, on one line, without the password."""
        text = " ".join((error.diag.message_primary or str(error)).split())
        for secret in (self._url.password, *(self._url.query.get(name) for name in _SECRETS)):
            text = text.replace(str(secret), "***") if secret else text
        return text


def holds_password(url: str) -> bool:
    """Whether the URL holds a password, so that a file with it concerns nobody else. Raises `UsageError`."""
    parsed = _parsed(url)
    return parsed.password is not None or any(name in parsed.query for name in _SECRETS)


def same_database(one: str, other: str) -> bool:
    """Whether two URLs name the same database, whoever connects to it. Raises `UsageError` for a bad URL.

    Only the names are compared: of two names of one host nobody knows here.
    """
    return _place(_parsed(one)) == _place(_parsed(other))


def _place(url: URL) -> tuple[str, str, str]:
    """Host (or the folder of the socket), port and database; the database has the user's name if none is given."""
    host, port = (url.query.get(name, given) for name, given in (("host", url.host), ("port", url.port)))
    named = "" if host in (None, "", "localhost", "127.0.0.1", "::1") else str(host).lower()
    return named, str(port or _PORT), str(url.query.get("dbname", url.database) or url.username or "")


def _parsed(url: str) -> URL:
    """The parts of the URL. What is wrong with it is said without repeating it, since it may hold a password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise UsageError("the URL of the ledger cannot be read", remedy=f"write {_FORM}") from None
    if parsed.drivername not in SCHEMES:
        raise UsageError(f"no ledger for URLs of {parsed.drivername!r}", remedy=f"write {_FORM}, or none for SQLite")
    if "@" in f"{parsed.host}{parsed.database}" or not re.fullmatch(r"[^@]*@?[^@]*", url):
        raise UsageError("the URL of the ledger holds more than one @", remedy="write %40 for an @ in a password")
    return parsed


def _public(url: URL) -> str:
    """The URL without passwords, for people to read."""
    query = {key: value for key, value in url.query.items() if key not in _SECRETS}
    kept = URL.create("postgresql", url.username, None, url.host, url.port, url.database, query)
    return kept.render_as_string()


def _driver_is_there() -> bool:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return False
    return True
