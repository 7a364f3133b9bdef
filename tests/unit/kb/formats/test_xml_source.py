"""XML of strangers: nothing is fetched, nothing grows, names of characters survive."""

from __future__ import annotations

import http.server
import threading
from pathlib import Path

import pytest
from claimledger.kb.errors import ParserError
from claimledger.kb.formats.xml_source import element_paths, find_root, look_at_xml, read_xml

JATS_TYPE = '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS.dtd">'


def _text(content: bytes) -> str:
    return "".join(read_xml(content).root.itertext())


@pytest.mark.parametrize("before", ["", JATS_TYPE])
def test_named_characters_survive_with_and_without_a_document_type(before: str) -> None:
    found = _text(f"{before}<article><p>5&nbsp;mg &alpha;&ndash;&beta; &lt;&amp;&#xe9;&minus;1</p></article>".encode())
    assert found == "5\u00a0mg α–β <&é−1"


def test_an_unknown_name_leaves_a_sign_that_something_is_missing_and_is_reported() -> None:
    tree = read_xml(b"<article><p>a &frobnicate; b</p></article>")
    assert "".join(tree.root.itertext()) == "a \ufffd b"
    assert tree.warnings == ["entity: &frobnicate; is not known, and U+FFFD stands for it"]


def test_an_external_entity_is_neither_read_nor_fetched(tmp_path: Path) -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        secret = tmp_path / "secret.txt"
        secret.write_text("the secret")
        url = f"http://127.0.0.1:{server.server_port}"
        tree = read_xml(
            f'<!DOCTYPE article SYSTEM "{url}/a.dtd" [<!ENTITY % more SYSTEM "{url}/b.ent"> %more;'
            f'<!ENTITY file SYSTEM "{secret.as_uri()}"><!ENTITY page SYSTEM "{url}/c">]>'
            "<article><p>before &file;&page; after</p></article>".encode())
        server.shutdown()
        thread.join()
    text = "".join(tree.root.itertext())
    assert asked == [] and "secret" not in text
    assert text.startswith("before ") and text.endswith(" after") and tree.warnings


def test_entities_that_grow_are_refused_before_they_do() -> None:
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE article [<!ENTITY e0 "lol">{levels}]><article><p>&e11;</p></article>'
    quadratic = f'<!DOCTYPE article [<!ENTITY a "{"x" * 100_000}">]><article t="{"&a;" * 1000}"/>'
    for content in (bomb, quadratic):
        with pytest.raises(ParserError) as caught:
            read_xml(content.encode())
        assert caught.value.reason == "unsafe-xml"


def test_a_declared_character_is_put_in() -> None:
    declared = b'<!DOCTYPE a [<!ENTITY thin "&#8201;"><!ENTITY inst "CNRS">]>'
    assert _text(declared + b"<a>5&thin;g, &inst;</a>") == "5\u2009g, CNRS"


@pytest.mark.parametrize(("content", "reason"), [
    (b"", "empty"), (b"\xef\xbb\xbf \n", "empty"), (b"<a><b></a>", "broken-xml"), (b"<a>", "broken-xml"),
    (b"<a>\x00</a>", "broken-xml"), (b"<a>&#xD800;</a>", "broken-xml"), (b"<a>\xff</a>", "broken-xml"),
    (b'<?xml version="1.0" encoding="klingon"?><a/>', "broken-xml"), (b"<a>" * 100_000, "too-deep"),
    (b"text", "broken-xml"),
])
def test_what_cannot_be_read_has_a_reason(content: bytes, reason: str) -> None:
    with pytest.raises(ParserError) as caught:
        read_xml(content)
    assert caught.value.reason == reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_declared_encodings_are_read(encoding: str) -> None:
    assert _text(f'<?xml version="1.0" encoding="{encoding}"?><a>café</a>'.encode(encoding)) == "café"


def test_the_beginning_of_a_file_shows_its_kind() -> None:
    def kind(start: str) -> str | None:
        look = look_at_xml(start.encode())
        return look.kind if look else None

    assert kind("<article><front><article-meta><title-gro") == "jats"
    assert kind(f"{JATS_TYPE}\n<!-- a comment --><article xml:lang='en'>") == "jats"
    assert kind('<?xml version="1.0"?><pmc-articleset><article><front><article-meta>') == "jats"
    assert kind('<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>') == "tei"
    assert kind("<article><title>DocBook has this root, too</title><front/>") is None
    assert kind("<html><article><front><article-meta/>") is None
    assert look_at_xml(b"plain text") is None
    # Refused later, with the reason, and not passed over.
    assert kind('<!DOCTYPE article [<!ENTITY a "&b;&b;">]><article><front><article-meta>') == "jats"
    assert kind('<!DOCTYPE svg [<!ENTITY a "&b;&b;">]><svg/>') is None


def test_paths_number_only_what_comes_more_than_once() -> None:
    root = read_xml(b"<article><body><sec><p/></sec><sec><p/><p/></sec></body></article>").root
    assert sorted(element_paths(root).values()) == [
        "/article", "/article/body", "/article/body/sec[1]", "/article/body/sec[1]/p", "/article/body/sec[2]",
        "/article/body/sec[2]/p[1]", "/article/body/sec[2]/p[2]"]


def test_a_set_of_one_article_is_that_article() -> None:
    one = read_xml(b"<pmc-articleset><article/></pmc-articleset>")
    two = read_xml(b"<pmc-articleset><article/><article/></pmc-articleset>")
    assert find_root(one, "article") is not None and find_root(two, "article") is None
