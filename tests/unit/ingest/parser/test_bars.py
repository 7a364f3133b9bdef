from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimledger.ingest.parser.bars import Bar, bars_of
from claimledger.ingest.parser.library import pymupdf
from claimledger.ingest.parser.lines import Drawing
from claimledger.ingest.parser.pages import read_pages


def _rule(x0: float, x1: float, y: float) -> Drawing:
    return Drawing(x0, y, x1, y, False, True, None)


def test_rules_that_touch_are_one_bar_and_short_ones_none() -> None:
    cells = [_rule(50 + 50 * at, 100 + 50 * at, 200.0) for at in range(10)]
    assert bars_of([*cells, _rule(50, 90, 300)], []) == (Bar(200, 50, 550),)


def test_boxes_and_pictures_have_a_bar_above_and_one_below_but_white_areas_none() -> None:
    box, white = Drawing(50, 100, 550, 180, False, True, None), Drawing(50, 300, 550, 400, True, False, 0xFFFFFF)
    assert [bar.y for bar in bars_of([box, white], [(50, 500, 300, 600)])] == [100, 180, 500, 600]


def test_columns_above_a_ruled_table_of_full_width_are_read_before_the_columns_below_it() -> None:
    pdf = pymupdf().open()
    page = pdf.new_page(width=600, height=800)
    _rows(page, {"a": 50, "b": 310}, 100, 12, "words that fill a whole column with text")
    _rows(page, {"c": 50, "d": 350}, 280, 5, "cell")
    for y in (265.0, 335.0):
        page.draw_line((50, y), (540, y))
    _rows(page, {"e": 50, "f": 310}, 360, 12, "words that fill a whole column with text")
    (read,) = read_pages(pdf)
    assert [line.text[0] for line in read.lines if line.text.split()[0][1:] == "0"] == ["a", "b", "c", "d", "e", "f"]


def _rows(page: Any, columns: dict[str, float], y: float, count: int, text: str) -> None:
    put: Callable[..., Any] = page.insert_text
    for name, x in columns.items():
        for at in range(count):
            put((x, y + 12 * at), f"{name}{at} {text}", fontsize=11)
