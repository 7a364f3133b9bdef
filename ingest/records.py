"""Entries of a bibliography to sealed builds: many at a time, since each costs little."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..kb.canon import clean_text, sha256
from ..kb.errors import EventConflict
from ..kb.events.base import Payload
from ..kb.events.build import BuildSealed, SourceRegistered, StageFailed
from ..kb.formats.record import LostEntry
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from .again import Admission
from .outcome import Outcome, built
from .pipeline import Pipeline, later_stages
from .record_formats import RECORD_FORMATS
from .serving import die_with_parent

RECORDS_PER_APPEND = 200
WORTH_PROCESSES = 400
"""From this many entries on, starting other processes pays."""
_SAME_ID = "another entry of the file has this id and other content; give each an id of its own"

Task = tuple[Pipeline, str, bytes, str, str, int]
"""Pipeline, name, bytes, blob and build of an entry, and which attempt at it this is."""


def ingest_records(
    library: Library, pipeline: Pipeline, path: Path, entries: Sequence[dict[str, Any]], sealed: set[str],
    failures: Mapping[str, int], jobs: int, admission: Admission,
) -> Iterator[Outcome]:
    """Outcomes in the order of the entries; each batch of builds is one append, so none is ever half there.

    An entry whose id an earlier one of the file has, with other content, is taken in with a warning. `sealed` are the
    streams of builds that are done, and grows; `failures` counts earlier failures by stream.
    """
    many = jobs > 1 and len(entries) >= WORTH_PROCESSES
    form = RECORD_FORMATS[pipeline.source_kind]
    first: dict[str, str] = {}
    with _processes(jobs) if many else nullcontext() as pool:
        waiting = iter(entries)
        while batch := list(islice(waiting, RECORDS_PER_APPEND)):
            contents = [form.entry_bytes(entry) for entry in batch]
            blobs = [sha256(content) for content in contents]
            refusals = [admission.refusal(blob) for blob in blobs]
            library.blobs.put_many(
                content for content, refused in zip(contents, refusals, strict=True) if refused is None
            )
            outcomes: list[Outcome | None] = []
            warnings: list[tuple[str, ...]] = []
            tasks: list[Task] = []
            for entry, content, blob, refused in zip(batch, contents, blobs, refusals, strict=True):
                name = f"{clean_text(path.name)[0]}#{form.entry_name(entry)}"
                warnings.append((_SAME_ID,) if first.setdefault(name, blob) != blob else ())
                if refused is not None:
                    outcomes.append(Outcome(name, "failed", refused))
                    continue
                build = admission.build_id(pipeline, blob)
                stream = f"build:{build}"
                known = stream in sealed
                outcomes.append(Outcome(name, "unchanged", "ingested before", build) if known else None)
                if not known:
                    sealed.add(stream)
                    tasks.append((pipeline, name, content, blob, build, failures.get(stream, 0) + 1))
            made = list(pool.map(_build, tasks, chunksize=25) if pool else map(_build, tasks))
            _append(library, [append for append, _ in made])
            fresh = (outcome for _, outcome in made)
            for outcome, warned in zip(outcomes, warnings, strict=True):
                yield replace(outcome or next(fresh), entry=True, warnings=warned)


def lost_entries(
    library: Library, pipeline: Pipeline, path: Path, lost: Sequence[LostEntry], failures: Mapping[str, int],
    admission: Admission,
) -> Iterator[Outcome]:
    """Outcomes of entries that cannot be read. What stands in the file is kept as a source that failed."""
    for entry in lost:
        name = clean_text(f"{path.name}#{entry.name}" if entry.name else path.name)[0]
        file = name if entry.name else clean_text(str(path))[0]
        why = clean_text(" ".join(entry.why.split()))[0][:500]
        blob = sha256(entry.content)
        refused = admission.refusal(blob)
        if refused is not None:
            yield Outcome(file, "failed", refused, entry=bool(entry.name))
            continue
        library.blobs.put_many([entry.content])
        build = admission.build_id(pipeline, blob)
        stream = f"build:{build}"
        attempt = failures.get(stream, 0) + 1
        registered = SourceRegistered(build=build, blob=blob, size=len(entry.content), name=name,
                                      source_kind=pipeline.source_kind, pipeline=pipeline.digest)
        failed = StageFailed(build=build, stage="parsed", reason="unreadable-entry", message=why, attempt=attempt)
        events = [NewEvent(registered, key="registered"), NewEvent(failed, key=f"failed:parsed:{attempt}")]
        _append(library, [Append(stream, events)])
        yield Outcome(file, "failed", why, build, entry=bool(entry.name))


def _processes(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(),))


def _begin(parent: int) -> None:
    # An interruption is for the parent to answer; the others would each print where it met them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(parent)


def _append(library: Library, appends: Sequence[Append]) -> None:
    try:
        library.append(appends)
    except EventConflict:
        # Somebody registered one of these entries under another file's name: another process just now, or an earlier
        # run in which it failed. That name stays; what follows depends on the entry alone.
        for append in appends:
            try:
                library.append([append])
            except EventConflict:
                library.append([Append(append.stream, append.events[1:])])


def _build(task: Task) -> tuple[Append, Outcome]:
    """All events of one entry's build."""
    pipeline, name, content, blob, build, attempt = task
    registered = SourceRegistered(
        build=build, blob=blob, size=len(content), source_kind=pipeline.source_kind, name=name, pipeline=pipeline.digest
    )
    stages: dict[str, Payload] = {"registered": registered}
    at = "parsed"
    try:
        document = RECORD_FORMATS[pipeline.source_kind].parse_entry(content)
        made: dict[str, Payload] = {}
        for at, make in later_stages(pipeline).items():
            made[at] = make(document, made)
        sealed = BuildSealed(build=build, blob=blob, pipeline=pipeline.digest)
        stages |= {"parsed": document, **made, "sealed": sealed}
        outcome = built(name, build, document, made)
    except Exception as error:
        # A fault of ours costs one entry, with its reason in the ledger, and never the run.
        message = clean_text(" ".join(f"{type(error).__name__}: {error}".split()))[0][:500]
        failed = StageFailed(build=build, stage=at, reason="internal", message=message, attempt=attempt)
        stages[f"failed:{at}:{attempt}"] = failed
        outcome = Outcome(name, "failed", f"internal: {message}", build)
    return Append(f"build:{build}", [NewEvent(payload, key=stage) for stage, payload in stages.items()]), outcome
