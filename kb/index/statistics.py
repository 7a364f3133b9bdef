"""Term statistics per build in Parquet, so that scores can be computed from exactly what a position shows.

Three files a batch: `builds-N` has one row a build (also of one without chunks), `chunks-N` one a chunk, `terms-N` how
many chunks of a build hold a term, sorted by term so that a lookup reads few row groups. A batch counts once
`manifest.json` names it. Sums over the builds that are active at a position give the number of chunks, their mean
length and the document frequencies of that position.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..swapping import swap_text
from .chunk_table import IndexedChunk

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ..view import View

_MERGE_ABOVE = 32
"""Batches after which they are joined into one."""

_ORDER = {"builds": "build", "chunks": "chunk", "terms": "term"}
"""Kinds of files, and the column that a joined one is sorted by."""

VISIBLE_CHUNKS = """
SELECT c.chunk, c.build, a.work, c.length, c.key
FROM read_parquet({files}) c JOIN active_builds a ON a.build = c.build ORDER BY c.chunk
"""
KEYS = """
SELECT build, key FROM read_parquet({files}) WHERE build IN (SELECT build FROM visible_builds) ORDER BY chunk
"""
HOLDERS = """
SELECT c.chunk, c.terms FROM read_parquet({files}) c JOIN active_builds a ON a.build = c.build
WHERE list_has_any(string_split(c.terms, ' '), ?::VARCHAR[]) ORDER BY c.chunk
"""
HIDDEN_BUILDS = """
SELECT build FROM read_parquet({files})
WHERE position <= ? AND build NOT IN (SELECT build FROM active_builds)
"""
DOCUMENT_FREQUENCIES = """
SELECT t.term, sum(t.chunks)::BIGINT AS chunks
FROM read_parquet({files}) t JOIN active_builds a ON a.build = t.build
WHERE t.term IN (SELECT unnest(?::VARCHAR[])) GROUP BY t.term
"""


@dataclass(frozen=True)
class VisibleChunks:
    """The chunks that a view shows, sorted by id; all sequences run in parallel. `lengths` are in terms.

    `hidden` are indexed builds that the position would admit but that are not active in the view.
    """

    ids: list[str]
    builds: list[str]
    works: list[str]
    lengths: NDArray[numpy.int64]
    keys: list[str]
    hidden: frozenset[str]

    @property
    def mean_length(self) -> float:
        """Mean number of terms; zero without chunks."""
        return float(self.lengths.mean()) if len(self.lengths) else 0.0


class TermStatistics:
    """The statistics below `root`. One process writes at a time; readers keep to the manifest that they read."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def batches(self) -> list[int]:
        """Numbers of the batches in force; empty where there is no manifest."""
        try:
            return [int(number) for number in json.loads((self._root / "manifest.json").read_text())["batches"]]
        except (FileNotFoundError, ValueError, KeyError):
            return []

    def builds(self, view: View) -> set[str]:
        """All builds that are indexed, visible or not."""
        files = self._files("builds")
        found = view.rows(f"SELECT build FROM read_parquet({files})") if files else []
        return {str(row["build"]) for row in found}

    def keys(self, view: View) -> list[tuple[str, str]]:
        """Build and key of every chunk of a visible build, sorted by the chunk's id."""
        files = self._files("chunks")
        found = view.rows(KEYS.format(files=files)) if files else []
        return [(str(row["build"]), str(row["key"])) for row in found]

    def visible(self, view: View) -> VisibleChunks:
        """The chunks of the builds that are active in the view."""
        import numpy

        files = self._files("chunks")
        if not files:
            return VisibleChunks([], [], [], numpy.zeros(0, dtype=numpy.int64), [], frozenset())
        rows = view.rows(VISIBLE_CHUNKS.format(files=files))
        hidden = view.rows(HIDDEN_BUILDS.format(files=self._files("builds")), [view.position])
        ids, builds, works, keys = ([row[name] for row in rows] for name in ("chunk", "build", "work", "key"))
        lengths = numpy.array([row["length"] for row in rows], dtype=numpy.int64)
        return VisibleChunks(ids, builds, works, lengths, keys, frozenset(str(row["build"]) for row in hidden))

    def holders(self, view: View, terms: Collection[str]) -> list[tuple[str, str]]:
        """Every visible chunk that holds one of the terms, with all its terms joined by spaces, sorted by id."""
        files = self._files("chunks")
        found = view.rows(HOLDERS.format(files=files), [sorted(terms)]) if files and terms else []
        return [(str(row["chunk"]), str(row["terms"])) for row in found]

    def document_frequencies(self, view: View, terms: Collection[str]) -> dict[str, int]:
        """Number of visible chunks that hold each term; terms that none holds are left out."""
        files = self._files("terms")
        if not files or not terms:
            return {}
        found = view.rows(DOCUMENT_FREQUENCIES.format(files=files), [sorted(terms)])
        return {str(row["term"]): int(row["chunks"]) for row in found}

    def add(self, chunks: Sequence[IndexedChunk], builds: Mapping[str, int]) -> None:
        """Add one batch of whole builds, given with the positions at which they were sealed."""
        import pyarrow

        number = max(self._numbers_on_disk(), default=0) + 1
        self._root.mkdir(parents=True, exist_ok=True)
        sealed = {"build": list(builds), "position": list(builds.values())}
        self._write("builds", number, pyarrow.table(sealed))
        self._write_chunks(number, chunks)
        self._write_terms(number, chunks)
        self._swap([*self.batches(), number])

    def merge(self) -> None:
        """Join many batches into one. Files of the manifest before last go, those that a reader may hold stay."""
        batches = self.batches()
        for number in self._numbers_on_disk() - set(batches):
            for kind in _ORDER:
                self._path(kind, number).unlink(missing_ok=True)
        if len(batches) <= _MERGE_ABOVE:
            return
        import pyarrow
        import pyarrow.parquet as parquet

        number = max(batches) + 1
        for kind, order in _ORDER.items():
            parts = [parquet.read_table(self._path(kind, batch)) for batch in batches]
            self._write(kind, number, pyarrow.concat_tables(parts).sort_by(order))
        self._swap([number])

    def _write_chunks(self, number: int, chunks: Sequence[IndexedChunk]) -> None:
        import pyarrow

        columns = {
            "chunk": pyarrow.array([chunk.chunk for chunk in chunks], pyarrow.string()),
            "build": pyarrow.array([chunk.build for chunk in chunks], pyarrow.string()),
            "length": pyarrow.array([len(chunk.terms) for chunk in chunks], pyarrow.int64()),
            "key": pyarrow.array([chunk.key for chunk in chunks], pyarrow.string()),
            "terms": pyarrow.array([" ".join(chunk.terms) for chunk in chunks], pyarrow.string()),
        }
        self._write("chunks", number, pyarrow.table(columns))

    def _write_terms(self, number: int, chunks: Sequence[IndexedChunk]) -> None:
        import pyarrow

        counts = Counter((term, chunk.build) for chunk in chunks for term in set(chunk.terms))
        ordered = sorted(counts)
        columns = {
            "term": pyarrow.array([term for term, _ in ordered], pyarrow.string()),
            "build": pyarrow.array([build for _, build in ordered], pyarrow.string()),
            "chunks": pyarrow.array([counts[pair] for pair in ordered], pyarrow.int64()),
        }
        self._write("terms", number, pyarrow.table(columns))

    def _write(self, kind: str, number: int, table: Any) -> None:
        import pyarrow.parquet as parquet

        temporary = self._root / f".{kind}-{os.getpid()}.tmp"
        parquet.write_table(table, temporary, compression="zstd")
        os.replace(temporary, self._path(kind, number))

    def _swap(self, batches: Sequence[int]) -> None:
        swap_text(self._root / "manifest.json", json.dumps({"batches": list(batches)}))

    def _numbers_on_disk(self) -> set[int]:
        return {int(path.stem.partition("-")[2]) for path in self._root.glob("*-*.parquet")}

    def _path(self, kind: str, number: int) -> Path:
        return self._root / f"{kind}-{number:06d}.parquet"

    def _files(self, kind: str) -> str:
        """A list of files for DuckDB's `read_parquet`; empty without batches."""
        names = [str(self._path(kind, number)).replace("'", "''") for number in self.batches()]
        return "[" + ", ".join(f"'{name}'" for name in names) + "]" if names else ""
