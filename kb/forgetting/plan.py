"""What a purge takes and what it leaves, worked out before anything goes.

A paper goes whole: every build of it and every build of the same bytes, in view or not, since each holds its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..events.redaction import Redacted
from ..events.standing import PurgedBuild
from ..leaves import build_leaves
from ..ledger.port import StoredEvent
from ..redactions import redacted_builds
from ..view import View
from .failed import FailedSource, find_failed
from .files import Found, find_files
from .naming import Naming, find_all, is_digest
from .phrases import PaperText, Phrases, Words, words_of
from .pointers import Pointers
from .remnants import Remnant, Remnants, find_remnants, named_texts, orphans, purged_text

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

OTHER_TITLES = """
SELECT DISTINCT value FROM raw_assertions WHERE field = 'title' AND source <> 'info'
AND build NOT IN (SELECT unnest($1::VARCHAR[])) AND build NOT IN (SELECT build FROM purged_builds)
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
    failed: list[FailedSource] = field(default_factory=list)
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
    """Work out what a purge takes: papers, builds and sources by whole ids, recorded texts by their blob or event.

    Changes nothing. Raises `UnknownId` and `AmbiguousId`.
    """
    named_here = {name: texts for name in names if (texts := texts_named(library, name))}
    gone = {name: when for name in names if name not in named_here and (when := _text_gone(library, name))}
    with library.view() as view:
        naming = Naming(view)
        named = find_all(naming, [name for name in names if name not in named_here | gone], whole=True)
        plan = Plan(position=view.position)
        purged = {name: found.purged for name, found in named.items() if found.purged and not found.builds}
        plan.done = gone | purged
        builds = _closure(view, naming, (build for one in named.values() for build in one.builds))
        if builds:
            builds = _plan_builds(library, view, naming, builds, plan)
    if builds:
        plan.files = find_files(library.root, plan.phrases)
    seen = {(one.position, one.blob) for one in plan.remnants.found}
    plan.remnants.found += [
        one for texts in named_here.values() for one in texts if (one.position, one.blob) not in seen
    ]
    plan.remnants.found += orphans(library, plan.remnants.found)
    return plan


def _plan_builds(library: Library, view: View, naming: Naming, builds: set[str], plan: Plan) -> set[str]:
    """Work out what goes with these builds; returns them with those of sources that failed and are the same papers."""
    plan.shared, text = paper_text(library, view, sorted(builds))
    plan.phrases = Phrases(text)
    same, plan.failed = find_failed(library, view, text, plan.phrases, builds)
    builds |= _closure(view, naming, same)
    plan.builds = _described(view, naming, builds)
    plan.leaves = build_leaves(view, builds)
    plan.redacted = redacted_builds(view, builds)
    plan.rows = [str(row["id"]) for row in view.rows(ROWS, [sorted(builds)])]
    plan.positions = sorted(position for build in builds for position in positions_left(library, build))
    plan.remnants = find_remnants(library, plan.phrases, builds, pointers=Pointers(text, plan.phrases))
    return builds


def texts_named(library: Library, name: str) -> list[Remnant]:
    """The recorded texts that a name means: questions, drafts, manuscripts, and words in their events."""
    return named_texts(library, name) if _may_be_text(name) else []


def _text_gone(library: Library, name: str) -> str | None:
    """When a recorded text was purged that no source has come in as since."""
    is_here = is_digest(name) and library.blobs.has(name)
    return purged_text(library, name) if _may_be_text(name) and not is_here else None


def _may_be_text(name: str) -> bool:
    return name.startswith("event-") or is_digest(name)


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
    own = replace(
        text, titles=_but(text.titles, titles), names=_but(text.names, names),
        sentences=_but(text.sentences, sentences),
    )
    return shared, _without_namesakes(view, builds, own)


def _without_namesakes(view: View, builds: Sequence[str], text: PaperText) -> PaperText:
    """The text without identifiers, names of files and short titles that another paper goes by too."""
    ids = _carried(view, builds, "assertions", "value", text.identifiers, "AND field IN ('doi', 'arxiv')")
    files = _carried(view, builds, "sources", "name", text.files, "AND build IN (SELECT build FROM sealed)")
    others = [
        words_of(str(row["value"])) for row in view.rows(OTHER_TITLES, [list(builds)])
    ] if text.main_titles else []
    main = {title for title in text.main_titles if not any(_holds(other, words_of(title)) for other in others)}
    return replace(
        text, main_titles=main, identifiers=_less(text.identifiers, ids), files=_less(text.files, files),
    )


def _holds(words: Words, part: Words) -> bool:
    return any(words[at:at + len(part)] == part for at in range(len(words) - len(part) + 1))


def _less(texts: set[str], carried: list[dict[str, Any]]) -> set[str]:
    theirs = {str(row["text"]).lower() for row in carried}
    return {text for text in texts if text.lower() not in theirs}


def _events(library: Library, build: str) -> Iterator[StoredEvent]:
    for stream in (f"build:{build}", f"standing:{build}", f"enrichment:{build}", f"metadata:{build}"):
        yield from (event for event in library.ledger.read(stream=stream) if event.content is not None)


def _closure(view: View, naming: Naming, named: Iterable[str]) -> set[str]:
    """Builds that go with those named: all of each paper, all of the same bytes, and those that they replaced."""
    blobs = {str(row["build"]): str(row["blob"]) for row in view.rows(SOURCES)}
    same: dict[str, set[str]] = {}
    for build, blob in blobs.items():
        same.setdefault(blob, set()).add(build)
    replaced: dict[str, set[str]] = {}
    for row in view.rows(SUCCESSIONS):
        replaced.setdefault(str(row["by"]), set()).add(str(row["build"]))
    found: set[str] = set()
    waiting = list(named)
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
