"""Lines of running text grouped into paragraphs, over columns and pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from .lines import Line

_ENDS = re.compile(r"[.!?:]['\"”’)\]]*\s*(?:\[[\d,–\- ]+\]|\(\d+\)|\d{1,3}(?:[,–-]\d{1,3})*)?$")
_ITEM = re.compile(r"^(?:[•▪◦‣●■□➢✓]|[–—-]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s)")


def paragraphs(
    lines: Sequence[Line], pitch: float, displays: frozenset[Line] = frozenset()
) -> list[list[Line]]:
    """The lines of one section as paragraphs, in order. Before each of `displays` a formula was taken out: a sentence
    that it stood in goes on behind it."""
    edges = _right_edges(lines)
    lefts = _left_edges(lines)
    out: list[list[Line]] = []
    for line in lines:
        begins = line.text[:1].isupper() if line in displays else bool(out) and _breaks(
            out[-1][-1], line, edges, lefts, pitch)
        if out and not begins:
            out[-1].append(line)
        else:
            out.append([line])
    return out


def _breaks(before: Line, line: Line, edges: dict[tuple[int, int], float], lefts: dict[tuple[int, int], float],
            pitch: float) -> bool:
    """Whether a new paragraph begins at `line`."""
    if _ITEM.match(line.text) and (_ENDS.search(before.text) or line.text[0] in "•▪◦‣●■□➢✓"):
        return True
    ended = bool(_ENDS.search(before.text))
    if line.page != before.page or line.column != before.column:
        if not ended:
            return False
        return line.x0 - lefts[(line.page, line.column)] > 0.7 * line.size or _short(before, edges)
    step = line.baseline - before.baseline
    if step > 1.7 * pitch or step < -pitch:
        return ended or step > 2.6 * pitch or not line.text[:1].islower()
    if not ended:
        return False
    return line.x0 - before.x0 > 0.7 * line.size or _short(before, edges) or step > 1.25 * pitch


def _short(line: Line, edges: dict[tuple[int, int], float]) -> bool:
    return edges[(line.page, line.column)] - line.x1 > 2.5 * line.size


def _right_edges(lines: Sequence[Line]) -> dict[tuple[int, int], float]:
    edges: dict[tuple[int, int], list[float]] = defaultdict(list)
    for line in lines:
        edges[(line.page, line.column)].append(line.x1)
    return {key: sorted(values)[int(0.8 * (len(values) - 1))] for key, values in edges.items()}


def _left_edges(lines: Sequence[Line]) -> dict[tuple[int, int], float]:
    edges: dict[tuple[int, int], list[float]] = defaultdict(list)
    for line in lines:
        edges[(line.page, line.column)].append(line.x0)
    return {key: median(sorted(values)[: max(1, len(values) // 2)]) for key, values in edges.items()}
