"""Projections: rows folded from events into Parquet segments, and views of them as of a position.

A segment covers a range of positions, one file a table, named by range and content. The manifest lists them and is
swapped by rename. What the ledger holds beyond the manifest is folded in memory when a view is opened, so a reader is
never behind. Everything here can be deleted: `rebuild` gives the same digests.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .canon import canonical, sha256
from .events.fold import TABLES, fold
from .ledger.port import Ledger, StoredEvent
from .schema import SCHEMA_VERSION, Row, arrow_table
from .view import View

if TYPE_CHECKING:
    import pyarrow as pa

SEGMENT_BYTES = 64 * 2**20
"""Payload bytes after which a segment is cut."""


@dataclass(frozen=True)
class Segment:
    """Rows of the events `first` to `last`: table name to file name."""

    first: int
    last: int
    files: dict[str, str]


@dataclass(frozen=True)
class Manifest:
    """The segments in force, and the last position that they cover."""

    through: int
    segments: tuple[Segment, ...]


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
        tail: dict[str, pa.Table] = {}
        if at > manifest.through:
            tail = _tables(self._ledger.read(after=manifest.through, until=at))
        files: dict[str, list[str]] = {table.name: [] for table in TABLES}
        for segment in manifest.segments:
            for name, file in segment.files.items():
                files[name].append(str(self._root / file))
        return View(files, tail, at)

    def flush(self) -> Manifest:
        """Fold what is new into segments. One process at a time; a second one leaves the work to the first."""
        from filelock import FileLock, Timeout

        if self._read_only:
            return self.manifest()
        self._root.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self._root / "projector.lock", blocking=False):
                return self._flush()
        except Timeout:
            return self.manifest()

    def rebuild(self) -> Manifest:
        """Drop every segment and fold the whole ledger again."""
        shutil.rmtree(self._root, ignore_errors=True)
        return self.flush()

    def digests(self, position: int | None = None) -> dict[str, str]:
        """Content digest per table: SHA-256 over the sorted canonical rows, however they were cut into segments."""
        with self.view(position) as view:
            return {table.name: _digest(view.raw(table.name)) for table in TABLES}

    def manifest(self) -> Manifest:
        """The manifest on disk; empty if there is none, or if it was written under another schema."""
        try:
            content = json.loads((self._root / "manifest.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return Manifest(0, ())
        if content.get("schema") != SCHEMA_VERSION:
            return Manifest(0, ())
        segments = tuple(Segment(s["first"], s["last"], s["files"]) for s in content["segments"])
        missing = any(not (self._root / file).exists() for s in segments for file in s.files.values())
        return Manifest(0, ()) if missing else Manifest(content["through"], segments)

    def _flush(self) -> Manifest:
        manifest = self.manifest()
        segments = list(manifest.segments)
        for events in _ranges(self._ledger.read(after=manifest.through)):
            segments.append(self._write(events))
        through = segments[-1].last if segments else 0
        manifest = Manifest(through, tuple(segments))
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
        content = {"schema": SCHEMA_VERSION, "through": manifest.through, "segments": segments}
        temporary = self._root / f".manifest-{os.getpid()}.tmp"
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(content, file, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self._root / "manifest.json")


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


