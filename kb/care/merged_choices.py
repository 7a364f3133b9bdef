"""Choices of shown values, when another library is merged into this one.

Whoever knew of a choice and chose again counts. Of two that were made without knowledge of each other about one value,
that of the smaller value id counts, and one that takes a choice back comes last; neither depends on a clock or on which
library is merged into which.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from ..events.choosing import ValueChosen
from ..ledger.port import Append, Ledger, NewEvent, StoredEvent
from .known_builds import origin_of

_Known = list[tuple[str, ValueChosen]]


def choices_to_take(ours: Ledger, theirs: Ledger, here: Container[str]) -> Iterator[Append]:
    """Their last choices about each value that count here, in their order; the cause of each is the event by which a
    person chose. `here` are the builds of this library."""
    known, said = _choices(ours), _choices(theirs)
    here_already = {origin for origin, _ in known}
    for at, (origin, choice) in enumerate(said):
        home = choice.chosen or next(iter(choice.over), None)
        followed = any(_ids(choice) & _ids(later) for _, later in said[at + 1:])
        if followed or origin in here_already or home is None or home.build not in here:
            continue
        last = _last_about(choice, known)
        if last is None or last[0] in {before for before, _ in said[:at]} or _rank(choice) < _rank(last[1]):
            yield Append(f"metadata:{home.build}", [NewEvent(choice, key=f"merged:{origin}", cause=origin)])


def _choices(ledger: Ledger) -> _Known:
    return [(origin_of(event), _choice(event)) for event in ledger.read(kinds=[ValueChosen.kind])
            if event.content is not None]


def _choice(event: StoredEvent) -> ValueChosen:
    choice = event.payload()
    assert isinstance(choice, ValueChosen)
    return choice


def _last_about(choice: ValueChosen, known: _Known) -> tuple[str, ValueChosen] | None:
    """The last known choice that names a value of this one."""
    ids = _ids(choice)
    return next(((origin, one) for origin, one in reversed(known) if ids & _ids(one)), None)


def _ids(choice: ValueChosen) -> set[str]:
    return {value.id for value in (choice.chosen, *choice.over) if value is not None}


def _rank(choice: ValueChosen) -> tuple[bool, str]:
    return (choice.chosen is None, choice.chosen.id if choice.chosen else "")
