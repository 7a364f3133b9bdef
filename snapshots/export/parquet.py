"""The rows of a snapshot as Parquet, without positions, in the order of ids: the same state, the same bytes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...kb.events import build_rows, library_rows
from ...kb.exported.layout import BUILDS, LEAVES, LEAVES_FILE, TABLES
from ...kb.exported.text_columns import text_columns
from ...kb.output import writing
from ...kb.schema import Table, arrow_schema, content
from ...kb.view import View

if TYPE_CHECKING:
    import pyarrow as pa

DICTIONARY = "dictionary.json"
EXPORTED: tuple[Table, ...] = (*build_rows.TABLES, *library_rows.TABLES, BUILDS, LEAVES)

_BUILDS_AT_ONCE = 500
_ROWS_AT_ONCE = 100_000

_VISIBLE = """
SELECT v.build, any_value(s.blob) AS blob, any_value(s.size) AS size, any_value(s.source_kind) AS source_kind,
       any_value(d.pipeline) AS pipeline, coalesce(bool_or(q.quarantined), false) AS released,
       v.build IN (SELECT unnest(?::VARCHAR[])) AS text_left_out
FROM (SELECT DISTINCT build FROM visible_builds) v JOIN sealed d ON d.build = v.build
LEFT JOIN sources s ON s.build = v.build LEFT JOIN quality q ON q.build = v.build
GROUP BY v.build ORDER BY v.build
"""


def write_tables(view: View, folder: Path, without_text: Collection[str]) -> None:
    """All tables below `folder`; columns that carry text of the work are null in rows of the builds `without_text`."""
    (folder / TABLES).mkdir()
    builds = [str(row["build"]) for row in view.rows("SELECT DISTINCT build FROM visible_builds ORDER BY build")]
    silent = frozenset(without_text)
    for table in build_rows.TABLES:
        _write(folder / _path(table), table, _build_rows(view, table, builds, silent))
    for table in library_rows.TABLES:
        rows = view.arrow(f"SELECT {_columns(table)} FROM {table.name} ORDER BY id")
        _write(folder / _path(table), table, iter([rows]))
    _write(folder / _path(BUILDS), BUILDS, iter([view.arrow(_VISIBLE, [sorted(silent)])]))


def write_leaves(folder: Path, rows: Sequence[dict[str, Any]]) -> None:
    """The table of leaves, in the order given."""
    import pyarrow as pa

    schema = _schema(LEAVES)
    columns = [pa.array([row[field.name] for row in rows], type=field.type) for field in schema]
    _write(folder / LEAVES_FILE, LEAVES, iter([pa.table(columns, schema=schema)]))


def write_dictionary(path: Path) -> None:
    """What every table and column means, and which ones may be left out."""
    tables = [
        {
            "table": table.name, "file": LEAVES_FILE if table is LEAVES else _path(table), "meaning": table.meaning,
            "columns": [
                {
                    "name": column.name, "type": column.type, "meaning": column.meaning,
                    "text_of_the_work": table in build_rows.TABLES and column.name in text_columns(table),
                }
                for column in table.columns if column.name != "position"
            ],
        }
        for table in EXPORTED
    ]
    with writing(path):
        path.write_text(json.dumps({"tables": tables}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _build_rows(view: View, table: Table, builds: list[str], silent: frozenset[str]) -> Iterator[pa.Table]:
    with_text = text_columns(table)
    columns = ", ".join(
        f'CASE WHEN build IN (SELECT unnest($2::VARCHAR[])) THEN NULL ELSE "{name}" END AS "{name}"'
        if name in with_text else f'"{name}"'
        for name in _names(table)
    )
    sql = (f"SELECT {columns} FROM {table.name} WHERE build IN (SELECT unnest($1::VARCHAR[])) ORDER BY build, ordinal")
    for start in range(0, len(builds), _BUILDS_AT_ONCE):
        part = builds[start:start + _BUILDS_AT_ONCE]
        named = {"$1": part, "$2": [build for build in part if build in silent]}
        yield view.arrow(sql, list(named.values()) if with_text else [part])


def _write(path: Path, table: Table, parts: Iterator[pa.Table]) -> None:
    import pyarrow.parquet as pq

    schema = _schema(table)
    with writing(path), pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for part in parts:
            writer.write_table(part.cast(schema), row_group_size=_ROWS_AT_ONCE)


def _schema(table: Table) -> pa.Schema:
    """The Arrow schema with the meaning of each column, and of the table, beside it."""
    import pyarrow as pa

    meanings = {column.name: column.meaning for column in table.columns}
    fields = [
        field.with_metadata({"meaning": meanings[field.name]}) for field in arrow_schema(table)
        if field.name != "position"
    ]
    return pa.schema(fields, metadata={"table": table.name, "meaning": table.meaning})


def _names(table: Table) -> list[str]:
    return list(content({column.name: None for column in table.columns}))


def _columns(table: Table) -> str:
    return ", ".join(f'"{name}"' for name in _names(table))


def _path(table: Table) -> str:
    return f"{TABLES}/{table.name}.parquet"
