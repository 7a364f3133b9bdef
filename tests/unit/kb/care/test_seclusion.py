"""A private library keeps its files to its user, and temporary files inside."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from claimledger.kb.care.seclusion import FOLDER, Seclusion, abandoned
from claimledger.kb.library import Library


def umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


@pytest.fixture(autouse=True)
def usual_umask() -> None:
    os.umask(0o022)


def test_temporary_files_lie_inside_while_a_private_library_is_open(tmp_path: Path) -> None:
    outside = tempfile.gettempdir()
    with Library.create(tmp_path / "lib", owner="x", private=True):
        with tempfile.NamedTemporaryFile() as file:
            assert Path(file.name).is_relative_to((tmp_path / "lib" / FOLDER).resolve())
        child = subprocess.run([sys.executable, "-c", "import tempfile; print(tempfile.gettempdir())"],
                               capture_output=True, text=True, check=True)
        assert Path(child.stdout.strip()).is_relative_to((tmp_path / "lib" / FOLDER).resolve())
    assert tempfile.gettempdir() == outside and list((tmp_path / "lib" / FOLDER).iterdir()) == []


def test_files_of_a_private_library_are_for_its_user_alone(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x", private=True) as library:
        library.blobs.put(b"secret")
        library.projection.flush()
        (tmp_path / "export").write_text("what the process writes elsewhere meanwhile")
        paths = [tmp_path / "export", tmp_path / "lib", *(tmp_path / "lib").rglob("*")]
    assert {path.name for path in paths} >= {"claimledger.toml", "ledger.db", "segments", "blobs"}
    for path in paths:
        if path.exists():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    assert umask() == 0o022


def test_a_public_library_changes_neither_modes_nor_places(tmp_path: Path) -> None:
    outside = tempfile.gettempdir()
    with Library.create(tmp_path / "lib", owner="x"):
        assert (umask(), tempfile.gettempdir()) == (0o022, outside)
        assert not (tmp_path / "lib" / FOLDER).exists()


def test_of_several_the_last_private_one_counts_and_the_outside_comes_back_at_the_end(tmp_path: Path) -> None:
    outside = tempfile.gettempdir()
    variable = os.environ.get("TMPDIR")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, second = Seclusion(tmp_path / "a"), Seclusion(tmp_path / "b")
    assert tempfile.gettempdir() == str(second.folder)
    first.end()
    assert tempfile.gettempdir() == str(second.folder) and umask() == 0o077
    second.end()
    second.end()
    assert (tempfile.gettempdir(), os.environ.get("TMPDIR"), umask()) == (outside, variable, 0o022)


def test_one_that_is_forgotten_is_ended(tmp_path: Path) -> None:
    seclusion = Seclusion(tmp_path)
    folder = seclusion.folder
    assert folder is not None and folder.is_dir()
    del seclusion
    assert not folder.exists() and umask() == 0o022


def test_what_a_killed_process_left_is_swept_by_the_next_and_a_living_ones_is_not(tmp_path: Path) -> None:
    killed = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom claimledger.kb.care.seclusion import Seclusion\n"
        "one = Seclusion(Path(sys.argv[1]))\n(one.folder / 'spilled').write_text('text')\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", killed, str(tmp_path)]).returncode < 0
    [left] = abandoned(tmp_path)
    assert (left / "spilled").exists()
    first = Seclusion(tmp_path)
    second = Seclusion(tmp_path)
    assert not left.exists() and first.folder is not None and first.folder.is_dir()
    first.end()
    second.end()


def test_a_library_that_only_reads_makes_no_folder(tmp_path: Path) -> None:
    Library.create(tmp_path / "lib", owner="x", private=True).close()
    (tmp_path / "lib" / FOLDER).rmdir()
    with Library.open(tmp_path / "lib", read_only=True):
        assert umask() == 0o077
    assert not (tmp_path / "lib" / FOLDER).exists()
