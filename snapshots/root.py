"""The root of a snapshot, and its id: what anyone with the same sources computes.

One leaf a visible build (over the roots of its tables, each a tree over its sorted canonical rows), and 256 leaves for
library rows, by the first byte of the SHA-256 of the row's id. Positions, file names and times are in no leaf.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..kb.canon import base32, canonical
from ..kb.events import build_rows, library_rows
from ..kb.schema import SCHEMA_VERSION, Table, content
from ..kb.settle.settle import SETTLE_VERSION
from ..kb.view import View
from .merkle import leaf_hash, root_of, tree_hash

BUCKETS = 256
_BUILDS_PER_QUERY = 500


@dataclass(frozen=True)
class Root:
    """The root, its leaves by name (`build-...` or `library-00` to `library-ff`), pipelines, and rows a table."""

    root: str
    leaves: dict[str, str]
    pipelines: tuple[str, ...]
    rows: dict[str, int]

    @property
    def snapshot_id(self) -> str:
        """`cl1-` and 32 base32 characters over root, versions and pipelines."""
        value = canonical({
            "root": self.root, "schema": SCHEMA_VERSION, "settle": SETTLE_VERSION, "pipelines": list(self.pipelines),
        })
        return f"cl1-{base32(hashlib.sha256(value).digest())[:32]}"


def compute_root(view: View, known: Mapping[str, str] | None = None) -> Root:
    """The root of a view. `known` are leaves of builds that an earlier snapshot has: a sealed build never changes."""
    builds = view.rows("SELECT DISTINCT b.build, s.pipeline FROM visible_builds b JOIN sealed s ON s.build = b.build")
    names = sorted(row["build"] for row in builds)
    leaves = {name: leaf for name in names if known and (leaf := known.get(name))}
    leaves.update(_build_leaves(view, [name for name in names if name not in leaves]))
    leaves.update(_library_leaves(view))
    hashes = [bytes.fromhex(leaves[name]) for name in sorted(leaves)]
    pipelines = tuple(sorted({row["pipeline"] for row in builds}))
    return Root(tree_hash(hashes).hex(), leaves, pipelines, _row_counts(view))


def _build_leaves(view: View, builds: list[str]) -> Iterator[tuple[str, str]]:
    for start in range(0, len(builds), _BUILDS_PER_QUERY):
        part = builds[start:start + _BUILDS_PER_QUERY]
        roots: dict[str, dict[str, str]] = {build: {} for build in part}
        for table in build_rows.TABLES:
            for build, rows in _rows_by_build(view, table, part).items():
                roots[build][table.name] = root_of(sorted(rows)).hex()
        for build in part:
            yield build, leaf_hash(canonical({"build": build, "tables": roots[build]})).hex()


def _rows_by_build(view: View, table: Table, builds: list[str]) -> dict[str, list[bytes]]:
    rows: dict[str, list[bytes]] = defaultdict(list)
    for row in view.rows(f"SELECT * FROM {table.name} WHERE build IN (SELECT unnest(?))", [builds]):
        rows[row["build"]].append(canonical(content(row)))
    return rows


def _library_leaves(view: View) -> Iterator[tuple[str, str]]:
    buckets: list[list[bytes]] = [[] for _ in range(BUCKETS)]
    for table in library_rows.TABLES:
        for row in view.rows(f"SELECT * FROM {table.name}"):
            value: dict[str, Any] = {"table": table.name, "row": content(row)}
            buckets[hashlib.sha256(row["id"].encode()).digest()[0]].append(canonical(value))
    for number, rows in enumerate(buckets):
        leaf = canonical({"bucket": number, "root": root_of(sorted(rows)).hex()})
        yield f"library-{number:02x}", leaf_hash(leaf).hex()


def _row_counts(view: View) -> dict[str, int]:
    tables = (*build_rows.TABLES, *library_rows.TABLES)
    return {table.name: int(view.rows(f"SELECT count(*) AS n FROM {table.name}")[0]["n"]) for table in tables}
