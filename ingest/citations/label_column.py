"""Labels of a reference list that stand in a column of their own, put before the entries that they name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..parser.lines import Line

_LABEL_ALONE = re.compile(r"\[[^\[\]]{1,30}\]|\(?\d{1,4}[).]?")
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
