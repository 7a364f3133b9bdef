"""The root of a snapshot, and its id: what anyone with the same sources computes.

The tree (RFC 6962) has one leaf for each visible build, in the order of build ids (`kb/leaves.py`), then one for each
of the 256 buckets of library rows (`shelves.py`). Positions, file names and times are in no leaf. The id is `cl1-` and
the first 32 base32 characters of the SHA-256 of canonical

    {"leaves": number, "pipelines": [sorted digests], "root": hexadecimal, "schema": number, "settle": number}

where `leaves` is the size of the tree, which its root does not tell. `docs/snapshot-format.md` has it all, with test
vectors.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..kb.events import build_rows, library_rows
from ..kb.hashes import BUCKETS, snapshot_id
from ..kb.leaves import hash_builds
from ..kb.merkle import tree_hash
from ..kb.redactions import Redaction
from ..kb.schema import SCHEMA_VERSION
from ..kb.settle.settle import SETTLE_VERSION
from ..kb.view import View
from .leaves import HashedBuild, KnownLeaves
from .shelves import Purged, Shelf, all_shelves, bucket_leaves, some_shelves

PIPELINES = """
SELECT DISTINCT pipeline FROM raw_sealed WHERE build IN (SELECT build FROM visible_builds)
"""


@dataclass(frozen=True)
class Root:
    """The tree of one position.

    `builds` are leaves by build id, sorted; `shelves` the library rows by shelf; `rows` counts rows a table, without
    those of builds that were purged later. `fresh_builds` and `fresh_shelves` were hashed now and not taken from
    `known`; None stands for a shelf that lost its last row.
    """

    root: str
    builds: Mapping[str, bytes]
    shelves: Mapping[str, Shelf]
    pipelines: tuple[str, ...]
    rows: Mapping[str, int]
    fresh_builds: Sequence[HashedBuild]
    fresh_shelves: Mapping[str, Shelf | None]

    @property
    def leaves(self) -> list[bytes]:
        """All leaves, in the order of the tree."""
        return [*self.builds.values(), *bucket_leaves(self.shelves)]

    @property
    def snapshot_id(self) -> str:
        """`cl1-` and 32 base32 characters, by the versions of this program."""
        return self.id_of(SCHEMA_VERSION, SETTLE_VERSION)

    def id_of(self, schema: int, settle: int) -> str:
        """The id that this state has by the rules of these versions."""
        return snapshot_id(self.root, len(self.builds) + BUCKETS, self.pipelines, schema, settle)


def compute_root(
    view: View, known: KnownLeaves | None = None, touched: Collection[str] | None = None,
    redacted: Sequence[Redaction] = (), purged: Purged = (),
) -> Root:
    """The tree of a view.

    `known` are leaves that earlier freezes computed: of builds, which never change, and, if `touched` names the
    shelves that changed between there and here, of shelves. `redacted` are builds that were purged later, `purged`
    library rows that were purged before. Raises `DamageFound`.
    """
    known = known or KnownLeaves()
    visible = [str(row["build"]) for row in view.rows("SELECT build FROM visible_builds")]
    builds, rows = known.of(visible)
    fresh = _hash_fresh(view, [build for build in visible if build not in builds])
    builds.update((build.build, build.hash) for build in fresh)
    builds.update((redaction.build, bytes.fromhex(redaction.leaf)) for redaction in redacted)
    shelves, fresh_shelves = _hash_shelves(view, known, touched, purged)
    builds = {build: builds[build] for build in sorted(builds)}
    pipelines = {str(row["pipeline"]) for row in view.rows(PIPELINES)} | {one.pipeline for one in redacted}
    return Root(
        tree_hash([*builds.values(), *bucket_leaves(shelves)]).hex(), builds, shelves, tuple(sorted(pipelines)),
        _counted(rows, fresh, shelves), fresh, fresh_shelves,
    )


def _hash_fresh(view: View, builds: Collection[str]) -> list[HashedBuild]:
    fresh = []
    for leaf in hash_builds(view, builds):
        rows = tuple(leaf.tables[table.name].rows if table.name in leaf.tables else 0 for table in build_rows.TABLES)
        fresh.append(HashedBuild(leaf.build, leaf.hash, rows))
    return fresh


def _hash_shelves(
    view: View, known: KnownLeaves, touched: Collection[str] | None, purged: Purged
) -> tuple[dict[str, Shelf], dict[str, Shelf | None]]:
    """All shelves, and those of them that were hashed now."""
    if touched is None or not known.through:
        shelves = all_shelves(view, purged)
        return shelves, {**shelves}
    hashed = some_shelves(view, touched, purged)
    fresh = {name: hashed.get(name) for name in sorted(touched)}
    kept = {name: shelf for name, shelf in known.shelves.items() if name not in fresh}
    return kept | hashed, {name: shelf for name, shelf in fresh.items() if shelf != known.shelves.get(name)}


def _counted(
    known: Mapping[str, int], fresh: Sequence[HashedBuild], shelves: Mapping[str, Shelf]
) -> dict[str, int]:
    own = [sum(counts) for counts in zip(*(build.rows for build in fresh), strict=True)] or [0] * len(build_rows.TABLES)
    shared = [sum(counts) for counts in zip(*(shelf.rows for shelf in shelves.values()), strict=True)]
    rows = {table.name: known[table.name] + count for table, count in zip(build_rows.TABLES, own, strict=True)}
    empty = [0] * len(library_rows.TABLES)
    return rows | {table.name: count for table, count in zip(library_rows.TABLES, shared or empty, strict=True)}
