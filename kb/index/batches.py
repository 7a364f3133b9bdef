"""The files of term statistics: batches of whole builds in Parquet, joined by size so that few files are read.

Three files a batch: `builds-N` has one row a build (also of one without chunks), `chunks-N` one a chunk, and
`postings-N` says how often which chunk holds a term, sorted by term so that a lookup reads few row groups. Chunks are
numbered through all batches. A batch counts once `manifest.json` names it, with the digests of its files; a manifest
that is not what was written counts as none, so that the next update indexes everything again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..swapping import swap_text
from .chunk_table import IndexedChunk
from .digests import Digest, IndexDamaged, damage_of, digest_of

TIER = 8
"""So many batches of like size (within a factor of this) are joined into one, so that few files are read."""
_ROW_GROUP = 1 << 16
_MANIFEST = "manifest.json"
_ORDER = {"builds": "build", "chunks": "number", "postings": "term, number"}
"""Kinds of files, and what a joined one is sorted by."""


@dataclass(frozen=True)
class Batch:
    """One batch in force: the number of its files, and of its chunks, and the digest of each kind of file."""

    number: int
    chunks: int
    files: Mapping[str, Digest]


@dataclass(frozen=True)
class Batches:
    """The batches in force, and the number that the next chunk gets."""

    batches: tuple[Batch, ...] = ()
    next_chunk: int = 0


class BatchFiles:
    """The batches below `root`, as the manifest stood when this was made or last reloaded.

    One process writes at a time. Files that a manifest no longer names stay until `sweep`.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._state = Batches()
        self.reload()

    def reload(self) -> None:
        """Read the manifest again: a writer does so once the lock is its own."""
        self._checked: set[Path] = set()
        try:
            self._state = _parsed((self._root / _MANIFEST).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            self._state = Batches()

    def damages(self, *, full: bool) -> Iterator[str]:
        """Files that are not what was written. Without `full`, long ones are held against their size alone."""
        if not self._state.batches and (self._root / _MANIFEST).exists():
            yield f"{self._root / _MANIFEST} is not what was written"
        for batch in self._state.batches:
            for kind in _ORDER:
                if wrong := self._damage(kind, batch, full=full):
                    yield wrong

    def batches(self) -> list[int]:
        """Numbers of the batches in force; empty where there is no manifest."""
        return [batch.number for batch in self._state.batches]

    @property
    def chunks(self) -> int:
        """The number of chunks that are indexed, visible or not."""
        return sum(batch.chunks for batch in self._state.batches)

    def add(self, chunks: Sequence[IndexedChunk], builds: Mapping[str, int]) -> None:
        """Add one batch of whole builds, given with the positions at which they were sealed."""
        import pyarrow

        number, first = self._next_number(), self._state.next_chunk
        self._root.mkdir(parents=True, exist_ok=True)
        files = {
            "builds": self._write("builds", number, pyarrow.table({
                "build": list(builds), "position": list(builds.values()),
            })),
            "chunks": self._write("chunks", number, _chunk_columns(chunks, first)),
            "postings": self._write("postings", number, _posting_columns(chunks, first)),
        }
        self._swap(Batches((*self._state.batches, Batch(number, len(chunks), files)), first + len(chunks)))

    def merge(self) -> None:
        """Join batches of like size, as often as there are enough of them."""
        while joined := _enough_of_a_size(self._state.batches):
            number = self._next_number()
            files = {kind: self._copy(kind, joined, self._path(kind, number)) for kind in _ORDER}
            kept = [batch for batch in self._state.batches if batch not in joined]
            batch = Batch(number, sum(batch.chunks for batch in joined), files)
            self._swap(Batches((batch, *kept), self._state.next_chunk))

    def copy_to(self, other: BatchFiles, left_out: Collection[str]) -> None:
        """Write into empty statistics what is said of all builds but those left out, in one batch."""
        if not self._state.batches:
            return
        other._root.mkdir(parents=True, exist_ok=True)
        files = {kind: self._copy(kind, self._state.batches, other._path(kind, 1), left_out) for kind in _ORDER}
        other._swap(Batches((Batch(1, _rows_in(other._path("chunks", 1)), files),), self._state.next_chunk))

    def sweep(self) -> None:
        """Remove the files that the manifest does not name: only for who knows that nobody reads them."""
        in_force = set(self.batches())
        for path in (*self._root.glob("*-*.parquet"), *self._root.glob(".*.tmp")):
            if path.suffix == ".tmp" or int(path.stem.partition("-")[2]) not in in_force:
                path.unlink(missing_ok=True)

    def _copy(self, kind: str, batches: Sequence[Batch], target: Path, left_out: Collection[str] = ()) -> Digest:
        """Write the rows of several files into one, sorted; spilling, if it must, into the folder of the target."""
        import duckdb

        for batch in batches:
            if wrong := self._damage(kind, batch, full=True):
                raise IndexDamaged(wrong)
        names = _file_list([self._path(kind, batch.number) for batch in batches])
        condition = "build NOT IN (SELECT unnest($left))"
        if kind == "postings":
            chunks = _file_list([self._path("chunks", batch.number) for batch in batches])
            condition = (
                f"number NOT IN (SELECT number FROM read_parquet({chunks}) WHERE build IN (SELECT unnest($left)))"
            )
        temporary = target.with_name(f".{kind}-{os.getpid()}.tmp")
        with duckdb.connect(":memory:") as connection:
            connection.execute(f"SET temp_directory = {_quoted(target.with_name('.spill'))}")
            connection.execute(
                f"COPY (SELECT * FROM read_parquet({names}) WHERE {condition} ORDER BY {_ORDER[kind]}) "
                f"TO {_quoted(temporary)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP})",
                {"left": sorted(left_out)},
            )
        digest = digest_of(temporary)
        os.replace(temporary, target)
        return digest

    def _write(self, kind: str, number: int, table: Any) -> Digest:
        import pyarrow.parquet as parquet

        temporary = self._root / f".{kind}-{os.getpid()}.tmp"
        parquet.write_table(table, temporary, compression="zstd", row_group_size=_ROW_GROUP)
        digest = digest_of(temporary)
        os.replace(temporary, self._path(kind, number))
        return digest

    def _swap(self, state: Batches) -> None:
        swap_text(self._root / _MANIFEST, _written(state))
        self._state = state

    def _damage(self, kind: str, batch: Batch, *, full: bool) -> str | None:
        """What is wrong with a file, which is looked at once unless `full`."""
        path = self._path(kind, batch.number)
        if path in self._checked and not full:
            return None
        wrong = damage_of(path, batch.files[kind], full=full)
        if not wrong:
            self._checked.add(path)
        return wrong

    def _next_number(self) -> int:
        on_disk = (int(path.stem.partition("-")[2]) for path in self._root.glob("*-*.parquet"))
        return max(on_disk, default=0) + 1

    def _path(self, kind: str, number: int) -> Path:
        return self._root / f"{kind}-{number:06d}.parquet"

    def _files(self, kind: str) -> str:
        """A list of files for DuckDB's `read_parquet`; empty without batches. Raises `IndexDamaged`."""
        for batch in self._state.batches:
            if wrong := self._damage(kind, batch, full=False):
                raise IndexDamaged(wrong)
        return _file_list([self._path(kind, number) for number in self.batches()]) if self._state.batches else ""


def _written(state: Batches) -> str:
    """A manifest as JSON, with the digest of what it says."""
    batches = [
        {"number": batch.number, "chunks": batch.chunks,
         "files": {kind: [digest.size, digest.sha256] for kind, digest in batch.files.items()}}
        for batch in state.batches
    ]
    said = {"batches": batches, "next_chunk": state.next_chunk}
    return json.dumps(said | {"sha256": _digest(said)})


def _parsed(text: str) -> Batches:
    """What a manifest says. Raises `ValueError`, `KeyError` or `TypeError` if it is not what was written."""
    said = json.loads(text)
    if said.pop("sha256") != _digest(said):
        raise ValueError("the manifest is not what was written")
    batches = tuple(
        Batch(one["number"], one["chunks"], {kind: Digest(*one["files"][kind]) for kind in _ORDER})
        for one in said["batches"]
    )
    return Batches(batches, said["next_chunk"])


def _digest(said: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _chunk_columns(chunks: Sequence[IndexedChunk], first: int) -> Any:
    import pyarrow

    return pyarrow.table({
        "number": pyarrow.array(range(first, first + len(chunks)), pyarrow.int64()),
        "chunk": pyarrow.array([chunk.chunk for chunk in chunks], pyarrow.string()),
        "build": pyarrow.array([chunk.build for chunk in chunks], pyarrow.string()),
        "position": pyarrow.array([chunk.position for chunk in chunks], pyarrow.int64()),
        "length": pyarrow.array([len(chunk.terms) for chunk in chunks], pyarrow.int64()),
        "key": pyarrow.array([bytes.fromhex(chunk.key) for chunk in chunks], pyarrow.binary()),
    })


def _posting_columns(chunks: Sequence[IndexedChunk], first: int) -> Any:
    import pyarrow

    counts = [Counter(chunk.terms) for chunk in chunks]
    table = pyarrow.table({
        "term": pyarrow.array([term for held in counts for term in held], pyarrow.string()),
        "number": pyarrow.array([first + at for at, held in enumerate(counts) for _ in held], pyarrow.int64()),
        "count": pyarrow.array([number for held in counts for number in held.values()], pyarrow.int64()),
    })
    return table.sort_by([("term", "ascending"), ("number", "ascending")])


def _enough_of_a_size(batches: Sequence[Batch]) -> list[Batch]:
    """The batches of the smallest tier that has enough of them; empty if none has."""
    tiers: dict[int, list[Batch]] = {}
    for batch in batches:
        tier, size = 0, max(batch.chunks, 1)
        while size >= TIER:
            tier, size = tier + 1, size // TIER
        tiers.setdefault(tier, []).append(batch)
    return next((tiers[tier] for tier in sorted(tiers) if len(tiers[tier]) >= TIER), [])


def _rows_in(path: Path) -> int:
    import pyarrow.parquet as parquet

    return int(parquet.read_metadata(path).num_rows)


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _file_list(paths: Sequence[Path]) -> str:
    return "[" + ", ".join(_quoted(path) for path in paths) + "]"
