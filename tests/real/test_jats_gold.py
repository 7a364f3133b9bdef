"""The JATS adapter on papers of many publishers, held against a plain reading of the same files."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from claimledger.ingest.parser.jats_parser import JatsParser
from claimledger.ingest.parser.tei_parser import TeiParser
from claimledger.kb.events.document import Document

pytestmark = pytest.mark.real
SAMPLE = ("PMC4521097", "PMC5987334", "PMC7738079", "elife-00353-v1", "jose.00292", "journal.pone.0115884",
          "metabolites-04-00932")


def test_a_sample_of_publishers_is_read_as_it_is_marked_up(data: Path) -> None:
    for name in SAMPLE:
        _agrees(data / "papers" / "gold" / f"{name}.xml")


@pytest.mark.slow
def test_every_paper_is_read_as_it_is_marked_up(data: Path) -> None:
    files = sorted((data / "papers" / "gold").glob("*.xml"))
    assert len(files) > 20
    for file in files:
        _agrees(file)


def test_the_files_of_a_grobid_server_hold_whole_papers(data: Path) -> None:
    for file in sorted((data / "papers" / "tei").glob("*.tei.xml")):
        document = TeiParser().parse(file.read_bytes())
        assert document.parser.libraries == {"grobid": "0.6.1"}
        assert document.title and len(document.authors) >= 5 and len(document.references) > 20
        assert len(document.sentences) > 150 and any(s.role == "abstract" for s in document.sections)
        linked = [marker for marker in document.markers or () if marker.references]
        assert len(linked) > 10
        _is_valid(document)


def _agrees(file: Path) -> None:
    document = JatsParser().parse(file.read_bytes())
    wanted = _marked_up(file)
    assert _plain(document.title).startswith(_plain(wanted["title"])), file.name
    assert [_plain(author.family or author.name) for author in document.authors] == wanted["authors"], file.name
    assert (document.doi or "").lower() == wanted["doi"], file.name
    titles = [_plain(f"{section.number} {section.title}") for section in document.sections]
    assert not [one for one in wanted["sections"] if not any(one in have or have in one for have in titles if have)]
    cells = Counter(_plain(cell) for asset in document.assets for row in asset.cells or () for cell in row)
    # A cell that spans others stands in each place, so that there may be more.
    assert not wanted["cells"] - cells, file.name
    assert set(cells) - {""} == set(wanted["cells"]), file.name
    cited = {ordinal for marker in document.markers or () for ordinal in marker.references}
    assert cited >= wanted["cited"], file.name
    text = " ".join(s.text for s in document.sentences)
    assert _share(_shingles(wanted["body"]), _shingles(text)) > 0.99, file.name
    _is_valid(document)


def _is_valid(document: Document) -> None:
    for marker in document.markers or ():
        assert 0 <= marker.start < marker.end <= len(document.sentences[marker.sentence].text)
        assert all(ordinal < len(document.references) for ordinal in marker.references)
    assert all((sentence.path or "").startswith("/") for sentence in document.sentences)
    assert all(entry.raw for entry in document.references)


def _marked_up(file: Path) -> dict[str, Any]:
    root = ElementTree.parse(file).getroot()
    for node in root.iter():
        if isinstance(node.tag, str):
            node.tag = node.tag.rsplit("}", 1)[-1]
    front = root.find(".//article-meta")
    assert front is not None
    order = {ref.get("id"): at for at, ref in enumerate(root.iter("ref"))}
    names = [contributor.find(".//surname") for contributor in front.iter("contrib")
             if contributor.get("contrib-type", "author") == "author"]
    sections = [title for node in root.findall("./body//sec/title") if (title := _plain(_text(node)))]
    body = root.find("body")
    for parent in list(body.iter()) if body is not None else []:
        for child in list(parent):
            if child.tag in ("p", "title", "label", "list-item"):
                child.tail = f" {child.tail or ''}"
            if child.tag in ("fig", "table-wrap", "fig-group", "disp-formula", "tex-math", "title", "label"):
                child.attrib.clear()
                for inner in list(child):
                    child.remove(inner)
                child.text = " "
    return {
        "title": _text(front.find(".//article-title")),
        "authors": [_plain(_text(name)) for name in names if name is not None],
        "doi": next((_text(one).lower() for one in front.findall("article-id") if one.get("pub-id-type") == "doi"), ""),
        "sections": sections,
        "cited": {order[rid] for node in root.iter("xref") if node.get("ref-type") == "bibr"
                  for rid in (node.get("rid") or "").split() if rid in order},
        "cells": _cells(ElementTree.parse(file).getroot()),
        "body": _text(body),
    }


def _cells(root: ElementTree.Element) -> Counter[str]:
    return Counter(
        text for wrap in root.iter() if wrap.tag.rsplit("}", 1)[-1] == "table-wrap" for row in wrap.iter("tr")
        for cell in row if cell.tag in ("td", "th") and (text := _plain(_text(cell))))


def _text(node: ElementTree.Element | None) -> str:
    return " ".join("".join(node.itertext()).split()) if node is not None else ""


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"\W+", "", "".join(char for char in letters if not unicodedata.combining(char)))


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", unicodedata.normalize("NFKD", text.lower()))
    return {tuple(words[at:at + 5]) for at in range(len(words) - 4)}


def _share(wanted: set[tuple[str, ...]], found: set[tuple[str, ...]]) -> float:
    return len(wanted & found) / len(wanted) if wanted else 1.0
