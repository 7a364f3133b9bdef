"""Payloads in zstd frames: exact bytes back, or damage."""

import hashlib
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


def test_a_frame_that_would_fill_the_memory_is_not_opened() -> None:
    bomb = zstandard.ZstdCompressor().compress(b"\x00" * (LIMIT + 1))
    with pytest.raises(DamageFound, match="limit"):
        Unpacker().unpack(bomb, SHA256)
    stream = zstandard.ZstdCompressor(write_content_size=False).compress(b"{}")
    with pytest.raises(DamageFound, match="size"):
        Unpacker().unpack(stream, SHA256)
