"""Ranges in table cells ("0.47 to 3.65") that a wide word space parted into two columns are put together again."""

from __future__ import annotations

import re

_OPEN_RANGE = re.compile(r"[\d.)%](?:\s*(?:to|and)|\s*[-–—−±])$|^[-–—−±<>≤≥]$", re.IGNORECASE)
_NUMBER = re.compile(r"^[-–−]?[\d.,]+")


def with_whole_ranges(cells: tuple[tuple[str, ...], ...], header_rows: int) -> tuple[tuple[str, ...], ...]:
    """The rows, equally long, where columns that hold only the ends of ranges begun left of them are joined to those,
    unless both have a head."""
    column = 1
    while cells and column < len(cells[0]):
        if _holds_ends(cells, header_rows, column):
            cells = tuple(
                (*row[:column - 1], f"{row[column - 1]} {row[column]}".strip(), *row[column + 1:]) for row in cells
            )
        else:
            column += 1
    return cells


def _holds_ends(cells: tuple[tuple[str, ...], ...], header_rows: int, column: int) -> bool:
    if any(row[column] for row in cells[:header_rows]) and any(row[column - 1] for row in cells[:header_rows]):
        return False
    ends = [(row[column - 1], row[column]) for row in cells[header_rows:] if row[column]]
    return bool(ends) and all(_OPEN_RANGE.search(begun) and _NUMBER.match(end) for begun, end in ends)
