"""The audit as one page for a reader: no network, no script needed to read it, and everything escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any

from ..kb.formats.bibtex import Bibliography

_ORDER = ("reject", "backlog", "downgrade", "accept", "none")
_MEANINGS = {
    "accept": "stands as it is",
    "downgrade": "stands in the wording given",
    "backlog": "waits for a named step",
    "reject": "may not stand",
    "none": "claims nothing",
}
_MARKS = {"accept": "✓", "downgrade": "↓", "backlog": "…", "reject": "✕", "none": ""}
_MOST_ROWS = 40
_LONG_QUOTE = re.compile(r"“[^”]{60,}”")
"""In a task a passage is quoted, because a task may be read alone; on the page it stands right below."""


def render_report(
    title: str, rows: Sequence[Mapping[str, Any]], summary: Mapping[str, Any], bibliography: Bibliography
) -> str:
    """The page as text."""
    from jinja2 import Environment

    template = files(__package__).joinpath("templates", "audit.html.j2").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(template).render(
        title=title,
        summary=summary,
        sections=_sections(rows),
        rows=[_shown(row) for row in rows],
        counts=[(name, summary["dispositions"].get(name, 0)) for name in _ORDER],
        open_rows=[row for name in _ORDER[:3] for row in rows if row["disposition"] == name],
        meanings=_MEANINGS,
        marks=_MARKS,
        problems=bibliography.problems,
    )


def _sections(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Sections in reading order, each a list of blocks of sentences."""
    sections = []
    for heading, in_section in groupby(rows, key=lambda row: row["section"]):
        blocks = [list(block) for _, block in groupby(in_section, key=lambda row: row["block"])]
        sections.append(
            {
                "heading": heading,
                "blocks": [
                    {"context": block[0]["context"], "rows": [{**row, "read": _as_read(row)} for row in block]}
                    for block in blocks
                ],
            }
        )
    return sections


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with its failing validators first and its tables cut to what a reader looks at."""
    found = [(name, verdict) for name, verdict in row["validators"].items() if verdict["verdict"] != "pass"]
    evidence = [{**piece, "cells": list(piece.get("cells") or ())[:_MOST_ROWS]} for piece in row["evidence"]]
    task = row["task"]
    if task and evidence:
        task = _LONG_QUOTE.sub("the passage below", task)
    return {**row, "found": found, "evidence": evidence, "task": task}


def _as_read(row: Mapping[str, Any]) -> str:
    """The sentence as it is read: its citations before the full stop, and not twice where it names them."""
    keys = [citation["key"] for citation in row["citations"] if f"@{citation['key']}" not in _outside(row["text"])]
    if not keys:
        return str(row["plain"])
    body = row["plain"].rstrip()
    stop = body[-1] if body[-1:] in ".?!" else ""
    return f"{body[: len(body) - len(stop)]} [{'; '.join(keys)}]{stop}"


def _outside(text: str) -> str:
    """The text without what stands in brackets: where an author is named, not cited."""
    return re.sub(r"\[[^\[\]]*\]", "", text)
