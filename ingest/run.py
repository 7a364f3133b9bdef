"""One run of ingest: every file to its outcome, then settling, then the index.

A file that fails never stops the others, and a run that dies is continued by the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from ..kb.canon import clean_text
from ..kb.formats.xml_source import XML_KINDS
from ..kb.library import Library
from ..kb.settle.run import settle_library
from .again import Admission
from .attachments import record_attachments
from .outcome import IngestReport, Outcome
from .paper_files import PaperFile, PaperFiles, Pipelines
from .parser.child import DEFAULT_PARSER, check_parser, passwords_of
from .parser.pool import reading_pool
from .parser.port import Limits
from .records import ingest_records, lost_entries
from .sources import Found, Skipped, find_sources

Report = Callable[[int, int, str], None]

_AHEAD = 4
"""Files that are read ahead of their turn, for each job: so many that a long one holds up no other child."""


def ingest(
    library: Library,
    paths: Sequence[Path],
    *,
    jobs: int = 1,
    parser: str = DEFAULT_PARSER,
    password: str | Sequence[str] | None = None,
    limits: Limits | None = None,
    again: bool = False,
    progress: Report | None = None,
    report: IngestReport | None = None,
) -> IngestReport:
    """Take in files and folders; ends by settling. `parser` reads the PDF files, in `jobs` processes; `tei` and `jats`
    name the kind that XML files are taken in as.

    Each `password` is tried on encrypted files. `limits` are those of the library's settings unless given.
    What was purged is refused unless `again`; then it becomes another build than before. A `report` that is given is
    filled as files are done, so that it tells how far a run came that an error ended.

    Raises `ReadOnlyLibrary`, and `UnreadableInput` or `UsageError` before anything is changed.
    """
    library.check_writable()
    private = library.settings.library.private
    found = list(find_sources(paths, library.root, private=private, xml=XML_KINDS.get(parser)))
    report = IngestReport() if report is None else report
    total = sum(len(item.entries) + len(item.lost) or 1 if isinstance(item, Found) else 1 for item in found)
    if progress:
        progress(0, total, "")
    with closing(
        build_sources(
            library, found, jobs=jobs, parser=parser, password=password, limits=limits, again=again
        )
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
    password: str | Sequence[str] | None = None, limits: Limits | None = None, again: bool = False,
) -> Generator[Outcome]:
    """Take sources through the current pipeline, and yield what became of each, in their order. Nothing is settled.

    The same rows come of every number of jobs, in the same order. Who ends early closes it: children are at work ahead.
    """
    return _Run(library, parser, password, limits, max(1, jobs), again).outcomes(found)


def limits_of(library: Library) -> Limits:
    """What one file may cost, by the settings of a library."""
    limits = library.settings.limits
    return Limits(seconds=limits.seconds, memory=limits.memory_mb * 2**20, pages=limits.pages,
                  file_bytes=limits.file_mb * 2**20, grobid_url=library.settings.grobid.url or None,
                  ocr=library.settings.ocr.automatic)


class _Run:
    """The state of one run: pipelines, what is sealed already, and what failed."""

    def __init__(
        self, library: Library, parser: str, password: str | Sequence[str] | None, limits: Limits | None, jobs: int,
        again: bool,
    ) -> None:
        self._library = library
        self._jobs = jobs
        self._limits = limits or limits_of(library)
        # At once, so that an unknown parser is told before anything is changed.
        self._pipelines = Pipelines(library, parser)
        check_parser(parser, self._limits)
        self._passwords = passwords_of(password)
        self._admission = Admission(library, again=again)
        self._sealed = {event.stream for event in library.ledger.read(kinds=["BuildSealed"])}
        self._failures = Counter(event.stream for event in library.ledger.read(kinds=["StageFailed"]))

    def outcomes(self, found: Sequence[Found | Skipped]) -> Generator[Outcome]:
        """Outcomes in the order of the files; those of one paper are read by children ahead of their turn."""
        with reading_pool(self._jobs, self._limits) as pool:
            files = PaperFiles(self._library, self._pipelines, self._admission, pool, self._limits, self._passwords,
                               self._sealed, self._failures)
            waiting = iter(found)
            window: list[Found | Outcome | PaperFile] = []
            while True:
                more = islice(waiting, _AHEAD * self._jobs - len(window))
                window += [self._start(files, item) for item in more]
                if not window:
                    record_attachments(self._library, found, files.blobs)
                    return
                item = window.pop(0)
                if isinstance(item, Outcome):
                    yield item
                elif isinstance(item, PaperFile):
                    yield files.finish(item)
                else:
                    yield from self._records(item)

    def _start(self, files: PaperFiles, item: Found | Skipped) -> Found | Outcome | PaperFile:
        if isinstance(item, Skipped):
            return Outcome(clean_text(str(item.path))[0], "failed" if item.failed else "skipped",
                           clean_text(item.why)[0])
        kind = item.kind
        return files.start(item, kind) if kind == "pdf" or kind == "tei" or kind == "jats" else item

    def _records(self, item: Found) -> Generator[Outcome]:
        pipeline = self._pipelines.of(item.kind)
        yield from lost_entries(
            self._library, pipeline, item.path, item.lost, self._failures, self._admission
        )
        yield from ingest_records(
            self._library, pipeline, item.path, item.entries, self._sealed, self._failures,
            self._jobs, self._admission,
        )
