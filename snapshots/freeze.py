"""Freezing: the head gets an id. The manifest is an event and a file; leaves are kept beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..kb.errors import ReadOnlyLibrary, Unsettled, UsageError
from ..kb.events.library import SnapshotFrozen
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from ..kb.manifests import Manifest, manifest_of, manifests
from ..kb.schema import SCHEMA_VERSION
from ..kb.settle.run import changed_through, settled_through
from ..kb.settle.settle import SETTLE_VERSION
from ..kb.swapping import swap_text
from ..kb.view import View
from .root import Root, compute_root

PARSERS = """
SELECT DISTINCT source_kind || ':' || pipeline AS name FROM sources
WHERE build IN (SELECT build FROM visible_builds)
"""


def freeze(library: Library, *, name: str | None = None, publish: Path | None = None) -> Manifest:
    """Freeze the head. Freezing an unchanged library under the same name gives the manifest that is there.

    Raises `Unsettled` if builds were sealed after the last settling, `UsageError` for a name that is taken.
    """
    if library.read_only:
        raise ReadOnlyLibrary(f"{library.root} cannot be written", remedy="copy it, or ask its owner")
    library.projection.flush()
    with library.view() as view:
        if changed_through(view) > settled_through(view):
            raise Unsettled("what changed is not settled yet", remedy="finish with: claimledger ingest")
        root = compute_root(view, _known_leaves(library))
        _check_name(view, name, root.snapshot_id)
        known = [m for m in manifests(library) if m.frozen.snapshot == root.snapshot_id and m.frozen.name == name]
        manifest = known[-1] if known else _append(library, view, root, name)
    _store(library, manifest, root)
    if publish:
        _publish(publish, manifest)
    return manifest


def _append(library: Library, view: View, root: Root, name: str | None) -> Manifest:
    head = library.ledger.head()
    at = view.position
    parsers = sorted(row["name"] for row in view.rows(PARSERS))
    indexed = view.rows("SELECT index_version, embedder FROM indexings ORDER BY position DESC LIMIT 1")
    frozen = SnapshotFrozen(
        snapshot=root.snapshot_id, name=name, position=at,
        head_hash=head.hash if head.position == at else _hash_at(library, at),
        root=root.root, rows=root.rows, schema_version=SCHEMA_VERSION, settle_version=SETTLE_VERSION,
        pipelines=root.pipelines, embedder=indexed[0]["embedder"] if indexed else "none", parsers=tuple(parsers),
        index_version=indexed[0]["index_version"] if indexed else "none",
    )
    event = NewEvent(frozen, key=f"{root.snapshot_id}:{name or ''}:{at}")
    return manifest_of(library, library.append([Append("snapshots", [event])])[0])


def _hash_at(library: Library, position: int) -> str:
    return next(library.ledger.read(after=position - 1, until=position)).hash


def _check_name(view: View, name: str | None, snapshot: str) -> None:
    if name is None:
        return
    if not name.isprintable() or name != name.strip() or not name or name.startswith(("@", "cl1-")) or name == "latest":
        raise UsageError(f"{name!r} cannot name a snapshot", remedy="use letters, digits, dashes and dots")
    taken = view.rows("SELECT snapshot FROM snapshots WHERE name = ?", [name])
    if taken and any(row["snapshot"] != snapshot for row in taken):
        raise UsageError(f"the name {name!r} is taken by {taken[0]['snapshot']}", remedy="choose another name")


def _known_leaves(library: Library) -> dict[str, str]:
    """Build leaves of the latest snapshot on disk; `verify` computes them anew."""
    files = sorted((library.root / "snapshots").glob("*.leaves.json"), key=lambda path: path.stat().st_mtime_ns)
    if not files:
        return {}
    try:
        leaves = json.loads(files[-1].read_text(encoding="utf-8"))
        return {
            name: leaf for name, leaf in leaves.items() if name.startswith("build-") and len(bytes.fromhex(leaf)) == 32
        }
    except (ValueError, TypeError, AttributeError):
        return {}


def _store(library: Library, manifest: Manifest, root: Root) -> None:
    folder = library.root / "snapshots"
    folder.mkdir(exist_ok=True)
    _write(folder / f"{manifest.frozen.snapshot}.{manifest.position}.json", manifest.to_json())
    _write(folder / f"{manifest.frozen.snapshot}.leaves.json", root.leaves)


def _publish(path: Path, manifest: Manifest) -> None:
    frozen = manifest.frozen
    try:
        _write(path, {
            "snapshot": frozen.snapshot, "position": frozen.position, "head_hash": frozen.head_hash,
            "root": frozen.root, "library": manifest.library, "time": manifest.time,
        })
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", remedy="choose another file") from error


def _write(path: Path, value: Any) -> None:
    swap_text(path, json.dumps(value, indent=1, sort_keys=True) + "\n")
