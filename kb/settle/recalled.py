"""Builds that were purged, as far as the ledger still has what they said.

A purge is appended before anything is erased, and from then on no view shows rows of its builds. What they touched can
be told from their payloads, as long as these are there; once they are gone, nobody can tell.
"""

from __future__ import annotations

from collections.abc import Collection

from ..events.attaching import FilesAttached
from ..events.fold import TABLES, fold
from ..ledger.port import Ledger, StoredEvent
from ..segments.columns import arrow_tables
from ..view import View
from .facts import BuildFacts
from .loading import load_facts


def recall(ledger: Ledger, builds: Collection[str]) -> list[BuildFacts] | None:
    """Facts of purged builds, of those that were sealed; None if a payload is gone."""
    events: list[StoredEvent] = []
    sealed = []
    for build in sorted(builds):
        stream = list(ledger.read(stream=f"build:{build}"))
        if any(event.content is None for event in stream):
            return None
        if any(event.kind == "BuildSealed" for event in stream):
            events += stream
            sealed.append(build)
    if not sealed:
        return []
    # What is attached to what is said elsewhere, and stays.
    events += ledger.read(kinds=[FilesAttached.kind])
    events.sort(key=lambda event: event.position)
    tables = arrow_tables(fold(events))
    with View({table.name: [] for table in TABLES}, tables, events[-1].position) as view:
        return load_facts(view, sealed)
