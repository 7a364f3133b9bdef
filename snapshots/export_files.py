"""The files of an export against each other: all that its formats take are listed, and are what its rows give."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from ..kb.exported.layout import LEAVES_FILE, MANIFEST, TABLES, ExportManifest
from ..kb.exported.library import ImportedLibrary
from ..kb.view import View
from .export.crate import FILE as CRATE
from .export.derived import FILES, ROWS, write_crate, write_derived
from .export.folder import described
from .export.graph import SnapshotGraph

_BUILDS = f"{TABLES}/builds.parquet"
"""Sizes and kinds of sources: they are no part of the snapshot's tree."""


def unlisted(folder: Path, manifest: ExportManifest) -> Iterator[str]:
    """Files that an export of these formats has, or that are read as its rows, and that its manifest does not list."""
    names = {name for form in manifest.formats for name in FILES.get(form, ())}
    names |= {path.relative_to(folder).as_posix() for path in (folder / TABLES).glob("*")}
    names |= {LEAVES_FILE} if (folder / LEAVES_FILE).exists() else set()
    for name in sorted(names - manifest.files.keys()):
        yield f"{name} is not listed in {MANIFEST}"


def is_ours(manifest: ExportManifest) -> bool:
    """Whether this version says that it made the export, so that it would make the same again."""
    return manifest.software == f"claimledger {version('claimledger')}"


def misfits(library: ImportedLibrary, view: View) -> tuple[list[str], list[str]]:
    """Files that are not what the rows give, and files for which the manifest alone vouches.

    Files that another version made may differ and be right, so they count among the second then.
    """
    manifest = library.manifest
    again = library.index_folder / "again"
    again.mkdir()
    silent = sorted(build for work in manifest.left_out for build in work.builds)
    graph = SnapshotGraph(view, silent, manifest.base)
    write_derived(view, again, manifest.formats, silent, graph, manifest.snapshot)
    if CRATE in manifest.files:
        others = {name: file for name, file in manifest.files.items() if name != CRATE}
        write_crate(
            view, again, manifest.snapshot, library.settings, others, len(manifest.left_out), manifest.base
        )
    differing, vouched = [], []
    mine = is_ours(manifest)
    for name, file in sorted(manifest.files.items()):
        made = again / name
        if name in ROWS and name != _BUILDS:
            continue
        if not made.is_file() or (described(made) != file and not mine):
            vouched.append(name)
        elif described(made) != file:
            differing.append(f"{name} is not what the rows give")
    return differing, vouched
