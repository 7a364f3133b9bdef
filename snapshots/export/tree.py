"""The tree of an exported snapshot: its leaves as the export states them, and as its rows give them.

What is not in the export is represented by its hash: tables without their text by the root over their rows, builds and
library rows that were purged by their leaf and by the root of their shelf.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...kb.exported.text_columns import TABLES_WITH_TEXT
from ...kb.hashes import BUCKETS, shelf_of, snapshot_id
from ...kb.leaves import BuildLeaf, TableRoot, hash_builds
from ...kb.merkle import tree_hash
from ...kb.view import View
from ..shelves import Purged, Shelf, all_shelves, bucket_leaves

Row = dict[str, Any]

_TABLES = frozenset(table.name for table in TABLES_WITH_TEXT)


@dataclass(frozen=True)
class Tree:
    """Leaves of builds, and shelves of library rows, by name."""

    builds: Mapping[str, bytes]
    shelves: Mapping[str, Shelf]

    @property
    def root(self) -> str:
        """The root over all of them."""
        leaves = [self.builds[build] for build in sorted(self.builds)]
        return tree_hash([*leaves, *bucket_leaves(self.shelves)]).hex()

    def snapshot_id(self, pipelines: Sequence[str], schema: int, settle: int) -> str:
        """The id of a snapshot with this tree."""
        return snapshot_id(self.root, len(self.builds) + BUCKETS, pipelines, schema, settle)


@dataclass(frozen=True)
class Stated:
    """What the table `leaves` of an export states where the export has no rows, or rows without text."""

    purged: Mapping[str, str]
    tables: Mapping[str, Mapping[str, TableRoot]]
    shelves: Mapping[str, Shelf]


NOTHING_STATED = Stated({}, {}, {})


def stated(rows: Sequence[Row]) -> Stated:
    """Read the rows of a table `leaves`. Raises `ValueError` for a hash that is none."""
    tables: dict[str, dict[str, TableRoot]] = {}
    for row in rows:
        if row["kind"] == "table":
            bytes.fromhex(row["hash"])
            tables.setdefault(row["name"], {})[row["of_table"]] = TableRoot(row["hash"], row["rows"])
    missing = [row for row in rows if not row["given"] and row["kind"] != "table"]
    return Stated(
        {row["name"]: row["hash"] for row in missing if row["kind"] == "build" and row["name"] not in tables}, tables,
        {row["name"]: Shelf(bytes.fromhex(row["hash"]), (row["rows"],)) for row in missing if row["kind"] == "shelf"},
    )


def tree_of(view: View, known: Stated) -> Tree:
    """The tree that the rows of an export give, with what is stated where they are missing."""
    builds = {build: bytes.fromhex(leaf) for build, leaf in known.purged.items()}
    for leaf in hash_builds(view, _visible(view)):
        builds[leaf.build] = _with_stated(leaf, known.tables.get(leaf.build, {}))
    return Tree(builds, {**all_shelves(view), **known.shelves})


def leaf_rows(
    view: View, silent: Collection[str], known: Stated, purged: Purged = (), hidden: Collection[str] = ()
) -> tuple[Tree, list[Row]]:
    """The tree of a view, and the rows of the table `leaves` that an export of it states.

    `silent` are builds whose text is left out. `purged` are library rows that were purged before the view's position;
    `hidden` are those that were purged after it: they are in its tree, and no view shows them.
    """
    builds = {build: bytes.fromhex(leaf) for build, leaf in known.purged.items()}
    rows = [_row("build", build, None, leaf, None, False) for build, leaf in known.purged.items()]
    for leaf in hash_builds(view, _visible(view)):
        before = known.tables.get(leaf.build, {})
        tables = {**_with_text(leaf), **before} if leaf.build in silent else {}
        builds[leaf.build] = _with_stated(leaf, before)
        rows.append(_row("build", leaf.build, None, builds[leaf.build].hex(), None, not tables))
        rows += [_row("table", leaf.build, name, table.root, table.rows, False) for name, table in tables.items()]
    shelves = {**all_shelves(view, purged), **known.shelves}
    gone = {shelf_of(row) for row in hidden} | known.shelves.keys()
    rows += [
        _row("shelf", name, None, shelf.root.hex(), sum(shelf.rows), name not in gone)
        for name, shelf in shelves.items()
    ]
    return Tree(builds, shelves), sorted(rows, key=lambda row: (row["kind"], row["name"], row["of_table"] or ""))


def _with_stated(leaf: BuildLeaf, given: Mapping[str, TableRoot]) -> bytes:
    own = {name: table for name, table in leaf.tables.items() if name not in given}
    # Only a table that carries text may be stated, and only for rows that are there without it.
    fit = {
        name: table for name, table in given.items()
        if name in _TABLES and name in leaf.tables and leaf.tables[name].rows == table.rows
    }
    return BuildLeaf(leaf.build, own | fit).hash


def _with_text(leaf: BuildLeaf) -> dict[str, TableRoot]:
    return {name: table for name, table in sorted(leaf.tables.items()) if name in _TABLES}


def _visible(view: View) -> list[str]:
    return [str(row["build"]) for row in view.rows("SELECT DISTINCT build FROM visible_builds")]


def _row(kind: str, name: str, of_table: str | None, value: str, rows: int | None, given: bool) -> Row:
    return {"kind": kind, "name": name, "of_table": of_table, "hash": value, "rows": rows, "given": given}
