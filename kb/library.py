"""A library: the one place where ledger, blobs, settings, projections and index are put together."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from .blobs import BlobStore
from .canon import base32, clean_text
from .care.places import refuse_network_drive
from .care.seclusion import Seclusion
from .confinement import check_target
from .errors import ClaimLedgerError, DamageFound, LibraryExists, ReadOnlyLibrary, UnknownId, UsageError
from .events import registry
from .exported.layout import is_export
from .founding import as_begun, check_beginning, found, new_run, unmake, user_name
from .ledger.opening import FILE, open_ledger
from .ledger.port import Append, Ledger, StoredEvent
from .manifests import Manifest, check_state, find_manifest, manifests
from .projection import Projection
from .settings import FILE_NAME, LedgerSettings, LibrarySettings, Settings, read_settings

if TYPE_CHECKING:
    from .view import View


@dataclass
class Library:
    """An open library. Use `Library.create` or `Library.open`, and close it, or use it in a `with`.

    While a private one is open, the process writes files for its user alone and temporary ones inside the library.
    """

    root: Path
    settings: Settings
    ledger: Ledger
    blobs: BlobStore
    projection: Projection
    read_only: bool = False
    seclusion: Seclusion | None = None
    actor: str = field(default_factory=lambda: f"human:{user_name()}")
    run: str = field(default_factory=new_run)
    denied: ReadOnlyLibrary | None = None
    """What made `open` fall back to reading, if something did."""
    lost: ClaimLedgerError | None = None
    """Why there is no ledger, in a library that was opened all the same."""
    appended: int = 0
    """The position of the last event that was appended through this object; 0 for none."""

    @classmethod
    def create(
        cls, root: Path | str, *, owner: str | None = None, private: bool = False, ledger_url: str = ""
    ) -> Self:
        """Make a library in a new or empty folder; its ledger is SQLite in there, or PostgreSQL at `ledger_url`.

        Raises `LibraryExists`, or `UsageError` for a folder in use or on a network drive and for a database that cannot
        be reached; nothing is left behind then.
        """
        root = Path(root)
        check_target(root, [root] if private else [])
        if not ledger_url:
            refuse_network_drive(root / FILE)
        if (root / FILE_NAME).exists():
            raise LibraryExists(f"{root} already holds a library", remedy="choose another folder")
        if root.exists() and (not root.is_dir() or any(root.iterdir())):
            raise UsageError(f"{root} exists and is not an empty folder", remedy="choose another folder")
        name = f"lib-{base32(secrets.token_bytes(10))}"
        made = [folder for folder in (root, *root.parents) if not folder.exists()]
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o755)
            if private:
                root.chmod(0o700)
        except OSError as error:
            raise UsageError(f"{root} cannot be made: {error.strerror}", remedy="choose another folder") from error
        try:
            return cls._created(root, name, owner, private=private, ledger_url=ledger_url)
        except LibraryExists:
            raise
        except BaseException:
            unmake(root, name, made)
            raise

    @classmethod
    def _created(cls, root: Path, name: str, owner: str | None, *, private: bool, ledger_url: str) -> Self:
        """The library in an empty folder, with its first event."""
        answerable = " ".join(clean_text(owner or "")[0].split()) or user_name()
        settings = Settings(
            library=LibrarySettings(id=name, owner=answerable, private=private), ledger=LedgerSettings(url=ledger_url)
        )
        run = new_run()
        seclusion = Seclusion(root) if private else None
        try:
            begun = found(root, settings, actor=f"human:{user_name()}", run=run)
        finally:
            if seclusion:
                seclusion.end()
        library = cls.open(root)
        library.run, library.appended = run, begun.position
        return library

    @classmethod
    def open(cls, root: Path | str, *, read_only: bool = False) -> Self:
        """Open a library, or an export as if it were one; one that cannot be written is opened read-only.

        It is private if its settings or its ledger's first event say so. Raises `NotALibrary`, `DamageFound` for a
        ledger without the event that made this library, and `UsageError` for one that would be written on a network
        drive.
        """
        return cls._open(Path(root), read_only=read_only, doubted=False)

    @classmethod
    def open_doubted(cls, root: Path | str) -> Self:
        """As `open`, for whoever looks for what is wrong: the ledger may be another one, or not be there.

        Whatever needs a ledger that is not there raises why (`lost`).
        """
        return cls._open(Path(root), read_only=False, doubted=True)

    @classmethod
    def _open(cls, root: Path, *, read_only: bool, doubted: bool) -> Self:
        if is_export(root):
            from .exported.library import ImportedLibrary

            return cast(Self, ImportedLibrary.of(root))
        settings = read_settings(root)
        registry.check()
        file = root / FILE
        read_only = read_only or not (os.access(root, os.W_OK) and (os.access(file, os.W_OK) or not file.exists()))
        if not read_only and not settings.ledger.url:
            refuse_network_drive(file)
        seclusion = Seclusion(root, read_only=read_only) if settings.library.private else None
        lost = denied = None
        try:
            ledger, read_only, denied = _open_ledger(root, settings, read_only=read_only, doubted=doubted)
            settings = as_begun(settings, ledger)
            if settings.library.private and not seclusion:
                seclusion = Seclusion(root, read_only=read_only)
        except BaseException as error:
            if not (doubted and isinstance(error, ClaimLedgerError)):
                if seclusion:
                    seclusion.end()
                raise
            lost = error
            ledger = cast(Ledger, _Absent(error))
        blobs = BlobStore(root / "blobs", read_only=read_only)
        projection = Projection(root / "segments", ledger, read_only=read_only, library=root)
        return cls(root, settings, ledger, blobs, projection, read_only, seclusion, denied=denied, lost=lost)

    @property
    def id(self) -> str:
        """The library's id, given once by `create`."""
        return self.settings.library.id

    @property
    def imported(self) -> bool:
        """Whether this is an export: one state without its sources and its ledger."""
        return False

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a reader of answers should know of the library."""
        return ()

    @property
    def stated(self) -> tuple[Manifest, ...]:
        """Frozen states that no event of the ledger records: that of an export."""
        return ()

    @property
    def index_folder(self) -> Path:
        """Where the search index lies."""
        return self.root / "index"

    def append(self, appends: Sequence[Append]) -> list[StoredEvent]:
        """Append events as this library's actor and run. Raises `ReadOnlyLibrary`."""
        self.check_writable()
        stored = self.ledger.append(appends, actor=self.actor, run=self.run)
        self.appended = max((event.position for event in stored if event.run == self.run), default=self.appended)
        return stored

    def check_writable(self) -> None:
        """Raises `ReadOnlyLibrary`, which says why, where nothing can be written."""
        if self.denied:
            raise ReadOnlyLibrary(self.denied.message, remedy=self.denied.remedy)
        if self.read_only:
            raise ReadOnlyLibrary(f"{self.root} cannot be written", remedy="copy it, or ask its owner")

    @property
    def unwritable(self) -> str:
        """In words, that nothing can be written, and why where that is known."""
        return "the library cannot be written" + (f" ({self.denied})" if self.denied else "")

    def view(self, at: str | int | None = None) -> View:
        """All tables as of a snapshot id, a snapshot name, `latest`, `@POSITION`, a position, or the head (None)."""
        return self.projection.view(self.position_of(at))

    def position_of(self, at: str | int | None) -> int | None:
        """The position that a snapshot argument means; None for the head.

        Raises `UnknownId`, `AmbiguousId`, `UsageError` for what is no position or no name, and `DamageFound` for a
        snapshot that cannot have been frozen.
        """
        if at is None:
            return None
        check_state(at, str, int)
        if isinstance(at, int):
            at = f"@{at}"
        if at.startswith("@"):
            if not (at[1:].isascii() and at[1:].isdigit()):
                raise UsageError(f"{at!r} is no position", remedy="write @ and a number, for example @120")
            return self._checked(at[1:])
        manifest = find_manifest(self, at)
        if manifest.frozen.position >= manifest.position:
            raise DamageFound(
                f"event {manifest.position} freezes {manifest.frozen.snapshot} at event {manifest.frozen.position}, "
                "which does not lie before it", remedy="run: claimledger verify",
            )
        return manifest.frozen.position

    def snapshot_at(self, position: int) -> str | None:
        """The id of the snapshot that was frozen at exactly this position."""
        at = [manifest.frozen.snapshot for manifest in manifests(self) if manifest.frozen.position == position]
        return at[-1] if at else None

    def close(self) -> None:
        """Release files and connections. Whoever uses the library afterwards gets a `UsageError`."""
        self.ledger.close()
        if self.seclusion:
            self.seclusion.end()
        closed: Any = _Absent(UsageError(
            f"the library {self.root} is closed", remedy="open it again, and use it before it is closed"
        ))
        self.ledger = self.blobs = self.projection = closed

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _checked(self, digits: str) -> int:
        head = self.ledger.head().position
        if len(digits) > len(str(head)) + 20 or int(digits) > head:
            raise UnknownId(f"position {digits[:40]} lies beyond the head {head}", remedy="use a smaller position")
        return int(digits)


class _Absent:
    """Stands where a part of an open library would be, and raises why it is not there."""

    def __init__(self, why: ClaimLedgerError) -> None:
        self._why = why

    def close(self) -> None:
        """A library may be closed twice."""

    def __getattr__(self, name: str) -> NoReturn:
        raise self._why


def _open_ledger(
    root: Path, settings: Settings, *, read_only: bool, doubted: bool
) -> tuple[Ledger, bool, ReadOnlyLibrary | None]:
    """The ledger, whether it is read-only, and what forced that: the disk, or a database that lets its user read."""
    denied = None
    try:
        ledger = open_ledger(root, settings, read_only=read_only)
    except ReadOnlyLibrary as error:
        if read_only:
            raise
        denied, read_only = error, True
        ledger = open_ledger(root, settings, read_only=True)
    if not doubted:
        try:
            check_beginning(ledger, settings.library.id, root)
        except BaseException:
            ledger.close()
            raise
    return ledger, read_only, denied
