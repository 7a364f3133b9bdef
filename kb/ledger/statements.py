"""The SQL that the adapters share, as text for the driver.

It is written out and given to the driver as it is: building and running it through SQLAlchemy's execution costs several
times what a database needs for a small event. Column names come from `port.PackedEvent`, which is the table's order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .chain import COLUMNS
from .port import PackedEvent

ROWS = 500
"""Rows that one statement reads."""

_ALL = ", ".join(PackedEvent._fields)
_WITHIN = "position > :after AND position <= :until"


@dataclass(frozen=True)
class Dialect:
    """Where the table is, how a named parameter is written, and how a statement is cut at so many payload bytes."""

    events: str = "events"
    parameter: str = ":{}"
    bounded: str = "{}"

    def text(self, statement: str, asked: str = "") -> str:
        """The statement with this dialect's table and parameters, and what it asks about."""
        named = re.sub(r":([a-z]\w*)", lambda match: self.parameter.format(match[1]), statement)
        return named.replace("{events}", self.events).replace("{asked}", asked)


HEAD = "SELECT position, hash FROM {events} ORDER BY position DESC LIMIT 1"

FIND = f"SELECT {_ALL} FROM {{events}} WHERE event_id = :event_id"

# Asked for many values at once: the rows of `{asked}`, whose one column is `column1`. A cross join reads them first.
VERSIONS = "SELECT column1, (SELECT max(version) FROM {events} WHERE stream = column1) FROM {asked}"
KNOWN = f"""
    SELECT {', '.join((*COLUMNS, 'hash'))}, payload IS NULL FROM {{asked}} CROSS JOIN {{events}}
    WHERE event_id = column1
"""
PLACES = "SELECT position FROM {asked} CROSS JOIN {events} WHERE event_id = column1"

# Events of a range whose id, looked up in the index, does not lead to them alone. The sign keeps SQLite from looking
# the position up instead.
ASTRAY = f"""
    SELECT position, event_id FROM {{events}} AS event WHERE {_WITHIN} AND position <> (
        SELECT coalesce(CASE WHEN count(*) = 1 THEN max(+one.position) END, 0)
        FROM {{events}} AS one WHERE one.event_id = event.event_id
    ) ORDER BY position
"""


def page(dialect: Dialect, kinds: Sequence[str] | None, stream: bool) -> str:
    """Reads the next rows after `:after` (a position; for a stream also `:version`) up to `:until`, in order.

    With several kinds (`:kind0`, `:kind1` ...) the index of each is read on its own, so that nothing large is sorted.
    """
    if stream:
        chosen = f"AND kind IN ({_names(kinds)})" if kinds else "AND 1 = 0" if kinds is not None else ""
        # By version, because that is what the index is sorted by; positions come in the same order.
        rows = f"WHERE stream = :stream AND version > :version AND {_WITHIN} {chosen} ORDER BY version"
    elif kinds is None:
        rows = f"WHERE {_WITHIN} ORDER BY position"
    elif not kinds:
        rows = "WHERE 1 = 0"
    else:
        firsts = " UNION ALL ".join(
            f"SELECT position FROM (SELECT position FROM {{events}} WHERE kind = :kind{number} AND {_WITHIN}"
            f" ORDER BY position LIMIT {ROWS}) AS some{number}"
            for number in range(len(kinds))
        )
        rows = f"WHERE position IN ({firsts}) ORDER BY position"
    return dialect.text(dialect.bounded.replace("{}", f"SELECT {_ALL} FROM {{events}} {rows} LIMIT {ROWS}"))


def _names(kinds: Sequence[str]) -> str:
    return ", ".join(f":kind{number}" for number in range(len(kinds)))
