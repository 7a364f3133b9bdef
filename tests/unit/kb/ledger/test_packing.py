"""Payloads in zstd frames: exact bytes back, or damage."""

import hashlib
import random
import subprocess
from shutil import which

import pytest
import zstandard
from claimledger.kb.errors import DamageFound
from claimledger.kb.ledger.packing import LIMIT, Packer, Unpacker

CONTENT = b'{"text":"' + b"water " * 500 + b'"}'
SHA256 = hashlib.sha256(CONTENT).hexdigest()


def test_packed_bytes_come_back_and_are_smaller() -> None:
    frame = Packer().pack(CONTENT)
    assert len(frame) < len(CONTENT) // 10
    assert Unpacker().unpack(frame, SHA256) == CONTENT


def test_the_frame_is_plain_zstd() -> None:
    if which("zstd") is None:
        pytest.skip("the program zstd is not installed")
    done = subprocess.run(["zstd", "-dc"], input=Packer().pack(CONTENT), capture_output=True, check=True)
    assert done.stdout == CONTENT


def test_another_payload_in_the_frame_is_damage() -> None:
    with pytest.raises(DamageFound, match="digest"):
        Unpacker().unpack(Packer().pack(b"{}"), SHA256)


@pytest.mark.parametrize("frame", [b"", b"not zstd", Packer().pack(CONTENT)[:-3], "text", 7])
def test_what_is_no_whole_frame_is_damage(frame: bytes) -> None:
    with pytest.raises(DamageFound):
        Unpacker().unpack(frame, SHA256)


SKIPPED = b"\x50\x2a\x4d\x18" + (6).to_bytes(4, "little") + b"SECRET"
FRAME = Packer().pack(CONTENT)
HEADER = 7
"""Bytes of its header: magic number, descriptor, and two of the size."""


def block(kind: int, size: int, content: bytes) -> bytes:
    return (kind << 1 | size << 3).to_bytes(3, "little") + content


@pytest.mark.parametrize("frame", [
    FRAME + b"S", FRAME + FRAME, FRAME + SKIPPED, SKIPPED + FRAME, b"S" + FRAME,
    # Blocks that give no bytes: a run of none, a run of no literals, and no literals without matches.
    FRAME[:HEADER] + block(1, 0, b"S") + FRAME[HEADER:],
    FRAME[:HEADER] + block(2, 3, b"\x01S\x00") + FRAME[HEADER:],
    FRAME[:HEADER] + block(2, 4, b"\x05\x00S\x00") + FRAME[HEADER:],
    FRAME[:HEADER] + block(2, 2, b"\x00\x00") + FRAME[HEADER:],
    # The same frame with a field for a dictionary, and with the bit that means nothing.
    FRAME[:4] + bytes([FRAME[4] | 1]) + b"\x00" + FRAME[5:], FRAME[:4] + bytes([FRAME[4] | 0x10]) + FRAME[5:],
])
def test_bytes_beside_the_frame_or_without_effect_in_it_are_damage(frame: bytes) -> None:
    with pytest.raises(DamageFound, match="exactly one zstd frame"):
        Unpacker().unpack(frame, SHA256)


@pytest.mark.parametrize("level", [-5, -1, 1, 3, 9, 19])
@pytest.mark.parametrize("size", [2, 3, 10, 255, 256, 300, 70_000, 131_072, 131_073, 400_000])
def test_a_frame_of_any_level_and_size_is_taken(level: int, size: int) -> None:
    compressor = zstandard.ZstdCompressor(level=level, write_checksum=size % 5 == 0)
    for content in (bytes(size), random.Random(size).randbytes(size), (CONTENT * (size // 100 + 1))[:size]):
        assert Unpacker().unpack(compressor.compress(content), hashlib.sha256(content).hexdigest()) == content


def test_a_frame_that_would_fill_the_memory_is_not_opened() -> None:
    bomb = zstandard.ZstdCompressor().compress(b"\x00" * (LIMIT + 1))
    with pytest.raises(DamageFound, match="limit"):
        Unpacker().unpack(bomb, SHA256)
    stream = zstandard.ZstdCompressor(write_content_size=False).compress(b"{}")
    with pytest.raises(DamageFound, match="size"):
        Unpacker().unpack(stream, SHA256)
