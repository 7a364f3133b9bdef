"""Which files of a run are attached to which entries of bibliographies: what their owner says of both."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..kb.canon import digest, sha256
from ..kb.events.attaching import FilesAttached
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from .record_formats import RECORD_FORMATS
from .sources import Found, Skipped

_PER_APPEND = 500


def record_attachments(library: Library, found: Sequence[Found | Skipped], blobs: Mapping[str, str]) -> None:
    """Record what bibliographies attach, of the files whose `blobs` came in, by their real paths. Again is done
    already."""
    appends = [
        Append(f"attachment:{said.entry}", [NewEvent(said, key=digest(list(said.files)))])
        for item in found if isinstance(item, Found) for said in _attached(library, item, blobs)
    ]
    for start in range(0, len(appends), _PER_APPEND):
        library.append(appends[start:start + _PER_APPEND])


def _attached(library: Library, item: Found, blobs: Mapping[str, str]) -> Iterator[FilesAttached]:
    files: dict[int, set[str]] = defaultdict(set)
    for at, path in item.links:
        blob = blobs.get(os.path.realpath(path))
        if blob is not None:
            files[at].add(blob)
    for at, attached in files.items():
        entry = sha256(RECORD_FORMATS[item.kind].entry_bytes(item.entries[at]))
        # One that was refused, since it was purged, is not there.
        if library.blobs.has(entry):
            yield FilesAttached(entry=entry, files=tuple(sorted(attached)))
