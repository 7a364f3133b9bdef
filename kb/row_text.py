"""The canon-1 text of rows, written by DuckDB: what `canonical(content(row))` gives, for millions of rows.

A table is text, integers, booleans and lists of them, for which JSON as DuckDB writes it is canon-1 but for one thing:
the hexadecimal digits of control characters. That both ways give the same bytes is a property test.
"""

from __future__ import annotations

from .schema import Table
from .view import View

_CANON = r"""
CREATE OR REPLACE TEMP MACRO canon_json(json) AS CASE
    WHEN NOT contains(json, '\u00') THEN json
    ELSE array_to_string(list_transform(
        regexp_extract_all(json, '(?s)\\u....|\\.|[^\\]+'),
        lambda part: CASE WHEN starts_with(part, '\u') THEN lower(part) ELSE part END
    ), '')
END
"""


def define_canonical(view: View) -> None:
    """Teach the view's connection what the expressions of this module call."""
    view.rows(_CANON)


def canonical_text(struct: str) -> str:
    """An SQL expression for the canonical text of a DuckDB struct whose members are named in ascending order."""
    return f"canon_json(to_json({struct})::VARCHAR)"


def row_struct(table: Table) -> str:
    """A row of the table, without its position, as a DuckDB struct."""
    names = sorted(column.name for column in table.columns if column.name != "position")
    return "{" + ", ".join(f"'{name}': \"{name}\"" for name in names) + "}"


def row_text(table: Table) -> str:
    """An SQL expression for the canonical text of a row of the table, without its position."""
    return canonical_text(row_struct(table))
