"""How much the write-ahead log of an open database holds.

Its file does not say: once folded into the database, the log is written again from its beginning, and the file keeps
its size, which spares the disk the growing of it at every commit. What is of the log as it is now has the salts of its
header (format: sqlite.org/fileformat2.html, section 4.1). SQLite locks other files than this one, so it may be opened
beside it.
"""

from __future__ import annotations

import os

_HEADER, _FRAME = 32, 24
_PAGE, _SALTS, _FRAME_SALTS = slice(8, 12), slice(16, 24), 8


def held_bytes(path: str) -> int:
    """Bytes of the frames that the log at `path` holds, folded or not. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        header = os.pread(descriptor, _HEADER, 0)
        if len(header) < _HEADER:
            return 0
        size = _FRAME + int.from_bytes(header[_PAGE], "big")
        # Frames of now, then frames of before: the first of these is looked for by halves.
        first, end = 0, (os.fstat(descriptor).st_size - _HEADER) // size
        while first < end:
            middle = (first + end) // 2
            salts = os.pread(descriptor, 8, _HEADER + middle * size + _FRAME_SALTS)
            first, end = (middle + 1, end) if salts == header[_SALTS] else (first, middle)
        return first * size
    finally:
        os.close(descriptor)
