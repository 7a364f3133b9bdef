"""Copying blobs from one store to another, each checked against its digest on the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from ..blobs import BlobStore
from ..errors import BlobDamaged, UnknownId

_GROUP_BYTES = 64 * 2**20
_GROUP_BLOBS = 256
"""What is held in memory and synced together."""

Report = Callable[[int, int, str], None]


@dataclass
class CopiedBlobs:
    """How many blobs were copied and their bytes; `missing` are those that the source lacks or has damaged."""

    number: int = 0
    bytes: int = 0
    missing: set[str] = field(default_factory=set)


def copy_blobs(
    source: BlobStore, target: BlobStore, digests: Collection[str], progress: Report | None = None
) -> CopiedBlobs:
    """Copy the blobs that the target does not have. Raises as `BlobStore.put_many` does."""
    copied = CopiedBlobs()
    wanted = [digest for digest in sorted(set(digests)) if not target.has(digest)]
    for group in _groups(source, wanted, copied.missing):
        target.put_many(group)
        copied.number += len(group)
        copied.bytes += sum(map(len, group))
        if progress:
            progress(copied.number + len(copied.missing), len(wanted), "blobs")
    return copied


def _groups(source: BlobStore, wanted: Sequence[str], missing: set[str]) -> Iterator[list[bytes]]:
    group: list[bytes] = []
    size = 0
    for digest in wanted:
        try:
            content = source.get(digest)
        except (UnknownId, BlobDamaged):
            missing.add(digest)
            continue
        group.append(content)
        size += len(content)
        if size >= _GROUP_BYTES or len(group) >= _GROUP_BLOBS:
            yield group
            group, size = [], 0
    if group:
        yield group
