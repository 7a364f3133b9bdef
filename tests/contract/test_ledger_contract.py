"""What every ledger does, whatever it is stored in. A new adapter adds itself to `open_ledger` and passes all this."""

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import ClassVar, Protocol

import pytest
from claimledger.kb.canon import make_id
from claimledger.kb.errors import (
    ChainBroken,
    ConcurrentAppend,
    EventConflict,
    LedgerError,
    NotCanonical,
    PayloadTooLarge,
    ReadOnlyLibrary,
    UnknownEvent,
)
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import BuildSealed, StageFailed
from claimledger.kb.events.library import Indexed
from claimledger.kb.events.standing import Purged
from claimledger.kb.ledger import ANY, Append, Head, Ledger, NewEvent, StoredEvent
from claimledger.kb.ledger.packing import Unpacker
from claimledger.kb.ledger.postgres import PostgresLedger
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.ledger.walk import unpacked

Clock = Callable[[], datetime]
NOON = datetime(2026, 1, 2, 12, 0, 0, 345_678, tzinfo=UTC)
ACTOR = "human:ada"


class Open(Protocol):
    """Opens the one ledger of a test; opening it twice gives two handles on the same events."""

    def __call__(self, *, read_only: bool = False, clock: Clock = lambda: NOON) -> Ledger: ...


def sqlite(tmp_path: Path) -> Open:
    def open_it(*, read_only: bool = False, clock: Clock = lambda: NOON) -> Ledger:
        return SqliteLedger(tmp_path / "ledger.db", read_only=read_only, clock=clock)

    return open_it


def postgres(url: str) -> Open:
    schema = f"contract_{secrets.token_hex(6)}"

    def open_it(*, read_only: bool = False, clock: Clock = lambda: NOON) -> Ledger:
        return PostgresLedger(url, schema=schema, read_only=read_only, clock=clock)

    return open_it


@pytest.fixture(params=["sqlite", "postgres"])
def open_ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    opened: list[Ledger] = []
    make = sqlite(tmp_path) if request.param == "sqlite" else postgres(request.getfixturevalue("postgres_url"))

    def open_it(*, read_only: bool = False, clock: Clock = lambda: NOON) -> Ledger:
        opened.append(make(read_only=read_only, clock=clock))
        return opened[-1]

    yield open_it
    for ledger in opened:
        ledger.close()


@pytest.fixture
def ledger(open_ledger: Open) -> Ledger:
    return open_ledger()


class Unregistered(Payload):
    """A kind that no version knows."""

    kind: ClassVar[str] = "Unregistered"
    value: float | str


def sealed(name: str) -> BuildSealed:
    return BuildSealed(build=name, blob="b", pipeline="p")


def failed(message: str) -> StageFailed:
    return StageFailed(build="x", stage="parsed", reason="encrypted", message=message, attempt=1)


def add(ledger: Ledger, stream: str, *names: str, expected: int = ANY) -> list[StoredEvent]:
    """Append one sealed build for each name, keyed by it."""
    events = [NewEvent(sealed(name), key=name) for name in names]
    return ledger.append([Append(stream, events, expected)], actor=ACTOR)


# Appending


def test_a_new_ledger_is_empty(ledger: Ledger) -> None:
    assert ledger.head() == Head(0, "0" * 64)
    assert ledger.version("library") == 0
    assert ledger.find("event-x") is None
    assert list(ledger.read()) == []
    assert ledger.verify() == Head(0, "0" * 64)


def test_positions_have_no_gap_and_versions_count_by_stream(ledger: Ledger) -> None:
    add(ledger, "a", "1")
    ledger.append(
        [Append("b", [NewEvent(sealed("2")), NewEvent(sealed("3"))]), Append("a", [NewEvent(sealed("4"))])], actor=ACTOR
    )
    places = [(event.position, event.stream, event.version) for event in ledger.read()]
    assert places == [(1, "a", 1), (2, "b", 1), (3, "b", 2), (4, "a", 2)]
    assert (ledger.version("a"), ledger.version("b"), ledger.version("c")) == (2, 2, 0)


def test_an_event_keeps_what_it_was_given(open_ledger: Open) -> None:
    ledger = open_ledger(clock=lambda: datetime(2026, 1, 2, 3, 4, 5, 678_999, timezone(timedelta(hours=2))))
    new = NewEvent(sealed("é"), key="k", cause="event-before")
    stored = ledger.append([Append("build:x", [new])], actor="program:claimledger/0.1.0", run="run-1")[0]
    assert stored.event_id == make_id("event", "build:x", "BuildSealed", "k")
    assert (stored.kind, stored.schema) == ("BuildSealed", 1)
    assert (stored.actor, stored.cause, stored.run) == ("program:claimledger/0.1.0", "event-before", "run-1")
    assert stored.recorded_at == "2026-01-02T01:04:05.678Z"
    assert stored.content == '{"blob":"b","build":"é","pipeline":"p"}'.encode()
    assert stored.payload_sha256 == hashlib.sha256(stored.content).hexdigest()
    assert stored.payload() == sealed("é")


def test_reading_gives_what_appending_returned_also_in_another_handle(open_ledger: Open) -> None:
    ledger = open_ledger()
    returned = [*add(ledger, "a", "1", "2"), *add(ledger, "b", "1")]
    assert list(ledger.read()) == returned
    ledger.close()
    again = open_ledger()
    assert list(again.read()) == returned
    assert [again.find(event.event_id) for event in returned] == returned
    assert again.head() == Head(3, returned[-1].hash)


def test_the_chain_is_the_documented_one(ledger: Ledger) -> None:
    previous = "0" * 64
    for event in [*add(ledger, "a", "1", "é"), *add(ledger, "b", "2")]:
        envelope = {
            "actor": event.actor, "cause": event.cause, "event_id": event.event_id, "kind": event.kind,
            "payload_sha256": event.payload_sha256, "position": event.position, "recorded_at": event.recorded_at,
            "run": event.run, "schema": event.schema, "stream": event.stream, "version": event.version,
        }
        text = json.dumps(envelope, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()
        assert event.hash == previous
    assert ledger.verify() == Head(3, previous)


def test_appending_nothing_changes_nothing(ledger: Ledger) -> None:
    assert ledger.append([], actor=ACTOR) == []
    assert ledger.append([Append("a", [])], actor=ACTOR) == []
    assert ledger.head().position == 0


def test_what_has_no_canonical_form_is_refused_with_the_whole_batch(ledger: Ledger) -> None:
    events = [NewEvent(sealed("1")), NewEvent(Unregistered(value=0.5))]
    with pytest.raises(NotCanonical, match="float"):
        ledger.append([Append("a", events)], actor=ACTOR)
    assert ledger.head().position == 0


@pytest.mark.parametrize("bad", ["", "a\x00b"])
def test_an_empty_name_and_one_with_nul_are_refused(ledger: Ledger, bad: str) -> None:
    event = NewEvent(sealed("1"))
    calls = [
        lambda: ledger.append([Append(bad, [event])], actor=ACTOR),
        lambda: ledger.append([Append("a", [event])], actor=bad),
        lambda: ledger.append([Append("a", [event])], actor=ACTOR, run=bad),
        lambda: ledger.append([Append("a", [NewEvent(sealed("1"), cause=bad)])], actor=ACTOR),
    ]
    for call in calls:
        with pytest.raises(NotCanonical):
            call()
    assert ledger.head().position == 0


def test_a_payload_of_64_mb_is_taken_and_one_byte_more_is_not(ledger: Ledger) -> None:
    frame = len(b'{"value":""}')
    with pytest.raises(PayloadTooLarge, match="Unregistered"):
        ledger.append([Append("a", [NewEvent(Unregistered(value="x" * (64 * 2**20 - frame + 1)))])], actor=ACTOR)
    assert ledger.head().position == 0
    ledger.append([Append("a", [NewEvent(Unregistered(value="x" * (64 * 2**20 - frame)))])], actor=ACTOR)
    assert [len(event.content or b"") for event in ledger.read()] == [64 * 2**20]


def test_a_read_only_ledger_reads_and_refuses_to_append(open_ledger: Open) -> None:
    stored = add(open_ledger(), "a", "1")
    reader = open_ledger(read_only=True)
    assert list(reader.read()) == stored
    assert reader.verify().position == 1
    with pytest.raises(ReadOnlyLibrary):
        add(reader, "a", "2")


# Expected versions


def test_a_stale_version_is_refused_and_nothing_of_the_call_is_stored(ledger: Ledger) -> None:
    add(ledger, "a", "1")
    appends = [Append("b", [NewEvent(sealed("x"))], 0), Append("a", [NewEvent(sealed("y"))], 0)]
    with pytest.raises(ConcurrentAppend, match="stream a is at version 1, not 0"):
        ledger.append(appends, actor=ACTOR)
    assert ledger.head().position == 1
    assert ledger.version("b") == 0


@pytest.mark.parametrize("expected", [0, 2, 7])
def test_only_the_current_version_is_accepted(ledger: Ledger, expected: int) -> None:
    add(ledger, "a", "1")
    with pytest.raises(ConcurrentAppend):
        add(ledger, "a", "2", expected=expected)
    assert add(ledger, "a", "2", expected=1)[0].version == 2


def test_of_two_handles_that_read_the_same_version_one_is_refused(open_ledger: Open) -> None:
    one, other = open_ledger(), open_ledger()
    seen_by_one, seen_by_other = one.version("a"), other.version("a")
    add(one, "a", "1", expected=seen_by_one)
    with pytest.raises(ConcurrentAppend):
        add(other, "a", "2", expected=seen_by_other)


def test_versions_within_one_call_count_its_earlier_events(ledger: Ledger) -> None:
    first = Append("a", [NewEvent(sealed("1")), NewEvent(sealed("2"))], 0)
    with pytest.raises(ConcurrentAppend):
        ledger.append([first, Append("a", [NewEvent(sealed("3"))], 0)], actor=ACTOR)
    stored = ledger.append([first, Append("a", [NewEvent(sealed("3"))], 2)], actor=ACTOR)
    assert [event.version for event in stored] == [1, 2, 3]


def test_an_append_without_events_guards_the_others(ledger: Ledger) -> None:
    add(ledger, "a", "1")
    with pytest.raises(ConcurrentAppend, match="stream a"):
        ledger.append([Append("a", [], 0), Append("b", [NewEvent(sealed("x"))])], actor=ACTOR)
    assert len(ledger.append([Append("a", [], 1), Append("b", [NewEvent(sealed("x"))])], actor=ACTOR)) == 1


# Repetition


def test_a_repeated_batch_is_returned_as_stored(open_ledger: Open) -> None:
    stored = add(open_ledger(), "a", "1", "2", expected=0)
    later = open_ledger(clock=lambda: NOON + timedelta(days=1))
    again = later.append(
        [Append("a", [NewEvent(sealed("1"), key="1", cause="event-new"), NewEvent(sealed("2"), key="2")], 0)],
        actor="human:bob", run="run-2",
    )
    assert again == stored
    assert later.head().position == 2


def test_a_repeated_call_is_done_already_even_if_its_streams_moved_on(ledger: Ledger) -> None:
    call = [Append("a", [], 0), Append("b", [NewEvent(sealed("1"), key="1")], 0)]
    stored = ledger.append(call, actor=ACTOR)
    add(ledger, "a", "x")
    add(ledger, "b", "y")
    assert ledger.append(call, actor=ACTOR) == stored


def test_the_new_part_of_a_half_known_batch_is_appended(ledger: Ledger) -> None:
    stored = add(ledger, "a", "1")
    answer = add(ledger, "a", "2", "1", "3")
    assert [event.position for event in answer] == [2, 1, 3]
    assert answer[1] == stored[0]
    assert ledger.head().position == 3


def test_a_half_known_batch_with_a_stale_version_is_refused(ledger: Ledger) -> None:
    add(ledger, "a", "1", expected=0)
    with pytest.raises(ConcurrentAppend):
        add(ledger, "a", "1", "2", expected=0)
    assert [event.version for event in add(ledger, "a", "1", "2", expected=1)] == [1, 2]


def test_a_known_part_of_a_call_needs_no_version_of_its_own(ledger: Ledger) -> None:
    add(ledger, "a", "1", expected=0)
    answer = ledger.append(
        [Append("a", [NewEvent(sealed("1"), key="1")], 0), Append("b", [NewEvent(sealed("2"), key="2")], 0)],
        actor=ACTOR,
    )
    assert [event.position for event in answer] == [1, 2]


def test_a_known_id_with_another_payload_is_a_conflict(ledger: Ledger) -> None:
    add(ledger, "a", "1")
    with pytest.raises(EventConflict, match="position 1"):
        ledger.append([Append("a", [NewEvent(sealed("other"), key="1")])], actor=ACTOR)
    with pytest.raises(EventConflict):
        ledger.append([Append("a", [NewEvent(sealed("n"), key="n"), NewEvent(sealed("o"), key="1")])], actor=ACTOR)
    assert ledger.head().position == 1


def test_a_repetition_within_one_call_is_stored_once(ledger: Ledger) -> None:
    answer = ledger.append(
        [
            Append("a", [NewEvent(sealed("1"), key="1"), NewEvent(sealed("1"), key="1")], 0),
            Append("a", [NewEvent(sealed("1"), key="1"), NewEvent(sealed("2"), key="2")], 1),
        ],
        actor=ACTOR,
    )
    assert [event.position for event in answer] == [1, 1, 1, 2]
    assert list(ledger.read()) == [answer[0], answer[3]]


def test_a_conflict_within_one_call_stores_nothing(ledger: Ledger) -> None:
    with pytest.raises(EventConflict):
        ledger.append([Append("a", [NewEvent(sealed("1"), key="k"), NewEvent(sealed("2"), key="k")])], actor=ACTOR)
    assert ledger.head().position == 0


def test_one_key_on_another_stream_or_for_another_kind_is_another_event(ledger: Ledger) -> None:
    add(ledger, "a", "k")
    add(ledger, "b", "k")
    ledger.append([Append("a", [NewEvent(failed("m"), key="k")])], actor=ACTOR)
    assert [(event.stream, event.kind) for event in ledger.read()] == [
        ("a", "BuildSealed"), ("b", "BuildSealed"), ("a", "StageFailed"),
    ]


def test_events_without_a_key_are_never_repetitions(ledger: Ledger) -> None:
    stored = ledger.append([Append("a", [NewEvent(sealed("1"))] * 3)], actor=ACTOR)
    assert len({event.event_id for event in stored}) == 3
    assert [event.position for event in stored] == [1, 2, 3]


# Reading


@pytest.fixture
def mixed(ledger: Ledger) -> Ledger:
    """1,203 events: streams a, b, c in turn; every fifth is a `StageFailed`, every hundredth an `Indexed`."""
    appends = []
    for number in range(1, 1_204):
        payload: Payload = sealed(str(number))
        if number % 100 == 0:
            payload = Indexed(index_version="1", embedder="none", through=number, chunks=0, embedded=0)
        elif number % 5 == 0:
            payload = failed(str(number))
        appends.append(Append("abc"[number % 3], [NewEvent(payload)]))
    ledger.append(appends, actor=ACTOR)
    return ledger


def kind_of(position: int) -> str:
    return "Indexed" if position % 100 == 0 else "StageFailed" if position % 5 == 0 else "BuildSealed"


@pytest.mark.parametrize("after", [0, 1, 499, 1_202, 1_203, 5_000])
@pytest.mark.parametrize("until", [None, 0, 500, 1_203, 9_999])
def test_reading_starts_after_and_ends_with(mixed: Ledger, after: int, until: int | None) -> None:
    positions = [event.position for event in mixed.read(after=after, until=until)]
    assert positions == list(range(after + 1, min(until if until is not None else 1_203, 1_203) + 1))


@pytest.mark.parametrize(
    "kinds", [["Indexed"], ["Indexed", "StageFailed"], ["BuildSealed", "Indexed"], ["Nothing"], []]
)
@pytest.mark.parametrize("stream", [None, "a", "c", "nothing"])
def test_kinds_and_stream_choose_in_order(mixed: Ledger, kinds: list[str], stream: str | None) -> None:
    positions = [event.position for event in mixed.read(after=7, until=1_200, kinds=kinds, stream=stream)]
    assert positions == [
        position
        for position in range(8, 1_201)
        if kind_of(position) in kinds and stream in (None, "abc"[position % 3])
    ]


def test_one_stream_is_read_in_order_of_its_versions(mixed: Ledger) -> None:
    assert [event.version for event in mixed.read(stream="b")] == list(range(1, 402))


def test_a_reader_ends_at_the_head_it_began_with_and_keeps_nobody_from_appending(mixed: Ledger) -> None:
    reader = mixed.read()
    first = next(reader)
    add(mixed, "late", "1", "2")
    assert [first.position, *(event.position for event in reader)] == list(range(1, 1_204))
    assert mixed.head().position == 1_205


def test_an_unknown_kind_is_stored_and_stops_whoever_asks_for_its_payload(ledger: Ledger) -> None:
    ledger.append([Append("a", [NewEvent(Unregistered(value="v"))])], actor=ACTOR)
    event = next(ledger.read())
    assert event.content == b'{"value":"v"}'
    with pytest.raises(UnknownEvent, match="Unregistered"):
        event.payload()


def test_verify_ends_where_it_is_told(mixed: Ledger) -> None:
    hashes = {event.position: event.hash for event in mixed.read()}
    assert mixed.verify(until=0) == Head(0, "0" * 64)
    assert mixed.verify(until=700) == Head(700, hashes[700])
    assert mixed.verify() == Head(1_203, hashes[1_203])


def test_a_ledger_that_ends_before_the_position_asked_for_is_broken_there(mixed: Ledger) -> None:
    with pytest.raises(ChainBroken, match="event 1204"):
        mixed.verify(until=1_300)


# Purging


def declare(ledger: Ledger, *positions: int) -> None:
    """Append the event that names what goes."""
    purged = Purged(builds=(), positions=positions, blobs=(), rows=(), reason="asked to")
    ledger.append([Append("library", [NewEvent(purged)])], actor=ACTOR)


def test_purged_payloads_are_gone_for_every_reader_and_the_chain_holds(open_ledger: Open) -> None:
    ledger = open_ledger()
    stored = add(ledger, "a", "1", "2", "3", "4")
    reader = open_ledger(read_only=True)
    declare(ledger, 2, 4)
    assert ledger.verify().position == 5  # named, and not gone yet: a purge that died
    assert ledger.purge([4, 2]) is True
    for handle in (ledger, reader, open_ledger()):
        assert [event.content is None for event in handle.read()] == [False, True, False, True, False]
        assert [event.payload is None for event in handle.scan()] == [False, True, False, True, False]
        assert handle.find(stored[1].event_id) == stored[1]._replace(content=None)
        assert handle.verify() == ledger.head()
        assert handle.verify(until=3).position == 3
    with pytest.raises(LedgerError, match="event 2 was purged"):
        next(ledger.read(after=1)).payload()


def test_purging_again_and_purging_nothing_change_nothing(ledger: Ledger) -> None:
    add(ledger, "a", "1", "2")
    declare(ledger, 1)
    assert (ledger.purge([1]), ledger.purge([1]), ledger.purge([]), ledger.finish_purge()) == (True,) * 4
    assert [event.content is None for event in ledger.read()] == [True, False, False]
    assert ledger.verify().position == 3


def test_only_what_a_purge_names_can_be_purged(ledger: Ledger) -> None:
    add(ledger, "a", "1", "2", "3")
    declare(ledger, 1, 3)
    with pytest.raises(LedgerError, match="no purge names event 2"):
        ledger.purge([1, 2, 3])
    assert all(event.content is not None for event in ledger.read())


def test_the_event_that_names_a_purge_cannot_be_purged(ledger: Ledger) -> None:
    add(ledger, "a", "1")
    declare(ledger, 1, 2)
    with pytest.raises(LedgerError, match="event 2 is a purge itself"):
        ledger.purge([1, 2])
    assert all(event.content is not None for event in ledger.read())


def test_a_read_only_ledger_purges_nothing(open_ledger: Open) -> None:
    ledger = open_ledger()
    add(ledger, "a", "1")
    declare(ledger, 1)
    reader = open_ledger(read_only=True)
    for call in (lambda: reader.purge([1]), reader.finish_purge):
        with pytest.raises(ReadOnlyLibrary):
            call()
    assert next(ledger.read()).content is not None


def test_an_event_whose_payload_was_purged_is_still_done_already(ledger: Ledger) -> None:
    [stored] = add(ledger, "a", "1")
    declare(ledger, 1)
    ledger.purge([1])
    assert add(ledger, "a", "1") == [stored._replace(content=None)]
    with pytest.raises(EventConflict):
        ledger.append([Append("a", [NewEvent(sealed("other"), key="1")])], actor=ACTOR)
    assert ledger.head().position == 2


def test_scanning_gives_what_reading_gives_packed(mixed: Ledger) -> None:
    unpacker = Unpacker()
    assert [unpacked(event, unpacker) for event in mixed.scan()] == list(mixed.read())
    assert [event.position for event in mixed.scan(after=498, until=503)] == [499, 500, 501, 502, 503]
    assert list(mixed.scan(until=0)) == []


# Many at once


def test_threads_and_handles_that_append_at_once_make_one_chain(open_ledger: Open) -> None:
    shared, other = open_ledger(), open_ledger()
    errors: list[BaseException] = []

    def write(ledger: Ledger, name: str) -> None:
        try:
            for number in range(8):
                add(ledger, "shared", f"{name}-{number}-a", f"{name}-{number}-b")
        except BaseException as error:
            errors.append(error)

    handles = {"one": shared, "two": shared, "three": other, "four": other}
    threads = [threading.Thread(target=write, args=(ledger, name)) for name, ledger in handles.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert shared.verify().position == 64
    names = [event.payload().build for event in shared.read(stream="shared")]  # type: ignore[attr-defined]
    assert sorted(names) == sorted(f"{name}-{n}-{part}" for name in handles for n in range(8) for part in "ab")
    assert all(names[at][:-2] == names[at + 1][:-2] for at in range(0, 64, 2))  # no batch was torn apart
