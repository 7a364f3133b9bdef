"""Projections: rows folded from events into Parquet segments, and views of them as of a position.

A segment covers a range of positions, one file a table, named by range and content. The manifest lists them and is
swapped by rename. What the ledger holds beyond the manifest is folded in memory when a view is opened, so a reader is
never behind. Everything here can be deleted: `rebuild` gives the same digests.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .canon import canonical, sha256
from .errors import ReadOnlyLibrary
from .events.fold import BY_NAME, TABLES, fold
from .events.standing import Purged
from .ledger.port import Ledger, StoredEvent
from .locks import exclusive, if_free
from .schema import SCHEMA_VERSION, Row, arrow_table
from .swapping import swap_text
from .view import View

if TYPE_CHECKING:
    import pyarrow as pa

SEGMENT_BYTES = 64 * 2**20
"""Payload bytes after which a segment is cut."""
LONG_TAIL = 5_000
"""Events beyond the segments from which on folding them once for all is cheaper than in every process again."""
MANIFEST, LOCK = "manifest.json", "projector.lock"


@dataclass(frozen=True)
class Segment:
    """Rows of the events `first` to `last`: table name to file name."""

    first: int
    last: int
    files: dict[str, str]


@dataclass(frozen=True)
class Manifest:
    """The segments in force, the last position that they cover, and the hash of the event there."""

    through: int
    segments: tuple[Segment, ...]
    head: str


NOTHING = Manifest(0, (), "")


class Projection:
    """The projections of one library. `read_only` folds everything in memory and writes nothing."""

    def __init__(self, root: Path, ledger: Ledger, *, read_only: bool = False) -> None:
        self._root = root
        self._ledger = ledger
        self._read_only = read_only

    def view(self, position: int | None = None) -> View:
        """All tables as of a position (the head if None)."""
        head = self._ledger.head().position
        at = head if position is None else min(position, head)
        manifest = self.manifest()
        if head - manifest.through > LONG_TAIL:
            manifest = self.flush()
        tail: dict[str, pa.Table] = {}
        if at > manifest.through:
            tail = _tables(self._ledger.read(after=manifest.through, until=at))
        files: dict[str, list[str]] = {table.name: [] for table in TABLES}
        for segment in manifest.segments:
            if segment.first > at:
                break
            for name, file in segment.files.items():
                files[name].append(str(self._root / file))
        return View(files, tail, at, self._forgotten())

    def flush(self) -> Manifest:
        """Fold what is new into segments. One process at a time; a second one leaves the work to the first."""
        if self._read_only:
            return self.manifest()
        self._root.mkdir(parents=True, exist_ok=True)
        with if_free(self._root / LOCK) as free:
            return self._flush(self.manifest()) if free else self.manifest()

    def rebuild(self) -> Manifest:
        """Fold the whole ledger again, whatever lies here.

        The files that were in force stay until the next rebuild, since readers may be at work on them; all others go.
        """
        if self._read_only:
            raise ReadOnlyLibrary(f"{self._root} cannot be written", remedy="copy the library, or ask its owner")
        self._root.mkdir(parents=True, exist_ok=True)
        with exclusive(self._root / LOCK):
            before, manifest = self.manifest(), self._flush(NOTHING)
            segments = (*before.segments, *manifest.segments)
            used = {file for segment in segments for file in segment.files.values()} | {MANIFEST, LOCK}
            for path in self._root.iterdir():
                if path.name not in used and path.is_file():
                    path.unlink(missing_ok=True)
            return manifest

    def digests(self) -> dict[str, str]:
        """Content digest per table: SHA-256 over the sorted canonical rows, however they were cut into segments."""
        with self.view() as view:
            return {table.name: _digest(view.raw(table.name)) for table in TABLES}

    def manifest(self) -> Manifest:
        """The manifest on disk; empty if it is missing, damaged, of another schema or not of this ledger."""
        try:
            content = json.loads((self._root / MANIFEST).read_text(encoding="utf-8"))
            if content["schema"] != SCHEMA_VERSION:
                return NOTHING
            segments = tuple(Segment(int(s["first"]), int(s["last"]), dict(s["files"])) for s in content["segments"])
            manifest = Manifest(int(content["through"]), segments, str(content["head"]))
        except (OSError, ValueError, KeyError, TypeError):
            return NOTHING
        return manifest if self._is_whole(manifest) and self._is_of_this_ledger(manifest) else NOTHING

    def _forgotten(self) -> set[str]:
        """Builds and library rows that were purged, whatever the position of the purge."""
        forgotten: set[str] = set()
        for event in self._ledger.read(kinds=[Purged.kind]):
            purged = event.payload()
            assert isinstance(purged, Purged)
            forgotten |= {build.build for build in purged.builds} | set(purged.rows)
        return forgotten

    def _is_whole(self, manifest: Manifest) -> bool:
        """Whether the segments follow each other up to the end, and every file is there."""
        last = 0
        for segment in manifest.segments:
            if segment.first != last + 1 or not segment.files.keys() <= BY_NAME.keys():
                return False
            if not all((self._root / file).is_file() for file in segment.files.values()):
                return False
            last = segment.last
        return last == manifest.through

    def _is_of_this_ledger(self, manifest: Manifest) -> bool:
        """A ledger restored from a backup may have gone another way since."""
        if not manifest.through:
            return True
        last = next(self._ledger.read(after=manifest.through - 1, until=manifest.through), None)
        return last is not None and last.hash == manifest.head

    def _flush(self, manifest: Manifest) -> Manifest:
        segments, head = list(manifest.segments), manifest.head
        for events in _ranges(self._ledger.read(after=manifest.through)):
            segments.append(self._write(events))
            head = events[-1].hash
        manifest = Manifest(segments[-1].last if segments else 0, tuple(segments), head)
        self._swap(manifest)
        return manifest

    def _write(self, events: list[StoredEvent]) -> Segment:
        import pyarrow.parquet as pq

        first, last = events[0].position, events[-1].position
        files: dict[str, str] = {}
        for name, table in _tables(iter(events)).items():
            if not table.num_rows:
                continue
            temporary = self._root / f".{name}-{first}-{os.getpid()}.tmp"
            pq.write_table(table, temporary, compression="zstd")
            file = f"{name}-{first:012d}-{last:012d}-{sha256(temporary.read_bytes())[:16]}.parquet"
            os.replace(temporary, self._root / file)
            files[name] = file
        return Segment(first, last, files)

    def _swap(self, manifest: Manifest) -> None:
        segments = [{"first": s.first, "last": s.last, "files": s.files} for s in manifest.segments]
        content = {
            "schema": SCHEMA_VERSION, "through": manifest.through, "head": manifest.head, "segments": segments,
        }
        swap_text(self._root / MANIFEST, json.dumps(content, sort_keys=True))


def _ranges(events: Iterator[StoredEvent]) -> Iterator[list[StoredEvent]]:
    batch: list[StoredEvent] = []
    size = 0
    for event in events:
        batch.append(event)
        size += len(event.content or b"")
        if size >= SEGMENT_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _tables(events: Iterator[StoredEvent]) -> dict[str, pa.Table]:
    rows: dict[str, list[Row]] = {table.name: [] for table in TABLES}
    for table, row in fold(events):
        rows[table.name].append(row)
    return {table.name: arrow_table(table, rows[table.name]) for table in TABLES}


def _digest(rows: list[dict[str, Any]]) -> str:
    return sha256(b"\n".join(sorted(canonical(row) for row in rows)))


