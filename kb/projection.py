"""Projections: rows folded from events into Parquet segments, and views of them as of a position.

A segment covers a range of positions, one file a table, named by range and content. A manifest lists them; a reader
holds the one that it reads by until its view is closed. What the ledger holds beyond the manifest is folded in memory
when a view is opened, so a reader is never behind. One process projects at a time; others leave it to that one.
Everything here can be deleted: `rebuild` gives the same digests.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import DamageFound, LedgerError, ReadOnlyLibrary, UsageError
from .events.fold import TABLES, fold
from .ledger.port import Ledger
from .locks import exclusive, if_free
from .segments.columns import arrow_tables
from .segments.digests import table_digests
from .segments.files import file_digest, stated_digest
from .segments.folding import Range, cut_span, fold_range
from .segments.forgetting import without_rows
from .segments.leases import Lease, take_lease
from .segments.manifest import NOTHING, Manifest, Segment, manifest_name, numbers_in, parse_manifest, write_manifest
from .segments.purges import Purges, read_purges
from .segments.sweeping import spill_folder, sweep
from .segments.tiers import MOST, cheapest, due, merge
from .segments.workers import fold_in_processes
from .view import View

if TYPE_CHECKING:
    import pyarrow as pa

LONG_TAIL = 2_000
"""Events beyond the segments from which on folding them once for all is cheaper than in every process again."""
LOCK = "projector.lock"
PATIENCE = 3600.0
"""Seconds to wait for another process that projects, where the work cannot be left to it."""


class Projection:
    """The projections of one library. `read_only` folds everything in memory and writes nothing.

    `library` is the library's folder, from which the processes of a rebuild open the ledger; without it they are not
    used.
    """

    def __init__(self, root: Path, ledger: Ledger, *, read_only: bool = False, library: Path | None = None) -> None:
        self._root = root
        self._ledger = ledger
        self._read_only = read_only
        self._library = library
        self._fitting: tuple[int, str] = (0, "")

    def view(self, position: int | None = None) -> View:
        """All tables as of a position (the head if None)."""
        head = self._ledger.head().position
        at = head if position is None else min(position, head)
        lease = self._lease()
        try:
            if head - lease.manifest.through > LONG_TAIL and not self._read_only:
                lease.release()
                # A full disk is in the way of segments, but not of reading.
                with suppress(LedgerError, ReadOnlyLibrary):
                    self.flush(merge=False)
                lease = self._lease()
            return self._view(lease, at)
        except BaseException:
            lease.release()
            raise

    def flush(self, merge: bool = True) -> Manifest:
        """Fold what is new into segments; a second process leaves it to the first. Returns the manifest in force.

        Without `merge`, segments become one only where there would be too many of them, so the cost is that of what is
        new. Raises `FoldFailed`, `ChainBroken`, and `LedgerError` if segments cannot be written; what was there stays.
        """
        if self._read_only:
            return self.manifest()
        with _writing(self._root), if_free(self._root / LOCK) as free:
            if not free:
                return self.manifest()
            manifest = self._flush(merge)
            sweep(self._root, manifest, {LOCK})
            return manifest

    def rebuild(self, workers: int | None = None) -> Manifest:
        """Fold the whole ledger again, whatever lies here, in `workers` processes.

        None: as many as there are processors for a large ledger, and in this process for a small one. Raises
        `ReadOnlyLibrary`, `LedgerError` if another process projects for too long, and what `flush` raises.
        """
        self._check_writable()
        with _writing(self._root), exclusive(self._root / LOCK, patience=PATIENCE):
            head = self._ledger.head().position
            purges = read_purges(self._ledger, until=head)
            segments = self._fold(cut_span(0, head, workers or _processors()), workers or _processors(), head, purges)
            manifest = self._publish(segments, purges.through)
            sweep(self._root, manifest, {LOCK})
            return manifest

    def forget(self, builds: Collection[str]) -> bool:
        """Take the rows of purged builds out of all segments, in one pass.

        Rows go with their events: those at the positions that `Purged` events name, in whatever table, so that what is
        left is what a rebuild gives once the payloads are gone. Returns true if no file with such rows is left, and
        false while a reader holds a manifest that names one; then `sweep` does the rest later. Raises `UsageError` for
        a build that no `Purged` event names.
        """
        self._check_writable()
        purges = read_purges(self._ledger)
        unnamed = sorted(set(builds) - purges.ids.keys())
        if unnamed:
            raise UsageError(f"{unnamed[0]} was not purged", remedy="append the event `Purged` first")
        if not self._root.is_dir():
            return True
        with _writing(self._root), exclusive(self._root / LOCK, patience=PATIENCE):
            with self._lease() as lease:
                manifest = self._forget(lease.manifest, purges)
            return sweep(self._root, manifest, {LOCK})

    def sweep(self) -> bool:
        """Unlink what no reader holds; true if nothing waits for one. False too while another process projects."""
        self._check_writable()
        if not self._root.is_dir():
            return True
        with if_free(self._root / LOCK) as free:
            return free and sweep(self._root, self.manifest(), {LOCK})

    def digests(self) -> dict[str, str]:
        """Content digest per table, equal for equal rows however they were cut into segments (`table_digests`)."""
        with self.view() as view:
            return table_digests(view)

    def manifest(self) -> Manifest:
        """The manifest in force; empty if it is missing, damaged, of another schema or not of this ledger."""
        with self._lease() as lease:
            return lease.manifest

    def damages(self) -> list[str]:
        """Manifests and segment files whose bytes are not what they were, and segment files that are missing."""
        found = []
        for number in numbers_in(os.listdir(self._root)) if self._root.is_dir() else []:
            try:
                parse_manifest(number, (self._root / manifest_name(number)).read_text("utf-8", "replace"))
            except FileNotFoundError:
                continue
            except DamageFound as error:
                found.append(str(error))
        if found:
            return found
        with take_lease(self._root) as lease:
            for file in sorted(lease.manifest.files):
                try:
                    whole = file_digest(self._root / file) == stated_digest(file)
                except OSError as error:
                    found.append(f"segment {file} cannot be read ({error.strerror}); run: claimledger rebuild")
                    continue
                if not whole:
                    found.append(f"segment {file} is damaged; run: claimledger rebuild")
        return found

    def _lease(self) -> Lease:
        """A lease on the manifest in force if it can be used, and on nothing if not."""
        try:
            lease = take_lease(self._root)
        except DamageFound:
            return Lease(NOTHING)
        try:
            if self._fits(lease.manifest):
                return lease
        except BaseException:
            lease.release()
            raise
        lease.release()
        return Lease(NOTHING)

    def _fits(self, manifest: Manifest) -> bool:
        """Whether every file is there, and the ledger has the manifest's last event.

        A ledger restored from a backup may have gone another way since.
        """
        if not manifest.through:
            return True
        if not manifest.files <= set(os.listdir(self._root)):
            return False
        if self._fitting != (manifest.through, manifest.head):
            last = next(self._ledger.scan(after=manifest.through - 1, until=manifest.through), None)
            if last is None or last.hash != manifest.head:
                return False
            self._fitting = (manifest.through, manifest.head)
        return True

    def _view(self, lease: Lease, at: int) -> View:
        manifest = lease.manifest
        purges = read_purges(self._ledger)
        tail: dict[str, pa.Table] = {}
        if at > manifest.through:
            events = self._ledger.read(after=manifest.through, until=at)
            tail = arrow_tables(fold(events, without=purges.positions))
        whole = [segment for segment in manifest.segments if segment.last <= at]
        cut = next((segment.files for segment in manifest.segments if segment.first <= at < segment.last), {})
        files = {
            table.name: [str(self._root / s.files[table.name]) for s in whole if table.name in s.files]
            for table in TABLES
        }
        return View(
            files, tail, at, cut={name: str(self._root / file) for name, file in cut.items()},
            forgotten=purges.ids, without=purges.positions if purges.through > manifest.forgotten else (),
            release=lease.release, spill=None if self._read_only else spill_folder(self._root),
        )

    def _flush(self, merging: bool) -> Manifest:
        head = self._ledger.head().position
        purges = read_purges(self._ledger, until=head)
        with self._lease() as lease:
            manifest = self._forget(lease.manifest, purges)
        for span in cut_span(manifest.through, head, 1):
            # One after the other, so that what is done stays done, and readers have less to fold.
            segment = fold_range(self._ledger, span, self._root, purges.positions)
            manifest = self._publish([*manifest.segments, segment], manifest.forgotten)
        while merging and (run := due(manifest.segments)):
            manifest = self._publish(self._merged(manifest.segments, run), manifest.forgotten)
        return manifest

    def _fold(self, ranges: Sequence[Range], workers: int, head: int, purges: Purges) -> list[Segment]:
        if self._library is not None and workers > 1 and len(ranges) > 1:
            return fold_in_processes(self._library, self._root, ranges, workers, head)
        return [fold_range(self._ledger, span, self._root, purges.positions) for span in ranges]

    def _forget(self, manifest: Manifest, purges: Purges) -> Manifest:
        if purges.through <= manifest.forgotten:
            return manifest
        positions = sorted(purges.positions)
        return self._publish([without_rows(self._root, s, positions) for s in manifest.segments], purges.through)

    def _publish(self, segments: Sequence[Segment], forgotten: int) -> Manifest:
        """Put segments in force, not too many of them. The number is the next one of whatever lies there."""
        while len(segments) > MOST:
            segments = self._merged(segments, cheapest(segments))
        number = max(numbers_in(os.listdir(self._root)), default=0) + 1
        manifest = Manifest(number, tuple(segments), forgotten)
        write_manifest(self._root, manifest)
        return manifest

    def _merged(self, segments: Sequence[Segment], run: slice) -> list[Segment]:
        return [*segments[:run.start], merge(self._root, segments[run]), *segments[run.stop:]]

    def _check_writable(self) -> None:
        if self._read_only:
            raise ReadOnlyLibrary(f"{self._root} cannot be written", remedy="copy the library, or ask its owner")


@contextmanager
def _writing(root: Path) -> Iterator[None]:
    """Makes the folder; errors of the system in it as ours."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise LedgerError(
            f"segments cannot be written to {root}: {error.strerror or error}",
            remedy="nothing is lost; free some disk space, then run: claimledger rebuild",
        ) from error


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
