"""The works that a service can be asked about: what is known of each, what was asked before, what is to be asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ...kb.events.enrichment import AskedBy
from ...kb.settle.attached import ATTACHED_KINDS
from ...kb.settle.facts import BuildFacts
from ...kb.settle.loading import Chosen
from ...kb.settle.profiles import profile
from ...kb.settle.works import METADATA_ORDER
from ...kb.view import View

WORKS = """
SELECT w.work, w.build, w.active, s.blob, s.source_kind, p.title
FROM work_builds w JOIN papers p ON p.id = w.work JOIN (
    SELECT build, any_value(blob) AS blob, any_value(source_kind) AS source_kind FROM sources GROUP BY build
) s ON s.build = w.build ORDER BY p.title NULLS LAST, w.work, w.build
"""
# A question about a build is one about its source: the builds of older pipelines were asked about it, too.
ASKED = """
SELECT s.blob, e.asked_by, e.identifier, arg_max(e.outcome, e.position) AS outcome, max(e.time) AS time,
       max(e.attempt) AS attempt
FROM enrichments e JOIN (SELECT DISTINCT build, blob FROM sources) s ON s.build = e.build
WHERE e.provider = ? GROUP BY ALL
"""
ORDER: tuple[AskedBy, ...] = ("doi", "pmid", "arxiv", "title")
"""Identifiers first; a title search finds what has none that the service knows."""
BUILDS_AT_ONCE = 2_000


@dataclass(frozen=True)
class Question:
    """What is asked: an identifier, or, where `by` is title, the title itself."""

    by: AskedBy
    value: str

    @property
    def identifier(self) -> str:
        """What may be recorded of it; a title is text of the paper."""
        return "" if self.by == "title" else self.value


@dataclass
class Subject:
    """A work, its builds with what settling sees of them, and the questions about it that are open.

    `build` is the active one; `records` are those of the service that it has already. `askable` is false where nothing
    is known that a question needs.
    """

    work: str
    build: str
    title: str
    builds: list[BuildFacts]
    records: list[str]
    questions: list[Question] = field(default_factory=list)
    askable: bool = True


class Memory:
    """What was asked before, by source."""

    def __init__(self, view: View, provider: str, retry_days: int) -> None:
        self._asked: dict[tuple[str, str, str], dict[str, Any]] = {
            (row["blob"], row["asked_by"], row["identifier"]): row for row in view.rows(ASKED, [provider])
        }
        self._again = datetime.now(UTC) - timedelta(days=retry_days)

    def is_open(self, subject: Subject, question: Question) -> bool:
        """Whether a question has to be asked: it was not, or failed, or was answered with no for some time."""
        rows = [
            row for facts in subject.builds
            if (row := self._asked.get((facts.blob, question.by, question.identifier)))
        ]
        if not rows:
            return True
        last = max(rows, key=lambda row: str(row["time"]))
        if last["outcome"] in ("not-found", "disagrees"):
            return datetime.fromisoformat(last["time"]) <= self._again
        return bool(last["outcome"] == "failed")


def find_subjects(view: View, memory: Memory, *, among: Collection[str] | None, refresh: bool) -> Iterator[Subject]:
    """The works of a view in the order of their titles, or those of some builds, with the questions about each.

    A work that has a record of the service already has no questions, unless `refresh`.
    """
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in view.rows(WORKS):
        rows[row["work"]].append(row)
    wanted = [parts for parts in rows.values() if among is None or any(part["build"] in among for part in parts)]
    facts = _facts(view, [part["build"] for parts in wanted for part in parts])
    for parts in wanted:
        makers = [part["build"] for part in parts if part["source_kind"] not in ATTACHED_KINDS]
        active = next(part["build"] for part in parts if part["active"])
        records = [part["build"] for part in parts if part["build"] not in makers]
        subject = Subject(
            parts[0]["work"], active, parts[0]["title"] or "", [facts[build] for build in makers], records
        )
        everything = list(_questions(subject.builds))
        subject.askable = bool(everything)
        if refresh or not records:
            subject.questions = [one for one in everything if refresh or memory.is_open(subject, one)]
        yield subject


def _facts(view: View, builds: Sequence[str]) -> dict[str, BuildFacts]:
    return {
        card.build: card for start in range(0, len(builds), BUILDS_AT_ONCE)
        for card in Chosen(view, builds[start:start + BUILDS_AT_ONCE]).cards()
    }


def _questions(builds: Sequence[BuildFacts]) -> Iterator[Question]:
    """Every identifier that a build of the work states, then its title, if a record could be told by it at all."""
    ordered = sorted(builds, key=lambda facts: (METADATA_ORDER.index(facts.source_kind), facts.blob, facts.build))
    known = [profile(facts) for facts in ordered]
    for by in ORDER[:-1]:
        for value in dict.fromkeys(one.identifiers[by] for one in known if by in one.identifiers):
            yield Question(by, value)
    titled = next((one for one in known if one.words and one.first and one.at is not None), None)
    if titled:
        yield Question("title", titled.title)
