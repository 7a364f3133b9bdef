"""One run of enrichment: every work to its questions, every record to a sealed build, then settling.

Works are asked about a few at a time, and what came of them is appended at once, so a run that dies is continued by the
next one. A question that fails says nothing about the work: a later run asks it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from ...kb.canon import sha256
from ...kb.errors import UsageError
from ...kb.events.enrichment import EnrichmentAsked, Found
from ...kb.events.standing import StandingChanged
from ...kb.forgetting.naming import Naming, find_all
from ...kb.formats.openalex import entry_bytes, entry_name
from ...kb.ledger.port import Append, NewEvent
from ...kb.library import Library
from ...kb.locks import exclusive
from ...kb.settings import FILE_NAME
from ...kb.settle.run import settle_library
from ..again import Admission
from ..outcome import Outcome
from ..pipeline import open_pipeline
from ..records import ingest_records
from .asking import Answer, Asking
from .openalex_client import NAME, OpenAlexClient
from .outcome import Enriched, EnrichmentReport
from .subjects import Memory, Subject, find_subjects

WORKS_AT_ONCE = 25
_NEWER = "a newer record of the service took its place"
_AGAIN = "the service gives this record again"

Report = Callable[[int, int, str], None]


def enrich(
    library: Library,
    names: Sequence[str] = (),
    *,
    refresh: bool = False,
    limit: int | None = None,
    offline: bool = False,
    progress: Report | None = None,
    report: EnrichmentReport | None = None,
) -> EnrichmentReport:
    """Ask the service of the settings about works (all, or those that `names` mean: ids of papers or builds).

    With `refresh` also about those that have a record or had no answer not long ago; about `limit` works at most;
    `offline` asks nobody and says what is open. A `report` that is given is filled as works are done.

    Raises `ReadOnlyLibrary`, `UsageError` where the settings name no service, `UnknownId` and `AmbiguousId` before
    anything is changed, and `LedgerError` if another process enriches the library.
    """
    library.check_writable()
    settings = library.settings.enrichment
    if settings.provider == "none" and not offline:
        raise UsageError(
            "the settings name no service to ask",
            remedy=f'write provider = "openalex" under [enrichment] in {library.root / FILE_NAME}',
        )
    report = EnrichmentReport() if report is None else report
    settle_library(library)
    with exclusive(library.root / "enrich.lock", patience=1.0):
        with library.view() as view:
            among = {build for named in find_all(Naming(view), names).values() for build in named.builds}
            memory = Memory(view, NAME, settings.retry_days)
            subjects = list(find_subjects(view, memory, among=among if names else None, refresh=refresh))
        asked = [one for one in subjects if one.questions][:0 if offline else limit]
        became = _Run(library).enrich(asked, progress, report) if asked else {}
        report.works += [became.get(one.work) or _untouched(one) for one in subjects]
    settle_library(library)
    library.projection.flush()
    report.position = library.ledger.head().position
    return report


def _untouched(subject: Subject) -> Enriched:
    if subject.questions:
        return Enriched(subject.work, subject.title, "left")
    if subject.records:
        return Enriched(subject.work, subject.title, "known", record=subject.records[0])
    return Enriched(subject.work, subject.title, "asked-before" if subject.askable else "nothing-to-ask-by")


class _Run:
    """The state of one run."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._pipeline = open_pipeline(NAME, library.settings)
        self._admission = Admission(library)
        with library.view() as view:
            self._sealed = {f"build:{row['build']}" for row in view.rows("SELECT DISTINCT build FROM sealed")}
            self._failures = Counter(
                f"build:{row['build']}" for row in view.rows("SELECT build FROM failures")
            )
            self._attempts = Counter(
                (row["build"], row["asked_by"], row["identifier"])
                for row in view.rows("SELECT build, asked_by, identifier FROM enrichments")
            )

    def enrich(
        self, subjects: Sequence[Subject], progress: Report | None, report: EnrichmentReport
    ) -> dict[str, Enriched]:
        """What became of works, by work; those that were not asked about are not there."""
        client = OpenAlexClient(self._library.settings.enrichment)
        asking = Asking(client)
        became: dict[str, Enriched] = {}
        try:
            for start in range(0, len(subjects), WORKS_AT_ONCE):
                batch = subjects[start:start + WORKS_AT_ONCE]
                for one in self._take(asking.ask(batch)):
                    # That an identifier is another paper's is more than that its title is not known.
                    if not (one.outcome == "not-found" and one.work in became):
                        became[one.work] = one
                if asking.stopped:
                    break
                if progress:
                    progress(start + len(batch), len(subjects), batch[-1].title)
        finally:
            client.close()
        report.stopped = asking.stopped
        return became

    def _take(self, answers: Sequence[Answer]) -> list[Enriched]:
        """Keep the records that were found, and say what was asked and what came."""
        records = [answer.record for answer in answers if answer.record is not None]
        kept = ingest_records(
            self._library, self._pipeline, Path(NAME), records, self._sealed, self._failures, 1, self._admission
        )
        outcomes = list(kept)
        built = iter(outcomes)
        appends: list[Append] = []
        taken: list[Enriched] = []
        for answer in answers:
            event, one = self._said(answer, next(built) if answer.record is not None else None)
            appends += [event, *self._replacing(answer.subject, one)]
            taken.append(one)
        if appends:
            self._library.append(appends)
        return taken

    def _said(self, answer: Answer, kept: Outcome | None) -> tuple[Append, Enriched]:
        """The event of one question, and what it makes of the work. `kept` is what became of the record."""
        subject, question = answer.subject, answer.question
        outcome: Found = answer.outcome
        reason, record, blob = answer.reason, None, None
        if kept is not None and kept.status == "failed":
            # Without a build it was refused: somebody purged this record, and that was an answer.
            outcome, reason = ("failed" if kept.build else "found"), kept.reason
        elif kept is not None and answer.record is not None:
            record, reason = kept.build, kept.reason if kept.status == "quarantined" else ""
            blob = sha256(entry_bytes(answer.record))
        asked = subject.build, question.by, question.identifier
        self._attempts[asked] += 1
        event = EnrichmentAsked(
            build=subject.build, provider=NAME, asked_by=question.by, identifier=question.identifier, outcome=outcome,
            reason=reason, blob=blob, record=record, attempt=self._attempts[asked],
        )
        name = entry_name(answer.record) if answer.record is not None else None
        return (
            Append(f"enrichment:{subject.build}", [NewEvent(event)]),
            Enriched(subject.work, subject.title, outcome, question.by, name, record, reason),
        )

    def _replacing(self, subject: Subject, one: Enriched) -> list[Append]:
        """A record that came takes the place of those that the work has; one that came back is in view again."""
        if one.record is None or one.reason:
            return []
        changes = [
            StandingChanged(build=old, standing="retired", reason=_NEWER, by=one.record)
            for old in subject.records if old != one.record
        ]
        decisions = [
            payload for event in self._library.ledger.read(stream=f"standing:{one.record}")
            if event.content is not None and isinstance(payload := event.payload(), StandingChanged)
        ]
        if decisions and decisions[-1].standing == "retired":
            changes.append(StandingChanged(build=one.record, standing="released", reason=_AGAIN))
        return [Append(f"standing:{change.build}", [NewEvent(change)]) for change in changes]
