"""A view: every table as of one position, as SQL over Parquet and over the folded tail of the ledger.

Each table is visible under its own name; `raw_<name>` also holds what is hidden at the position. Some are made of
others: `visible_builds`, `active_builds`, `chunk_texts` (chunks with their text) and `papers` (works with the metadata
that are shown). A query opens the tables that it names, and no others. DuckDB runs in memory, so readers of other
processes are never locked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .errors import DamageFound
from .events.fold import BY_NAME
from .schema import Table
from .segments.columns import empty_table

if TYPE_CHECKING:
    import pyarrow as pa

VISIBLE_BUILDS = """
CREATE TEMP TABLE visible_builds AS
SELECT s.build, max(s.position) AS position FROM raw_sealed s JOIN raw_quality q ON q.build = s.build
LEFT JOIN (
    SELECT build, arg_max(standing, position) AS standing FROM raw_standings GROUP BY build
) d ON d.build = s.build
WHERE coalesce(d.standing = 'released', NOT q.quarantined)
  AND s.build NOT IN (SELECT id FROM forgotten) GROUP BY s.build
"""
ACTIVE_BUILDS = """
CREATE TEMP TABLE active_builds AS
SELECT w.build, w.work, w.part, v.position FROM work_builds w JOIN visible_builds v ON v.build = w.build WHERE w.active
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
_MADE = {
    "visible_builds": VISIBLE_BUILDS, "active_builds": ACTIVE_BUILDS, "chunk_texts": CHUNK_TEXTS, "papers": PAPERS,
}
_WORD = re.compile(r"[a-z_]+")


class View:
    """All tables of a library as of `position`. Close it, or use it in a `with`.

    `files` are the segment files of each table and `tail` its rows beyond them; `cut` are the files of which only rows
    up to the position count. Rows at the positions `without` are never shown, and neither are builds whose ids are
    among `forgotten`, and library rows from before the position that `forgotten` has for theirs (what settling asserts
    again afterwards, because a source came back, is shown). `release` is called once at the end; `spill` is where large
    queries may put what does not fit into memory (None: nowhere).
    """

    def __init__(
        self, files: dict[str, list[str]], tail: dict[str, pa.Table], position: int, *,
        cut: Mapping[str, str] | None = None, forgotten: Mapping[str, int] | None = None,
        without: Collection[int] = (), release: Callable[[], None] = lambda: None, spill: Path | None = None,
    ) -> None:
        import duckdb

        self.position = position
        self._files = files
        self._tail = tail
        self._forgotten = dict(forgotten or {})
        self._without = without
        self._cut = cut or {}
        self._release = release
        self._defined: set[str] = set()
        # Nothing is ever fetched from elsewhere, and nothing spilled outside the library.
        self._connection = duckdb.connect(":memory:", config={
            "temp_directory": str(spill or ""), "autoinstall_known_extensions": False,
        })

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows of a query, each a dict by column name. Raises `DamageFound` for segments that cannot be read."""
        with _reading():
            self._define_all(sql)
            cursor = self._connection.execute(sql, list(parameters))
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]

    def arrow(self, sql: str, parameters: Sequence[Any] = ()) -> pa.Table:
        """The rows of a query as an Arrow table, for results too long to become Python objects. Raises as `rows`."""
        with _reading():
            self._define_all(sql)
            return self._connection.sql(sql, params=list(parameters)).to_arrow_table()

    def few(self, name: str, condition: str, parameters: Sequence[Any] = ()) -> pa.Table:
        """The visible rows of a library table that meet a condition, which is looked at before they are.

        For a few out of many: a condition in a query of `arrow` comes after visibility, which costs what all rows cost.
        """
        found = f"WITH found AS MATERIALIZED (SELECT * FROM raw_{BY_NAME[name].name} WHERE {condition})"
        return self.arrow(f"{found} {_shown(BY_NAME[name], 'found')}", parameters)

    def raw(self, name: str) -> list[dict[str, Any]]:
        """All rows of a table up to the view's position, also those that are not visible."""
        return self.rows(f"SELECT * FROM raw_{BY_NAME[name].name}")

    def close(self) -> None:
        """Release memory, and the segments to whoever wants to unlink them. Again is done already."""
        self._connection.close()
        self._release()

    def __enter__(self) -> View:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _define_all(self, sql: str) -> None:
        """Define what a query may refer to: every table of ours whose name stands somewhere in it."""
        for name in sorted(set(_WORD.findall(sql.lower())) - self._defined):
            self._define(name)

    def _define(self, name: str) -> None:
        if name in self._defined:
            return
        self._defined.add(name)
        if name in ("forgotten", "without"):
            self._register_hidden(name)
        elif name.startswith("raw_") and (table := BY_NAME.get(name.removeprefix("raw_"))):
            self._define("without")
            self._connection.execute(f"CREATE TEMP VIEW {name} AS {self._raw(table)}")
        elif name in _MADE or name in BY_NAME:
            sql = _MADE.get(name) or f"CREATE TEMP VIEW {name} AS {_visible(BY_NAME[name])}"
            self._define_all(sql)
            self._connection.execute(sql)

    def _raw(self, table: Table) -> str:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        purged = ["position NOT IN (SELECT position FROM without)"] if self._without else []
        parts = []
        if files := self._files[table.name]:
            parts.append(f"SELECT {columns} FROM {_parquet(files)}{_where(purged)}")
        if file := self._cut.get(table.name):
            shown = [f"position <= {self.position}", *purged]
            parts.append(f"SELECT {columns} FROM {_parquet([file])}{_where(shown)}")
        if table.name in self._tail or not parts:
            rows = self._tail[table.name] if table.name in self._tail else empty_table(table.name)
            self._connection.register(f"tail_{table.name}", rows)
            parts.append(f"SELECT {columns} FROM tail_{table.name}")
        return " UNION ALL ".join(parts)

    def _register_hidden(self, name: str) -> None:
        import pyarrow as pa

        if name == "forgotten":
            ids, positions = list(self._forgotten), list(self._forgotten.values())
            rows = pa.table({"id": pa.array(ids, pa.string()), "position": pa.array(positions, pa.int64())})
        else:
            rows = pa.table({"position": pa.array(sorted(self._without), pa.int64())})
        self._connection.register(name, rows)


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


def _parquet(files: Sequence[str]) -> str:
    names = ", ".join("'" + file.replace("'", "''") + "'" for file in files)
    return f"read_parquet([{names}])"


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


def _visible(table: Table) -> str:
    if table.visibility == "build":
        return f"SELECT * FROM raw_{table.name} WHERE build IN (SELECT build FROM visible_builds)"
    if table.visibility == "log":
        return f"SELECT * FROM raw_{table.name}"
    return _shown(table, f"raw_{table.name}")


def _shown(table: Table, rows: str) -> str:
    """Of rows of a library table, those that were neither forgotten nor retracted since."""
    return f"""SELECT * FROM {rows} r
      WHERE NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.id = r.id AND r.position < f.position)
      AND NOT EXISTS (
        SELECT 1 FROM raw_retractions t
        WHERE t.table_name = '{table.name}' AND t.id = r.id AND t.position > r.position)"""
