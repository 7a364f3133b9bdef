"""Tables about the log itself, from sources and standings to answers, audits and questions asked, and their fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..schema import Block, Column, Table, log_table
from .activity import DraftWritten, ManuscriptAudited, Retrieved
from .attaching import FilesAttached
from .base import Payload
from .build import BuildSealed, SourceRegistered, StageFailed
from .choosing import ValueChosen
from .enrichment import EnrichmentAsked
from .library import Indexed, Settled, SnapshotFrozen
from .standing import Purged, StandingChanged

SOURCES = log_table(
    "sources", "sources that came in, with the name of the file",
    Column("build", "text", "build id"),
    Column("blob", "text", "SHA-256 of the bytes"),
    Column("size", "int", "bytes"),
    Column("source_kind", "text", "pdf, csl, ..."),
    Column("name", "text", "file name, or entry of a file"),
    Column("pipeline", "text", "pipeline digest"),
    Column("time", "text", "when it was registered, UTC"),
)
SEALED = log_table(
    "sealed", "builds that are complete",
    Column("build", "text", "build id"),
    Column("blob", "text", "SHA-256 of the bytes"),
    Column("pipeline", "text", "pipeline digest"),
)
STANDINGS = log_table(
    "standings", "decisions that put a build out of view, or back into it; the last one counts",
    Column("build", "text", "build id"),
    Column("standing", "text", "released, quarantined, withdrawn, retired"),
    Column("reason", "text", "why, in words"),
    Column("by", "text", "the build that took its place, or null"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)
PURGED_BUILDS = log_table(
    "purged_builds", "builds that were forgotten",
    Column("build", "text", "build id"),
    Column("blob", "text", "SHA-256 of the bytes that are gone"),
    Column("work", "text", "work id, or null"),
    Column("leaf", "text", "leaf in the tree of a snapshot, or null"),
    Column("reason", "text", "why, in words"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)
FAILURES = log_table(
    "failures", "stages that gave up",
    Column("build", "text", "build id"),
    Column("stage", "text", "stage"),
    Column("reason", "text", "class of failure"),
    Column("message", "text", "one line"),
    Column("attempt", "int", "counts from one"),
)
SETTLEMENTS = log_table(
    "settlements", "when settling ran",
    Column("through", "int", "what changed up to this position is settled; 0: more of the same settling follows"),
    Column("settle_version", "int", "version of the rules"),
)
INDEXINGS = log_table(
    "indexings", "what the search index held",
    Column("through", "int", "builds sealed up to this position"),
    Column("index_version", "text", "version of the index"),
    Column("embedder", "text", "embedder and its digest, or none"),
    Column("chunks", "int", "chunks in the index"),
    Column("embedded", "int", "chunks with a vector"),
)
SNAPSHOTS = log_table(
    "snapshots", "frozen states",
    Column("snapshot", "text", "snapshot id"),
    Column("name", "text", "name or null"),
    Column("at_position", "int", "position that was frozen"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)
RETRIEVALS = log_table(
    "retrievals", "recorded answers",
    Column("evidence_snapshot", "text", "id of the answer"),
    Column("route", "text", "route"),
    Column("at_position", "int", "position that was asked"),
    Column("hits", "int", "number of hits"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)
AUDITS = log_table(
    "audits", "audited manuscripts",
    Column("audit", "text", "audit id"),
    Column("manuscript", "text", "blob of the manuscript"),
    Column("at_position", "int", "position that was asked"),
    Column("sentences", "int", "sentences judged"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)
DRAFTS = log_table(
    "drafts", "drafts",
    Column("draft", "text", "draft id"),
    Column("at_position", "int", "position that was asked"),
    Column("packets", "int", "packets used"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)

ENRICHMENTS = log_table(
    "enrichments", "questions to services about papers, and what came",
    Column("build", "text", "build of the paper that was asked about"),
    Column("provider", "text", "the service"),
    Column("asked_by", "text", "doi, arxiv, pmid, title"),
    Column("identifier", "text", "what was asked for; empty for a title"),
    Column("outcome", "text", "found, not-found, disagrees, failed"),
    Column("reason", "text", "one line"),
    Column("blob", "text", "SHA-256 of the record that was found, or null"),
    Column("record", "text", "build of that record, or null"),
    Column("attempt", "int", "counts from one"),
    Column("time", "text", "when it was retrieved, UTC"),
    Column("event", "text", "event id"),
)
CHOICES = log_table(
    "choices", "values that people chose to be shown, and those that they chose them over; the last event counts",
    Column("build", "text", "build that states the value"),
    Column("value", "text", "id of the assertion, or of the build whose authors are meant"),
    Column("field", "text", "title, authors, year, ..."),
    Column("chosen", "bool", "shown; false: not"),
    Column("reason", "text", "why, in words"),
    Column("time", "text", "when, UTC"),
    Column("event", "text", "event id"),
)
ATTACHMENTS = log_table(
    "attachments", "files that bibliographies attach to their entries",
    Column("entry", "text", "SHA-256 of the entry"),
    Column("file", "text", "SHA-256 of the file"),
)

TABLES: tuple[Table, ...] = (
    SOURCES, SEALED, STANDINGS, PURGED_BUILDS, FAILURES, SETTLEMENTS, INDEXINGS, SNAPSHOTS, RETRIEVALS, AUDITS, DRAFTS,
    ENRICHMENTS, CHOICES, ATTACHMENTS,
)

Rows = Iterator[tuple[Table, dict[str, Any]]]


def fold(position: int, time: str, event: str, payload: Payload) -> Iterator[Block]:
    """Rows of one event, with its time and id. Kinds without such rows give none."""
    folder = _FOLDS.get(type(payload))
    if folder is None:
        return
    for table, values in folder(payload):
        names = {column.name for column in table.columns}
        extra = {name: value for name, value in {"time": time, "event": event}.items() if name in names}
        yield Block(table, position, {name: (value,) for name, value in (values | extra).items()})


def _registered(payload: SourceRegistered) -> Rows:
    yield SOURCES, payload.model_dump()


def _sealed(payload: BuildSealed) -> Rows:
    yield SEALED, payload.model_dump()


def _standing(payload: StandingChanged) -> Rows:
    yield STANDINGS, payload.model_dump()


def _purged(payload: Purged) -> Rows:
    for build in payload.builds:
        yield PURGED_BUILDS, build.model_dump() | {"reason": payload.reason}


def _failed(payload: StageFailed) -> Rows:
    yield FAILURES, payload.model_dump()


def _settled(payload: Settled) -> Rows:
    yield SETTLEMENTS, {"through": payload.through, "settle_version": payload.settle_version}


def _indexed(payload: Indexed) -> Rows:
    yield INDEXINGS, payload.model_dump()


def _frozen(payload: SnapshotFrozen) -> Rows:
    yield SNAPSHOTS, {"snapshot": payload.snapshot, "name": payload.name, "at_position": payload.position}


def _retrieved(payload: Retrieved) -> Rows:
    yield RETRIEVALS, {
        "evidence_snapshot": payload.evidence_snapshot, "route": payload.route, "at_position": payload.position,
        "hits": len(payload.hits),
    }


def _audited(payload: ManuscriptAudited) -> Rows:
    yield AUDITS, {
        "audit": payload.audit, "manuscript": payload.manuscript, "at_position": payload.position,
        "sentences": len(payload.sentences),
    }


def _drafted(payload: DraftWritten) -> Rows:
    yield DRAFTS, {"draft": payload.draft, "at_position": payload.position, "packets": len(payload.packets)}


def _asked(payload: EnrichmentAsked) -> Rows:
    yield ENRICHMENTS, payload.model_dump()


def _chosen(payload: ValueChosen) -> Rows:
    said = {"field": payload.field, "reason": payload.reason}
    for value in payload.over:
        yield CHOICES, said | {"build": value.build, "value": value.id, "chosen": False}
    if payload.chosen is not None:
        yield CHOICES, said | {"build": payload.chosen.build, "value": payload.chosen.id, "chosen": True}


def _attached(payload: FilesAttached) -> Rows:
    for file in payload.files:
        yield ATTACHMENTS, {"entry": payload.entry, "file": file}


_FOLDS: dict[type[Payload], Callable[[Any], Rows]] = {
    SourceRegistered: _registered, BuildSealed: _sealed, StandingChanged: _standing, Purged: _purged,
    StageFailed: _failed, Settled: _settled, Indexed: _indexed, SnapshotFrozen: _frozen,
    Retrieved: _retrieved, ManuscriptAudited: _audited, DraftWritten: _drafted,
    EnrichmentAsked: _asked, ValueChosen: _chosen, FilesAttached: _attached,
}
