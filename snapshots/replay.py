"""Folding and settling again from nothing but the ledger, and what that gives beside what is stored.

The second projection lies in a folder inside the library, since it holds all text of a library that may be private, and
goes with the replay. A read-only library is folded in memory.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..kb.events.fold import TABLES
from ..kb.events.library_rows import TABLES as LIBRARY_TABLES
from ..kb.library import Library
from ..kb.locks import exclusive
from ..kb.manifests import Manifest, manifests
from ..kb.projection import Projection
from ..kb.row_text import define_canonical, row_text
from ..kb.schema import SCHEMA_VERSION, Table, content
from ..kb.segments.digests import table_digests
from ..kb.settle.loading import load_facts
from ..kb.settle.run import changed_through, difference_from_scratch, settled_through
from ..kb.settle.settle import SETTLE_VERSION, settle
from ..kb.view import View
from .tree import differences, roots_of

FOLDER = "replay"
PATIENCE = 3600.0
DEFINED = 5_000
"""Up to so many builds, what should be there is taken from the definition of settling (`settle`), which keeps all facts
in memory; above, from the form of it that settles large libraries."""
NAMED = 5
"""So many rows of a table that differ are named."""

_KEYS = {"build": "build", "library": "id", "log": "position"}
SUMS = "SELECT {key} AS key, sum(hash({text})::HUGEINT) AS sum FROM raw_{table} GROUP BY 1"


class Replay:
    """Replays a library, or one frozen state of it. `notes` say what could not be compared, `summary` what was."""

    def __init__(self, library: Library, manifest: Manifest | None) -> None:
        self.notes: list[str] = []
        self.summary = ""
        self._rooted: list[str] = []
        self._library = library
        self._manifest = manifest
        self._position = manifest.frozen.position if manifest else library.ledger.head().position

    def run(self) -> list[str]:
        """Everything in which the stored rows, the root and what settling said differ from a second time."""
        with _second_projection(self._library) as projection:
            with projection.view(self._position) as again:
                found = [*self._rows(again), *self._settled(again)]
            notes = len(self.notes)
            found += self._roots(projection)
        self.summary = f"{self._position} events were folded again" + (
            "" if notes else " and settled again: the rows are the same"
        ) + (f"; they give {self._rooted_said()}" if self._rooted else "")
        return [f"replay: {difference}" for difference in found]

    def _rows(self, again: View) -> Iterator[str]:
        """Tables whose rows differ, each with some of the builds, ids or positions whose rows do."""
        with self._library.view(self._position) as stored:
            before, after = table_digests(stored), table_digests(again)
            for table in TABLES:
                if before[table.name] != after[table.name]:
                    yield f"{table.name} differs in {_listed(_differing(table, stored, again))}"

    def _roots(self, projection: Projection) -> Iterator[str]:
        """What the frozen state, or all of a whole library, the newest first, say beside what the rows give now."""
        stated = [self._manifest] if self._manifest else list(reversed(manifests(self._library)))
        for manifest in [one for one in stated if one.frozen.schema_version != SCHEMA_VERSION]:
            stated.remove(manifest)
            snapshot, schema = manifest.frozen.snapshot, manifest.frozen.schema_version
            self.notes.append(f"the root of {snapshot} was not computed again: it is of schema {schema}")
        positions = [manifest.frozen.position for manifest in stated]
        for manifest, root in zip(stated, roots_of(self._library, projection, positions), strict=True):
            frozen = manifest.frozen
            yield from (f"{frozen.snapshot} at {frozen.position}: {what}" for what in differences(root, manifest))
            self._rooted.append(frozen.snapshot)

    def _rooted_said(self) -> str:
        one, *more = self._rooted
        return f"the roots of {len(self._rooted)} snapshots" if more else f"the root of {one}"

    def _settled(self, again: View) -> Iterator[str]:
        """What settling from scratch gives beside the rows that were settled bit by bit."""
        reason = self._not_settled(again)
        if reason:
            self.notes.append(f"not settled again: {reason}")
            return
        differing = _settled_otherwise(again)
        if differing:
            yield f"settling again differs in {_listed(differing)}"

    def _not_settled(self, again: View) -> str | None:
        """Why settling again would tell nothing."""
        if self._manifest and self._manifest.redactions:
            return "builds of this state were purged since"
        if self._manifest and self._manifest.frozen.settle_version != SETTLE_VERSION:
            version = self._manifest.frozen.settle_version
            return f"it was settled by version {version} of the rules, and this is {SETTLE_VERSION}"
        if changed_through(again) > settled_through(again):
            return "what changed last is not settled yet; finish with: claimledger ingest"
        return None


@contextmanager
def _second_projection(library: Library) -> Iterator[Projection]:
    if library.read_only:
        yield Projection(library.root / FOLDER, library.ledger, read_only=True)
        return
    folder = library.root / FOLDER
    with exclusive(library.root / f"{FOLDER}.lock", patience=PATIENCE):
        # What a killed replay left behind goes first.
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(mode=0o700)
            projection = Projection(folder, library.ledger)
            projection.flush(merge=False)
            yield projection
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _differing(table: Table, stored: View, again: View) -> list[Any]:
    sql = SUMS.format(key=_KEYS[table.visibility], text=row_text(table), table=table.name)
    sums: list[dict[Any, Any]] = []
    for view in (stored, again):
        define_canonical(view)
        sums.append({row["key"]: row["sum"] for row in view.rows(sql)})
    one, other = sums
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def _settled_otherwise(view: View) -> list[str]:
    """Ids of library rows that settling from scratch does not give, or gives besides."""
    if int(view.rows("SELECT count(*) AS n FROM visible_builds")[0]["n"]) > DEFINED:
        difference = difference_from_scratch(view)
        come = {str(row) for rows in difference.asserted.values() for row in rows["id"].to_pylist()}
        return sorted(come.union(*difference.retracted.values()))
    wanted = {key: _plain(body) for key, body in settle(load_facts(view)).rows.items()}
    present = _present(view)
    return sorted(row for table, row in wanted.keys() | present.keys()
                  if wanted.get((table, row)) != present.get((table, row)))


def _present(view: View) -> dict[tuple[str, str], dict[str, Any]]:
    rows = {}
    for table in LIBRARY_TABLES:
        for row in view.rows(f"SELECT * FROM {table.name}"):
            body = content(row)
            rows[table.name, str(body.pop("id"))] = body
    return rows


def _plain(body: Mapping[str, object]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in body.items()}


def _listed(keys: list[Any]) -> str:
    more = f" and {len(keys) - NAMED} more" if len(keys) > NAMED else ""
    return ", ".join(str(key) for key in keys[:NAMED]) + more
