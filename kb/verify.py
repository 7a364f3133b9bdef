"""Stored bytes that are not what they were: blobs by their digest, segments by the content hash in their names."""

from __future__ import annotations

from .canon import sha256
from .events.build import BuildSealed
from .library import Library


def damaged_blobs(library: Library) -> list[str]:
    """Blobs that are damaged, and blobs of sealed builds that are missing."""
    damages = [f"blob {damage.digest or damage.path.name}: {damage.reason}" for damage in library.blobs.verify()]
    # From the ledger, not from a view: the segments may be damaged too.
    sealed = (event.payload() for event in library.ledger.read(kinds=["BuildSealed"]))
    needed = {payload.blob for payload in sealed if isinstance(payload, BuildSealed)}
    return damages + [f"blob {blob} is missing" for blob in sorted(needed) if not library.blobs.has(blob)]


def damaged_segments(library: Library) -> list[str]:
    """Segment files whose bytes do not have the hash in their name."""
    folder = library.root / "segments"
    damages = []
    for segment in library.projection.manifest().segments:
        for file in sorted(segment.files.values()):
            stated = file.rsplit("-", 1)[-1].removesuffix(".parquet")
            if sha256((folder / file).read_bytes())[:16] != stated:
                damages.append(f"segment {file} is damaged; run: claimledger rebuild")
    return damages
