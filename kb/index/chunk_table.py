"""Chunks in LanceDB, with full text over their index terms: who may answer a question at all.

The table supplies candidates and nothing else. Its own scores depend on whatever is in it at the moment, also on what a
snapshot must not see, so they only decide who is among the candidates, never in which order they are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TABLE = "chunks"
_ROWS_AT_ONCE = 10_000


@dataclass(frozen=True)
class IndexedChunk:
    """One chunk as it is indexed: its terms, and the SHA-256 of the text that is embedded for it."""

    chunk: str
    build: str
    position: int
    terms: tuple[str, ...]
    key: str


class ChunkTable:
    """The table of chunks below `root`. One process writes at a time; readers see the last version that was whole."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._open: Any = None

    def add(self, chunks: Sequence[IndexedChunk]) -> None:
        """Add chunks in one batch. Those that are there already, after a run that died, are left as they are."""
        import pyarrow

        if not chunks:
            return
        rows = pyarrow.table(
            {
                "chunk": [chunk.chunk for chunk in chunks],
                "build": [chunk.build for chunk in chunks],
                "position": [chunk.position for chunk in chunks],
                "terms": [" ".join(chunk.terms) for chunk in chunks],
            }
        )
        table = self._table()
        if table is None:
            self._open = _connect(self.root).create_table(_TABLE, data=rows)
        else:
            table.merge_insert("chunk").when_not_matched_insert_all().execute(rows)

    def index(self) -> None:
        """Bring the full-text index up to date, and join small files."""
        from lancedb.index import FTS

        table = self._table()
        if table is None:
            return
        if table.list_indices():
            table.optimize()
            return
        analysed = FTS(
            base_tokenizer="whitespace", stem=False, remove_stop_words=False, lower_case=False, ascii_folding=False,
            max_token_length=None, with_position=False,
        )
        table.create_index("terms", config=analysed)

    def candidates(
        self, terms: Sequence[str], *, at: int, builds: Collection[str], hidden: Collection[str], limit: int
    ) -> list[str]:
        """The ids of up to `limit` chunks that hold a term and are visible at position `at`.

        Either list says what is visible: `builds` that are, or `hidden` ones that are not; the shorter one is used.
        """
        table = self._table()
        if table is None or not terms:
            return []
        where = f"position <= {at}"
        if len(builds) < len(hidden):
            where += f" AND build IN ({_quoted(builds)})" if builds else " AND false"
        elif hidden:
            where += f" AND build NOT IN ({_quoted(hidden)})"
        query = table.search(" ".join(terms), query_type="fts", fts_columns="terms").where(where, prefilter=True)
        found: list[str] = query.select(["chunk", "_score"]).limit(limit).to_arrow()["chunk"].to_pylist()
        return found

    def copy_to(self, other: ChunkTable, left_out: Collection[str]) -> None:
        """Write into an empty table the chunks of all builds but those left out, with their full-text index."""
        table = self._table()
        if table is None:
            return
        kept = table.search().where(f"build NOT IN ({_quoted(left_out)})") if left_out else table.search()
        batches = kept.to_batches(_ROWS_AT_ONCE)
        other._open = _connect(other.root).create_table(_TABLE, data=batches, schema=table.schema)
        other.index()

    def reload(self) -> None:
        """Open the last version anew: a writer does so once the lock is its own."""
        self._open = None

    def _table(self) -> Any:
        if self._open is None and self.root.is_dir():
            database = _connect(self.root)
            if _TABLE in database.list_tables().tables:
                self._open = database.open_table(_TABLE)
        return self._open


def _connect(root: Path) -> Any:
    import lancedb

    return lancedb.connect(root)


def _quoted(names: Collection[str]) -> str:
    return ", ".join("'" + name.replace("'", "''") + "'" for name in sorted(names))
