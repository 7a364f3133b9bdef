"""The event that says that a copy of rows left the library: a purge can name it, and cannot reach it."""

from __future__ import annotations

from typing import ClassVar

from .base import Payload


class SnapshotExported(Payload):
    """A snapshot was exported to a folder outside of the library. On the stream `exports`.

    Appended before the first file is written, so an export that died is named too. `without_text` are the builds whose
    text stayed behind; that of all others that the snapshot shows went along.
    """

    kind: ClassVar[str] = "SnapshotExported"
    snapshot: str
    position: int
    folder: str
    formats: tuple[str, ...]
    without_text: tuple[str, ...]
