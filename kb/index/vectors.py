"""Vectors of one model in a memory-mapped float32 matrix, under the digest of the text that they stand for.

Matrix and cache in one: equal texts share a row, whichever build they come from. Rows are only ever appended, first to
the matrix, then to the keys, so a process that dies leaves whole rows and the next one goes on behind them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_KEY_BYTES = 32
_BLOCK = 1 << 16
"""Rows that are scored at once, so that a large matrix is never copied whole."""


class VectorStore:
    """The vectors of one model below `root`. One process writes at a time (the index's lock); any number read."""

    def __init__(self, root: Path, dimensions: int) -> None:
        self._matrix = root / "matrix.f32"
        self._keys = root / "keys.sha256"
        self._dimensions = dimensions
        self._rows = 0
        self._places: dict[str, int] = {}
        self.reload()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def places(self, keys: Sequence[str]) -> NDArray[numpy.int64]:
        """Row of each key in the matrix; -1 where there is no vector yet."""
        import numpy

        return numpy.fromiter((self._places.get(key, -1) for key in keys), dtype=numpy.int64, count=len(keys))

    def reload(self) -> None:
        """Read the keys again: a writer does so once the lock is its own, since others may have added rows."""
        self._rows, self._places = 0, {}
        if not self._keys.exists() or not self._matrix.exists():
            return
        stored = self._keys.read_bytes()
        self._rows = min(len(stored) // _KEY_BYTES, self._matrix.stat().st_size // self._row_bytes)
        starts = range(0, self._rows * _KEY_BYTES, _KEY_BYTES)
        self._places = {stored[at : at + _KEY_BYTES].hex(): row for row, at in enumerate(starts)}

    def append(self, keys: Sequence[str], vectors: NDArray[numpy.float32]) -> None:
        """Add rows for keys (SHA-256 in hexadecimal) that are not there yet; both files are synced."""
        import numpy

        self._matrix.parent.mkdir(parents=True, exist_ok=True)
        rows = self._rows
        self._write(self._matrix, rows * self._row_bytes, numpy.ascontiguousarray(vectors, dtype="<f4").tobytes())
        self._write(self._keys, rows * _KEY_BYTES, b"".join(bytes.fromhex(key) for key in keys))
        self._places.update((key, rows + at) for at, key in enumerate(keys))
        self._rows += len(keys)

    def similarities(
        self, places: NDArray[numpy.int64], queries: NDArray[numpy.float32]
    ) -> NDArray[numpy.float32]:
        """Cosine of each query with each row, shape (queries, places); NaN where the place is -1."""
        import numpy

        scores = numpy.full((len(queries), len(places)), numpy.nan, dtype=numpy.float32)
        known = numpy.flatnonzero(places >= 0)
        if not len(known):
            return scores
        matrix = numpy.memmap(self._matrix, dtype="<f4", mode="r").reshape(-1, self._dimensions)
        for start in range(0, len(known), _BLOCK):
            block = known[start : start + _BLOCK]
            scores[:, block] = queries @ matrix[places[block]].T
        return scores

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
