"""The one registry of event kinds: from a stored payload to its model, upcasting old schemas on the way.

An unknown kind or a newer schema stops the reader with its name; it is never skipped. Upcasters are pure functions from
one schema number to the next; `check` looks for gaps.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..errors import UnknownEvent
from . import (
    activity,
    attaching,
    build,
    choosing,
    claims,
    document,
    enrichment,
    exporting,
    library,
    redaction,
    standing,
)
from .base import Payload

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

KINDS: dict[str, type[Payload]] = {
    model.kind: model
    for model in (
        library.LibraryCreated, build.SourceRegistered, document.Document, build.Described, build.Chunked, build.Cited,
        claims.ClaimsExtracted, build.QualityAssessed, build.BuildSealed, build.StageFailed, library.Settled,
        library.Indexed, library.SnapshotFrozen, activity.Retrieved, activity.ManuscriptAudited, activity.DraftWritten,
        standing.StandingChanged, standing.Purged, redaction.Redacted, exporting.SnapshotExported,
        enrichment.EnrichmentAsked, choosing.ValueChosen, attaching.FilesAttached,
    )
}

_INSTALL = "install claimledger again: its files do not fit each other"

_GRADES = {"good": "A", "fair": "B", "poor": "C"}


def _only_added(content: dict[str, Any]) -> dict[str, Any]:
    """The next number has more fields and more values, and what was there means the same."""
    return content


def _lettered(content: dict[str, Any]) -> dict[str, Any]:
    return content | {"grade": "D" if content["quarantined"] else _GRADES[content["grade"]]}


UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("Parsed", 1): _only_added, ("SourceRegistered", 1): _only_added, ("Described", 1): _only_added,
    ("Cited", 1): _only_added, ("QualityAssessed", 1): _lettered,
}
"""(kind, schema number) to the function that makes the next number of it."""


def read(kind: str, schema: int, content: bytes) -> Payload:
    """The payload in canonical bytes as today's model; where nothing is upcast, without a detour over Python's values.

    Raises `UnknownEvent` for an unknown kind or a newer schema, and `ValueError` for bytes that are no such payload.
    """
    model = _model(kind, schema)
    if schema == model.schema_number:
        return model.model_validate_json(content)
    return load(kind, schema, json.loads(content))


def load(kind: str, schema: int, content: dict[str, Any]) -> Payload:
    """The payload as today's model. Raises `UnknownEvent` for an unknown kind or a newer schema."""
    model = _model(kind, schema)
    for number in range(schema, model.schema_number):
        content = UPCASTERS[kind, number](content)
    return model.model_validate(content)


def dump(payload: Payload) -> dict[str, Any]:
    """The JSON value of a payload, ready for canon-1."""
    return payload.model_dump(mode="json")


def check() -> None:
    """Raises `UnknownEvent` if a step from an old schema number to the next is missing or leads nowhere."""
    for kind, model in KINDS.items():
        for number in range(1, model.schema_number):
            if (kind, number) not in UPCASTERS:
                raise UnknownEvent(f"no upcaster for {kind} from schema {number}", remedy=_INSTALL)
    for kind, number in UPCASTERS:
        if kind not in KINDS or not 1 <= number < KINDS[kind].schema_number:
            raise UnknownEvent(f"the upcaster for {kind} schema {number} leads nowhere", remedy=_INSTALL)


def _model(kind: str, schema: int) -> type[Payload]:
    model = KINDS.get(kind)
    if model is None:
        raise UnknownEvent(f"event kind {kind!r} is unknown", remedy="use the version of claimledger that wrote it")
    if not 1 <= schema <= model.schema_number:
        unknown = f"{kind} has schema {schema}; this version knows 1 to {model.schema_number}"
        raise UnknownEvent(unknown, remedy="upgrade claimledger")
    return model
