"""What a ledger says of builds, as far as a merge has to know it: sources, what is complete, decisions and purges."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ..canon import make_id
from ..events.build import BuildSealed, SourceRegistered
from ..events.standing import Purged, PurgedBuild, StandingChanged
from ..ledger.port import Ledger, StoredEvent
from .blob_names import KINDS, named_blobs


@dataclass(frozen=True)
class Forgotten:
    """What a library was made to forget: builds, and blobs that did not come in again since."""

    builds: frozenset[str]
    blobs: frozenset[str]

    def covers(self, build: str, blob: str) -> bool:
        """Whether a build is one of them, or reads bytes that are."""
        return build in self.builds or blob in self.blobs


def forgotten(ledger: Ledger) -> Forgotten:
    """What the purges of a ledger name."""
    builds: set[str] = set()
    blobs: set[str] = set()
    for event in ledger.read(kinds=[Purged.kind]):
        purged = event.payload()
        assert isinstance(purged, Purged)
        builds |= {build.build for build in purged.builds}
        blobs |= set(purged.blobs)
    if blobs:
        blobs -= named_blobs(ledger.read(kinds=KINDS))
    return Forgotten(frozenset(builds), frozenset(blobs))


def purged_builds(ledger: Ledger) -> list[PurgedBuild]:
    """Every build that was purged, in the order of the purges."""
    found: list[PurgedBuild] = []
    for event in ledger.read(kinds=[Purged.kind]):
        purged = event.payload()
        assert isinstance(purged, Purged)
        found += purged.builds
    return found


def sources(ledger: Ledger) -> dict[str, str]:
    """Builds that were not purged, complete or not, with their blobs."""
    return _blobs(ledger, SourceRegistered)


def sealed_builds(ledger: Ledger) -> dict[str, str]:
    """Sealed builds that were not purged, with their blobs, in the order of sealing."""
    return _blobs(ledger, BuildSealed)


def _blobs(ledger: Ledger, kind: type[SourceRegistered | BuildSealed]) -> dict[str, str]:
    builds = {}
    for event in ledger.read(kinds=[kind.kind]):
        if event.content is not None:
            said = event.payload()
            assert isinstance(said, kind)
            builds[said.build] = said.blob
    return builds


def origin_of(event: StoredEvent) -> str:
    """The id of the event by which a person decided, whatever number of merges brought it here."""
    merged = event.cause and event.event_id == make_id("event", event.stream, event.kind, f"merged:{event.cause}")
    return str(event.cause) if merged else event.event_id


def standings(ledger: Ledger) -> dict[str, list[StoredEvent]]:
    """The decisions on each build, in their order."""
    found: dict[str, list[StoredEvent]] = defaultdict(list)
    for event in ledger.read(kinds=[StandingChanged.kind]):
        if event.content is not None:
            found[event.stream.partition(":")[2]].append(event)
    return dict(found)
