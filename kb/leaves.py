"""Leaves of builds: what a build is in the tree of every snapshot that shows it, computed from its rows.

    row          leaf hash of its canonical text (content without position)
    table        tree over the hashes of its rows, sorted by the bytes of their texts
    build leaf   leaf hash of canonical {"build": id, "tables": {name: {"root": hexadecimal, "rows": number}, ...}}

Tables without rows are left out, so that a later schema with more tables gives old builds the same leaf.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from .events.build_rows import TABLES
from .hashes import build_leaf
from .merkle import tree_hash
from .row_text import define_canonical, row_text
from .schema import Table
from .view import View

BUILDS_AT_ONCE = 500
HASH = 32
"""Bytes of a SHA-256."""

# Builds in the order of sealing have their rows near each other, so that a batch reads few row groups.
PLACES = """
SELECT s.build, min(s.position) AS sealed, coalesce(min(r.position), 0) AS registered
FROM raw_sealed s LEFT JOIN raw_sources r ON r.build = s.build
WHERE s.build IN (SELECT unnest(?)) GROUP BY s.build ORDER BY sealed, s.build
"""
ROW_HASHES = """
SELECT build, string_agg(sha256(chr(0) || text), '' ORDER BY text) AS hashes FROM (
    SELECT build, {text} AS text FROM raw_{table}
    WHERE build IN (SELECT unnest($1)) AND position BETWEEN $2 AND $3
) GROUP BY build
"""
NEVER_SHOWN = """
SELECT build FROM raw_quality WHERE build IN (SELECT unnest(?)) AND quarantined
AND build NOT IN (SELECT build FROM raw_standings WHERE standing = 'released')
"""


@dataclass(frozen=True)
class TableRoot:
    """The tree over the rows of one table."""

    root: str
    rows: int


@dataclass(frozen=True)
class BuildLeaf:
    """A build's tables, those with rows only."""

    build: str
    tables: dict[str, TableRoot]

    @property
    def hash(self) -> bytes:
        """The leaf in the tree of a snapshot."""
        return build_leaf(self.build, {name: (table.root, table.rows) for name, table in self.tables.items()})


def build_leaves(view: View, builds: Collection[str]) -> dict[str, str]:
    """Leaves (hexadecimal) of builds, in view or not, by build id.

    Builds that no snapshot can have shown are left out: not sealed, or below the gates and never released.
    """
    hidden = {str(row["build"]) for row in view.rows(NEVER_SHOWN, [sorted(builds)])}
    return {leaf.build: leaf.hash.hex() for leaf in hash_builds(view, set(builds) - hidden)}


def hash_builds(view: View, builds: Collection[str]) -> Iterator[BuildLeaf]:
    """Hash the rows of sealed builds, a batch at a time. Views that hide a build do not hide it here."""
    define_canonical(view)
    places = view.rows(PLACES, [sorted(builds)])
    for start in range(0, len(places), BUILDS_AT_ONCE):
        batch = places[start:start + BUILDS_AT_ONCE]
        names = [str(place["build"]) for place in batch]
        tables: dict[str, dict[str, TableRoot]] = {name: {} for name in names}
        within = min(int(place["registered"]) for place in batch), max(int(place["sealed"]) for place in batch)
        for table in TABLES:
            for build, hashes in _row_hashes(view, table, names, within):
                tables[build][table.name] = TableRoot(tree_hash(hashes).hex(), len(hashes))
        for name in names:
            yield BuildLeaf(name, tables[name])


def split(hashes: str) -> list[bytes]:
    """Hashes from their hexadecimal digits in one text."""
    raw = bytes.fromhex(hashes)
    return [raw[at:at + HASH] for at in range(0, len(raw), HASH)]


def _row_hashes(
    view: View, table: Table, builds: list[str], within: tuple[int, int]
) -> Iterator[tuple[str, list[bytes]]]:
    sql = ROW_HASHES.format(text=row_text(table), table=table.name)
    for row in view.rows(sql, [builds, *within]):
        yield str(row["build"]), split(row["hashes"])
