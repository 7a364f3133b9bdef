"""Leaves that earlier freezes computed, in shared files, so that the next one hashes only what is new.

Each file holds what one freeze added: the leaves of builds that it met first, and the shelves of library rows that had
changed since the file before it. It is named by the positions between which it was made and by its content:
`<after>-<through>-<16 digits of its SHA-256>.parquet`. A file that is missing, damaged or of another history is worth
nothing, and what it held is computed again. Only freezing and proving look here; `verify` computes everything anew.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kb.canon import sha256
from ..kb.events import build_rows, library_rows
from ..kb.ledger.port import Ledger
from ..kb.schema import SCHEMA_VERSION
from .shelves import Shelf

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "1"
MOST_FILES = 64

_BUILD = "build-"
_BUILD_TABLES = tuple(table.name for table in build_rows.TABLES)
_LIBRARY_TABLES = tuple(table.name for table in library_rows.TABLES)


class HashedBuild(NamedTuple):
    """The leaf of a build, and its number of rows a table, in the order of the tables."""

    build: str
    hash: bytes
    rows: tuple[int, ...]


@dataclass(frozen=True)
class LeafFile:
    """One file, by its name."""

    path: Path
    after: int
    through: int
    digest: str

    def read(self) -> pa.Table | None:
        """Its rows; None if they are damaged or of another form."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            content = self.path.read_bytes()
        except OSError:
            return None
        if sha256(content)[:16] != self.digest:
            return None
        table = pq.read_table(pa.BufferReader(content))
        return table if table.schema.remove_metadata() == _schema() and _is_current(table) else None


@dataclass(frozen=True)
class KnownLeaves:
    """Leaves of builds, whatever the position, and the shelves as of the position `through` (0: none is known)."""

    through: int = 0
    builds: pa.Table | None = None
    shelves: Mapping[str, Shelf] = field(default_factory=dict)
    chain: tuple[LeafFile, ...] = ()
    """The files from which the shelves come, in order."""
    loose: pa.Table | None = None
    """Leaves of builds that lie in other files: the next file takes them up."""

    @classmethod
    def hashed(cls, through: int, builds: Sequence[HashedBuild], shelves: Mapping[str, Shelf]) -> KnownLeaves:
        """What a tree tells of which every row was hashed."""
        return cls(through, _builds(_table(builds, {})), shelves)

    def of(self, builds: Collection[str]) -> tuple[dict[str, bytes], dict[str, int]]:
        """The leaves that are known of these builds, and the number of their rows a table."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if self.builds is None or not builds:
            return {}, dict.fromkeys(_BUILD_TABLES, 0)
        wanted = self.builds.filter(pc.is_in(self.builds["name"], value_set=pa.array(sorted(builds), pa.string())))
        leaves = dict(zip(wanted["name"].to_pylist(), wanted["hash"].to_pylist(), strict=True))
        return leaves, {name: pc.sum(wanted[name]).as_py() or 0 for name in _BUILD_TABLES}


class LeafFiles:
    """The files in one folder. Who writes holds the lock of freezing; reading needs none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, ledger: Ledger) -> KnownLeaves:
        """What the intact files know. Shelves only count where the ledger still has the history they come from."""
        import pyarrow as pa

        tables = {file: table for file in self._files() if (table := file.read()) is not None}
        chain = _of_this_history(_chain(list(tables)), tables, ledger)
        shelves: dict[str, Shelf] = {}
        for file in chain:
            for name, shelf in _shelves(tables[file]):
                shelves.pop(name, None)
                if shelf:
                    shelves[name] = shelf
        beside = [_builds(table) for file, table in tables.items() if file not in chain]
        builds = [_builds(table) for table in tables.values()]
        return KnownLeaves(
            chain[-1].through if chain else 0, _distinct(pa.concat_tables(builds)) if builds else None, shelves,
            tuple(chain), _distinct(pa.concat_tables(beside)) if beside else None,
        )

    def add(
        self, known: KnownLeaves, through: int, head: str, builds: Sequence[HashedBuild],
        shelves: Mapping[str, Shelf | None],
    ) -> None:
        """Keep what a freeze at `through`, an event of hash `head`, computed on top of what was known.

        Files that are not needed any more, or worth nothing, go. Raises `OSError`.
        """
        import pyarrow as pa

        self._folder.mkdir(parents=True, exist_ok=True)
        chain = list(known.chain)
        if builds or shelves or known.loose is not None:
            new = _table(builds, shelves)
            if known.loose is not None:
                new = pa.concat_tables([new, known.loose])
            chain.append(self._write(new, known.through, through, head))
        while len(chain) > MOST_FILES:
            chain = self._merge(chain)
        for path in self._folder.glob("*"):
            if path not in {file.path for file in chain}:
                path.unlink(missing_ok=True)

    def damaged(self) -> list[Path]:
        """Files whose bytes do not have the hash in their name, or that do not belong here."""
        named = {file.path: file for file in self._files()}
        found = []
        # A hidden file is one that somebody writes at this moment, or that the next freeze removes.
        for path in sorted(path for path in self._folder.glob("*") if not path.name.startswith(".")):
            try:
                if path not in named or sha256(path.read_bytes())[:16] != named[path].digest:
                    found.append(path)
            except FileNotFoundError:
                continue
        return found

    def _files(self) -> list[LeafFile]:
        found = (_parsed(path) for path in sorted(self._folder.glob("*.parquet")))
        return [file for file in found if file is not None]

    def _merge(self, chain: list[LeafFile]) -> list[LeafFile]:
        """Make one file of the newest ones, as many as are together no smaller than the oldest of them.

        So a leaf is written again only when its file at least doubles.
        """
        import pyarrow as pa

        sizes = [file.path.stat().st_size for file in chain]
        first = next((at for at in range(len(chain) - 1) if sizes[at] <= sum(sizes[at + 1:])), len(chain) - 2)
        parts = [(file, table) for file in chain[first:] if (table := file.read()) is not None]
        shelves = dict(pair for _, table in parts for pair in _shelves(table))
        builds = _distinct(pa.concat_tables([_builds(table) for _, table in parts]))
        merged = pa.concat_tables([builds, _table((), shelves)])
        head = _metadata(parts[-1][1])["head"]
        file = self._write(merged, chain[first].after, chain[-1].through, head)
        return [*chain[:first], file]

    def _write(self, table: pa.Table, after: int, through: int, head: str) -> LeafFile:
        import pyarrow as pa
        import pyarrow.parquet as pq

        marks = {"format": FORMAT, "schema": str(SCHEMA_VERSION), "head": head}
        sink = pa.BufferOutputStream()
        pq.write_table(table.sort_by("name").replace_schema_metadata(marks), sink, compression="zstd")
        content = sink.getvalue().to_pybytes()
        digest = sha256(content)[:16]
        path = self._folder / f"{after:012d}-{through:012d}-{digest}.parquet"
        temporary = self._folder / f".{path.name}.{os.getpid()}.tmp"
        temporary.write_bytes(content)
        os.replace(temporary, path)
        return LeafFile(path, after, through, digest)


def _parsed(path: Path) -> LeafFile | None:
    parts = path.stem.split("-")
    if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit() and len(parts[2]) == 16):
        return None
    return LeafFile(path, int(parts[0]), int(parts[1]), parts[2])


def _chain(files: Sequence[LeafFile]) -> list[LeafFile]:
    """Files that follow each other from the beginning; where several do, the one that reaches furthest."""
    chain: list[LeafFile] = []
    at = 0
    while following := [file for file in files if file.after == at and file.through > at]:
        chain.append(max(following, key=lambda file: file.through))
        at = chain[-1].through
    return chain


def _of_this_history(chain: list[LeafFile], tables: Mapping[LeafFile, pa.Table], ledger: Ledger) -> list[LeafFile]:
    """The chain up to the last file that was made where the ledger is or was; it may come from a backup."""
    while chain:
        last = chain[-1]
        event = next(ledger.read(after=last.through - 1, until=last.through), None)
        if event is not None and event.hash == _metadata(tables[last])["head"]:
            break
        chain = chain[:-1]
    return chain


def _schema() -> pa.Schema:
    import pyarrow as pa

    counts = [pa.field(name, pa.int32(), nullable=False) for name in (*_BUILD_TABLES, *_LIBRARY_TABLES)]
    return pa.schema([pa.field("name", pa.string(), nullable=False), pa.field("hash", pa.binary()), *counts])


def _metadata(table: pa.Table) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}


def _is_current(table: pa.Table) -> bool:
    marks = _metadata(table)
    return marks.get("format") == FORMAT and marks.get("schema") == str(SCHEMA_VERSION) and "head" in marks


def _table(builds: Sequence[HashedBuild], shelves: Mapping[str, Shelf | None]) -> pa.Table:
    import pyarrow as pa

    names = [*(build.build for build in builds), *shelves]
    hashes = [*(build.hash for build in builds), *(shelf and shelf.root for shelf in shelves.values())]
    columns: dict[str, list[Any]] = {"name": names, "hash": hashes}
    none = (0,) * len(_LIBRARY_TABLES)
    for at, name in enumerate(_BUILD_TABLES):
        columns[name] = [*(build.rows[at] for build in builds), *(0 for _ in shelves)]
    for at, name in enumerate(_LIBRARY_TABLES):
        columns[name] = [*(0 for _ in builds), *((shelf.rows if shelf else none)[at] for shelf in shelves.values())]
    return pa.table(columns, schema=_schema())


def _builds(table: pa.Table) -> pa.Table:
    import pyarrow.compute as pc

    return table.filter(pc.starts_with(table["name"], _BUILD)).replace_schema_metadata(None)


def _distinct(builds: pa.Table) -> pa.Table:
    """Each build once: what is said of one is the same everywhere."""
    grouped = builds.append_column("at", [list(range(len(builds)))]).group_by("name").aggregate([("at", "min")])
    return builds if len(grouped) == len(builds) else builds.take(grouped["at_min"])


def _shelves(table: pa.Table) -> Iterator[tuple[str, Shelf | None]]:
    import pyarrow.compute as pc

    part = table.filter(pc.invert(pc.starts_with(table["name"], _BUILD)))
    counts = zip(*(part[name].to_pylist() for name in _LIBRARY_TABLES), strict=True)
    for name, root, rows in zip(part["name"].to_pylist(), part["hash"].to_pylist(), counts, strict=True):
        yield name, Shelf(root, rows) if root else None
