"""What every parser promises, on one small paper that is written in each of their formats."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import pytest
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.parser.child import PARSERS, parse_file
from claimledger.ingest.parser.port import Limits
from claimledger.kb.canon import canonical
from claimledger.kb.errors import ParserError
from claimledger.kb.events.document import Document

PDF_PARSERS = ("pymupdf", "pymupdf-ocr", "grobid")


@dataclass(frozen=True)
class Adapter:
    """A parser by name, the paper in its format, and what it is set up with."""

    name: str
    content: bytes
    limits: Limits
    formats: Any

    def parse(self, content: bytes) -> Document:
        return PARSERS[self.name](self.limits).parse(content)


@pytest.fixture(params=["pymupdf", "pymupdf-ocr", "jats", "tei", "grobid"])
def adapter(request: pytest.FixtureRequest, formats: Any) -> Iterator[Adapter]:
    limits = Limits(seconds=30)
    if request.param == "pymupdf-ocr" and not (os.environ.get("CLAIMLEDGER_ALL_EXTRAS") or find_spec("rapidocr")):
        pytest.skip("no character recognition; pip install rapidocr")
    if request.param == "grobid":
        server = request.getfixturevalue("grobid")
        server.say(body=formats.tei)
        limits = Limits(seconds=30, grobid_url=server.url)
    content = formats.pdf if request.param in PDF_PARSERS else getattr(formats, request.param)
    yield Adapter(request.param, content, limits, formats)


@pytest.fixture
def document(adapter: Adapter) -> Document:
    return adapter.parse(adapter.content)


def test_the_front_matter_is_read(document: Document, formats: Any) -> None:
    assert (document.title, document.doi) == (formats.title, formats.doi)
    assert [(author.given, author.family) for author in document.authors] == list(formats.authors)
    assert _texts(document, "abstract") == list(formats.abstract)
    assert document.language == "en"


def test_sections_come_in_order_with_number_title_and_role(document: Document, formats: Any) -> None:
    found = [(section.level, section.number, section.title, section.role)
             for section in document.sections if section.role != "abstract"]
    assert found == [(1, "1", "Introduction", "introduction"), (1, "2", "Results", "results"),
                     (1, "", "References", "references")]


def test_sentences_come_in_order_and_say_where_they_stand(document: Document, formats: Any) -> None:
    wanted = [text for _, _, sentences in formats.sections for text in sentences]
    assert [s.text for s in document.sentences if document.sections[s.section].role != "abstract"] == wanted
    for sentence in document.sentences:
        assert sentence.boxes or (sentence.path or "").startswith("/")
        assert all(1 <= box.page <= max(document.pages, 1) and box.x0 < box.x1 and box.y0 < box.y1
                   for box in sentence.boxes)


def test_markers_lie_in_their_sentences_and_lead_to_the_entries(document: Document) -> None:
    cited = cite(document)
    found = [(document.sentences[marker.sentence].text[marker.start:marker.end], marker.references)
             for marker in cited.markers]
    assert found == [("[1]", (0,)), ("[1, 2]", (0, 1))]


def test_references_keep_their_fields_and_their_text(document: Document, formats: Any) -> None:
    for entry, (family, _, year, title, venue, volume, pages) in zip(
            cite(document).references, formats.references, strict=True):
        assert (entry.authors, entry.year, entry.title, entry.venue, entry.volume) == (
            (family,), int(year), title, venue, volume)
        assert (entry.pages or "").replace("–", "-") == pages
        assert family in entry.raw and title in entry.raw


def test_every_offset_and_ordinal_is_valid(document: Document) -> None:
    paragraphs = [sentence.paragraph for sentence in document.sentences]
    assert paragraphs == sorted(paragraphs)
    for sentence in document.sentences:
        assert 0 <= sentence.section < len(document.sections)
        assert sentence.text == sentence.text.strip() != ""
        assert all(0 <= start < end <= len(sentence.text) for start, end in sentence.superscripts)
    for marker in cite(document).markers:
        assert 0 <= marker.start < marker.end <= len(document.sentences[marker.sentence].text)
        assert all(0 <= ordinal < len(document.references) for ordinal in marker.references)


def test_what_is_found_can_be_stored(document: Document) -> None:
    stored = canonical(document.model_dump(mode="json"))
    assert "\0" not in stored.decode("utf-8")
    assert Document.model_validate_json(stored) == document


def test_the_same_bytes_give_the_same_document(adapter: Adapter, document: Document) -> None:
    assert adapter.parse(adapter.content) == document


def test_the_document_is_stamped_with_the_parser_that_the_pipeline_names(adapter: Adapter, document: Document) -> None:
    parser = PARSERS[adapter.name](adapter.limits)
    assert parser.name == adapter.name
    assert (document.parser.name, document.parser.version) == (parser.name, parser.version)


def test_a_child_process_reads_the_same(adapter: Adapter, document: Document) -> None:
    assert parse_file(adapter.content, adapter.name, adapter.limits) == document


@pytest.mark.parametrize("spoil", [
    lambda content: b"", lambda content: b"\0" * 100, lambda content: b"hello",
    lambda content: b"<html><body><p>Not found</p></body></html>",
    lambda content: b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    lambda content: content[:40], lambda content: content[: len(content) // 2],
    lambda content: content.replace(b"1", b"\xff\xfe"),
], ids=["empty", "zeros", "text", "html", "svg", "beginning", "half", "bytes"])
def test_bad_input_is_a_parser_error_with_a_reason(adapter: Adapter, spoil: Callable[[bytes], bytes]) -> None:
    content = spoil(adapter.content)
    try:
        adapter.parse(content)
    except ParserError as error:
        assert error.reason.replace("-", "").isalpha() and error.message
    else:
        # PDF files are repaired where that can be done; nothing else is.
        assert adapter.name in PDF_PARSERS and content.startswith(b"%PDF")


def test_a_paper_of_another_format_is_refused(adapter: Adapter) -> None:
    for name in ("pdf", "jats", "tei"):
        other = getattr(adapter.formats, name)
        if other != adapter.content:
            with pytest.raises(ParserError):
                adapter.parse(other)


def test_changed_bytes_give_a_document_or_a_parser_error(adapter: Adapter) -> None:
    dice = random.Random(20)
    for _ in range(25):
        content = bytearray(adapter.content)
        for _ in range(dice.randint(1, 12)):
            content[dice.randrange(len(content))] = dice.randrange(256)
        try:
            canonical(adapter.parse(bytes(content)).model_dump(mode="json"))
        except ParserError as error:
            assert error.reason


def _texts(document: Document, role: str) -> list[str]:
    return [s.text for s in document.sentences if document.sections[s.section].role == role]
