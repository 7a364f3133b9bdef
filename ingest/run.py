"""One run of ingest: every file to its outcome, then settling, then the index.

A build's stages are appended one by one, so a run that dies continues at the first stage that is missing. A file that
fails never stops the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from ..kb.errors import ConcurrentAppend, ParserError
from ..kb.events.base import Payload
from ..kb.events.build import BuildSealed, SourceRegistered, StageFailed
from ..kb.events.document import Document
from ..kb.formats import csl
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from ..kb.settle.run import settle_library
from .outcome import IngestReport, Outcome, built
from .parser.child import parse_file
from .parser.port import Limits
from .pipeline import Pipeline, later_stages, open_pipeline
from .records import ingest_records
from .sources import Found, Skipped, find_sources

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
    password: str | None = None,
    progress: Report | None = None,
) -> IngestReport:
    """Take in files and folders; ends by settling. Raises `UnreadableInput` before anything is changed."""
    found = list(find_sources(paths))
    bibliographies = {item.path: csl.read_entries(item.path.read_bytes(), item.path.name)
                      for item in found if isinstance(item, Found) and item.kind == "csl"}
    run = _Run(library, password, jobs)
    report = IngestReport()
    total = len(found) + sum(len(entries) for entries in bibliographies.values()) - len(bibliographies)
    for outcome in run.outcomes(found, bibliographies):
        report.outcomes.append(outcome)
        if progress:
            progress(len(report.outcomes), total, outcome.file)
    settle_library(library)
    library.projection.flush()
    report.position = library.ledger.head().position
    return report


class _Run:
    """The state of one run: pipelines, and what is sealed already."""

    def __init__(self, library: Library, password: str | None, jobs: int) -> None:
        self._library = library
        self._password = password
        self._jobs = max(1, jobs)
        limits = library.settings.limits
        self._limits = Limits(seconds=limits.seconds, memory=limits.memory_mb * 2**20, pages=limits.pages)
        self._sealed = {event.stream for event in library.ledger.read(kinds=["BuildSealed"])}
        self._here: dict[str, str] = {}
        self._pipelines: dict[str, Pipeline] = {}

    def outcomes(
        self, found: Sequence[Found | Skipped], bibliographies: dict[Path, list[dict[str, Any]]]
    ) -> Iterator[Outcome]:
        """Outcomes in the order of the files; PDF files are parsed `jobs` at a time, ahead of their turn."""
        with ThreadPoolExecutor(self._jobs) as pool:
            waiting = iter(found)
            window: list[tuple[Found | Skipped, Future[Document] | None]] = []

            def fill() -> None:
                for item in islice(waiting, self._jobs + 1 - len(window)):
                    window.append((item, self._start(pool, item)))

            fill()
            while window:
                item, parsing = window.pop(0)
                if isinstance(item, Skipped):
                    yield Outcome(str(item.path), "skipped", item.why)
                elif item.kind == "csl":
                    yield from ingest_records(
                        self._library, self._pipeline("csl"), item.path, bibliographies[item.path], self._sealed,
                        self._jobs,
                    )
                else:
                    yield self._pdf(item.path, parsing)
                fill()

    def _start(self, pool: ThreadPoolExecutor, item: Found | Skipped) -> Future[Document] | None:
        if isinstance(item, Skipped) or item.kind != "pdf":
            return None
        blob = self._library.blobs.put_file(item.path)
        stream = f"build:{self._pipeline('pdf').build_id(blob)}"
        if stream in self._sealed or self._document(stream) or blob in self._here:
            return None
        self._here[blob] = str(item.path)
        content = self._library.blobs.path(blob)
        return pool.submit(parse_file, content, limits=self._limits, password=self._password)

    def _pipeline(self, kind: Literal["pdf", "csl"]) -> Pipeline:
        if kind not in self._pipelines:
            self._pipelines[kind] = open_pipeline(kind, self._library.settings)
        return self._pipelines[kind]

    def _document(self, stream: str) -> Document | None:
        for event in self._library.ledger.read(stream=stream, kinds=["Parsed"]):
            payload = event.payload()
            if isinstance(payload, Document):
                return payload
        return None

    def _pdf(self, path: Path, parsing: Future[Document] | None) -> Outcome:
        pipeline = self._pipeline("pdf")
        blob = self._library.blobs.put_file(path)
        build = pipeline.build_id(blob)
        stream = f"build:{build}"
        if stream in self._sealed:
            first = self._here.get(blob)
            return Outcome(str(path), "unchanged", f"same bytes as {first}" if first else "ingested before", build)
        self._register(stream, build, blob, path, pipeline)
        attempt = 1 + sum(1 for _ in self._library.ledger.read(stream=stream, kinds=["StageFailed"]))
        stage = "parsed"
        try:
            document = self._document(stream)
            if document is None:
                if parsing is None:
                    return Outcome(str(path), "failed", f"same bytes as {self._here.get(blob)}, which failed", build)
                document = parsing.result()
                self._append(stream, NewEvent(document, key="parsed"))
            made = self._made(stream)
            for stage, make in later_stages(pipeline).items():
                if stage not in made:
                    made[stage] = make(document, made)
                    self._append(stream, NewEvent(made[stage], key=stage))
            stage = "sealed"
            self._append(stream, NewEvent(BuildSealed(build=build, blob=blob, pipeline=pipeline.digest), key=stage))
        except ParserError as error:
            return self._failed(stream, build, path, StageFailed(
                build=build, stage=stage, reason=error.reason, message=str(error), attempt=attempt))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
            # A fault of ours in one stage costs one file, with its reason in the ledger, and never the run.
            message = " ".join(f"{type(error).__name__}: {error}".split())[:500]
            return self._failed(stream, build, path, StageFailed(
                build=build, stage=stage, reason="internal", message=message, attempt=attempt))
        self._sealed.add(stream)
        return built(str(path), build, document, made)

    def _register(self, stream: str, build: str, blob: str, path: Path, pipeline: Pipeline) -> None:
        if self._library.ledger.version(stream):
            return
        registered = SourceRegistered(
            build=build, blob=blob, size=path.stat().st_size, source_kind="pdf", name=path.name,
            pipeline=pipeline.digest,
        )
        try:
            self._library.append([Append(stream, [NewEvent(registered, key="registered")], expected=0)])
        except ConcurrentAppend:
            # Another process took the same file in at this moment; its stages are ours too.
            return

    def _made(self, stream: str) -> dict[str, Payload]:
        events = self._library.ledger.read(stream=stream, kinds=list(KIND_OF_STAGE))
        return {KIND_OF_STAGE[event.kind]: event.payload() for event in events}

    def _append(self, stream: str, event: NewEvent) -> None:
        self._library.append([Append(stream, [event])])

    def _failed(self, stream: str, build: str, path: Path, failed: StageFailed) -> Outcome:
        self._append(stream, NewEvent(failed, key=f"failed:{failed.stage}:{failed.attempt}"))
        return Outcome(str(path), "failed", f"{failed.reason}: {failed.message}", build)
