"""Unlinking what nobody needs any more: files that neither the manifest in force names nor one that a reader holds."""

from __future__ import annotations

import os
import re
import shutil
import socket
from pathlib import Path

from ..errors import DamageFound
from .leases import unheld
from .manifest import Manifest, manifest_name, numbers_in, parse_manifest

_SPILL = re.compile(r"\.spill-(?P<host>.+)-(?P<process>\d{1,10})")


def sweep(root: Path, current: Manifest, keep: set[str]) -> bool:
    """Unlink what can go; true if nothing is left that should. The caller holds the projector's lock.

    `keep` are other files of the folder that stay. Nothing of another projector is in the making, since there is none,
    so a temporary file is one of a process that died.
    """
    kept = current.files | {manifest_name(current.number)} | keep
    for number in numbers_in(os.listdir(root)):
        if number == current.number:
            continue
        path = root / manifest_name(number)
        with unheld(path) as free:
            if free:
                path.unlink(missing_ok=True)
                continue
        try:
            kept |= {path.name} | parse_manifest(number, path.read_text(encoding="utf-8")).files
        except FileNotFoundError:
            continue
        except (DamageFound, ValueError):
            return False  # Somebody reads by it, and what it names is not known.
    _unlink(root, kept)
    own = current.files | {manifest_name(current.number)} | keep
    return not any(name not in own and not _SPILL.fullmatch(name) for name in os.listdir(root))


def spill_folder(root: Path) -> Path:
    """Where this process may put what does not fit into its memory: inside the library, and gone after it."""
    return root / f".spill-{socket.gethostname()}-{os.getpid()}"


def _unlink(root: Path, kept: set[str]) -> None:
    for path in root.iterdir():
        spill = _SPILL.fullmatch(path.name)
        if spill:
            if spill["host"] == socket.gethostname() and not _runs(int(spill["process"])):
                shutil.rmtree(path, ignore_errors=True)
        elif path.name not in kept and path.is_file():
            path.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
