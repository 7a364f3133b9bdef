"""What is wrong with the database of a ledger, that a walk along its events does not pass."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sqlalchemy import Engine

from .errors import ClaimLedgerError
from .ledger.opening import FILE
from .ledger.sqlite_beside import read_start
from .ledger.sqlite_file import connected, log_path, open_read_only
from .ledger.sqlite_layout import FORMAT, format_of, lay_out
from .library import Library
from .write_ahead_log import read_log

if TYPE_CHECKING:
    from .ledger.postgres import PostgresLedger

_HEADER = 100
# Fields of the header of a SQLite file (offset, length) that are always the same in a ledger, and what they are: page
# size aside, a change there is found by nothing else, and keeps the file from being written.
_FIXED = {
    (18, 2): b"\x02\x02", (20, 4): b"\x00\x40\x20\x20", (44, 8): b"\x00\x00\x00\x04" + bytes(4),
    (56, 4): b"\x00\x00\x00\x01", (72, 20): bytes(20),
}
# SQLite counts its changes in two places, and writes both at once.
_COUNTED, _COUNTED_AGAIN = slice(24, 28), slice(92, 96)


def damaged_database(library: Library) -> list[str]:
    """What is wrong with the database of the ledger: its file, indexes, triggers. Nothing is looked at elsewhere.

    The walk along the chain reads the events; this finds what it does not pass: an index that leads astray, a trigger
    that does not guard any more, a table that is not ours.
    """
    if library.lost:
        # That is what is wrong, and whoever reads the ledger hears it.
        return []
    if library.settings.ledger.url:
        return [f"ledger: {fault}" for fault in cast("PostgresLedger", library.ledger).faults()]
    path = library.root / FILE
    try:
        engine = open_read_only(path)
        with _disposed(engine), connected(engine) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
            faults = [] if found == ["ok"] else found
            # One of an older layout that cannot be written is read as it is.
            if format_of(connection) == FORMAT and _layout(connection) != _layout_wanted():
                faults.append("its tables, indexes or triggers are not those of a ledger")
            elif format_of(connection) == FORMAT and connection.execute("SELECT 1 FROM purging").fetchone():
                # A row there is only seen inside the transaction that purges.
                faults.append("its table `purging` allows a payload to go, and no purge is under way")
        header = read_start(path, _HEADER)
    except (ClaimLedgerError, sqlite3.Error, OSError) as error:
        faults, header = [str(error)], b""
    for (at, length), wanted in _FIXED.items():
        if header and header[at:at + length] != wanted:
            faults.append(f"its header is not that of a ledger at byte {at}")
    if header[_COUNTED] != header[_COUNTED_AGAIN]:
        faults.append("its header counts changes in two ways")
    # Somebody may be writing at this moment: what is damaged stays damaged.
    if header and _overlong(path) and _overlong(path):
        faults.append("bytes follow its last page")
    log = log_path(path)
    if read_log(log).damaged and (end := read_log(log)).damaged:
        faults.append(f"its log {log.name} is damaged in frame {end.frame}, and {end.commits} transactions are lost")
    return [f"ledger {FILE}: {' '.join(fault.split())}" for fault in faults]


def _overlong(path: Path) -> bool:
    """Whether the file is longer than its pages. While a log waits to be folded in, that cannot be told."""
    log = log_path(path)
    if log.exists() and log.stat().st_size:
        return False
    size, header = path.stat().st_size, read_start(path, _HEADER)
    page = int.from_bytes(header[16:18], "big")
    return size > (65_536 if page == 1 else page) * int.from_bytes(header[28:32], "big")


def doubtful_log(library: Library) -> str | None:
    """What to know of a log that ends in a transaction which does not check, as a crash leaves it."""
    if library.settings.ledger.url or not read_log(log_path(library.root / FILE)).doubtful:
        return None
    return "the ledger's log ends in an append that was cut off before it was acknowledged, or damaged after that"


@contextmanager
def _disposed(engine: Engine) -> Iterator[None]:
    try:
        yield
    finally:
        engine.dispose()


def _layout(connection: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Kind, name and meaning of everything in the schema; triggers by their text, all else by its structure."""
    found = set()
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall():
        if kind == "trigger":
            meaning = " ".join(str(sql).split())
        elif kind == "table":
            parts = ("table_xinfo", "index_list")
            meaning = repr([connection.execute(f"PRAGMA {part}({name})").fetchall() for part in parts])
        else:
            meaning = repr(connection.execute(f"PRAGMA index_xinfo({name})").fetchall())
        found.add((str(kind), str(name), meaning))
    return found


def _layout_wanted() -> set[tuple[str, str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        lay_out(connection)
        return _layout(connection)
