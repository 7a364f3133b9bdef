"""Events by which people decide what stays in view, and what must be forgotten."""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Payload, Value

Standing = Literal["released", "quarantined", "withdrawn", "retired"]


class StandingChanged(Payload):
    """A build is put out of view, or back into it; its last standing at a position counts, before the quality gates.

    On the stream `standing:<build id>`. `retired`: `by` is the build that took its place.
    """

    kind: ClassVar[str] = "StandingChanged"
    build: str
    standing: Standing
    reason: str
    by: str | None = None


class PurgedBuild(Value):
    """A build that was forgotten. `leaf` is its leaf in the tree of every snapshot that showed it (hexadecimal)."""

    build: str
    blob: str
    work: str | None
    leaf: str | None


class Purged(Payload):
    """Sources were forgotten, at every position: their payloads, blobs and rows go; the chain keeps their digests.

    On the stream `library`, and appended before anything goes, so that a purge that dies is completed by the next one.
    `positions` are the events whose payloads go, `blobs` the digests that go, `rows` the ids of library rows about
    these builds, which no view shows any more. The event carries no text of the sources.
    """

    kind: ClassVar[str] = "Purged"
    builds: tuple[PurgedBuild, ...]
    positions: tuple[int, ...]
    blobs: tuple[str, ...]
    rows: tuple[str, ...]
    reason: str
