"""Exports a state of a library to a folder. The same state gives the same bytes, whoever exports it and when.

Positions, times and names of libraries stand in the manifest and in the RO-Crate alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ...kb.errors import DamageFound, Unsettled, UsageError
from ...kb.events.exporting import SnapshotExported
from ...kb.exported.layout import (
    FORMAT,
    ExportedState,
    ExportManifest,
    PurgedBuild,
    TextLeftOut,
)
from ...kb.exported.library import ImportedLibrary
from ...kb.ledger.port import Append, NewEvent
from ...kb.library import Library
from ...kb.manifests import Manifest, find_manifest, manifests
from ...kb.redactions import Redactions
from ...kb.schema import SCHEMA_VERSION
from ...kb.settle.run import changed_through, settled_through
from ...kb.settle.settle import SETTLE_VERSION
from ...kb.view import View
from ..root import PIPELINES
from .crate import FILE as CRATE
from .derived import write_crate, write_derived
from .folder import described, export_folder, finishing, listed
from .graph import BASE, SnapshotGraph
from .left_out import left_out
from .parquet import EXPORTED, write_leaves, write_tables
from .tree import NOTHING_STATED, Row, Stated, Tree, leaf_rows, stated

FORMATS = ("parquet", "rdf", "bibtex", "csl", "ro-crate")

_PARSERS = """
SELECT DISTINCT source_kind || ':' || pipeline AS name FROM sources WHERE build IN (SELECT build FROM visible_builds)
"""
_SETTLED_AT = "SELECT coalesce(max(position), 0) AS position FROM settlements"


@dataclass(frozen=True)
class Exported:
    """What was written, where to, and what the folder is an export of."""

    folder: Path
    manifest: ExportManifest
    recorded: bool

    def to_json(self) -> dict[str, Any]:
        """The manifest, and the folder."""
        return {"folder": str(self.folder), "recorded": self.recorded, **self.manifest.model_dump(mode="json")}


def export(
    library: Library, folder: Path, *, at: str | None = None, with_text: bool = False,
    formats: Collection[str] = FORMATS, base: str = BASE,
) -> Exported:
    """Export a snapshot (id, name, `latest`, `@POSITION`, or the head) to a new or empty folder.

    Without `with_text`, text of works without an open licence is left out. Raises `UsageError` for a folder that is in
    use or lies in a library, `Unsettled` for a state that is not settled, and `DamageFound` where the rows are not what
    was frozen.
    """
    unknown = sorted(set(formats) - set(FORMATS))
    if unknown or not formats:
        raise UsageError(f"no format {', '.join(unknown) or 'was named'}", remedy=f"use: {', '.join(FORMATS)}")
    chosen = tuple(name for name in FORMATS if name in formats)
    asked = None if at is None or at.startswith("@") or library.imported else find_manifest(library, at)
    with library.view(at) as view, export_folder(folder, private=library.settings.library.private):
        if changed_through(view) > max(settled_through(view), view.position if library.imported else 0):
            raise Unsettled("what changed is not settled yet", remedy="finish with: claimledger ingest")
        source = _Source(library, view)
        missing = source.left_out(with_text)
        silent = sorted(build for work in missing for build in work.builds)
        graph = SnapshotGraph(view, silent, base)
        tree, leaves = leaf_rows(view, silent, source.known, source.purged_before, source.hidden)
        state = source.state(tree, leaves, asked)
        _write(view, folder, chosen, silent, leaves, graph, state)
        files = listed(folder)
        if "ro-crate" in chosen:
            write_crate(view, folder, state, library.settings, files, len(missing), base)
            files[CRATE] = described(folder / CRATE)
        manifest = ExportManifest(
            format=FORMAT, software=f"claimledger {version('claimledger')}", library=library.id,
            owner=library.settings.library.owner, private=library.settings.library.private, snapshot=state,
            formats=chosen, base=base, with_text=with_text, left_out=tuple(missing), purged=source.purged,
            files=files,
        )
        with finishing(folder, manifest.text()):
            recorded = _record(library, folder, state, chosen, silent)
    return Exported(folder, manifest, recorded)


def _write(
    view: View, folder: Path, formats: Collection[str], silent: Sequence[str], leaves: Sequence[Row],
    graph: SnapshotGraph, state: ExportedState,
) -> None:
    if "parquet" in formats:
        write_tables(view, folder, silent)
        write_leaves(folder, leaves)
    write_derived(view, folder, formats, silent, graph, state)


def _record(
    library: Library, folder: Path, state: ExportedState, formats: tuple[str, ...], silent: Sequence[str]
) -> bool:
    """Say in the ledger that rows leave it; a purge names the folder. False where the library cannot be written."""
    if library.read_only:
        return False
    event = SnapshotExported(
        snapshot=state.snapshot, position=state.position, folder=str(folder.resolve()), formats=formats,
        without_text=tuple(silent),
    )
    library.append([Append("exports", [NewEvent(event)])])
    return True


class _Source:
    """What is exported: a state of a library, or an export that was opened as one."""

    def __init__(self, library: Library, view: View) -> None:
        self._library = library
        self._view = view
        self.purged_before: list[tuple[str, int]] = []
        self.hidden: frozenset[str] = frozenset()
        self.pipelines: frozenset[str] = frozenset()
        self.purged: tuple[PurgedBuild, ...] = ()
        self.known: Stated = NOTHING_STATED
        if isinstance(library, ImportedLibrary):
            self.known = stated(library.leaves())
            self.purged = library.manifest.purged
            return
        redactions = Redactions(library.ledger)
        lost = redactions.at(view.position)
        self.purged_before = redactions.rows_until(view.position)
        later = (purge for purge in redactions.purges if purge.position > view.position)
        self.hidden = frozenset(row for purge in later for row in purge.purged.rows)
        self.purged = tuple(PurgedBuild(build=one.build, leaf=one.leaf, reason=one.reason) for one in lost)
        self.pipelines = frozenset(one.pipeline for one in lost)
        self.known = Stated({one.build: one.leaf for one in lost}, {}, {})

    def left_out(self, with_text: bool) -> list[TextLeftOut]:
        """Works whose text is left out, those of an export that lacks it already included."""
        before = self._library.manifest.left_out if isinstance(self._library, ImportedLibrary) else ()
        found = {work.builds: work for work in before}
        if not with_text:
            found.update((work.builds, work) for work in left_out(self._view) if work.builds not in found)
        return sorted(found.values(), key=lambda work: work.builds)

    def state(self, tree: Tree, leaves: Sequence[Row], asked: Manifest | None) -> ExportedState:
        """The state with its id. Raises `DamageFound` if it was frozen with another one."""
        if isinstance(self._library, ImportedLibrary):
            exported = self._library.manifest.snapshot
            _check(exported.snapshot, exported.root, tree)
            return exported
        if asked:
            _check(asked.frozen.snapshot, asked.frozen.root, tree)
        view, root = self._view, tree.root
        pipelines = sorted({str(row["pipeline"]) for row in view.rows(PIPELINES)} | self.pipelines)
        name = tree.snapshot_id(pipelines, SCHEMA_VERSION, SETTLE_VERSION)
        frozen = asked or next(
            (m for m in manifests(self._library) if m.frozen.snapshot == name and m.frozen.position <= view.position),
            None)
        at = frozen.frozen.position if frozen else self._changed_at()
        event = next(self._library.ledger.read(after=at - 1, until=at), None) if at else None
        indexed = view.rows("SELECT embedder FROM indexings ORDER BY position DESC LIMIT 1")
        return ExportedState(
            snapshot=name, frozen=frozen is not None, name=frozen.frozen.name if frozen else None, root=root,
            position=at, head_hash=event.hash if event else "", schema_version=SCHEMA_VERSION,
            time=frozen.time if frozen else event.recorded_at if event else "", settle_version=SETTLE_VERSION,
            pipelines=tuple(pipelines), embedder=indexed[0]["embedder"] if indexed else "none",
            parsers=parsers_of(view), rows=counted(view),
        )

    def _changed_at(self) -> int:
        """Where the state became what it is; events of other kinds leave it alone."""
        return max(changed_through(self._view), int(self._view.rows(_SETTLED_AT)[0]["position"]))


def counted(view: View) -> dict[str, int]:
    """The number of rows of each table of builds and of the library."""
    tables = [table.name for table in EXPORTED if table.visibility != "log"]
    return {name: int(view.rows(f"SELECT count(*) AS n FROM {name}")[0]["n"]) for name in tables}


def parsers_of(view: View) -> tuple[str, ...]:
    """Kinds of sources with the pipelines that read them, as `kind:digest`, sorted."""
    return tuple(sorted(row["name"] for row in view.rows(_PARSERS)))


def _check(snapshot: str, root: str, tree: Tree) -> None:
    if tree.root != root:
        raise DamageFound(
            f"the rows give the root {tree.root}, and {snapshot} has {root}",
            remedy="see: claimledger snapshot verify",
        )
