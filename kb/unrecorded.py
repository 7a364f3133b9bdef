"""An answer that a library cannot record, for want of a right or of room on the disk, is an answer all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .errors import LedgerError, NotStored, ReadOnlyLibrary

if TYPE_CHECKING:
    from .library import Library


def unrecorded(library: Library, record: Callable[[], object]) -> str | None:
    """Record something. Why that was not possible, in words, where the library or its disk does not take it.

    Whatever else `record` raises is raised.
    """
    if library.read_only:
        return library.unwritable
    try:
        record()
    except (LedgerError, ReadOnlyLibrary) as error:
        # What the blobs cannot store is known by the system's error alone.
        if not isinstance(error, NotStored | ReadOnlyLibrary) and not isinstance(error.__cause__, OSError):
            raise
        return f"the library cannot be written ({error})"
    return None
