"""The child process that reads files: one request after another, until its standard input ends.

It is limited in memory and in time, and ends with the process that started it, however that one ends.
"""

from __future__ import annotations

import ctypes
import math
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from ..kb.errors import ParserError
from ..kb.events.base import Payload
from ..kb.events.document import Document
from .parser.child import EXIT_MEMORY, Work, find_parser
from .parser.frames import read_frame, write_frame
from .parser.port import Limits

_NO_MEMORY = ("malloc", "calloc", "realloc", "out of memory", "cannot allocate", "bad_alloc", "failed to map")
_SET_PARENT_DEATH_SIGNAL = 1
_GRACE = 10


def main() -> None:
    """Serve requests on standard input until it ends; nothing but answers goes to standard output."""
    parent, memory, seconds, pages, grobid_url = sys.argv[1:]
    die_with_parent(int(parent))
    limits = Limits(seconds=float(seconds), memory=int(memory), pages=int(pages), grobid_url=grobid_url or None)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(limits.memory)
    try:
        _serve(sys.stdin.buffer, answers, limits)
    except MemoryError:
        os._exit(EXIT_MEMORY)


def die_with_parent(parent: int) -> None:
    """Have the system end this process when the one that started it ends; where it cannot, the time limit does."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _serve(requests: IO[bytes], answers: IO[bytes], limits: Limits) -> None:
    while (asked := read_frame(requests)) is not None:
        content = read_frame(requests)
        assert content is not None
        # Also inside of a library that never comes back, and for nobody who still waits.
        work = pickle.loads(asked.body)
        _alarm(math.ceil(limits.seconds_of(work.parser)) + _GRACE)
        _answer(work, content.body, answers, limits)
        _alarm(0)


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _answer(work: Work, content: bytes, answers: IO[bytes], limits: Limits) -> None:
    """Each stage as it is made, then the end; or why it ended."""
    try:
        for stage, payload in _stages(work, content, answers, limits):
            write_frame(answers, {"stage": stage}, payload.model_dump_json().encode())
    except ParserError as error:
        about = _is_about_memory(error.message)
        failure = _NEEDS_MORE if about else _failure(error.reason, error.message, error.remedy)
    except MemoryError:
        failure = _NEEDS_MORE
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        about = _is_about_memory(message)
        failure = _NEEDS_MORE if about else _failure("internal", message, "report the file, or leave it out")
    else:
        failure = {"end": _resident()}
    write_frame(answers, failure)


def _stages(work: Work, content: bytes, answers: IO[bytes], limits: Limits) -> Iterator[tuple[str, Payload]]:
    made: dict[str, Payload] = dict(work.made)
    if "parsed" not in made:
        write_frame(answers, {"begin": "parsed"})
        made["parsed"] = _parsed(work, content, limits)
        yield "parsed", made["parsed"]
    if work.pipeline is None:
        return
    from .pipeline import later_stages

    document = made["parsed"]
    assert isinstance(document, Document)
    for stage, make in later_stages(work.pipeline).items():
        if stage not in made:
            write_frame(answers, {"begin": stage})
            made[stage] = make(document, made)
            yield stage, made[stage]


def _parsed(work: Work, content: bytes, limits: Limits) -> Document:
    """The document, with the first password that opens it."""
    parser = find_parser(work.parser)(limits)
    *others, last = work.passwords or (None,)
    try:
        for password in others:
            try:
                return parser.parse(content, password=password)
            except ParserError as error:
                if error.reason != "wrong-password":
                    raise
        return parser.parse(content, password=last)
    except (ParserError, MemoryError):
        raise
    except Exception as error:
        raise ParserError("crashed", f"the parser failed ({type(error).__name__}: {error})",
                          remedy="report the file, or leave it out") from error


def _is_about_memory(message: str) -> bool:
    return any(word in message.casefold() for word in _NO_MEMORY)


def _failure(reason: str, message: str, remedy: str) -> dict[str, Any]:
    return {"reason": reason, "message": " ".join(message.split())[:400], "remedy": remedy}


_NEEDS_MORE = _failure(
    "memory", "it needs more memory than the limit", "raise the memory limit (memory_mb), or leave the file out"
)


def _resident() -> int:
    """Bytes of memory that this process holds now, or 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _limit_memory(memory: int) -> None:
    """Limit the address space, where the system can."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


if __name__ == "__main__":
    main()
