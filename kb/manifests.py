"""Frozen states as the ledger records them, which one an id or a name means, and their files beside the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import AmbiguousId, DamageFound, UnknownId, UsageError
from .events.library import SnapshotFrozen
from .ledger.port import StoredEvent
from .redactions import Redaction, Redactions
from .swapping import swap_text

if TYPE_CHECKING:
    from .library import Library

FOLDER = "snapshots"
_PREFIX = "cl1-"
_LEAST = 2
"""Characters of an id after its prefix from which on its beginning is taken for it."""
_MOST_DIGITS = 20


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
    """A frozen state by id, the beginning of one, name, `latest`, or `@` and the position that it was frozen at.

    Raises `UnknownId`, `AmbiguousId`, and `UsageError` for what is no text.
    """
    check_state(name, str)
    latest_first = list(reversed(manifests(library)))
    for manifest in latest_first:
        if name in ("latest", manifest.frozen.snapshot, manifest.frozen.name):
            return manifest
    begun = [manifest for manifest in latest_first if is_beginning(name, manifest.frozen.snapshot)]
    if len({manifest.frozen.snapshot for manifest in begun}) > 1:
        raise AmbiguousId(f"{name!r} fits more than one snapshot", remedy="give more characters")
    if begun:
        return begun[0]
    if name.startswith("@"):
        return _frozen_at(latest_first, name)
    raise UnknownId(f"no snapshot {name!r}", remedy="see: claimledger snapshot list")


def check_state(named: object, *kinds: type) -> None:
    """Raises `UsageError` for what names no state because it is of none of these kinds."""
    if not isinstance(named, kinds):
        raise UsageError(
            f"no state is named by a value of type {type(named).__name__}",
            remedy='give the id or name of a snapshot, "latest", or "@120" for a position',
        )


def is_beginning(name: str, snapshot: str) -> bool:
    """Whether a name is the id of a snapshot, or so much of its beginning that it means one."""
    return name.startswith(_PREFIX) and len(name) >= len(_PREFIX) + _LEAST and snapshot.startswith(name)


def _frozen_at(latest_first: Sequence[Manifest], name: str) -> Manifest:
    """The state that was frozen at a position. Raises `UnknownId`, which names the nearest ones, if none was."""
    digits = name.removeprefix("@")
    if not (digits.isascii() and digits.isdigit() and len(digits) < _MOST_DIGITS):
        raise UnknownId(f"{name[:40]!r} is no position", remedy="write @ and a number, for example @120")
    position = int(digits)
    for manifest in latest_first:
        if manifest.frozen.position == position:
            return manifest
    positions = {manifest.frozen.position: manifest.frozen for manifest in reversed(latest_first)}
    near = [max((at for at in positions if at < position), default=None),
            min((at for at in positions if at > position), default=None)]
    named = " and ".join(f"{positions[at].snapshot} at @{at}" for at in near if at is not None)
    remedy = f"the nearest: {named}" if named else "freeze the present state: claimledger snapshot freeze"
    raise UnknownId(f"no snapshot was frozen at position {position}", remedy=remedy)


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
    for name, manifest in doubtful_manifests(library):
        if manifest is None:
            yield f"manifest {FOLDER}/{name}: the ledger records no such snapshot"
        else:
            yield f"manifest {FOLDER}/{name} is not what the ledger records; run: claimledger rebuild"


def doubtful_manifests(library: Library) -> Iterator[tuple[str, Manifest | None]]:
    """Names of such files, each with the manifest that belongs there; None where the ledger records none."""
    redactions = Redactions(library.ledger)
    known = {manifest.file_name: manifest for manifest in manifests(library)}
    for path in sorted((library.root / FOLDER).glob("*.json")):
        if path.name not in known:
            yield path.name, None
        elif not path.is_file() or path.read_bytes() not in _texts(known[path.name], redactions):
            yield path.name, known[path.name]


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
