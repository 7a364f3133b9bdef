"""What a doctor asks of a library: its place, its files, and whether what is derived keeps up with the ledger."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from ..database import damaged_database
from ..founding import contradicted_privacy
from ..ledger.opening import FILE
from ..library import Library
from ..manifests import FOLDER, Manifest, doubtful_manifests, manifests, write_manifest
from ..settle.run import changed_through, settle_library, settled_through
from ..verify import check_identity, contradicted_freezes
from .blob_names import KINDS, named_blobs
from .findings import Finding, ok, problem, warning
from .places import OVERRIDE, network_drive
from .seclusion import abandoned, is_alive

LONG_TAIL = 5_000
"""Events beyond the segments from which on every command pays for folding them."""
_AGE = 3600.0
"""Age in seconds from which an unnamed temporary file belongs to nobody."""
_LEAST_FREE = 256 * 2**20
_TEMPORARY = re.compile(r"\..*[.-](\d+)\.tmp")
_DERIVED = ("segments", "index")

BEGUN = """
SELECT count(DISTINCT build) AS n FROM sources
WHERE build NOT IN (SELECT build FROM sealed) AND build NOT IN (SELECT build FROM failures)
  AND build NOT IN (SELECT build FROM purged_builds)
"""

Check = Callable[[Library], Iterator[Finding]]


def check_place(library: Library) -> Iterator[Finding]:
    """Whether SQLite may keep a ledger where the library lies."""
    drive = None if library.settings.ledger.url else network_drive(library.root / FILE)
    if drive is None:
        yield ok("place", f"{library.root}")
    elif os.environ.get(OVERRIDE) == "1":
        yield warning("place", f"{drive.point} is a network drive ({drive.type}), allowed by {OVERRIDE}",
                      "let only one machine open the library, or move it to a folder of this machine")
    else:
        yield problem("place", f"{drive.point} is a network drive ({drive.type})",
                      "move the library to a folder of this machine, or its events to PostgreSQL")


def check_space(library: Library) -> Iterator[Finding]:
    """Free space against what a rebuild takes: segments and index are made anew beside the old ones."""
    free = shutil.disk_usage(library.root).free
    need = _LEAST_FREE + sum(_size(library.root / name) for name in _DERIVED)
    if free >= need:
        yield ok("space", f"{_megabytes(free)} free, a rebuild takes up to {_megabytes(need)}")
    else:
        level = problem if free < _LEAST_FREE else warning
        what = f"{_megabytes(free)} free, and a rebuild takes up to {_megabytes(need)}"
        yield level("space", what, "make room on the disk")


def check_modes(library: Library) -> Iterator[Finding]:
    """Whether others can read a private library, and whether its settings and its ledger agree that it is one."""
    if contradicted := contradicted_privacy(library.root, library.ledger):
        yield (warning if contradicted.stricter else problem)("privacy", contradicted.what, contradicted.cure)
    if not library.settings.library.private:
        yield ok("privacy", "the library is not private")
        return
    open_ones = [path for path in [library.root, *library.root.rglob("*")] if _others(path)]
    if not open_ones:
        yield ok("privacy", "only its user can read the library")
        return
    named = ", ".join(str(path.relative_to(library.root.parent)) for path in open_ones[:3])
    yield problem("privacy", f"others have rights on {len(open_ones)} files or folders of a private library: {named}",
                  "run: claimledger doctor --mend", partial(_close, open_ones))


def check_locks(library: Library) -> Iterator[Finding]:
    """Locks that somebody holds at this moment. The file of a lock says nothing; a dead process holds none."""
    held = [path for path in sorted(library.root.rglob("*.lock")) if path.is_file() and not _is_free(path)]
    if held:
        names = ", ".join(str(path.relative_to(library.root)) for path in held)
        yield ok("locks", f"another process is at work: {names}")
    else:
        yield ok("locks", "nobody else is at work; the operating system lets go of a dead process's locks")


def check_leftovers(library: Library) -> Iterator[Finding]:
    """Temporary files of processes that died."""
    left = [*abandoned(library.root), *_temporary_files(library.root)]
    if left:
        names = ", ".join(str(path.relative_to(library.root)) for path in left[:3])
        yield warning("leftovers", f"{len(left)} temporary files of processes that died: {names}",
                      "run: claimledger doctor --mend", partial(_remove, left))
    else:
        yield ok("leftovers", "no temporary files of processes that died")


def check_ledger(library: Library) -> Iterator[Finding]:
    """Whether settings, ledger, segments and freezes fit together in a whole database. The chain is for `verify`."""
    wrong = [*damaged_database(library), *check_identity(library), *contradicted_freezes(library)]
    for what in wrong:
        yield problem("ledger", what, "restore the library from a backup: claimledger restore SRC DEST")
    if not wrong:
        yield ok("ledger", f"{library.ledger.head().position} events; to check every byte: claimledger verify")


def check_blobs(library: Library) -> Iterator[Finding]:
    """Blobs that the ledger needs and that are not there, and blobs that no event names."""
    needed = named_blobs(library.ledger.read(kinds=KINDS))
    there = set(library.blobs)
    missing = sorted(needed - there)
    if missing:
        yield problem("blobs", f"{len(missing)} of {len(needed)} blobs are missing: {missing[0][:16]}...",
                      "ingest their sources again, or restore a backup and merge it")
    unnamed = len(there - needed)
    if unnamed:
        yield warning("blobs", f"no event names {unnamed} blobs, as a run under way or one that died leaves them",
                      "ingest their sources again, which names them; nothing else needs to be done")
    if not missing and not unnamed:
        yield ok("blobs", f"{len(needed)} blobs, all there")


def check_purges(library: Library) -> Iterator[Finding]:
    """Purges that are not known to be complete."""
    from ..forgetting.purge import pending

    waiting = pending(library)
    for what in waiting:
        text, _, cure = what.partition("; ")
        yield problem("purges", text, cure or "run: claimledger purge --resume")
    if not waiting:
        yield ok("purges", "nothing that was purged is left")


def check_settling(library: Library) -> Iterator[Finding]:
    """What changed since the last settling, and builds that were begun and not finished."""
    with library.view() as view:
        changed, settled = changed_through(view), settled_through(view)
        begun = int(view.rows(BEGUN)[0]["n"])
    if changed > settled:
        yield problem("settling", f"changes up to position {changed} are settled up to {settled} only",
                      "run: claimledger doctor --mend", partial(settle_library, library))
    else:
        yield ok("settling", f"settled through position {settled}")
    if begun:
        yield warning("ingest", f"{begun} builds were begun and neither finished nor given up",
                      "ingest their files again, unless somebody does at this moment")


def check_segments(library: Library) -> Iterator[Finding]:
    """Segments that are damaged, or far behind the ledger."""
    damages = library.projection.damages()
    if damages:
        yield problem("segments", f"{len(damages)} are damaged: {damages[0]}", "run: claimledger doctor --mend",
                      library.projection.rebuild)
        return
    head, through = library.ledger.head().position, library.projection.manifest().through
    if head - through > LONG_TAIL:
        yield warning("segments", f"they end at position {through}, {head - through} events behind the ledger",
                      "run: claimledger doctor --mend", library.projection.flush)
    else:
        yield ok("segments", f"through position {through} of {head}; the rest is folded when it is read")


def check_index(library: Library) -> Iterator[Finding]:
    """Files of the index that are damaged, builds that are not indexed, and chunks without a vector."""
    from ..index.index import SearchIndex

    index = SearchIndex(library)
    try:
        if damages := index.damages():
            yield problem("index", f"{len(damages)} files of the search index, which is derived, are damaged: "
                          f"{damages[0]}", "run: claimledger doctor --mend", partial(_index, library))
            return
        state = index.state()
    finally:
        index.close()
    if state.complete:
        embedder = state.embedder.partition(" ")[0]
        yield ok("index", f"{state.chunks} chunks of {state.builds} builds, embedder {embedder}")
        return
    lacking = f"{state.missing_builds} builds are not indexed"
    if not state.missing_builds:
        lacking = f"{state.chunks - state.embedded} of {state.chunks} chunks have no vector"
    yield warning("index", lacking, "run: claimledger doctor --mend, or any search", partial(_index, library))


def check_snapshots(library: Library) -> Iterator[Finding]:
    """Manifests' files that are missing or damaged, which are made from the ledger, and such as it does not record."""
    frozen = manifests(library)
    doubtful = list(doubtful_manifests(library))
    missing = [one for one in frozen if not (library.root / FOLDER / one.file_name).exists()]
    damaged = [one for _, one in doubtful if one is not None]
    cure = "run: claimledger doctor --mend"
    if missing:
        yield warning("snapshots", f"{len(missing)} of {len(frozen)} manifests have no file", cure,
                      partial(_write_manifests, library, missing))
    for one in damaged:
        yield problem("snapshots", f"{FOLDER}/{one.file_name} is not what the ledger records", cure,
                      partial(_write_manifests, library, [one]))
    for name in (name for name, one in doubtful if one is None):
        # Not removed: it may be all that is left of an event that somebody took out of the ledger.
        yield problem("snapshots", f"{FOLDER}/{name}: the ledger records no such snapshot",
                      "see whether events were lost: claimledger verify --published F; then remove the file")
    if not (missing or doubtful):
        yield ok("snapshots", f"{len(frozen)} frozen states")


CHECKS: tuple[Check, ...] = (
    # Locks first: what the other checks read is read under locks of our own.
    check_locks, check_place, check_space, check_modes, check_leftovers, check_ledger, check_blobs, check_purges,
    check_segments, check_settling, check_index, check_snapshots,
)


def _index(library: Library) -> None:
    from ..index.index import SearchIndex

    index = SearchIndex(library)
    try:
        index.update(full=True)
    finally:
        index.close()


def _write_manifests(library: Library, missing: list[Manifest]) -> None:
    for manifest in missing:
        write_manifest(library, manifest)


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size
    return total


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB"


def _others(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return not stat.S_ISLNK(mode) and bool(mode & 0o077)


def _close(paths: list[Path]) -> None:
    for path in paths:
        with suppress(FileNotFoundError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & 0o700)


def _is_free(path: Path) -> bool:
    """Asked through a file that is open for reading, since a library may be one that cannot be written."""
    with suppress(OSError), open(path, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _temporary_files(root: Path) -> Iterator[Path]:
    """Files that only exist until they are renamed, and whose writer is gone."""
    oldest = time.time() - _AGE
    for path in sorted(root.rglob("*.tmp")):
        match = _TEMPORARY.fullmatch(path.name)
        if match and not is_alive(int(match[1])):
            yield path
    for path in sorted((root / "blobs" / "incoming").glob("*")):
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                yield path


def _remove(paths: list[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
