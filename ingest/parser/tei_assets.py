"""Figures, tables and displayed formulas of a TEI file."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from ...kb.events.document import Asset, Box
from ...kb.formats.tei_places import boxes_of, page_of
from ...kb.formats.xml_inline import plain
from ...kb.formats.xml_tables import read_grid

_LABEL = re.compile(r"\s*(?:supplement(?:ary|al)\s+)?(?:fig(?:ure)?s?|tab(?:le)?s?|scheme|chart|box)\b\.?\s*[\w.-]*\w",
                    re.IGNORECASE)


def read_assets(tei: Element) -> tuple[Asset, ...]:
    """In the order of the file; GROBID keeps figures and tables at the end of the body."""
    found: list[Asset] = []
    for text in tei.findall("text"):
        for node in text.iter():
            if node.tag == "figure":
                found.append(_table(node) if node.get("type") == "table" else _figure(node))
            elif node.tag == "formula" and (node.get("id") or node.find("label") is not None):
                found.append(_formula(node))
    return tuple(found)


def _figure(node: Element) -> Asset:
    graphic = node.find("graphic")
    place = graphic if graphic is not None and graphic.get("coords") else node
    return Asset(kind="figure", label=_label(node, "Figure"), caption=_caption(node), page=page_of(place),
                 box=_box(place), notes=_notes(node))


def _table(node: Element) -> Asset:
    grid = read_grid(node.findall("table"), plain)
    return Asset(
        kind="table", label=_label(node, "Table"), caption=_caption(node), page=page_of(node), box=_box(node),
        cells=grid.cells if grid else None, header_rows=grid.header_rows if grid else 0, notes=_notes(node),
    )


def _formula(node: Element) -> Asset:
    return Asset(kind="formula", label=plain(node.find("label")), caption=plain(node, frozenset({"label"})),
                 page=page_of(node), box=_box(node))


def _label(node: Element, kind: str) -> str:
    head, number = plain(node.find("head")), plain(node.find("label"))
    if found := _LABEL.match(head):
        return found.group().strip()
    return f"{kind} {number}" if number and number[0].isdigit() else number


def _caption(node: Element) -> str:
    head, described = plain(node.find("head")), plain(node.find("figDesc"))
    # The head is the label, and sometimes the beginning of the caption.
    rest = _LABEL.sub("", head, count=1).strip(" .:|-–—") if head else ""
    return described if not rest or described.startswith(rest) else f"{rest} {described}".strip()


def _notes(node: Element) -> str:
    return " ".join(filter(None, (plain(child) for child in node.findall("note"))))


def _box(node: Element) -> Box | None:
    """The rectangle around all boxes on the first page."""
    boxes = boxes_of(node)
    if not boxes:
        return None
    same = [box for box in boxes if box.page == boxes[0].page]
    return Box(page=boxes[0].page, x0=min(box.x0 for box in same), y0=min(box.y0 for box in same),
               x1=max(box.x1 for box in same), y1=max(box.y1 for box in same))
