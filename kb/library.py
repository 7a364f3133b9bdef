"""A library: the one place where ledger, blobs, settings, projections and index are put together."""

from __future__ import annotations

import getpass
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from .blobs import BlobStore
from .canon import CANON, base32, clean_text
from .care.places import refuse_network_drive
from .care.seclusion import FOLDER as TEMPORARY
from .care.seclusion import Seclusion
from .errors import DamageFound, LibraryExists, ReadOnlyLibrary, UnknownId, UsageError
from .events import registry
from .events.library import LibraryCreated
from .exported.layout import is_export
from .ledger.opening import FILE, holds_secret, open_ledger
from .ledger.port import Append, Ledger, NewEvent, StoredEvent
from .manifests import Manifest, find_manifest, manifests
from .projection import Projection
from .settings import FILE_NAME, LedgerSettings, LibrarySettings, Settings, read_settings, settings_text

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
    actor: str = field(default_factory=lambda: f"human:{_user()}")
    run: str = field(default_factory=lambda: f"run-{base32(secrets.token_bytes(10))}")
    denied: ReadOnlyLibrary | None = None
    """What made `open` fall back to reading, if something did."""
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
            _unmake(root, name, made)
            raise

    @classmethod
    def _created(cls, root: Path, name: str, owner: str | None, *, private: bool, ledger_url: str) -> Self:
        """The library in an empty folder, with its first event."""
        answerable = " ".join(clean_text(owner or "")[0].split()) or _user()
        settings = Settings(
            library=LibrarySettings(id=name, owner=answerable, private=private), ledger=LedgerSettings(url=ledger_url)
        )
        seclusion = Seclusion(root) if private else None
        try:
            _found(root, settings)
        finally:
            if seclusion:
                seclusion.end()
        library = cls.open(root)
        created = LibraryCreated(library=name, private=private, canon=CANON, owner=settings.library.owner)
        try:
            library.append([Append("library", [NewEvent(created, key="created")], expected=0)])
        except BaseException:
            library.close()
            raise
        return library

    @classmethod
    def open(cls, root: Path | str, *, read_only: bool = False) -> Self:
        """Open a library, or an export as if it were one; one that cannot be written is opened read-only.

        Raises `NotALibrary`, and `UsageError` for a ledger that would be written on a network drive.
        """
        root = Path(root)
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
        try:
            ledger, read_only, denied = _open_ledger(root, settings, read_only=read_only)
        except BaseException:
            if seclusion:
                seclusion.end()
            raise
        blobs = BlobStore(root / "blobs", read_only=read_only)
        projection = Projection(root / "segments", ledger, read_only=read_only, library=root)
        return cls(root, settings, ledger, blobs, projection, read_only, seclusion, denied=denied)

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

        Raises `UnknownId`, `AmbiguousId`, `UsageError` for what is no position, and `DamageFound` for a snapshot that
        cannot have been frozen.
        """
        if at is None:
            return None
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
        closed: Any = _Closed(self.root)
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


class _Closed:
    """Stands where the parts of an open library were."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def close(self) -> None:
        """A library may be closed twice."""

    def __getattr__(self, name: str) -> NoReturn:
        raise UsageError(f"the library {self._root} is closed", remedy="open it again, and use it before it is closed")


def _open_ledger(
    root: Path, settings: Settings, *, read_only: bool
) -> tuple[Ledger, bool, ReadOnlyLibrary | None]:
    """The ledger, whether it is read-only, and what forced that: the disk, or a database that lets its user read."""
    denied = None
    if not read_only:
        try:
            return open_ledger(root, settings), False, None
        except ReadOnlyLibrary as error:
            denied = error
    return open_ledger(root, settings, read_only=True), True, denied


def _found(root: Path, settings: Settings) -> None:
    """Write the ledger, then the settings, which make the folder a library."""
    open_ledger(root, settings, create=True).close()
    mode = 0o600 if holds_secret(settings) else 0o666
    try:
        with open(root / FILE_NAME, "x", encoding="utf-8", opener=partial(os.open, mode=mode)) as file:
            file.write(settings_text(settings))
    except FileExistsError:
        # Somebody else makes a library here at this moment, and was first.
        raise LibraryExists(f"{root} already holds a library", remedy="choose another folder") from None


def _unmake(root: Path, library: str, made: Sequence[Path]) -> None:
    """Remove what the making of a library left that failed, and the folders made for it, the innermost first."""
    settings = root / FILE_NAME
    if settings.exists() and library not in settings.read_text(encoding="utf-8"):
        # Of somebody else, who makes a library here at this moment.
        return
    for name in (FILE_NAME, FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}.lock"):
        (root / name).unlink(missing_ok=True)
    with suppress(OSError):
        (root / TEMPORARY).rmdir()
    with suppress(OSError):
        # A folder in which something else lies by now stays.
        for folder in made:
            folder.rmdir()


def _user() -> str:
    """The user's name; the number where the system knows no name, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return f"uid-{os.getuid()}"
