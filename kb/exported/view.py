"""All tables of an exported snapshot, from its Parquet files, as a view of the one position that it has."""

from __future__ import annotations

from pathlib import Path

from ..events import build_rows, library_rows, log_rows
from ..schema import Table
from ..view import View
from .layout import BUILDS, TABLES, ExportManifest
from .text_columns import text_columns

_NULLABLE = frozenset({"comparison", "a_key", "b_key", "metric_key"})
"""Columns that may be null in a library too."""


class ExportView(View):
    """A view of an export. Every row stands at the snapshot's position; text that was left out is empty.

    Of the log's tables it has `sealed`, `sources` (without file names and times) and the releases in `standings`.
    """

    def __init__(self, folder: Path, manifest: ExportManifest) -> None:
        super().__init__({}, {}, manifest.snapshot.position)
        self._folder = folder

    def _raw(self, table: Table) -> str:
        if table in build_rows.TABLES or table in library_rows.TABLES:
            return self._rows(table)
        if table is log_rows.SEALED:
            return self._builds(f"build, blob, pipeline, {self.position}::BIGINT AS position")
        if table is log_rows.SOURCES:
            return self._builds(
                "build, blob, size, source_kind, '' AS name, pipeline, '' AS time, "
                f"{self.position}::BIGINT AS position")
        if table is log_rows.STANDINGS:
            released = ("build, 'released' AS standing, '' AS reason, NULL::VARCHAR AS by, '' AS time, '' AS event, "
                        f"{self.position}::BIGINT AS position")
            return f"{self._builds(released)} WHERE released"
        return _empty(table)

    def _rows(self, table: Table) -> str:
        with_text = text_columns(table) if table in build_rows.TABLES else ()
        columns = []
        for column in table.columns:
            if column.name == "position":
                columns.append(f"{self.position}::BIGINT AS position")
            elif column.name in with_text and column.name not in _NULLABLE:
                columns.append(f"coalesce(\"{column.name}\", '') AS \"{column.name}\"")
            else:
                columns.append(f'"{column.name}"')
        return f"SELECT {', '.join(columns)} FROM {self._file(table)}"

    def _builds(self, columns: str) -> str:
        return f"SELECT {columns} FROM {self._file(BUILDS)}"

    def _file(self, table: Table) -> str:
        path = str(self._folder / TABLES / f"{table.name}.parquet").replace("'", "''")
        return f"read_parquet(['{path}'])"


def _empty(table: Table) -> str:
    types = {"text": "VARCHAR", "int": "BIGINT", "bool": "BOOLEAN", "texts": "VARCHAR[]", "ints": "BIGINT[]"}
    columns = ", ".join(f'NULL::{types[column.type]} AS "{column.name}"' for column in table.columns)
    return f"SELECT {columns} WHERE false"
