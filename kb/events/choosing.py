"""The event by which people decide which of the values that sources state is shown."""

from __future__ import annotations

from typing import ClassVar

from .base import Payload, Value


class StatedValue(Value):
    """What one build states: the id of an assertion, or of the build itself for the authors that it lists."""

    build: str
    id: str


class ValueChosen(Payload):
    """Of the values that the sources of a paper state for a field, `chosen` is shown, and none of those in `over`.

    On the stream `metadata:<build id>` of the chosen value. The last event that names a value counts. Without `chosen`
    an earlier choice is taken back, and the documented precedence holds again. No text of the sources is in it.
    """

    kind: ClassVar[str] = "ValueChosen"
    field: str
    chosen: StatedValue | None
    over: tuple[StatedValue, ...]
    reason: str
