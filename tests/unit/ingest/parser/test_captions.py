"""Captions, figures and where they end, on pages that are typeset here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pymupdf
import pytest
from claimledger.ingest.parser.caption_lines import kind_of
from claimledger.ingest.parser.captions import FoundAssets, find_assets
from claimledger.ingest.parser.pages import read_pages

PROSE = (
    "The bays were visited in spring and in autumn and the water was taken near the bottom",
    "at low tide by the same two people who had taken it in the years before this study.",
    "All bottles were kept cold until they came to the laboratory in the evening of that day.",
    "None of the bays had been dredged since the harbour was closed to larger ships there.",
)

CAPTION = "Salt in nine bays by depth."


def page_with(pdf: Any) -> Any:
    return pdf.new_page(width=600, height=800)


def put(page: Any, x: float, y: float, text: str, size: float = 10.0, font: str = "tiro") -> None:
    page.insert_text((x, y), text, fontsize=size, fontname=font)


def prose(page: Any, y: float, lines: Iterable[str] = PROSE, size: float = 10.0) -> None:
    for n, text in enumerate(lines):
        put(page, 60, y + 12 * n, text, size)


def assets(pdf: Any) -> FoundAssets:
    reread = pymupdf.open("pdf", pdf.tobytes())
    return find_assets(read_pages(reread), reread)


@pytest.fixture
def pdf() -> Any:
    return pymupdf.open()


def test_a_caption_in_small_type_is_read_over_its_lines_and_no_further(pdf: Any) -> None:
    page = page_with(pdf)
    page.draw_rect((100, 100, 400, 250), fill=(0.2, 0.4, 0.8))
    put(page, 60, 270, "Figure 1.", 8, "tibo")
    put(page, 96, 270, "Salt in nine bays by depth. Bars show the range", 8)
    put(page, 60, 280, "over the two seasons of the recog-", 8)
    put(page, 60, 290, "nised study.", 8)
    prose(page, 310)
    prose(page, 360)

    found = assets(pdf).assets

    assert [(a.kind, a.label) for a in found] == [("figure", "Figure 1")]
    assert (
        found[0].caption
        == "Salt in nine bays by depth. Bars show the range over the two seasons of the recognised study."
    )


def test_a_sentence_that_begins_with_a_figure_is_no_caption(pdf: Any) -> None:
    page = page_with(pdf)
    prose(page, 100, ("Figure 1 shows how the salt falls with depth in all bays that were visited twice.", *PROSE))
    prose(page, 200)

    assert assets(pdf).assets == ()


def test_the_box_of_a_figure_holds_picture_and_caption(pdf: Any) -> None:
    page = page_with(pdf)
    prose(page, 60)
    page.draw_rect((100, 130, 400, 250), fill=(0.2, 0.4, 0.8))
    put(page, 60, 270, "Fig. 2", 8, "tibo")
    put(page, 90, 270, "Salt in nine bays.", 8)
    prose(page, 300)

    box = assets(pdf).assets[0].box

    assert box is not None
    assert box.x0 <= 10000 and box.y0 <= 13000 and box.x1 >= 40000 and box.y1 >= 27000
    assert box.y0 > 9600 and box.y1 < 29500


def test_words_inside_a_figure_are_no_running_text(pdf: Any) -> None:
    page = page_with(pdf)
    prose(page, 60)
    page.draw_rect((100, 130, 400, 250), color=(0, 0, 0))
    put(page, 150, 200, "depth (m)", 7)
    put(page, 60, 270, "Fig. 2", 8, "tibo")
    put(page, 90, 270, "Salt in nine bays.", 8)
    prose(page, 300)

    texts = {line.text for line in assets(pdf).lines}

    assert "depth (m)" in texts
    assert not texts & set(PROSE)


@pytest.mark.parametrize(("size", "below"), [(8, 280), (4, 276)])
def test_the_name_of_an_axis_below_its_numbers_is_no_running_text(pdf: Any, size: int, below: int) -> None:
    page = page_with(pdf)
    prose(page, 60)
    page.draw_rect((100, 130, 400, 250), color=(0, 0, 0))
    for n in range(5):
        put(page, 110 + 60 * n, 254 + size, f"0.{n}", size)
    put(page, 220, below, "share of salt", size)
    put(page, 60, 300, "Fig. 2", 8, "tibo")
    put(page, 90, 300, "Salt in nine bays.", 8)
    prose(page, 330)

    lines = assets(pdf).lines

    assert "share of salt" in {line.text for line in lines}
    assert not {line.text for line in lines} & set(PROSE)


def test_bar_separated_and_supplementary_labels_are_read(pdf: Any) -> None:
    page = page_with(pdf)
    prose(page, 60)
    put(page, 60, 200, "FIGURE 3 | Salt in nine bays.", 8, "tibo")
    put(page, 60, 300, "Figure S1.", 8, "tibo")
    put(page, 100, 300, "Bays that were left out.", 8)
    put(page, 60, 400, "Figure 1-figure supplement 2.", 8, "tibo")
    put(page, 180, 400, "Bays in winter.", 8)
    prose(page, 500)

    found = assets(pdf).assets

    assert [a.label for a in found] == ["FIGURE 3", "Figure S1", "Figure 1-figure supplement 2"]
    assert [a.caption for a in found] == ["Salt in nine bays.", "Bays that were left out.", "Bays in winter."]


def test_captions_set_like_the_text_need_punctuation_and_a_gap(pdf: Any) -> None:
    page = page_with(pdf)
    prose(page, 60)
    page.draw_rect((100, 130, 400, 250), fill=(0.2, 0.4, 0.8))
    put(page, 60, 275, "Figure 1: Salt in nine bays.")
    prose(page, 310, ("Figure 1 shows that bays differ in their salt and that depth alone is no reason.", *PROSE))

    assert [(a.label, a.caption) for a in assets(pdf).assets] == [("Figure 1", "Salt in nine bays.")]


@pytest.mark.parametrize(("label", "kind"), [
    ("Abbildung 1", "figure"), ("Abb. 2", "figure"), ("Tabelle 1", "table"), ("Tableau 3", "table"),
    ("Tabla 1", "table"), ("Figura 2", "figure"), ("Algorithm 1", "figure"), ("Scheme 1", "figure"),
    ("FIGURE S1", "figure"),
])
def test_captions_are_told_in_other_languages_too(pdf: Any, label: str, kind: str) -> None:
    page = page_with(pdf)
    put(page, 60, 270, f"{label}: {CAPTION}", 8, "tiro")
    prose(page, 320)
    assert [(asset.kind, asset.label, asset.caption) for asset in assets(pdf).assets] == [(kind, label, CAPTION)]


@pytest.mark.parametrize(("word", "kind"), [
    ("Рис", "figure"), ("Таблица", "table"), ("图", "figure"), ("表", "table"), ("Tab", "table"), ("Quadro", "table"),
])
def test_the_word_of_a_label_tells_its_kind(word: str, kind: str) -> None:
    assert kind_of(word) == kind


def test_the_title_of_a_table_may_stand_below_its_label(pdf: Any) -> None:
    page = page_with(pdf)
    put(page, 60, 100, "Table 1", 10, "tibo")
    put(page, 60, 122, CAPTION, 10, "tiit")
    prose(page, 200)
    assert [(asset.label, asset.caption) for asset in assets(pdf).assets] == [("Table 1", CAPTION)]


def test_a_caption_ends_where_the_next_one_begins(pdf: Any) -> None:
    page = page_with(pdf)
    put(page, 60, 100, f"Fig. 1. {CAPTION}", 8, "tiro")
    put(page, 60, 112, "Fig. 2. Sand in nine bays by depth.", 8, "tiro")
    prose(page, 200)
    assert [asset.caption for asset in assets(pdf).assets] == [CAPTION, "Sand in nine bays by depth."]


def test_a_heading_in_the_next_column_close_to_a_drawing_is_not_part_of_the_figure(pdf: Any) -> None:
    page = page_with(pdf)
    for x in (50, 310):
        for at in range(30):
            put(page, x, 310 + 12 * at, "Seals rest on the rocks of the bay at noon.", 10)
    page.draw_rect((60, 60, 300, 250), color=(0, 0, 0))
    page.draw_line((50, 40), (545, 40))
    put(page, 60, 270, "Fig. 2", 8, "tibo")
    put(page, 90, 270, "Salt in nine bays.", 8)
    for at in range(8):
        put(page, 310, 60 + 12 * at, "Seals rest on the rocks of the bay at noon.", 10)
    put(page, 310, 170, "Data analysis", 10, "tibi")
    for at in range(8):
        put(page, 310, 190 + 12 * at, "Seals rest on the rocks of the bay at noon.", 10)

    assert not [line.text for line in assets(pdf).lines if line.text == "Data analysis"]
