"""What a purge takes and what it leaves, worked out before anything goes.

A paper goes whole: every build of it and every build of the same bytes, in view or not, since each holds its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..events.redaction import Redacted
from ..events.standing import PurgedBuild
from ..leaves import build_leaves
from ..ledger.port import StoredEvent
from ..redactions import redacted_builds
from ..view import View
from .files import Found, find_files
from .naming import Named, Naming, find_all
from .phrases import PaperText, Phrases, words_of
from .remnants import Remnants, find_remnants

if TYPE_CHECKING:
    from ..library import Library

SOURCES = """
SELECT build, any_value(blob) AS blob, any_value(name) AS name FROM raw_sources
WHERE build NOT IN (SELECT build FROM purged_builds) GROUP BY build
"""
SUCCESSIONS = """SELECT DISTINCT build, "by" FROM standings WHERE "by" IS NOT NULL"""
TITLES = """
SELECT build, first(value ORDER BY ordinal) AS title FROM raw_assertions
WHERE field = 'title' AND build IN (SELECT unnest(?::VARCHAR[])) GROUP BY build
"""
# A work is about these builds if it never held another one; else it also is about papers that stay.
ROWS = """
WITH gone AS (SELECT unnest(?::VARCHAR[]) AS build),
works AS (
    SELECT w.work FROM raw_work_builds w LEFT JOIN (SELECT build FROM gone UNION SELECT build FROM purged_builds) g
    ON g.build = w.build GROUP BY w.work HAVING bool_and(g.build IS NOT NULL)
    AND bool_or(w.build IN (SELECT build FROM gone))
),
claims AS (SELECT id FROM raw_claims WHERE build IN (SELECT build FROM gone)),
assets AS (SELECT id FROM raw_assets WHERE build IN (SELECT build FROM gone)),
entries AS (SELECT id FROM raw_reference_entries WHERE build IN (SELECT build FROM gone))
SELECT work AS id FROM works
UNION SELECT id FROM raw_work_builds WHERE build IN (SELECT build FROM gone)
UNION SELECT id FROM raw_packets WHERE claim IN (SELECT id FROM claims) OR asset IN (SELECT id FROM assets)
UNION SELECT id FROM raw_support WHERE claim IN (SELECT id FROM claims) OR other IN (SELECT id FROM claims)
UNION SELECT id FROM raw_near_duplicates
    WHERE work_a IN (SELECT work FROM works) OR work_b IN (SELECT work FROM works)
UNION SELECT id FROM raw_resolutions
    WHERE work IN (SELECT work FROM works) OR reference IN (SELECT id FROM entries)
ORDER BY 1
"""
CITING = """
SELECT e.build, count(DISTINCT e.id) AS entries FROM raw_reference_entries e
WHERE e.build NOT IN (SELECT unnest($1::VARCHAR[])) AND e.build NOT IN (SELECT build FROM purged_builds) AND (
    lower(e.title) IN (SELECT lower(unnest($2::VARCHAR[])))
    OR e.id IN (SELECT r.reference FROM raw_resolutions r JOIN raw_work_builds w ON w.work = r.work
                WHERE w.build IN (SELECT unnest($1::VARCHAR[])))
) GROUP BY e.build ORDER BY e.build
"""
CARRIED = """
SELECT DISTINCT {column} AS text, build FROM raw_{table}
WHERE build NOT IN (SELECT unnest($1::VARCHAR[])) AND build NOT IN (SELECT build FROM purged_builds)
AND lower({column}) IN (SELECT lower(unnest($2::VARCHAR[]))) {where}
"""


@dataclass(frozen=True)
class PlannedBuild:
    """A build that is to go, with the name of its file and the title of its paper, for the person who decides."""

    build: str
    blob: str
    name: str
    work: str | None
    title: str | None


@dataclass(frozen=True)
class Shared:
    """What another paper carries too, and keeps: `what` in words, and the builds that do."""

    what: str
    builds: tuple[str, ...]


@dataclass
class Plan:
    """What goes and what stays. `done` are ids that were purged before, with when."""

    builds: list[PlannedBuild] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    positions: list[int] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    leaves: dict[str, str] = field(default_factory=dict)
    redacted: Redacted = field(default_factory=lambda: Redacted(builds=()))
    phrases: Phrases = field(default_factory=lambda: Phrases(PaperText()))
    remnants: Remnants = field(default_factory=lambda: Remnants([], [], []))
    files: list[Found] = field(default_factory=list)
    shared: list[Shared] = field(default_factory=list)
    position: int = 0

    @property
    def blobs(self) -> list[str]:
        """Digests that go: the sources, and activity that carries their text."""
        return sorted({one.blob for one in self.builds} | self.remnants.blobs)

    def purged_builds(self) -> list[PurgedBuild]:
        """The builds as the event names them."""
        return [
            PurgedBuild(build=one.build, blob=one.blob, work=one.work, leaf=self.leaves.get(one.build))
            for one in self.builds
        ]


def make_plan(library: Library, names: Sequence[str]) -> Plan:
    """Work out what a purge of these papers or builds takes, named by their whole ids. Changes nothing.

    Raises `UnknownId` and `AmbiguousId`.
    """
    with library.view() as view:
        naming = Naming(view)
        named = find_all(naming, names, whole=True)
        builds = _closure(view, naming, named.values())
        plan = Plan(builds=_described(view, naming, builds), position=view.position)
        plan.done = {name: found.purged for name, found in named.items() if found.purged and not found.builds}
        if not builds:
            return plan
        plan.leaves = build_leaves(view, builds)
        plan.redacted = redacted_builds(view, builds)
        plan.rows = [str(row["id"]) for row in view.rows(ROWS, [sorted(builds)])]
        plan.positions = sorted(position for build in builds for position in positions_left(library, build))
        plan.shared, text = paper_text(library, view, sorted(builds))
    plan.phrases = Phrases(text)
    plan.remnants = find_remnants(library, plan.phrases, builds)
    plan.files = find_files(library.root, plan.phrases)
    return plan


def positions_left(library: Library, build: str) -> list[int]:
    """Positions of a build's events whose payload is still there."""
    return [event.position for event in _events(library, build)]


def paper_text(library: Library, view: View, builds: Sequence[str]) -> tuple[list[Shared], PaperText]:
    """What other papers carry of these builds' text too; and the text that is theirs alone, as far as it is left.

    A title stays in the latter unless another paper has it for its own: a question that asks for it, or a manuscript
    that cites it, is about this paper, whoever else lists it among his references.
    """
    text = PaperText()
    for build in builds:
        text.add(event.payload() for event in _events(library, build))
    if not (text.titles or text.names or text.sentences):
        return [], text
    shared = []
    titles = _carried(view, builds, "assertions", "value", text.titles, "AND field = 'title' AND source <> 'info'")
    names = _carried(view, builds, "authors", "name", text.names)
    sentences = _carried(view, builds, "sentences", "text", text.sentences)
    for what, carried in (("title", titles), ("name of an author", names), ("sentence", sentences)):
        if carried:
            shared.append(_in_words(what, carried))
    if citing := view.rows(CITING, [list(builds), sorted(text.titles)]):
        entries = sum(int(row["entries"]) for row in citing)
        shared.append(Shared(f"{entries} entries of reference lists", tuple(row["build"] for row in citing)))
    return shared, PaperText(
        _but(text.titles, titles), _but(text.names, names), _but(text.sentences, sentences), text.families
    )


def _events(library: Library, build: str) -> Iterator[StoredEvent]:
    for stream in (f"build:{build}", f"standing:{build}"):
        yield from (event for event in library.ledger.read(stream=stream) if event.content is not None)


def _closure(view: View, naming: Naming, named: Iterable[Named]) -> set[str]:
    """Builds of the papers named: all of each paper, all of the same bytes, and those that they took the place of."""
    blobs = {str(row["build"]): str(row["blob"]) for row in view.rows(SOURCES)}
    same: dict[str, set[str]] = {}
    for build, blob in blobs.items():
        same.setdefault(blob, set()).add(build)
    replaced: dict[str, set[str]] = {}
    for row in view.rows(SUCCESSIONS):
        replaced.setdefault(str(row["by"]), set()).add(str(row["build"]))
    found: set[str] = set()
    waiting = [build for one in named for build in one.builds]
    while waiting:
        build = waiting.pop()
        if build in found or build not in blobs:
            continue
        found.add(build)
        waiting += [*same[blobs[build]], *replaced.get(build, ()), *naming.kin(build)]
    return found


def _described(view: View, naming: Naming, builds: set[str]) -> list[PlannedBuild]:
    titles = {row["build"]: row["title"] for row in view.rows(TITLES, [sorted(builds)])}
    return [
        PlannedBuild(row["build"], row["blob"], row["name"], naming.works.get(row["build"]), titles.get(row["build"]))
        for row in sorted(view.rows(SOURCES), key=lambda row: (row["name"], row["build"])) if row["build"] in builds
    ]


def _carried(
    view: View, gone: Sequence[str], table: str, column: str, texts: set[str], where: str = ""
) -> list[dict[str, Any]]:
    wanted = sorted(text for text in texts if text.strip())
    return view.rows(CARRIED.format(table=table, column=column, where=where), [list(gone), wanted]) if wanted else []


def _but(texts: set[str], carried: list[dict[str, Any]]) -> set[str]:
    """Texts without those that are carried; of names also without the other order of the same words."""
    theirs = {tuple(sorted(words_of(str(row["text"])))) for row in carried}
    return {text for text in texts if tuple(sorted(words_of(text))) not in theirs}


def _in_words(what: str, carried: list[dict[str, Any]]) -> Shared:
    number = len({str(row["text"]).lower() for row in carried})
    plural = "names of authors" if what.startswith("name") else f"{what}s"
    return Shared(f"{number} {what if number == 1 else plural}", tuple(sorted({str(row["build"]) for row in carried})))
