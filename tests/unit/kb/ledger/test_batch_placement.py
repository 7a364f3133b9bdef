"""Placing a batch: pure, so the answer to every mix of known, repeated and new events can be written down."""

import pytest
from claimledger.kb.errors import ConcurrentAppend
from claimledger.kb.events.build import BuildSealed
from claimledger.kb.ledger import Append, Head, NewEvent
from claimledger.kb.ledger.batch import EMPTY, Placed, Stamp, place, prepare

STAMP = Stamp("2026-01-02T03:04:05.678Z", "human:ada", None)


def call(stream: str, *keys: str, expected: int = -1) -> Append:
    return Append(stream, [NewEvent(BuildSealed(build=key, blob="b", pipeline="p"), key=key) for key in keys], expected)


def placed(*appends: Append, after: Placed | None = None) -> Placed:
    known = {event.event_id: event for event in after.new} if after else {}
    versions: dict[str, int] = {}
    for event in known.values():
        versions[event.stream] = max(event.version, versions.get(event.stream, 0))
    last = after.new[-1] if after else None
    head = Head(last.position, last.hash) if last else EMPTY
    return place(prepare(appends), stamp=STAMP, head=head, versions=versions, known=known)


def test_new_events_follow_the_head_and_their_streams() -> None:
    result = placed(call("a", "1"), call("b", "2"), call("a", "3"), after=placed(call("a", "0")))
    places = [(event.position, event.stream, event.version) for event in result.new]
    assert places == [(2, "a", 2), (3, "b", 1), (4, "a", 3)]
    assert result.answer == result.new


def test_known_events_are_answered_and_not_written() -> None:
    before = placed(call("a", "1", "2"))
    result = placed(call("a", "2", "3"), after=before)
    assert result.answer[0] == before.new[1]
    assert [event.position for event in result.new] == [3]


def test_a_known_call_writes_nothing_whatever_it_expects() -> None:
    before = placed(call("a", "1", "2"))
    result = placed(call("a", "1", "2", expected=0), call("a", expected=99), after=before)
    assert (result.new, result.answer) == ([], before.new)


def test_a_guard_is_checked_against_events_placed_before_it_in_the_call() -> None:
    assert len(placed(call("a", "1"), call("a", expected=1), call("b", "2")).new) == 2
    with pytest.raises(ConcurrentAppend):
        placed(call("a", "1"), call("a", expected=0), call("b", "2"))


def test_the_same_events_have_the_same_hashes() -> None:
    assert placed(call("a", "1", "2")).new == placed(call("a", "1"), call("a", "2")).new
