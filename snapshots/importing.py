"""An export, checked: every file by its digest, and the root of the snapshot, computed anew from the rows.

What was left out is represented by its hash, so the root can be checked all the same; how much could not be looked into
is said. Nothing here says that a ledger ever had this state: that takes the library, or a head that it published.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..kb.errors import DamageFound, UsageError
from ..kb.exported.layout import MANIFEST, TABLES, ExportManifest, read_manifest
from ..kb.exported.library import ImportedLibrary
from ..kb.exported.text_columns import TABLES_WITH_TEXT, text_columns
from ..kb.output import writing
from ..kb.view import View
from .export.folder import export_folder, finishing, listed
from .export.tree import Row, Stated, Tree, stated, tree_of
from .export_files import is_ours, misfits, unlisted
from .export_manifest import alone, mislaid, misstated
from .publishing import UNCHECKED_SIGNATURE, PublishedHead, Signer, is_signed, read_head

CHECKED = "root checked from the rows; not checked against a ledger"
ANCHORED = "root checked from the rows; anchored by the published head"


@dataclass
class ImportCheck:
    """What was checked, and every damage with its place.

    `tables` of `builds` are represented by their roots because their text was left out, `purged` builds by their leaf.
    `anchored`: a published head states this snapshot; `same_freezing`: and the same moment. `notes` say what could not
    be checked; `vouched` are files that were held against their digests in the manifest, and against nothing else.
    """

    manifest: ExportManifest
    damages: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    tables: int = 0
    builds: int = 0
    purged: int = 0
    anchored: bool = False
    same_freezing: bool = False
    notes: list[str] = field(default_factory=list)
    vouched: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """damaged, or how far the check goes."""
        if self.damages:
            return "damaged"
        return ANCHORED if self.anchored else CHECKED

    @property
    def stated_alone(self) -> list[str]:
        """What the manifest says and neither the rows nor a published head bears out."""
        return alone(self.manifest, published=self.anchored, once=self.same_freezing)

    @property
    def not_looked_into(self) -> str:
        """How many leaves stand for rows that are not here, in words; empty if all are."""
        parts = [f"{self.tables} tables of {self.builds} builds whose text was left out"] if self.tables else []
        parts += [f"{self.purged} builds that were purged"] if self.purged else []
        return " and ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "snapshot": self.manifest.snapshot.snapshot, "name": self.manifest.snapshot.name,
            "position": self.manifest.snapshot.position, "library": self.manifest.library, "verdict": self.verdict,
            "anchored": self.anchored, "damages": self.damages, "notes": self.notes,
            "vouched_for_by_the_manifest_alone": self.vouched, "said_by_the_manifest_alone": self.stated_alone,
            "files_that_do_not_belong": self.strangers,
            "not_looked_into": {"tables": self.tables, "builds": self.builds, "purged": self.purged},
            "left_out": [work.model_dump(mode="json") for work in self.manifest.left_out],
        }


def check_export(folder: Path, *, published: Path | None = None, signer: Signer | None = None) -> ImportCheck:
    """Check an export, with a published head (and its signer) also against that.

    Raises `UnreadableInput` for a folder that is none, or has no Parquet, and for a file that is no published head.
    """
    manifest = read_manifest(folder)
    damages = [*_damaged_manifest(folder, manifest), *_damaged_files(folder, manifest), *unlisted(folder, manifest)]
    check = ImportCheck(manifest, damages, _strangers(folder, manifest))
    with ImportedLibrary.of(folder) as library:
        if not check.damages:
            try:
                _check_rows(library, check)
            except (DamageFound, UsageError, ValueError, KeyError, TypeError) as error:
                check.damages.append(f"rows: {error}")
    if published:
        _check_published(published, signer, check)
    return check


def copy_export(
    folder: Path, target: Path, *, published: Path | None = None, signer: Signer | None = None
) -> ImportCheck:
    """Check an export and, if it is whole, copy it to a new or empty folder.

    Raises as `check_export`, and `UsageError` for a folder in use.
    """
    check = check_export(folder, published=published, signer=signer)
    if check.damages:
        return check
    if folder.resolve() == target.resolve():
        raise UsageError(f"{folder} is there already", remedy="name another folder")
    with export_folder(target, private=check.manifest.private):
        for name in check.manifest.files:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            with writing(target / name):
                shutil.copyfile(folder / name, target / name)
        changed = [name for name, file in listed(target).items() if file != check.manifest.files.get(name)]
        if changed:
            raise DamageFound(f"{changed[0]} changed while it was copied", remedy="try again")
        with finishing(target, check.manifest.text()):
            pass
    return check


def _check_published(path: Path, signer: Signer | None, check: ImportCheck) -> None:
    """Hold the manifest, whose root and id are those of the rows, against a head that was kept elsewhere."""
    state = check.manifest.snapshot
    stated = PublishedHead(
        state.snapshot, state.position, state.head_hash, state.root, check.manifest.library, state.time
    )
    try:
        head = read_head(path, signer)
    except DamageFound as error:
        check.damages.append(f"published head: {error}")
        return
    if not signer and is_signed(path):
        check.notes.append(UNCHECKED_SIGNATURE)
    if head.position != state.position:
        # Where a ledger stood when it was frozen is no part of a state, which may be frozen again.
        check.notes.append(
            f"the head was published when the state was frozen at position {head.position}, the export says "
            f"{state.position}: position, head hash and time were not compared"
        )
    elif not state.frozen:
        # Nobody had frozen it when it was exported, so the export says when it became what it is.
        stated = replace(stated, time=head.time)
    wrong = [f"published head: {path} {difference}" for difference in head.differences(stated)]
    check.damages += wrong
    check.anchored = not wrong
    check.same_freezing = head.position == state.position


def _damaged_manifest(folder: Path, manifest: ExportManifest) -> Iterator[str]:
    if (folder / MANIFEST).read_bytes() != manifest.text().encode():
        yield f"{MANIFEST} is not what was exported: its text and its digest do not agree"


def _damaged_files(folder: Path, manifest: ExportManifest) -> Iterator[str]:
    for name, file in sorted(manifest.files.items()):
        path = folder / name
        if not path.is_file():
            yield f"{name} is missing"
        elif path.resolve() != folder.resolve() / name:
            yield f"{name} is not what was exported: it is a link, or lies behind one"
        elif path.stat().st_size != file.bytes or _digest(path) != file.sha256:
            yield f"{name} is not what was exported"


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _strangers(folder: Path, manifest: ExportManifest) -> list[str]:
    found = (path.relative_to(folder).as_posix() for path in _inside(folder))
    return sorted(name for name in found if name != MANIFEST and name not in manifest.files)


def _inside(folder: Path) -> Iterator[Path]:
    """All that lies in a folder and is no folder itself; of a link only the link."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            yield from _inside(path)
        else:
            yield path


def _check_rows(library: ImportedLibrary, check: ImportCheck) -> None:
    state = library.manifest.snapshot
    rows = library.leaves()
    known = stated(rows)
    check.tables, check.builds = sum(map(len, known.tables.values())), len(known.tables)
    check.purged = len(known.purged)
    with library.view() as view:
        tree = tree_of(view, known)
        check.damages += _misstated(rows, tree)
        check.damages += _unexpected_text(library, view, known)
        pipelines = {str(row["pipeline"]) for row in view.rows("SELECT DISTINCT pipeline FROM sealed")}
    if not pipelines <= set(state.pipelines) or (not known.purged and pipelines != set(state.pipelines)):
        check.damages.append("pipelines: the builds name others than the manifest")
    if tree.root != state.root:
        check.damages.append(f"root: the rows give {tree.root}, the manifest says {state.root}")
    name = tree.snapshot_id(state.pipelines, state.schema_version, state.settle_version)
    if name != state.snapshot:
        check.damages.append(f"id: the rows give {name}, the manifest says {state.snapshot}")
    if not check.damages:
        with library.view() as view:
            check.damages += misstated(library.manifest, view, known)
            check.damages += mislaid(library.manifest, view, known) if is_ours(library.manifest) else ()
            differing, check.vouched = misfits(library, view)
        check.damages += differing


def _misstated(rows: list[Row], tree: Tree) -> Iterator[str]:
    """Leaves that the rows do not give: they name the place."""
    builds = {row["name"]: row["hash"] for row in rows if row["kind"] == "build"}
    shelves = {row["name"]: row["hash"] for row in rows if row["kind"] == "shelf"}
    given = {name: leaf.hex() for name, leaf in tree.builds.items()}
    held = {name: shelf.root.hex() for name, shelf in tree.shelves.items()}
    for kind, said, found in (("build", builds, given), ("shelf of library rows", shelves, held)):
        for name in sorted(said.keys() | found.keys()):
            if name not in said:
                yield f"{kind} {name}: the snapshot does not have it"
            elif name not in found:
                yield f"{kind} {name}: its rows are missing"
            elif said[name] != found[name]:
                yield f"{kind} {name}: its rows are not what was frozen"


def _unexpected_text(library: ImportedLibrary, view: View, known: Stated) -> Iterator[str]:
    """Text in rows that are represented by a hash: nothing vouches for it."""
    for table in TABLES_WITH_TEXT:
        builds = sorted(name for name, tables in known.tables.items() if table.name in tables)
        filled = " OR ".join(f'len(coalesce("{name}", \'\')) > 0' for name in text_columns(table))
        path = str(library.root / TABLES / f"{table.name}.parquet").replace("'", "''")
        sql = f"SELECT DISTINCT build FROM read_parquet(['{path}']) WHERE build IN (SELECT unnest(?)) AND ({filled})"
        for row in view.rows(sql, [builds]) if builds else ():
            yield f"{table.name} of {row['build']}: text stands where none is vouched for"


