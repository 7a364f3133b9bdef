"""What audits of one manuscript made of its sentences, as of two states."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..kb.errors import ClaimLedgerError
from ..kb.events.activity import ManuscriptAudited
from ..kb.library import Library

Row = dict[str, Any]


def disposition_rows(library: Library, first: int, second: int) -> tuple[dict[str, Row], dict[str, Row]]:
    """Sentences of every manuscript that was audited at both positions, as of each of them.

    What holds at a position is the last audit of the manuscript that was asked at or before it.
    """
    before: dict[str, ManuscriptAudited] = {}
    after: dict[str, ManuscriptAudited] = {}
    for event in library.ledger.read(kinds=[ManuscriptAudited.kind]):
        payload = event.payload() if event.content is not None else None
        if isinstance(payload, ManuscriptAudited):
            for held, position in ((before, first), (after, second)):
                known = held.get(payload.manuscript)
                if payload.position <= position and (known is None or known.position <= payload.position):
                    held[payload.manuscript] = payload
    both = sorted(name for name in before.keys() & after.keys() if before[name].audit != after[name].audit)
    return _rows(library, before, both), _rows(library, after, both)


def _rows(library: Library, audits: Mapping[str, ManuscriptAudited], manuscripts: list[str]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for manuscript in manuscripts:
        audit = audits[manuscript]
        lines = _report(library, audit.report)
        for sentence in audit.sentences:
            name = f"{manuscript}#{sentence.sentence}"
            line = lines.get(sentence.sentence, {})
            rows[name] = {
                "id": name, "manuscript": manuscript, "sentence": sentence.sentence, "claim": sentence.claim,
                "disposition": sentence.disposition, "code": sentence.code, "packets": sorted(sentence.packets),
                "audit": audit.audit, "line": line.get("line"), "text": line.get("text"),
            }
    return rows


def _report(library: Library, blob: str) -> dict[str, Row]:
    """Lines of an audit's report by sentence; none where the report was purged or is damaged."""
    try:
        lines = library.blobs.get(blob).decode("utf-8").splitlines()
        return {line["id"]: line for line in map(json.loads, lines)}
    except (ClaimLedgerError, ValueError, KeyError, TypeError):
        return {}
