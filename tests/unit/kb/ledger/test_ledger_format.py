"""The page on the ledger is enough: an outsider's verifier, written from it alone, comes to the same head."""

import hashlib
import json
import re
import sqlite3
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from claimledger.kb.errors import DamageFound
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger.chain import GENESIS, link
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

PAGE = (Path(__file__).parents[4] / "docs" / "ledger-format.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
SELECT = re.findall(r"    (SELECT .*?\n    FROM .*?)\n", PAGE, re.DOTALL)[0]
SHELL = re.findall(r"    (printf .*)\n", PAGE)[0]


# The outsider's program: the standard library and a zstd decoder.


def canonical(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def follows(before: str, envelope: dict[str, Any]) -> str:
    return hashlib.sha256(before.encode() + b"\n" + canonical(envelope)).hexdigest()


def verified(rows: Iterable[sqlite3.Row]) -> tuple[int, str]:
    """Position and hash of the head; fails where the chain does not hold."""
    head, position, versions, missing, named = "0" * 64, 0, dict[str, int](), set[int](), set[int]()
    for row in rows:
        envelope = dict(row)
        payload, stated = envelope.pop("payload"), envelope.pop("hash")
        position += 1
        versions[row["stream"]] = versions.get(row["stream"], 0) + 1
        assert (row["position"], row["version"]) == (position, versions[row["stream"]])
        head = follows(head, envelope)
        assert head == stated
        if payload is None:
            missing.add(position)
            assert row["kind"] != "Purged"
            continue
        content = zstandard.ZstdDecompressor().decompress(payload)
        assert hashlib.sha256(content).hexdigest() == row["payload_sha256"]
        assert canonical(json.loads(content)) == content
        if row["kind"] == "Purged":
            named.update(json.loads(content)["positions"])
    assert missing <= named
    return position, head


def read(path: Path) -> list[sqlite3.Row]:
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    rows = connection.execute(SELECT).fetchall()
    connection.close()
    return rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed ledger of four events on two streams, of which the second was purged."""
    ledger = SqliteLedger(tmp_path / "ledger.db")
    for number in range(3):
        message = f'number "{number}"\n\t\x01'
        failed = StageFailed(build="build-é", stage="parse", reason="x", message=message, attempt=1)
        ledger.append([Append("ab"[number % 2], [NewEvent(failed, cause="event-x")])], actor="human:ada", run="run-1")
    purge = Purged(builds=(), positions=(2,), blobs=(), rows=(), reason="x")
    ledger.append([Append("a", [NewEvent(purge)])], actor="human:ada", run=None)
    ledger.purge([2])
    ledger.close()
    return tmp_path / "ledger.db"


def test_the_vectors_of_the_page_hold_for_the_outsider_and_for_the_program() -> None:
    assert hashlib.sha256(canonical(VECTORS["payload"])).hexdigest() == VECTORS["payload_sha256"]
    outsiders, programs = "0" * 64, GENESIS
    for event in VECTORS["events"]:
        assert event["envelope"]["payload_sha256"] == VECTORS["payload_sha256"]
        outsiders, programs = follows(outsiders, event["envelope"]), link(programs, event["envelope"])
        assert outsiders == programs == event["hash"]
    assert len(VECTORS["events"]) == 2


def test_the_command_of_the_page_prints_the_first_hash() -> None:
    printed = subprocess.run(["bash", "-c", SHELL], capture_output=True, text=True, check=True).stdout
    assert printed.split()[0] == VECTORS["events"][0]["hash"]


def test_an_outsider_verifies_a_ledger_from_which_something_was_purged(path: Path) -> None:
    ledger = SqliteLedger(path, read_only=True)
    head = ledger.verify()
    ledger.close()
    rows = read(path)
    assert [row["payload"] is None for row in rows] == [False, True, False, False]
    assert verified(rows) == (head.position, head.hash) and head.position == 4


@pytest.mark.parametrize("change", [
    "UPDATE events SET actor = 'human:eve' WHERE position = 3", "UPDATE events SET payload = NULL WHERE position = 3",
    "UPDATE events SET payload = (SELECT payload FROM events WHERE position = 1) WHERE position = 3",
    "DELETE FROM events WHERE position = 2",
])
def test_the_outsider_and_the_program_refuse_the_same_changes(path: Path, change: str) -> None:
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(change)
    connection.commit()
    connection.close()
    with pytest.raises(AssertionError):
        verified(read(path))
    ledger = SqliteLedger(path, read_only=True)
    with pytest.raises(DamageFound):
        ledger.verify()
    ledger.close()
