"""A batch on its way into the ledger: what is new in it, and what was done already. Pure; shared by the adapters.

Everything that needs no look at the ledger (canonical bytes, digests, ids) is made by `prepare`, before the append lock
is taken; `place` gives versions, positions and hashes under it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..canon import base32, make_id, sha256
from ..errors import ConcurrentAppend, EventConflict, NotCanonical
from .chain import GENESIS, link_values
from .packing import encode
from .port import ANY, Append, Head, NewEvent, StoredEvent

EMPTY = Head(0, GENESIS)
"""The head of a ledger without events."""


class Prepared(NamedTuple):
    """One event of a batch, before its place is known. `repeatable` is true where its id comes from a key."""

    event_id: str
    repeatable: bool
    stream: str
    kind: str
    schema: int
    cause: str | None
    content: bytes
    payload_sha256: str


class PreparedAppend(NamedTuple):
    """The prepared events of one `Append`."""

    stream: str
    events: tuple[Prepared, ...]
    expected: int


class Stamp(NamedTuple):
    """What all events of one call share."""

    recorded_at: str
    actor: str
    run: str | None


@dataclass
class Placed:
    """What to write, and what to answer: one stored event for each event of the call, in its order."""

    new: list[StoredEvent]
    answer: list[StoredEvent]


def prepare(appends: Sequence[Append]) -> list[PreparedAppend]:
    """Bytes, digests and ids of all events. Raises `NotCanonical` and `PayloadTooLarge`."""
    for append in appends:
        check_text("stream", append.stream)
    return [
        PreparedAppend(append.stream, tuple(_prepare(append.stream, event) for event in append.events), append.expected)
        for append in appends
    ]


def place(
    batch: Sequence[PreparedAppend],
    *,
    stamp: Stamp,
    head: Head,
    versions: Mapping[str, int],
    known: Mapping[str, StoredEvent],
) -> Placed:
    """Place the new events of a batch after `head`.

    `versions` holds the current version of every stream of the batch (0 where missing), `known` the stored events whose
    ids occur in it. Raises `EventConflict` and `ConcurrentAppend`. A batch of which every event is known is done
    already, whatever its expected versions say: the streams may have moved on since it was first appended.
    """
    seen = dict(known)
    current = dict(versions)
    placed = Placed([], [])
    position, previous = head.position, head.hash
    fresh = any(event.event_id not in known for append in batch for event in append.events)
    for append in batch:
        # An Append without events is a guard: it states what the others were decided on.
        undone = not append.events or any(event.event_id not in seen for event in append.events)
        if fresh and undone:
            _check_version(append, current.get(append.stream, 0))
        for event in append.events:
            stored = seen.get(event.event_id)
            if stored is None:
                position += 1
                version = current[event.stream] = current.get(event.stream, 0) + 1
                stored = _place(event, position, version, previous, stamp)
                previous = stored.hash
                seen[event.event_id] = stored
                placed.new.append(stored)
            elif stored.payload_sha256 != event.payload_sha256:
                raise _conflict(event, stored)
            placed.answer.append(stored)
    return placed


def check_text(name: str, value: str | None) -> None:
    """Raises `NotCanonical` for an envelope's text that not every database can store."""
    if value is not None and (not value or "\x00" in value):
        raise NotCanonical(f"{name} {value!r} is empty or holds NUL", remedy="name it in plain text")


def _prepare(stream: str, event: NewEvent) -> Prepared:
    check_text("cause", event.cause)
    payload = event.payload
    content = encode(payload)
    if event.key is None:
        event_id = f"event-{base32(secrets.token_bytes(13))[:20]}"
    else:
        event_id = make_id("event", stream, payload.kind, event.key)
    return Prepared(
        event_id, event.key is not None, stream, payload.kind, payload.schema_number, event.cause, content,
        sha256(content),
    )


def _check_version(append: PreparedAppend, current: int) -> None:
    if append.expected not in (ANY, current):
        raise ConcurrentAppend(
            f"stream {append.stream} is at version {current}, not {append.expected}",
            remedy="read the stream again and retry",
        )


def _conflict(event: Prepared, stored: StoredEvent) -> EventConflict:
    return EventConflict(
        f"{event.kind} on {event.stream} was appended with another payload at position {stored.position}",
        remedy="give the event another key if it is meant to be a new one",
    )


def _place(event: Prepared, position: int, version: int, previous: str, stamp: Stamp) -> StoredEvent:
    event_id, _, stream, kind, schema, cause, content, payload_sha256 = event
    recorded_at, actor, run = stamp
    # In the order of `chain.SORTED`.
    hashed = link_values(previous, (
        actor, cause, event_id, kind, payload_sha256, position, recorded_at, run, schema, stream, version,
    ))
    return StoredEvent(
        position, event_id, stream, version, kind, schema, recorded_at, actor, cause, run, content, payload_sha256,
        hashed,
    )
