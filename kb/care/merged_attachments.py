"""What bibliographies attach to their entries, when another library is merged into this one."""

from __future__ import annotations

from collections.abc import Container, Iterator

from ..canon import digest
from ..events.attaching import FilesAttached
from ..ledger.port import Append, Ledger, NewEvent


def attachments_to_take(theirs: Ledger, blobs: Container[str]) -> Iterator[Append]:
    """What their bibliographies attach to entries that are here (`blobs`); appended again, it is done already."""
    for event in theirs.read(kinds=[FilesAttached.kind]):
        said = event.payload()
        assert isinstance(said, FilesAttached)
        if said.entry in blobs:
            yield Append(event.stream, [NewEvent(said, key=digest(list(said.files)))])
