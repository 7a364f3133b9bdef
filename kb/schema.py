"""Tables, columns and their meanings: the one source for Parquet, DuckDB views, documentation and export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 1

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

    def row(self, values: Mapping[str, Any]) -> Row:
        """The values in column order. Raises `KeyError` for a missing column and `ValueError` for an unknown one."""
        names = [column.name for column in self.columns]
        unknown = set(values) - set(names)
        if unknown:
            raise ValueError(f"{self.name} has no column {sorted(unknown)}")
        return {name: values[name] for name in names}


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


def arrow_table(table: Table, rows: Sequence[Row]) -> pa.Table:
    """Rows as an Arrow table."""
    import pyarrow as pa

    columns = [[row[column.name] for row in rows] for column in table.columns]
    schema = arrow_schema(table)
    return pa.table(
        [pa.array(values, type=field.type) for values, field in zip(columns, schema, strict=True)], schema=schema
    )


def content(row: Row) -> Row:
    """The row without its position: what digests and snapshots are made of."""
    return {name: value for name, value in row.items() if name != "position"}
