"""Entries of a bibliography to sealed builds: many at a time, since each costs little."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..kb.events.base import Payload
from ..kb.events.build import BuildSealed, SourceRegistered
from ..kb.formats import csl
from ..kb.ledger.port import Append, NewEvent
from ..kb.library import Library
from .outcome import Outcome, built
from .pipeline import Pipeline, later_stages

RECORDS_PER_APPEND = 200
WORTH_PROCESSES = 400
"""From this many entries on, starting other processes pays."""

Task = tuple[Pipeline, str, bytes, str]


def ingest_records(
    library: Library, pipeline: Pipeline, path: Path, entries: Sequence[dict[str, Any]], sealed: set[str], jobs: int
) -> Iterator[Outcome]:
    """Outcomes in the order of the entries; each batch of builds is one append, so none is ever half there."""
    many = jobs > 1 and len(entries) >= WORTH_PROCESSES
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) if many else nullcontext() as pool:
        waiting = iter(entries)
        while batch := list(islice(waiting, RECORDS_PER_APPEND)):
            contents = [csl.entry_bytes(entry) for entry in batch]
            blobs = library.blobs.put_many(contents)
            outcomes: list[Outcome | None] = []
            tasks: list[Task] = []
            for entry, content, blob in zip(batch, contents, blobs, strict=True):
                name = f"{path.name}#{entry['id']}"
                build = pipeline.build_id(blob)
                known = f"build:{build}" in sealed
                outcomes.append(Outcome(name, "unchanged", "ingested before", build) if known else None)
                if not known:
                    sealed.add(f"build:{build}")
                    tasks.append((pipeline, name, content, blob))
            made = list(pool.map(_build, tasks, chunksize=25) if pool else map(_build, tasks))
            if made:
                library.append([append for append, _ in made])
            fresh = (outcome for _, outcome in made)
            yield from (outcome or next(fresh) for outcome in outcomes)


def _build(task: Task) -> tuple[Append, Outcome]:
    """All events of one entry's build."""
    pipeline, name, content, blob = task
    build = pipeline.build_id(blob)
    registered = SourceRegistered(
        build=build, blob=blob, size=len(content), source_kind="csl", name=name, pipeline=pipeline.digest
    )
    document = csl.parse_entry(content)
    made: dict[str, Payload] = {}
    for stage, make in later_stages(pipeline).items():
        made[stage] = make(document, made)
    sealed = BuildSealed(build=build, blob=blob, pipeline=pipeline.digest)
    stages = {"registered": registered, "parsed": document, **made, "sealed": sealed}
    events = [NewEvent(payload, key=stage) for stage, payload in stages.items()]
    return Append(f"build:{build}", events), built(name, build, document, made)
