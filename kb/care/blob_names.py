"""Which blobs a ledger needs: those that its events name and no later purge forgot."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..events.standing import Purged
from ..ledger.port import StoredEvent

FIELDS: dict[str, tuple[str, ...]] = {
    "SourceRegistered": ("blob",),
    "BuildSealed": ("blob",),
    "Retrieved": ("query_blob", "rewritten_blob"),
    "ManuscriptAudited": ("manuscript", "bibliography", "report"),
    "EnrichmentAsked": ("blob",),
    "DraftWritten": ("topic", "text"),
}
"""Event kinds by the fields of their payloads that name a blob."""
KINDS = (*FIELDS, Purged.kind)
"""The kinds of events that `named_blobs` looks at."""


def named_blobs(events: Iterable[StoredEvent]) -> set[str]:
    """Digests of the blobs that must be there. A source that came in again after its purge is there again."""
    named: dict[str, int] = {}
    forgotten: dict[str, int] = {}
    for event in events:
        if event.content is None:
            continue
        content = json.loads(event.content)
        if event.kind == Purged.kind:
            forgotten.update((blob, event.position) for blob in content["blobs"])
        for field in FIELDS.get(event.kind, ()):
            if content.get(field):
                named[content[field]] = event.position
    return {blob for blob, position in named.items() if position > forgotten.get(blob, 0)}
