"""From blocks of rows to Arrow tables: columns are gathered as they come and converted together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..events.fold import BY_NAME
from ..schema import Block, Table, arrow_schema
from .ids import row_ids

if TYPE_CHECKING:
    import pyarrow as pa


class Gathered:
    """Rows of all tables, gathered block by block."""

    def __init__(self) -> None:
        self._tables: dict[str, _Columns] = {}

    def add(self, block: Block) -> None:
        """Add the rows of a block."""
        columns = self._tables.get(block.table.name)
        if columns is None:
            columns = self._tables[block.table.name] = _Columns(block.table)
        columns.add(block)

    def take(self) -> dict[str, pa.Table]:
        """The tables that have rows, in the order in which they came; nothing is gathered any more."""
        tables = {name: columns.arrow() for name, columns in self._tables.items()}
        self._tables = {}
        return tables


def arrow_tables(blocks: Iterable[Block]) -> dict[str, pa.Table]:
    """The tables that have rows."""
    gathered = Gathered()
    for block in blocks:
        gathered.add(block)
    return gathered.take()


def empty_table(name: str) -> pa.Table:
    """A table without rows."""
    return arrow_schema(BY_NAME[name]).empty_table()


class _Columns:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._own: dict[str, list[Any]] = {column.name: [] for column in table.own}
        self._blocks: list[tuple[str, int, int]] = []  # build, position, rows

    def add(self, block: Block) -> None:
        for name, values in self._own.items():
            values.extend(block.columns[name])
        self._blocks.append((block.build, block.position, len(block)))

    def arrow(self) -> pa.Table:
        import numpy as np
        import pyarrow as pa

        schema = arrow_schema(self._table)
        builds, positions, counts = zip(*self._blocks, strict=True)
        shared: dict[str, Any] = {"position": pa.array(np.repeat(np.array(positions, np.int64), counts))}
        if self._table.visibility == "build":
            runs = np.repeat(np.arange(len(builds)), counts)
            shared |= {
                "id": row_ids(self._table.prefix, zip(builds, counts, strict=True)),
                "build": pa.array(builds, pa.string()).take(pa.array(runs)),
                "ordinal": pa.array(np.concatenate([np.arange(count, dtype=np.int64) for count in counts])),
            }
        return pa.table(
            [shared[f.name] if f.name in shared else pa.array(self._own[f.name], f.type) for f in schema],
            schema=schema,
        )
