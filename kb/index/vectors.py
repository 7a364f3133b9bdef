"""Vectors of one model in a memory-mapped float32 matrix, under the digest of the text that they stand for.

Matrix and cache in one: equal texts share a row, whichever build they come from. Rows are only ever appended, first to
the matrix, then to the keys, so a process that dies leaves whole rows and the next one goes on behind them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .vector_digests import KEY_BYTES, KEYS, MATRIX, damaged_runs, extend, runs

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Keys = NDArray[numpy.uint8]

KEY_FILES = f"vectors-*/{KEYS}"
"""The keys of every model, below the folder of a generation."""
_BLOCK = 1 << 16
"""Rows that are scored at once, so that a large matrix is never copied whole."""


def packed(keys: Sequence[str]) -> Keys:
    """Keys (SHA-256 in hexadecimal) as rows of 32 bytes."""
    import numpy

    return numpy.frombuffer(b"".join(bytes.fromhex(key) for key in keys), dtype=numpy.uint8).reshape(-1, KEY_BYTES)


def has_others(files: Sequence[Path], keys: Keys) -> bool:
    """Whether one of these files has a key that is not among the keys given."""
    import numpy

    known = _starts(keys)
    for file in files:
        stored = file.read_bytes()
        rows = numpy.frombuffer(stored[: len(stored) // KEY_BYTES * KEY_BYTES], dtype=numpy.uint8)
        if not numpy.isin(_starts(rows.reshape(-1, KEY_BYTES)), known).all():
            return True
    return False


class VectorStore:
    """The vectors of one model below `root`. One process writes at a time (the index's lock); any number read."""

    def __init__(self, root: Path, dimensions: int) -> None:
        self._root = root
        self._matrix = root / MATRIX
        self._key_file = root / KEYS
        self._dimensions = dimensions
        self._keys: Keys
        self._order: Any
        self._starts: Any
        self.reload()

    def __len__(self) -> int:
        return len(self._keys)

    def places(self, keys: Keys) -> NDArray[numpy.int64]:
        """Row of each key (rows of 32 bytes, see `packed`) in the matrix; -1 where there is no vector yet."""
        import numpy

        places = numpy.full(len(keys), -1, dtype=numpy.int64)
        if not len(self._keys) or not len(keys):
            return places
        # Found by its first eight bytes, which no two digests of a library share but by accident; then held against
        # the whole key, so that an accident costs a vector and never gives a wrong one.
        at = numpy.searchsorted(self._starts, _starts(keys)).clip(max=len(self._starts) - 1)
        rows = self._order[at]
        same = (self._keys[rows] == keys).all(axis=1)
        places[same] = rows[same]
        return places

    def reload(self) -> None:
        """Read the keys again: a writer does so once the lock is its own, since others may have added rows."""
        import numpy

        stored = b""
        if self._key_file.exists() and self._matrix.exists():
            stored = self._key_file.read_bytes()
            rows = min(len(stored) // KEY_BYTES, self._matrix.stat().st_size // self._row_bytes)
            stored = stored[: rows * KEY_BYTES]
        self._take(numpy.frombuffer(stored, dtype=numpy.uint8).reshape(-1, KEY_BYTES))

    def append(self, keys: Keys, vectors: NDArray[numpy.float32]) -> None:
        """Add rows for keys that are not there yet; both files are synced, then their digests are written."""
        import numpy

        self._matrix.parent.mkdir(parents=True, exist_ok=True)
        rows = len(self._keys)
        self._write(self._matrix, rows * self._row_bytes, numpy.ascontiguousarray(vectors, dtype="<f4").tobytes())
        self._write(self._key_file, rows * KEY_BYTES, keys.tobytes())
        self._take(numpy.concatenate([self._keys, keys]))
        extend(self._root, rows, len(self._keys), self._row_bytes)

    def copy_to(self, other: VectorStore, keys: Keys) -> None:
        """Write into another store the vectors of these keys and no others, and none that are damaged or unproved."""
        import numpy

        rows = numpy.unique(self.places(keys))
        rows = rows[(rows >= 0) & (rows < max((run.end for run in runs(self._root)), default=0))]
        for run, _ in damaged_runs(self._root, full=True):
            rows = rows[(rows < run.start) | (rows >= run.end)]
        for start in range(0, len(rows), _BLOCK):
            block = rows[start : start + _BLOCK]
            other.append(self._keys[block], self._rows()[block])

    def similarities(
        self, places: NDArray[numpy.int64], queries: NDArray[numpy.float32]
    ) -> NDArray[numpy.float32]:
        """Cosine of each query with each row, shape (queries, places); NaN where the place is -1."""
        import numpy

        scores = numpy.full((len(queries), len(places)), numpy.nan, dtype=numpy.float32)
        known = numpy.flatnonzero(places >= 0)
        if not len(known):
            return scores
        matrix = self._rows()
        for start in range(0, len(known), _BLOCK):
            block = known[start : start + _BLOCK]
            scores[:, block] = queries @ matrix[places[block]].T
        return scores

    def _rows(self) -> NDArray[numpy.float32]:
        import numpy

        return numpy.memmap(self._matrix, dtype="<f4", mode="r", shape=(len(self._keys), self._dimensions))

    def _take(self, keys: Keys) -> None:
        """Keys in the order of the rows. Of a key that comes twice the first row counts."""
        import numpy

        self._keys = keys
        starts = _starts(keys)
        self._order = numpy.argsort(starts, kind="stable")
        self._starts = starts[self._order]

    @property
    def _row_bytes(self) -> int:
        return 4 * self._dimensions

    @staticmethod
    def _write(path: Path, at: int, content: bytes) -> None:
        """Write behind the last whole row; what a dead process left there is cut off."""
        with open(path, "r+b" if path.exists() else "w+b") as file:
            file.truncate(at)
            file.seek(at)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _starts(keys: Keys) -> NDArray[numpy.uint64]:
    import numpy

    found: NDArray[numpy.uint64] = numpy.ascontiguousarray(keys[:, :8]).view(numpy.uint64).ravel()
    return found
