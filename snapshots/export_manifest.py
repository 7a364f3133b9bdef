"""The manifest of an export against its rows: what can be computed again is; the rest it states by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ..kb.exported.layout import ExportManifest
from ..kb.view import View
from .export.derived import FILES
from .export.export import counted, parsers_of
from .export.left_out import left_out
from .export.tree import Stated


def misstated(manifest: ExportManifest, view: View, known: Stated) -> Iterator[str]:
    """What the manifest says and the rows do not bear out, in words. `known`: what the leaves stand for."""
    state = manifest.snapshot
    rows = counted(view)
    for table in sorted(rows.keys() | state.rows.keys()):
        if rows.get(table) != state.rows.get(table):
            yield f"manifest: {state.rows.get(table)} rows of {table} are stated, and {rows.get(table)} are here"
    if parsers_of(view) != state.parsers:
        yield "manifest: the builds name other parsers"
    if {one.build: one.leaf for one in manifest.purged} != known.purged:
        yield "manifest: the leaves stand for other purged builds"
    for form, names in FILES.items():
        if (form in manifest.formats) != any(name in manifest.files for name in names):
            yield f"manifest: the format {form} is stated, or its files are listed, without the other"


def mislaid(manifest: ExportManifest, view: View, known: Stated) -> Iterator[str]:
    """What it says of works whose text is left out, and the rules of this version do not bear out."""
    silent = {build for work in manifest.left_out for build in work.builds}
    if not known.tables.keys() <= silent:
        yield "manifest: text is missing of works that are not among those left out"
    found = {work.builds: work for work in left_out(view)}
    for work in manifest.left_out:
        if found.get(work.builds) != work:
            yield f"manifest: what it says of the text of {work.work or work.builds[0]} is not what the rows give"


def alone(manifest: ExportManifest, *, published: bool, once: bool) -> list[str]:
    """What the manifest alone says. `published`: a head agrees; `once`: it is of the same freezing."""
    stated = ["software", "owner", "private", "name", "frozen", "embedder", "with_text"]
    stated += [] if published else ["library"]
    stated += [] if published and once else ["position", "head_hash", "time"]
    stated += ["reasons of purges"] if manifest.purged else []
    return stated
