"""Walking the chain: whether each event follows from the ones before it. Shared by the adapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import ChainBroken, DamageFound, NotCanonical
from .batch import EMPTY
from .chain import COLUMNS, Envelope, link
from .packing import Unpacker
from .port import Head


class Walk:
    """Takes stored rows (all columns, the payload still packed) in order, from the first event on.

    It keeps one number for each stream, and nothing for each event.
    """

    def __init__(self) -> None:
        self.head: Head = EMPTY
        self._versions: dict[str, int] = {}
        self._unpacker = Unpacker()

    def step(self, row: Mapping[str, Any]) -> None:
        """Check the next row. Raises `ChainBroken`."""
        position = self.head.position + 1
        if row["position"] != position:
            raise broken(position, f"it is missing, the next one is {row['position']}")
        version = self._versions.get(row["stream"], 0) + 1
        if row["version"] != version:
            raise broken(position, f"it has version {row['version']} of {row['stream']} instead of {version}")
        if _link(self.head.hash, row) != row["hash"]:
            raise broken(position, "its hash does not follow from the one before and its columns")
        if row["payload"] is None:
            raise broken(position, "its payload is gone")
        try:
            self._unpacker.unpack(row["payload"], row["payload_sha256"])
        except DamageFound as error:
            raise broken(position, error.message) from error
        self._versions[row["stream"]] = version
        self.head = Head(position, row["hash"])


def broken(position: int, reason: str) -> ChainBroken:
    """The error for an event that does not hold."""
    return ChainBroken(f"event {position}: {reason}", remedy="restore the ledger from a backup that verifies")


def _link(previous: str, row: Mapping[str, Any]) -> str | None:
    envelope: Envelope = {name: row[name] for name in COLUMNS}  # type: ignore[assignment]
    try:
        return link(previous, envelope)
    except NotCanonical:
        return None
