"""Reprocessing: builds of older pipelines are made again by the current one, from their blobs.

One by one: an old build stays in view until the new one is sealed, and is then `retired` by it. What fails leaves the
old build as it is. A run that dies is continued by the next one. Afterwards the snapshot id is that of a library into
which the same sources were taken just now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from ..kb.errors import BlobDamaged, ConcurrentAppend, UnknownId
from ..kb.events.build import SourceKind
from ..kb.events.standing import Standing, StandingChanged
from ..kb.forgetting.naming import Naming, find_all
from ..kb.formats.xml_source import XML_KINDS
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from ..kb.settle.run import settle_library
from ..kb.view import View
from .outcome import Outcome
from .parser.child import DEFAULT_PARSER
from .parser.port import Limits
from .pipeline import open_pipeline
from .record_formats import RECORD_FORMATS
from .run import build_sources
from .second_reading import possible_second
from .sources import PAPER_KINDS, FileKind, Found, RecordKind

BUILDS = """
WITH last AS (
    SELECT build, arg_max(standing, position) AS standing, arg_max(reason, position) AS reason
    FROM standings GROUP BY build
)
SELECT s.build, any_value(s.blob) AS blob, any_value(s.source_kind) AS source_kind, any_value(s.name) AS name,
       any_value(s.pipeline) AS pipeline, any_value(l.standing) AS standing, any_value(l.reason) AS reason
FROM sources s LEFT JOIN last l ON l.build = s.build
WHERE s.build IN (SELECT build FROM sealed) AND s.build NOT IN (SELECT build FROM purged_builds)
GROUP BY s.build ORDER BY name, s.build
"""
GATES = "SELECT quarantined FROM raw_quality WHERE build = ?"

_SETTLE_EVERY = 50
"""Builds after which settling runs, so that no paper is out of view for long."""
_TRIES = 5

Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class OldBuild:
    """A build in the library that the current pipeline would make otherwise, and the decision on it, if any."""

    build: str
    blob: str
    source_kind: FileKind
    name: str
    standing: Standing | None
    reason: str | None


@dataclass(frozen=True)
class Reprocessed:
    """What became of one build: `replaced` by `new`, or `failed` for a reason, and then it stays."""

    old: str
    new: str | None
    name: str
    status: str
    reason: str = ""


@dataclass
class ReprocessReport:
    """What became of each old build, and the position of the ledger after settling."""

    builds: list[Reprocessed] = field(default_factory=list)
    position: int = 0

    def count(self, status: str) -> int:
        """How many builds had an outcome."""
        return sum(build.status == status for build in self.builds)

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        counts = {status: self.count(status) for status in ("replaced", "failed")}
        return {"builds": [asdict(build) for build in self.builds], "counts": counts, "position": self.position}


def reprocess(
    library: Library,
    names: Sequence[str] = (),
    *,
    parser: str | None = None,
    jobs: int = 1,
    password: str | Sequence[str] | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
    report: ReprocessReport | None = None,
) -> ReprocessReport:
    """Take builds of older pipelines (all, or those that `names` mean: ids of papers or builds) to the current one.

    `parser` is the one for PDF files, or that of the files of a kind of XML; with it only these are looked at. `limits`
    are those of the library's settings unless given. A `report` that is given is filled as
    builds are done, so that it tells how far a run came that an error ended. Raises `ReadOnlyLibrary`, and
    `UnknownId`, `AmbiguousId` or `UsageError` before anything is changed.
    """
    library.check_writable()
    with library.view() as view:
        old = old_builds(library, view, names, parser=parser)
    run = _Run(library, old, ReprocessReport() if report is None else report)
    with closing(
        run.outcomes(parser=parser or DEFAULT_PARSER, jobs=jobs, password=password, limits=limits)
    ) as outcomes:
        for outcome in outcomes:
            if progress:
                progress(len(run.report.builds), len(old), outcome.name)
    settle_library(library)
    library.projection.flush()
    run.report.position = library.ledger.head().position
    return run.report


def old_builds(
    library: Library, view: View, names: Sequence[str] = (), *, parser: str | None = None
) -> list[OldBuild]:
    """Builds of a view that are not of the current pipeline, in the order of their files' names.

    Withdrawn and retired ones are no part of the library any more and are left out. Raises `UnknownId`, `AmbiguousId`
    and `UsageError`.
    """
    kinds: tuple[SourceKind, ...] = (*PAPER_KINDS, *RECORD_FORMATS)
    if parser is not None:
        kinds = (XML_KINDS.get(parser, "pdf"),)
    current = {kind: open_pipeline(kind, library.settings, parser or DEFAULT_PARSER).digest for kind in kinds}
    second = possible_second(parser or DEFAULT_PARSER)
    also = {open_pipeline("pdf", library.settings, second).digest} if second else set()
    wanted = {build for named in find_all(Naming(view), names).values() for build in named.builds} if names else None
    return [
        OldBuild(row["build"], row["blob"], row["source_kind"], row["name"], row["standing"], row["reason"])
        for row in view.rows(BUILDS)
        if current.get(row["source_kind"], row["pipeline"]) != row["pipeline"] and row["pipeline"] not in also
        and row["standing"] not in ("withdrawn", "retired") and (wanted is None or row["build"] in wanted)
    ]


class _Run:
    """The state of one run."""

    def __init__(self, library: Library, old: Sequence[OldBuild], report: ReprocessReport) -> None:
        self._library = library
        self._old = old
        self.report = report

    def outcomes(
        self, *, parser: str, jobs: int, password: str | Sequence[str] | None, limits: Limits | None
    ) -> Generator[Reprocessed]:
        """What became of each build, in order; every few of them are put in the place of the old ones and settled."""
        readable = [old for old in self._old if self._is_readable(old)]
        yield from self.report.builds
        found, order = _sources(self._library, readable)
        done: list[tuple[OldBuild, str]] = []
        with closing(
            build_sources(self._library, found, jobs=jobs, parser=parser, password=password, limits=limits)
        ) as outcomes:
            for old, outcome in zip(order, outcomes, strict=True):
                yield self._note(old, outcome)
                if outcome.status != "failed" and outcome.build is not None:
                    done.append((old, outcome.build))
                if len(done) >= _SETTLE_EVERY:
                    self._replace(done)
                    done = []
        self._replace(done)

    def _is_readable(self, old: OldBuild) -> bool:
        try:
            self._library.blobs.get(old.blob)
        except (UnknownId, BlobDamaged) as error:
            self.report.builds.append(Reprocessed(old.build, None, old.name, "failed", error.message))
            return False
        return True

    def _note(self, old: OldBuild, outcome: Outcome) -> Reprocessed:
        failed = outcome.status == "failed"
        became = Reprocessed(
            old.build, None if failed else outcome.build, old.name, "failed" if failed else "replaced",
            outcome.reason if failed or outcome.status == "quarantined" else "",
        )
        self.report.builds.append(became)
        return became

    def _replace(self, done: Sequence[tuple[OldBuild, str]]) -> None:
        """Retire old builds, and let the decisions on them hold for the new ones; all at once, and settled at once."""
        for attempt in range(_TRIES):
            appends = [append for old, new in done for append in self._appends(old, new)]
            try:
                self._library.append(appends)
                break
            except ConcurrentAppend:
                # Somebody decides on one of them at this moment; his decision is read again and taken along.
                if attempt == _TRIES - 1:
                    raise
        if done:
            settle_library(self._library)

    def _appends(self, old: OldBuild, new: str) -> list[Append]:
        before, version = self._decision(old.build)
        now, new_version = self._decision(new)
        if before is not None and before.standing in ("withdrawn", "retired"):
            return []
        retired = StandingChanged(build=old.build, standing="retired", reason="made again by a newer pipeline", by=new)
        appends = [Append(f"standing:{old.build}", [NewEvent(retired)], expected=version)]
        carried = self._carried(before, now, new)
        if carried:
            appends.insert(0, Append(f"standing:{new}", [NewEvent(carried)], expected=new_version))
        return appends

    def _carried(
        self, before: StandingChanged | None, now: StandingChanged | None, new: str
    ) -> StandingChanged | None:
        """The decision that the new build needs: that on the old one; or none, unless it was retired itself."""
        if now is not None and now.standing != "retired":
            return None
        if before is not None:
            return before.model_copy(update={"build": new, "by": None})
        if now is None:
            return None
        # Settings went back to an earlier pipeline: what it made is in the library, and comes back as it was.
        with self._library.view() as view:
            gated = any(row["quarantined"] for row in view.rows(GATES, [new]))
        standing: Standing = "quarantined" if gated else "released"
        return StandingChanged(build=new, standing=standing, reason="of the current pipeline again")

    def _decision(self, build: str) -> tuple[StandingChanged | None, int]:
        """The last decision on a build, and the version of its stream."""
        last: StandingChanged | None = None
        version = 0
        for event in self._library.ledger.read(stream=f"standing:{build}"):
            version = event.version
            if event.content is not None:
                payload = event.payload()
                assert isinstance(payload, StandingChanged)
                last = payload
        return last, version


def _sources(library: Library, builds: Sequence[OldBuild]) -> tuple[list[Found], list[OldBuild]]:
    """The builds' blobs as files to take in, and the builds in the order of their outcomes.

    Entries of one bibliography go together, since they are appended many at a time.
    """
    found: list[Found] = []
    order: list[OldBuild] = []
    entries: list[tuple[str, RecordKind, dict[str, Any], OldBuild]] = []
    for old in builds:
        kind = old.source_kind
        if kind == "pdf" or kind == "tei" or kind == "jats":
            found.append(Found(library.blobs.path(old.blob), kind, name=old.name))
            order.append(old)
        else:
            entry = json.loads(library.blobs.get(old.blob))
            entries.append((old.name.removesuffix(f"#{RECORD_FORMATS[kind].entry_name(entry)}"), kind, entry, old))
    for (file, kind), group in groupby(sorted(entries, key=lambda one: one[:2]), key=lambda one: one[:2]):
        members = list(group)
        found.append(Found(Path(file), kind, tuple(entry for _, _, entry, _ in members)))
        order += [old for _, _, _, old in members]
    return found, order
