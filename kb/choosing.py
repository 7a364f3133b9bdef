"""Choosing which of the values that sources state for a field of a paper is shown; all others stay.

A value that no source states cannot be chosen, since every value that is shown leads back to its source; a record that
states it can be taken in first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from .errors import UsageError
from .events.choosing import StatedValue, ValueChosen
from .forgetting.standing import checked_reason
from .ledger.port import Append, NewEvent
from .library import Library
from .lookup import look_up
from .settle.disagreement import differ
from .settle.run import settle_library
from .settle.works import SHOWN

FIELDS = (*SHOWN, "authors")
"""Fields whose value can be chosen."""


@dataclass(frozen=True)
class Choice:
    """A choice that was recorded; `value` and what follows are null where one was taken back."""

    field: str
    value: str | None
    source: str | None
    file: str | None
    build: str | None


@dataclass(frozen=True)
class ChoiceReport:
    """What was chosen for a paper, and the position of the ledger after settling."""

    paper: str
    choices: tuple[Choice, ...]
    position: int

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return asdict(self)


def choose(
    library: Library, name: str, wanted: Mapping[str, str], taken_back: Collection[str], reason: str
) -> ChoiceReport:
    """Show the `wanted` value of each field of a paper, and take back what was chosen for other fields.

    A value is one that a source states, in whatever spelling, or the id of the build that states it, or the beginning
    of that. Raises `UnknownId`, `AmbiguousId`, `UsageError` and `ReadOnlyLibrary`; nothing is changed then.
    """
    library.check_writable()
    reason = checked_reason(reason)
    with library.view() as view:
        paper = look_up(library, view, name)
    if paper["type"] != "work":
        raise UsageError(f"{name} is no paper", remedy="ids of papers are printed by: claimledger papers")
    stated = {one["field"]: [one, *one["others"]] for one in paper["metadata"]}
    appends, choices = [], []
    for field, value in {**wanted, **dict.fromkeys(taken_back)}.items():
        values = [one for one in stated.get(_checked(field), ()) if one["id"]]
        if value is None:
            if (decided := _decided(paper, field)) is None:
                raise UsageError(f"nobody chose the {field} of {paper['id']}", remedy="see: claimledger show")
            chosen, home = None, decided["build"]
        else:
            chosen = _meant(paper["id"], field, value, values)
            home = chosen["build"]
        event = ValueChosen(
            field=field, chosen=_named(chosen) if chosen else None, reason=reason,
            over=tuple(_named(one) for one in values if one is not chosen),
        )
        appends.append(Append(f"metadata:{home}", [NewEvent(event)]))
        choices.append(_choice(field, chosen))
    library.append(appends)
    settle_library(library)
    library.projection.flush()
    return ChoiceReport(paper["id"], tuple(choices), library.ledger.head().position)


def _checked(field: str) -> str:
    if field not in FIELDS:
        raise UsageError(f"{field!r} is no field whose value can be chosen", remedy=f"fields are: {', '.join(FIELDS)}")
    return field


def _decided(paper: Mapping[str, Any], field: str) -> dict[str, Any] | None:
    return next((one["decided"] for one in paper["metadata"] if one["field"] == field), None)


def _meant(paper: str, field: str, value: str, values: list[dict[str, Any]]) -> dict[str, Any]:
    """The stated value that is meant. Raises `UsageError` where no source states it."""
    for is_meant in (
        lambda one: _text(one) == value,
        lambda one: value.startswith("build-") and one["build"].startswith(value),
        lambda one: not differ(field, _text(one), value),
    ):
        if found := [one for one in values if is_meant(one)]:
            return found[0]
    said = "; ".join(f"{_text(one)} ({one['file'] or one['build']})" for one in values)
    raise UsageError(
        f"no source says that the {field} of {paper} is {value!r}" + (f"; they say: {said}" if said else ""),
        remedy="choose what one of them says, or take in a record that says it (an entry of a .bib file) first",
    )


def _text(stated: Mapping[str, Any]) -> str:
    value = stated["value"]
    return "; ".join(value) if isinstance(value, list) else str(value)


def _named(stated: Mapping[str, Any]) -> StatedValue:
    return StatedValue(build=stated["build"], id=stated["id"])


def _choice(field: str, stated: Mapping[str, Any] | None) -> Choice:
    if stated is None:
        return Choice(field, None, None, None, None)
    return Choice(field, _text(stated), stated["source"], stated["file"], stated["build"])
