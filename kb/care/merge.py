"""Merging: another library's papers and decisions come into this one, nearly for free.

A build's stream is a function of the source's bytes and the pipeline, so its events are taken over as they are: nothing
is parsed again. Settling makes library rows of all builds, in whatever order they came. So the snapshot id afterwards
is that of one library that had taken in everything. What people did there (answers, drafts, audits, snapshots, failed
attempts) stays there.

Standings. A library that has seen the other's decision on a build and decided again counts, since it knew. Where both
decided without knowing of each other, the stricter counts: withdrawn before retired before quarantined before released.
Neither depends on a clock or on which library is merged into which. Choices of shown values: `merged_choices.py`.

Purges. What either library was made to forget is forgotten in the result, under whatever pipeline it was read, and
refused there when it is taken in. Where that erases papers of this library, it has to be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..canon import make_id
from ..errors import EventConflict, UsageError
from ..events.build import STAGES, BuildSealed, SourceRegistered, StageFailed
from ..events.standing import PurgedBuild, StandingChanged
from ..ledger.port import Append, NewEvent, StoredEvent
from ..library import Library
from ..settle.run import settle_library
from .blob_copies import copy_blobs
from .known_builds import forgotten, origin_of, purged_builds, sealed_builds, sources, standings
from .merged_attachments import attachments_to_take
from .merged_choices import choices_to_take

STRICTNESS = {"withdrawn": 3, "retired": 2, "quarantined": 1, "released": 0}
"""Which of two standings counts that were given without knowledge of each other: the higher one."""

_GROUP_BUILDS = 200
_GROUP_BYTES = 16 * 2**20

Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class NotTaken:
    """A build that could not be taken over, and why."""

    build: str
    name: str
    reason: str


@dataclass
class MergeReport:
    """What a merge did. `forgotten` builds were purged here and stay so; `purged` ones were there, and are now here.

    `barred` sources were purged there and never were here: they are refused from now on.
    """

    library: str
    taken: int = 0
    present: int = 0
    forgotten: int = 0
    purged: int = 0
    barred: int = 0
    standings: int = 0
    choices: int = 0
    vectors: int = 0
    position: int = 0
    not_taken: list[NotTaken] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return asdict(self)


def merge(
    library: Library, other: Library, *, forget: bool = False, progress: Report | None = None
) -> MergeReport:
    """Take the builds and standings of `other` into `library`, and settle. Doing so again changes nothing.

    A merge that dies is continued by the next one. `other` is only read. `forget`: papers that `other` was made to
    forget are purged here too. Raises `UsageError` for one library twice, for an export, for a private one into a
    public one, and where something would be purged without `forget`, and `ReadOnlyLibrary`; nothing is changed then.
    """
    library.check_writable()
    if library.root.resolve() == other.root.resolve():
        raise UsageError(f"{other.root} is the library itself", remedy="name the other one")
    if other.imported:
        raise UsageError(f"{other.root} is an export, and an export has no events", remedy="merge the library itself")
    if other.settings.library.private and not library.settings.library.private:
        raise UsageError(
            f"{other.root} is private and {library.root} is not",
            remedy="make a private library for both (init --private), and merge them into that",
        )
    run = _Merge(library, other)
    if (erased := len(run.to_forget())) and not forget:
        raise UsageError(
            f"{other.root} was made to forget {erased} builds that are here, and a merge would erase them",
            remedy="add --forget if they are to be purged here too",
        )
    return run.run(progress)


@dataclass(frozen=True)
class _Build:
    """The stages of one sealed build in the other library."""

    build: str
    blob: str
    name: str
    events: tuple[StoredEvent, ...]

    @property
    def stream(self) -> str:
        return f"build:{self.build}"

    @property
    def size(self) -> int:
        return sum(len(event.content or b"") for event in self.events)


class _Merge:
    """The state of one merge."""

    def __init__(self, library: Library, other: Library) -> None:
        self._library = library
        self._other = other
        self._here = sealed_builds(library.ledger)
        self._gone_here, self._gone_there = forgotten(library.ledger), forgotten(other.ledger)
        self._standings_here, self._standings_there = standings(library.ledger), standings(other.ledger)
        self._report = MergeReport(other.id)

    def to_forget(self) -> list[str]:
        """Builds of this library that the other one was made to forget."""
        return sorted(
            build for build, blob in sources(self._library.ledger).items()
            if self._gone_there.covers(build, blob) and not self._gone_here.covers(build, blob)
        )

    def run(self, progress: Report | None) -> MergeReport:
        there = sealed_builds(self._other.ledger)
        wanted = [build for build in there if build not in self._here and not self._is_gone(build, there[build])]
        self._report.present = sum(build in self._here for build in there)
        self._report.forgotten = sum(self._gone_here.covers(build, blob) for build, blob in there.items())
        for number, group in self._groups(wanted):
            self._take(group)
            if progress:
                progress(number, len(wanted), "builds")
        for build in self._standings_there:
            if build in self._here:
                self._append([append for append in [self._standing(build)] if append])
        self._append(list(attachments_to_take(self._other.ledger, set(self._here.values()))))
        choices = list(choices_to_take(self._library.ledger, self._other.ledger, self._here))
        self._append(choices)
        self._report.choices = len(choices)
        self._purge()
        self._copy_vectors(there)
        settle_library(self._library)
        self._library.projection.flush()
        self._report.position = self._library.ledger.head().position
        return self._report

    def _is_gone(self, build: str, blob: str) -> bool:
        return self._gone_here.covers(build, blob) or self._gone_there.covers(build, blob)

    def _groups(self, wanted: Sequence[str]) -> Iterator[tuple[int, list[_Build]]]:
        """Builds in groups of a size that one append takes, each with how many were looked at by then."""
        group: list[_Build] = []
        for number, build in enumerate(wanted, start=1):
            group.append(self._read(build))
            if len(group) >= _GROUP_BUILDS or sum(one.size for one in group) >= _GROUP_BYTES or number == len(wanted):
                yield number, group
                group = []

    def _read(self, build: str) -> _Build:
        events = [
            event for event in self._other.ledger.read(stream=f"build:{build}") if event.kind != StageFailed.kind
        ]
        registered, sealed = events[0].payload(), events[-1].payload()
        assert isinstance(registered, SourceRegistered) and isinstance(sealed, BuildSealed)
        return _Build(build, sealed.blob, registered.name, tuple(events))

    def _take(self, group: Sequence[_Build]) -> None:
        whole = list(self._with_blobs(group))
        appends = []
        for build in whole:
            standing = self._standing(build.build)
            # Before the build is sealed, so that it is at no moment seen as what it is not.
            if standing:
                appends.append(standing)
            appends.append(Append(build.stream, [NewEvent(event.payload(), key=_key(event)) for event in build.events]))
        try:
            self._append(appends)
            taken = whole
        except EventConflict:
            taken = [build for build in whole if self._take_alone(build)]
        self._here.update((build.build, build.blob) for build in taken)
        self._report.taken += len(taken)

    def _with_blobs(self, group: Sequence[_Build]) -> Iterator[_Build]:
        """Builds whose blobs are here now."""
        copied = copy_blobs(self._other.blobs, self._library.blobs, {build.blob for build in group})
        for build in group:
            if build.blob in copied.missing:
                reason = f"its blob {build.blob[:16]}... is missing there, or damaged"
                self._report.not_taken.append(NotTaken(build.build, build.name, reason))
            else:
                yield build

    def _take_alone(self, build: _Build) -> bool:
        """Take one build of which something is here already: an unfinished run, under this file name or another."""
        events = [NewEvent(event.payload(), key=_key(event)) for event in build.events]
        for some in (events, events[1:]):
            try:
                self._append([append for append in [self._standing(build.build)] if append])
                self._library.append([Append(build.stream, some)])
                return True
            except EventConflict:
                continue
        reason = "its stages differ from those that are here; run verify in both libraries"
        self._report.not_taken.append(NotTaken(build.build, build.name, reason))
        return False

    def _append(self, appends: Sequence[Append]) -> None:
        if not appends:
            return
        self._library.append(appends)
        for append in appends:
            if append.stream.startswith("standing:"):
                build = append.stream.partition(":")[2]
                self._standings_here[build] = list(self._library.ledger.read(stream=append.stream))
                self._report.standings += 1

    def _standing(self, build: str) -> Append | None:
        """The other library's last decision on a build, if it counts here and is not here yet."""
        theirs, ours = self._standings_there.get(build, []), self._standings_here.get(build, [])
        if not theirs or not _counts(theirs, ours):
            return None
        last = theirs[-1]
        decision = _decision(last)
        if decision.standing == "retired" and decision.by not in self._here:
            # Its successor did not come (yet): the old build is all there is of the source.
            return None
        origin = origin_of(last)
        return Append(last.stream, [NewEvent(decision, key=f"merged:{origin}", cause=origin)], expected=len(ours))

    def _copy_vectors(self, there: Collection[str]) -> None:
        from .vectors import copy_vectors

        live = [build for build in there if build in self._here]
        self._report.vectors = copy_vectors(self._library, self._other, live)

    def _purge(self) -> None:
        """Forget here what the other library was made to forget."""
        from ..forgetting.purge import bar, purge

        reason = f"purged in {self._other.id}, which was merged into this library"
        if builds := self.to_forget():
            purge(self._library, builds, reason)
            self._report.purged = len(builds)
        if absent := self._only_there():
            bar(self._library, absent, reason)
            self._report.barred = len({one.blob for one in absent})

    def _only_there(self) -> list[PurgedBuild]:
        """Builds of sources that the other library was made to forget and this one never knew."""
        known = {*sources(self._library.ledger).values(), *(one.blob for one in purged_builds(self._library.ledger))}
        forgotten = self._gone_there.blobs - known
        # What was shown there, and under which leaf, is no matter of the snapshots here.
        return [
            PurgedBuild(build=one.build, blob=one.blob, work=None, leaf=None)
            for one in purged_builds(self._other.ledger) if one.blob in forgotten
        ]


def _counts(theirs: Sequence[StoredEvent], ours: Sequence[StoredEvent]) -> bool:
    """Whether their last decision on a build is to be taken over."""
    if not ours:
        return True
    if origin_of(theirs[-1]) in {origin_of(event) for event in ours}:
        return False
    if origin_of(ours[-1]) in {origin_of(event) for event in theirs}:
        return True
    return STRICTNESS[_decision(theirs[-1]).standing] > STRICTNESS[_decision(ours[-1]).standing]


def _decision(event: StoredEvent) -> StandingChanged:
    decision = event.payload()
    assert isinstance(decision, StandingChanged)
    return decision


def _key(event: StoredEvent) -> str | None:
    """The key that a stage's event id was made from."""
    for stage in STAGES:
        if make_id("event", event.stream, event.kind, stage) == event.event_id:
            return stage
    raise EventConflict(f"event {event.position} ({event.kind}) of {event.stream} is no stage of a build",
                        remedy="upgrade claimledger")
