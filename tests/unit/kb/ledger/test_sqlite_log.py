"""When the write-ahead log is folded into the database: with every few megabytes of it, not with every append."""

import os
from pathlib import Path

from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import _LOG_BYTES, SqliteLedger
from claimledger.kb.ledger.sqlite_file import log_path
from claimledger.kb.ledger.sqlite_log import held_bytes

LARGE = 200_000


def add(ledger: SqliteLedger, size: int) -> None:
    """Append an event of about so many bytes that do not compress to less than a third of them."""
    failed = StageFailed(build="x", stage="s", reason="r", message=os.urandom(size).hex(), attempt=1)
    ledger.append([Append("a", [NewEvent(failed)])], actor="program:test")


def folded(path: Path) -> bytes:
    """What lies in the database without its log."""
    return path.read_bytes()


def log_bytes(path: Path) -> int:
    return held_bytes(str(log_path(path)))


def test_a_log_that_has_grown_is_folded_once_and_not_with_every_append_after(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqliteLedger(path)
    states = {folded(path)}
    appended = 0
    while len(states) == 1:
        assert log_bytes(path) < _LOG_BYTES
        add(ledger, LARGE)
        states.add(folded(path))
        appended += 1
    assert _LOG_BYTES <= log_bytes(path) < _LOG_BYTES + 3 * LARGE
    for _ in range(10):
        add(ledger, 10)
        states.add(folded(path))
    assert len(states) == 2 and log_bytes(path) < 10 * 10 * 4096
    # And again, from where the log began anew.
    for _ in range(appended):
        add(ledger, LARGE)
        states.add(folded(path))
    assert len(states) == 3
    assert ledger.verify().position == 2 * appended + 10
    ledger.close()


def test_a_log_that_a_reader_keeps_is_folded_when_he_is_done(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqliteLedger(path)
    add(ledger, 10)
    appended = 3 * _LOG_BYTES // LARGE
    with ledger._reading() as cursor:
        cursor.execute("BEGIN")
        count = "SELECT count(*) FROM events"
        assert cursor.execute(count).fetchone() == (1,)
        states = set()
        for _ in range(appended):
            add(ledger, LARGE)
            states.add(folded(path))
        assert cursor.execute(count).fetchone() == (1,)
        # What he does not read any more may be folded, and that does not happen with every append.
        assert len(states) <= 2 and log_bytes(path) > 2 * _LOG_BYTES
        cursor.execute("COMMIT")
    for _ in range(appended // 3 + 1):
        add(ledger, LARGE)
    assert folded(path) not in states and log_bytes(path) < _LOG_BYTES
    assert ledger.verify().position == 1 + appended + appended // 3 + 1
    ledger.close()
