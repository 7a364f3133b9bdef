"""Figures and tables: captions, cells, boxes, and the lines that are theirs and not running text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from ...kb.events.document import Asset, Box
from ..citations.reference_text import join_reference
from .caption_lines import ASSET_DOI, Caption, find_captions
from .figure_region import figure_region
from .joining import Vocabulary
from .lines import Line, Page
from .rules import Rules, page_rules
from .running_text import RunningText, running_text
from .sideways import turned_page
from .table_region import TableRegion, distance, table_region
from .tables import TableCells, table_cells, words_of_page

_FOOT = 0.8
_FAR = 1e6
_HEAD_LINES = 3
_TABLE = re.compile(r"\W*(?:\w+\s)?(?:tab|таб|cuadro|quadro|algorithm)|.?表|표", re.IGNORECASE)


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
    marked = {page.number + after for page in views if _may_hold_table(page) for after in (0, 1)}
    rules = {page: page_rules(page, pdf[page.number - 1]) if page.number in marked else Rules() for page in views}
    captions = find_captions(views, rules)
    taken = {line for caption in captions for line in caption.lines}
    tables = [caption for caption in captions if caption.kind == "table"]
    above = _stand_above(tables, rules, captions, body, taken)
    regions: dict[Caption, tuple[Page, TableRegion]] = {}
    for caption in tables:
        following = next((page for page in pages if page.number == caption.page.number + 1), None)
        for place in (caption, *([_overleaf(caption, following)] if following else [])):
            region = None
            for below in (not above, above):
                region = region or table_region(place, rules[place.page], captions, body, taken, below=below)
            if region is not None:
                regions.setdefault(caption, (place.page, region))
                taken.update(region.lines, region.notes)
            if not _breaks_off(caption, region):
                break
    assets: list[Asset] = []
    for caption in captions:
        if caption.kind == "table":
            asset = _table(caption, regions.get(caption), rules, pdf, vocabulary)
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


def _stand_above(
    tables: Sequence[Caption],
    rules: Mapping[Page, Rules],
    captions: Sequence[Caption],
    body: RunningText,
    taken: Set[Line],
) -> bool:
    """Whether the tables of this document stand above their captions: where something like a table stands on both
    sides of a caption, the nearer one is its own."""
    votes = 0
    for caption in tables:
        sides = [
            table_region(caption, rules[caption.page], captions, body, taken, below=below) for below in (True, False)
        ]
        below, above = (distance(caption, region) if region else _FAR for region in sides)
        votes += (above < below) - (below < above)
    return votes > 0


def _overleaf(caption: Caption, page: Page) -> Caption:
    """The caption as if it stood at the head of the next page, where its table may be."""
    top = min((line.y0 for line in page.lines), default=0.0) - 1
    return replace(caption, page=page, lines=(), y0=top, y1=top, beside=False)


def _breaks_off(caption: Caption, region: TableRegion | None) -> bool:
    """Whether a page ends with the caption, or with no more than the head of the table below it."""
    at_foot = caption.y1 > _FOOT * caption.page.height
    return at_foot and (region is None or len(region.lines) <= _HEAD_LINES)


def _table(
    caption: Caption,
    found: tuple[Page, TableRegion] | None,
    rules: Mapping[Page, Rules],
    pdf: Any,
    vocabulary: Vocabulary,
) -> Asset:
    cells: TableCells | None = None
    box: Box = caption.page.frame.box(caption.x0, caption.y0, caption.x1, caption.y1)
    notes = ""
    if found is not None:
        page, region = found
        # A number that a column has at the same place on several pages is easily taken for a page number.
        lines = (*region.lines, *(line for line in page.furniture if region.y0 < line.y0 and line.y1 < region.y1))
        region = replace(region, lines=lines)
        words = words_of_page(page, pdf[page.number - 1])
        if caption.beside:
            words = [word for word in words if word.x0 > caption.x1]
            region = replace(region, x0=max(region.x0, caption.x1))
        cells = table_cells(words, region, rules[page], vocabulary.keeps_hyphen)
        if page is caption.page:
            x0, y0 = min(caption.x0, region.x0), min(caption.y0, region.y0)
            y1 = max(caption.y1, region.y1, *(line.y1 for line in region.notes))
            box = page.frame.box(x0, y0, max(caption.x1, region.x1), y1)
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
