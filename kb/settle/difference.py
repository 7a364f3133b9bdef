"""What settling changes: the rows that a part should have against those that are there, column by column.

Both sides are Arrow tables, and DuckDB compares them, so that millions of rows take no more memory than their columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..events.library_rows import BY_NAME, TABLES
from ..schema import Table, arrow_schema
from ..view import View
from .anew import Scope
from .settle import Row

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 20_000
"""Rows that are Python objects at a time."""
ROWS_COMPARED = 100_000
"""Rows that are compared at a time: of more, a share by their ids, and then the next."""

ABOUT = {
    "works": "id IN (SELECT unnest($1))",
    "work_builds": "work IN (SELECT unnest($1))",
    "near_duplicates": "work_a IN (SELECT unnest($1)) OR work_b IN (SELECT unnest($1))",
    "resolutions": "reference IN (SELECT unnest($1))",
    "support": "claim IN (SELECT unnest($1)) OR other IN (SELECT unnest($1))",
    "packets": "id IN (SELECT unnest($1))",
}
"""Which rows of a table a scope is about."""
APART = """
SELECT w.*, p.id AS gone FROM wanted w FULL JOIN present p ON {same}
WHERE w.id IS NULL OR p.id IS NULL ORDER BY coalesce(w.id, p.id)
"""


@dataclass(frozen=True)
class Difference:
    """Rows that come and rows that go; a row that changes does both."""

    asserted: dict[str, pa.Table]
    retracted: dict[str, list[str]]

    def __len__(self) -> int:
        """Number of rows that come or go."""
        come = sum(int(rows.num_rows) for rows in self.asserted.values())
        return come + sum(map(len, self.retracted.values()))


class Wanted:
    """Rows that should be there, gathered in columns."""

    def __init__(self) -> None:
        self._columns: dict[str, dict[str, list[Any]]] = {
            table.name: {name: [] for name in _names(table)} for table in TABLES
        }
        self._chunks: dict[str, list[pa.Table]] = {table.name: [] for table in TABLES}

    def add(self, rows: Iterable[Row]) -> None:
        """Gather rows."""
        for table, name, body in rows:
            columns = self._columns[table]
            columns["id"].append(name)
            for key, value in body.items():
                columns[key].append(value)
            if len(columns["id"]) >= ROWS_AT_ONCE:
                self._close(table)

    def take(self, table: str) -> pa.Table:
        """The rows of one table; they are not kept."""
        import pyarrow as pa

        self._close(table)
        return pa.concat_tables(self._chunks.pop(table))

    def _close(self, table: str) -> None:
        import pyarrow as pa

        columns = self._columns[table]
        schema = arrow_schema(BY_NAME[table])
        fields = [schema.field(name) for name in columns]
        arrays = [pa.array(columns[one.name], one.type) for one in fields]
        self._chunks[table].append(pa.table(arrays, schema=pa.schema(fields)))
        self._columns[table] = {name: [] for name in columns}


def compare(view: View, wanted: Wanted, scope: Scope | None) -> Difference:
    """The wanted rows against the visible ones that the scope is about; against all if there is none."""
    import duckdb

    difference = Difference({}, {})
    with duckdb.connect(":memory:") as connection:
        for table in TABLES:
            rows = wanted.take(table.name)
            shares = 1 if scope else 1 + rows.num_rows // ROWS_COMPARED
            found = [
                _compare(
                    connection, table, _share(connection, rows, number, shares),
                    _share_of_all(view, table, number, shares) if scope is None else _in_scope(view, table, scope),
                )
                for number in range(shares)
            ]
            _note(difference, table.name, found)
    return difference


def _compare(connection: Any, table: Table, wanted: pa.Table, present: pa.Table) -> pa.Table:
    """Rows on one side only: those that are wanted, and, as `gone`, ids of those that are there."""
    connection.register("wanted", wanted)
    connection.register("present", present)
    same = " AND ".join(f"w.{name} IS NOT DISTINCT FROM p.{name}" for name in _names(table))
    try:
        return connection.sql(APART.format(same=same)).to_arrow_table()
    finally:
        connection.unregister("wanted")
        connection.unregister("present")


def _note(difference: Difference, table: str, found: list[pa.Table]) -> None:
    import pyarrow as pa
    import pyarrow.compute as pc

    apart = pa.concat_tables(found)
    difference.asserted[table] = apart.filter(pc.is_valid(apart["id"])).drop_columns(["gone"])
    difference.retracted[table] = apart["gone"].drop_null().to_pylist()


def _share(connection: Any, rows: pa.Table, number: int, shares: int) -> pa.Table:
    """The rows whose ids fall into one of some equal shares."""
    if shares == 1:
        return rows
    connection.register("rows", rows)
    share = connection.sql(f"SELECT * FROM rows WHERE hash(id) % {shares} = {number}").to_arrow_table()
    connection.unregister("rows")
    return share


def _share_of_all(view: View, table: Table, number: int, shares: int) -> pa.Table:
    """The visible rows of a table whose ids fall into one of some equal shares."""
    columns = ", ".join(_names(table))
    return view.arrow(f"SELECT {columns} FROM {table.name} WHERE hash(id) % {shares} = {number}")


def _in_scope(view: View, table: Table, scope: Scope) -> pa.Table:
    """The visible rows of a table that the scope is about."""
    about = {
        "resolutions": scope.references, "support": scope.claims, "packets": scope.packets,
    }.get(table.name, scope.works)
    return view.few(table.name, ABOUT[table.name], [sorted(about)]).drop_columns(["position"])


def _names(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.name != "position"]
