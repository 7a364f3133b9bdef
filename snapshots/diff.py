"""What came, went and changed between two states of a library.

The cost follows what differs: only rows that were asserted or retracted between the two positions, and builds that are
visible in one state alone, are looked at. Rows that a new pipeline only gave another id are no news: `counterparts`
pairs them, and they show as changed where anything besides the id did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..kb.events.library_rows import NEAR_DUPLICATES, PACKETS, RESOLUTIONS, SUPPORT, TABLES, WORK_BUILDS, WORKS
from ..kb.library import Library
from ..kb.manifests import manifests
from ..kb.schema import Table, content
from ..kb.view import View
from .counterparts import Renaming, pair_builds, pair_rows, pair_works
from .diff_purged import Rows, purged_since
from .diff_rows import LABELS, build_rows_of, claim_rows, explain, packet_rows, paper_rows, readable
from .dispositions import disposition_rows

Row = dict[str, Any]

KEYS: Mapping[str, tuple[str, ...]] = {
    PACKETS.name: ("claim", "asset"), RESOLUTIONS.name: ("reference",), SUPPORT.name: ("claim", "other"),
    NEAR_DUPLICATES.name: ("work_a", "work_b"),
}
"""Columns that say which row of a table is meant, where its id may change with those of the rows that it names."""
_SHOWN_WITH_PAPERS = (WORKS.name, WORK_BUILDS.name)


@dataclass(frozen=True)
class State:
    """One of the two states; `snapshot` and `name` are null where nobody froze it."""

    snapshot: str | None
    name: str | None
    position: int

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {"snapshot": self.snapshot, "name": self.name, "position": self.position}


@dataclass
class Section:
    """One kind of rows. A changed row is its content now, with the id that it had (`was`) and what differs.

    `fields` has the values `from` and `to` by the name of the field.
    """

    came: list[Row] = field(default_factory=list)
    went: list[Row] = field(default_factory=list)
    changed: list[Row] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.came or self.went or self.changed)


@dataclass(frozen=True)
class Difference:
    """All sections by name: papers, builds, claims, each table of library rows, dispositions."""

    start: State
    end: State
    sections: dict[str, Section]

    def to_json(self) -> dict[str, Any]:
        """`from`, `to`, and by section `came`, `went` and `changed`, each a list sorted by id."""
        return {
            "from": self.start.to_json(), "to": self.end.to_json(),
            **{
                name: {"came": section.came, "went": section.went, "changed": section.changed}
                for name, section in self.sections.items()
            },
        }


def diff(library: Library, start: str | None, end: str | None = None) -> Difference:
    """What differs between two states, each a snapshot id, a name, `latest`, `@POSITION`, or the head (None).

    Raises `UnknownId`, `AmbiguousId` and `UsageError` for a state that is none.
    """
    with library.view(start) as before, library.view(end) as after:
        sections = _sections(library, before, after)
        _add_purged(sections, *purged_since(library, before, after))
        return Difference(_state(library, start, before), _state(library, end, after), sections)


def _state(library: Library, asked: str | None, view: View) -> State:
    at = [manifest.frozen for manifest in manifests(library) if manifest.frozen.position == view.position]
    named = [frozen for frozen in at if asked in (frozen.name, frozen.snapshot)] or at
    return State(named[-1].snapshot, named[-1].name, view.position) if named else State(None, None, view.position)


def _sections(library: Library, before: View, after: View) -> dict[str, Section]:
    touched = {table.name: _touched(before, after, table) for table in TABLES}
    old_builds, new_builds = build_rows_of(before), build_rows_of(after)
    gone = {name: row for name, row in old_builds.items() if name not in new_builds}
    here = {name: row for name, row in new_builds.items() if name not in old_builds}
    renaming = pair_builds(before, after, gone, here)
    works = _touched_works(before, after, touched)
    old_papers, new_papers = paper_rows(before, works), paper_rows(after, works)
    renaming.update(pair_works(old_papers, new_papers))
    sections = {
        "papers": _compare(old_papers, new_papers, renaming, ("id",)),
        "builds": _compare(gone, here, renaming, ("id",)),
        "claims": _compare(claim_rows(before, gone), claim_rows(after, here), renaming, ("id",)),
    }
    explain(after, sections["builds"].went)
    distrusted = [row["id"] for row in sections["papers"].changed if "reliability" in row["fields"]]
    for table in TABLES:
        if table.name not in _SHOWN_WITH_PAPERS:
            sections[table.name] = _table_section(table, before, after, touched[table.name], distrusted, renaming)
    judged = disposition_rows(library, before.position, after.position)
    return sections | {"dispositions": _compare(*judged, renaming, ("id",))}


def _add_purged(sections: Mapping[str, Section], before: Rows, after: Rows) -> None:
    """Put beside what the views show that which a purge took: what came back after a purge neither came nor went."""
    for name, section in sections.items():
        old, new = before.get(name, {}), after.get(name, {})
        if not (old or new):
            continue
        here = {row["id"] for row in (*section.came, *section.changed)}
        there = {row["id"] for row in section.went} | {row["was"] for row in section.changed}
        section.came = [row for row in section.came if row["id"] not in old]
        section.went = [row for row in section.went if row["id"] not in new]
        section.went += [row for row in old.values() if row["id"] not in new.keys() | here]
        section.came += [row for row in new.values() if row["id"] not in old.keys() | there]
        for rows in (section.came, section.went):
            rows.sort(key=lambda row: str(row["id"]))


def _table_section(
    table: Table, before: View, after: View, touched: set[str], distrusted: list[str], renaming: Renaming
) -> Section:
    rows: Callable[[View, Iterable[str]], dict[str, Row]]
    if table is PACKETS:
        touched = touched | _packets_of(after, distrusted)
        rows = packet_rows
    else:
        def rows(view: View, ids: Iterable[str]) -> dict[str, Row]:
            found = view.rows(f"SELECT * FROM {table.name} WHERE id IN (SELECT unnest(?::VARCHAR[]))", [sorted(ids)])
            return {row["id"]: content(row) for row in found}
    section = _compare(rows(before, touched), rows(after, touched), renaming, KEYS.get(table.name, ()))
    readable(table, before, section.went)
    readable(table, after, [*section.came, *section.changed])
    return section


def _touched(before: View, after: View, table: Table) -> set[str]:
    """Ids of rows that were asserted or retracted between the two positions."""
    first, last = sorted((before.position, after.position))
    later = before if before.position == last else after
    rows = later.rows(
        f"""SELECT id FROM raw_{table.name} WHERE position > ? AND position <= ?
            UNION SELECT id FROM raw_retractions WHERE table_name = ? AND position > ? AND position <= ?""",
        [first, last, table.name, first, last])
    return {row["id"] for row in rows}


def _touched_works(before: View, after: View, touched: Mapping[str, set[str]]) -> set[str]:
    parts = sorted(touched[WORK_BUILDS.name])
    works = set(touched[WORKS.name])
    for view in (before, after):
        rows = view.rows("SELECT work FROM work_builds WHERE id IN (SELECT unnest(?::VARCHAR[]))", [parts])
        works |= {row["work"] for row in rows}
    return works


def _packets_of(view: View, works: list[str]) -> set[str]:
    rows = view.rows("SELECT id FROM packets WHERE work IN (SELECT unnest(?::VARCHAR[]))", [works])
    return {row["id"] for row in rows}


def _compare(
    before: Mapping[str, Row], after: Mapping[str, Row], renaming: Renaming, keys: tuple[str, ...]
) -> Section:
    """Rows of one kind by id. `keys`: columns by which rows of different ids are one row under another name."""
    section = Section()
    partner = {name: name for name in before if name in after}
    partner.update(pair_rows(
        {name: row for name, row in before.items() if name not in partner},
        {name: row for name, row in after.items() if name not in before}, renaming, keys))
    renaming.update(partner)
    for name, old in before.items():
        if name not in partner:
            section.went.append(old)
            continue
        new = after[partner[name]]
        fields = {
            key: {"from": old.get(key), "to": new.get(key)}
            for key in new if key not in (*LABELS, "id") and renaming.of(old.get(key)) != new.get(key)
        }
        if fields:
            section.changed.append({**new, "was": name, "fields": fields})
    partners = set(partner.values())
    section.came += [row for name, row in after.items() if name not in partners]
    for rows in (section.came, section.went, section.changed):
        rows.sort(key=lambda row: str(row["id"]))
    return section
