"""The event by which a bibliography says which files are those of its entries."""

from __future__ import annotations

from typing import ClassVar

from .base import Payload


class FilesAttached(Payload):
    """The owner of a bibliography attached `files` to one of its entries; all are blobs.

    On the stream `attachment:<blob of the entry>`. It is a statement that entry and files are of one work, to be held
    against what they say themselves. An entry is the same source wherever it was exported, so paths are no part of it.
    """

    kind: ClassVar[str] = "FilesAttached"
    entry: str
    files: tuple[str, ...]
