"""Segment files on their way to disk: row groups as rows come, then the name with the hash of the content.

Rows stay in the order of positions, so that a query on a span of them reads few row groups. A Bloom filter on ids and
builds lets a look-up skip the row groups that cannot hold them (pyarrow writes such filters from release 24 on; without
them a look-up is slower).
"""

from __future__ import annotations

import hashlib
import inspect
import os
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..events.fold import BY_NAME
from ..schema import arrow_schema
from .manifest import Segment

if TYPE_CHECKING:
    import pyarrow as pa

GROUP_BYTES = 16 * 2**20
"""Bytes in memory from which on rows are written as a row group."""
TEMPORARY = ".tmp"
_WITHOUT_DICTIONARY = ("id", "text", "raw", "event", "blob", "reference", "claim", "ordinal")
"""Columns whose values hardly come twice."""
_FILTERED = ("id", "build")
_FALSE_POSITIVES = 0.01


class SegmentWriter:
    """Writes the files of one segment, from position `first` on. Close it with `finish` or `discard`."""

    def __init__(self, root: Path, first: int) -> None:
        self._root = root
        self._first = first
        self._token = secrets.token_hex(4)
        self._tables: dict[str, _TableWriter] = {}

    def add(self, name: str, rows: pa.Table) -> None:
        """Add rows of one table, which follow those that were added before."""
        writer = self._tables.get(name)
        if writer is None:
            temporary = self._root / f".{name}-{self._first}-{self._token}{TEMPORARY}"
            writer = self._tables[name] = _TableWriter(name, temporary)
        writer.add(rows)

    def finish(self, last: int, head: str, unchanged: dict[str, Path] | None = None) -> Segment:
        """Write what is left and name the files. `unchanged` are files of other tables that go into the segment."""
        files: dict[str, str] = {name: path.name for name, path in (unchanged or {}).items()}
        for name, writer in self._tables.items():
            digest = writer.finish()
            files[name] = f"{name}-{self._first:012d}-{last:012d}-{digest[:16]}.parquet"
            os.replace(writer.path, self._root / files[name])
        size = sum((self._root / file).stat().st_size for file in files.values())
        return Segment(self._first, last, head, size, files)

    def discard(self) -> None:
        """Remove what was written."""
        for writer in self._tables.values():
            writer.discard()


class _TableWriter:
    """One file, row group by row group."""

    def __init__(self, name: str, path: Path) -> None:
        self.path = path
        self._name = name
        self._schema = arrow_schema(BY_NAME[name])
        self._waiting: list[pa.Table] = []
        self._waiting_bytes = 0
        self._file: Any = None

    def add(self, rows: pa.Table) -> None:
        self._waiting.append(rows)
        self._waiting_bytes += rows.nbytes
        if self._waiting_bytes >= GROUP_BYTES:
            self._write()

    def finish(self) -> str:
        """Write the rest, and bring it to the disk. Returns the SHA-256 of the file."""
        if self._waiting:
            self._write()
        self._file.close()
        with open(self.path, "rb+") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        return digest

    def discard(self) -> None:
        if self._file is not None:
            self._file.close()
        self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        rows = pa.concat_tables(self._waiting)
        self._waiting, self._waiting_bytes = [], 0
        if self._file is None:
            self._file = pq.ParquetWriter(self.path, self._schema, compression="zstd", **_options(rows))
        self._file.write_table(rows, row_group_size=max(rows.num_rows, 1))


def file_digest(path: Path) -> str:
    """The part of a segment file's name that its content must have. Raises `OSError`."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def stated_digest(name: str) -> str:
    """The digest in the name of a segment file."""
    return name.rsplit("-", 1)[-1].removesuffix(".parquet")


def _options(rows: pa.Table) -> dict[str, Any]:
    """How to write a file whose row groups are like these rows."""
    import pyarrow.compute as pc

    options: dict[str, Any] = {
        "use_dictionary": [name for name in rows.column_names if name not in _WITHOUT_DICTIONARY]
    }
    if _writes_filters():
        options["bloom_filter_options"] = {
            name: {"ndv": max(pc.count_distinct(rows[name]).as_py(), 1), "fpp": _FALSE_POSITIVES}
            for name in _FILTERED if name in rows.column_names
        }
    return options


@cache
def _writes_filters() -> bool:
    import pyarrow.parquet as pq

    return "bloom_filter_options" in inspect.signature(pq.ParquetWriter.__init__).parameters
