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

# A zstd frame as RFC 8878 lays it out, as far as it takes to find its end.
_MAGIC = b"\x28\xb5\x2f\xfd"
_SIZE_BYTES = (0, 2, 4, 8)
_SINGLE_SEGMENT, _CHECKSUM, _UNUSED = 0x20, 0x04, 0x1B
_RUN, _COMPRESSED, _LONG = 1, 2, 4


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
        """The exact bytes that were packed.

        Raises `DamageFound` if the frame is broken or holds something else, and if it is not one frame and no more:
        what lies beside it or in a block that gives nothing is under no digest.
        """
        try:
            if _end(frame) != len(frame):
                raise DamageFound("the payload is not exactly one zstd frame")
            if not 0 <= zstandard.frame_content_size(frame) <= LIMIT:
                raise DamageFound("the payload states no size, or one beyond the limit")
            content = self._zstd.decompress(frame)
        except (zstandard.ZstdError, TypeError) as error:
            raise DamageFound("the payload cannot be decompressed") from error
        if hashlib.sha256(content).hexdigest() != payload_sha256:
            raise DamageFound("the payload does not have its digest")
        return content


def _end(frame: bytes) -> int:
    """Where the frame at the beginning ends; -1 where there is none, or one with bytes that no content comes from."""
    if type(frame) is not bytes or len(frame) < 9 or frame[:4] != _MAGIC or frame[4] & _UNUSED:
        return -1
    descriptor = frame[4]
    # With a single segment there is no window, and at least one byte of size.
    at = 5 + max(1, _SIZE_BYTES[descriptor >> 6])
    if not descriptor & _SINGLE_SEGMENT:
        at = 6 + _SIZE_BYTES[descriptor >> 6]
    last = 0
    while not last:
        header = int.from_bytes(frame[at:at + 3], "little")
        if at + 3 > len(frame):
            return -1
        last, kind, size = header & 1, header >> 1 & 3, header >> 3
        at += 3
        if kind > _COMPRESSED or (kind == _RUN and not size) or (kind == _COMPRESSED and _idle(frame[at:at + 4])):
            return -1
        at += 1 if kind == _RUN else size
    return at + 4 if descriptor & _CHECKSUM else at


def _idle(start: bytes) -> bool:
    """Whether a compressed block that begins so has bytes without effect: no literals, and a run of them or no matches.
    """
    if not start or start[0] & _COMPRESSED:
        return not start
    length = 2 + (start[0] >> 3 & 1) if start[0] & _LONG else 1
    literals = int.from_bytes(start[:length], "little") >> (4 if start[0] & _LONG else 3)
    return not literals and (start[0] & _RUN == _RUN or start[length:length + 1] == b"\x00")
