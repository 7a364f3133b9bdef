"""Answers in the ledger: one `Retrieved` event each, ids and scores without text; the question is a blob."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..canon import canonical, make_id
from ..events.activity import Hit, Retrieved
from ..ledger.port import Append, NewEvent

if TYPE_CHECKING:
    from ..library import Library
    from .evidence import EvidenceHit, EvidenceSnapshot


def evidence_id(
    library: Library, query: str, *, position: int, route: str, parameters: dict[str, str | int],
    versions: dict[str, str | int], caller: str, use: str | None,
) -> str:
    """The id of an answer. The run is in it, so that a question asked again is another answer."""
    content = canonical([route, parameters, versions, caller, use]).decode()
    return make_id("es", library.id, position, query, content, library.run)


def record(library: Library, answers: Sequence[EvidenceSnapshot]) -> dict[str, str]:
    """Append all answers as one batch. Returns the time of each recording by evidence snapshot. Raises as `append`."""
    distinct = {answer.evidence_snapshot: answer for answer in answers}
    digests = library.blobs.put_many(answer.query.encode() for answer in distinct.values())
    appends = [
        Append(f"retrieval:{answer.evidence_snapshot}", [NewEvent(_event(answer, digest), key="retrieved")])
        for answer, digest in zip(distinct.values(), digests, strict=True)
    ]
    stored = library.append(appends)
    return {event.stream.partition(":")[2]: event.recorded_at for event in stored}


def _event(answer: EvidenceSnapshot, query: str) -> Retrieved:
    return Retrieved(
        evidence_snapshot=answer.evidence_snapshot,
        query_blob=query,
        rewritten_blob=query,
        route=answer.route,
        parameters=dict(answer.parameters),
        snapshot=answer.snapshot,
        position=answer.position,
        schema_version=int(answer.versions["schema"]),
        pipeline=str(answer.versions["pipeline"]),
        index_version=str(answer.versions["index"]),
        embedder=str(answer.versions["embedder"]),
        caller=answer.caller,
        use=answer.use,
        hits=tuple(_hit(hit) for hit in answer.hits),
    )


def _hit(hit: EvidenceHit) -> Hit:
    scores = {name: f"{score:.6f}" for name, score in hit.scores.items() if score is not None}
    return Hit(
        rank=hit.rank, chunk=hit.chunk, build=hit.build, work=hit.paper, score=f"{hit.score:.6f}", scores=scores
    )
