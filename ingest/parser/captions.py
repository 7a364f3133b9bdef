"""Figures and tables: captions, cells, boxes, and the lines that are theirs and not running text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...kb.events.document import Asset, Box
from ..citations.reference_text import join_reference
from .caption_lines import ASSET_DOI, Caption, find_captions
from .figure_region import figure_region
from .joining import Vocabulary
from .lines import Line, Page
from .rules import Rules, page_rules
from .running_text import running_text
from .sideways import turned_page
from .table_region import TableRegion, table_region
from .tables import TableCells, table_cells, words_of_page

_TABLE = re.compile(r"\W*(?:\w+\s)?tab", re.IGNORECASE)


@dataclass(frozen=True)
class FoundAssets:
    """Figures and tables in the order of their captions, and the lines that running text must leave out."""

    assets: tuple[Asset, ...]
    lines: frozenset[Line]


def find_assets(pages: Sequence[Page], pdf: Any) -> FoundAssets:
    """All captioned figures and tables. `pdf` is the open `pymupdf.Document` that the pages were read from."""
    vocabulary = Vocabulary(line for page in pages for line in page.lines)
    body = running_text(pages)
    views = [*pages, *(turned for page in pages if (turned := turned_page(page)))]
    rules = {page: page_rules(page, pdf[page.number - 1]) if _may_hold_table(page) else Rules() for page in views}
    captions = find_captions(views, rules)
    taken = {line for caption in captions for line in caption.lines}
    regions: dict[Caption, TableRegion] = {}
    for caption in captions:
        if caption.kind == "table" and (
            region := table_region(caption, rules[caption.page], captions, body, taken)
        ):
            regions[caption] = region
            taken.update(region.lines, region.notes)
    assets: list[Asset] = []
    for caption in captions:
        if caption.kind == "table":
            asset = _table(caption, regions.get(caption), rules[caption.page], pdf, vocabulary)
        else:
            rect, inside = figure_region(caption, body, taken)
            taken.update(inside)
            asset = Asset(
                kind="figure",
                label=caption.label,
                caption=_caption_text(caption, vocabulary),
                page=caption.page.number,
                box=caption.page.frame.box(*rect),
            )
        _add(assets, asset, caption)
    return FoundAssets(tuple(assets), frozenset(taken))


def _may_hold_table(page: Page) -> bool:
    return any(_TABLE.match(line.text) for line in (*page.lines, *page.furniture))


def _table(caption: Caption, region: TableRegion | None, rules: Rules, pdf: Any, vocabulary: Vocabulary) -> Asset:
    cells: TableCells | None = None
    box: Box = caption.page.frame.box(caption.x0, caption.y0, caption.x1, caption.y1)
    notes = ""
    if region is not None:
        words = words_of_page(caption.page.frame, pdf[caption.page.number - 1])
        if caption.beside:
            words = [word for word in words if word.x0 > caption.x1]
            region = replace(region, x0=max(region.x0, caption.x1))
        cells = table_cells(words, region, rules, vocabulary.keeps_hyphen)
        below = [region.y1, *(line.y1 for line in region.notes)]
        box = caption.page.frame.box(
            min(caption.x0, region.x0), min(caption.y0, region.y0), max(caption.x1, region.x1), max(caption.y1, *below)
        )
        inside = [cells.notes] if cells and cells.notes else []
        notes = ASSET_DOI.sub(
            "", join_reference([*inside, *(line.text for line in region.notes)], vocabulary.keeps_hyphen)
        )
    return Asset(
        kind="table",
        label=caption.label,
        caption=_caption_text(caption, vocabulary),
        page=caption.page.number,
        box=box,
        cells=cells.cells if cells else None,
        header_rows=cells.header_rows if cells else 0,
        notes=notes,
    )


def _caption_text(caption: Caption, vocabulary: Vocabulary) -> str:
    return ASSET_DOI.sub("", join_reference(caption.texts, vocabulary.keeps_hyphen)).strip()


def _add(assets: list[Asset], asset: Asset, caption: Caption) -> None:
    """Appends an asset; the rest of a table on another page joins the first part if the columns are as many."""
    for at, known in enumerate(assets):
        if known.kind == asset.kind and known.label == asset.label and caption.continued:
            if known.cells and asset.cells and len(known.cells[0]) == len(asset.cells[0]):
                repeated = asset.cells[: asset.header_rows] == known.cells[: known.header_rows]
                assets[at] = known.model_copy(
                    update={"cells": known.cells + asset.cells[asset.header_rows if repeated else 0 :]}
                )
            return
    assets.append(asset)
