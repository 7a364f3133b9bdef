"""Settling a library: load the facts, settle, and append what changed as one batch of `Settled` events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..events.fold import BY_NAME
from ..events.library import LibraryRow, RowKey, Settled
from ..events.library_rows import TABLES
from ..ledger.port import Append, NewEvent
from ..library import Library
from ..locks import exclusive
from ..schema import content
from ..view import View
from .loading import load_facts
from .settle import SETTLE_VERSION, settle

ROWS_PER_EVENT = 20_000
"""Keeps the payload of one event far below the ledger's limit."""
PATIENCE = 3600.0
"""Seconds to wait for another process that settles."""


def settle_library(library: Library) -> int:
    """Settle everything that is sealed. Returns the number of rows that came or went.

    Appends nothing if all is settled. Raises `ReadOnlyLibrary`, and `LedgerError` if another process settles for too
    long.
    """
    # Two that settle at once would both assert what neither has seen of the other.
    with exclusive(library.root / "settle.lock", patience=PATIENCE):
        return _settle(library)


def _settle(library: Library) -> int:
    with library.view() as view:
        through = changed_through(view)
        if through <= settled_through(view):
            return 0
        wanted = settle(load_facts(view)).rows
        present = _present(view)
    asserted = [key for key, body in wanted.items() if present.get(key) != _plain(body)]
    retracted = [key for key in present if key not in wanted or present[key] != _plain(wanted[key])]
    events = [NewEvent(payload) for payload in _payloads(wanted, sorted(asserted), sorted(retracted), through)]
    library.append([Append("library", events)])
    return len(asserted) + len(retracted)


def changed_through(view: View) -> int:
    """Position of the last event that changes what settling looks at: a build sealed, put in or out of view, purged."""
    return max(
        int(view.rows(f"SELECT coalesce(max(position), 0) AS p FROM {table}")[0]["p"])
        for table in ("sealed", "standings", "purged_builds")
    )


def settled_through(view: View) -> int:
    """What changed up to this position is settled."""
    return int(view.rows("SELECT coalesce(max(through), 0) AS p FROM settlements")[0]["p"])


def _present(view: View) -> dict[tuple[str, str], dict[str, Any]]:
    rows = {}
    for table in TABLES:
        for row in view.rows(f"SELECT * FROM {BY_NAME[table.name].name}"):
            body = content(row)
            rows[table.name, body.pop("id")] = body
    return rows


def _plain(body: Mapping[str, object]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in body.items()}


def _payloads(
    wanted: Mapping[tuple[str, str], Mapping[str, object]], asserted: list[tuple[str, str]],
    retracted: list[tuple[str, str]], through: int,
) -> Iterator[Settled]:
    total = max(len(asserted), len(retracted), 1)
    for start in range(0, total, ROWS_PER_EVENT):
        part = slice(start, start + ROWS_PER_EVENT)
        last = start + ROWS_PER_EVENT >= total
        yield Settled(
            settle_version=SETTLE_VERSION,
            through=through if last else 0,
            asserted=tuple(
                LibraryRow.model_validate({"table": table, "id": name, "body": wanted[table, name]})
                for table, name in asserted[part]
            ),
            retracted=tuple(RowKey(table=table, id=name) for table, name in retracted[part]),
        )
