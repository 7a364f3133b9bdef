"""Figures, tables and displayed formulas of a JATS article."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ...kb.events.document import Asset
from ...kb.formats.xml_inline import plain
from ...kb.formats.xml_tables import read_grid
from .jats_formulas import formula_text, tex

_NOT_CAPTION = frozenset({"object-id", "label"})


def read_assets(article: Element) -> tuple[Asset, ...]:
    """In the order of the file; what floats is at its end, in the order of the labels there."""
    found: list[Asset] = []
    for part in ("body", "back", "floats-group"):
        for top in article.findall(part):
            found += _inside(top, top.tag)
    return tuple(found)


def _inside(node: Element, parent: str) -> Iterator[Asset]:
    for child in node:
        if child.tag == "fig":
            yield _figure(child, node if parent == "fig-group" else None)
        elif child.tag == "table-wrap":
            yield _table(child)
            continue
        elif child.tag == "disp-formula":
            yield _formula(child)
            continue
        yield from _inside(child, child.tag)


def _figure(node: Element, group: Element | None) -> Asset:
    caption = _caption(node) or (_caption(group) if group is not None else "")
    notes = " ".join(filter(None, (plain(child) for child in node.findall("attrib"))))
    return Asset(kind="figure", label=_label(node), caption=caption, notes=notes)


def _table(node: Element) -> Asset:
    grid = read_grid([*_tables(node)], plain)
    below = (_notes(child) for child in node if child.tag in ("table-wrap-foot", "attrib", "fn"))
    notes = " ".join(filter(None, below))
    return Asset(
        kind="table", label=_label(node), caption=_caption(node), cells=grid.cells if grid else None,
        header_rows=grid.header_rows if grid else 0, notes=notes,
    )


def _tables(node: Element) -> Iterator[Element]:
    """Tables that stand in the wrap, not those in a cell of another."""
    for child in node:
        if child.tag == "table" or child.tag == "tgroup":
            yield child
        elif child.tag in ("alternatives", "p", "table-wrap"):
            yield from _tables(child)


def _formula(node: Element) -> Asset:
    return Asset(kind="formula", label=plain(node.find("label")), caption=tex(node) or formula_text(node))


def _label(node: Element) -> str:
    return plain(node.find("label")).rstrip(" .:|")


def _caption(node: Element) -> str:
    caption = node.find("caption")
    if caption is None:
        return ""
    if not len(caption):
        return plain(caption)
    return " ".join(filter(None, (plain(child, _NOT_CAPTION) for child in caption)))


def _notes(node: Element) -> str:
    parts = [plain(child) for child in node] or [plain(node)]
    return " ".join(filter(None, parts))
