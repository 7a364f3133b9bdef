"""The append lock: who waits for it, and who does not."""

import shutil
import threading
from pathlib import Path

import pytest
from claimledger.kb.errors import ConcurrentAppend
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.ledger.sqlite_file import lock_path
from claimledger.kb.locks import exclusive, if_free

CALL = [Append("a", [NewEvent(BuildSealed(build="x", blob="b", pipeline="p"))])]


def test_an_append_waits_for_the_lock_and_a_reader_does_not(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    ledger.append(CALL, actor="human:ada")
    done = threading.Event()

    def append() -> None:
        ledger.append(CALL, actor="human:ada")
        done.set()

    waiting = threading.Thread(target=append)
    with exclusive(lock_path(tmp_path / "ledger.db")):
        waiting.start()
        assert not done.wait(0.2)
        assert ledger.verify().position == 1
        assert len(list(ledger.read())) == 1
        SqliteLedger(tmp_path / "ledger.db").close()
    assert done.wait(30)
    waiting.join()
    assert ledger.head().position == 2
    ledger.close()


def test_a_refused_append_lets_the_lock_go(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    with pytest.raises(ConcurrentAppend):
        ledger.append([Append("a", CALL[0].events, expected=9)], actor="human:ada")
    with if_free(lock_path(tmp_path / "ledger.db")) as free:
        assert free
    ledger.append(CALL, actor="human:ada")
    ledger.close()


def test_closing_a_ledger_whose_library_was_removed_does_not_bring_the_folder_back(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    ledger = SqliteLedger(tmp_path / "library" / "ledger.db")
    ledger.append(CALL, actor="human:ada")
    shutil.rmtree(tmp_path / "library")
    ledger.close()
    assert list(tmp_path.iterdir()) == []
