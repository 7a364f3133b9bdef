"""A flipped byte is found and its place named, in every kind of file of a library; or nothing depends on it."""

import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.events.activity import DraftWritten
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Path:
    """A library with several segments, manifests and leaf files. It is not to be changed."""
    root = tmp_path_factory.mktemp("whole") / "library"
    with Library.create(root, owner="x") as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        freeze(library, name="one")
        ingest(library, [sample_papers / "brandt2019.pdf"])
        freeze(library, name="two")
    return root


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "library"))


def flip(file: Path, at: int, bit: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1 << bit
    file.chmod(0o644)
    file.write_bytes(content)


def verify(library: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = run(["-L", str(library), "verify"])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def test_a_whole_library_verifies(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(copied, capsys)[0] == 0
    assert run(["-L", str(copied), "snapshot", "verify", "one"]) == 0


@pytest.mark.parametrize("kind", ["blobs", "segments", "snapshots", "snapshots/leaves"])
def test_a_flipped_byte_in_a_file_is_found_and_the_file_is_named(
    whole: Path, copied: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = random.Random(kind)
    files = [file for file in sorted((copied / kind).rglob("*")) if file.is_file() and file.stat().st_size]
    assert len(files) >= 2
    for file in dice.sample(files, min(len(files), 8)):
        size = file.stat().st_size
        for at in {0, size - 1, dice.randrange(size)}:
            flip(file, at, dice.randrange(8))
            code, said = verify(copied, capsys)
            name = file.parent.name + file.name if kind == "blobs" else file.name
            assert code == 1 and name in said, (file, at, said)
            assert said.startswith("damage: ")
            shutil.rmtree(copied)
            shutil.copytree(whole, copied)


def test_a_file_that_does_not_belong_there_is_named(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copied / "snapshots" / "cl1-another.9.json").write_text("{}", encoding="utf-8")
    (copied / "snapshots" / "leaves" / "leaves.parquet").write_bytes(b"")
    code, said = verify(copied, capsys)
    assert code == 1 and "cl1-another.9.json" in said and "leaves.parquet" in said


def test_a_flipped_byte_in_any_event_names_its_position(
    whole: Path, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (whole / "ledger.db").read_bytes()
    with sqlite3.connect(whole / "ledger.db") as connection:
        rows = connection.execute("SELECT position, payload, hash, actor || '' FROM events").fetchall()
    connection.close()
    for position, payload, digest, _ in rows[:: max(1, len(rows) // 6)]:
        # Long payloads go over several pages, and short compressed ones begin alike.
        parts = (payload[at:at + 24] for at in range(len(payload)))
        for part in (next(part for part in parts if content.count(part) == 1), digest.encode()):
            # A freeze repeats the digest of the event before it: each place is damage, and the event's own names it.
            places = [found.start() for found in re.finditer(re.escape(part), content)]
            said = []
            for at in places:
                flip(copied / "ledger.db", at + 5, 1)
                code, words = verify(copied, capsys)
                assert code == 1 and "damage: ledger" in words, (position, words)
                said.append(f"event {position}:" in words)
                (copied / "ledger.db").write_bytes(content)
            own = len(places) - sum(part in payload for other, payload, *_ in rows if other != position)
            assert sum(said) >= own >= 1, (position, said)


def pages(file: Path) -> int:
    return file.stat().st_size // 4096


def contents(file: Path) -> list[object]:
    """Everything that a program can get out of a database: schema, marks, rows by table and by every index."""
    connection = sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        found: list[object] = [connection.execute(f"PRAGMA {name}").fetchall() for name in
                               ("application_id", "user_version", "encoding", "page_size", "auto_vacuum")]
        found += connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
        found += connection.execute("SELECT * FROM events NOT INDEXED ORDER BY position").fetchall()
        for (name,) in connection.execute("SELECT name FROM pragma_index_list('events')").fetchall():
            columns = ", ".join(row[0] for row in connection.execute(f"SELECT name FROM pragma_index_info('{name}')"))
            found += connection.execute(
                f"SELECT {columns}, position FROM events INDEXED BY {name} WHERE {columns.split(',')[0]} IS NOT NULL "
                f"ORDER BY {columns}").fetchall()
        return found
    finally:
        connection.close()


def continues(library: Path) -> bool:
    """Whether the ledger can be appended to, and holds afterwards."""
    with Library.open(library) as opened:
        event = DraftWritten(
            draft="draft-x", topic="0" * 64, text="0" * 64, section="x", snapshot=None, position=1, packets=()
        )
        stored = opened.append([Append("drafts", [NewEvent(event)])])
        return opened.ledger.verify().position == stored[0].position


def flips(file: Path, number: int) -> Iterator[tuple[int, int]]:
    """Places all over a database: each byte of its header, the head and a few other bytes of each page."""
    dice = random.Random(7)
    places = set(range(100)) | {page * 4096 + at for page in range(pages(file)) for at in (0, 3, 5, 8, 11)}
    places |= {dice.randrange(file.stat().st_size) for _ in range(number)}
    for at in dice.sample(sorted(places), min(number, len(places))):
        yield at, dice.randrange(8)


def check_flips(whole: Path, library: Path, capsys: pytest.CaptureFixture[str], number: int) -> tuple[int, int]:
    file = library / "ledger.db"
    original, expected = file.read_bytes(), contents(file)
    found = harmless = 0
    for at, bit in flips(file, number):
        flip(file, at, bit)
        changed = file.read_bytes()
        code, said = verify(library, capsys)
        assert "Traceback" not in said and "a fault of claimledger" not in said, (at, bit, said)
        if code == 0:
            # Nobody can tell the difference: not by reading, whichever way, and not by going on.
            file.write_bytes(changed)
            assert contents(file) == expected, (at, bit)
            assert continues(library), (at, bit)
            harmless += 1
        else:
            assert "ledger" in said, (at, bit, said)
            found += 1
        shutil.rmtree(library)
        shutil.copytree(whole, library)
        assert file.read_bytes() == original
    return found, harmless


def test_a_flipped_byte_anywhere_in_the_database_is_found_or_changes_nothing(
    whole: Path, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, harmless = check_flips(whole, copied, capsys, 40)
    assert found > harmless > 0


@pytest.mark.slow
def test_flipped_bytes_at_a_thousand_places_of_the_database_are_found_or_change_nothing(
    whole: Path, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, harmless = check_flips(whole, copied, capsys, 1000)
    assert found > harmless > 0


def test_a_trigger_that_was_taken_away_is_noticed(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect(copied / "ledger.db")
    connection.execute("DROP TRIGGER events_never_go")
    connection.commit()
    connection.close()
    code, said = verify(copied, capsys)
    assert code == 1 and "triggers" in said


def test_events_that_were_cut_off_are_noticed(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect(copied / "ledger.db")
    [(sql,)] = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'events_never_go'").fetchall()
    connection.execute("DROP TRIGGER events_never_go")
    connection.execute("DELETE FROM events WHERE position = (SELECT max(position) FROM events)")
    connection.execute(sql)
    connection.commit()
    connection.close()
    code, said = verify(copied, capsys)
    assert code == 1 and "the ledger records no such snapshot" in said


def test_a_ledger_of_another_library_is_noticed(
    copied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library.create(tmp_path / "other", owner="x"):
        pass
    shutil.copy(tmp_path / "other" / "ledger.db", copied / "ledger.db")
    code, said = verify(copied, capsys)
    assert code == 1 and "damage: ledger: claimledger.toml names" in said and "damage: ledger: the segments" in said
