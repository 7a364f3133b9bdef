"""A recorded answer asked again, at the position that it was asked at: is it still what it was?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import AmbiguousId, ClaimLedgerError, DamageFound, UnknownId, UsageError
from ..events.activity import Hit, Retrieved
from ..forgetting.record import read_purges
from .answering import Report, search_many
from .evidence import EvidenceHit, EvidenceSnapshot

if TYPE_CHECKING:
    from ..library import Library

TOLERANCE = 1e-4
"""By so much a score may differ: arithmetic of another machine or of another batch."""

LACKING = {"unindexed_sources": "{} sources", "unembedded_chunks": "the vectors of {} chunks"}
"""What an index may lack, as parameters of an answer, and in words."""

PURGED = "SELECT build, reason, time FROM purged_builds WHERE build IN (SELECT unnest(?::VARCHAR[])) ORDER BY build"


@dataclass(frozen=True)
class Replay:
    """What became of a recorded answer. `differences` are about ids, ranks and scores; `notes` may explain them."""

    evidence_snapshot: str
    position: int
    differences: tuple[str, ...]
    notes: tuple[str, ...]
    answer: EvidenceSnapshot
    lacked: str = ""
    """What the index lacked when the answer was recorded and has now, in words."""

    @property
    def same(self) -> bool:
        """Whether the answer has the same ids and ranks, and scores within the tolerance."""
        return not self.differences

    def to_json(self) -> dict[str, Any]:
        """A JSON value; `now` is the answer of today."""
        return {
            "replay": self.evidence_snapshot, "same": self.same, "position": self.position,
            "snapshot": self.answer.snapshot, "library": list(self.answer.library),
            "differences": list(self.differences), "lacked": self.lacked, "notes": list(self.notes),
            "now": self.answer.to_json(),
        }


def replay(library: Library, name: str, *, progress: Report | None = None) -> Replay:
    """Ask the question of a recorded answer again (its id or the beginning of one). Records nothing.

    Raises `UnknownId` and `AmbiguousId`, `UsageError` if the question was purged, and `DamageFound` if it is missing.
    """
    then = _recorded(library, name)
    if not library.blobs.has(then.query_blob):
        raise _gone(library, then)
    question = library.blobs.get(then.query_blob).decode("utf-8")
    [now] = search_many(
        library, [question], k=int(then.parameters["k"] or 1), at=then.position, route=then.route, use=then.use,
        caller=then.caller, record=False, progress=progress,
    )
    return Replay(
        then.evidence_snapshot, then.position, tuple(_differences(then.hits, now.hits)),
        tuple(_notes(library, then, now)), now, " and ".join(_lacked(then, now)),
    )


def _recorded(library: Library, name: str) -> Retrieved:
    with library.view() as view:
        rows = view.rows(
            "SELECT DISTINCT evidence_snapshot AS id, event FROM retrievals WHERE starts_with(evidence_snapshot, ?)",
            [name],
        )
    rows = [row for row in rows if row["id"] == name] or rows
    if not rows or not name.startswith("es-"):
        raise UnknownId(f"no recorded answer has the id {name!r}", remedy="see: claimledger log --kind Retrieved")
    if len(rows) > 1:
        raise AmbiguousId(f"{name!r} fits more than one answer", remedy="give more characters")
    event = library.ledger.find(rows[0]["event"])
    payload = event.payload() if event else None
    assert isinstance(payload, Retrieved)
    return payload


def _gone(library: Library, then: Retrieved) -> ClaimLedgerError:
    """Why a question is not there: it was purged, or lost."""
    if then.query_blob in read_purges(library.ledger).blobs:
        return UsageError(f"the question of {then.evidence_snapshot} was purged", remedy="it cannot be asked again")
    return DamageFound(
        f"the question of {then.evidence_snapshot} is missing: blob {then.query_blob}",
        remedy="restore the blob from a backup; to see what else is missing: claimledger verify",
    )


def _differences(then: tuple[Hit, ...], now: tuple[EvidenceHit, ...]) -> list[str]:
    found = []
    ranks = {hit.chunk: hit.rank for hit in now}
    for old in then:
        rank = ranks.get(old.chunk)
        if rank is None:
            found.append(f"rank {old.rank}: {old.chunk} is not among the hits any more")
            continue
        new = now[rank - 1]
        if rank != old.rank:
            found.append(f"rank {old.rank}: {old.chunk} is now at rank {rank}")
        if (new.build, new.paper) != (old.build, old.work):
            found.append(f"rank {old.rank}: {old.chunk} is now of {new.paper}, {new.build}")
        if abs(new.score - float(old.score)) > TOLERANCE:
            found.append(f"rank {old.rank}: the score of {old.chunk} was {old.score} and is {new.score:.6f}")
    known = {old.chunk for old in then}
    return found + [f"rank {hit.rank}: {hit.chunk} is new" for hit in now if hit.chunk not in known]


def _lacked(then: Retrieved, now: EvidenceSnapshot) -> Iterator[str]:
    for what, words in LACKING.items():
        was_lacking = int(then.parameters.get(what) or 0)
        if was_lacking > int(now.parameters.get(what) or 0):
            yield words.format(was_lacking)


def _notes(library: Library, then: Retrieved, now: EvidenceSnapshot) -> list[str]:
    notes = []
    versions = {
        "schema": then.schema_version, "pipeline": then.pipeline, "embedder": then.embedder,
        "index": then.index_version,
    }
    for what, was in versions.items():
        if was != now.versions[what]:
            notes.append(f"{what} was {was} and is {now.versions[what]}")
    for what in LACKING:
        was_lacking, lacking = then.parameters.get(what, 0), now.parameters.get(what, 0)
        if was_lacking != lacking:
            notes.append(f"{what.replace('_', ' ')} then {was_lacking}, now {lacking}")
    with library.view() as head:
        for row in head.rows(PURGED, [sorted({hit.build for hit in then.hits})]):
            notes.append(f"{row['build']} was purged at {row['time']}: {row['reason']}")
    return notes
