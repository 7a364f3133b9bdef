"""How a library begins: ledger, first event and settings, in this order; and whether a ledger has that beginning."""

from __future__ import annotations

import getpass
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .canon import CANON, base32
from .care.seclusion import FOLDER as TEMPORARY
from .errors import ClaimLedgerError, ConcurrentAppend, DamageFound, EventConflict, LibraryExists
from .events.library import LibraryCreated
from .ledger.opening import FILE, holds_secret, open_ledger
from .ledger.port import Append, Ledger, NewEvent, StoredEvent
from .settings import FILE_NAME, Settings, read_settings, settings_text

_RESTORE = "restore the library from a backup: claimledger restore SRC DEST"


def found(root: Path, settings: Settings, *, actor: str, run: str) -> StoredEvent:
    """Write the ledger with its first event, which is returned, and then the settings, which make the folder a library.

    So a library has its first event at every moment, and whoever dies in between leaves a folder that is none. Raises
    `LibraryExists` if somebody else, who makes a library here at this moment, was first.
    """
    exists = LibraryExists(f"{root} already holds a library", remedy="choose another folder")
    library = settings.library
    created = LibraryCreated(library=library.id, private=library.private, canon=CANON, owner=library.owner)
    ledger = open_ledger(root, settings, create=True)
    try:
        first = Append("library", [NewEvent(created, key="created")], expected=0)
        [event] = ledger.append([first], actor=actor, run=run)
    except (ConcurrentAppend, EventConflict):
        raise exists from None
    finally:
        ledger.close()
    mode = 0o600 if holds_secret(settings) else 0o666
    try:
        with open(root / FILE_NAME, "x", encoding="utf-8", opener=partial(os.open, mode=mode)) as file:
            file.write(settings_text(settings))
    except FileExistsError:
        raise exists from None
    return event


def unmake(root: Path, library: str, made: Sequence[Path]) -> None:
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


def check_beginning(ledger: Ledger, library: str, root: Path) -> None:
    """Raises `DamageFound` if the ledger does not begin with the making of this library."""
    if wrong := wrong_beginning(ledger, library):
        raise DamageFound(f"{root}: {wrong}", remedy=_RESTORE)


def wrong_beginning(ledger: Ledger, library: str) -> str | None:
    """What is wrong with the first event, in words."""
    first = next(ledger.read(until=1), None)
    if first is None:
        return "the ledger holds no event, not even that which made the library"
    created = first.payload()
    if not isinstance(created, LibraryCreated):
        return f"the ledger begins with an event {created.kind}, and not with that which made the library"
    if created.library != library:
        return f"{FILE_NAME} names the library {library}, and the ledger is of another one, {created.library}"
    return None


def begun_private(ledger: Ledger) -> bool | None:
    """Whether the first event makes a private library; None if it cannot be read, or makes none."""
    with suppress(ClaimLedgerError):
        first = next(ledger.read(until=1), None)
        created = first.payload() if first else None
        if isinstance(created, LibraryCreated):
            return created.private
    return None


def as_begun(settings: Settings, ledger: Ledger) -> Settings:
    """The settings, private if they or the first event say so: no edited file makes a private library public."""
    if settings.library.private or not begun_private(ledger):
        return settings
    return settings.model_copy(update={"library": settings.library.model_copy(update={"private": True})})


@dataclass(frozen=True)
class ContradictedPrivacy:
    """What settings and ledger say, and the cure, in words; `stricter`: it is the settings that say private."""

    what: str
    cure: str
    stricter: bool


def contradicted_privacy(root: Path, ledger: Ledger) -> ContradictedPrivacy | None:
    """Where the settings file and the first event disagree on whether the library is private.

    Raises as `read_settings`.
    """
    stated, begun = read_settings(root).library.private, begun_private(ledger)
    if begun is None or begun == stated:
        return None
    made = "a private one" if begun else "one that is not private"
    cure = f"write private = true in {root / FILE_NAME}; what may be public belongs in a library of its own"
    if stated:
        cure = "to have both say so, make a private library (init --private) and merge this one into it"
    what = f"{FILE_NAME} says private = {str(stated).lower()}, and the ledger that it began as {made}"
    return ContradictedPrivacy(f"{what}: it counts as private", cure, stated)


def new_run() -> str:
    """A new id of a run."""
    return f"run-{base32(secrets.token_bytes(10))}"


def user_name() -> str:
    """The user's name; the number where the system knows no name, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return f"uid-{os.getuid()}"
