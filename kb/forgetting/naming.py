"""Which builds an id means to the commands that put papers out of view: those of a paper, or one build."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..errors import AmbiguousId, UnknownId
from ..view import View

_MOST = 10
_WHERE = "ids are printed by: claimledger papers, papers --quarantined, and papers --failed"

# A paper that is out of view has no row any more: the last that settling said of a build counts.
LAST_WORKS = """
SELECT build, arg_max(work, position) AS work FROM raw_work_builds WHERE position <= ? GROUP BY build
"""
# A paper's id follows its smallest source, so builds that left it one by one have different ids in mind. Two are of one
# paper if they were parts of one work when the first of them went out of view, or are now.
TOGETHER = """
WITH parts AS (
    SELECT r.work, r.build, r.position, coalesce(min(t.position), 9223372036854775807) AS gone
    FROM raw_work_builds r LEFT JOIN raw_retractions t
    ON t.table_name = 'work_builds' AND t.id = r.id AND t.position > r.position
    GROUP BY r.work, r.build, r.position
), last AS (
    SELECT build, arg_max(work, position) AS work, arg_max(gone, position) AS gone FROM parts GROUP BY build
)
SELECT DISTINCT l.build AS one, p.build AS other FROM last l JOIN parts p
ON p.work = l.work AND p.build <> l.build AND p.position < l.gone AND p.gone >= l.gone
"""
BUILDS = "SELECT DISTINCT build FROM raw_sources WHERE starts_with(build, ?) AND position <= ?"
WORKS = "SELECT DISTINCT work FROM raw_work_builds WHERE starts_with(work, ?)"
PURGED = """
SELECT build, work, any_value(time ORDER BY position DESC) AS time FROM purged_builds
WHERE starts_with(build, ?) OR starts_with(work, ?) GROUP BY build, work
"""

OF_BLOB = "SELECT DISTINCT build FROM raw_sources WHERE blob = ?"
PURGED_BLOB = "SELECT time FROM purged_builds WHERE blob = ? ORDER BY position DESC LIMIT 1"
_DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Named:
    """What one id means: its whole form, its builds that are still there, and when the others were purged."""

    id: str
    builds: tuple[str, ...]
    purged: str | None = None


class Naming:
    """Papers and builds of a view at the head, in view or not."""

    def __init__(self, view: View) -> None:
        self._view = view
        rows = view.rows(LAST_WORKS, [view.position])
        gone = {str(row["build"]) for row in view.rows("SELECT DISTINCT build FROM purged_builds")}
        self.gone = frozenset(gone)
        self.works: dict[str, str] = {str(row["build"]): str(row["work"]) for row in rows if row["build"] not in gone}
        self._builds: dict[str, list[str]] = {}
        for build, work in self.works.items():
            self._builds.setdefault(work, []).append(build)

    def find(self, name: str) -> Named:
        """What an id, or the unambiguous beginning of one, means. Raises `UnknownId` and `AmbiguousId`."""
        if name.startswith("work-"):
            return self._work(name)
        if name.startswith("build-"):
            return self._build(name)
        raise UnknownId(f"{name!r} is no id of a paper or build", remedy=_WHERE)

    def find_whole(self, name: str, label: str = "") -> Named:
        """What a whole id means; the beginning of one means nothing, since what is erased does not come back.

        `label` names the place of the id in messages that must not repeat it. Raises `UnknownId` and `AmbiguousId`.
        """
        if is_digest(name):
            return self._source(name, label)
        known = self._whole_ids(name)
        if name in known:
            return self.find(name)
        begun = f"whole ids that begin so: {_listed(known)}" if known else _WHERE
        raise UnknownId(f"{label or repr(name)} is no whole id of a paper or build", remedy=begun)

    def _source(self, blob: str, label: str) -> Named:
        """The builds that read these bytes, whether they were completed or not."""
        there = {str(row["build"]) for row in self._view.rows(OF_BLOB, [blob])} - self.gone
        purged = self._view.rows(PURGED_BLOB, [blob])
        if not there and not purged:
            raise UnknownId(f"{label or repr(blob)} is no blob of a source or of a recorded text", remedy=_WHERE)
        return Named(blob, tuple(sorted(there)), str(purged[0]["time"]) if purged else None)

    def _whole_ids(self, beginning: str) -> list[str]:
        """The ids of papers and builds that begin so, as settling named them last or earlier, purged or not."""
        if not beginning.startswith(("work-", "build-")):
            return []
        works = {str(row["work"]) for row in self._view.rows(WORKS, [beginning])}
        builds = {str(row["build"]) for row in self._view.rows(BUILDS, [beginning, self._view.position])}
        for row in self._purged(beginning):
            works.add(str(row["work"]))
            builds.add(str(row["build"]))
        return sorted(one for one in works | builds if one.startswith(beginning))

    def builds_of(self, work: str) -> list[str]:
        """Builds of a paper, sorted; of one that is out of view, those that it had last."""
        return sorted(self._builds.get(work, ()))

    def kin(self, build: str) -> list[str]:
        """The other builds of a build's paper, sorted: those that it has now, or had when it went out of view."""
        return sorted(self._kin.get(build, set()) - self.gone)

    @cached_property
    def _kin(self) -> dict[str, set[str]]:
        kin: dict[str, set[str]] = {}
        for row in self._view.rows(TOGETHER):
            kin.setdefault(str(row["one"]), set()).add(str(row["other"]))
            kin.setdefault(str(row["other"]), set()).add(str(row["one"]))
        return kin

    def _work(self, name: str) -> Named:
        works = sorted(work for work in self._builds if work.startswith(name)) or self._successors(name)
        purged = self._purged(name)
        work = _only(name, sorted({*works, *(str(row["work"]) for row in purged if row["work"])}))
        when = next((str(row["time"]) for row in purged if row["work"] == work), None)
        return Named(work, tuple(self.builds_of(work)), when)

    def _successors(self, name: str) -> list[str]:
        """The papers that the builds of an id belong to which settling has taken back."""
        rows = self._view.rows("SELECT DISTINCT build FROM raw_work_builds WHERE starts_with(work, ?)", [name])
        return sorted({self.works[row["build"]] for row in rows if row["build"] in self.works})

    def _build(self, name: str) -> Named:
        rows = self._view.rows(BUILDS, [name, self._view.position])
        there = {str(row["build"]) for row in rows} - self.gone
        purged = {str(row["build"]): str(row["time"]) for row in self._purged(name)}
        build = _only(name, sorted(there | {one for one in purged if one.startswith(name)}))
        return Named(build, (build,) if build in there else (), purged.get(build))

    def _purged(self, name: str) -> list[dict[str, str | None]]:
        return self._view.rows(PURGED, [name, name])


def is_digest(name: str) -> bool:
    """Whether an id is that of a blob."""
    return _DIGEST.fullmatch(name) is not None


def find_all(naming: Naming, names: Sequence[str], *, whole: bool = False) -> dict[str, Named]:
    """What each id means, by its whole form, in order; with `whole` only whole ids mean something.

    Raises `UnknownId` and `AmbiguousId`.
    """
    find = naming.find_whole if whole else naming.find
    found = (find(name) for name in names)
    return {named.id: named for named in found}


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _MOST} more" if len(ids) > _MOST else ""
    return ", ".join(ids[:_MOST]) + more


def _only(name: str, found: Sequence[str]) -> str:
    if name in found:
        return name
    if len(found) > 1:
        raise AmbiguousId(f"{name!r} fits more than one: {', '.join(found[:5])}", remedy="give more characters")
    if not found:
        raise UnknownId(f"nothing here has the id {name!r}", remedy=_WHERE)
    return found[0]
