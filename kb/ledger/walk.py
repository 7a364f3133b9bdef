"""Walking the chain: whether each event follows from the ones before it. Shared by the adapters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import itemgetter

from ..errors import ChainBroken, DamageFound, NotCanonical
from ..events.standing import Purged
from .batch import EMPTY
from .chain import SORTED, link_values
from .packing import Unpacker
from .port import Head, PackedEvent, StoredEvent


class Walk:
    """Takes stored events in order, from the first one on. It keeps one number for each stream.

    `purged` gives the positions that the ledger's `Purged` events name; it is asked once, if a payload is gone.
    """

    def __init__(self, purged: Callable[[], Collection[int]]) -> None:
        self.head: Head = EMPTY
        self._versions: dict[str, int] = {}
        self._unpacker = Unpacker()
        self._read_purged = purged
        self._purged: Collection[int] | None = None

    def step(self, event: PackedEvent) -> None:
        """Check the next event. Raises `ChainBroken`."""
        position = self.head.position + 1
        if event.position != position:
            raise broken(position, f"it is missing, the next one is {event.position}")
        version = self._versions.get(event.stream, 0) + 1
        if event.version != version:
            raise broken(position, f"it has version {event.version} of {event.stream} instead of {version}")
        if _link(self.head.hash, event) != event.hash:
            raise broken(position, "its hash does not follow from the one before and its columns")
        if event.payload is None:
            self._check_purged(event)
        else:
            try:
                self._unpacker.unpack(event.payload, event.payload_sha256)
            except DamageFound as error:
                raise broken(position, error.message) from error
        self._versions[event.stream] = version
        self.head = Head(position, event.hash)

    def _check_purged(self, event: PackedEvent) -> None:
        if event.kind == Purged.kind:
            raise broken(event.position, "its payload is gone, and with it which payloads may be gone")
        if self._purged is None:
            self._purged = self._read_purged()
        if event.position not in self._purged:
            raise broken(event.position, "its payload is gone, and no purge names it")


def unpacked(event: PackedEvent, unpacker: Unpacker) -> StoredEvent:
    """The event with its payload's content. Raises `ChainBroken` if the payload does not have its digest."""
    if event.payload is None:
        return StoredEvent._make(event)
    try:
        content = unpacker.unpack(event.payload, event.payload_sha256)
    except DamageFound as error:
        raise broken(event.position, error.message) from error
    return StoredEvent._make((*event[:_PAYLOAD], content, *event[_PAYLOAD + 1 :]))


def broken(position: int, reason: str) -> ChainBroken:
    """The error for an event that does not hold."""
    return ChainBroken(f"event {position}: {reason}", remedy="restore the ledger from a backup that verifies")


_PAYLOAD = PackedEvent._fields.index("payload")
_envelope = itemgetter(*(PackedEvent._fields.index(name) for name in SORTED))


def _link(previous: str, event: PackedEvent) -> str | None:
    try:
        return link_values(previous, _envelope(event))
    except NotCanonical:
        return None
