"""Asks a library: brings the index up to date, ranks what the position shows, quotes, and records the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..canon import clean_text
from ..counting import counted
from ..errors import NotStored, UsageError
from ..schema import SCHEMA_VERSION
from ..unrecorded import unrecorded
from .evidence import EvidenceSnapshot
from .recording import evidence_id
from .recording import record as append_answers

if TYPE_CHECKING:
    from ..index.fusion import Scored
    from ..index.index import SearchIndex
    from ..index.ranking import Terms
    from ..library import Library
    from ..view import View

Report = Callable[[int, int, str], None]

PATIENCE = 3.0
"""Seconds that the answer from a state that was named waits for another process to index it: it should be the same
whenever it is asked. An answer from the head does not wait, nor does one that lacks nothing."""
_PAUSE = 0.1

ROUTES = ("profile",)

PIPELINES = "SELECT DISTINCT s.pipeline FROM sealed s JOIN active_builds a ON a.build = s.build ORDER BY 1"


@dataclass(frozen=True)
class Request:
    """What is the same for all questions of a call."""

    k: int
    route: str
    use: str | None
    caller: str
    quoted: bool


def search(
    library: Library, query: str, *, k: int = 10, at: str | int | None = None, route: str = "profile",
    use: str | None = None, caller: str = "python", record: bool = True, progress: Report | None = None,
) -> EvidenceSnapshot:
    """The `k` works that answer a question best, as of a snapshot or position (the head if None).

    The answer is recorded unless `record` is false or nothing can be stored, of which it warns. Raises `UsageError` for
    an empty question or an unknown route, and `UnknownId` for an unknown snapshot.
    """
    answers = search_many(
        library, [query], k=k, at=at, route=route, use=use, caller=caller, record=record, progress=progress
    )
    return answers[0]


def search_many(
    library: Library, queries: Sequence[str], *, k: int = 10, at: str | int | None = None, route: str = "profile",
    use: str | None = None, caller: str = "python", record: bool = True, quoted: bool = True,
    progress: Report | None = None,
) -> list[EvidenceSnapshot]:
    """One answer a question, in order, all at one position and recorded as one batch; see `search`.

    Without `quoted` the hits have no quotes and places, which is what a run over many questions needs.
    """
    request = checked_request(k, route, use, caller, quoted)
    found = [answer for answer, _ in answer_many(library, queries, request, at, progress)]
    return recorded(library, found) if record else found


def checked_request(k: int, route: str, use: str | None, caller: str, quoted: bool) -> Request:
    """What is asked of every question. Raises `UsageError`."""
    if route not in ROUTES:
        raise UsageError(f"no route {route!r}", remedy=f"use one of: {', '.join(ROUTES)}")
    if k < 1:
        raise UsageError("k must be at least 1", remedy="ask for one hit or more")
    return Request(k, route, use, caller, quoted)


def answer_many(
    library: Library, queries: Sequence[str], request: Request, at: str | int | None, progress: Report | None
) -> list[tuple[EvidenceSnapshot, Terms]]:
    """One answer a question, not recorded, with what its scores were made from. Raises as `search`."""
    from ..index.digests import readable_index

    questions = [_checked(query) for query in queries]
    position = library.position_of(at)
    # The head is never frozen itself: freezing appends an event behind what it froze.
    snapshot = None if position is None else library.snapshot_at(position)
    with library.view(position) as view, readable_index():
        return _answer(library, view, questions, request, snapshot, progress, named=at is not None)


def recorded(library: Library, answers: Sequence[EvidenceSnapshot]) -> list[EvidenceSnapshot]:
    """The answers after recording them as one batch; with a warning instead where nothing can be stored."""
    if not answers:
        return []
    times: dict[str, str] = {}
    if why := unrecorded(library, lambda: times.update(append_answers(library, answers))):
        warning = f"{why}: the answer is not recorded"
        return [replace(answer, warnings=(*answer.warnings, warning)) for answer in answers]
    return [replace(answer, recorded=True, time=times[answer.evidence_snapshot]) for answer in answers]


def _answer(
    library: Library, view: View, questions: Sequence[str], request: Request, snapshot: str | None,
    progress: Report | None, *, named: bool,
) -> list[tuple[EvidenceSnapshot, Terms]]:
    from ..index.fusion import CANDIDATES, DENSE_WEIGHT
    from ..index.index import SearchIndex
    from ..index.ranking import Ranking
    from .passages import Passages

    index = SearchIndex(library)
    warnings, lacking = _catch_up(library, index, view, progress, patience=PATIENCE if named else 0.0)
    ranking = Ranking(index, view)
    if ranking.unembedded:
        warnings.append(f"no vectors yet of {counted(ranking.unembedded, 'chunk')}: found by words alone")
        lacking |= {"unembedded_chunks": ranking.unembedded}
    ranked = ranking.rank(questions, request.k)
    passages = Passages(view, ranking, library.id, (hit for hits in ranked for hit in hits), quoted=request.quoted)
    parameters: dict[str, str | int] = {
        "k": request.k, "candidates": CANDIDATES, "fusion": "scaled-sum", "dense_weight": str(DENSE_WEIGHT),
        **lacking,
    }
    versions: dict[str, str | int] = {
        "schema": SCHEMA_VERSION, "pipeline": _pipelines(view), "embedder": index.opening.label, "index": index.version,
    }
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def answer(question: str, hits: Sequence[Scored]) -> EvidenceSnapshot:
        name = evidence_id(
            library, question, position=view.position, route=request.route, parameters=parameters, versions=versions,
            caller=request.caller, use=request.use,
        )
        return EvidenceSnapshot(
            evidence_snapshot=name, library=(library.id,), snapshot=snapshot, position=view.position, query=question,
            rewritten=question, route=request.route, versions=versions, parameters=parameters, caller=request.caller,
            time=now, use=request.use, recorded=False, warnings=tuple(warnings),
            hits=tuple(passages.hit(question, rank, hit) for rank, hit in enumerate(hits, 1)),
        )

    return [
        (answer(question, hits), ranking.terms(question, hits))
        for question, hits in zip(questions, ranked, strict=True)
    ]


def _catch_up(
    library: Library, index: SearchIndex, view: View, progress: Report | None, *, patience: float
) -> tuple[list[str], dict[str, int]]:
    """Bring the index up to the view if that is possible; what it still lacks, and why, in words and as parameters."""
    from ..index.digests import IndexDamaged

    warnings = list(library.caveats)
    try:
        state = index.state(view)
    except IndexDamaged as error:
        if (library.read_only and not library.imported) or index.update(progress, view) is None:
            raise
        warnings.append(f"{error.message}; it was made again")
        state = index.state(view)
    if state.reason:
        warnings.append(f"search runs on text alone: {state.reason}")
    if state.complete:
        return warnings, {}
    if library.read_only and not library.imported:
        why = library.unwritable
    else:
        try:
            if _completed(index, view, progress, patience):
                return warnings, {}
            why = "another process is indexing"
        except NotStored as error:
            why = error.message
            index.reload()
            state = index.state(view)
    if not state.missing_builds:
        return warnings, {}
    number = state.missing_builds
    are = "is" if number == 1 else "are"
    warnings.append(f"{why}, and {counted(number, 'source')} {are} not indexed and cannot be found")
    return warnings, {"unindexed_sources": state.missing_builds}


def _completed(index: SearchIndex, view: View, progress: Report | None, patience: float) -> bool:
    """Bring the index up to the view, or see another process do so within some seconds. False if neither came about."""
    deadline = time.monotonic() + patience
    while index.update(progress, view) is None:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_PAUSE)
        index.reload()
        if index.state(view).complete:
            return True
    return True


def _pipelines(view: View) -> str:
    """The pipeline digests of the builds that can be found, joined by commas."""
    return ",".join(str(row["pipeline"]) for row in view.rows(PIPELINES))


def _checked(query: str) -> str:
    text, _ = clean_text(query)
    if not text.strip():
        raise UsageError("the question is empty", remedy="write what you look for")
    return text
