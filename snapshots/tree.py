"""The tree of one position of a library, with the help of what earlier freezes computed."""

from __future__ import annotations

from pathlib import Path

from ..kb.hashes import shelf_of
from ..kb.library import Library
from ..kb.manifests import FOLDER
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
    touched = _touched(library, view, known.through, redactions) if known.through else None
    at = view.position
    return compute_root(view, known, touched, redactions.at(at), redactions.rows_until(at))


def fresh_root(library: Library, view: View) -> Root:
    """The tree of a view with every row hashed."""
    redactions, at = Redactions(library.ledger), view.position
    return compute_root(view, redacted=redactions.at(at), purged=redactions.rows_until(at))


def _touched(library: Library, view: View, known: int, redactions: Redactions) -> set[str]:
    """Shelves that differ between two positions, whichever comes first."""
    first, last = sorted((known, view.position))
    purged = {row for row, position in redactions.rows_until(last) if position > first}
    if last == view.position:
        changed = touched_shelves(view, first)
    else:
        with library.view(last) as later:
            changed = touched_shelves(later, first)
    return changed | {shelf_of(row) for row in purged}
