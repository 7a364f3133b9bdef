"""XML of strangers as a tree of elements without namespaces, and which kind of paper it holds.

Nothing is fetched, and no entity is expanded but characters: a document type may name a DTD and external entities,
which are left alone, and declares no entity that stands for more than a few characters.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from html.entities import html5
from typing import Literal
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ..errors import ParserError

XmlKind = Literal["tei", "jats"]
XML_KINDS: dict[str, XmlKind] = {"tei": "tei", "jats": "jats"}

DEEPEST = 200
"""Elements within each other beyond which a file is refused."""
_ENTITY = re.compile(r"(?:[^&%<]|&#[xX]?[0-9A-Fa-f]+;){0,64}")
_TEI = frozenset({"TEI", "TEI.2", "teiCorpus"})
_SETS = frozenset({"pmc-articleset", "records", "record", "metadata", "GetRecord", "OAI-PMH"})
_WHITE = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"


@dataclass
class XmlTree:
    """The root element, and what was left out on the way."""

    root: Element
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class XmlLook:
    """What the beginning of a file tells: its kind if it is a paper, and the name of its first element."""

    kind: XmlKind | None
    root: str


def read_xml(content: bytes) -> XmlTree:
    """The tree of a whole file; names of elements and attributes have lost their prefixes.

    Raises `ParserError`: `empty`, `broken-xml` (with the line), `unsafe-xml` (entities that grow), `too-deep`.
    """
    if not content.strip(_WHITE):
        raise ParserError("empty", "the file is empty", remedy="fetch it again")
    builder = _Builder()
    builder.feed(content)
    return XmlTree(builder.tree.close(), sorted(builder.warnings))


def look_at_xml(start: bytes) -> XmlLook | None:
    """What the first bytes of a file tell, however they end; None if they cannot be read as far as an element.

    JATS is an `article` with `front/article-meta`, or one whose document type says so; DocBook has that root too.
    """
    sight = _Sight()
    with suppress(ParserError):
        sight.feed(start)
    if not sight.root and sight.announced:
        # What the document type declares is refused; who reads the file says why.
        kind: XmlKind | None = "jats" if sight.announced == "article" else "tei" if sight.announced in _TEI else None
        return XmlLook(kind, sight.announced) if kind else None
    return XmlLook(sight.kind, sight.root) if sight.root else None


class _Reader:
    """Expat with everything switched off that reaches out of the file or makes it grow."""

    def __init__(self) -> None:
        self.warnings: set[str] = set()
        self._characters: dict[str, str] = {}
        self._depth = 0
        parser = self._parser = expat.ParserCreate()
        # Without a document type, too, names such as &nbsp; are then skipped over and not an error.
        parser.UseForeignDTD(True)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self.data
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self._declared
        parser.SkippedEntityHandler = self._skipped
        # That there is one keeps expat from expanding entities.
        parser.DefaultHandler = self._rest

    def feed(self, content: bytes, *, final: bool = True) -> None:
        try:
            self._parser.Parse(content, final)
        except expat.ExpatError as error:
            raise ParserError("broken-xml", f"the XML is not well-formed ({error})", remedy="fetch it again") from error
        except (LookupError, ValueError) as error:
            raise ParserError("broken-xml", f"the encoding of the XML cannot be read ({error})",
                              remedy="fetch it again") from error

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text between elements."""

    def doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        """The document type declaration."""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise ParserError("too-deep", f"elements lie more than {DEEPEST} deep", remedy="check the file")
        self.start(_local(name), {_local(key): value for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.end(_local(name))

    def _declared(self, name: str, is_parameter: bool, value: str | None, *_: str | None) -> None:
        if value is None or is_parameter:
            return
        if not _ENTITY.fullmatch(value):
            raise ParserError("unsafe-xml", f"the document type makes &{name[:40]}; stand for more than characters",
                              remedy="take the declaration out, if the file can be trusted")
        self._characters.setdefault(name, unescape(value))

    def _skipped(self, name: str, is_parameter: bool) -> None:
        if is_parameter:
            return
        text = self._characters.get(name) or html5.get(f"{name};")
        if text is None:
            self.warnings.add(f"entity: &{name[:40]}; is not known, and U+FFFD stands for it")
        self.data(text or "\ufffd")

    def _rest(self, text: str) -> None:
        if text.startswith("&") and text.endswith(";"):
            self.warnings.add(f"entity: &{text[1:41]} lies outside the file and was left out")


class _Builder(_Reader):
    """Builds the tree."""

    def __init__(self) -> None:
        super().__init__()
        self.tree: TreeBuilder = TreeBuilder()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.tree.start(name, attributes)

    def end(self, name: str) -> None:
        self.tree.end(name)

    def data(self, text: str) -> None:
        if self._depth:
            self.tree.data(text)


class _Sight(_Reader):
    """Looks for the signs of a kind, and gives up at the first error."""

    def __init__(self) -> None:
        super().__init__()
        self.root = ""
        self.announced = ""
        self.kind: XmlKind | None = None
        self._above: list[str] = []
        self._public = ""

    def feed(self, content: bytes, *, final: bool = False) -> None:
        super().feed(content, final=final)

    def doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        self.announced = _local(name)
        self._public = f"{public or ''} {system or ''}".lower()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.root:
            self.root = name
        self._above.append(name)
        if name in _TEI:
            self.kind = self.kind or "tei"
        elif self.root == "article" or self.root in _SETS:
            self._look_for_jats(name)

    def _look_for_jats(self, name: str) -> None:
        typed = name == "article" and any(word in self._public for word in ("jats", "nlm", "journalpublishing"))
        if typed or self._above[-3:] == ["article", "front", "article-meta"]:
            self.kind = self.kind or "jats"

    def end(self, name: str) -> None:
        self._above.pop()


def find_root(tree: XmlTree, name: str) -> Element | None:
    """The element of that name which holds the paper: the root, or the only one in a set of records."""
    root = tree.root
    if root.tag == name:
        return root
    if root.tag in _SETS:
        found = list(root.iter(name))
        if len(found) == 1:
            return found[0]
    return None


def element_paths(root: Element) -> dict[Element, str]:
    """The path of each element from the root, with numbers from one where a name comes more than once in its parent."""
    paths = {root: f"/{root.tag}"}
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        counts: dict[str, int] = {}
        for child in parent:
            counts[child.tag] = counts.get(child.tag, 0) + 1
        seen: dict[str, int] = {}
        for child in parent:
            seen[child.tag] = seen.get(child.tag, 0) + 1
            number = f"[{seen[child.tag]}]" if counts[child.tag] > 1 else ""
            paths[child] = f"{paths[parent]}/{child.tag}{number}"
            waiting.append(child)
    return paths


def _local(name: str) -> str:
    return name.rsplit(":", 1)[-1]
