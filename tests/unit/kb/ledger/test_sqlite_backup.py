"""Copies of a ledger that is being written to."""

import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.kb.errors import UsageError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

# Appends batches of seven until its standard input ends.
WRITER = """
import sys, threading
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
ledger = SqliteLedger(sys.argv[1])
failed = NewEvent(StageFailed(build="x", stage="s", reason="r", message="water " * 200, attempt=1))
while not ended.is_set():
    print(ledger.append([Append("a", [failed] * 7)], actor="program:test")[-1].position, flush=True)
ledger.close()
"""


def add(ledger: SqliteLedger, count: int) -> None:
    failed = StageFailed(build="x", stage="s", reason="r", message="m" * 400, attempt=1)
    ledger.append([Append("a", [NewEvent(failed)] * count)], actor="human:ada")


def test_a_backup_holds_every_acknowledged_event_and_whole_batches_while_a_writer_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqliteLedger(path)
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, cwd=tmp_path) as writer:
        assert writer.stdout is not None
        for number in range(5):
            acknowledged = int(writer.stdout.readline())
            ledger.backup(tmp_path / f"copy-{number}.db")
            copy = SqliteLedger(tmp_path / f"copy-{number}.db", read_only=True)
            head = copy.verify()
            assert head.position >= acknowledged and head.position % 7 == 0
            assert next(ledger.read(after=head.position - 1)).hash == head.hash
            copy.close()
        last = [int(line) for line in writer.communicate(timeout=60)[0].split()][-1]
    assert ledger.verify().position == last
    ledger.close()


def test_a_backup_is_one_file_with_the_permissions_of_the_ledger_and_can_be_written_to(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    add(ledger, 3)
    (tmp_path / "ledger.db").chmod(0o600)
    (tmp_path / "copies").mkdir()
    ledger.backup(tmp_path / "copies" / "copy.db")
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["copy.db"]
    assert (tmp_path / "copies" / "copy.db").stat().st_mode & 0o777 == 0o600
    copy = SqliteLedger(tmp_path / "copies" / "copy.db")
    assert list(copy.read()) == list(ledger.read())
    add(copy, 1)
    assert (copy.verify().position, ledger.verify().position) == (4, 3)
    copy.close()
    ledger.close()


def test_a_read_only_ledger_is_backed_up(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    add(ledger, 3)
    ledger.close()
    (tmp_path / "ledger.db").chmod(0o444)
    reader = SqliteLedger(tmp_path / "ledger.db", read_only=True)
    reader.backup(tmp_path / "copy.db")
    reader.close()
    # Who copies it works on the copy: what was purged goes from a backup.
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o644
    copy = SqliteLedger(tmp_path / "copy.db", read_only=True)
    assert copy.verify().position == 3
    copy.close()


def test_a_file_that_exists_is_never_written_over(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"mine\.txt exists already"):
        ledger.backup(tmp_path / "mine.txt")
    with pytest.raises(UsageError, match="nowhere"):
        ledger.backup(tmp_path / "nowhere" / "copy.db")
    assert (tmp_path / "mine.txt").read_text() == "mine"
    ledger.close()


def test_a_backup_that_does_not_fit_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    add(ledger, 300)
    ledger.close()
    limited = """
import resource, sys
from pathlib import Path
from claimledger.kb.errors import LedgerError
from claimledger.kb.ledger.sqlite import SqliteLedger
ledger = SqliteLedger(sys.argv[1], read_only=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    ledger.backup(Path(sys.argv[2]))
except LedgerError as error:
    print(error)
"""
    (tmp_path / "copies").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", limited, str(tmp_path / "ledger.db"), str(tmp_path / "copies" / "copy.db")],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    )
    assert "copy.db cannot be stored" in done.stdout
    assert list((tmp_path / "copies").iterdir()) == []
