"""The parser adapter for TEI, as GROBID writes it: from the bytes of one file to a `Document`."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from ...kb.errors import ParserError
from ...kb.events.document import Document, ParserStamp
from ...kb.formats.tei_front import application, read_header
from ...kb.formats.tei_places import boxes_of
from ...kb.formats.tei_references import read_references
from ...kb.formats.xml_source import element_paths, read_xml
from ..citations.fill import with_fields
from .language import language_of
from .statements import find_funding, find_links
from .tei_assets import read_assets
from .tei_body import read_text

VERSION = "1"


class TeiParser:
    """Reads what the file marks up; places on pages are those that GROBID gives, else there are none."""

    name = "tei"
    version = VERSION

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """Everything in the file. Raises `ParserError`: `not-tei`, or as `read_xml`."""
        return read_tei(content, self.name, self.version)


def read_tei(content: bytes, name: str, version: str) -> Document:
    """The document in a TEI file, with the stamp of the parser of that name and version that got hold of it."""
    tree = read_xml(content)
    tei = _tei(tree.root)
    if tei is None or tei.find("teiHeader") is None:
        raise ParserError("not-tei", f"the XML is no TEI file (it begins with <{tree.root.tag[:40]}>)",
                          remedy="check the file")
    references = read_references(tei, boxes_of)
    flow = read_text(tei, element_paths(tei), references.ordinals)
    sections, sentences = tuple(flow.sections), tuple(flow.sentences)
    header = read_header(tei)
    header["language"] = header["language"] or language_of(flow.text)
    header["funding"] = header["funding"] or find_funding(sections, sentences, ())
    grobid = application(tei)
    return Document(
        parser=ParserStamp(name=name, version=version, libraries={"grobid": grobid} if grobid else {}),
        warnings=tuple(tree.warnings), pages=len(tei.findall("facsimile/surface")), sections=sections,
        sentences=sentences, markers=tuple(flow.markers), assets=read_assets(tei),
        references=tuple(map(with_fields, references.entries)), links=find_links(sections, sentences, ()), **header,
    )


def _tei(root: Element) -> Element | None:
    if root.tag in ("TEI", "TEI.2"):
        return root
    texts = root.findall("TEI") if root.tag == "teiCorpus" else []
    return texts[0] if len(texts) == 1 else None
