"""Where else a library carries a paper's text: what people asked, drafted and audited, and files that lie inside it.

Questions, topics, drafts, manuscripts, bibliographies and reports are blobs of their own; their events carry ids, and
free text in few places. Every kind of event is listed here, so that a new one has to say where its text is.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import UnknownId
from ..events.activity import DraftWritten, ManuscriptAudited, Retrieved
from ..events.exporting import SnapshotExported
from ..events.library import Indexed, LibraryCreated, Settled, SnapshotFrozen
from ..events.redaction import Redacted
from ..events.standing import Purged, StandingChanged
from .phrases import Phrases, decoded

if TYPE_CHECKING:
    from ..library import Library

TEXT_BLOBS: dict[str, dict[str, str]] = {
    Retrieved.kind: {"query_blob": "question", "rewritten_blob": "question"},
    ManuscriptAudited.kind: {
        "manuscript": "manuscript", "bibliography": "bibliography", "report": "audit report",
    },
    DraftWritten.kind: {"topic": "topic", "text": "draft"},
}
"""Activity: kind of event, member of its payload that names a blob, and what that blob is."""

NAMED_BY_PEOPLE: dict[str, str] = {
    SnapshotFrozen.kind: "name", StandingChanged.kind: "reason", Purged.kind: "reason", LibraryCreated.kind: "owner",
    SnapshotExported.kind: "folder",
}
"""Kinds that a library cannot do without, and the member that people write: a purge leaves it, and says so."""

SNAPSHOT_NAME = "name of a snapshot"
"""What is kept and may point at the papers; the `id` is the name itself."""

WITHOUT_TEXT = frozenset({Settled.kind, Indexed.kind, Redacted.kind})
"""Kinds that carry ids and numbers only."""


@dataclass(frozen=True)
class Remnant:
    """Text of the papers in one place: `what` it is, and the `id` of the event's subject, or a snapshot's name."""

    what: str
    id: str
    position: int
    blob: str | None


@dataclass
class Remnants:
    """What is to go, what stays although it carries text, and blobs that could not be read as text."""

    found: list[Remnant]
    kept: list[Remnant]
    unread: list[Remnant]

    @property
    def blobs(self) -> set[str]:
        """Digests that are to go."""
        return {remnant.blob for remnant in self.found if remnant.blob}

    @property
    def positions(self) -> set[int]:
        """Events whose own payload carries text."""
        return {remnant.position for remnant in self.found if remnant.blob is None}


def find_remnants(library: Library, phrases: Phrases, builds: Collection[str], *, after: int = 0) -> Remnants:
    """Activity behind a position that carries the phrases of `builds`. What went before is none."""
    remnants = Remnants([], [], [])
    if not phrases:
        return remnants
    carries: dict[str, bool | None] = {}
    kinds = (*TEXT_BLOBS, *NAMED_BY_PEOPLE)
    for event in library.ledger.read(after=after, kinds=kinds):
        if event.content is None:
            continue
        value: dict[str, Any] = json.loads(event.content)
        subject = event.stream.partition(":")[2] or event.kind
        member = NAMED_BY_PEOPLE.get(event.kind)
        if member:
            said = str(value[member] or "")
            carried = phrases.find(said)
            if event.kind == SnapshotFrozen.kind:
                if carried or phrases.hints(said):
                    remnants.kept.append(Remnant(SNAPSHOT_NAME, said, event.position, None))
            # Decisions about the builds themselves go with their streams.
            elif subject not in builds and carried:
                remnants.kept.append(Remnant(f"{member} of {event.kind}", subject, event.position, None))
            continue
        if phrases.find(event.content.decode()):
            remnants.found.append(Remnant("words in its event", subject, event.position, None))
        for blob, what in _blobs(event.kind, value):
            if blob not in carries:
                carries[blob] = _carries(library, blob, phrases)
            if carries[blob] is not False:
                into = remnants.found if carries[blob] else remnants.unread
                into.append(Remnant(what, subject, event.position, blob))
    return remnants


def last_uses(library: Library) -> dict[str, int]:
    """The last position at which activity names each blob."""
    used: dict[str, int] = {}
    for event in library.ledger.read(kinds=tuple(TEXT_BLOBS)):
        if event.content is not None:
            used.update((blob, event.position) for blob, _ in _blobs(event.kind, json.loads(event.content)))
    return used


def _blobs(kind: str, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each blob once, with what it is."""
    named = {value[member]: what for member, what in TEXT_BLOBS[kind].items() if value.get(member)}
    yield from named.items()


def _carries(library: Library, blob: str, phrases: Phrases) -> bool | None:
    """Whether a blob carries one of the phrases; None where its bytes are no text."""
    try:
        content = library.blobs.path(blob).read_bytes()
    except (FileNotFoundError, UnknownId):
        return False
    text = decoded(content)
    if text is None:
        return True if phrases.find(content.decode("utf-8", "replace")) else None
    return bool(phrases.find(text))
