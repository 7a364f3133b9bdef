"""The canon-1 text of rows, written by DuckDB: what `canonical(content(row))` gives, for millions of rows.

A table is text, integers, booleans and lists of them, so its canonical form can be put together column by column. That
both ways give the same bytes is a property test.
"""

from __future__ import annotations

from .schema import Column, Table, Type
from .view import View

_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_PLAIN = "replace(replace(x, '\\', '\\\\'), '\"', '\\\"')"
_WRITERS: dict[Type, str] = {
    "text": "canon_text({0})",
    "int": "coalesce({0}::VARCHAR, 'null')",
    "bool": "coalesce({0}::VARCHAR, 'null')",
    "texts": "coalesce('[' || array_to_string(list_transform({0}, lambda e: canon_text(e)), ',') || ']', 'null')",
    "ints": "coalesce('[' || array_to_string({0}, ',') || ']', 'null')",
}


def define_canonical(view: View) -> None:
    """Teach the view's connection the function `canon_text`, which `row_text` calls."""
    view.rows(_CANON_TEXT)


def row_text(table: Table) -> str:
    """An SQL expression for the canonical text of a row of the table, without its position."""
    columns = sorted((column for column in table.columns if column.name != "position"), key=lambda c: c.name)
    return "'{' || " + " || ',' || ".join(_member(column) for column in columns) + " || '}'"


def _member(column: Column) -> str:
    return f"'\"{column.name}\":' || " + _WRITERS[column.type].format(f'"{column.name}"')


def _escaped() -> str:
    text = _PLAIN
    for code in range(32):
        text = f"replace({text}, chr({code}), '{_SHORT.get(chr(code), f'{chr(92)}u{code:04x}')}')"
    return text


# Most texts need no escape and few need more than quotes, so the long chain of replacements is rarely gone through.
_CANON_TEXT = f"""
CREATE OR REPLACE TEMP MACRO canon_text(x) AS CASE
    WHEN x IS NULL THEN 'null'
    WHEN NOT regexp_matches(x, '[\\x00-\\x1f"\\\\]') THEN '"' || x || '"'
    WHEN NOT regexp_matches(x, '[\\x00-\\x1f]') THEN '"' || {_PLAIN} || '"'
    ELSE '"' || {_escaped()} || '"'
END
"""
