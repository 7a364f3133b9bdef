"""Frozen states as the ledger records them, which one an id or a name means, and their files beside the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import AmbiguousId, DamageFound, UnknownId
from .events.library import SnapshotFrozen
from .ledger.port import StoredEvent
from .redactions import Redaction, Redactions
from .swapping import swap_text

if TYPE_CHECKING:
    from .library import Library

FOLDER = "snapshots"


@dataclass(frozen=True)
class Manifest:
    """A frozen state: the event's payload, when and by whom, and the builds in it that were purged since."""

    frozen: SnapshotFrozen
    library: str
    time: str
    actor: str
    position: int
    redactions: tuple[Redaction, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The manifest as it is stored and printed."""
        body = self.frozen.model_dump(mode="json")
        redactions = [redaction.to_json() for redaction in self.redactions]
        return body | {"library": self.library, "time": self.time, "actor": self.actor, "redactions": redactions}

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{self.frozen.snapshot}.{self.position}.json"


def manifests(library: Library) -> list[Manifest]:
    """All frozen states, in the order of freezing."""
    redactions = Redactions(library.ledger)
    recorded = library.ledger.read(kinds=[SnapshotFrozen.kind])
    return [*library.stated, *(_manifest(library, event, redactions) for event in recorded)]


def manifest_of(library: Library, event: StoredEvent) -> Manifest:
    """The manifest that one event `SnapshotFrozen` records."""
    return _manifest(library, event, Redactions(library.ledger))


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
    if name.startswith("@"):
        raise UnknownId(
            f"{name} is a position, and this takes a frozen snapshot",
            remedy="see: claimledger snapshot list; to freeze the present state: claimledger snapshot freeze",
        )
    raise UnknownId(f"no snapshot {name!r}", remedy="see: claimledger snapshot list")


def write_manifest(library: Library, manifest: Manifest) -> None:
    """Put a manifest's file in its place. Raises `OSError`."""
    folder = library.root / FOLDER
    folder.mkdir(exist_ok=True)
    swap_text(folder / manifest.file_name, _text(manifest.to_json()))


def write_manifests(library: Library) -> None:
    """Put the files of all frozen states in their places, from the ledger. Raises `OSError`."""
    for manifest in manifests(library):
        write_manifest(library, manifest)


def damaged_manifests(library: Library) -> Iterator[str]:
    """Files of manifests that are not what the ledger records. One that is missing is no damage."""
    redactions = Redactions(library.ledger)
    known = {manifest.file_name: manifest for manifest in manifests(library)}
    for path in sorted((library.root / FOLDER).glob("*.json")):
        if path.name not in known:
            yield f"manifest {FOLDER}/{path.name}: the ledger records no such snapshot"
        elif path.read_bytes() not in _texts(known[path.name], redactions):
            yield f"manifest {FOLDER}/{path.name} is not what the ledger records; run: claimledger rebuild"


def _manifest(library: Library, event: StoredEvent, redactions: Redactions) -> Manifest:
    payload = event.payload()
    if not isinstance(payload, SnapshotFrozen):
        raise DamageFound(
            f"an index of the ledger takes event {event.position} for a snapshot", remedy="run: claimledger verify"
        )
    lost = redactions.at(payload.position)
    return Manifest(payload, library.id, event.recorded_at, event.actor, event.position, lost)


def _texts(manifest: Manifest, redactions: Redactions) -> set[bytes]:
    """What the file may say: it was written before or after any purge."""
    at = manifest.frozen.position
    body = manifest.to_json()
    states = [redactions.at(at, known=known) for known in (0, *(purge.position for purge in redactions.purges))]
    return {_text(body | {"redactions": [one.to_json() for one in state]}).encode() for state in states}


def _text(value: Any) -> str:
    return json.dumps(value, indent=1, sort_keys=True) + "\n"
