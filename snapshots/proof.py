"""Inclusion proofs: that a row lies in a snapshot, checked from one small file, without the library or the network.

A proof holds a row, the path from its leaf to the root of its group, what the leaf of that group is made of, the path
from there to the root of the snapshot, and what its id is made of. Nothing in it is for show: whatever is changed, the
check fails. Only the standard library is needed here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..kb.canon import canonical
from ..kb.errors import ClaimLedgerError, DamageFound, UnreadableInput
from ..kb.hashes import bucket_leaf, bucket_of, build_leaf, library_row_leaf, shelf_leaf, shelf_of, snapshot_id
from ..kb.merkle import leaf_hash, root_from_path
from ..kb.strict_json import read_object

FORMAT = "claimledger-proof-1"
MOST_BYTES = 16 * 2**20

_REMEDY = "do not trust it; ask for a new one"
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Proven:
    """What a proof shows: that this row of this table is part of the snapshot of this id and root."""

    table: str
    row: dict[str, Any]
    snapshot: str
    root: str


def check_proof(content: bytes) -> Proven:
    """Check a proof. Raises `UnreadableInput` for what is none, and `DamageFound` for one that does not hold."""
    proof = _read(content)
    try:
        proven, leaves = _follow(proof)
        found = snapshot_id(proven.root, leaves, proof["pipelines"], proof["schema"], proof["settle"])
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise DamageFound("the proof does not hold: a part of it is missing, or of another kind than it should be",
                          remedy=_REMEDY) from error
    except (ClaimLedgerError, ValueError) as error:
        raise DamageFound(f"the proof does not hold: {error}", remedy=_REMEDY) from error
    if (proven.root, found) != (proof["root"], proof["snapshot"]):
        raise DamageFound("the proof leads to another root or snapshot than it states", remedy=_REMEDY)
    return proven


def _read(content: bytes) -> dict[str, Any]:
    try:
        proof = read_object(content, most=MOST_BYTES)
        if proof.get("format") != FORMAT:
            raise ValueError(f"its format is not {FORMAT}")
    except ValueError as error:
        raise UnreadableInput(f"this is no proof: {error}", remedy="use a file of: claimledger prove") from error
    return proof


def _follow(proof: dict[str, Any]) -> tuple[Proven, int]:
    """What the row and the paths lead to, and the size of the topmost tree."""
    _fields(proof, "format", "group", "pipelines", "root", "row", "row_path", "schema", "settle", "snapshot", "table",
            "top_path")
    table, row, group = proof["table"], proof["row"], proof["group"]
    leaf = _build_group(table, row, proof["row_path"], group) if "build" in group else _library_group(
        table, row, proof["row_path"], group
    )
    root, leaves = _climb(leaf, proof["top_path"])
    return Proven(table, row, proof["snapshot"], root), leaves


def _build_group(table: str, row: dict[str, Any], path: Any, group: dict[str, Any]) -> bytes:
    _fields(group, "build", "tables")
    root, rows = _climb(leaf_hash(canonical(row)), path)
    for stated in group["tables"].values():
        _fields(stated, "root", "rows")
    if row["build"] != group["build"] or group["tables"][table] != {"root": root, "rows": rows}:
        raise ValueError("the row does not lie in this table of this build")
    return build_leaf(group["build"], {name: (one["root"], one["rows"]) for name, one in group["tables"].items()})


def _library_group(table: str, row: dict[str, Any], path: Any, group: dict[str, Any]) -> bytes:
    _fields(group, "bucket", "shelf", "shelf_path")
    root, rows = _climb(library_row_leaf(table, row), path)
    if group["shelf"] != shelf_of(row["id"]) or group["bucket"] != bucket_of(group["shelf"]):
        raise ValueError("the row does not lie on this shelf")
    shelf_root, shelves = _climb(shelf_leaf(group["shelf"], root, rows), group["shelf_path"])
    return bucket_leaf(group["bucket"], shelf_root, shelves)


def _climb(leaf: bytes, path: Any) -> tuple[str, int]:
    """The root (hexadecimal) that a path leads to from a leaf, and the size of the tree."""
    _fields(path, "hashes", "index", "size")
    index, size, hashes = path["index"], path["size"], path["hashes"]
    if type(index) is not int or type(size) is not int or not isinstance(hashes, list):
        raise ValueError("a path has no index, size or hashes")
    if not all(isinstance(one, str) and _HASH.fullmatch(one) for one in hashes):
        raise ValueError("a path holds something that is no hash")
    return root_from_path(leaf, index, size, [bytes.fromhex(one) for one in hashes]).hex(), size


def _fields(value: Any, *names: str) -> None:
    if not isinstance(value, dict) or value.keys() != set(names):
        raise ValueError(f"a part of it has other fields than {', '.join(names)}")
