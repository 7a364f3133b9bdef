"""Forgetting papers for good: their text goes from every file of the library, and the chain of events still holds.

The event `Purged` comes first and names everything that goes, so that a purge that dies is completed by the next one.
Then, each step idempotent and one pass however many papers go: files inside the library, blobs; settling, so that what
is left fits together; payloads, segments, index, and the pages that the database kept. Somebody who still reads an old
state keeps some of it alive: it is *pending* then, and completed by `resume` or any later purge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..events.exporting import SnapshotExported
from ..events.standing import Purged, PurgedBuild
from ..index.forgetting import forget as forget_in_index
from ..ledger.port import Append, NewEvent
from ..locks import exclusive
from ..settle.run import settle_library
from .failed import FailedSource
from .files import Found, find_files, remove_files
from .phrases import Phrases
from .plan import Plan, PlannedBuild, Shared, make_plan, paper_text, positions_left
from .record import Purges, done_through, mark_done, read_purges
from .remnants import Remnant, find_remnants, last_uses, orphans
from .standing import checked_reason

if TYPE_CHECKING:
    from ..library import Library

LOCK = "purge.lock"
PATIENCE = 3600.0
"""Seconds to wait for another purge, or for somebody who settles."""
BUILDS_PER_EVENT = 500
"""Keeps the payload of one event far below the ledger's limit."""
ABANDONED = 3600.0
"""Age in seconds from which a temporary blob belongs to a process that died."""

Report = Callable[[int, int, str], None]

LEFTOVER = "completes an earlier purge"
STEPS = ("files", "blobs", "settling", "payloads", "segments", "index", "free pages")


@dataclass
class PurgeReport:
    """What went, what stays and why, and what is still pending.

    `completed` counts builds of earlier purges that were not done; `event` is the id of the last `Purged` event.
    """

    builds: list[PlannedBuild] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    payloads: int = 0
    blobs: int = 0
    rows: int = 0
    activity: list[Remnant] = field(default_factory=list)
    kept: list[Remnant] = field(default_factory=list)
    unread: list[Remnant] = field(default_factory=list)
    files: list[Found] = field(default_factory=list)
    shared: list[Shared] = field(default_factory=list)
    failed: list[FailedSource] = field(default_factory=list)
    not_reached: tuple[str, ...] = ()
    pending: list[str] = field(default_factory=list)
    completed: int = 0
    event: str | None = None
    position: int = 0

    @property
    def whole(self) -> bool:
        """Whether nothing is pending, and no file inside the library is left for its owner to look at or to remove."""
        return not self.pending and all(found.ours for found in self.files)

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        remnants = {
            name: [asdict(one) | {"why": list(one.why)} for one in found]
            for name, found in (("activity", self.activity), ("kept", self.kept), ("unread", self.unread))
        }
        return {
            "builds": [{"build": one.build, "work": one.work, "blob": one.blob, "name": one.name, "title": one.title}
                       for one in self.builds],
            "purged_before": self.done, "payloads": self.payloads, "blobs": self.blobs, "rows": self.rows, **remnants,
            "files": [{"path": one.path, "removed": one.ours and one.read, "read": one.read} for one in self.files],
            "shared": [{"what": one.what, "builds": list(one.builds)} for one in self.shared],
            "failed_sources": [asdict(one) | {"why": list(one.why)} for one in self.failed],
            "not_reached": list(self.not_reached), "pending": self.pending,
            "completed": self.completed, "event": self.event,
            "position": self.position,
        }


def purge(
    library: Library, names: Sequence[str], reason: str, progress: Report | None = None
) -> PurgeReport:
    """Forget papers (all their builds), named by whole ids of works or builds, or by the blob of a source.

    Recorded texts (questions, drafts, manuscripts) are forgotten by their blob, words in an event by the event.

    Also completes what an earlier purge left pending. Raises `UnknownId`, `AmbiguousId`, `UsageError` for a reason that
    quotes the papers, and `ReadOnlyLibrary`; nothing is changed then.
    """
    _check_writable(library)
    reason = checked_reason(reason)
    with exclusive(library.root / LOCK, patience=PATIENCE):
        # Who settles at this moment may assert rows about these papers that the event would not name.
        with exclusive(library.root / "settle.lock", patience=PATIENCE):
            plan = make_plan(library, names)
            if plan.phrases.find(reason):
                raise UsageError(
                    "the reason names or quotes the paper, and is kept for ever", remedy="say why without its words"
                )
            _append(library, plan, reason)
        return _erase(library, plan, progress)


def resume(library: Library, progress: Report | None = None) -> PurgeReport:
    """Complete what earlier purges left pending. Doing so again changes nothing. Raises `ReadOnlyLibrary`."""
    _check_writable(library)
    with exclusive(library.root / LOCK, patience=PATIENCE):
        return _erase(library, Plan(), progress, everything=True)


def bar(library: Library, builds: Sequence[PurgedBuild], reason: str) -> None:
    """Say of builds that never were here that they were purged, so that their sources are refused here too.

    Raises `ReadOnlyLibrary`; nothing is changed then.
    """
    _check_writable(library)
    with exclusive(library.root / LOCK, patience=PATIENCE):
        library.append([Append("library", [
            NewEvent(Purged(
                builds=tuple(some), positions=(), blobs=tuple(sorted({one.blob for one in some})), rows=(),
                reason=reason,
            )) for some in _groups(builds)
        ])])
        _erase(library, Plan(), None)


def pending(library: Library) -> list[str]:
    """What is not known to be erased yet, in words; empty if nothing is. Changes nothing."""
    purges = read_purges(library.ledger, after=done_through(library))
    if purges.last is None:
        return []
    return [
        f"of {len(purges.builds)} purged builds, up to position {purges.last.position}, something may be left; "
        "run: claimledger purge --resume"
    ]


def not_reached(library: Library, plan: Plan) -> tuple[str, ...]:
    """What no program inside a library can erase: places outside of it that may hold the papers."""
    places = ["backups of the library, and snapshots or copies of the disk that it lies on"]
    if library.settings.ledger.url:
        # A checkpoint needs rights, and what it recycles is written over only later: the server's owner sees to it.
        places += [
            "the PostgreSQL server's own write-ahead log (pg_wal), until a CHECKPOINT was made and the server has "
            "recycled and overwritten its files",
            "the write-ahead log archive, replicas and dumps of the PostgreSQL server",
        ]
    for event in library.ledger.read(kinds=[SnapshotExported.kind]):
        exported = event.payload()
        assert isinstance(exported, SnapshotExported)
        if plan.positions and exported.position >= plan.positions[0]:
            places.append(f"the export of {exported.snapshot} to {exported.folder}")
    return (
        *dict.fromkeys(places), "drafts, audits and lists that were written outside of the library",
        "the files that were ingested",
        "other libraries that the papers were ingested into, merged into or imported from",
    )


def _check_writable(library: Library) -> None:
    library.check_writable()


def _append(library: Library, plan: Plan, reason: str) -> None:
    """The event, before anything goes; several in one batch where one would grow too large."""
    if not plan.builds and not plan.remnants.found:
        return
    rest: dict[str, Any] = {
        "positions": tuple(sorted({*plan.positions, *plan.remnants.positions})), "blobs": tuple(plan.blobs),
        "rows": tuple(plan.rows),
    }
    events = [NewEvent(plan.redacted)] if plan.builds else []
    for some in _groups(plan.purged_builds()) if plan.builds else [()]:
        events.append(NewEvent(Purged(builds=tuple(some), reason=reason, **rest)))
        rest = {"positions": (), "blobs": (), "rows": ()}
    library.append([Append("library", events)])


def _erase(library: Library, plan: Plan, progress: Report | None, *, everything: bool = False) -> PurgeReport:
    """Erase what the ledger's `Purged` events name and is not known to be gone."""
    step = _steps(progress)
    start = 0 if everything else done_through(library)
    report = PurgeReport(
        builds=plan.builds, done=plan.done, payloads=len(plan.positions), rows=len(plan.rows),
        activity=list(plan.remnants.found), kept=plan.remnants.kept, unread=plan.remnants.unread, files=plan.files,
        shared=plan.shared, failed=plan.failed, not_reached=not_reached(library, plan),
        position=library.ledger.head().position,
    )
    if read_purges(library.ledger, start).last is None:
        return report
    report.completed = len(read_purges(library.ledger, done_through(library)).builds) - len(plan.builds)
    step("files")
    _name_late_comers(library, plan, report, start)
    remove_files(library.root, report.files)
    purges = read_purges(library.ledger, start)
    assert purges.last is not None
    step("blobs")
    report.blobs = len(_remove_blobs(library, purges))
    # While the payloads are there, settling can tell what these builds touched, and need not settle all.
    step("settling")
    settle_library(library)
    step("payloads")
    pages = library.ledger.purge(sorted(purges.positions))
    step("segments")
    segments = library.projection.forget(purges.builds.keys())
    step("index")
    index = forget_in_index(library, purges.builds.keys())
    library.projection.flush()
    step("free pages")
    held = {
        "old pages of the ledger": pages or library.ledger.finish_purge(),
        "segments": segments or library.projection.sweep(),
        "the search index": index,
    }
    report.pending = [f"{what}: somebody still reads an old state" for what, gone in held.items() if not gone]
    if not report.pending:
        mark_done(library, purges.last)
    report.event, report.position = purges.last.event_id, library.ledger.head().position
    return report


def _groups(builds: Sequence[PurgedBuild]) -> Iterator[Sequence[PurgedBuild]]:
    for start in range(0, len(builds), BUILDS_PER_EVENT):
        yield builds[start:start + BUILDS_PER_EVENT]


def _steps(progress: Report | None) -> Callable[[str], None]:
    names = iter(range(len(STEPS)))

    def step(what: str) -> None:
        if progress:
            progress(next(names), len(STEPS), what)

    return step


def _name_late_comers(library: Library, plan: Plan, report: PurgeReport, start: int) -> None:
    """Name in one more event what came while the first was made, and what a purge that died had no time to see."""
    purges = read_purges(library.ledger, start)
    builds = purges.builds.keys()
    # The stream of a build that was being ingested may have grown since.
    late = {position for build in builds for position in positions_left(library, build)} - purges.positions
    found = find_remnants(library, plan.phrases, builds, after=plan.position).found
    others = sorted(builds - {one.build for one in plan.builds})
    with library.view() as view:
        _, died = paper_text(library, view, others)
    if phrases := Phrases(died):
        found += find_remnants(library, phrases, builds).found
        report.files = [*report.files, *find_files(library.root, phrases)]
    found = [
        one for one in found
        if (one.position > purges.blobs.get(one.blob, 0) if one.blob else one.position not in purges.positions)
    ]
    found += orphans(library, found)
    report.activity += found
    late |= {one.position for one in found if one.blob is None}
    blobs = {one.blob for one in found if one.blob}
    if late or blobs:
        more = Purged(
            builds=(), positions=tuple(sorted(late)), blobs=tuple(sorted(blobs)), rows=(), reason=LEFTOVER
        )
        library.append([Append("library", [NewEvent(more)])])


def _remove_blobs(library: Library, purges: Purges) -> list[str]:
    """Remove the blobs that purges name, but those that came back since: a source taken in again, a question asked."""
    used = last_uses(library)
    with library.view() as view:
        rows = view.rows("SELECT blob FROM raw_sources WHERE build NOT IN (SELECT build FROM purged_builds)")
    live = {str(row["blob"]) for row in rows}
    library.blobs.sweep(ABANDONED)
    return library.blobs.remove(
        blob for blob, position in purges.blobs.items() if blob not in live and used.get(blob, 0) <= position
    )
