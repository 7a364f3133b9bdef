"""Libraries as they are asked: each as of one position, which every answer names.

Nothing of a private library is ever written into another one. Each library is read and recorded in by itself; what
comes out of several goes to the asker, and not into a file below a library that is not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .confinement import check_source, check_target
from .errors import AmbiguousId, UnknownId

if TYPE_CHECKING:
    from .library import Library
    from .view import View


@dataclass(frozen=True)
class Asked:
    """A library as of a position. `label` is the folder as the asker named it, `snapshot` what was frozen there."""

    library: Library
    view: View
    label: str
    snapshot: str | None

    def to_json(self) -> dict[str, Any]:
        """What an answer says of it."""
        return {
            "library": self.library.id, "folder": self.label, "private": self.library.settings.library.private,
            "snapshot": self.snapshot, "position": self.view.position,
        }

    def __str__(self) -> str:
        """For people."""
        return f"position {self.view.position}" + (f" ({self.snapshot})" if self.snapshot else "")


def ask(stack: ExitStack, library: Library, at: str | None, label: str, *, several: bool = False) -> Asked:
    """A library as of a snapshot argument (the head if None); the stack closes its view.

    Raises as `Library.position_of`; one of `several` libraries is named in the error.
    """
    view = stack.enter_context(library.view(position_in(library, at, label, several=several)))
    return Asked(library, view, label, library.snapshot_at(view.position))


def position_in(library: Library, at: str | int | None, label: str, *, several: bool) -> int | None:
    """As `Library.position_of`; one of `several` libraries is named in the error."""
    try:
        return library.position_of(at)
    except (AmbiguousId, UnknownId) as error:
        if not several:
            raise
        raise type(error)(f"{label}: {error.message}", remedy=error.remedy) from error


def heading(asked: Sequence[Asked]) -> dict[str, Any]:
    """The keys with which every JSON answer begins. With several libraries each has its own position."""
    one = asked[0] if len(asked) == 1 else None
    return {
        "library": [each.library.id for each in asked],
        "snapshot": one.snapshot if one else None,
        "position": one.view.position if one else None,
        "libraries": [each.to_json() for each in asked],
    }


def states(asked: Sequence[Asked]) -> str:
    """The positions for people: `position 12`, or `position 12 in one, position 7 in two`."""
    if len(asked) == 1:
        return str(asked[0])
    return ", ".join(f"{each} in {each.label}" for each in asked)


def distinct(paths: Iterable[Path]) -> list[Path]:
    """The folders in the order given, one that was named twice only once."""
    found: dict[Path, Path] = {}
    for path in paths:
        found.setdefault(path.resolve(), path)
    return list(found.values())


def check_outside(path: Path, libraries: Sequence[Library]) -> None:
    """Raises `UsageError` for an output that would bring what a private library says into another library's folder."""
    check_target(path, [library.root for library in libraries if library.settings.library.private])


def check_input(path: Path, libraries: Sequence[Library]) -> None:
    """Raises `UsageError` for a file of which a library that is asked, and records what it is asked, may take nothing.

    If one of several is private, the others record nothing.
    """
    private = [library for library in libraries if library.settings.library.private]
    for library in private or libraries:
        check_source(path, library.root, private=bool(private))
