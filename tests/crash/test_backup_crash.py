"""A backup killed at any moment: what lies there is whole or is none, and the next run finishes it."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.kb.care.backup import backup, read_backup
from claimledger.kb.care.restore import restore
from claimledger.kb.events.build import SourceRegistered
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library

KILLED = """
import os, signal, sys
from pathlib import Path
from claimledger.kb.care.backup import backup
from claimledger.kb.care.restore import restore
from claimledger.kb.library import Library

steps = 0

def counted(real):
    def call(*arguments, **options):
        global steps
        steps += 1
        if steps == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **options)
    return call

for name in ("replace", "fsync", "unlink", "rename", "mkdir"):
    setattr(os, name, counted(getattr(os, name)))
if sys.argv[4] == "backup":
    with Library.open(sys.argv[1]) as library:
        steps = 0
        backup(library, Path(sys.argv[2]))
else:
    restore(Path(sys.argv[1]), Path(sys.argv[2]))
print(steps)
"""


def killed(source: Path, folder: Path, step: int, what: str) -> bool:
    """Whether it was killed at that step; False if it was done before."""
    command = [sys.executable, "-c", KILLED, str(source), str(folder), str(step), what]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


def add(library: Library, number: int) -> None:
    blob = library.blobs.put(b"bytes of source %d" % number)
    event = SourceRegistered(build=f"build-{number}", blob=blob, size=1, source_kind="pdf", name="a", pipeline="p")
    library.append([Append(f"build:build-{number}", [NewEvent(event)])])


@pytest.mark.parametrize("step", [1, 2, 3, 5, 8, 11, 14, 17, 20, 23])
def test_a_backup_killed_at_any_step_leaves_the_one_before_or_the_new_one(step: int, tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        add(library, 1)
        backup(library, tmp_path / "second")
        for number in (2, 3):
            add(library, number)
    for folder, before in (("first", None), ("second", 2)):
        killed(tmp_path / "lib", tmp_path / folder, step, "backup")
        manifest = read_backup(tmp_path / folder)
        assert (manifest and manifest.position) in (before, 4)
        if manifest:
            assert restore(tmp_path / folder, tmp_path / f"{folder}-restored").blobs == manifest.position - 1
        with Library.open(tmp_path / "lib") as library:
            report = backup(library, tmp_path / folder)
        assert (report.position, report.blobs, report.missing) == (4, 3, ())
        assert len(list((tmp_path / folder).glob("ledger-*.db"))) == 1
        shutil.rmtree(tmp_path / f"{folder}-restored", ignore_errors=True)
        assert restore(tmp_path / folder, tmp_path / f"{folder}-restored").blobs == 3


def test_a_backup_has_as_many_steps_as_are_tried(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        for number in (1, 2, 3):
            add(library, number)
    assert killed(tmp_path / "lib", tmp_path / "b", 20, "backup")
    assert not killed(tmp_path / "lib", tmp_path / "c", 60, "backup")


@pytest.mark.parametrize("step", [1, 4, 8, 12])
def test_a_restore_killed_at_any_step_leaves_no_library_or_a_whole_one(step: int, tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        add(library, 1)
        backup(library, tmp_path / "b")
    killed(tmp_path / "b", tmp_path / "again", step, "restore")
    if not (tmp_path / "again" / "claimledger.toml").exists():
        restore(tmp_path / "b", tmp_path / "again")
    with Library.open(tmp_path / "again") as library:
        assert library.ledger.verify().position == 2
        assert list(library.blobs.verify()) == [] and len(list(library.blobs)) == 1
