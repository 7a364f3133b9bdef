"""Cuts a heading off the line that it shares with its paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .heading_lines import Heading
from .lines import Line
from .spans import joined


def after_run_in(heading: Heading | None, lines: Sequence[Line]) -> list[Line]:
    """The lines of a section; from the first one, the spans of a run-in heading are taken."""
    if heading is None or not heading.run_in or not lines:
        return list(lines)
    first = lines[0]
    spans = list(first.spans[heading.run_in:])
    if spans:
        spans[0] = replace(spans[0], text=spans[0].text.lstrip(" :.—–"))
    text = joined(spans)
    if not text:
        return list(lines[1:])
    return [replace(first, spans=tuple(spans), text=text, x0=spans[0].x0), *lines[1:]]
