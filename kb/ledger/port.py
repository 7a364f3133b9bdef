"""The port `ledger`: one append-only log with a gapless global order and a hash chain over every event."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ..errors import ChainBroken, LedgerError, UnknownEvent
from ..events.base import Payload
from ..events.registry import load

ANY = -1
"""Expected version that accepts any: for streams where nobody decides on what was there before."""


@dataclass(frozen=True)
class NewEvent:
    """An event to be appended. 

    `key` makes its id, with stream and kind, where a step may be repeated; None: a new one. `cause` is the id of the
    event that led here.
    """

    payload: Payload
    key: str | None = None
    cause: str | None = None


@dataclass(frozen=True)
class Append:
    """Events for one stream; `expected` is the stream's version before them (0: the stream is new; `ANY`)."""

    stream: str
    events: Sequence[NewEvent]
    expected: int = ANY


class StoredEvent(NamedTuple):
    """An event of the ledger. `content` is None once purged; `recorded_at` is UTC, ISO 8601 with a Z."""

    position: int
    event_id: str
    stream: str
    version: int
    kind: str
    schema: int
    recorded_at: str
    actor: str
    cause: str | None
    run: str | None
    content: bytes | None
    payload_sha256: str
    hash: str

    def payload(self) -> Payload:
        """The payload as today's model.

        Raises `UnknownEvent`, `LedgerError` for a payload that was purged, and `ChainBroken` for one that is no payload
        of its kind; all of them name the position.
        """
        if self.content is None:
            raise LedgerError(f"the payload of event {self.position} was purged", remedy="ingest its source again")
        try:
            value: dict[str, Any] = json.loads(self.content)
            return load(self.kind, self.schema, value)
        except UnknownEvent as error:
            raise UnknownEvent(f"event {self.position}: {error.message}", remedy=error.remedy) from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            # What follows the first line may quote the payload.
            said = (str(error).splitlines() or [type(error).__name__])[0]
            raise ChainBroken(
                f"the payload of event {self.position} is no {self.kind}: {said}", remedy="run: claimledger verify"
            ) from error


class PackedEvent(NamedTuple):
    """An event as it lies in the ledger: `payload` is its zstd frame, None once purged. `walk.unpacked` opens it."""

    position: int
    event_id: str
    stream: str
    version: int
    kind: str
    schema: int
    recorded_at: str
    actor: str
    cause: str | None
    run: str | None
    payload: bytes | None
    payload_sha256: str
    hash: str


@dataclass(frozen=True)
class Head:
    """The last position (0: empty) and its hash."""

    position: int
    hash: str


class Ledger(Protocol):
    """What every adapter does; `tests/contract/test_ledger_contract.py` holds them to it."""

    def append(self, appends: Sequence[Append], *, actor: str, run: str | None = None) -> list[StoredEvent]:
        """Append all or nothing, in order. Events with a known id and equal payload digest are returned as stored.

        `actor` is who does it (human, agent or program, with version), `run` the run that the events belong to. An
        `Append` without events is a guard: its expected version is checked with the others. A call of which every event
        is known is done already, whatever versions it expects.

        Raises `ConcurrentAppend` for a stale expected version, `EventConflict` for a known id with another payload,
        `NotCanonical`, `PayloadTooLarge` and `ReadOnlyLibrary`.
        """
        ...

    def read(
        self,
        *,
        after: int = 0,
        until: int | None = None,
        kinds: Collection[str] | None = None,
        stream: str | None = None,
    ) -> Iterator[StoredEvent]:
        """Events with after < position <= until, in order, in constant memory. Raises `ChainBroken` on damage.

        Without `until` the end is the head at the first step.
        """
        ...

    def head(self) -> Head:
        """The last event."""
        ...

    def find(self, event_id: str) -> StoredEvent | None:
        """One event by its id."""
        ...

    def version(self, stream: str) -> int:
        """The version of a stream; 0 if it has no events."""
        ...

    def verify(self, *, until: int | None = None) -> Head:
        """Walk the chain from the first event to `until` or the head, and return where it ends.

        Raises `ChainBroken` at the first position that does not hold, also if the ledger ends before `until`. A payload
        that is gone is damage unless a `Purged` event, wherever it lies, names its position.
        """
        ...

    def scan(self, *, after: int = 0, until: int | None = None) -> Iterator[PackedEvent]:
        """As `read`, but the payloads stay packed and unchecked: for whoever decodes elsewhere."""
        ...

    def purge(self, positions: Collection[int]) -> bool:
        """Erase the payloads at these positions. A `Purged` event must name them; doing it again changes nothing.

        True if nothing of them is left in the database's files; False while somebody keeps old pages, which
        `finish_purge` then waits for. Raises `LedgerError` for a position that no `Purged` event names, and
        `ReadOnlyLibrary`.
        """
        ...

    def finish_purge(self) -> bool:
        """Try again to get rid of what a purge left behind. True if nothing is left."""
        ...

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file, while others append. Raises `UsageError` where it cannot be done."""
        ...

    def close(self) -> None:
        """Release files and connections."""
        ...
