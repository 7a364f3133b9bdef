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
from ..events.attaching import FilesAttached
from ..events.choosing import ValueChosen
from ..events.enrichment import EnrichmentAsked
from ..events.exporting import SnapshotExported
from ..events.library import Indexed, LibraryCreated, Settled, SnapshotFrozen
from ..events.redaction import Redacted
from ..events.standing import Purged, StandingChanged
from .phrases import Phrases, decoded
from .pointers import Pointers
from .tokens import Tokens

if TYPE_CHECKING:
    from ..ledger.port import StoredEvent
    from ..library import Library

TEXT_BLOBS: dict[str, dict[str, str]] = {
    Retrieved.kind: {"query_blob": "question", "rewritten_blob": "question"},
    ManuscriptAudited.kind: {
        "manuscript": "manuscript", "bibliography": "bibliography", "report": "audit report",
    },
    DraftWritten.kind: {"topic": "topic", "text": "draft"},
    EnrichmentAsked.kind: {},
}
"""Activity: kind of event, member of its payload that names a blob, and what that blob is."""

NAMED_BY_PEOPLE: dict[str, str] = {
    SnapshotFrozen.kind: "name", StandingChanged.kind: "reason", Purged.kind: "reason", LibraryCreated.kind: "owner",
    SnapshotExported.kind: "folder", ValueChosen.kind: "reason",
}
"""Kinds that a library cannot do without, and the member that people write: a purge leaves it, and says so."""

SNAPSHOT_NAME = "name of a snapshot"
"""What is kept and may point at the papers; the `id` is the name itself."""

IN_EVENT = "words in its event"
_FREE_TEXT = ("use", "caller")
"""Members of activity that people write, beside its blobs."""

WITHOUT_TEXT = frozenset({Settled.kind, Indexed.kind, Redacted.kind, FilesAttached.kind})
"""Kinds that carry ids and numbers only."""


@dataclass(frozen=True)
class Remnant:
    """Text of the papers in one place: `what` it is, and the `id` of the event's subject, or a snapshot's name.

    `why` says what in it may mean the papers, where it is not certain. `event` and `blob` are what `purge` takes.
    """

    what: str
    id: str
    position: int
    blob: str | None
    event: str | None = None
    why: tuple[str, ...] = ()


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


def find_remnants(
    library: Library, phrases: Phrases, builds: Collection[str], *, after: int = 0, pointers: Pointers | None = None
) -> Remnants:
    """Activity behind a position that carries the phrases of `builds`. What went before is none.

    With `pointers`, also what may mean the papers; it is kept.
    """
    remnants = Remnants([], [], [])
    if not phrases:
        return remnants
    search = _Search(library, phrases, pointers)
    for event in library.ledger.read(after=after, kinds=(*TEXT_BLOBS, *NAMED_BY_PEOPLE)):
        if event.content is None:
            continue
        value: dict[str, Any] = json.loads(event.content)
        subject = event.stream.partition(":")[2] or event.kind
        if event.kind in NAMED_BY_PEOPLE:
            remnants.kept += _named_by_people(event, value, subject, phrases, builds)
            continue
        said = event.content.decode()
        if phrases.find(said):
            remnants.found.append(Remnant(IN_EVENT, subject, event.position, None, event.event_id))
        elif why := search.may_mean(" ".join(str(value[member] or "") for member in _FREE_TEXT if member in value)):
            remnants.kept.append(Remnant(IN_EVENT, subject, event.position, None, event.event_id, why))
        search.cited_by(value)
        for blob, what in blobs_named(event.kind, value):
            carried, why = search.blob(blob)
            into = remnants.found if carried else remnants.unread if carried is None else remnants.kept
            if carried is not False or why:
                into.append(Remnant(what, subject, event.position, blob, event.event_id, why))
    return remnants


class _Search:
    """The search through texts in blobs, each of which is read once."""

    def __init__(self, library: Library, phrases: Phrases, pointers: Pointers | None) -> None:
        self._library, self._phrases, self._pointers = library, phrases, pointers
        self._seen: dict[tuple[str, str | None], tuple[bool | None, tuple[str, ...]]] = {}
        self._bibliography: str | None = None

    def cited_by(self, value: dict[str, Any]) -> None:
        """From here on the texts are those of one event, which may name the bibliography that they cite from."""
        self._bibliography = value.get("bibliography")

    def may_mean(self, text: str, keys: Tokens | None = None) -> tuple[str, ...]:
        """What in a text may mean the papers."""
        return self._pointers.find(text, keys) if self._pointers else ()

    def blob(self, blob: str) -> tuple[bool | None, tuple[str, ...]]:
        """Whether a blob carries a phrase (None where its bytes are no text), and else what may mean the papers."""
        key = blob, self._bibliography
        if key not in self._seen:
            self._seen[key] = self._read(blob)
        return self._seen[key]

    def _read(self, blob: str) -> tuple[bool | None, tuple[str, ...]]:
        content = self._content(blob)
        text = decoded(content)
        if text is None:
            return True if self._phrases.find(content.decode("utf-8", "replace")) else None, ()
        if self._phrases.find(text):
            return True, ()
        keys = None
        if self._pointers and self._bibliography:
            keys = self._pointers.keys_of(self._content(self._bibliography).decode("utf-8", "replace"))
        return False, self.may_mean(text, keys)

    def _content(self, blob: str) -> bytes:
        try:
            return self._library.blobs.path(blob).read_bytes()
        except (FileNotFoundError, UnknownId):
            return b""


def _named_by_people(
    event: StoredEvent, value: dict[str, Any], subject: str, phrases: Phrases, builds: Collection[str]
) -> Iterator[Remnant]:
    member = NAMED_BY_PEOPLE[event.kind]
    said = str(value[member] or "")
    carried = phrases.find(said)
    if event.kind == SnapshotFrozen.kind:
        if carried or phrases.hints(said):
            yield Remnant(SNAPSHOT_NAME, said, event.position, None)
    # Decisions about the builds themselves go with their streams.
    elif subject not in builds and carried:
        yield Remnant(f"{member} of {event.kind}", subject, event.position, None)


def named_texts(library: Library, name: str) -> list[Remnant]:
    """The recorded texts that the id of an event, or the digest of a blob, means; empty if it means none.

    Of an event it is the words in it, of a blob all that it was recorded as.
    """
    if name.startswith("event-"):
        event = library.ledger.find(name)
        if event is None or event.kind not in TEXT_BLOBS or event.content is None:
            return []
        return [Remnant(IN_EVENT, event.stream.partition(":")[2], event.position, None, name)]
    if not library.blobs.has(name):
        return []
    return [
        Remnant(what, event.stream.partition(":")[2], event.position, blob, event.event_id)
        for event in library.ledger.read(kinds=tuple(TEXT_BLOBS)) if event.content is not None
        for blob, what in blobs_named(event.kind, json.loads(event.content)) if blob == name
    ]


def purged_text(library: Library, name: str) -> str | None:
    """When a recorded text, named as in `named_texts`, was purged; None if it was not."""
    event = library.ledger.find(name) if name.startswith("event-") else None
    for purge in library.ledger.read(kinds=[Purged.kind]):
        purged = purge.payload()
        assert isinstance(purged, Purged)
        if name in purged.blobs or (event and event.kind in TEXT_BLOBS and event.position in purged.positions):
            return purge.recorded_at
    return None


def orphans(library: Library, found: Collection[Remnant]) -> list[Remnant]:
    """Texts that only events name whose words go, and that no later purge could find."""
    going = {one.position for one in found if one.blob is None}
    named: set[str] = {one.blob for one in found if one.blob}
    left: list[Remnant] = []
    for event in library.ledger.read(kinds=tuple(TEXT_BLOBS)) if going else ():
        if event.content is None:
            continue
        for blob, what in blobs_named(event.kind, json.loads(event.content)):
            if event.position not in going:
                named.add(blob)
            else:
                left.append(Remnant(what, event.stream.partition(":")[2], event.position, blob, event.event_id))
    return [one for one in left if one.blob not in named]


def last_uses(library: Library) -> dict[str, int]:
    """The last position at which activity names each blob."""
    used: dict[str, int] = {}
    for event in library.ledger.read(kinds=tuple(TEXT_BLOBS)):
        if event.content is not None:
            used.update((blob, event.position) for blob, _ in blobs_named(event.kind, json.loads(event.content)))
    return used


def blobs_named(kind: str, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each blob once, with what it is."""
    named = {value[member]: what for member, what in TEXT_BLOBS[kind].items() if value.get(member)}
    yield from named.items()
