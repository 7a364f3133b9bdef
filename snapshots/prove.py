"""Making inclusion proofs: the paths from one row of a library to the id of a snapshot that it lies in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..kb.canon import canonical, make_id
from ..kb.errors import AmbiguousId, DamageFound, UnknownId, UsageError
from ..kb.events import build_rows, library_rows
from ..kb.hashes import bucket_of, shelf_of
from ..kb.leaves import hash_builds
from ..kb.library import Library
from ..kb.manifests import Manifest
from ..kb.merkle import inclusion_path, leaf_hash
from ..kb.redactions import Redactions
from ..kb.row_text import define_canonical, row_text
from ..kb.schema import SCHEMA_VERSION, Table, content
from ..kb.view import View
from .proof import FORMAT
from .root import Root
from .shelves import rows_on, shelf_leaves
from .tree import fresh_root, leaf_files, quick_root

_IDS = "rows have ids such as claim-..., packet-..., work-...; they are printed by papers, show, search and packets"
_MOST_ORDINALS = 20_000
"""A build hardly has more rows in one table; so many ids of a purged build are tried."""

Proof = dict[str, Any]


def prove(library: Library, manifest: Manifest, name: str) -> Proof:
    """The proof that the row `name` (an id, or the unambiguous beginning of one) lies in a snapshot, as a JSON value.

    Raises `UnknownId` (also for a row that was purged), `AmbiguousId`, `UsageError` for a snapshot of another schema,
    and `DamageFound` if the rows do not give the snapshot's root.
    """
    frozen = manifest.frozen
    if frozen.schema_version != SCHEMA_VERSION:
        raise UsageError(
            f"{frozen.snapshot} is of schema {frozen.schema_version}, and this is {SCHEMA_VERSION}",
            remedy="prove it with the version that froze it",
        )
    with library.view(frozen.position) as view:
        table, row = _find(library, view, manifest, name)
        root = _root(library, view, manifest)
        if table.visibility == "build":
            index, body = _build_proof(view, table, row, root)
        else:
            index, body = _library_proof(library, view, table, row, root)
    top = {"top_path": _path(root.leaves, index)}
    return {
        "format": FORMAT, "snapshot": frozen.snapshot, "root": frozen.root, "pipelines": list(frozen.pipelines),
        "schema": frozen.schema_version, "settle": frozen.settle_version, "table": table.name, "row": row,
        **body, **top,
    }


def _build_proof(view: View, table: Table, row: dict[str, Any], root: Root) -> tuple[int, Proof]:
    """The place of the row's build among the leaves, and the proof below that."""
    build = str(row["build"])
    define_canonical(view)
    sql = f"SELECT {row_text(table)} AS text FROM {table.name} WHERE build = ? ORDER BY text"
    texts = [str(one["text"]) for one in view.rows(sql, [build])]
    [leaf] = hash_builds(view, [build])
    tables = {name: {"root": one.root, "rows": one.rows} for name, one in leaf.tables.items()}
    path = _row_path(texts, canonical(row).decode())
    return list(root.builds).index(build), {"row_path": path, "group": {"build": build, "tables": tables}}


def _library_proof(
    library: Library, view: View, table: Table, row: dict[str, Any], root: Root
) -> tuple[int, Proof]:
    shelf = shelf_of(row["id"])
    bucket = bucket_of(shelf)
    texts = rows_on(view, shelf, Redactions(library.ledger).rows_until(view.position))
    path = _row_path(texts, canonical({"id": row["id"], "row": row, "table": table.name}).decode())
    shelves = shelf_leaves(root.shelves)[bucket]
    shelf_path = _path([leaf for _, leaf in shelves], [name for name, _ in shelves].index(shelf))
    return len(root.builds) + bucket, {
        "row_path": path, "group": {"bucket": bucket, "shelf": shelf, "shelf_path": shelf_path},
    }


def _root(library: Library, view: View, manifest: Manifest) -> Root:
    """The tree of the snapshot; from stored leaves if they give its root, else from every row."""
    root = quick_root(library, view, leaf_files(library).load(library.ledger))
    if root.root != manifest.frozen.root:
        root = fresh_root(library, view)
    if root.root != manifest.frozen.root:
        raise DamageFound(
            f"the rows do not give the root of {manifest.frozen.snapshot}", remedy="run: claimledger snapshot verify"
        )
    return root


def _row_path(texts: Sequence[str], wanted: str) -> Proof:
    return _path([leaf_hash(text.encode()) for text in texts], texts.index(wanted))


def _path(hashes: Sequence[bytes], index: int) -> Proof:
    steps = [step.hex() for step in inclusion_path(hashes, index)]
    return {"index": index, "size": len(hashes), "hashes": steps}


def _find(library: Library, view: View, manifest: Manifest, name: str) -> tuple[Table, dict[str, Any]]:
    prefix = name.partition("-")[0]
    table = next((t for t in (*library_rows.TABLES, *build_rows.TABLES) if t.prefix == prefix), None)
    if table is None:
        raise UnknownId(f"{name!r} is no id of a row", remedy=_IDS)
    rows = view.rows(f"SELECT * FROM {table.name} WHERE starts_with(id, ?) ORDER BY id LIMIT 2", [name])
    if len(rows) > 1 and rows[0]["id"] != name:
        raise AmbiguousId(f"{name!r} fits more than one row of {table.name}", remedy="give more characters")
    if rows:
        return table, content(rows[0])
    event = _purged_by(library, manifest, table, name)
    if event:
        raise UnknownId(f"{name} was purged by {event}; what it said is gone, and no proof can show it", remedy=_IDS)
    raise UnknownId(f"no row of {table.name} in {manifest.frozen.snapshot} has the id {name!r}", remedy=_IDS)


def _purged_by(library: Library, manifest: Manifest, table: Table, name: str) -> str | None:
    """The event that purged a row of this snapshot; None if that is not known of it."""
    for purge in Redactions(library.ledger).purges:
        if purge.position > manifest.frozen.position and name in purge.purged.rows:
            return purge.event
    if table.visibility == "build":
        for redaction in manifest.redactions:
            # Ids of build rows follow from the build, so they can be told though the rows are gone.
            if any(make_id(table.prefix, redaction.build, at) == name for at in range(_MOST_ORDINALS)):
                return redaction.event
    return None


def proof_text(proof: Proof) -> str:
    """A proof as the text of a file."""
    return json.dumps(proof, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
