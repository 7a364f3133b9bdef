"""What all payloads share: frozen, closed to unknown keys, and free of floats."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A part of a payload."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")


class Payload(Value):
    """The payload of one event kind; `kind` is its name in the ledger and `schema_number` the version of its form."""

    kind: ClassVar[str]
    schema_number: ClassVar[int] = 1
