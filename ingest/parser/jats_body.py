"""The text of a JATS article: abstracts, body, back matter and footnotes, in the order of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from ...kb.events.document import Role
from ...kb.formats.xml_inline import Inline, plain
from .flow import Flow
from .jats_formulas import formula_text
from .roles import role_of, split_number

FLOATS = frozenset({
    "fig", "fig-group", "table-wrap", "table-wrap-group", "disp-formula", "disp-formula-group", "chem-struct-wrap",
    "graphic", "inline-graphic", "inline-media", "table", "ref-list",
})
_SECTIONS = frozenset({"sec", "ack", "app", "app-group", "glossary", "notes", "bio", "fn-group", "abstract",
                       "trans-abstract"})
_BLOCKS = frozenset({"list", "def-list", "disp-quote", "boxed-text", "verse-group", "statement", "speech", "preformat",
                     "code", "supplementary-material", "media", "array", "p", "question-wrap", "explanation"})
_NO_TEXT = frozenset({"title", "label", "subtitle", "sec-meta", "object-id", "alt-text", "long-desc", "permissions",
                      "processing-meta", "related-object", "related-article", "kwd-group", "attrib-info"})
_MARKS = frozenset({"xref", "fn"})
_OF_TYPE: tuple[tuple[str, Role], ...] = (
    ("supplement", "supplement"), ("intro", "introduction"), ("method", "methods"), ("material", "methods"),
    ("result", "results"), ("discussion", "discussion"), ("conclusion", "conclusion"), ("background", "background"),
    ("limitation", "limitations"), ("appendix", "appendix"), ("ack", "acknowledgements"),
    *((sign, "declarations") for sign in (
        "data-avail", "coi", "conflict", "competing", "ethics", "funding", "author-contrib", "con", "financial")),
)
_OF_TAG: dict[str, tuple[Role, str]] = {
    "ack": ("acknowledgements", "Acknowledgements"), "app": ("appendix", ""), "app-group": ("appendix", ""),
    "glossary": ("other", "Glossary"), "fn-group": ("declarations", "Notes"), "bio": ("other", "About the authors"),
}


def read_text(article: Element, paths: Mapping[Element, str], ordinals: Mapping[str, Sequence[int]]) -> Flow:
    """All running text. `ordinals` gives the reference entries that an id means."""
    reader = _Reader(paths, ordinals)
    meta = article.find("front/article-meta")
    if meta is not None:
        # The abstract itself comes first, whatever stands before it.
        for node in sorted(meta.findall("abstract"), key=lambda one: one.get("abstract-type") is not None):
            reader.abstract(node)
        for node in meta.findall("trans-abstract"):
            reader.abstract(node)
    for part in ("body", "back"):
        for node in article.findall(part):
            reader.part(node)
    if meta is not None:
        reader.author_notes(meta)
    reader.flow.close()
    return reader.flow


class _Reader:
    """The state of one reading: the section under way, and the sections that refer to footnotes."""

    def __init__(self, paths: Mapping[Element, str], ordinals: Mapping[str, Sequence[int]]) -> None:
        self.flow = Flow(ordinals)
        self._paths = paths
        self._section: int | None = None
        self._level = 0
        self._referring: dict[str, int] = {}

    def abstract(self, node: Element) -> None:
        """An abstract with its parts as sections of their own; a graphical one without text leaves none."""
        kind = node.get("abstract-type")
        title = _title(node) or (kind.replace("-", " ").capitalize() if kind else "Abstract")
        main = kind is None or kind in ("section", "summary", "abstract")
        role: Role = "abstract" if main and node.tag == "abstract" else "other"
        self._section = self.flow.open_section(title, role=role)
        opened = self._section
        for child in node:
            if child.tag == "sec":
                self._abstract_part(child, role)
            elif child.tag not in _NO_TEXT:
                self._block(child)
        self._section = None
        self.flow.drop_if_empty(opened)

    def part(self, node: Element) -> None:
        """Body or back matter."""
        self._section = None
        self._level = 0
        for child in node:
            self._block(child)
        self._section = None

    def author_notes(self, meta: Element) -> None:
        """Notes on the authors, such as their interests; how to reach them is no text."""
        notes = [node for group in meta.findall("author-notes") for node in group.findall("fn")]
        if any(plain(node, frozenset({"label"})) for node in notes):
            self._section = self.flow.open_section("Author notes", role="declarations")
            for node in notes:
                self._note(node, self._section)
            self._section = None

    def _abstract_part(self, node: Element, role: Role) -> None:
        outer = self._section
        title = _title(node).rstrip(":")
        if title:
            self._section = self.flow.open_section(title, level=2, role=role)
        for child in node:
            if child.tag == "sec":
                self._abstract_part(child, role)
            else:
                self._block(child)
        self._section = outer

    def _block(self, node: Element) -> None:
        tag = node.tag
        if tag == "ref-list" and node.find(".//ref") is not None:
            self.flow.open_section(_title(node) or "References", level=self._level + 1, role="references")
        if tag in FLOATS or tag in _NO_TEXT:
            return
        if tag in _SECTIONS:
            self._sec(node)
        elif tag == "fn":
            self._note(node, self._referring.get(node.get("id") or "", self._section))
        elif tag == "list":
            for item in node.iterfind("list-item"):
                self._children(item)
        elif tag == "def-list":
            self._definitions(node)
        elif tag in ("boxed-text", "statement", "supplementary-material", "media"):
            self._box(node)
        elif tag == "p" or not any(child.tag in _BLOCKS or child.tag in _SECTIONS for child in node):
            self._paragraph(node)
        else:
            self._children(node)

    def _children(self, node: Element) -> None:
        if (node.text or "").strip():
            loose = Inline()
            loose.add(node.text)
            self._add(loose, node)
        for child in node:
            self._block(child)

    def _sec(self, node: Element) -> None:
        outer, level = self._section, self._level
        title, label = _title(node), plain(node.find("label")).rstrip(".:")
        role, standing = _OF_TAG.get(node.tag, ("other", ""))
        opened: int | None = None
        if title or label or (standing and node.tag not in ("app-group",)):
            number, bare = (label, title) if label else split_number(title)
            title = bare or title or ("" if label else standing)
            kind = node.get("sec-type") or node.get("notes-type") or ""
            self._level += 1
            opened = self._section = self.flow.open_section(
                title, level=self._level, number=number, role=_role(title, kind, role))
        for child in node:
            self._block(child)
        if opened is not None and node.tag != "sec":
            self.flow.drop_if_empty(opened)
        self._section, self._level = outer, level

    def _box(self, node: Element) -> None:
        """Something set apart: its label and title are a paragraph, and so is each that it holds."""
        head = Inline()
        caption = node.find("caption")
        for part in (node.find("label"), node.find("title"), caption.find("title") if caption is not None else None):
            if part is not None:
                self._inline(part, head)
                head.add(" ")
        if head.text:
            self._add(head, node)
        for child in node:
            if child.tag == "caption":
                for inner in child:
                    self._block(inner)
            else:
                self._block(child)

    def _definitions(self, node: Element) -> None:
        for item in node.iterfind("def-item"):
            line = Inline()
            for part in item:
                self._inline(part, line)
                line.add(": " if part.tag == "term" else " ")
            self._add(line, item)
        for child in node.iterfind("def-list"):
            self._definitions(child)

    def _paragraph(self, node: Element) -> None:
        """A paragraph; what is set apart inside it divides it."""
        line = Inline()
        line.add(node.text)
        for child in node:
            if child.tag in _BLOCKS and child.tag not in ("media", "code"):
                self._add(line, node)
                self._block(child)
                line = Inline()
            else:
                self._child(child, line)
            line.add(child.tail)
        self._add(line, node)

    def _note(self, node: Element, section: int | None) -> None:
        line = Inline()
        for child in node:
            if child.tag != "label":
                self._inline(child, line)
                line.add(" ")
        if not len(node):
            line.add(node.text)
        self.flow.note(line, self._paths[node], section)

    def _add(self, line: Inline, node: Element) -> None:
        if not line.text:
            return
        if self._section is None:
            self._section = self.flow.open_section("")
        self.flow.paragraph(line, self._paths[node], self._section)

    def _inline(self, node: Element, line: Inline) -> None:
        line.add(node.text)
        for child in node:
            self._child(child, line)
            line.add(child.tail)

    def _child(self, node: Element, line: Inline) -> None:
        tag = node.tag
        if tag in FLOATS or tag in _NO_TEXT or tag == "break":
            line.gap()
        elif tag == "fn":
            self._note(node, self._section)
        elif tag in ("inline-formula", "math", "tex-math"):
            line.add(formula_text(node))
        elif tag == "sup":
            start = line.here()
            self._inline(node, line)
            line.raise_from(start)
        elif tag == "xref":
            self._reference(node, line)
        else:
            set_apart = tag in _BLOCKS or tag in ("list-item", "def-item", "def", "term")
            line.add(" " if set_apart else None)
            self._inline(node, line)
            line.add(" " if set_apart else None)

    def _reference(self, node: Element, line: Inline) -> None:
        targets = (node.get("rid") or "").split()
        if node.get("ref-type") in ("fn", "other", None) and self._section is not None:
            for target in targets:
                self._referring.setdefault(target, self._section)
        start = line.here()
        self._inline(node, line)
        if node.get("ref-type") in ("bibr", "ref"):
            line.link_from(start, targets)


def _title(node: Element) -> str:
    return plain(node.find("title"), _MARKS)


def _role(title: str, kind: str, standing: Role) -> Role:
    role = role_of(title) if title else "other"
    if role != "other":
        return role
    if standing != "other":
        return standing
    return next((role for sign, role in _OF_TYPE if kind.lower().startswith(sign)), "other")
