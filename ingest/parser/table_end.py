"""Where a table without rules ends: at a note, a heading, or text behind a gap, which are none of its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from .lines import Line
from .running_text import has_wide_gap, wide_gaps

NOTE = re.compile(
    r"[*†‡§¶#∗]|[a-z]\s?(?-i:[A-Z])|[a-z][).]\s|\([a-z*]\)|notes?\b|abbreviations?\b|legend\b|values?\b|"
    r"source\b|p\s?[<=≤]|data\s(?:are|were)|https?:|doi:",
    re.IGNORECASE,
)
WIDE_GAP = 1.2
_FEWEST_ROWS = 2
_MOST_HEAD_ROWS = 3
_GAP = 0.45
_LARGER = 0.5
_LONG_WORDS = 6
_SENTENCE_WORDS = 4
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_]")
_SAME_HEIGHT = 0.5


def split_end(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of the rows, and those of a note right below them. Only lines with nothing beside them can end a table,
    and only below rows of several cells."""
    rows = _rows(lines)
    alone = [len(row) == 1 and not has_wide_gap(row[0], WIDE_GAP) for row in rows]
    first = len(rows)
    while first and alone[first - 1]:
        first -= 1
    if alone[:first].count(False) < _FEWEST_ROWS:
        return list(lines), []
    steps = [b[0].y1 - a[0].y1 for a, b in pairwise(rows[:first])]
    step, size = median(steps), median(line.size for row in rows[:first] for line in row)
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    pointed = any(min(row, key=lambda cell: cell.x0).text.endswith(".") for row in rows[:first])
    for i in range(first, len(rows)):
        line = rows[i][0]
        heading = line.size > size + _LARGER or bool(_NUMBERED.match(line.text))
        heading = heading or (line.bold and not any(cell.bold for cell in rows[first - 1]))
        long = len(line.text.split()) >= _LONG_WORDS and line.x1 - line.x0 > 0.5 * width
        apart = line.y1 - rows[i - 1][0].y1 > step + _GAP * size
        text = " ".join(each.text for each in _note(rows[i:], size))
        sentence = len(text.split()) >= _SENTENCE_WORDS and text.endswith(".") and not pointed
        if heading or long or apart or sentence or NOTE.match(line.text):
            return [line for row in rows[:i] for line in row], [] if heading else _note(rows[i:], size)
    return list(lines), []


def is_head_alone(inside: Sequence[Line], below: Sequence[Line]) -> bool:
    """Whether rules enclose no more than the head of a table: right below them stand rows of as many cells or more."""
    head, rows = _rows(inside), _rows(below)
    cells = [_cells(row) for row in rows]
    return len(head) <= _MOST_HEAD_ROWS and sum(count >= max(2, *map(_cells, head)) for count in cells) >= _FEWEST_ROWS


def _cells(row: Sequence[Line]) -> int:
    """How many pieces with wide gaps between them a row has."""
    return sum(1 + wide_gaps(line, WIDE_GAP) for line in row)


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.y1, line.x0)):
        home = next((row for row in rows[-2:] if min(row[0].y1, line.y1) - max(row[0].y0, line.y0)
                     > _SAME_HEIGHT * min(row[0].height, line.height)), None)
        if home is None:
            rows.append([line])
        else:
            home.append(line)
    return rows


def _note(rows: Sequence[Sequence[Line]], size: float) -> list[Line]:
    """The lines of the note: in one type, without a gap."""
    found = [rows[0][0]]
    for row in rows[1:]:
        line, last = row[0], found[-1]
        if line.bold or abs(line.size - last.size) > _LARGER or line.y0 - last.y1 > _GAP * size:
            break
        found.append(line)
    return found
