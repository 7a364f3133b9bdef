"""Parsing in a child process, since a PDF is untrusted: time and memory are limited, and a crash is only a failed file.

The child is a fresh interpreter that reads requests from standard input and answers on standard output, so that a
folder of files pays its start once. A frame is a line of JSON with the length of the bytes that follow it. The parser
is chosen by name from `PARSERS`.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ...kb.errors import ParserError, UsageError
from ...kb.events.document import Document
from .port import Limits, Parser

_FILES_PER_CHILD = 100
_CHUNK = 1 << 16
_NO_MEMORY = ("malloc", "out of memory", "cannot allocate", "bad_alloc", "failed to map")
_EXIT_MEMORY = 71


def _pymupdf(limits: Limits) -> Parser:
    from .pymupdf_parser import PyMuPdfParser

    return PyMuPdfParser(limits.pages)


PARSERS: dict[str, Callable[[Limits], Parser]] = {"pymupdf": _pymupdf}
DEFAULT_PARSER = "pymupdf"


def find_parser(name: str) -> Callable[[Limits], Parser]:
    """What makes the parser of that name. Raises `UsageError` for an unknown one."""
    if name not in PARSERS:
        raise UsageError(f"there is no parser {name!r}", remedy=f"use one of {', '.join(sorted(PARSERS))}")
    return PARSERS[name]


def parse_file(
    source: str | os.PathLike[str] | bytes, parser_name: str = DEFAULT_PARSER, limits: Limits | None = None,
    password: str | None = None,
) -> Document:
    """The document in a file or in bytes, read by the child process of the calling thread.

    Raises `ParserError` with the reason: what the parser says, or `empty`, `too-large`, `timeout`, `memory`, `crashed`;
    `UsageError` for an unknown parser or a file that is not there.
    """
    limits = limits or Limits()
    find_parser(parser_name)
    content = _content(source, limits)
    worker: ParserChild | None = getattr(_threads, "worker", None)
    if worker is None or worker.limits != limits:
        if worker is not None:
            worker.close()
        worker = _threads.worker = ParserChild(limits)
        _workers.add(worker)
    return worker.parse(content, parser_name, password)


def stop_parsers() -> None:
    """Kill the child processes of all threads, for a run that is interrupted. Who waits for one gets `ParserError`."""
    for worker in list(_workers):
        worker.stop()


class ParserChild:
    """One child process, started when first needed and replaced after a failure."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._served = 0

    def __enter__(self) -> ParserChild:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def parse(self, content: bytes, parser_name: str, password: str | None = None) -> Document:
        """The document, or a `ParserError`."""
        process = self._running()
        head = {"parser": parser_name, "password": password, "pages": self.limits.pages, "length": len(content)}
        request = json.dumps(head).encode() + b"\n" + content
        try:
            answer = _exchange(process, request, time.monotonic() + self.limits.seconds)
        except TimeoutError:
            self.close()
            raise ParserError("timeout", f"parsing took longer than {self.limits.seconds:g} s",
                              remedy="raise the time limit, or leave the file out") from None
        except (EOFError, OSError):
            raise self._death(process) from None
        except BaseException:
            self.close()
            raise
        self._served += 1
        return _document(answer)

    def stop(self) -> None:
        """Kills the child process under whoever waits for it, from another thread."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Ends the child process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and (self._process.poll() is not None or self._served >= _FILES_PER_CHILD):
            self.close()
        if self._process is None:
            self._served = 0
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__ if __name__ != "__main__" else "claimledger.ingest.parser.child",
                 str(self.limits.memory)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
                start_new_session=True,
            )
        return self._process

    def _death(self, process: subprocess.Popen[bytes]) -> ParserError:
        """The error for a child that ended before it answered."""
        try:
            code = process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            code = 0
        self.close()
        if code in (-signal.SIGKILL, _EXIT_MEMORY):
            return ParserError("memory", "the parser ran out of memory",
                               remedy="raise the memory limit, or leave the file out")
        what = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return ParserError("crashed", f"the parser ended {what}", remedy="report the file, or leave it out")


@dataclass
class _Answer:
    """What the child sends: a head, then the document as JSON."""

    head: dict[str, Any]
    body: bytes


def _content(source: str | os.PathLike[str] | bytes, limits: Limits) -> bytes:
    if isinstance(source, bytes):
        content = source
    else:
        path = Path(source)
        try:
            size = path.stat().st_size
            content = path.read_bytes() if size <= limits.file_bytes else b""
        except OSError as error:
            raise UsageError(f"{path} cannot be read ({error.strerror})", remedy="check the path") from None
        if size > limits.file_bytes:
            raise _too_large(size, limits)
    if len(content) > limits.file_bytes:
        raise _too_large(len(content), limits)
    return content


def _too_large(size: int, limits: Limits) -> ParserError:
    return ParserError("too-large", f"the file has {size} bytes, the limit is {limits.file_bytes}",
                       remedy="raise the limit, or leave the file out")


def _exchange(process: subprocess.Popen[bytes], request: bytes, deadline: float) -> _Answer:
    """Sends a request and reads the answer. Raises `TimeoutError`, or `EOFError` if the child is gone."""
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
                answer = _complete(received)
                if answer is not None:
                    return answer


def _complete(received: bytearray) -> _Answer | None:
    end = received.find(b"\n")
    if end < 0:
        return None
    head = json.loads(received[:end])
    body = bytes(received[end + 1:])
    return _Answer(head, body) if len(body) >= head["length"] else None


def _document(answer: _Answer) -> Document:
    if "reason" in answer.head:
        raise ParserError(answer.head["reason"], answer.head["message"], remedy=answer.head["remedy"])
    return Document.model_validate_json(answer.body)


def _serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """The child's loop: one answer for each request, until the input ends."""
    while line := requests.readline():
        head = json.loads(line)
        content = requests.read(head["length"])
        reply, body = _answered(head, content)
        answers.write(json.dumps({**reply, "length": len(body)}).encode() + b"\n" + body)
        answers.flush()


def _answered(head: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        parser = find_parser(head["parser"])(Limits(pages=head["pages"]))
        return {}, parser.parse(content, password=head["password"]).model_dump_json().encode()
    except ParserError as error:
        return _failure(_memory_or(error.reason, error.message), error.message, error.remedy), b""
    except MemoryError:
        return _failure("memory", "parsing needs more memory than the limit", "raise the memory limit"), b""
    except Exception as error:
        message = f"the parser failed ({type(error).__name__}: {error})"
        return _failure(_memory_or("crashed", message), message, "report the file, or leave it out"), b""


def _memory_or(reason: str, message: str) -> str:
    return "memory" if any(word in message.casefold() for word in _NO_MEMORY) else reason


def _failure(reason: str, message: str, remedy: str) -> dict[str, Any]:
    return {"reason": reason, "message": " ".join(message.split())[:400], "remedy": remedy}


def _limit_memory(memory: int) -> None:
    """Limits the address space, where the system can."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def main() -> None:
    """Serves parse requests on standard input until it ends; nothing but answers goes to standard output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(int(sys.argv[1]))
    try:
        _serve(sys.stdin.buffer, answers)
    except MemoryError:
        os._exit(_EXIT_MEMORY)


_threads = threading.local()
_workers: weakref.WeakSet[ParserChild] = weakref.WeakSet()

if __name__ == "__main__":
    main()
