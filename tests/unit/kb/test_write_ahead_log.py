"""The log beside a database: damage in it is told from an append that a crash cut off."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.kb.library import Library
from claimledger.kb.write_ahead_log import WHOLE, read_log
from claimledger.snapshots.verify import verify_library

PAGE, HEADER, FRAME = 4096, 32, 24

DIES = """
import os, sys
from claimledger.kb.events.build import StageFailed
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
library = Library.open(sys.argv[1])
for number in range(4):
    event = StageFailed(build="build-a", stage="parsed", reason="x", message="0" * 64, attempt=number)
    library.append([Append("build:build-a", [NewEvent(event)])])
os._exit(9)
"""


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A library whose last four appends still lie in the log, as after a kill."""
    root = tmp_path / "library"
    with Library.create(root, owner="x"):
        pass
    assert subprocess.run([sys.executable, "-c", DIES, str(root)], check=False).returncode == 9
    return root


def log_of(root: Path) -> Path:
    return root / "ledger.db-wal"


def ends(content: bytes) -> list[int]:
    """Numbers (from 0) of the frames that end a transaction."""
    frames = range(HEADER, len(content), FRAME + PAGE)
    return [number for number, at in enumerate(frames) if content[at + 4:at + 8] != bytes(4)]


def flip(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 4
    file.write_bytes(content)


def start(frame: int) -> int:
    return HEADER + frame * (FRAME + PAGE)


def test_a_log_that_a_kill_left_is_whole(left: Path) -> None:
    content = log_of(left).read_bytes()
    assert len(ends(content)) == 4 and (len(content) - HEADER) % (FRAME + PAGE) == 0
    assert read_log(log_of(left)) == WHOLE
    assert run(["-L", str(left), "verify"]) == 0


def test_there_may_be_no_log_and_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert read_log(tmp_path / "empty") == read_log(tmp_path / "none") == WHOLE


@pytest.mark.parametrize("part", ["page", "size", "salt", "checksum", "database size"])
def test_a_flipped_byte_before_the_last_transaction_is_damage_and_its_frame_is_named(left: Path, part: str) -> None:
    content = log_of(left).read_bytes()
    frame = ends(content)[1]
    within = {"page": FRAME + 100, "size": 1, "salt": 9, "checksum": 17, "database size": 6}[part]
    flip(log_of(left), start(frame) + within)
    end = read_log(log_of(left))
    assert (end.frame, end.damaged) == (frame + 1, True)
    with Library.open(left) as library:
        result = verify_library(library)
    assert result.verdict == "damaged"
    assert any(f"ledger.db-wal is damaged in frame {frame + 1}" in damage for damage in result.damages)


@pytest.mark.parametrize("at", [0, 9, 17, 25])
def test_a_flipped_byte_in_the_header_of_the_log_is_damage(left: Path, at: int) -> None:
    flip(log_of(left), at)
    end = read_log(log_of(left))
    assert (end.frame, end.damaged) == (0, True)


def test_a_flipped_byte_in_the_last_transaction_may_be_a_crash_and_is_mentioned(left: Path) -> None:
    flip(log_of(left), start(ends(log_of(left).read_bytes())[-1]) + FRAME + 100)
    end = read_log(log_of(left))
    assert (end.damaged, end.doubtful) == (False, True)
    with Library.open(left) as library:
        result = verify_library(library)
    assert result.damages == [] and "cut off" in result.notes[0]


def test_an_append_that_was_cut_off_is_neither(left: Path) -> None:
    content = log_of(left).read_bytes()
    last = ends(content)[-1]
    before = ends(content)[-2]
    for length in (start(last) + 7, start(last) + FRAME + 9, start(before + 1) + FRAME + PAGE):
        log_of(left).write_bytes(content[:length])
        assert read_log(log_of(left)) == WHOLE


def test_frames_of_an_older_round_of_the_log_are_no_damage(left: Path, tmp_path: Path) -> None:
    other = shutil.copytree(left, tmp_path / "other")
    with Library.open(other):
        pass
    # What a checkpoint leaves: a new round with new salts over the beginning, old frames behind it.
    old = log_of(left).read_bytes()
    assert subprocess.run([sys.executable, "-c", DIES, str(other)], check=False).returncode == 9
    new = log_of(other).read_bytes()
    log_of(other).write_bytes(new + old[HEADER:])
    assert read_log(log_of(other)) == WHOLE
    assert os.path.getsize(log_of(other)) > len(new)
