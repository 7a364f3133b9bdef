"""The text of a TEI file: abstract, body, back matter and footnotes, in the order of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from ...kb.events.document import Role
from ...kb.formats.tei_places import boxes_of, page_of
from ...kb.formats.xml_inline import Inline, plain
from .flow import Flow, Piece
from .roles import role_of, split_number

_APART = frozenset({"figure", "table", "formula", "listBibl", "graphic", "head", "label", "fw", "pb", "cb"})
_HOLDERS = frozenset({"list", "lg", "quote", "cit", "q", "sp"})
_OF_TYPE: dict[str, tuple[Role, str]] = {
    "acknowledgement": ("acknowledgements", "Acknowledgements"),
    "acknowledgements": ("acknowledgements", "Acknowledgements"),
    "annex": ("appendix", ""), "appendix": ("appendix", ""), "availability": ("declarations", "Data availability"),
    "funding": ("declarations", "Funding"), "contribution": ("declarations", "Author contributions"),
    "conflict": ("declarations", "Conflict of interest"), "abstract": ("abstract", "Abstract"),
}


def read_text(tei: Element, paths: Mapping[Element, str], ordinals: Mapping[str, Sequence[int]]) -> Flow:
    """All running text. `ordinals` gives the reference entries that an id means."""
    reader = _Reader(paths, ordinals)
    for node in tei.iterfind("teiHeader/profileDesc/abstract"):
        reader.abstract(node)
    for part in ("front", "body", "back"):
        for node in tei.iterfind(f"text/{part}"):
            reader.part(node)
    reader.flow.close()
    return reader.flow


class _Reader:
    """The state of one reading."""

    def __init__(self, paths: Mapping[Element, str], ordinals: Mapping[str, Sequence[int]]) -> None:
        self.flow = Flow(ordinals)
        self._paths = paths
        self._section: int | None = None
        self._depth = 0
        self._referring: dict[str, int] = {}

    def abstract(self, node: Element) -> None:
        """The abstract with its parts."""
        opened = self._section = self.flow.open_section("Abstract", role="abstract", page=page_of(node))
        for child in node:
            title = plain(child.find("head")) if child.tag == "div" else ""
            if title and title.lower() != "abstract":
                self._section = self.flow.open_section(title.rstrip(":"), level=2, role="abstract", page=page_of(child))
            if child.tag == "div":
                self._children(child)
            else:
                self._block(child)
            self._section = opened
        self._section = None
        self.flow.drop_if_empty(opened)

    def part(self, node: Element) -> None:
        """Front, body or back matter."""
        self._section = None
        self._depth = 0
        self._children(node)
        self._section = None

    def _children(self, node: Element) -> None:
        if (node.text or "").strip():
            loose = Inline()
            loose.add(node.text)
            self._add(loose, node)
        for child in node:
            self._block(child)

    def _block(self, node: Element) -> None:
        tag = node.tag
        if tag in _APART:
            return
        if tag in ("div", "div1", "div2", "div3", "div4", "group", "floatingText", "body"):
            self._div(node)
        elif tag == "note":
            self._note(node)
        elif tag in _HOLDERS and any(len(child) or child.tag in ("item", "l") for child in node):
            self._children(node)
        else:
            self._paragraph(node)

    def _div(self, node: Element) -> None:
        if node.get("type") == "references" or (node.find("listBibl") is not None and node.find("p") is None):
            if node.find(".//listBibl") is not None:
                title = plain(node.find("head")) or "References"
                self.flow.open_section(title, level=self._depth + 1, role="references")
            return
        outer, depth = self._section, self._depth
        head = node.find("head")
        role, standing = _OF_TYPE.get(node.get("type") or "", ("other", ""))
        title = plain(head)
        opened: int | None = None
        if title or (standing and node.find("div") is None):
            number = (head.get("n") or "").rstrip(".") if head is not None else ""
            if not number:
                number, title = split_number(title)
            self._depth += 1
            # GROBID's sections stand beside each other; their numbers tell the levels.
            level = max(self._depth, number.count(".") + 1)
            named = role_of(title) if title else role
            opened = self._section = self.flow.open_section(
                title or standing, level=level, number=number, role=named if named != "other" else role,
                page=page_of(head) if head is not None else page_of(node))
        for child in node:
            self._block(child)
        if opened is not None and not title:
            self.flow.drop_if_empty(opened)
        # Text that follows a nested division belongs to the outer one; divisions beside each other go on.
        self._section, self._depth = outer, depth

    def _paragraph(self, node: Element) -> None:
        if any(child.tag == "s" for child in node):
            self._sentences(node)
            return
        line = Inline()
        line.add(node.text)
        for child in node:
            if child.tag in ("list", "lg", "p"):
                self._add(line, node)
                self._block(child)
                line = Inline()
            else:
                self._child(child, line)
            line.add(child.tail)
        self._add(line, node)

    def _sentences(self, node: Element) -> None:
        """A paragraph that GROBID divided into sentences, with the place of each."""
        pieces: list[Piece] = []
        for child in node:
            line = Inline()
            if child.tag == "s":
                self._inline(child, line)
            else:
                self._child(child, line)
            tail = (child.tail or "").strip()
            if tail:
                line.add(f" {tail}")
            if not line.text:
                continue
            if child.tag != "s" and pieces:
                # What stands between two sentences, such as a marker, belongs to the one before it.
                pieces[-1].inline.join(line)
            else:
                pieces.append(Piece(line, self._paths[child], boxes_of(child) or boxes_of(node)))
        if pieces:
            self.flow.pieces(pieces, self._current())

    def _note(self, node: Element) -> None:
        line = Inline()
        self._inline(node, line)
        section = self._referring.get(node.get("id") or "", self._section)
        self.flow.note(line, self._paths[node], section, boxes_of(node))

    def _add(self, line: Inline, node: Element) -> None:
        if line.text:
            self.flow.paragraph(line, self._paths[node], self._current(), boxes=boxes_of(node))

    def _current(self) -> int:
        if self._section is None:
            self._section = self.flow.open_section("")
        return self._section

    def _inline(self, node: Element, line: Inline) -> None:
        line.add(node.text)
        for child in node:
            self._child(child, line)
            line.add(child.tail)

    def _child(self, node: Element, line: Inline) -> None:
        tag = node.tag
        if tag == "formula" and not any(child.tag == "label" for child in node) and node.get("id") is None:
            self._inline(node, line)
        elif tag in _APART or tag == "lb":
            line.gap()
        elif tag == "note":
            self._note(node)
        elif tag == "hi" and "sup" in (node.get("rend") or ""):
            start = line.here()
            self._inline(node, line)
            line.raise_from(start)
        elif tag == "ref" or tag == "ptr":
            self._reference(node, line)
        else:
            self._inline(node, line)
            if tag in ("p", "item", "l", "s", "row", "cell"):
                line.add(" ")

    def _reference(self, node: Element, line: Inline) -> None:
        targets = [target.lstrip("#") for target in (node.get("target") or "").split()]
        kind = node.get("type") or ""
        if kind in ("foot", "note") and self._section is not None:
            for target in targets:
                self._referring.setdefault(target, self._section)
        start = line.here()
        self._inline(node, line)
        if kind in ("bibr", "bibl", "biblio"):
            line.link_from(start, targets)
