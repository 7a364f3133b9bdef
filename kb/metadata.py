"""Metadata as assertions: which value of a field is shown, who says so, who says something else, and since when.

The precedence is that of settling (`kb/settle/works.py`, docs/metadata.md); here it is only read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from .settle.disagreement import differ
from .settle.names import family_key
from .settle.works import SHOWN
from .view import View

SAID = """
SELECT w.work, a.id, a.field, a.value, a.source, a.licence, a.time, a.build, s.name AS file, s.time AS recorded
FROM assertions a JOIN work_builds w ON w.build = a.build AND w.part = 'main'
LEFT JOIN (
    SELECT build, any_value(name) AS name, min(time) AS time FROM sources GROUP BY build
) s ON s.build = a.build
WHERE a.field IN (SELECT unnest(?::VARCHAR[])) AND ({which}) ORDER BY w.work, a.field, s.name, a.build, a.ordinal
"""
PEOPLE = """
SELECT u.build, list(u.name ORDER BY u.ordinal) AS names,
       list(coalesce(nullif(u.family, ''), u.name) ORDER BY u.ordinal) AS families,
       any_value(s.name) AS file, min(s.time) AS recorded, any_value(s.source_kind) AS kind
FROM authors u JOIN work_builds w ON w.build = u.build AND w.part = 'main' LEFT JOIN sources s ON s.build = u.build
WHERE w.work = ? GROUP BY u.build ORDER BY file, u.build
"""
MANY_VALUED = """
w.work IN (
    SELECT v.work FROM assertions b JOIN work_builds v ON v.build = b.build AND v.part = 'main'
    WHERE b.field IN (SELECT unnest(?::VARCHAR[])) AND b.source <> 'info'
    GROUP BY v.work, b.field HAVING count(DISTINCT b.value) > 1
)
"""
CHOICES = """
SELECT value, any_value(build) AS build, arg_max(reason, position) AS reason, arg_max(time, position) AS time,
       arg_max(event, position) AS event
FROM choices GROUP BY value HAVING arg_max(chosen, position)
"""
NEAR = """
SELECT n.work_a, n.work_b, n.reason, a.title AS title_a, b.title AS title_b
FROM near_duplicates n LEFT JOIN papers a ON a.id = n.work_a LEFT JOIN papers b ON b.id = n.work_b
ORDER BY n.work_a, n.work_b
"""
CONTESTED = ("title", "year", "doi", "arxiv", "pmid", "venue", "licence")
"""Fields whose disagreements are listed; the type of a work has too many names."""


def metadata_of(view: View, work: str, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each field of a work that anybody states: the value that is shown (null where only the file's own dictionary has
    one) with its source, and the others, each with whether it `differs` from it. `row` is the work's row of `works`.

    `decided` says that a person chose the value, with reason, time and event; null where the precedence did.
    """
    by_field: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for said in view.rows(SAID.format(which="w.work = ?"), [list(SHOWN), work]):
        by_field[said["field"]].append(said)
    found = [_field(name, row[name], by_field[name]) for name in SHOWN if by_field[name]]
    people = _people(view.rows(PEOPLE, [work]), str(row["authors_build"]))
    decided = _decided(view)
    return [one | {"decided": decided.get(one["id"])} for one in (*found[:1], *people, *found[1:])]


def conflicts(view: View) -> list[dict[str, Any]]:
    """Fields of works that sources really disagree on, and pairs of works that look alike and were kept apart.

    A row has the work (`paper`), its title, the `field`, the value that is shown with its source, and another one with
    its source; `decided` is the reason of whoever chose the value that is shown. The field of a pair is `identity`, its
    values are the titles, and `other_paper` and `reason` say more.
    """
    rows: list[dict[str, Any]] = []
    said: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    decided = _decided(view)
    for one in view.rows(SAID.format(which=MANY_VALUED), [list(CONTESTED), list(CONTESTED)]):
        said[one["work"], one["field"]].append(one)
    works = {row["id"]: row for row in view.rows("SELECT * FROM works")} if said else {}
    titles = {row["id"]: row["title"] for row in view.rows("SELECT id, title FROM papers")} if said else {}
    for (work, field), values in said.items():
        shown = _field(field, works[work][field], values)
        begun = {"paper": work, "title": titles[work], "field": field}
        rows += (
            begun | {
                "shown": shown["value"], "source": shown["source"], "file": shown["file"], "other": other["value"],
                "other_source": other["source"], "other_file": other["file"], "other_paper": None, "reason": None,
                "decided": decided.get(shown["id"], {}).get("reason"),
            }
            for other in shown["others"] if other["differs"] and other["source"] != "info"
        )
    rows += (
        {
            "paper": pair["work_a"], "title": pair["title_a"], "field": "identity", "shown": pair["title_a"],
            "source": None, "file": None, "other": pair["title_b"], "other_source": None, "other_file": None,
            "other_paper": pair["work_b"], "reason": pair["reason"], "decided": None,
        }
        for pair in view.rows(NEAR)
    )
    return rows


def near_of(view: View, work: str) -> list[dict[str, Any]]:
    """Works that look like this one and were kept apart, with the reason."""
    return [
        {"work": pair[f"work_{other}"], "title": pair[f"title_{other}"], "reason": pair["reason"]}
        for pair in view.rows(NEAR) for one, other in (("a", "b"), ("b", "a")) if pair[f"work_{one}"] == work
    ]


def _decided(view: View) -> dict[str, dict[str, Any]]:
    """The values that people chose, by their ids."""
    return {row.pop("value"): row for row in view.rows(CHOICES)}


def _field(name: str, shown: str | None, said: list[dict[str, Any]]) -> dict[str, Any]:
    value = next((one for one in said if one["id"] == shown), None)
    first = _stated(value) if value else dict.fromkeys(("id", "value", "source", "build", "file"))
    return {"field": name} | first | {"others": [
        _stated(one) | {"differs": value is None or differ(name, value["value"], one["value"])}
        for one in said if one is not value
    ]}


def _stated(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said[name] for name in ("id", "value", "source", "build", "file", "licence", "time", "recorded")}


def _people(rows: list[dict[str, Any]], shown: str) -> list[dict[str, Any]]:
    """The authors, as a field."""
    said = {row["build"]: {
        "id": row["build"], "value": list(row["names"]), "source": _SOURCES.get(row["kind"], "record"),
        "build": row["build"], "file": row["file"], "licence": None, "time": None, "recorded": row["recorded"],
    } for row in rows}
    if shown not in said:
        return []
    families = {row["build"]: [family_key(name) for name in row["families"]] for row in rows}
    return [{"field": "authors"} | said[shown] | {"others": [
        one | {"differs": families[build] != families[shown]} for build, one in said.items() if build != shown
    ]}]


_SOURCES = {"pdf": "page", "jats": "jats", "tei": "tei", "openalex": "openalex"}
