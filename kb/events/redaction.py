"""The event that keeps, of builds which a purge takes, what snapshots are checked with afterwards."""

from __future__ import annotations

from typing import ClassVar

from .base import Payload, Value


class RedactedBuild(Value):
    """When a build was in view. Its pipeline is part of the id of every snapshot that showed it.

    `shown` are positions, ascending: from the first on it was in view, from the second on it was not, and so on.
    """

    build: str
    pipeline: str
    shown: tuple[int, ...]


class Redacted(Payload):
    """Which positions showed the builds that are about to be purged. It carries no text of them.

    On the stream `library`, appended in one call with the `Purged` events, which name the leaves: the payloads that say
    when a build was sealed, and what people decided about it, go with the purge.
    """

    kind: ClassVar[str] = "Redacted"
    builds: tuple[RedactedBuild, ...]
