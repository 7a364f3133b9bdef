"""The write-ahead log of a SQLite database, read as SQLite reads it, and what it does not say.

SQLite takes a log to end where a frame does not check, silently: a frame that a crash cut off looks like that, and so
does one that was damaged, with everything behind it. What lies behind tells them apart, since a transaction is only
begun when the one before it is on the disk. (Format: sqlite.org/fileformat2.html, section 4.)
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_HEADER, _FRAME = 32, 24
_MAGICS = {0x377F0682: "<", 0x377F0683: ">"}
_MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class LogEnd:
    """Where a log ends: the number of the first frame (from 1; 0 for the header) that does not check, None if all do.

    `commits` counts the transactions that end there or behind it and that SQLite does not see any more.
    """

    frame: int | None
    commits: int

    @property
    def damaged(self) -> bool:
        """Whether an acknowledged transaction is lost: only the last one may have been cut off by a crash."""
        return self.commits > 1

    @property
    def doubtful(self) -> bool:
        """Whether it ends in a transaction that was cut off before it was acknowledged, or damaged after that."""
        return self.commits == 1


WHOLE = LogEnd(None, 0)


def read_log(path: Path) -> LogEnd:
    """Where the log in this file ends; without a file it is whole. Raises `OSError`."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return WHOLE
    if len(content) < _HEADER + _FRAME:
        return WHOLE
    magic, _, page, _, *salts = struct.unpack(">6I", content[:24])
    order = _MAGICS.get(magic, "<")
    sums = _checksum(content[:24], order, (0, 0))
    size = _FRAME + (page if _is_page_size(page) else 4096)
    frames = [content[at:at + size] for at in range(_HEADER, len(content) - size + 1, size)]
    # Behind the end lie frames of older transactions, which have other salts. Of a frame in which one of the two was
    # damaged, the other still fits.
    current = [any(own == salt for own, salt in zip(_words(frame, 8), salts, strict=True)) for frame in frames]
    if magic not in _MAGICS or sums != struct.unpack(">2I", content[24:32]):
        return LogEnd(0, _commits(frames, current, 0))
    for number, frame in enumerate(frames):
        if not current[number]:
            return WHOLE
        sums = _checksum(frame[:8] + frame[_FRAME:], order, sums)
        if _words(frame, 8) != tuple(salts) or sums != _words(frame, 16):
            return LogEnd(number + 1, _commits(frames, current, number))
    return WHOLE


def _commits(frames: list[bytes], current: list[bool], start: int) -> int:
    """Frames from here to the end of the log that end a transaction: they state the size of the database after it."""
    count = 0
    for frame, fits in zip(frames[start:], current[start:], strict=True):
        if not fits:
            break
        count += bool(_words(frame, 0)[1])
    return count


def _words(frame: bytes, at: int) -> tuple[int, int]:
    one, other = struct.unpack(">2I", frame[at:at + 8])
    return one, other


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and not size & (size - 1)


def _checksum(content: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    one, other = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for at in range(0, len(words), 2):
        one = (one + words[at] + other) & _MASK
        other = (other + words[at + 1] + one) & _MASK
    return one, other
