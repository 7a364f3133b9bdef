"""Asking about a handful of works: questions by kind, answers judged one by one, and an end to it if nobody answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...kb.events.enrichment import AskedBy, Found
from ...kb.formats.openalex import entry_name
from ...kb.settle.profiles import profile
from .agreement import disagreement, joins_work, record_facts
from .openalex_client import PER_QUESTION, Identifier, OpenAlexClient, Record, ServiceFailed
from .subjects import ORDER, Question, Subject

FAILURES_IN_A_ROW = 3
"""Questions without an answer after which a service is left alone until a later run."""
_ARXIV_DOI = "10.48550/arxiv."


@dataclass(frozen=True)
class Answer:
    """One question about a work, and what came of it; with the record, if it is of this work."""

    subject: Subject
    question: Question
    outcome: Found
    reason: str = ""
    record: Record | None = None


class Asking:
    """Asks a service. `stopped` says why no more is asked; what was not asked has no answer."""

    def __init__(self, client: OpenAlexClient) -> None:
        self._client = client
        self._failures = 0
        self.stopped: str | None = None

    def ask(self, subjects: Sequence[Subject]) -> list[Answer]:
        """Answers to the open questions about some works: of each, until one is found or one fails."""
        answers: list[Answer] = []
        waiting = list(subjects)
        for by in ORDER:
            asked = [(one, question) for one in waiting for question in one.questions if question.by == by]
            new = self._by_title(asked) if by == "title" else self._by_identifiers(by, asked)
            answers += new
            done = {answer.subject.work for answer in new if answer.outcome in ("found", "failed")}
            waiting = [one for one in waiting if one.work not in done]
        return answers

    def _by_identifiers(self, by: AskedBy, asked: Sequence[tuple[Subject, Question]]) -> list[Answer]:
        name: Identifier = "pmid" if by == "pmid" else "doi"
        prefix = _ARXIV_DOI if by == "arxiv" else ""
        answers: list[Answer] = []
        everything = list(dict.fromkeys(f"{prefix}{question.value}" for _, question in asked))
        for start in range(0, len(everything), PER_QUESTION):
            values = everything[start:start + PER_QUESTION]
            meant = [one for one in asked if f"{prefix}{one[1].value}" in values]
            records, failure = self._call(lambda: self._client.by_identifiers(name, values))  # noqa: B023
            if failure:
                answers += (Answer(*one, "failed", failure) for one in meant)
            elif records is not None:
                known = [(profile(record_facts(record)).identifiers.get(name), record) for record in records]
                for subject, question in meant:
                    found = [record for value, record in known if value == f"{prefix}{question.value}"]
                    # Two records with one identifier are a slip of the service; the older one is mostly the fuller.
                    found.sort(key=lambda record: int(entry_name(record)[1:]))
                    answers.append(_judged(subject, question, found))
        return answers

    def _by_title(self, asked: Iterable[tuple[Subject, Question]]) -> list[Answer]:
        answers: list[Answer] = []
        for subject, question in asked:
            records, failure = self._call(lambda: self._client.by_title(question.value))  # noqa: B023
            if failure:
                answers.append(Answer(subject, question, "failed", failure))
            elif records is not None:
                answers.append(_judged(subject, question, records))
        return answers

    def _call(self, ask: Callable[[], list[Record]]) -> tuple[list[Record] | None, str | None]:
        """(records, None), (None, why it failed), or (None, None) where it was not asked any more."""
        if self.stopped:
            return None, None
        try:
            records = ask()
        except ServiceFailed as error:
            self._failures += 1
            if error.resting or self._failures >= FAILURES_IN_A_ROW:
                times = "the last question" if self._failures == 1 else f"{self._failures} questions in a row"
                self.stopped = f"{times} failed: {error.reason}"
            return None, error.reason
        self._failures = 0
        return records, None


def _judged(subject: Subject, question: Question, records: Sequence[Record]) -> Answer:
    """The first record that is of the work; else whether there was one that is not."""
    facts = [record_facts(record) for record in records]
    for record, one in zip(records, facts, strict=True):
        if joins_work(subject.builds, one):
            return Answer(subject, question, "found", record=record)
    reasons = [why for one in facts if (why := disagreement(subject.builds, one))]
    if not records or (question.by == "title" and not reasons):
        return Answer(subject, question, "not-found")
    return Answer(subject, question, "disagrees", reasons[0] if reasons else "its title is another one")
