"""Activity: answers, drafts and audits. Events, but no part of the snapshot id."""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Payload, Value

Disposition = Literal["accept", "downgrade", "reject", "backlog", "none"]


class Hit(Value):
    """One hit of an answer: ids and scores (decimal strings), no text."""

    rank: int
    chunk: str
    build: str
    work: str
    score: str
    scores: dict[str, str]


class Retrieved(Payload):
    """The evidence snapshot of one query. `query_blob` holds the question, which is the asker's text."""

    kind: ClassVar[str] = "Retrieved"
    evidence_snapshot: str
    query_blob: str
    rewritten_blob: str
    route: str
    parameters: dict[str, str | int | bool | None]
    snapshot: str | None
    position: int
    schema_version: int
    pipeline: str
    index_version: str
    embedder: str
    caller: str
    use: str | None
    hits: tuple[Hit, ...]


class AuditedSentence(Value):
    """The outcome for one sentence of a manuscript: ids and codes; its text lies in the manuscript's blob."""

    sentence: str
    start: int
    end: int
    claim: bool
    disposition: Disposition
    code: str | None
    packets: tuple[str, ...]


class ManuscriptAudited(Payload):
    """One audit: what went in, what came out. `report` is the blob of the full JSON lines."""

    kind: ClassVar[str] = "ManuscriptAudited"
    audit: str
    manuscript: str
    bibliography: str | None
    report: str
    snapshot: str | None
    position: int
    validator_version: str
    sentences: tuple[AuditedSentence, ...]


class DraftWritten(Payload):
    """One draft: its topic (a blob), the text (a blob) and the packets that bear it."""

    kind: ClassVar[str] = "DraftWritten"
    draft: str
    topic: str
    text: str
    section: str
    snapshot: str | None
    position: int
    packets: tuple[str, ...]
