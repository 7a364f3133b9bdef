"""Anything that has an id, with its provenance: rows, works, events, blobs, snapshots and recorded answers."""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import AmbiguousId, UnknownId
from .events import build_rows, library_rows
from .library import Library
from .metadata import metadata_of, near_of
from .schema import Table, content
from .vanished import vanished
from .versions import versions_of
from .view import View

_WHERE = "ids are printed by papers, search, packets and log"
_HEAD = "positions are printed by log"
_LOG_IDS = {"snapshots": "snapshot", "retrievals": "evidence_snapshot", "audits": "audit", "drafts": "draft"}
_OF_BUILD = "build = ? AND position <= ?"
_QUOTED = {
    "sentences": "SELECT text AS quote, page, path FROM sentences WHERE build = ? AND ordinal = ?",
    "chunks": "SELECT text AS quote, page FROM chunk_texts WHERE build = ? AND ordinal = ?",
    "claims": """
SELECT substr(s.text, c.start + 1, c."end" - c.start) AS quote, s.page, s.path
FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence WHERE c.build = ? AND c.ordinal = ?
""",
}


def look_up(library: Library, view: View, name: str) -> dict[str, Any]:
    """What an id, or the unambiguous beginning of one, means as of the view.

    Raises `UnknownId`, which says of what was purged or put out of view by which event, and `AmbiguousId`.
    """
    try:
        return _look_up(library, view, name)
    except UnknownId as error:
        raise vanished(library, view, name) or error from None


def _look_up(library: Library, view: View, name: str) -> dict[str, Any]:
    if name.isascii() and name.isdigit():
        return _event(library, _position(view, name))
    if name.startswith("cl1-") or name.startswith(("es-", "audit-", "draft-")):
        return _logged(library, view, name)
    if name.startswith("build-"):
        return _build(library, view, name)
    for table in (*library_rows.TABLES, *build_rows.TABLES):
        if name.startswith(table.prefix + "-"):
            if table is library_rows.WORKS:
                return _work(view, _row(view, table, _current_work(view, name))["id"])
            return _row(view, table, name)
    if name.startswith("event-"):
        event = library.ledger.find(name)
        if event and event.position <= view.position:
            return _event(library, event.position)
    if re.fullmatch("[0-9a-f]{64}", name) and library.blobs.has(name):
        used = view.rows("SELECT build, name, source_kind, time FROM sources WHERE blob = ?", [name])
        return {"type": "blob", "id": name, "size": len(library.blobs.get(name)), "sources": used}
    raise UnknownId(f"nothing here has the id {name!r}", remedy=_WHERE)


def _row(view: View, table: Table, name: str) -> dict[str, Any]:
    # A whole id is found by the segments' filters; the beginning of one takes a look at all ids.
    rows = view.rows(f"SELECT * FROM {table.name} WHERE id = ?", [name]) or view.rows(
        f"SELECT * FROM {table.name} WHERE starts_with(id, ?) LIMIT 2", [name])
    if not rows:
        raise UnknownId(f"no row of {table.name} has the id {name!r} at this position", remedy=_WHERE)
    if len(rows) > 1 and rows[0]["id"] != name:
        raise AmbiguousId(f"{name!r} fits more than one row of {table.name}", remedy="give more characters")
    row = rows[0]
    found: dict[str, Any] = {"type": table.name, **content(row)}
    if table.name in _QUOTED:
        found |= view.rows(_QUOTED[table.name], [row["build"], row["ordinal"]])[0]
    if table.name == "packets" and row["claim"]:
        found["of"] = _row(view, build_rows.CLAIMS, row["claim"])
    if "build" in row:
        found["provenance"] = _provenance(view, row["build"])
    return found | {"position": row["position"]}


def _provenance(view: View, build: str) -> dict[str, Any]:
    sources = view.rows("SELECT name, blob, source_kind, pipeline, time FROM sources WHERE build = ?", [build])
    works = view.rows("SELECT work, active FROM work_builds WHERE build = ?", [build])
    sealed = view.rows("SELECT max(position) AS sealed FROM sealed WHERE build = ?", [build])
    return {"build": build, **(sources[0] if sources else {}), **(works[0] if works else {}), **sealed[0]}


def _current_work(view: View, name: str) -> str:
    """The id of the work that took the place of one which settling has retracted; the name itself for all others."""
    if view.rows("SELECT id FROM works WHERE starts_with(id, ?)", [name]):
        return name
    now = view.rows(
        """SELECT DISTINCT n.work FROM raw_work_builds o JOIN work_builds n ON n.build = o.build
           WHERE starts_with(o.work, ?) AND o.position <= ?""", [name, view.position])
    if len(now) > 1:
        works = ", ".join(sorted(row["work"] for row in now))
        raise AmbiguousId(f"{name!r} is now more than one paper", remedy=f"choose from {works}")
    return str(now[0]["work"]) if now else name


def _work(view: View, name: str) -> dict[str, Any]:
    row = view.rows("SELECT * FROM papers WHERE id = ?", [name])[0]
    chosen = view.rows("SELECT * FROM works WHERE id = ?", [name])[0]
    paper = content(row)
    paper["work_type"] = paper.pop("type")
    authors = view.rows("SELECT name FROM authors WHERE build = ? ORDER BY ordinal", [paper["authors_build"]])
    parts = view.rows("SELECT build, part, active, reason FROM work_builds WHERE work = ? ORDER BY build", [name])
    cites = view.rows(
        """SELECT count(DISTINCT r.work) AS n FROM resolutions r JOIN reference_entries e ON e.id = r.reference
           JOIN work_builds w ON w.build = e.build WHERE w.work = ?""", [name])
    cited = view.rows(
        """SELECT count(DISTINCT w.work) AS n FROM resolutions r JOIN reference_entries e ON e.id = r.reference
           JOIN work_builds w ON w.build = e.build WHERE r.work = ?""", [name])
    assertions = view.rows(
        """SELECT a.field, a.value, a.source, a.licence, a.time, a.build
           FROM assertions a JOIN work_builds w ON w.build = a.build WHERE w.work = ?
           ORDER BY a.field, a.build, a.ordinal""", [name])
    return {
        "type": "work", **paper, "authors": [author["name"] for author in authors],
        "builds": [part | _provenance(view, part["build"]) | _quality_of(view, part["build"]) for part in parts],
        "metadata": metadata_of(view, name, chosen), "near_duplicates": near_of(view, name),
        "cites_in_library": cites[0]["n"], "cited_in_library": cited[0]["n"], "assertions": assertions,
        "position": row["position"],
    }


def _quality_of(view: View, build: str) -> dict[str, Any]:
    """The version of a build as its source prints it, and its grade with the reasons."""
    version = view.rows("SELECT value AS version FROM assertions WHERE build = ? AND field = 'version'", [build])
    quality = view.rows("SELECT grade, reasons FROM quality WHERE build = ?", [build])
    return {"version": version[0]["version"] if version else None, **(quality[0] if quality else {})}


def _build(library: Library, view: View, name: str) -> dict[str, Any]:
    rows = view.rows(
        """SELECT DISTINCT build FROM sources WHERE starts_with(build, ?)
           AND build NOT IN (SELECT build FROM purged_builds) LIMIT 2""", [name])
    if not rows:
        raise UnknownId(f"no build has the id {name!r} at this position", remedy=_WHERE)
    if len(rows) > 1:
        raise AmbiguousId(f"{name!r} fits more than one build", remedy="give more characters")
    build, at = rows[0]["build"], view.position
    counts = {
        table.name: view.rows(f"SELECT count(*) AS n FROM raw_{table.name} WHERE {_OF_BUILD}", [build, at])[0]["n"]
        for table in build_rows.TABLES
    }
    quality = [content(row) for row in view.rows(f"SELECT * FROM raw_quality WHERE {_OF_BUILD}", [build, at])]
    hidden = view.rows(f"SELECT page, why, text FROM raw_hidden_text WHERE {_OF_BUILD} ORDER BY ordinal", [build, at])
    failures = view.rows(
        "SELECT stage, reason, message, attempt FROM failures WHERE build = ? ORDER BY position", [build])
    standings = view.rows(
        'SELECT standing, reason, "by", time FROM standings WHERE build = ? ORDER BY position', [build])
    provenance = _provenance(view, build)
    versions = versions_of(library, view, build, provenance.get("blob"), provenance.get("pipeline"))
    return {
        "type": "build", "id": build, **provenance, "versions": versions, "rows": counts,
        "quality": quality[0] if quality else None, "hidden_text": hidden, "failures": failures,
        "standings": standings,
    }


def _position(view: View, digits: str) -> int:
    number = digits.lstrip("0") or "0"
    if len(number) > len(str(view.position)) or int(number) > view.position:
        raise UnknownId(f"position {number[:40]} lies beyond {view.position}, which is asked", remedy=_HEAD)
    return int(number)


def _event(library: Library, position: int) -> dict[str, Any]:
    for event in library.ledger.read(after=position - 1, until=position):
        payload = json.loads(event.content) if event.content is not None else None
        return {
            "type": "event", "position": event.position, "event_id": event.event_id, "stream": event.stream,
            "version": event.version, "kind": event.kind, "schema": event.schema, "recorded_at": event.recorded_at,
            "actor": event.actor, "cause": event.cause, "run": event.run, "payload_sha256": event.payload_sha256,
            "hash": event.hash, "payload": payload,
        }
    raise UnknownId(f"the ledger has no position {position}", remedy=_HEAD)


def _logged(library: Library, view: View, name: str) -> dict[str, Any]:
    for table, column in _LOG_IDS.items():
        rows = view.rows(
            f"SELECT event, {column} AS id FROM {table} WHERE starts_with({column}, ?) ORDER BY position DESC", [name])
        rows = [row for row in rows if row["id"] == name] or rows
        if len({row["id"] for row in rows}) > 1:
            raise AmbiguousId(f"{name!r} fits more than one row of {table}", remedy="give more characters")
        if rows:
            event = library.ledger.find(rows[0]["event"])
            assert event is not None
            found = _event(library, event.position)
            return found | {"type": table.removesuffix("s"), "texts": _texts(library, found["payload"])}
    raise UnknownId(f"nothing here has the id {name!r}", remedy=_WHERE)


def _texts(library: Library, payload: dict[str, Any] | None) -> dict[str, str]:
    """Questions and topics that lie in blobs, as text; what was purged is left out."""
    names = ("query_blob", "rewritten_blob", "topic")
    return {
        name: library.blobs.get(payload[name]).decode("utf-8", "replace")
        for name in names if payload and payload.get(name) and library.blobs.has(payload[name])
    }
