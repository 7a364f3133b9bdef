import os
import subprocess
import sys
from pathlib import Path

import pytest
from claimledger.kb.errors import DamageFound
from claimledger.kb.segments.leases import take_lease, unheld
from claimledger.kb.segments.manifest import Manifest, Segment, manifest_name, write_manifest
from claimledger.kb.segments.sweeping import spill_folder, sweep


def put(root: Path, number: int, *files: str) -> Manifest:
    manifest = Manifest(number, (Segment(1, number, "h", 1, {"claims": files[0]} if files else {}),))
    for file in files:
        (root / file).write_text("rows")
    write_manifest(root, manifest)
    return manifest


def test_the_manifest_with_the_largest_number_is_in_force(tmp_path: Path) -> None:
    assert take_lease(tmp_path / "nowhere").manifest.number == 0
    put(tmp_path, 9)
    newest = put(tmp_path, 10)
    with take_lease(tmp_path) as lease:
        assert lease.manifest == newest


def test_what_a_reader_holds_stays_until_it_lets_go(tmp_path: Path) -> None:
    put(tmp_path, 1, "old.parquet")
    lease = take_lease(tmp_path)
    current = put(tmp_path, 2, "new.parquet")
    (tmp_path / "stray.parquet").write_text("of a process that died")
    assert not sweep(tmp_path, current, set())
    assert sorted(os.listdir(tmp_path)) == ["manifest-1.json", "manifest-2.json", "new.parquet", "old.parquet"]
    lease.release()
    assert sweep(tmp_path, current, set())
    assert sorted(os.listdir(tmp_path)) == ["manifest-2.json", "new.parquet"]


def test_a_lease_dies_with_its_process(tmp_path: Path) -> None:
    put(tmp_path, 1)
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    with unheld(tmp_path / manifest_name(1)) as free:
        assert not free
    holder.kill()
    holder.communicate()
    with unheld(tmp_path / manifest_name(1)) as free:
        assert free


_HOLD = """
import sys
from pathlib import Path
from claimledger.kb.segments.leases import take_lease
lease = take_lease(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_reader_that_meets_the_sweep_of_its_manifest_takes_the_newer_one(tmp_path: Path) -> None:
    put(tmp_path, 1)
    with unheld(tmp_path / manifest_name(1)) as free:
        assert free
        newer = put(tmp_path, 2)
        with take_lease(tmp_path) as lease:
            assert lease.manifest == newer


def test_a_manifest_that_is_unlinked_while_it_is_opened_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, 1)
    real = os.open
    newer: list[Manifest] = []

    def open_late(path: object, *args: int) -> int:
        descriptor = real(path, *args)  # type: ignore[arg-type]
        if not newer and str(path).endswith(manifest_name(1)):
            newer.append(put(tmp_path, 2))
            (tmp_path / manifest_name(1)).unlink()
        return descriptor

    monkeypatch.setattr("claimledger.kb.segments.leases.os.open", open_late)
    with take_lease(tmp_path) as lease:
        assert [lease.manifest] == newer


def test_any_changed_byte_in_a_manifest_is_found(tmp_path: Path) -> None:
    put(tmp_path, 1, "rows.parquet")
    path = tmp_path / manifest_name(1)
    content = path.read_bytes()
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1:])
        with pytest.raises(DamageFound, match=r"manifest-1\.json"):
            take_lease(tmp_path)


def test_spilled_files_go_when_their_process_is_gone(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    mine = spill_folder(tmp_path)
    dead = mine.with_name(mine.name.replace(str(os.getpid()), str(ended.pid)))
    for folder in (mine, dead):
        folder.mkdir()
        (folder / "rows").write_text("spilled")
    sweep(tmp_path, Manifest(), set())
    assert mine.is_dir() and not dead.exists()
