"""Ids of build rows, many at once: the same as `make_id(prefix, build, ordinal)` gives one by one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..canon import canonical

if TYPE_CHECKING:
    import pyarrow as pa

_ALPHABET = b"abcdefghijklmnopqrstuvwxyz234567"
_LENGTH = 20
_BYTES = 13
"""Bytes of a digest that 20 characters of five bits are made of."""


def row_ids(prefix: str, runs: Iterable[tuple[str, int]]) -> pa.Array:
    """Ids of the rows 0 to count - 1 of each (build, count), one after the other."""
    import numpy as np
    import pyarrow as pa

    digests = b"".join(_digests(prefix, runs))
    size = hashlib.sha256().digest_size
    raw = np.frombuffer(digests, np.uint8).reshape(-1, size)[:, :_BYTES].astype(np.uint16)
    head = np.frombuffer(f"{prefix}-".encode(), np.uint8)
    width = len(head) + _LENGTH
    text = np.empty((len(raw), width), np.uint8)
    text[:, : len(head)] = head
    alphabet = np.frombuffer(_ALPHABET, np.uint8)
    for at in range(_LENGTH):
        byte, bit = divmod(5 * at, 8)
        pair = raw[:, byte] << 8
        if bit > 3:
            pair |= raw[:, byte + 1]
        text[:, len(head) + at] = alphabet[(pair >> (11 - bit)) & 31]
    offsets = np.arange(len(raw) + 1, dtype=np.int32) * width
    return pa.StringArray.from_buffers(len(raw), pa.py_buffer(offsets), pa.py_buffer(text))


def _digests(prefix: str, runs: Iterable[tuple[str, int]]) -> Iterator[bytes]:
    for build, count in runs:
        # All ids of a run hash the same beginning of the canonical list of their parts.
        start = hashlib.sha256(canonical([prefix, build])[:-1] + b",")
        for ordinal in range(count):
            part = start.copy()
            part.update(b"%d]" % ordinal)
            yield part.digest()
