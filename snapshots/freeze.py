"""Freezing: the head gets an id. The manifest is an event and a file; leaves are kept beside it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..kb.asked import check_outside
from ..kb.errors import Unsettled, UsageError
from ..kb.events.library import SnapshotFrozen
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from ..kb.locks import exclusive
from ..kb.manifests import Manifest, manifest_of, manifests, write_manifest
from ..kb.schema import SCHEMA_VERSION
from ..kb.settle.run import changed_through, settle_library, settled_through
from ..kb.settle.settle import SETTLE_VERSION
from ..kb.view import View
from .publishing import check_publishing, publish_head
from .root import Root
from .tree import folder_of, leaf_files, quick_root

PATIENCE = 3600.0
"""Seconds to wait for another process that freezes: the first freeze of a large library hashes every row."""
_NAME = re.compile(r"[^\W_][\w.-]{0,99}")
_LONGEST_SHOWN = 40
PARSERS = """
SELECT DISTINCT source_kind || ':' || pipeline AS name FROM sources
WHERE build IN (SELECT build FROM visible_builds)
"""


def freeze(
    library: Library, *, name: str | None = None, publish: Path | None = None, sign: Path | None = None
) -> Manifest:
    """Freeze the head. Freezing an unchanged library under the same name gives the manifest that is there.

    What is sealed and not settled yet, as by another process at this moment, is settled first. `publish` writes the
    head to a file to keep elsewhere, `sign` signs that file with an SSH key. Raises `Unsettled` if others change the
    library faster than it can be settled, `UsageError` for a name that is taken or none, and for a file that cannot be
    written or signed; what only then fails is raised too, and the state stays frozen.
    """
    if name is not None:
        _check_form(name)
    library.check_writable()
    if publish:
        check_outside(publish, [library])
        check_publishing(publish, sign)
    folder_of(library).mkdir(exist_ok=True)
    library.projection.flush(merge=False)
    with exclusive(folder_of(library) / "freeze.lock", patience=PATIENCE), _settled(library) as view:
        files = leaf_files(library)
        known = files.load(library.ledger)
        root = quick_root(library, view, known)
        _check_name(view, name, root.snapshot_id)
        manifest = _known(library, root, name) or _append(library, view, root, name)
        head = _hash_at(library, view.position)
        files.add(known, view.position, head, root.fresh_builds, root.fresh_shelves)
    write_manifest(library, manifest)
    if publish:
        publish_head(publish, manifest, sign)
    return manifest


@contextmanager
def _settled(library: Library) -> Iterator[View]:
    """The head, at a moment at which all is settled."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        with library.view() as view:
            if changed_through(view) <= settled_through(view):
                yield view
                return
        settle_library(library)
    raise Unsettled("the library changes faster than it can be settled", remedy="wait until the others are done")


def _known(library: Library, root: Root, name: str | None) -> Manifest | None:
    known = [m for m in manifests(library) if m.frozen.snapshot == root.snapshot_id and m.frozen.name == name]
    return known[-1] if known else None


def _append(library: Library, view: View, root: Root, name: str | None) -> Manifest:
    at = view.position
    parsers = sorted(row["name"] for row in view.rows(PARSERS))
    indexed = view.rows("SELECT index_version, embedder FROM indexings ORDER BY position DESC LIMIT 1")
    frozen = SnapshotFrozen(
        snapshot=root.snapshot_id, name=name, position=at, head_hash=_hash_at(library, at), root=root.root,
        rows=dict(root.rows), schema_version=SCHEMA_VERSION, settle_version=SETTLE_VERSION, pipelines=root.pipelines,
        embedder=indexed[0]["embedder"] if indexed else "none", parsers=tuple(parsers),
        index_version=indexed[0]["index_version"] if indexed else "none",
    )
    event = NewEvent(frozen, key=f"{root.snapshot_id}:{name or ''}:{at}")
    return manifest_of(library, library.append([Append("snapshots", [event])])[0])


def _hash_at(library: Library, position: int) -> str:
    head = library.ledger.head()
    if head.position == position:
        return head.hash
    return next(library.ledger.read(after=position - 1, until=position)).hash


def _check_form(name: str) -> None:
    if not _NAME.fullmatch(name) or name.startswith("cl1-") or name == "latest":
        shown = name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
        raise UsageError(
            f"{shown!r} cannot name a snapshot",
            remedy="use letters, digits, dashes, dots and underscores: up to 100, a letter or digit first; not latest",
        )


def _check_name(view: View, name: str | None, snapshot: str) -> None:
    if name is None:
        return
    taken = view.rows("SELECT snapshot FROM snapshots WHERE name = ?", [name])
    if taken and any(row["snapshot"] != snapshot for row in taken):
        raise UsageError(f"the name {name!r} is taken by {taken[0]['snapshot']}", remedy="choose another name")
