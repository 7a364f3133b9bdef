"""Reading files in a child process, since a PDF is untrusted: time and memory are limited, and a crash costs one file.

The child (`ingest.serving`) is a fresh interpreter that reads requests from standard input and answers on standard
output, so that a folder of files pays its start once. It parses, and makes the later stages of a build too, which are
as pure and cost as much. The parser is chosen by name from `PARSERS`.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from ...kb.errors import ParserError, UsageError
from ...kb.events.base import Payload
from ...kb.events.build import Chunked, Cited, Described, QualityAssessed
from ...kb.events.claims import ClaimsExtracted
from ...kb.events.document import Document
from .frames import Frame, exchange, packed
from .port import OCR_PARSER, Limits, Parser

if TYPE_CHECKING:
    from ..pipeline import Pipeline

EXIT_MEMORY = 71
STAGE_PAYLOADS: dict[str, type[Payload]] = {
    "parsed": Document, "described": Described, "chunked": Chunked, "cited": Cited, "claims": ClaimsExtracted,
    "audited": QualityAssessed,
}
"""What a child makes of a source, stage by stage."""
_FILES_PER_CHILD = 100
_MOST_KEPT = 768 * 2**20
"""A child that holds more memory than this between two files is replaced."""


def _pymupdf(limits: Limits) -> Parser:
    from .pymupdf_parser import PyMuPdfParser

    return PyMuPdfParser(limits.pages)


def _tei(limits: Limits) -> Parser:
    from .tei_parser import TeiParser

    return TeiParser()


def _jats(limits: Limits) -> Parser:
    from .jats_parser import JatsParser

    return JatsParser()


def _grobid(limits: Limits) -> Parser:
    from .grobid_parser import GrobidParser

    return GrobidParser(limits)


def _ocr(limits: Limits) -> Parser:
    from .ocr_parser import PyMuPdfOcrParser

    return PyMuPdfOcrParser(limits.pages)


PARSERS: dict[str, Callable[[Limits], Parser]] = {
    "pymupdf": _pymupdf, OCR_PARSER: _ocr, "grobid": _grobid, "tei": _tei, "jats": _jats,
}
DEFAULT_PARSER = "pymupdf"
PARSER_NOTES = {
    "pymupdf": "rules on the layout of the pages; nothing leaves this machine",
    "grobid": "a GROBID server, which gets the PDF files",
    "jats": "takes XML files as JATS", "tei": "takes XML files as TEI",
}
"""What each of them does, for people."""


def find_parser(name: str) -> Callable[[Limits], Parser]:
    """What makes the parser of that name. Raises `UsageError` for an unknown one."""
    if name not in PARSERS:
        raise UsageError(f"there is no parser {name!r}", remedy=f"use one of {', '.join(sorted(PARSERS))}")
    return PARSERS[name]


def parser_help() -> str:
    """What the parsers do, for the help of a command."""
    return "".join(f" {name}: {note}." for name, note in sorted(PARSER_NOTES.items()))


def check_parser(name: str, limits: Limits) -> None:
    """Raises `UsageError` if what a parser needs is not there: a server, or what talks to it."""
    find_parser(name)
    if name == "grobid":
        from .grobid_parser import check_grobid

        check_grobid(limits.grobid_url)


@dataclass(frozen=True)
class Work:
    """What a child is asked to make: the document, and with a `pipeline` the later stages too.

    `made` are stages that are there already; with the document among them the file is not read again. Each of the
    `passwords` is tried on an encrypted file.
    """

    parser: str = DEFAULT_PARSER
    passwords: tuple[str, ...] = ()
    pipeline: Pipeline | None = None
    made: Mapping[str, Payload] = field(default_factory=dict)


@dataclass(frozen=True)
class Made:
    """Payloads by stage, in order; and where one could not be made, which and why."""

    stages: dict[str, Payload]
    failed: str | None = None
    why: ParserError | None = None


def parse_file(
    source: str | os.PathLike[str] | bytes, parser_name: str = DEFAULT_PARSER, limits: Limits | None = None,
    password: str | Sequence[str] | None = None,
) -> Document:
    """The document in a file or in bytes, read by the child process of the calling thread.

    Raises `ParserError` with the reason: what the parser says, or `empty`, `too-large`, `timeout`, `memory`, `crashed`;
    `UsageError` for an unknown parser or a file that is not there.
    """
    limits = limits or Limits()
    check_parser(parser_name, limits)
    content = read_within(source, limits)
    child: ReadingChild | None = getattr(_threads, "child", None)
    if child is None or child.limits != limits:
        if child is not None:
            child.close()
        child = _threads.child = ReadingChild(limits)
    return child.parse(content, parser_name, password)


def passwords_of(password: str | Sequence[str] | None) -> tuple[str, ...]:
    """None, one or several passwords as several."""
    return () if password is None else (password,) if isinstance(password, str) else tuple(password)


def read_within(source: str | os.PathLike[str] | bytes, limits: Limits) -> bytes:
    """The bytes of a source. Raises `ParserError` if there are too many, `UsageError` if it cannot be read."""
    if isinstance(source, bytes):
        check_size(len(source), limits)
        return source
    path = Path(source)
    check_regular(path)
    try:
        check_size(path.stat().st_size, limits)
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror})", remedy="check the path") from None
    check_size(len(content), limits)
    return content


def check_regular(path: Path) -> None:
    """Raises `UsageError` for a pipe or a device, from which reading may never end."""
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is no regular file", remedy="save what it holds in a file")


def check_size(size: int, limits: Limits) -> None:
    """Raises `ParserError` for a file of more bytes than the limit."""
    if size > limits.file_bytes:
        raise ParserError("too-large", f"the file has {size} bytes, the limit is {limits.file_bytes}",
                          remedy="raise the limit (file_mb), or leave the file out")


class ReadingChild:
    """One child process, started when first needed, and replaced after a failure or when it has grown."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._served = 0
        self._stopped = False
        self._starting = threading.Lock()

    def __enter__(self) -> ReadingChild:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def parse(self, content: bytes, parser_name: str = DEFAULT_PARSER,
              password: str | Sequence[str] | None = None) -> Document:
        """The document, or a `ParserError`."""
        made = self.make(content, Work(parser_name, passwords_of(password)))
        if made.why is not None:
            raise made.why
        document = made.stages["parsed"]
        assert isinstance(document, Document)
        return document

    def make(self, content: bytes, work: Work) -> Made:
        """The stages that are asked for, as far as they can be made; never an error for a bad file."""
        stages: dict[str, Payload] = {}
        at = "parsed"
        seconds = self.limits.seconds_of(work.parser)
        process = None
        try:
            process = self._running()
            for frame in exchange(process, _request(content, work), time.monotonic() + seconds):
                if "end" in frame.head:
                    self._finish(frame)
                    return Made(stages)
                if "reason" in frame.head:
                    return Made(stages, at, _told(frame))
                if "begin" in frame.head:
                    at = frame.head["begin"]
                else:
                    stages[at] = STAGE_PAYLOADS[at].model_validate_json(frame.body)
        except TimeoutError:
            self.close()
            return Made(stages, at, ParserError(
                "timeout", f"it took longer than {seconds:g} s",
                remedy="raise the time limit (seconds), or leave the file out"))
        except (EOFError, OSError):
            return Made(stages, at, self._death(process))
        except (ValueError, TypeError, KeyError) as error:
            # A child that was taken over by what it reads, or by a fault of ours, says nothing that counts.
            self.close()
            return Made(stages, at, ParserError(
                "crashed", f"the answer of the parser is no answer ({type(error).__name__})",
                remedy="report the file, or leave it out"))
        except BaseException:
            self.close()
            raise
        raise AssertionError("an exchange ends with a last frame or an error")

    def stop(self) -> None:
        """Kills the process under whoever waits for it, from another thread, and lets no other be started."""
        with self._starting:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Ends the process."""
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
        with self._starting:
            if self._stopped:
                raise EOFError
            if self._process is None:
                self._served = 0
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", _SERVING, str(os.getpid()), str(self.limits.memory),
                     str(self.limits.seconds), str(self.limits.pages), self.limits.grobid_url or ""],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
                    start_new_session=True,
                )
            return self._process

    def _finish(self, frame: Frame) -> None:
        self._served += 1
        if frame.head["end"] > _MOST_KEPT:
            self.close()

    def _death(self, process: subprocess.Popen[bytes] | None) -> ParserError:
        """The error for a child that ended before it answered."""
        code = 0
        if process is not None:
            try:
                code = process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                code = 0
        self.close()
        if code == EXIT_MEMORY:
            return ParserError("memory", "the parser ran out of memory",
                               remedy="raise the memory limit (memory_mb), or leave the file out")
        if code == -signal.SIGKILL:
            return ParserError("killed", "the parser was killed, as a system does whose memory is full",
                               remedy="read the file again with fewer --jobs, or leave it out")
        what = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return ParserError("crashed", f"the parser ended {what}", remedy="report the file, or leave it out")


def _request(content: bytes, work: Work) -> bytes:
    # Pickled in this direction alone: a child may trust us, we may not trust it.
    return packed({}, pickle.dumps(work)) + packed({}, content)


def _told(frame: Frame) -> ParserError:
    return ParserError(str(frame.head["reason"]), str(frame.head["message"]), remedy=str(frame.head["remedy"]))


_SERVING = f"{__name__.removesuffix('.parser.child')}.serving"
_threads = threading.local()
