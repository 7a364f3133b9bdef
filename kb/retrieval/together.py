"""One question to several libraries: each answers by itself, and the answers are compared on one scale.

Each library ranks with its own statistics and hands over its k best works; that is its own answer, the one that it
gives when it is asked alone, and the only thing that it records. Scores made from different statistics do not compare:
the same word is rare in one library and common in another. So the hits are scored once more, with the number of chunks,
their mean length and the document frequencies of all libraries together, as if they were one; cosines compare as they
are where all libraries embed with one model, and count for nothing otherwise. Then each kind of score is divided by the
best of its kind, and the two count half each, as within a library. A work that two libraries hold is shown for each.

Where a private library is asked, the others record nothing: not even the question may be written into them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ..asked import position_in
from .answering import Report, answer_many, checked_request, recorded
from .evidence import EvidenceHit, EvidenceSnapshot

if TYPE_CHECKING:
    from ..index.ranking import Terms
    from ..library import Library

COMPARISON = "summed-statistics"


@dataclass(frozen=True)
class JoinedAnswer:
    """The hits of several libraries, best first, and the answer of each. `hits` name their library."""

    answers: tuple[EvidenceSnapshot, ...]
    hits: tuple[EvidenceHit, ...]
    k: int
    compared: str

    @property
    def query(self) -> str:
        """The question."""
        return self.answers[0].query

    @property
    def route(self) -> str:
        """The route that every library took."""
        return self.answers[0].route

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the answers lack, each warning with the library that it is about."""
        return tuple(f"{one.library[0]}: {warning}" for one in self.answers for warning in one.warnings)

    def to_json(self) -> dict[str, Any]:
        """What `search --json` prints for several libraries: no id and no position of its own, but one of each."""
        first = self.answers[0]
        versions = first.versions if all(one.versions == first.versions for one in self.answers) else None
        return {
            "evidence_snapshot": None, "library": [one.library[0] for one in self.answers], "snapshot": None,
            "position": None, "query": first.query, "rewritten": first.rewritten, "route": first.route,
            "versions": versions, "parameters": {"k": self.k, "comparison": COMPARISON, "compared": self.compared},
            "caller": first.caller, "time": first.time, "use": first.use, "selected": [], "ignored": [],
            "hits": [asdict(hit) for hit in self.hits], "warnings": list(self.warnings),
            "fields": [], "claims": [], "assets": [], "relations": [],
            "libraries": [
                {
                    "library": one.library[0], "evidence_snapshot": one.evidence_snapshot, "recorded": one.recorded,
                    "snapshot": one.snapshot, "position": one.position, "versions": one.versions,
                    "parameters": one.parameters,
                }
                for one in self.answers
            ],
        }


def search_together(
    libraries: Sequence[Library], queries: Sequence[str], *, k: int = 10, at: str | None = None,
    route: str = "profile", use: str | None = None, caller: str = "python", record: bool = True, quoted: bool = True,
    progress: Report | None = None,
) -> list[JoinedAnswer]:
    """One answer a question from all libraries together, each as of the snapshot `at` of its own (the head if None).

    Raises as `search`; an unknown snapshot of any of them is an error.
    """
    request = checked_request(k, route, use, caller, quoted)
    positions = [position_in(library, at, str(library.root), several=True) for library in libraries]
    found = [
        answer_many(library, queries, request, position, progress)
        for library, position in zip(libraries, positions, strict=True)
    ]
    joined = [
        _joined([each[number][0] for each in found], [each[number][1] for each in found], k)
        for number in range(len(queries))
    ]
    return recorded_together(libraries, joined) if record else joined


def recorded_together(libraries: Sequence[Library], answers: Sequence[JoinedAnswer]) -> list[JoinedAnswer]:
    """The answers after each library has recorded its own part, as one batch; private ones alone if there are any."""
    private = any(library.settings.library.private for library in libraries)
    columns = []
    for number, library in enumerate(libraries):
        own = [answer.answers[number] for answer in answers]
        columns.append(recorded(library, own) if library.settings.library.private or not private else own)
    return [replace(answer, answers=parts) for answer, parts in zip(answers, zip(*columns, strict=True), strict=True)]


def _joined(answers: Sequence[EvidenceSnapshot], terms: Sequence[Terms], k: int) -> JoinedAnswer:
    import numpy

    from ..index.bm25 import bm25_scores
    from ..index.fusion import fuse

    hits = [hit for answer in answers for hit in answer.hits]
    held = [chunk for each in terms for chunk in each.held]
    asked, together = terms[0].asked, _summed(terms)
    text = bm25_scores(asked, [counts for counts, _ in held], [length for _, length in held], together)
    embedders = {answer.versions["embedder"] for answer in answers}
    compared = "text and meaning" if len(embedders) == 1 and "none" not in embedders else "text"
    near = [hit.scores["dense"] if compared != "text" else None for hit in hits]
    dense = numpy.array([numpy.nan if cosine is None else cosine for cosine in near], dtype=numpy.float64)
    fused, scaled = fuse(text, dense)
    best = sorted(range(len(hits)), key=lambda at: (-fused[at], hits[at].chunk, hits[at].library))[:k]
    return JoinedAnswer(
        tuple(answers),
        tuple(
            replace(
                hits[at], rank=rank, score=float(fused[at]),
                scores={"fts": float(scaled[at]), "bm25": round(float(text[at]), 6), "dense": near[at]},
            )
            for rank, at in enumerate(best, 1)
        ),
        k, compared,
    )


def _summed(terms: Sequence[Terms]) -> Any:
    """The statistics of all libraries as if they were one."""
    from ..index.bm25 import Collection

    chunks = sum(each.collection.chunks for each in terms)
    length = sum(each.collection.chunks * each.collection.mean_length for each in terms)
    frequencies = {
        term: sum(each.collection.frequencies.get(term, 0) for each in terms) for term in terms[0].asked
    }
    return Collection(chunks, length / max(chunks, 1), frequencies)
