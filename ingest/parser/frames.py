"""Requests and answers between this process and a child that reads files: lines of JSON, each with the bytes behind it.

Nothing that a child sends is more than JSON, since what it reads comes from strangers.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

_CHUNK = 1 << 16
_LONGEST_HEAD = 1 << 16
_LONGEST_BODY = 1 << 28
"""Four times what the ledger takes; a child that sends more is out of its mind."""


@dataclass(frozen=True)
class Frame:
    """A head, and the bytes whose number it tells."""

    head: dict[str, Any]
    body: bytes = b""


def write_frame(stream: IO[bytes], head: dict[str, Any], body: bytes = b"") -> None:
    """Write one frame at once."""
    stream.write(packed(head, body))
    stream.flush()


def packed(head: dict[str, Any], body: bytes = b"") -> bytes:
    """The bytes of one frame."""
    return json.dumps({**head, "length": len(body)}).encode() + b"\n" + body


def read_frame(stream: IO[bytes]) -> Frame | None:
    """The next frame, or None where the stream ends."""
    line = stream.readline()
    if not line:
        return None
    head = json.loads(line)
    return Frame(head, stream.read(head["length"]))


def exchange(process: subprocess.Popen[bytes], request: bytes, deadline: float) -> Iterator[Frame]:
    """Send a request, and yield the frames of the answer as they come; whoever knows the last one stops asking.

    Raises `TimeoutError` at the deadline (of the monotonic clock), `EOFError` or `OSError` if the child is gone, and
    `ValueError` for what is no frame.
    """
    stdin, stdout = process.stdin, process.stdout
    if stdin is None or stdout is None:
        raise EOFError
    os.set_blocking(stdin.fileno(), False)
    left = memoryview(request)
    received = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stdout, selectors.EVENT_READ)
        selector.register(stdin, selectors.EVENT_WRITE)
        while True:
            ready = selector.select(max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                if key.fileobj is stdin:
                    left = left[os.write(stdin.fileno(), left[:_CHUNK]):]
                    if not left:
                        selector.unregister(stdin)
                    continue
                chunk = os.read(stdout.fileno(), _CHUNK)
                if not chunk:
                    raise EOFError
                received += chunk
                yield from _complete(received)


def _complete(received: bytearray) -> Iterator[Frame]:
    """Frames that have come whole; they are taken out of what was received."""
    while (end := received.find(b"\n", 0, _LONGEST_HEAD)) >= 0:
        head = json.loads(received[:end])
        if not 0 <= head["length"] <= _LONGEST_BODY:
            raise ValueError("a frame is larger than any payload")
        stop = end + 1 + head["length"]
        if len(received) < stop:
            return
        body = bytes(received[end + 1:stop])
        del received[:stop]
        yield Frame(head, body)
    if len(received) > _LONGEST_HEAD:
        raise ValueError("the head of a frame does not end")
