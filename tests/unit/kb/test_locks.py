"""Locks between processes."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from claimledger.kb.errors import LedgerError, ReadOnlyLibrary
from claimledger.kb.locks import exclusive, if_free, shared

HOLDER = """
import sys, time
from pathlib import Path
from claimledger.kb.locks import exclusive
with exclusive(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def holder(lock: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)], stdout=subprocess.PIPE, text=True, cwd=lock.parent
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def test_a_lock_held_by_another_process_is_waited_for_and_then_given_up(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    with holder(lock) as child:
        try:
            with pytest.raises(LedgerError, match="another process has held"), exclusive(lock, patience=0.1):
                pass
            with if_free(lock) as free:
                assert not free
        finally:
            child.kill()
    with exclusive(lock, patience=0.1):  # the holder died, and its lock with it
        pass


def test_a_lock_can_be_taken_again_after_an_error_inside(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    with pytest.raises(KeyError), exclusive(lock):
        raise KeyError
    with if_free(lock) as free:
        assert free


def test_a_lock_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.lock").mkdir()
    with pytest.raises(ReadOnlyLibrary, match=r"a\.lock"), exclusive(tmp_path / "a.lock", patience=0.1):
        pass
    with pytest.raises(ReadOnlyLibrary, match=r"a\.lock"), if_free(tmp_path / "a.lock"):
        pass


def test_who_shares_a_lock_keeps_others_from_having_it_alone_and_not_from_sharing(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    first, second = shared(lock), shared(lock)
    assert first is not None and second is not None
    with if_free(lock) as free:
        assert not free
    first.close()
    del second  # a lease that nobody refers to is let go
    with if_free(lock) as free:
        assert free
        assert shared(lock) is None


def test_a_lock_that_is_not_there_and_cannot_be_made_is_shared_by_nobody(tmp_path: Path) -> None:
    with shared(tmp_path / "absent" / "a.lock") or pytest.fail("somebody else has it"):
        pass


@pytest.mark.parametrize("rest", [0, 0.02])
def test_who_takes_a_lock_again_and_again_leaves_gaps_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rest: float
) -> None:
    sleep, gaps = time.sleep, []
    monkeypatch.setattr("claimledger.kb.locks._STREAK", 0.2)
    monkeypatch.setattr("claimledger.kb.locks.time.sleep", lambda seconds: gaps.append(seconds) or sleep(seconds))
    end = time.monotonic() + 0.7
    while time.monotonic() < end:
        with exclusive(tmp_path / "a.lock"):
            sleep(0.01)
        sleep(rest)
    # Longer than the pause between two tries of somebody who waits; and none where there are gaps anyway.
    assert (2 <= len(gaps) <= 4 and min(gaps) > 0.005) if not rest else gaps == []
