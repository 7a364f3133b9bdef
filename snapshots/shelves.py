"""Leaves of library rows: 256 buckets, each a tree over its shelves, each shelf a tree over its rows.

    row     leaf hash of canonical {"id": id, "row": content without position, "table": name}
    shelf   rows whose ids share the first three characters after the prefix (15 bits), sorted by the bytes of their
            texts; its leaf is the leaf hash of canonical {"root": hexadecimal, "rows": number, "shelf": characters}
    bucket  shelves with rows whose ids share the first 8 bits, sorted by name;
            its leaf is the leaf hash of canonical {"bucket": 0..255, "root": hexadecimal, "shelves": number}

Shelves are there so that a freeze hashes a few hundred rows for each row that changed, however large the library is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..kb.errors import DamageFound
from ..kb.events.library_rows import TABLES
from ..kb.hashes import BUCKETS, SHELF, bucket_leaf, bucket_of
from ..kb.leaves import split
from ..kb.merkle import leaf_hash, tree_hash
from ..kb.row_text import canonical_text, define_canonical, row_struct
from ..kb.schema import Table
from ..kb.view import View

ROWS_AT_ONCE = 400_000

_NAME = re.compile(f"[a-z2-7]{{{SHELF}}}")
_CHARACTERS = "234567abcdefghijklmnopqrstuvwxyz"
_STARTS = [one + two for one in _CHARACTERS for two in _CHARACTERS]

# Rows as their position shows them. A row that was purged later is still in its tree, and one that was purged before is
# not, unless settling asserted it again.
ROWS = """
SELECT {shelf} AS shelf, {number} AS number, {text} AS text
FROM raw_{table} r
WHERE r.position <= {at} AND {within}
  AND NOT EXISTS (
    SELECT 1 FROM (SELECT unnest($1::VARCHAR[]) AS id, unnest($2::BIGINT[]) AS purged) p
    WHERE p.id = r.id AND p.purged > r.position)
  AND NOT EXISTS (
    SELECT 1 FROM raw_retractions t
    WHERE t.table_name = '{table}' AND t.id = r.id AND t.position > r.position AND t.position <= {at})
"""
SHELVES = """
SELECT shelf, string_agg(sha256(chr(0) || text), '' ORDER BY text) AS hashes, {counts} FROM ({rows}) GROUP BY shelf
"""
TOUCHED = """
SELECT {shelf} AS shelf FROM raw_{table} r WHERE position > {after} AND position <= {at}
UNION SELECT {shelf} FROM raw_retractions r WHERE table_name = '{table}' AND position > {after} AND position <= {at}
"""


Purged = Sequence[tuple[str, int]]
"""Ids of library rows, each with the position of a purge that named it."""


@dataclass(frozen=True)
class Shelf:
    """The root over the rows of one shelf, and how many there are of each table, in the order of `TABLES`."""

    root: bytes
    rows: tuple[int, ...]

    def leaf(self, name: str) -> bytes:
        """The leaf in the tree of its bucket: what `shelf_leaf` gives, written for the many that a freeze asks for."""
        return leaf_hash(f'{{"root":"{self.root.hex()}","rows":{sum(self.rows)},"shelf":"{name}"}}'.encode())


def shelf_leaves(shelves: Mapping[str, Shelf]) -> list[list[tuple[str, bytes]]]:
    """Names and leaves of the shelves in each bucket, in the order of its tree."""
    buckets: list[list[tuple[str, bytes]]] = [[] for _ in range(BUCKETS)]
    for name in sorted(shelves):
        buckets[bucket_of(name)].append((name, shelves[name].leaf(name)))
    return buckets


def bucket_leaves(shelves: Mapping[str, Shelf]) -> list[bytes]:
    """Leaves of all buckets, in the order of their numbers."""
    return [
        bucket_leaf(number, tree_hash([leaf for _, leaf in leaves]).hex(), len(leaves))
        for number, leaves in enumerate(shelf_leaves(shelves))
    ]


def all_shelves(view: View, purged: Purged = ()) -> dict[str, Shelf]:
    """Hash every library row that the view's position shows, so many at once as fit into memory.

    `purged` are rows that were purged before. Raises `DamageFound` for a row whose id is none.
    """
    total = sum(int(view.rows(f"SELECT count(*) AS n FROM raw_{table.name}")[0]["n"]) for table in TABLES)
    starts = ["", *_STARTS[1:]][::max(1, len(_STARTS) * ROWS_AT_ONCE // max(total, 1))]
    shelves: dict[str, Shelf] = {}
    for at, start in enumerate(starts):
        # The ranges leave no text out, so that a row whose id is none is found.
        within = f"{{shelf}} >= '{start}'"
        if at + 1 < len(starts):
            within += f" AND {{shelf}} < '{starts[at + 1]}'"
        shelves.update(_hash(view, within, purged))
    return shelves


def some_shelves(view: View, names: Collection[str], purged: Purged = ()) -> dict[str, Shelf]:
    """Hash the rows on some shelves; shelves without rows are left out. As `all_shelves`."""
    if not names:
        return {}
    listed = ", ".join(f"'{_checked(name)}'" for name in sorted(names))
    return dict(_hash(view, f"{{shelf}} IN ({listed})", purged))


def touched_shelves(view: View, after: int) -> set[str]:
    """Shelves on which settling put or took back a row between a position and the view's."""
    parts = [TOUCHED.format(shelf=_shelf(table), table=table.name, after=after, at=view.position) for table in TABLES]
    return {str(row["shelf"]) for row in view.rows(" UNION ".join(parts))}


def rows_on(view: View, shelf: str, purged: Purged = ()) -> list[str]:
    """Canonical texts of the rows on one shelf, in the order of its tree."""
    define_canonical(view)
    sql = _rows(view, f"{{shelf}} = '{_checked(shelf)}'")
    return [str(row["text"]) for row in view.rows(f"SELECT text FROM ({sql}) ORDER BY text", _parameters(purged))]


def _hash(view: View, within: str, purged: Purged) -> Iterator[tuple[str, Shelf]]:
    define_canonical(view)
    counts = ", ".join(f"count(*) FILTER (number = {number}) AS n{number}" for number in range(len(TABLES)))
    for row in view.rows(SHELVES.format(counts=counts, rows=_rows(view, within)), _parameters(purged)):
        rows = tuple(int(row[f"n{number}"]) for number in range(len(TABLES)))
        yield _checked(row["shelf"]), Shelf(tree_hash(split(row["hashes"])), rows)


def _parameters(purged: Purged) -> list[list[Any]]:
    return [[row for row, _ in purged], [position for _, position in purged]]


def _rows(view: View, within: str) -> str:
    return " UNION ALL ".join(
        ROWS.format(
            shelf=_shelf(table), number=number, table=table.name, at=view.position,
            text=canonical_text(f"{{'id': id, 'row': {row_struct(table)}, 'table': '{table.name}'}}"),
            within=within.format(shelf=_shelf(table)),
        )
        for number, table in enumerate(TABLES)
    )


def _shelf(table: Table) -> str:
    return f"substr(r.id, {len(table.prefix) + 2}, {SHELF})"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise DamageFound(f"a library row has an id that goes on with {name!r}", remedy="run: claimledger rebuild")
    return name
