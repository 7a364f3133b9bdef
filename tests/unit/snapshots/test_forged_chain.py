"""A chain that somebody wrote anew as a whole follows from itself; the freezes that it records give it away."""

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run
from claimledger.kb.canon import canonical, sha256
from claimledger.kb.care.doctor import examine
from claimledger.kb.events.standing import Purged
from claimledger.kb.hashes import BUCKETS, snapshot_id
from claimledger.kb.ledger.chain import COLUMNS, GENESIS, link_values
from claimledger.kb.ledger.packing import Packer, Unpacker
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.manifests import manifests
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_library

Event = dict[str, Any]
Edit = Callable[[list[Event]], list[Event]]


@pytest.fixture
def root(sample_library: Path) -> Path:
    with Library.open(sample_library) as library:
        freeze(library, name="s1")
    return sample_library


def rewrite(root: Path, edit: Edit) -> None:
    """Change events and chain all of them anew, as somebody who may do everything; what is derived is removed."""
    connection = sqlite3.connect(root / "ledger.db", isolation_level=None)
    connection.row_factory = sqlite3.Row
    triggers = [row["sql"] for row in connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
    for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {row['name']}")
    events = [dict(row) for row in connection.execute("SELECT * FROM events ORDER BY position")]
    for event in events:
        event["payload"] = json.loads(Unpacker().unpack(event["payload"], event["payload_sha256"]))
    connection.execute("DELETE FROM events")
    versions, previous = Counter[str](), GENESIS
    for position, event in enumerate(edit(events), start=1):
        versions[event["stream"]] += 1
        content = canonical(event["payload"])
        event |= {"position": position, "version": versions[event["stream"]], "payload_sha256": sha256(content)}
        previous = link_values(previous, tuple(event[name] for name in sorted(COLUMNS)))
        event |= {"payload": Packer().pack(content), "hash": previous}
        connection.execute(f"INSERT INTO events VALUES ({', '.join('?' * len(event))})", list(event.values()))
    for trigger in triggers:
        connection.execute(trigger)
    connection.close()
    for name in ("segments", "index", "snapshots"):
        shutil.rmtree(root / name, ignore_errors=True)


def same(events: list[Event]) -> list[Event]:
    return events


def without_some(events: list[Event]) -> list[Event]:
    return events[:17] + events[25:]


def stronger(events: list[Event]) -> list[Event]:
    packets = [row["body"] for event in events if event["kind"] == "Settled" for row in event["payload"]["asserted"]
               if row["table"] == "packets"]
    packets[0]["strength"] = "replicated"
    return events


def stating(**changes: str) -> Edit:
    def edit(events: list[Event]) -> list[Event]:
        [frozen] = [event["payload"] for event in events if event["kind"] == "SnapshotFrozen"]
        frozen.update(changes)
        return events

    return edit


def another_root(events: list[Event]) -> list[Event]:
    [frozen] = [event["payload"] for event in events if event["kind"] == "SnapshotFrozen"]
    frozen["root"] = "0" * 64
    leaves = frozen["rows"]["quality"] + BUCKETS
    frozen["snapshot"] = snapshot_id(
        frozen["root"], leaves, frozen["pipelines"], frozen["schema_version"], frozen["settle_version"]
    )
    return events


def test_a_chain_that_is_written_anew_as_it_was_holds(root: Path) -> None:
    rewrite(root, same)
    with Library.open(root) as library:
        assert verify_library(library, replay=True).damages == []
        assert [found for found in examine(library) if found.level == "problem"] == []


@pytest.mark.parametrize(("edit", "words"), [
    (without_some, "which does not lie before it"), (stronger, "whose hash is not the one"),
    (stating(root="0" * 64), "does not follow from the root"),
    (stating(snapshot="cl1-" + "a" * 32), "does not follow from the root"),
    (stating(head_hash="0" * 64), "whose hash is not the one"),
])
def test_a_freeze_that_the_chain_does_not_bear_out_is_damage(
    root: Path, edit: Edit, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(root, edit)
    library = ["-L", str(root)]
    for command in (["verify"], ["snapshot", "verify", "s1"]):
        assert run([*library, *command]) == 1, command
        assert words in capsys.readouterr().out, command
    assert run([*library, "doctor"]) == 1
    assert words in capsys.readouterr().out


def test_a_snapshot_from_beyond_the_head_is_not_read_as_the_head(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(root, without_some)
    assert run(["-L", str(root), "papers", "--snapshot", "s1"]) == 1
    assert "which does not lie before it" in capsys.readouterr().err


def test_a_root_that_the_rows_do_not_give_is_found_by_replay(root: Path) -> None:
    rewrite(root, another_root)
    with Library.open(root) as library:
        assert verify_library(library).damages == []
        damages = verify_library(library, replay=True).damages
        [frozen] = [manifest.frozen for manifest in manifests(library)]
        assert [damage.split(": the rows")[0] for damage in damages] == [
            f"replay: {frozen.snapshot} at {frozen.position}: {what}" for what in ("root", "id")
        ]


def test_a_purge_that_is_not_complete_is_no_damage_and_is_said(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Library.open(root) as library:
        purged = Purged(builds=(), positions=(), blobs=(), rows=(), reason="asked for")
        library.append([Append("library", [NewEvent(purged)])])
    assert run(["-L", str(root), "verify"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("note: a purge is not complete: ") and "claimledger purge --resume" in out
