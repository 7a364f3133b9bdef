"""Where a library lies: network drives, on which SQLite must not keep a ledger that is written.

SQLite's write-ahead log needs memory that all its users share, and locks that hold. Network file systems give neither
between machines: two writers can then corrupt the ledger without either seeing an error. So such places are refused
(https://www.sqlite.org/wal.html, "all processes must be on the same host"), with the way out. Folders that a virtual
machine shares with its host have the same fault and are treated alike.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError

OVERRIDE = "CLAIMLEDGER_ALLOW_NETWORK_DRIVE"
"""Environment variable; `1` lets a ledger be written on a network drive, by people who know that nobody else does."""
MOUNTS = Path("/proc/self/mountinfo")

NETWORK = frozenset({
    "nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afpfs", "webdav", "davfs", "9p", "afs",
    "auristorfs", "ceph", "glusterfs", "lustre", "gpfs", "beegfs", "fhgfs", "pvfs2", "orangefs", "panfs", "wekafs",
    "coda", "gfs2", "ocfs2", "vboxsf", "vmhgfs", "prl_fs",
    "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.s3fs", "fuse.gcsfuse", "fuse.goofys",
    "fuse.rclone", "fuse.juicefs", "fuse.davfs2", "fuse.smbnetfs", "fuse.curlftpfs", "fuse.vmhgfs-fuse",
    "fuse.google-drive-ocamlfuse", "fuse.onedriver", "fuse.blobfuse", "fuse.blobfuse2", "fuse.moosefs", "fuse.mfs",
})
"""Types of file systems whose bytes lie on another machine, as the system names them."""

_MOUNT_LINE = re.compile(r"^(?P<source>.+?) on (?P<point>.+) \((?P<type>[\w.+-]+)[,)]")
_OCTAL = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True)
class Mount:
    """A mounted file system: where it can be seen, and its type in lower case."""

    point: str
    type: str


def network_drive(path: Path) -> Mount | None:
    """The network file system that `path` lies on, or would lie on; None for a local one, or where nobody can tell."""
    mount = mount_of(os.path.realpath(path), mounts())
    return mount if mount and mount.type in NETWORK else None


def refuse_network_drive(path: Path) -> None:
    """Raises `UsageError` for a ledger's file on a network drive, unless the environment allows it."""
    if os.environ.get(OVERRIDE) == "1":
        return
    drive = network_drive(path)
    if drive:
        raise UsageError(
            f"{path} lies on the network drive {drive.point} ({drive.type}), where SQLite can lose events",
            remedy="keep the library in a folder of this machine, or its events in PostgreSQL ([ledger] url in "
            f"claimledger.toml); {OVERRIDE}=1 if no other machine ever opens it",
        )


def mounts() -> list[Mount]:
    """What is mounted, in the order of mounting; empty where the system does not say."""
    try:
        return list(parse_mountinfo(MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")))
    except OSError:
        return [] if sys.platform == "win32" else list(parse_mount_output(_mount_output()))


def mount_of(path: str, mounted: list[Mount]) -> Mount | None:
    """The mount that an absolute, resolved path is on: the longest one above it; the last of several at one point."""
    best: Mount | None = None
    for mount in mounted:
        point = mount.point.rstrip("/")
        above = path == point or path.startswith(point + "/")
        if above and (best is None or len(point) >= len(best.point.rstrip("/"))):
            best = mount
    return best


def parse_mountinfo(text: str) -> Iterator[Mount]:
    """Mounts from the text of Linux's `mountinfo` (proc_pid_mountinfo(5)); lines of another form are passed over."""
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        fields, rest = before.split(" "), after.split(" ")
        if len(fields) >= 6 and rest[0]:
            yield Mount(_OCTAL.sub(lambda match: chr(int(match[1], 8)), fields[4]), rest[0].lower())


def parse_mount_output(text: str) -> Iterator[Mount]:
    """Mounts from what `mount` prints on macOS and BSD: `SOURCE on POINT (TYPE, options)`."""
    for line in text.splitlines():
        match = _MOUNT_LINE.match(line)
        if match:
            yield Mount(match["point"], match["type"].lower())


def _mount_output() -> str:
    try:
        return subprocess.run(["mount"], capture_output=True, text=True, timeout=5, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
