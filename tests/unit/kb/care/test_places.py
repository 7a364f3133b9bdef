"""Network drives are told from local ones by what the system says is mounted, and refused for SQLite."""

import os
from pathlib import Path

import pytest
from claimledger.kb.care import places
from claimledger.kb.care.places import Mount, mount_of, network_drive, parse_mount_output, parse_mountinfo
from claimledger.kb.errors import UsageError
from claimledger.kb.library import Library

MOUNTINFO = r"""
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
40 27 0:41 / /home rw,nosuid shared:2 master:3 - nfs4 server:/export/home rw,vers=4.2,addr=10.0.0.1
41 40 254:1 / /home/ada/scratch rw - xfs /dev/vdb rw
42 27 0:44 / /mnt/lab\040share rw - cifs //lab/share rw,vers=3.1.1
43 27 0:45 / /mnt/ssh rw - fuse.sshfs ada@host: rw,user_id=1000
44 27 0:46 / /mnt/stack rw - ext4 /dev/vdc rw
45 44 0:47 / /mnt/stack rw - lustre mgs@tcp:/scratch rw
46 27 0:48 / /mnt/c rw - 9p C:\134 rw,aname=drvfs
47 27 0:49 / /mnt/ntfs rw - fuseblk /dev/sdb1 rw
not a line of mountinfo
"""
MAC = """
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//ada@lab._smb._tcp.local/Group%20(old) on /Volumes/Group (old) (smbfs, nodev, nosuid, mounted by ada)
server:/export on /Volumes/export (nfs)
"""


@pytest.mark.parametrize(("path", "type"), [
    ("/home/ada/lib", "nfs4"), ("/home", "nfs4"), ("/homes/ada/lib", "ext4"), ("/home/ada/scratch/lib", "xfs"),
    ("/mnt/lab share/lib", "cifs"), ("/mnt/ssh/a/b", "fuse.sshfs"), ("/mnt/stack/lib", "lustre"), ("/mnt/c/lib", "9p"),
    ("/mnt/ntfs/lib", "fuseblk"), ("/", "ext4"),
])
def test_a_path_is_on_the_last_of_the_longest_mounts_above_it(path: str, type: str) -> None:
    mount = mount_of(path, list(parse_mountinfo(MOUNTINFO)))
    assert mount is not None and mount.type == type
    assert (type in places.NETWORK) == (type not in ("ext4", "xfs", "fuseblk"))


def test_what_mount_prints_elsewhere_is_understood() -> None:
    mounted = list(parse_mount_output(MAC))
    assert mount_of("/Users/ada/lib", mounted) == Mount("/", "apfs")
    assert mount_of("/Volumes/Group (old)/lib", mounted) == Mount("/Volumes/Group (old)", "smbfs")
    assert mount_of("/Volumes/export/lib", mounted) == Mount("/Volumes/export", "nfs")


def test_without_any_answer_of_the_system_nothing_is_refused() -> None:
    assert mount_of("/home/ada", []) is None


@pytest.fixture
def on_a_network_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the system takes for a network drive."""
    monkeypatch.delenv(places.OVERRIDE, raising=False)
    share = tmp_path / "share"
    share.mkdir()
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(
        f"27 1 254:0 / / rw - ext4 /dev/vda rw\n30 27 0:50 / {os.path.realpath(share)} rw - nfs server:/x rw\n")
    monkeypatch.setattr(places, "MOUNTS", mountinfo)
    return share


def test_no_library_is_made_on_a_network_drive_and_the_way_out_is_named(on_a_network_drive: Path) -> None:
    with pytest.raises(UsageError, match=r"network drive .* \(nfs\).*PostgreSQL.*\[ledger\] url") as refused:
        Library.create(on_a_network_drive / "lib", owner="x")
    assert places.OVERRIDE in str(refused.value) and list(on_a_network_drive.iterdir()) == []


def test_a_library_that_was_moved_to_one_is_read_but_not_opened_for_writing(
    on_a_network_drive: Path, tmp_path: Path
) -> None:
    Library.create(tmp_path / "lib", owner="x").close()
    (tmp_path / "lib").rename(on_a_network_drive / "lib")
    with pytest.raises(UsageError, match="network drive"):
        Library.open(on_a_network_drive / "lib")
    with Library.open(on_a_network_drive / "lib", read_only=True) as library:
        assert library.ledger.head().position == 1


def test_a_link_to_one_is_seen_through(on_a_network_drive: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(on_a_network_drive)
    assert network_drive(tmp_path / "link" / "lib") is not None
    assert network_drive(tmp_path / "lib") is None


def test_who_knows_better_may_say_so(on_a_network_drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.OVERRIDE, "1")
    with Library.create(on_a_network_drive / "lib", owner="x") as library:
        assert library.ledger.head().position == 1


def test_this_machines_own_mounts_can_be_read() -> None:
    if not places.MOUNTS.exists():
        pytest.skip("not a Linux system")
    assert "/" in {mount.point for mount in places.mounts()}
