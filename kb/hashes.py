"""What is hashed in a snapshot above its rows, in one place: leaves of builds, shelves and buckets, and the id.

Only the standard library is used, so that a proof can be checked anywhere. `docs/snapshot-format.md` has test vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from .canon import base32, canonical
from .merkle import leaf_hash

BUCKETS = 256
SHELF = 3
"""Characters of an id, after its prefix, that name the shelf of a library row."""

_VALUE = {character: value for value, character in enumerate("abcdefghijklmnopqrstuvwxyz234567")}


def build_leaf(build: str, tables: Mapping[str, tuple[str, int]]) -> bytes:
    """The leaf of a build whose tables have these roots (hexadecimal) and numbers of rows; those with rows only."""
    value = {name: {"root": root, "rows": rows} for name, (root, rows) in tables.items()}
    return leaf_hash(canonical({"build": build, "tables": value}))


def library_row_leaf(table: str, row: Mapping[str, object]) -> bytes:
    """The leaf of a library row, which holds its id first, so that sorting texts sorts ids."""
    return leaf_hash(canonical({"id": row["id"], "row": dict(row), "table": table}))


def shelf_leaf(shelf: str, root: str, rows: int) -> bytes:
    """The leaf of a shelf of library rows."""
    return leaf_hash(canonical({"root": root, "rows": rows, "shelf": shelf}))


def bucket_leaf(bucket: int, root: str, shelves: int) -> bytes:
    """The leaf of a bucket of shelves."""
    return leaf_hash(canonical({"bucket": bucket, "root": root, "shelves": shelves}))


def shelf_of(row_id: str) -> str:
    """The name of the shelf that a library row lies on."""
    return row_id.partition("-")[2][:SHELF]


def bucket_of(shelf: str) -> int:
    """The number of the bucket that a shelf lies in: the first 8 bits of its base32 characters."""
    return _VALUE[shelf[0]] << 3 | _VALUE[shelf[1]] >> 2


def snapshot_id(root: str, leaves: int, pipelines: Sequence[str], schema: int, settle: int) -> str:
    """`cl1-` and 32 base32 characters: the root over so many leaves, the pipelines of its builds, and the versions."""
    value = canonical({
        "leaves": leaves, "pipelines": list(pipelines), "root": root, "schema": schema, "settle": settle,
    })
    return f"cl1-{base32(hashlib.sha256(value).digest())[:32]}"
