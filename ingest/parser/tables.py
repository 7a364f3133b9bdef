"""The cells of a table: words on a grid whose columns are the gaps that all rows share.

A number in the wrong row or column is worse than no cells at all, so a grid that its words do not fit is given up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..citations.reference_text import join_reference
from .drawn_text import drawn_words
from .lines import Page
from .rules import Rules
from .table_columns import RowCells, find_columns
from .table_end import NOTE
from .table_heads import HeadRow, header_end, spanning_heads
from .table_labels import label_rows
from .table_layout import is_number
from .table_ranges import with_whole_ranges
from .table_region import TableRegion
from .table_rows import logical_rows
from .table_words import Row, Word, text_rows

_MOST_CROSSING = 0.15
_MOST_EMPTY = 0.75
_NOTE_WORDS = 8
_MOST_NOTES = 12
_EXPONENT = re.compile(r"[-−–+]?\d{1,3}")
_TWO_NUMBERS = re.compile(r"(?:[-−]?\d+[.,]\d+[*∗†‡a-z]{0,3}\s+)+[-−]?\d+[.,]?\d*[*∗†‡a-z]{0,3}")
_TEN = re.compile(r"(?<!\d)10$")
_RAISED = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


@dataclass(frozen=True)
class TableCells:
    """Rows of equal length, header rows first, and notes that stood below them without a rule between."""

    cells: tuple[tuple[str, ...], ...]
    header_rows: int
    notes: str = ""


def words_of_page(page: Page, pdf_page: Any) -> list[Word]:
    """The words of a page in its upright frame. Powers of ten get raised digits: 10⁵, where the text alone says 105."""
    powers = [
        ((span.x0 + span.x1) / 2, (span.y0 + span.y1) / 2, text)
        for line in page.lines
        for span in line.spans
        if span.superscript and _EXPONENT.fullmatch(text := span.text.strip())
    ]
    words = [Word(*page.frame.from_pdf(tuple(item[:4])), item[4]) for item in drawn_words(pdf_page)]
    seen = [word for word in words if not _is_unseen(word, page)] if page.unseen else words
    return [_with_power(word, seen, powers) for word in seen]


def _is_unseen(word: Word, page: Page) -> bool:
    """Whether a word is hidden: it stands where hidden text does, and no visible text that has it does."""
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    if not any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in page.unseen):
        return False
    return not any(span.x0 <= x <= span.x1 and span.y0 <= y <= span.y1 and word.text in span.text
                   for line in page.lines for span in line.spans)


def _with_power(word: Word, words: Sequence[Word], powers: Sequence[tuple[float, float, str]]) -> Word:
    """The word with the raised exponent in it, or behind the ten that it touches, as raised digits."""
    for x, y, digits in powers:
        if not (word.x0 <= x <= word.x1 and word.y0 <= y <= word.y1):
            continue
        raised = digits.translate(_RAISED)
        if word.text != digits:
            return replace(word, text=re.sub(rf"(?<!\d)10{re.escape(digits)}(?!\d)", f"10{raised}", word.text, count=1))
        if any(_TEN.search(ten.text) and ten.x0 < x < ten.x1 + 5 and ten.y0 < y < ten.y1 for ten in words):
            return replace(word, text=raised)
    return word


def table_cells(
    words: Sequence[Word], region: TableRegion, rules: Rules, keeps_hyphen: Callable[[str, str], bool]
) -> TableCells | None:
    """The cells of the words in the region, or None if they form no sane grid."""
    inside = [
        word
        for word in words
        if any(
            line.x0 - 1 <= (word.x0 + word.x1) / 2 <= line.x1 + 1
            and line.y0 - 1 <= (word.y0 + word.y1) / 2 <= line.y1 + 1
            for line in region.lines
        )
        and region.x0 - 4 <= (word.x0 + word.x1) / 2 <= region.x1 + 4
        and region.y0 - 2 <= (word.y0 + word.y1) / 2 <= region.y1 + 2
    ]
    rows = text_rows(inside)
    if len(rows) < 2:
        return None
    full = [
        y
        for a, b, y in rules.horizontal
        if region.y0 + 2 < y < region.y1 - 2 and min(b, region.x1) - max(a, region.x0) > 0.7 * (region.x1 - region.x0)
    ]
    head = header_end(rows, full)
    body = rows[head:] or rows
    columns = find_columns(
        rows[:head], body, [v for v in rules.vertical if region.x0 - 3 <= v[0] <= region.x1 + 3], region
    )
    if columns is None:
        return None
    grid = [columns.cells_of(row, header=i < head, lowest=i >= head - 1) for i, row in enumerate(rows)]
    end = _table_end(rows, grid)
    notes = [" ".join(word.text for word in row.words) for row in rows[end:]]
    rows, grid, body = rows[:end], grid[:end], rows[head:end]
    if sum(g.crossing for g in grid[head:]) > _MOST_CROSSING * len(body):
        return None
    partial = [
        (a, b, y)
        for a, b, y in rules.horizontal
        if region.y0 + 2 < y < region.y1 - 2 and y not in full and a < region.x1 and b > region.x0
    ]
    groups = logical_rows(rows, grid, head, full, [y for _, _, y in partial])
    header_rows = sum(group[0] < head for group in groups)
    lines: list[HeadRow] = [
        tuple(tuple(grid[i].texts[c] for i in group) for c in range(columns.count)) for group in groups
    ]
    moved = label_rows(groups[header_rows:], rows, grid)
    labels = [lines[header_rows + at][0] if at is not None else () for at in moved]
    lines[header_rows:] = [(label, *row[1:]) for label, row in zip(labels, lines[header_rows:], strict=True)]
    heads = spanning_heads(rows[:head], grid[:head], columns, partial)
    if heads is not None:
        lines, header_rows = [*heads, *lines[header_rows:]], len(heads)
    cells = tuple(tuple(join_reference(texts, keeps_hyphen) for texts in row) for row in lines)
    return _sane(cells, header_rows, join_reference(notes, keeps_hyphen))


def _table_end(rows: Sequence[Row], grid: Sequence[RowCells]) -> int:
    """Number of rows up to the notes: text from the left edge that runs on over several columns, or begins like a note,
    with no numbers in columns below it."""
    end = len(rows)
    for i in range(len(rows) - 1, 1, -1):
        cells = grid[i]
        if len(rows) - i > _MOST_NOTES or (not cells.crossing and any(map(is_number, cells.texts[1:]))):
            break
        alone = not any(cells.texts[1:])
        runs_on = (cells.spanning or cells.crossing) and len(rows[i].words) >= _NOTE_WORDS
        if runs_on or (alone and NOTE.match(cells.texts[0])):
            end = i
    return end


def _sane(cells: tuple[tuple[str, ...], ...], header_rows: int, notes: str) -> TableCells | None:
    cells = tuple(row for row in cells if any(row))
    if len(cells) < 2 or len(cells[0]) < 2:
        return None
    used = [c for c in range(len(cells[0])) if any(row[c] for row in cells)]
    cells = with_whole_ranges(tuple(tuple(row[c] for c in used) for row in cells), header_rows)
    used = list(range(len(cells[0])))
    empty = sum(not cell for row in cells for cell in row) / (len(cells) * len(used))
    if len(used) < 2 or empty > _MOST_EMPTY or any(_holds_two(cells, header_rows, c) for c in range(len(used))):
        return None
    return TableCells(cells, min(header_rows, len(cells) - 1), notes)


def _holds_two(cells: Sequence[tuple[str, ...]], header_rows: int, column: int) -> bool:
    """Whether the cells of a column are mostly two numbers side by side: two columns that were not told apart."""
    held = [row[column] for row in cells[header_rows:] if row[column]]
    return len(held) > 2 and sum(bool(_TWO_NUMBERS.fullmatch(text)) for text in held) > 0.5 * len(held)
