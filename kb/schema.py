"""Tables, columns and their meanings: the one source for Parquet, DuckDB views, documentation and export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 2

Type = Literal["text", "int", "bool", "texts", "ints"]
Row = dict[str, Any]
Visibility = Literal["build", "library", "log"]


@dataclass(frozen=True)
class Column:
    """One column: its type, and what it means."""

    name: str
    type: Type
    meaning: str


@dataclass(frozen=True)
class Table:
    """One table. `visibility` says how a position hides rows.

    `build`: with its build; `library`: from assertion to retraction; `log`: from its event's position on.
    """

    name: str
    meaning: str
    columns: tuple[Column, ...]
    visibility: Visibility
    prefix: str = ""

    @cached_property
    def own(self) -> tuple[Column, ...]:
        """The columns that a block states: all but the position, and but the key of build rows."""
        shared = {"position", *(("id", "build", "ordinal") if self.visibility == "build" else ())}
        return tuple(column for column in self.columns if column.name not in shared)


@dataclass(frozen=True)
class Block:
    """Rows of one table that come from one event, column by column.

    `columns` are the table's own columns, equally long; None stands for null, and a tuple or list for a list. `build`
    is the build of build rows, whose ids and ordinals follow from it, and empty for other tables. Raises `KeyError` for
    a missing column and `ValueError` for an unknown one.
    """

    table: Table
    position: int
    columns: Mapping[str, Sequence[Any]]
    build: str = ""

    def __post_init__(self) -> None:
        for column in self.table.own:
            if column.name not in self.columns:
                raise KeyError(f"{self.table.name} lacks the column {column.name}")
        if len(self.columns) > len(self.table.own):
            unknown = sorted(self.columns.keys() - {column.name for column in self.table.own})
            raise ValueError(f"{self.table.name} has no column {unknown}")

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.columns[self.table.own[0].name])


def build_table(name: str, prefix: str, meaning: str, *columns: Column) -> Table:
    """A table of build rows: id, build and ordinal come first, the event's position last."""
    common = (
        Column("id", "text", "H(build, table, ordinal)"),
        Column("build", "text", "the build that the row belongs to"),
        Column("ordinal", "int", "zero-based place in the build"),
    )
    return Table(name, meaning, (*common, *columns, POSITION), "build", prefix)


def library_table(name: str, prefix: str, meaning: str, *columns: Column) -> Table:
    """A table of library rows: the id comes first, the position of its assertion last."""
    return Table(name, meaning, (Column("id", "text", "H of the row's key"), *columns, POSITION), "library", prefix)


def log_table(name: str, meaning: str, *columns: Column) -> Table:
    """A table of facts about the log itself, one row an event or a part of one."""
    return Table(name, meaning, (*columns, POSITION), "log")


POSITION = Column("position", "int", "position of the event that the row comes from")


def arrow_schema(table: Table) -> pa.Schema:
    """The Arrow schema of a table."""
    import pyarrow as pa

    types = {
        "text": pa.string(), "int": pa.int64(), "bool": pa.bool_(),
        "texts": pa.list_(pa.string()), "ints": pa.list_(pa.int64()),
    }
    return pa.schema([pa.field(column.name, types[column.type]) for column in table.columns])


def content(row: Row) -> Row:
    """The row without its position: what digests and snapshots are made of."""
    return {name: value for name, value in row.items() if name != "position"}
