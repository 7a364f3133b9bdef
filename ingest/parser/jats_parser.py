"""The parser adapter for JATS, the XML of journals: from the bytes of one article to a `Document`."""

from __future__ import annotations

from ...kb.errors import ParserError
from ...kb.events.document import Document, ParserStamp
from ...kb.formats.jats_front import read_front
from ...kb.formats.jats_references import read_references
from ...kb.formats.xml_source import element_paths, find_root, read_xml
from ..citations.fill import with_fields
from .jats_assets import read_assets
from .jats_body import read_text
from .language import language_of
from .statements import find_links

VERSION = "1"


class JatsParser:
    """Reads what the publisher marked up; nothing is guessed but the roles of sections by their titles."""

    name = "jats"
    version = VERSION

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """Everything in the article. Raises `ParserError`: `not-jats`, or as `read_xml`."""
        tree = read_xml(content)
        article = find_root(tree, "article")
        if article is None or article.find("front/article-meta") is None:
            raise ParserError("not-jats", f"the XML is no JATS article (it begins with <{tree.root.tag[:40]}>)",
                              remedy="check the file")
        references = read_references(article)
        flow = read_text(article, element_paths(article), references.ordinals)
        front = read_front(article)
        front["language"] = front["language"] or language_of(flow.text)
        return Document(
            parser=ParserStamp(name=self.name, version=self.version), warnings=tuple(tree.warnings),
            sections=tuple(flow.sections), sentences=tuple(flow.sentences), markers=tuple(flow.markers),
            assets=read_assets(article), references=tuple(map(with_fields, references.entries)),
            links=find_links(flow.sections, flow.sentences, ()), **front,
        )
