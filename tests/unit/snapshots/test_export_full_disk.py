"""Exports, copies and proofs to a disk without room: the file is named, nothing is left, and nothing is recorded."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.kb.errors import UsageError
from claimledger.kb.library import Library
from claimledger.snapshots.export.export import export
from claimledger.snapshots.importing import copy_export


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Mounts a disk of so many kilobytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = []

    def mount(size: int) -> Path:
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
            pytest.skip("this user may not mount a disk")
        mounted.append(folder)
        return folder

    yield mount
    for one in mounted:
        subprocess.run(["umount", "--lazy", str(one)], check=True)


@pytest.fixture
def library(tmp_path: Path, mixed_library: Path) -> Iterator[Library]:
    shutil.copytree(mixed_library, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        yield library


@pytest.mark.parametrize("size", [64, 200, 400])
def test_an_export_that_finds_no_room_names_the_file_and_is_not_recorded(
    disk: Callable[[int], Path], library: Library, size: int
) -> None:
    before, folder = library.ledger.head(), disk(size)
    with pytest.raises(UsageError, match=r"disk/out/[a-z/_.-]+ cannot be written: the disk is full") as caught:
        export(library, folder / "out")
    assert caught.value.exit_code == 2 and library.ledger.head() == before
    assert list(folder.iterdir()) == []


def test_an_export_is_recorded_once_it_is_whole(library: Library, tmp_path: Path) -> None:
    export(library, tmp_path / "out")
    [event] = library.ledger.read(kinds=["SnapshotExported"])
    assert event.position == library.ledger.head().position


def test_a_copy_that_finds_no_room_names_the_file(disk: Callable[[int], Path], exported: Path) -> None:
    folder = disk(100)
    with pytest.raises(UsageError, match=r"disk/out/.* cannot be written: the disk is full"):
        copy_export(exported, folder / "out")
    assert list(folder.iterdir()) == []


def test_a_proof_that_finds_no_room_names_the_file(
    disk: Callable[[int], Path], library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, root = disk(64), library.root
    with pytest.raises(OSError), (folder / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(4096))
    with library.view() as view:
        packet = view.rows("SELECT id FROM packets ORDER BY id LIMIT 1")[0]["id"]
    library.close()
    capsys.readouterr()
    assert run(["-L", str(root), "prove", packet, "--out", str(folder / "p.json")]) == 2
    assert capsys.readouterr().err.startswith(f"error: {folder}/p.json cannot be written: the disk is full; free ")
    assert os.listdir(folder) == ["filler"]
