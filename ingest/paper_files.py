"""Files of one paper each: from bytes on disk to a sealed build, read by children ahead of their turn.

A build's stages are appended one by one, so a run that dies continues at the first stage that is missing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..kb.canon import clean_text
from ..kb.errors import (
    ClaimLedgerError,
    ConcurrentAppend,
    EventConflict,
    NotCanonical,
    ParserError,
    PayloadTooLarge,
    UnreadableInput,
)
from ..kb.events.base import Payload
from ..kb.events.build import BuildSealed, SourceKind, SourceRegistered, StageFailed
from ..kb.events.document import Document
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from .again import Admission
from .outcome import Outcome, built
from .parser.child import STAGE_PAYLOADS, Made, ReadingChild, Work, check_size
from .parser.pool import ReadingPool
from .parser.port import Limits
from .pipeline import Pipeline, open_pipeline
from .second_reading import possible_second, second_parser
from .sources import Found, PaperKind

_STAGE_OF_KIND = {payload.kind: stage for stage, payload in STAGE_PAYLOADS.items()}
Reading = Future[tuple[Pipeline, Made]]


class Pipelines:
    """The pipelines of a run, by kind of source and parser. Raises `UsageError` for an unknown parser, at once."""

    def __init__(self, library: Library, parser: str) -> None:
        self._settings = library.settings
        self._parser = parser
        self._opened: dict[tuple[SourceKind, str], Pipeline] = {}
        self.of("pdf")

    def of(self, kind: SourceKind, parser: str | None = None) -> Pipeline:
        """The pipeline of a kind of source; `parser` is another one than that of the run."""
        key = (kind, parser or self._parser)
        if key not in self._opened:
            self._opened[key] = open_pipeline(kind, self._settings, key[1])
        return self._opened[key]

    def candidates(self, kind: PaperKind) -> list[Pipeline]:
        """Through which pipelines a file may go: the first, and the one of the parser that reads it again."""
        first = self.of(kind)
        second = possible_second(first.parser) if kind == "pdf" else None
        return [first, self.of(kind, second)] if second else [first]


@dataclass(frozen=True)
class PaperFile:
    """A file whose turn comes: its blob, and what a child makes of it if it is not there already."""

    kind: PaperKind
    file: str
    name: str
    blob: str
    reading: Reading | None


class PaperFiles:
    """The files of one run. `sealed` are streams of builds that are done, and grows; `failures` counts by stream."""

    def __init__(
        self, library: Library, pipelines: Pipelines, admission: Admission, pool: ReadingPool, limits: Limits,
        passwords: Sequence[str], sealed: set[str], failures: Mapping[str, int],
    ) -> None:
        self._library = library
        self._pipelines = pipelines
        self._admission = admission
        self._pool = pool
        self._limits = limits
        self._passwords = tuple(passwords)
        self._sealed = sealed
        self._failures = failures
        self._first: dict[str, str] = {}
        self._failed_here: set[str] = set()
        self.blobs: dict[str, str] = {}
        """Blobs of the files that were stored, by their real paths."""

    def start(self, item: Found, kind: PaperKind) -> PaperFile | Outcome:
        """Store a file and have it read, unless it was before; or what is wrong with it."""
        file = clean_text(str(item.path))[0]
        try:
            refused = self._admission.refused_file(item.path)
            if refused is not None:
                return Outcome(file, "failed", refused)
            blob = self.blobs[os.path.realpath(item.path)] = self._stored(item.path)
        except ParserError as error:
            return Outcome(file, "failed", f"{error.reason}: {error}")
        except UnreadableInput as error:
            return Outcome(file, "failed", clean_text(str(error))[0])
        reading = None
        if blob not in self._first and self._done(kind, blob) is None:
            self._first[blob] = file
            reading = self._read(kind, blob)
        return PaperFile(kind, file, clean_text(item.name or item.path.name)[0], blob, reading)

    def finish(self, source: PaperFile) -> Outcome:
        """Store what was made of a file, and say what became of it."""
        first = self._first.get(source.blob)
        if source.blob in self._failed_here:
            return Outcome(source.file, "failed", f"same bytes as {first}, which failed")
        done = self._done(source.kind, source.blob)
        if done is not None:
            return Outcome(source.file, "unchanged", f"same bytes as {first}" if first else "ingested before", done)
        pipeline, made = (source.reading or self._read(source.kind, source.blob)).result()
        build = self._admission.build_id(pipeline, source.blob)
        try:
            self._register(source, build, pipeline)
            failed = self._append_stages(build, made)
            if failed is not None:
                return self._failed(source, build, *failed)
            sealed = BuildSealed(build=build, blob=source.blob, pipeline=pipeline.digest)
            self._append(_stream(build), NewEvent(sealed, key="sealed"))
        except ClaimLedgerError:
            if self._admission.was_purged(build):
                return Outcome(source.file, "failed", "was purged while it was being taken in", build)
            raise
        self._sealed.add(_stream(build))
        document = made.stages["parsed"]
        assert isinstance(document, Document)
        return built(source.file, build, document, made.stages)

    def _stored(self, path: Path) -> str:
        """The file's blob. Raises `ParserError` if it is too large, `UnreadableInput` if it changes meanwhile."""
        try:
            before = os.stat(path)
            check_size(before.st_size, self._limits)
            blob = self._library.blobs.put_file(path)
            after = os.stat(path)
        except OSError as error:
            raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error
        if (before.st_size, before.st_mtime_ns, before.st_ino) != (after.st_size, after.st_mtime_ns, after.st_ino):
            raise UnreadableInput(f"{path} was changed while it was read", remedy="ingest it again when it is whole")
        return blob

    def _done(self, kind: PaperKind, blob: str) -> str | None:
        """The sealed build of a blob, through whichever of the pipelines."""
        builds = [self._admission.build_id(pipeline, blob) for pipeline in self._pipelines.candidates(kind)]
        return next((build for build in builds if _stream(build) in self._sealed), None)

    def _read(self, kind: PaperKind, blob: str) -> Reading:
        """Have a child make the stages that are missing."""
        candidates = self._pipelines.candidates(kind)
        path = self._library.blobs.path(blob)
        for pipeline in candidates:
            made = self._made(self._admission.build_id(pipeline, blob))
            if "parsed" in made:
                return self._pool.submit(partial(_continued, pipeline, made))
        again = candidates if self._limits.ocr else candidates[:1]
        return self._pool.submit(partial(_read, again, path, self._passwords))

    def _made(self, build: str) -> dict[str, Payload]:
        """The stages of a build that an earlier run stored."""
        events = self._library.ledger.read(stream=_stream(build), kinds=list(_STAGE_OF_KIND))
        return {_STAGE_OF_KIND[event.kind]: event.payload() for event in events}

    def _append_stages(self, build: str, made: Made) -> tuple[str, str, str] | None:
        """Store the stages; returns the one that failed, its reason and message."""
        for stage, payload in made.stages.items():
            try:
                self._append(_stream(build), NewEvent(payload, key=stage))
            except (NotCanonical, PayloadTooLarge) as error:
                return stage, "not-storable", str(error)
        if made.failed is not None and made.why is not None:
            return made.failed, made.why.reason, str(made.why)
        return None

    def _register(self, source: PaperFile, build: str, pipeline: Pipeline) -> None:
        stream = _stream(build)
        if self._library.ledger.version(stream):
            return
        registered = SourceRegistered(
            build=build, blob=source.blob, size=self._library.blobs.path(source.blob).stat().st_size,
            source_kind=source.kind, name=source.name, pipeline=pipeline.digest,
        )
        try:
            self._library.append([Append(stream, [NewEvent(registered, key="registered")], expected=0)])
        except (ConcurrentAppend, EventConflict):
            # Another process took the same bytes in at this moment, under this name or another; its stages are ours.
            return

    def _append(self, stream: str, event: NewEvent) -> None:
        self._library.append([Append(stream, [event])])

    def _failed(self, source: PaperFile, build: str, stage: str, reason: str, message: str) -> Outcome:
        self._failed_here.add(source.blob)
        message = clean_text(" ".join(message.split()))[0][:500]
        attempt = self._failures[_stream(build)] + 1
        while True:
            failed = StageFailed(build=build, stage=stage, reason=reason, message=message, attempt=attempt)
            try:
                self._append(_stream(build), NewEvent(failed, key=f"failed:{stage}:{attempt}"))
                return Outcome(source.file, "failed", f"{reason}: {message}", build)
            except EventConflict:
                attempt += 1


def _stream(build: str) -> str:
    return f"build:{build}"


def _read(
    candidates: Sequence[Pipeline], path: Path, passwords: tuple[str, ...], child: ReadingChild
) -> tuple[Pipeline, Made]:
    """A file through its pipeline; once more through another where the first parser could not read all of it."""
    first = candidates[0]
    try:
        content = path.read_bytes()
    except OSError as error:
        return first, Made({}, "parsed", ParserError("unreadable", f"its blob cannot be read ({error.strerror})",
                                                     remedy="run: claimledger doctor"))
    made = child.make(content, Work(first.parser, passwords, first))
    for second in candidates[1:]:
        if second_parser(first.parser, made) == second.parser:
            again = child.make(content, Work(second.parser, passwords, second))
            if again.why is None:
                return second, again
    return first, made


def _continued(pipeline: Pipeline, before: dict[str, Payload], child: ReadingChild) -> tuple[Pipeline, Made]:
    """The stages that an earlier run left to be made, with those that it did."""
    made = child.make(b"", Work(pipeline.parser, (), pipeline, before))
    return pipeline, Made({**before, **made.stages}, made.failed, made.why)
