"""The SQLite ledger against a model of a few lines: any calls in any order, then any question."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from claimledger.kb.errors import ConcurrentAppend, EventConflict
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import BuildSealed, StageFailed
from claimledger.kb.ledger import ANY, Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from hypothesis import given, settings
from hypothesis import strategies as st

FAST = "/dev/shm" if Path("/dev/shm").is_dir() else None
STREAMS = ["a", "b", "c"]
PAYLOADS: list[Payload] = [
    BuildSealed(build="x", blob="b", pipeline="p"),
    BuildSealed(build="y", blob="b", pipeline="p"),
    StageFailed(build="x", stage="s", reason="r", message="é\u2028", attempt=1),
]

NEW_EVENTS = st.builds(NewEvent, st.sampled_from(PAYLOADS), key=st.sampled_from([None, "1", "2", "3"]))
APPENDS = st.builds(
    Append, st.sampled_from(STREAMS), st.lists(NEW_EVENTS, max_size=4).map(tuple),
    expected=st.sampled_from([ANY, ANY, ANY, 0, 1, 2, 3]),
)
CALLS = st.lists(st.lists(APPENDS, max_size=3), max_size=8)
BOUNDS = st.none() | st.integers(0, 30)
KINDS = st.none() | st.sets(st.sampled_from(["BuildSealed", "StageFailed", "Parsed"]))


@dataclass
class Refused(Exception):
    """The model's word for a call that changes nothing."""

    error: type[Exception]


@dataclass
class Model:
    """A list of events (stream, version, payload), and the ids that came from keys."""

    events: list[tuple[str, int, Payload]] = field(default_factory=list)
    ids: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def version(self, stream: str) -> int:
        return sum(event[0] == stream for event in self.events)

    def append(self, call: list[Append]) -> list[int]:
        """Positions of the events of a call."""
        draft = Model(list(self.events), dict(self.ids))
        done = all(self._id(append.stream, event) in self.ids for append in call for event in append.events)
        answer = [position for append in call for position in draft._append(append, done)]
        self.events, self.ids = draft.events, draft.ids
        return answer

    def _append(self, append: Append, done: bool) -> list[int]:
        known = append.events and all(self._id(append.stream, event) in self.ids for event in append.events)
        if not done and not known and append.expected not in (ANY, self.version(append.stream)):
            raise Refused(ConcurrentAppend)
        answer = []
        for event in append.events:
            name = self._id(append.stream, event)
            position = self.ids.get(name) if name else None
            if position is None:
                self.events.append((append.stream, self.version(append.stream) + 1, event.payload))
                position = len(self.events)
                if name:
                    self.ids[name] = position
            elif self.events[position - 1][2] != event.payload:
                raise Refused(EventConflict)
            answer.append(position)
        return answer

    def _id(self, stream: str, event: NewEvent) -> tuple[str, str, str] | None:
        return (stream, event.payload.kind, event.key) if event.key else None


@contextmanager
def fresh_ledger() -> Iterator[SqliteLedger]:
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        ledger = SqliteLedger(Path(folder) / "ledger.db")
        try:
            yield ledger
        finally:
            ledger.close()


def play(ledger: SqliteLedger, calls: list[list[Append]]) -> Model:
    """Make the same calls to both, and compare each outcome."""
    model = Model()
    for call in calls:
        try:
            expected: list[int] | type[Exception] = model.append(call)
        except Refused as refused:
            expected = refused.error
        try:
            outcome: list[int] | type[Exception] = [event.position for event in ledger.append(call, actor="human:ada")]
        except (ConcurrentAppend, EventConflict) as error:
            outcome = type(error)
        assert outcome == expected
    return model


@settings(max_examples=80, deadline=None)
@given(CALLS)
def test_any_calls_leave_what_the_model_says(calls: list[list[Append]]) -> None:
    with fresh_ledger() as ledger:
        model = play(ledger, calls)
        stored = list(ledger.read())
        assert [(event.stream, event.version, event.payload()) for event in stored] == model.events
        assert [event.position for event in stored] == list(range(1, len(model.events) + 1))
        assert {stream: ledger.version(stream) for stream in STREAMS} == {s: model.version(s) for s in STREAMS}
        assert ledger.verify() == ledger.head()
        assert all(ledger.find(event.event_id) == event for event in stored)


@settings(max_examples=60, deadline=None)
@given(CALLS, st.integers(0, 30), BOUNDS, KINDS, st.sampled_from([None, *STREAMS]))
def test_any_question_is_answered_as_by_the_model(
    calls: list[list[Append]], after: int, until: int | None, kinds: set[str] | None, stream: str | None
) -> None:
    with fresh_ledger() as ledger:
        model = play(ledger, calls)
        expected = [
            position
            for position, (its_stream, _, payload) in enumerate(model.events, start=1)
            if position > after
            and (until is None or position <= until)
            and (kinds is None or payload.kind in kinds)
            and stream in (None, its_stream)
        ]
        found = [event.position for event in ledger.read(after=after, until=until, kinds=kinds, stream=stream)]
        assert found == expected


@settings(max_examples=30, deadline=None)
@given(CALLS)
def test_making_the_last_successful_call_again_changes_nothing(calls: list[list[Append]]) -> None:
    keyed = [[Append(a.stream, [e for e in a.events if e.key], a.expected) for a in call] for call in calls]
    with fresh_ledger() as ledger:
        for call in keyed:
            try:
                stored = ledger.append(call, actor="human:ada")
            except (ConcurrentAppend, EventConflict):
                continue
            head = ledger.head()
            assert ledger.append(call, actor="human:bob", run="run-2") == stored
            assert ledger.head() == head
