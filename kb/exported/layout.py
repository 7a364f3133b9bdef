"""How an export lies in its folder, and its manifest: what it is an export of, and the digest of every file.

    claimledger-export.json   the manifest; written last, so a folder without it is no export
    tables/<table>.parquet    rows of builds and of the library, without positions
    tables/builds.parquet     one row a build in view
    leaves.parquet            leaves of the snapshot's tree: what the rows must give, and what stands for missing ones

Everything else in the folder is made from these rows (`snapshots/export`).
"""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ..canon import sha256
from ..errors import UnreadableInput
from ..schema import Column, Table
from ..strict_json import read_object

FORMAT = 2
"""Of format 1 the manifest had no digest of its own."""
DIGEST = "sha256"
"""The member of the manifest that holds the digest of all others."""
MANIFEST = "claimledger-export.json"
TABLES = "tables"
LEAVES_FILE = "leaves.parquet"

BUILDS = Table("builds", "builds in view, with the bytes that they read", (
    Column("build", "text", "build id"),
    Column("blob", "text", "SHA-256 of the bytes of the source"),
    Column("size", "int", "bytes of the source"),
    Column("source_kind", "text", "pdf, csl, ..."),
    Column("pipeline", "text", "pipeline digest"),
    Column("released", "bool", "below the quality gates, and let in by a person"),
    Column("text_left_out", "bool", "columns with text of the work are empty in the rows of this build"),
), "log")
LEAVES = Table("leaves", "leaves of the tree whose root is the snapshot's", (
    Column("kind", "text", "build, table (of a build), or shelf (of library rows)"),
    Column("name", "text", "build id, or the characters after the prefix that the ids on the shelf share"),
    Column("of_table", "text", "the table, where the leaf is that of a table"),
    Column("hash", "text", "leaf of the build, or root over the rows of the table or shelf; hexadecimal"),
    Column("rows", "int", "number of rows below it; null for a build"),
    Column("given", "bool", "true where the rows that give the hash are in this export, whole and unchanged"),
), "log")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExportedFile(_Part):
    """One file of an export."""

    sha256: str
    bytes: int


class ExportedState(_Part):
    """The snapshot. `frozen` is false, and `name` null, where nobody froze it; the id is what freezing would give."""

    snapshot: str
    frozen: bool
    name: str | None
    root: str
    position: Annotated[int, Field(ge=0, lt=2**63)]
    head_hash: str
    time: str
    schema_version: int
    settle_version: int
    pipelines: tuple[str, ...]
    embedder: str
    parsers: tuple[str, ...]
    rows: dict[str, int]


class TextLeftOut(_Part):
    """A work whose text is not in the export, and why."""

    work: str | None
    title: str | None
    builds: tuple[str, ...]
    licences: tuple[str, ...]
    why: str


class PurgedBuild(_Part):
    """A build that the snapshot showed and that was purged since; nothing of it is left but its leaf."""

    build: str
    leaf: str
    reason: str


class ExportManifest(_Part):
    """The manifest. `library`, `owner` and `private` are those of the library that it comes from."""

    format: int
    software: str
    library: str
    owner: str
    private: bool
    snapshot: ExportedState
    formats: tuple[str, ...]
    base: str
    with_text: bool
    left_out: tuple[TextLeftOut, ...]
    purged: tuple[PurgedBuild, ...]
    files: dict[str, ExportedFile]

    @field_validator("files")
    @classmethod
    def _inside(cls, files: dict[str, ExportedFile]) -> dict[str, ExportedFile]:
        for name in files:
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or "\\" in name or str(path) != name:
                raise ValueError(f"{name!r} is no path inside the export")
        return files

    def text(self) -> str:
        """The manifest as its file has it, to the byte: with the SHA-256 of the same text without that member."""
        members = self.model_dump(mode="json")
        return _written(members | {DIGEST: sha256(_written(members).encode())})


def _written(members: dict[str, Any]) -> str:
    return json.dumps(members, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def is_export(folder: Path) -> bool:
    """Whether a folder is an export."""
    return (folder / MANIFEST).is_file()


def read_manifest(folder: Path) -> ExportManifest:
    """The manifest of an export. Raises `UnreadableInput` for a folder that is none, or a manifest that is damaged."""
    path = folder / MANIFEST
    try:
        content = path.read_bytes()
        value = read_object(content)
    except FileNotFoundError:
        raise UnreadableInput(
            f"{folder} is no export: it has no {MANIFEST}", remedy="export the snapshot again; it may have been cut off"
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UnreadableInput(f"{path} cannot be read: {reason}", remedy="export the snapshot again") from error
    written = value.get("format")
    if type(written) is int and written > FORMAT:
        raise UnreadableInput(f"{path} has format {written}; this version knows {FORMAT}", remedy="upgrade claimledger")
    if type(written) is not int or written < 1:
        raise UnreadableInput(f"{path} has a format that is none", remedy="export the snapshot again")
    if written < FORMAT:
        raise UnreadableInput(
            f"{path} has format {written}, whose manifest holds no digest", remedy="export the snapshot again"
        )
    stated = {name: member for name, member in value.items() if name != DIGEST}
    try:
        # As JSON, in which a list may be a tuple, and a text is no number.
        return ExportManifest.model_validate_json(json.dumps(stated))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnreadableInput(f"{path}: {where}: {first['msg']}", remedy="export the snapshot again") from error
