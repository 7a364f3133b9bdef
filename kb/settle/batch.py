"""The events of one settling: the difference, cut into payloads far below the ledger's limit.

Rows that go come before rows that come. A row that changes does both, and a retraction takes back what was asserted
before its position, so it must not lie behind the new row. Payloads are made when they are asked for, one at a time:
those of a large library take gigabytes as Python objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from ..events.library import LibraryRow, RowKey, Settled
from ..ledger.port import NewEvent
from .difference import Difference
from .settle import SETTLE_VERSION

if TYPE_CHECKING:
    import pyarrow as pa

EVENT_BYTES = 8 * 2**20
"""Estimated bytes of rows after which an event is cut."""
ROW_BYTES, ITEM_BYTES = 200, 32
"""Estimated bytes of a row, and of each item of a list in it."""


@dataclass(frozen=True)
class _Slice:
    """Neighbouring rows of a table: those that come, or the ids of those that go."""

    table: str
    rows: pa.Table | list[str]
    size: int


class SettledBatch(Sequence[NewEvent]):
    """The events `Settled` of a difference. `through` is what was settled, `after` where the settling before ends.

    `after` goes into the ids of the events: of two settlings that follow the same one, only one can be appended.
    """

    def __init__(self, difference: Difference, *, through: int, after: int) -> None:
        self._through = through
        self._after = after
        self._events: list[list[_Slice]] = [[]]
        size = 0
        for part in (*_gone(difference), *_come(difference)):
            if size and size + part.size > EVENT_BYTES:
                self._events.append([])
                size = 0
            self._events[-1].append(part)
            size += part.size

    def __len__(self) -> int:
        return len(self._events)

    @overload
    def __getitem__(self, at: int) -> NewEvent: ...
    @overload
    def __getitem__(self, at: slice) -> list[NewEvent]: ...
    def __getitem__(self, at: int | slice) -> NewEvent | list[NewEvent]:
        if isinstance(at, slice):
            return [self._event(number) for number in range(*at.indices(len(self)))]
        return self._event(range(len(self))[at])

    def _event(self, number: int) -> NewEvent:
        asserted, retracted = [], []
        for part in self._events[number]:
            if isinstance(part.rows, list):
                retracted += [RowKey(table=part.table, id=name) for name in part.rows]
            else:
                asserted += [_row(part.table, row) for row in part.rows.to_pylist()]
        last = number == len(self) - 1
        settled = Settled(
            settle_version=SETTLE_VERSION, through=self._through if last else 0, asserted=tuple(asserted),
            retracted=tuple(retracted),
        )
        return NewEvent(settled, key=f"after {self._after}: {number}")


def _row(table: str, row: dict[str, object]) -> LibraryRow:
    body = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name != "id"}
    return LibraryRow.model_validate({"table": table, "id": row["id"], "body": body})


def _gone(difference: Difference) -> Iterator[_Slice]:
    at_once = EVENT_BYTES // ROW_BYTES
    for table, names in difference.retracted.items():
        for start in range(0, len(names), at_once):
            some = names[start:start + at_once]
            yield _Slice(table, some, len(some) * ROW_BYTES)


def _come(difference: Difference) -> Iterator[_Slice]:
    for table, rows in difference.asserted.items():
        start, size = 0, 0
        for at, one in enumerate(_sizes(rows)):
            if size and size + one > EVENT_BYTES:
                yield _Slice(table, rows.slice(start, at - start), size)
                start, size = at, 0
            size += one
        if size:
            yield _Slice(table, rows.slice(start), size)


def _sizes(rows: pa.Table) -> list[int]:
    """Estimated bytes of each row."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    sizes = np.full(rows.num_rows, ROW_BYTES, dtype=np.int64)
    for field in rows.schema:
        if pa.types.is_list(field.type):
            lengths = pc.fill_null(pc.list_value_length(rows[field.name]), 0)
            sizes += ITEM_BYTES * lengths.to_numpy().astype(np.int64)
    return [int(size) for size in sizes]
