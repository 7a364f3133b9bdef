"""One run of ingest: every file to its outcome, then settling, then the index.

A build's stages are appended one by one, so a run that dies continues at the first stage that is missing. A file that
fails never stops the others.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
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
from ..kb.settle.run import settle_library
from .again import Admission
from .outcome import IngestReport, Outcome, built
from .parser.child import DEFAULT_PARSER, parse_file, stop_parsers
from .parser.port import Limits
from .pipeline import Pipeline, later_stages, open_pipeline
from .records import ingest_records
from .sources import PAPER_KINDS, Found, PaperKind, Skipped, find_sources

Report = Callable[[int, int, str], None]

KIND_OF_STAGE = {
    "Described": "described", "Chunked": "chunked", "Cited": "cited", "ClaimsExtracted": "claims",
    "QualityAssessed": "audited",
}


def ingest(
    library: Library,
    paths: Sequence[Path],
    *,
    jobs: int = 1,
    parser: str = DEFAULT_PARSER,
    password: str | None = None,
    again: bool = False,
    progress: Report | None = None,
    report: IngestReport | None = None,
) -> IngestReport:
    """Take in files and folders; ends by settling. `parser` reads the PDF files.

    What was purged is refused unless `again`; then it becomes another build than before. A `report` that is given is
    filled as files are done, so that it tells how far a run came that an error ended.

    Raises `ReadOnlyLibrary`, and `UnreadableInput` or `UsageError` before anything is changed.
    """
    library.check_writable()
    found = list(find_sources(paths, library.root, private=library.settings.library.private))
    report = IngestReport() if report is None else report
    total = sum(len(item.entries) + len(item.lost) or 1 if isinstance(item, Found) else 1 for item in found)
    with closing(
        build_sources(library, found, jobs=jobs, parser=parser, password=password, again=again)
    ) as outcomes:
        for outcome in outcomes:
            report.outcomes.append(outcome)
            if progress:
                progress(len(report.outcomes), total, outcome.file)
    settle_library(library)
    library.projection.flush()
    report.position = library.ledger.head().position
    return report


def build_sources(
    library: Library, found: Sequence[Found | Skipped], *, jobs: int = 1, parser: str = DEFAULT_PARSER,
    password: str | None = None, again: bool = False,
) -> Generator[Outcome]:
    """Take sources through the current pipeline, and yield what became of each, in their order. Nothing is settled.

    Who ends early closes it: parsers are at work ahead.
    """
    return _Run(library, parser, password, jobs, again).outcomes(found)


@dataclass(frozen=True)
class _File:
    """A file of one paper whose turn comes: its blob, its build, and the document if it is being parsed."""

    kind: PaperKind
    file: str
    name: str
    blob: str
    build: str
    parsing: Future[Document] | None

    @property
    def stream(self) -> str:
        return f"build:{self.build}"


class _Run:
    """The state of one run: pipelines, what is sealed already, and what failed."""

    def __init__(self, library: Library, parser: str, password: str | None, jobs: int, again: bool) -> None:
        self._library = library
        self._admission = Admission(library, again=again)
        self._password = password
        self._jobs = max(1, jobs)
        limits = library.settings.limits
        self._limits = Limits(seconds=limits.seconds, memory=limits.memory_mb * 2**20, pages=limits.pages)
        self._sealed = {event.stream for event in library.ledger.read(kinds=["BuildSealed"])}
        self._failures = Counter(event.stream for event in library.ledger.read(kinds=["StageFailed"]))
        self._first: dict[str, str] = {}
        self._failed_here: set[str] = set()
        self._parsing: set[Future[Document]] = set()
        self._parser = parser
        # At once, so that an unknown parser is told before anything is changed.
        self._pipelines: dict[SourceKind, Pipeline] = {"pdf": open_pipeline("pdf", library.settings, parser)}

    def _pipeline(self, kind: SourceKind) -> Pipeline:
        if kind not in self._pipelines:
            self._pipelines[kind] = open_pipeline(kind, self._library.settings, self._parser)
        return self._pipelines[kind]

    def outcomes(self, found: Sequence[Found | Skipped]) -> Generator[Outcome]:
        """Outcomes in the order of the files; those of one paper are parsed `jobs` at a time, ahead of their turn."""
        pool = ThreadPoolExecutor(self._jobs)
        try:
            waiting = iter(found)
            window: list[Found | Outcome | _File] = []
            while True:
                window += [self._start(pool, item) for item in islice(waiting, self._jobs + 1 - len(window))]
                if not window:
                    return
                item = window.pop(0)
                if isinstance(item, Outcome):
                    yield item
                elif isinstance(item, _File):
                    yield self._file(item)
                else:
                    for entry, why in item.lost:
                        name = clean_text(f"{item.path.name}#{entry}")[0]
                        yield Outcome(name, "failed", clean_text(why)[0], entry=True)
                    yield from ingest_records(
                        self._library, self._pipeline(item.kind), item.path, item.entries, self._sealed, self._failures,
                        self._jobs, self._admission,
                    )
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            # Where it ends early, also between two outcomes, nobody waits for what was to be parsed ahead. Again and
            # again, since a thread may be about to start its process.
            while self._parsing:
                stop_parsers()
                time.sleep(0.01)
            pool.shutdown()

    def _start(self, pool: ThreadPoolExecutor, item: Found | Skipped) -> Found | Outcome | _File:
        file = clean_text(str(item.path))[0]
        if isinstance(item, Skipped):
            return Outcome(file, "failed" if item.failed else "skipped", clean_text(item.why)[0])
        if item.kind not in PAPER_KINDS:
            return item
        try:
            refused = self._admission.refused_file(item.path)
            if refused is not None:
                return Outcome(file, "failed", refused)
            blob = self._library.blobs.put_file(item.path)
        except UnreadableInput as error:
            return Outcome(file, "failed", clean_text(str(error))[0])
        pipeline = self._pipeline(item.kind)
        build = self._admission.build_id(pipeline, blob)
        stream = f"build:{build}"
        parsing = None
        if stream not in self._sealed and blob not in self._first:
            self._first[blob] = file
            if self._document(stream) is None:
                content = self._library.blobs.path(blob)
                parsing = pool.submit(parse_file, content, pipeline.parser, self._limits, self._password)
                self._parsing.add(parsing)
                parsing.add_done_callback(self._parsing.discard)
        return _File(item.kind, file, clean_text(item.name or item.path.name)[0], blob, build, parsing)

    def _document(self, stream: str) -> Document | None:
        for event in self._library.ledger.read(stream=stream, kinds=["Parsed"]):
            payload = event.payload()
            if isinstance(payload, Document):
                return payload
        return None

    def _file(self, source: _File) -> Outcome:
        first = self._first.get(source.blob)
        if source.blob in self._failed_here:
            return Outcome(source.file, "failed", f"same bytes as {first}, which failed", source.build)
        if source.stream in self._sealed:
            why = f"same bytes as {first}" if first else "ingested before"
            return Outcome(source.file, "unchanged", why, source.build)
        self._register(source)
        at = ["parsed"]
        try:
            document, made = self._stages(source, at)
        except ParserError as error:
            return self._failed(source, at[0], error.reason, str(error))
        except (NotCanonical, PayloadTooLarge) as error:
            return self._failed(source, at[0], "not-storable", str(error))
        except ClaimLedgerError:
            if self._admission.was_purged(source.build):
                return Outcome(source.file, "failed", "was purged while it was being taken in", source.build)
            raise
        except Exception as error:
            # A fault of ours in one stage costs one file, with its reason in the ledger, and never the run.
            return self._failed(source, at[0], "internal", f"{type(error).__name__}: {error}")
        self._sealed.add(source.stream)
        return built(source.file, source.build, document, made)

    def _stages(self, source: _File, at: list[str]) -> tuple[Document, dict[str, Payload]]:
        """Every stage that is missing, made and appended. `at` holds the stage that is under way."""
        pipeline = self._pipeline(source.kind)
        if source.parsing:
            self._append(source.stream, NewEvent(source.parsing.result(), key="parsed"))
        document = self._document(source.stream)
        assert document is not None
        events = self._library.ledger.read(stream=source.stream, kinds=list(KIND_OF_STAGE))
        made = {KIND_OF_STAGE[event.kind]: event.payload() for event in events}
        for stage, make in later_stages(pipeline).items():
            if stage not in made:
                at[0] = stage
                made[stage] = make(document, made)
                self._append(source.stream, NewEvent(made[stage], key=stage))
        at[0] = "sealed"
        sealed = BuildSealed(build=source.build, blob=source.blob, pipeline=pipeline.digest)
        self._append(source.stream, NewEvent(sealed, key="sealed"))
        return document, made

    def _register(self, source: _File) -> None:
        if self._library.ledger.version(source.stream):
            return
        registered = SourceRegistered(
            build=source.build, blob=source.blob, size=self._library.blobs.path(source.blob).stat().st_size,
            source_kind=source.kind, name=source.name, pipeline=self._pipeline(source.kind).digest,
        )
        try:
            self._library.append([Append(source.stream, [NewEvent(registered, key="registered")], expected=0)])
        except (ConcurrentAppend, EventConflict):
            # Another process took the same bytes in at this moment, under this name or another; its stages are ours.
            return

    def _append(self, stream: str, event: NewEvent) -> None:
        self._library.append([Append(stream, [event])])

    def _failed(self, source: _File, stage: str, reason: str, message: str) -> Outcome:
        self._failed_here.add(source.blob)
        message = clean_text(" ".join(message.split()))[0][:500]
        attempt = self._failures[source.stream] + 1
        while True:
            failed = StageFailed(build=source.build, stage=stage, reason=reason, message=message, attempt=attempt)
            try:
                self._append(source.stream, NewEvent(failed, key=f"failed:{stage}:{attempt}"))
                return Outcome(source.file, "failed", f"{reason}: {message}", source.build)
            except EventConflict:
                attempt += 1
