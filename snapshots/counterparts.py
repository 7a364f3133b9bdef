"""Which row of one state is which row of another, where a new pipeline gave the same thing another id.

Builds are paired by the bytes that they read; claims, reference entries and assets of paired builds by what they quote;
works by the builds that they share. What has no single counterpart is left alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ..kb.view import View

Row = dict[str, Any]

_NATURAL = (
    """SELECT c.id, c.build, substr(s.text, c.start + 1, c."end" - c.start) AS key
       FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence
       WHERE c.build IN (SELECT unnest(?::VARCHAR[])) ORDER BY c.build, c.ordinal""",
    """SELECT id, build, raw AS key FROM reference_entries
       WHERE build IN (SELECT unnest(?::VARCHAR[])) ORDER BY build, ordinal""",
    """SELECT id, build, concat_ws(' ', kind, label, caption) AS key FROM assets
       WHERE build IN (SELECT unnest(?::VARCHAR[])) ORDER BY build, ordinal""",
)


class Renaming:
    """Ids of the earlier state to those of the later one."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)

    def update(self, names: Mapping[str, str]) -> None:
        """Add pairs."""
        self._names.update(names)

    def of(self, value: Any) -> Any:
        """The value as the later state would say it; lists of ids stay in order of ids."""
        if isinstance(value, str):
            return self._names.get(value, value)
        if isinstance(value, list):
            said = [self.of(item) for item in value]
            return said if said == value else sorted(said)
        return value


def pair_builds(before: View, after: View, gone: Mapping[str, Row], here: Mapping[str, Row]) -> Renaming:
    """Builds that read the same bytes, and what they quote alike."""
    builds = dict(_single(_by_value(gone, "blob"), _by_value(here, "blob")))
    names = dict(builds)
    for sql in _NATURAL if builds else ():
        old = _keyed(before.rows(sql, [sorted(builds)]), builds)
        new = _keyed(after.rows(sql, [sorted(builds.values())]), {name: name for name in builds.values()})
        names.update({name: new[key] for key, name in old.items() if key in new})
    return Renaming(names)


def pair_works(before: Mapping[str, Row], after: Mapping[str, Row]) -> dict[str, str]:
    """Works that are in one state alone and share a source."""
    gone = {name: row for name, row in before.items() if name not in after}
    here = {name: row for name, row in after.items() if name not in before}
    return dict(_single(_by_source(gone), _by_source(here)))


def pair_rows(
    before: Mapping[str, Row], after: Mapping[str, Row], renaming: Renaming, keys: tuple[str, ...]
) -> dict[str, str]:
    """Rows whose key columns agree once renamed; without key columns, whose whole content does."""
    named = {_key(row, keys, Renaming({})): name for name, row in after.items()}
    pairs = {name: named.get(_key(row, keys, renaming)) for name, row in before.items()}
    return {name: found for name, found in pairs.items() if found is not None}


def _key(row: Row, keys: tuple[str, ...], renaming: Renaming) -> str:
    columns = keys or tuple(sorted(set(row) - {"id"}))
    return repr([renaming.of(row[column]) for column in columns])


def _keyed(rows: list[Row], builds: Mapping[str, str]) -> dict[tuple[str, str, int], str]:
    """Id by build, key, and how often the key stood before: a sentence that stands twice is two rows."""
    seen: dict[tuple[str, str], int] = defaultdict(int)
    found = {}
    for row in rows:
        place = (builds[row["build"]], row["key"])
        found[(*place, seen[place])] = row["id"]
        seen[place] += 1
    return found


def _by_value(rows: Mapping[str, Row], column: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for name, row in rows.items():
        found[row[column]].add(name)
    return found


def _by_source(works: Mapping[str, Row]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for name, row in works.items():
        for blob in row["sources"]:
            found[blob].add(name)
    return found


def _single(before: Mapping[str, set[str]], after: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Pairs that are each other's only counterpart."""
    forth: dict[str, set[str]] = defaultdict(set)
    back: dict[str, set[str]] = defaultdict(set)
    for value in before.keys() & after.keys():
        for old in before[value]:
            for new in after[value]:
                forth[old].add(new)
                back[new].add(old)
    for old, found in sorted(forth.items()):
        new = min(found)
        if len(found) == 1 and len(back[new]) == 1:
            yield old, new
