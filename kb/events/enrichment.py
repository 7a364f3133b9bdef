"""Questions to services about papers of the library: activity, no part of the snapshot id.

What a service answered is a source of its own, with a build of its own; here stands that it was asked, and what came.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Payload

AskedBy = Literal["doi", "arxiv", "pmid", "title"]
Found = Literal["found", "not-found", "disagrees", "failed"]


class EnrichmentAsked(Payload):
    """One question about a build, and its outcome. The time of the event is that of the retrieval.

    `identifier` is what was asked for; empty for a title, which is text of the paper. `blob` is the record that was
    found, and `record` its build; a record that `disagrees` is not kept. `reason` is one line for people, without
    text of the paper; `attempt` counts the questions about this build by the same field, from one. What `failed`, for
    a reason that may pass, says nothing about whether the service knows the paper.
    """

    kind: ClassVar[str] = "EnrichmentAsked"
    build: str
    provider: str
    asked_by: AskedBy
    identifier: str
    outcome: Found
    reason: str
    blob: str | None
    record: str | None
    attempt: int
