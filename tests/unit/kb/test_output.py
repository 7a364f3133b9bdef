"""Files of results: swapped through links, streams written to and never replaced, nothing left of what failed."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from claimledger.kb.errors import UsageError
from claimledger.kb.library import Library
from claimledger.kb.output import check_output, unwritable, write_output, write_outputs


def test_a_file_is_swapped_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("old")
    path.chmod(0o640)
    before = path.stat().st_ino
    write_output(path, "new\n")
    assert path.read_text() == "new\n" and path.stat().st_ino != before
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["out.json"]


def test_through_a_link_the_file_behind_it_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link, chain, target = tmp_path / "link", tmp_path / "chain", tmp_path / "far" / "target"
    link.symlink_to("far/target")
    chain.symlink_to(link)
    for text in ("made", "made again"):
        write_output(chain, text)
        assert chain.is_symlink() and link.is_symlink() and not target.is_symlink() and target.read_text() == text
    assert os.listdir(tmp_path / "far") == ["target"]


def test_a_device_is_written_to_and_stays_one() -> None:
    write_output(Path("/dev/null"), "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(UsageError, match="/dev/full cannot be written: the disk is full; free some space"):
        write_output(Path("/dev/full"), "text")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_output(pipe, "text\n")
    reader.join()
    assert read == ["text\n"] and stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("piped", [True, False])
def test_standard_output_takes_a_result_between_other_lines(tmp_path: Path, piped: bool) -> None:
    program = (
        "import pathlib, claimledger.kb.output as o; print('before');"
        "o.write_output(pathlib.Path('/dev/stdout'), 'result\\n'); print('after')"
    )
    command = [sys.executable, "-c", program]
    if piped:
        assert subprocess.run(command, cwd=tmp_path, stdout=-1, check=True).stdout == b"before\nresult\nafter\n"
        return
    with open(tmp_path / "file", "w") as file:
        subprocess.run(command, cwd=tmp_path, stdout=file, check=True)
    assert (tmp_path / "file").read_text() == "before\nresult\nafter\n"


def test_folders_and_places_that_are_not_there_are_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").symlink_to(tmp_path)
    for name in ("", "folder", "no/file", "loop", "x" * 300):
        with pytest.raises(UsageError, match="cannot be written"):
            check_output(tmp_path / name)
    check_output(tmp_path / "new")
    write_output(tmp_path / ("x" * 250), "a name as long as they come")


def test_what_a_library_keeps_is_not_written_over(tmp_path: Path) -> None:
    root = tmp_path / "library"
    Library.create(root, owner="x").close()
    (tmp_path / "link").symlink_to(root / "ledger.db")
    kept = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for name in ("ledger.db", "claimledger.toml", "ledger.db-wal", "settle.lock", "blobs/x", "snapshots/x", "../link"):
        with pytest.raises(UsageError, match=r"a claimledger library keeps its own files"):
            write_output(root / name, "text")
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == kept
    write_output(root / "head.json", "text")
    assert (root / "head.json").read_text() == "text"


def test_of_several_files_none_is_written_if_one_cannot_be(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "gone" / "second"
    first.write_text("old")
    with pytest.raises(UsageError, match="second"):
        write_outputs({first: "new", second: "new"})
    assert first.read_text() == "old" and os.listdir(tmp_path) == ["first"]


def test_an_error_without_a_file_gets_one() -> None:
    said = str(unwritable("p.json", OSError(errno.ENOSPC, "No space left on device")))
    assert said.startswith("p.json cannot be written: the disk is full; free some space")
    assert str(unwritable("p.json", OSError(errno.EACCES, "Permission denied"))).startswith(
        "p.json cannot be written: Permission denied;")
