"""Frozen states as the ledger records them, and which one an id or a name means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import AmbiguousId, UnknownId
from .events.library import SnapshotFrozen
from .ledger.port import StoredEvent

if TYPE_CHECKING:
    from .library import Library


@dataclass(frozen=True)
class Manifest:
    """A frozen state: the event's payload, with when and by whom."""

    frozen: SnapshotFrozen
    library: str
    time: str
    actor: str
    position: int

    def to_json(self) -> dict[str, Any]:
        """The manifest as it is stored and printed. `redactions` is empty until a purge removes something."""
        body = self.frozen.model_dump(mode="json")
        return body | {"library": self.library, "time": self.time, "actor": self.actor, "redactions": []}


def manifests(library: Library) -> list[Manifest]:
    """All frozen states, in the order of freezing."""
    return [manifest_of(library, event) for event in library.ledger.read(kinds=["SnapshotFrozen"])]


def manifest_of(library: Library, event: StoredEvent) -> Manifest:
    """The manifest that one event `SnapshotFrozen` records."""
    payload = event.payload()
    assert isinstance(payload, SnapshotFrozen)
    return Manifest(payload, library.id, event.recorded_at, event.actor, event.position)


def find_manifest(library: Library, name: str) -> Manifest:
    """A frozen state by id, the beginning of one, name or `latest`. Raises `UnknownId` and `AmbiguousId`."""
    latest_first = list(reversed(manifests(library)))
    for manifest in latest_first:
        if name in ("latest", manifest.frozen.snapshot, manifest.frozen.name):
            return manifest
    begun = [m for m in latest_first if name.startswith("cl1-") and m.frozen.snapshot.startswith(name)]
    if len({manifest.frozen.snapshot for manifest in begun}) > 1:
        raise AmbiguousId(f"{name!r} fits more than one snapshot", remedy="give more characters")
    if begun:
        return begun[0]
    raise UnknownId(f"no snapshot {name!r}", remedy="see: claimledger snapshot list")
