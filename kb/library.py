"""A library: the one place where ledger, blobs, settings, projections and index are put together."""

from __future__ import annotations

import getpass
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from .blobs import BlobStore
from .canon import CANON, base32, clean_text
from .errors import LibraryExists, ReadOnlyLibrary, UnknownId, UsageError
from .events import registry
from .events.library import LibraryCreated
from .ledger.opening import FILE, open_ledger
from .ledger.port import Append, Ledger, NewEvent, StoredEvent
from .manifests import find_manifest, manifests
from .projection import Projection
from .settings import FILE_NAME, LedgerSettings, LibrarySettings, Settings, read_settings, settings_text

if TYPE_CHECKING:
    from .view import View


@dataclass
class Library:
    """An open library. Use `Library.create` or `Library.open`, and close it, or use it in a `with`."""

    root: Path
    settings: Settings
    ledger: Ledger
    blobs: BlobStore
    projection: Projection
    read_only: bool = False
    actor: str = field(default_factory=lambda: f"human:{_user()}")
    run: str = field(default_factory=lambda: f"run-{base32(secrets.token_bytes(10))}")

    @classmethod
    def create(
        cls, root: Path | str, *, owner: str | None = None, private: bool = False, ledger_url: str = ""
    ) -> Library:
        """Make a library in a new or empty folder; its ledger is SQLite in there, or PostgreSQL at `ledger_url`.

        Raises `LibraryExists`, or `UsageError` for a folder in use.
        """
        root = Path(root)
        if (root / FILE_NAME).exists():
            raise LibraryExists(f"{root} already holds a library", remedy="choose another folder")
        if root.exists() and (not root.is_dir() or any(root.iterdir())):
            raise UsageError(f"{root} exists and is not an empty folder", remedy="choose another folder")
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o755)
            if private:
                root.chmod(0o700)
        except OSError as error:
            raise UsageError(f"{root} cannot be made: {error.strerror}", remedy="choose another folder") from error
        name = f"lib-{base32(secrets.token_bytes(10))}"
        answerable = " ".join(clean_text(owner or "")[0].split()) or _user()
        settings = Settings(
            library=LibrarySettings(id=name, owner=answerable, private=private), ledger=LedgerSettings(url=ledger_url)
        )
        open_ledger(root, settings, create=True).close()
        try:
            with open(root / FILE_NAME, "x", encoding="utf-8") as file:
                file.write(settings_text(settings))
        except FileExistsError:
            # Somebody else makes a library here at this moment, and was first.
            raise LibraryExists(f"{root} already holds a library", remedy="choose another folder") from None
        library = cls.open(root)
        created = LibraryCreated(library=name, private=private, canon=CANON, owner=settings.library.owner)
        library.append([Append("library", [NewEvent(created, key="created")], expected=0)])
        return library

    @classmethod
    def open(cls, root: Path | str, *, read_only: bool = False) -> Library:
        """Open a library; one that cannot be written is opened read-only. Raises `NotALibrary`."""
        root = Path(root)
        settings = read_settings(root)
        registry.check()
        file = root / FILE
        read_only = read_only or not (os.access(root, os.W_OK) and (os.access(file, os.W_OK) or not file.exists()))
        ledger = open_ledger(root, settings, read_only=read_only)
        blobs = BlobStore(root / "blobs", read_only=read_only)
        projection = Projection(root / "segments", ledger, read_only=read_only)
        return cls(root, settings, ledger, blobs, projection, read_only)

    @property
    def id(self) -> str:
        """The library's id, given once by `create`."""
        return self.settings.library.id

    def append(self, appends: Sequence[Append]) -> list[StoredEvent]:
        """Append events as this library's actor and run. Raises `ReadOnlyLibrary`."""
        if self.read_only:
            raise ReadOnlyLibrary(f"{self.root} cannot be written", remedy="copy it, or ask its owner")
        return self.ledger.append(appends, actor=self.actor, run=self.run)

    def view(self, at: str | int | None = None) -> View:
        """All tables as of a snapshot id, a snapshot name, `latest`, `@POSITION`, a position, or the head (None)."""
        return self.projection.view(self.position_of(at))

    def position_of(self, at: str | int | None) -> int | None:
        """The position that a snapshot argument means; None for the head. Raises `UnknownId` and `AmbiguousId`."""
        if at is None:
            return None
        if isinstance(at, int):
            return self._checked(str(at))
        if at.startswith("@"):
            if not (at[1:].isascii() and at[1:].isdigit()):
                raise UsageError(f"{at!r} is no position", remedy="write @ and a number, for example @120")
            return self._checked(at[1:])
        return find_manifest(self, at).frozen.position

    def snapshot_at(self, position: int) -> str | None:
        """The id of the snapshot that was frozen at exactly this position."""
        at = [manifest.frozen.snapshot for manifest in manifests(self) if manifest.frozen.position == position]
        return at[-1] if at else None

    def close(self) -> None:
        """Release files and connections."""
        self.ledger.close()

    def __enter__(self) -> Library:
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


def _user() -> str:
    """The user's name; the number where the system knows no name, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return f"uid-{os.getuid()}"
