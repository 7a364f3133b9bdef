"""Payloads on their way into and out of the ledger: canon-1 bytes, their digest, and zstd around them."""

from __future__ import annotations

import hashlib
import threading

import zstandard

from ..canon import canonical
from ..errors import DamageFound, PayloadTooLarge
from ..events.base import Payload
from ..events.registry import dump
from .writing import written

LIMIT = 64 * 2**20
"""Largest payload in bytes before compression; larger ones are paged by whoever makes them."""

_LEVEL = 3
_SMALL, _SMALL_LEVEL = 1024, -1
"""Below so many bytes the time for a better level is worth more than the few bytes that it saves."""


def encode(payload: Payload) -> bytes:
    """The canon-1 bytes of a payload. Raises `NotCanonical`, or `PayloadTooLarge` above 64 MB."""
    content = written(payload)
    if content is None:
        content = canonical(dump(payload))
    if len(content) > LIMIT:
        raise PayloadTooLarge(
            f"a payload of kind {payload.kind} has {len(content)} bytes, more than {LIMIT}",
            remedy="split the source into parts",
        )
    return content


class Packer(threading.local):
    """Compresses payloads. Its tables take longer to set up than to pack a small payload, so it is kept."""

    def __init__(self) -> None:
        self._zstd = zstandard.ZstdCompressor(level=_LEVEL)
        self._quick = zstandard.ZstdCompressor(level=_SMALL_LEVEL)

    def pack(self, content: bytes) -> bytes:
        """One zstd frame that states its size."""
        return (self._zstd if len(content) >= _SMALL else self._quick).compress(content)


class Unpacker:
    """Decompresses payloads and checks them against their digest. One thread at a time."""

    def __init__(self) -> None:
        self._zstd = zstandard.ZstdDecompressor()

    def unpack(self, frame: bytes, payload_sha256: str) -> bytes:
        """The exact bytes that were packed. Raises `DamageFound` if the frame is broken or holds something else."""
        try:
            if not 0 <= zstandard.frame_content_size(frame) <= LIMIT:
                raise DamageFound("the payload states no size, or one beyond the limit")
            content = self._zstd.decompress(frame)
        except (zstandard.ZstdError, TypeError) as error:
            raise DamageFound("the payload cannot be decompressed") from error
        if hashlib.sha256(content).hexdigest() != payload_sha256:
            raise DamageFound("the payload does not have its digest")
        return content
