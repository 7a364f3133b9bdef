"""An export where a library is expected: it answers from its rows, records nothing, and has no ledger behind it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, Self

from ..blobs import BlobStore
from ..errors import DamageFound, ReadOnlyLibrary, UnknownId, UnreadableInput, UsageError
from ..events.library import SnapshotFrozen
from ..ledger.port import Append, Head, StoredEvent
from ..library import Library
from ..manifests import Manifest, check_state, is_beginning
from ..projection import Projection
from ..settings import LibrarySettings, SearchSettings, Settings
from ..view import View
from .layout import LEAVES_FILE, ExportManifest, read_manifest
from .view import ExportView

_CURE = "open the library that it was exported from"


class NoLedger:
    """Stands where a ledger would: an export has the rows of one state, and not the events that led to it."""

    def append(self, appends: Sequence[Append], *, actor: str, run: str | None = None) -> NoReturn:
        """Raises `ReadOnlyLibrary`."""
        raise ReadOnlyLibrary("an export cannot be written", remedy=_CURE)

    def read(
        self, *, after: int = 0, until: int | None = None, kinds: Collection[str] | None = None,
        stream: str | None = None,
    ) -> Iterator[StoredEvent]:
        """No events."""
        return iter(())

    def scan(self, *, after: int = 0, until: int | None = None) -> Iterator[Any]:
        """No events."""
        return iter(())

    def head(self) -> Head:
        """The head of an empty ledger."""
        return Head(0, "")

    def find(self, event_id: str) -> None:
        """There is none."""

    def version(self, stream: str) -> int:
        """There are no streams."""
        return 0

    def verify(self, *, until: int | None = None) -> NoReturn:
        """Raises `UsageError`: there is no chain."""
        raise UsageError("an export has no ledger to verify", remedy="check its rows: claimledger snapshot import DIR")

    def purge(self, positions: Collection[int]) -> NoReturn:
        """Raises `ReadOnlyLibrary`."""
        raise ReadOnlyLibrary("an export cannot be written", remedy=_CURE)

    def finish_purge(self) -> bool:
        """Nothing waits."""
        return True

    def backup(self, path: Path) -> NoReturn:
        """Raises `UsageError`."""
        raise UsageError("an export has no ledger to back up", remedy="copy its folder")

    def close(self) -> None:
        """Nothing is open."""


class ExportProjection(Projection):
    """The rows of an export, at whatever position."""

    def __init__(self, folder: Path, manifest: ExportManifest) -> None:
        super().__init__(folder, NoLedger(), read_only=True)
        self._folder = folder
        self._export = manifest

    def view(self, position: int | None = None) -> View:
        """The one state that there is."""
        return ExportView(self._folder, self._export)


@dataclass
class ImportedLibrary(Library):
    """An export opened with `Library.open`. Its only state goes by the snapshot's id, name, position, or `latest`."""

    manifest: ExportManifest = field(kw_only=True)

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Open an export. Its rows are not checked; `snapshots.importing` does that.

        Raises `UnreadableInput` for a damaged manifest, and for an export without Parquet files.
        """
        manifest = read_manifest(folder)
        if "parquet" not in manifest.formats:
            raise UnreadableInput(
                f"{folder} was exported without Parquet, so it has no rows to read",
                remedy="export the snapshot with: --format parquet",
            )
        stated = LibrarySettings(id=manifest.library, owner=manifest.owner, private=manifest.private)
        # No vectors come with an export, and making them takes longer than most questions are worth.
        settings = Settings(library=stated, search=SearchSettings(embedder="none"))
        blobs = BlobStore(folder / "blobs", read_only=True)
        return cls(
            folder, settings, NoLedger(), blobs, ExportProjection(folder, manifest), read_only=True, manifest=manifest
        )

    @property
    def imported(self) -> bool:
        """True: sources and ledger lie elsewhere."""
        return True

    def check_writable(self) -> None:
        """Raises `ReadOnlyLibrary`."""
        raise ReadOnlyLibrary("an export cannot be written", remedy=_CURE)

    @property
    def caveats(self) -> tuple[str, ...]:
        """How many papers are here without their text."""
        number = len(self.manifest.left_out)
        papers = f"{number} papers" if number > 1 else "1 paper"
        found = "they are found by their titles" if number > 1 else "it is found by its title"
        return (f"the text of {papers} was left out of this export: {found} alone",) if number else ()

    @property
    def stated(self) -> tuple[Manifest, ...]:
        """The snapshot, as the library that it comes from froze it."""
        state = self.manifest.snapshot
        if not state.frozen:
            return ()
        frozen = SnapshotFrozen(
            snapshot=state.snapshot, name=state.name, position=state.position, head_hash=state.head_hash,
            root=state.root, rows=state.rows, schema_version=state.schema_version, settle_version=state.settle_version,
            pipelines=state.pipelines, embedder=state.embedder, parsers=state.parsers, index_version="none",
        )
        return (Manifest(frozen, self.manifest.library, state.time, "export", state.position),)

    @property
    def index_folder(self) -> Path:
        """A folder of this process, gone when the library is closed."""
        return Path(self._temporary.name)

    def position_of(self, at: str | int | None) -> int | None:
        """The snapshot's position for whatever names it. Raises `UnknownId`, and `UsageError` for no name at all."""
        check_state(at, str, int, type(None))
        state = self.manifest.snapshot
        names = {None, "latest", state.position, f"@{state.position}", state.name, state.snapshot}
        if at in names or (isinstance(at, str) and is_beginning(at, state.snapshot)):
            return state.position
        raise UnknownId(f"{self.root} is an export of {state.snapshot} and knows no {at!r}", remedy=_CURE)

    def snapshot_at(self, position: int) -> str | None:
        """The id of the snapshot, at its position."""
        return self.manifest.snapshot.snapshot if position == self.manifest.snapshot.position else None

    def leaves(self) -> list[dict[str, Any]]:
        """The rows of the table `leaves`. Raises `DamageFound` if they cannot be read."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            rows: list[dict[str, Any]] = pq.read_table(self.root / LEAVES_FILE).to_pylist()
        except (OSError, pa.ArrowException) as error:
            raise DamageFound(f"{LEAVES_FILE} cannot be read: {error}", remedy="export the snapshot again") from error
        return rows

    def close(self) -> None:
        """Release files, and remove the temporary index."""
        if "_temporary" in self.__dict__:
            self._temporary.cleanup()
        super().close()

    @cached_property
    def _temporary(self) -> TemporaryDirectory[str]:
        # What a private library says is not put where others might look.
        inside = self.manifest.private and os.access(self.root, os.W_OK)
        return TemporaryDirectory(prefix=".claimledger-", dir=self.root if inside else None)
