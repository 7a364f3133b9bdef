"""Numbers and labels beside the lines of a reference list: labels in a column of their own are put before the entries
that they name, and the numbers of the lines themselves are taken off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..parser.lines import Line

_LABEL_ALONE = re.compile(r"\[[^\[\]]{1,30}\]|\(?\d{1,4}[).]?")
_LINE_NUMBER = re.compile(r"(\d{1,4})(?:\s+(?=\S)|\s*$)")
_INNER_LINE = re.compile(r"[a-zà-ÿ]|\[\d{1,3}\]")
_FEWEST = 3


def labels_in_place(lines: Sequence[Line]) -> list[Line]:
    """The lines, with each label that stands alone before the line at its right that shares its baseline.

    A wide label column ("[BMBW15]") looks like a column of text, so its labels come all at once. Nothing is moved if
    few labels have such a line.
    """
    alone = [line for line in lines if _LABEL_ALONE.fullmatch(line.text.strip())]
    partners = {label: partner for label in alone if (partner := _partner(label, lines)) is not None}
    if len(partners) < _FEWEST or len(partners) < 0.6 * len(alone):
        return list(lines)
    labels: dict[Line, Line] = {partner: label for label, partner in partners.items()}
    out: list[Line] = []
    for line in lines:
        if line in partners:
            continue
        if line in labels:
            out.append(labels[line])
        out.append(line)
    return out


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the numbers that count them, which stand alone or begin a line, if they are not the labels of
    entries: some lines go on in small letters, or bear a label behind the number."""
    matches = [(line, match) for line in lines if (match := _LINE_NUMBER.match(line.text))]
    counting = sum(int(b[1]) == int(a[1]) + 1 for (_, a), (_, b) in pairwise(matches))
    if len(matches) < max(_FEWEST, 0.4 * len(lines)) or counting < 0.6 * len(matches):
        return list(lines)
    inner = 0
    for line, match in matches:
        beside = None if line.text[match.end() :] else _partner(line, lines)
        inner += bool(_INNER_LINE.match(beside.text if beside else line.text[match.end() :]))
    if inner < 0.15 * len(matches):
        return list(lines)
    ends = {line: match.end() for line, match in matches}
    return [_cut(line, ends.get(line, 0)) for line in lines if line.text[ends.get(line, 0) :]]


def _cut(line: Line, at: int) -> Line:
    if not at:
        return line
    return replace(line, text=line.text[at:], spans=line.spans[1:] if _is_number(line) else line.spans)


def _is_number(line: Line) -> bool:
    return len(line.spans) > 1 and line.spans[0].text.strip().isdecimal()


def _partner(label: Line, lines: Sequence[Line]) -> Line | None:
    beside = [
        line
        for line in lines
        if line.page == label.page
        and abs(line.baseline - label.baseline) < 0.3 * label.size
        and line.x0 >= label.x1 - 1.0
        and line is not label
    ]
    return min(beside, key=lambda line: line.x0, default=None)
