"""Stored bytes that are not what they were: blobs, segments, and what fits to what."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import DamageFound
from .events.build import BuildSealed
from .events.library import LibraryCreated
from .events.standing import Purged
from .library import Library
from .segments.leases import take_lease


def check_identity(library: Library) -> Iterator[str]:
    """Whether settings, ledger and segments belong together, and whether the ledger ends where it should."""
    first = next(library.ledger.read(until=1), None)
    created = first.payload() if first else None
    if not isinstance(created, LibraryCreated) or created.library != library.id:
        yield f"settings: they are of the library {library.id}, and the ledger is of another one"
    try:
        with take_lease(library.root / "segments") as lease:
            through, head = lease.manifest.through, lease.manifest.head
    except DamageFound:
        return
    if through and hash_at(library, through) != head:
        end = library.ledger.head().position
        reason = "it ends before" if end < through else "it went another way"
        yield f"ledger: the segments were folded from a ledger through event {through}; {reason} (event {end})"


def hash_at(library: Library, position: int) -> str | None:
    """The hash of the event at a position; None where there is none."""
    event = next(library.ledger.read(after=position - 1, until=position), None) if position > 0 else None
    return event.hash if event else None


def damaged_blobs(library: Library) -> list[str]:
    """Blobs that are damaged, and blobs of sealed builds that are missing though nobody purged them."""
    damages = [f"blob {damage.digest or damage.path.name}: {damage.reason}" for damage in library.blobs.verify()]
    # From the ledger, not from a view: the segments may be damaged too.
    needed: set[str] = set()
    for event in library.ledger.read(kinds=[BuildSealed.kind, Purged.kind]):
        payload = event.payload() if event.content is not None else None
        if isinstance(payload, BuildSealed):
            needed.add(payload.blob)
        elif isinstance(payload, Purged):
            needed -= set(payload.blobs)
    return damages + [f"blob {blob} is missing" for blob in sorted(needed) if not library.blobs.has(blob)]


def damaged_segments(library: Library) -> list[str]:
    """Manifests and files of the projection whose bytes are not what they were."""
    return library.projection.damages()


def damaged_index(library: Library) -> list[str]:
    """Files of the search index, which is derived, whose bytes are not what they were."""
    from .index.index import SearchIndex

    index = SearchIndex(library)
    try:
        return [f"search index, which is derived: {wrong}; run: claimledger doctor --mend" for wrong in index.damages()]
    finally:
        index.close()
