"""Content digests of tables: equal for equal rows, in whatever order and however they were cut into segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..canon import digest
from ..events.fold import TABLES
from ..schema import Table

if TYPE_CHECKING:
    from ..view import View

_LIMBS = (1, 17, 33, 49)
"""Where the four 64-bit parts of a SHA-256 begin in its hexadecimal digits."""
_SUMS = ", ".join(f"coalesce(sum(('0x' || substr(hash, {at}, 16))::UBIGINT), 0)::VARCHAR AS at_{at}" for at in _LIMBS)
_QUERY = """
SELECT count(*)::VARCHAR AS rows, {sums} FROM (
    SELECT sha256(to_json({row})::VARCHAR) AS hash FROM raw_{table}
)
"""


def table_digests(view: View) -> dict[str, str]:
    """One digest a table over all its rows up to the view's position, also those that are not visible.

    Each row is hashed (SHA-256 over the JSON of its columns in order, the position among them); the digest is that of
    the number of rows and of the sums of the four 64-bit parts of their hashes. A sum needs no order, so rows are
    neither sorted nor kept in memory. It tells whether two projections of one ledger agree; it is no proof against a
    forger, which the tree of a snapshot is.
    """
    return {table.name: _digest(view, table) for table in TABLES}


def _digest(view: View, table: Table) -> str:
    row = "{" + ", ".join(f"'{column.name}': \"{column.name}\"" for column in table.columns) + "}"
    sql = _QUERY.format(sums=_SUMS, row=row, table=table.name)
    return digest(view.rows(sql)[0])
