"""A view: every table as of one position, as SQL over Parquet and over the folded tail of the ledger.

Each table is visible under its own name; `raw_<name>` also holds what a position hides. Three views are made of others:
`chunk_texts` (chunks with their text), `papers` (works with the metadata that are shown) and `active_builds`.
DuckDB runs in memory, so readers of other processes are never locked out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .errors import DamageFound
from .events.fold import BY_NAME, TABLES
from .schema import Table, arrow_table

if TYPE_CHECKING:
    import pyarrow as pa

VISIBLE_BUILDS = """
CREATE TEMP TABLE visible_builds AS
SELECT s.build, max(s.position) AS position FROM raw_sealed s JOIN raw_quality q ON q.build = s.build
LEFT JOIN (
    SELECT build, arg_max(standing, position) AS standing FROM raw_standings WHERE position <= {at} GROUP BY build
) d ON d.build = s.build
WHERE s.position <= {at} AND coalesce(d.standing = 'released', NOT q.quarantined)
  AND s.build NOT IN (SELECT id FROM forgotten) GROUP BY s.build
"""
ACTIVE_BUILDS = """
CREATE TEMP TABLE active_builds AS
SELECT w.build, w.work, v.position FROM work_builds w JOIN visible_builds v ON v.build = w.build WHERE w.active
"""
CHUNK_TEXTS = """
CREATE TEMP VIEW chunk_texts AS
SELECT c.id, c.build, c.ordinal, c.section, c.first, c.last,
       string_agg(s.text, ' ' ORDER BY s.ordinal) AS text, first(s.page ORDER BY s.ordinal) AS page,
       first(s.boxes ORDER BY s.ordinal) AS boxes, bool_or(s.ocr) AS ocr
FROM chunks c JOIN sentences s ON s.build = c.build AND s.ordinal BETWEEN c.first AND c.last
GROUP BY c.id, c.build, c.ordinal, c.section, c.first, c.last
"""
PAPERS = """
CREATE TEMP VIEW papers AS
SELECT w.id, t.value AS title, y.value AS year, v.value AS venue, d.value AS doi, x.value AS arxiv, p.value AS pmid,
       l.value AS licence, k.value AS type, w.reliability, w.flags, w.authors_build, w.position
FROM works w
LEFT JOIN assertions t ON t.id = w.title LEFT JOIN assertions y ON y.id = w.year
LEFT JOIN assertions v ON v.id = w.venue LEFT JOIN assertions d ON d.id = w.doi
LEFT JOIN assertions x ON x.id = w.arxiv LEFT JOIN assertions p ON p.id = w.pmid
LEFT JOIN assertions l ON l.id = w.licence LEFT JOIN assertions k ON k.id = w.type
"""


class View:
    """All tables of a library as of `position`. Close it, or use it in a `with`.

    `forgotten` are ids of builds and library rows that were purged, at whatever position: no view shows them.
    """

    def __init__(
        self, files: dict[str, list[str]], tail: dict[str, pa.Table], position: int,
        forgotten: Collection[str] = (),
    ) -> None:
        import duckdb
        import pyarrow as pa

        self.position = position
        self._connection = duckdb.connect(":memory:")
        with _reading():
            self._connection.register("forgotten", pa.table({"id": pa.array(sorted(forgotten), pa.string())}))
            for table in TABLES:
                self._make_raw(table, files[table.name], tail.get(table.name))
            self._connection.execute(VISIBLE_BUILDS.format(at=position))
            for table in TABLES:
                self._connection.execute(f"CREATE TEMP VIEW {table.name} AS {_visible(table, position)}")
            self._connection.execute(ACTIVE_BUILDS)
            self._connection.execute(CHUNK_TEXTS)
            self._connection.execute(PAPERS)

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows of a query, each a dict by column name. Raises `DamageFound` for segments that cannot be read."""
        with _reading():
            cursor = self._connection.execute(sql, list(parameters))
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]

    def raw(self, name: str) -> list[dict[str, Any]]:
        """All rows of a table up to the view's position, also those that are not visible."""
        return self.rows(f"SELECT * FROM raw_{BY_NAME[name].name} WHERE position <= ?", [self.position])

    def close(self) -> None:
        """Release memory."""
        self._connection.close()

    def __enter__(self) -> View:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _make_raw(self, table: Table, files: list[str], tail: pa.Table | None) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        parts = []
        if files:
            names = ", ".join("'" + file.replace("'", "''") + "'" for file in files)
            parts.append(f"SELECT {columns} FROM read_parquet([{names}])")
        if (tail is not None and tail.num_rows) or not files:
            self._connection.register(f"tail_{table.name}", tail if tail is not None else arrow_table(table, []))
            parts.append(f"SELECT {columns} FROM tail_{table.name}")
        self._connection.execute(f"CREATE TEMP VIEW raw_{table.name} AS {' UNION ALL '.join(parts)}")


@contextmanager
def _reading() -> Iterator[None]:
    """Errors of DuckDB in a damaged file as ours; those in a query of ours stay what they are."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        ours = isinstance(error, duckdb.ParserException | duckdb.BinderException | duckdb.CatalogException)
        # A file that goes while a query is bound shows as a `read_parquet` that fits no function.
        if ours and "read_parquet" not in str(error):
            raise
        what = str(error).partition("\n")[0]
        raise DamageFound(f"the segments cannot be read: {what}", remedy="run: claimledger rebuild") from error


def _visible(table: Table, at: int) -> str:
    if table.visibility == "build":
        return f"SELECT * FROM raw_{table.name} WHERE build IN (SELECT build FROM visible_builds)"
    if table.visibility == "log":
        return f"SELECT * FROM raw_{table.name} WHERE position <= {at}"
    return f"""SELECT * FROM raw_{table.name} r WHERE r.position <= {at} AND r.id NOT IN (SELECT id FROM forgotten)
      AND NOT EXISTS (
        SELECT 1 FROM raw_retractions t
        WHERE t.table_name = '{table.name}' AND t.id = r.id AND t.position > r.position AND t.position <= {at})"""
