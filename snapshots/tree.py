"""The tree of one position of a library, with the help of what earlier freezes computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..kb.hashes import shelf_of
from ..kb.library import Library
from ..kb.manifests import FOLDER, Manifest
from ..kb.projection import Projection
from ..kb.redactions import Redactions
from ..kb.view import View
from .leaves import KnownLeaves, LeafFiles
from .root import Root, compute_root
from .shelves import touched_shelves


def leaf_files(library: Library) -> LeafFiles:
    """Where a library keeps computed leaves."""
    return LeafFiles(folder_of(library) / "leaves")


def folder_of(library: Library) -> Path:
    """Where a library keeps manifests and leaves."""
    return library.root / FOLDER


def quick_root(library: Library, view: View, known: KnownLeaves) -> Root:
    """The tree of a view from leaves that are known; only what they lack is hashed. They are trusted."""
    redactions = Redactions(library.ledger)
    touched = _touched(library.projection, view, known.through, redactions) if known.through else None
    at = view.position
    return compute_root(view, known, touched, redactions.at(at), redactions.rows_until(at))


def fresh_root(library: Library, view: View) -> Root:
    """The tree of a view with every row hashed."""
    redactions, at = Redactions(library.ledger), view.position
    return compute_root(view, redacted=redactions.at(at), purged=redactions.rows_until(at))


def roots_of(
    library: Library, projection: Projection, positions: Iterable[int]
) -> Iterator[Root]:
    """The trees of some positions: of the first one with every row hashed, of the others what that does not tell."""
    redactions, known = Redactions(library.ledger), None
    for at in positions:
        with projection.view(at) as view:
            touched = _touched(projection, view, known.through, redactions) if known else None
            root = compute_root(view, known, touched, redactions.at(at), redactions.rows_until(at))
        known = known or KnownLeaves.hashed(at, root.fresh_builds, root.shelves)
        yield root


def differences(root: Root, manifest: Manifest) -> Iterator[str]:
    """Where the tree of a manifest's position is not what the manifest says, in words."""
    for what, found, stated in _compared(root, manifest):
        if found != stated:
            yield f"{what}: the rows give {found}, the manifest says {stated}"


def _compared(root: Root, manifest: Manifest) -> Iterator[tuple[str, Any, Any]]:
    """What the rows give beside what the manifest says of it."""
    frozen = manifest.frozen
    yield "root", root.root, frozen.root
    yield "id", root.id_of(frozen.schema_version, frozen.settle_version), frozen.snapshot
    yield "pipelines", ", ".join(root.pipelines), ", ".join(frozen.pipelines)
    if not manifest.redactions:
        for table, rows in frozen.rows.items():
            yield f"rows of {table}", root.rows.get(table), rows


def _touched(projection: Projection, view: View, known: int, redactions: Redactions) -> set[str]:
    """Shelves that differ between two positions, whichever comes first."""
    first, last = sorted((known, view.position))
    purged = {row for row, position in redactions.rows_until(last) if position > first}
    if last == view.position:
        changed = touched_shelves(view, first)
    else:
        with projection.view(last) as later:
            changed = touched_shelves(later, first)
    return changed | {shelf_of(row) for row in purged}
