"""A disk without room: a clear error, nothing acknowledged is lost, and the ledger goes on once there is room."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.kb.errors import LedgerError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library

MEGABYTE = 2**20

# Appends until that fails, in a process whose files may not grow beyond a limit. Prints what was acknowledged, and then
# the error.
LIMITED = """
import resource, secrets, sys
from claimledger.kb.errors import ClaimLedgerError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

ledger = SqliteLedger(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (2**21, 2**21))
try:
    while True:
        failed = StageFailed(build="x", stage="s", reason="r", message=secrets.token_hex(40_000), attempt=1)
        stored = ledger.append([Append("a", [NewEvent(failed)] * 2)], actor="program:test")
        print(stored[-1].position, stored[-1].hash, flush=True)
except ClaimLedgerError as error:
    print(error)
"""


def add(ledger: SqliteLedger, size: int) -> int:
    failed = StageFailed(build="x", stage="s", reason="r", message=os.urandom(size // 2).hex(), attempt=1)
    return ledger.append([Append("a", [NewEvent(failed)])], actor="human:ada")[0].position


@pytest.fixture
def small_disk(mount_disk: Callable[[int], Path]) -> Path:
    """A disk of three megabytes."""
    return mount_disk(3)


def test_a_full_disk_is_said_and_loses_nothing(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(MEGABYTE))
    path = small_disk / "ledger.db"
    ledger = SqliteLedger(path)
    acknowledged = 0
    with pytest.raises(LedgerError, match=r"ledger\.db cannot be stored: .*; check the disk and its free space"):
        while True:
            acknowledged = add(ledger, 60_000)
    assert acknowledged > 5
    reader = SqliteLedger(path, read_only=True)
    assert reader.verify().position == ledger.verify().position == acknowledged
    reader.close()
    with pytest.raises(LedgerError, match="cannot be stored"):
        add(ledger, MEGABYTE)
    (small_disk / "ballast").unlink()
    assert add(ledger, 60_000) == acknowledged + 1
    ledger.close()
    again = SqliteLedger(path)
    assert again.verify().position == acknowledged + 1
    assert [event.position for event in again.read()] == list(range(1, acknowledged + 2))
    again.close()


def test_a_purge_on_a_full_disk_changes_nothing_or_is_completed_later(small_disk: Path) -> None:
    path = small_disk / "ledger.db"
    ledger = SqliteLedger(path)
    positions = [add(ledger, 60_000) for _ in range(8)]
    purged = Purged(builds=(), positions=tuple(positions), blobs=(), rows=(), reason="asked to")
    ledger.append([Append("library", [NewEvent(purged)])], actor="human:ada")
    with pytest.raises(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4_096))
    with pytest.raises(LedgerError, match="cannot be stored"):
        ledger.purge(positions)
    assert ledger.verify().position == 9
    assert all(event.content is not None for event in ledger.read())
    (small_disk / "ballast").unlink()
    assert ledger.purge(positions) is True
    assert [event.content is None for event in ledger.read()] == [True] * 8 + [False]
    ledger.close()


def test_a_ledger_on_a_full_disk_is_opened_for_reading(small_disk: Path) -> None:
    root = small_disk / "library"
    Library.create(root, owner="ada").close()
    with pytest.raises(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4_096))
    with Library.open(root) as library:
        assert library.read_only and library.ledger.verify().position == 1
    (small_disk / "ballast").unlink()
    with Library.open(root) as library:
        assert not library.read_only


def test_a_file_that_may_not_grow_is_said_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    *acknowledged, error = done.stdout.splitlines()
    assert error.startswith(f"{path} cannot be stored") and error.endswith("check the disk and its free space")
    position, link = acknowledged[-1].split()
    assert int(position) >= 8
    ledger = SqliteLedger(path)
    head = ledger.verify()
    assert (head.position, head.hash) == (int(position), link)
    assert add(ledger, 100) == int(position) + 1
    ledger.close()
