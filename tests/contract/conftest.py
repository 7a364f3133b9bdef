"""One small paper in every format that a parser reads, and a local server that speaks as GROBID does."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from typing import Any

import pytest

TITLE = "Grey seals remember their neighbours"
DOI = "10.5555/seals.2010"
AUTHORS = (("Ada B.", "Smith"), ("Carl", "Jones"))
ABSTRACT = ("Seals were watched from the cliff for six weeks in spring.",
            "Each animal was marked with a small tag before the first week.")
SECTIONS = (
    ("1", "Introduction", ("Grey seals live in large groups on the shore [1].",
                           "Nobody knows how long they remember each other after a winter.")),
    ("2", "Results", ("Neighbours were attacked less often than strangers [1, 2].",
                      "The weather did not change how often animals were attacked.")),
)
REFERENCES = (("Jones", "C.", "2001", "Seals on the northern shore", "Polar Journal", "3", "1-9"),
              ("Roe", "D.", "2004", "Tags that last for years", "Polar Journal", "6", "20-29"))


@dataclass(frozen=True)
class PaperFormats:
    """The paper as bytes in each format, and what it says."""

    pdf: bytes
    jats: bytes
    tei: bytes
    title = TITLE
    doi = DOI
    authors = AUTHORS
    abstract = ABSTRACT
    sections = SECTIONS
    references = REFERENCES


@pytest.fixture(scope="session")
def formats() -> PaperFormats:
    return PaperFormats(typeset_pdf(), write_jats().encode(), write_tei().encode())


def typeset_pdf() -> bytes:
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    page.insert_text((72, 80), TITLE, fontsize=18, fontname="tibo")
    page.insert_text((72, 106), " and ".join(f"{given} {family}" for given, family in AUTHORS), fontsize=11)
    page.insert_text((72, 124), f"https://doi.org/{DOI}", fontsize=8)
    y = 140.0

    def paragraph(text: str, size: float = 10) -> None:
        nonlocal y
        y += size * 1.25
        left = page.insert_textbox((72, y - size, 500, y + 200), text, fontsize=size, fontname="tiro", lineheight=1.2)
        y += 200 + size - left

    def heading(text: str) -> None:
        nonlocal y
        y += 16
        page.insert_text((72, y), text, fontsize=12, fontname="tibo")

    heading("Abstract")
    paragraph(" ".join(ABSTRACT), 9)
    for number, title, sentences in SECTIONS:
        heading(f"{number} {title}")
        paragraph(" ".join(sentences))
    heading("References")
    for at, (family, given, year, title, venue, volume, pages) in enumerate(REFERENCES, 1):
        paragraph(f"[{at}] {family}, {given} ({year}). {title}. {venue}, {volume}, {pages}.", 9)
    content = pdf.tobytes(garbage=3, deflate=True, no_new_id=True)
    assert isinstance(content, bytes)
    return content


def write_jats() -> str:
    authors = "".join(
        f'<contrib contrib-type="author"><name><surname>{family}</surname><given-names>{given}</given-names></name>'
        "</contrib>" for given, family in AUTHORS)
    sections = "".join(
        f"<sec><label>{number}</label><title>{title}</title><p>{_linked(' '.join(sentences), _xref)}</p></sec>"
        for number, title, sentences in SECTIONS)
    references = "".join(
        f'<ref id="r{at}"><label>{at}</label><element-citation publication-type="journal"><person-group>'
        f"<name><surname>{family}</surname><given-names>{given}</given-names></name></person-group>"
        f"<article-title>{title}</article-title><source>{venue}</source><year>{year}</year><volume>{volume}</volume>"
        f"<fpage>{pages.split('-')[0]}</fpage><lpage>{pages.split('-')[1]}</lpage></element-citation></ref>"
        for at, (family, given, year, title, venue, volume, pages) in enumerate(REFERENCES, 1))
    return (
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing '
        'DTD v1.2 20190208//EN" "JATS-journalpublishing1.dtd"><article article-type="research-article"><front>'
        f"<article-meta><article-id pub-id-type='doi'>{DOI}</article-id><title-group><article-title>{TITLE}"
        f"</article-title></title-group><contrib-group>{authors}</contrib-group>"
        f"<abstract><p>{' '.join(ABSTRACT)}</p></abstract></article-meta></front>"
        f"<body>{sections}</body><back><ref-list><title>References</title>{references}</ref-list></back></article>"
    )


def write_tei() -> str:
    authors = "".join(
        f"<author><persName><forename type='first'>{given}</forename><surname>{family}</surname></persName></author>"
        for given, family in AUTHORS)
    sections = "".join(
        f'<div><head n="{number}" coords="1,72.00,{200 + at}.00,90.00,12.00">{title}</head><p>' + " ".join(
            f'<s coords="1,72.00,{220 + at}.00,400.25,10.00">{_linked(text, _ref)}</s>' for text in sentences
        ) + "</p></div>" for at, (number, title, sentences) in enumerate(SECTIONS))
    references = "".join(
        f'<biblStruct xml:id="b{at}"><analytic><title level="a" type="main">{title}</title><author><persName><forename>'
        f'{given}</forename><surname>{family}</surname></persName></author></analytic><monogr><title level="j">{venue}'
        f'</title><imprint><biblScope unit="volume">{volume}</biblScope><biblScope unit="page" '
        f'from="{pages.split("-")[0]}" to="{pages.split("-")[1]}"/><date type="published" when="{year}"/></imprint>'
        "</monogr></biblStruct>"
        for at, (family, given, year, title, venue, volume, pages) in enumerate(REFERENCES))
    return (
        '<?xml version="1.0" encoding="UTF-8"?><TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0">'
        f'<teiHeader xml:lang="en"><fileDesc><titleStmt><title level="a" type="main">{TITLE}</title></titleStmt>'
        f"<sourceDesc><biblStruct><analytic>{authors}<title level='a' type='main'>{TITLE}</title></analytic>"
        f'<monogr><imprint/></monogr><idno type="DOI">{DOI}</idno></biblStruct></sourceDesc></fileDesc>'
        f'<encodingDesc><appInfo><application version="0.8.2" ident="GROBID"/></appInfo></encodingDesc>'
        f'<profileDesc><abstract><p>{" ".join(ABSTRACT)}</p></abstract>'
        f'</profileDesc></teiHeader><text xml:lang="en"><body>{sections}</body><back><div type="references"><listBibl>'
        f"{references}</listBibl></div></back></text></TEI>"
    )


def _linked(text: str, link: Any) -> str:
    return text.replace("[1, 2]", f"[{link(1)}, {link(2)}]").replace("[1]", f"[{link(1)}]")


def _xref(number: int) -> str:
    return f'<xref ref-type="bibr" rid="r{number}">{number}</xref>'


def _ref(number: int) -> str:
    return f'<ref type="bibr" target="#b{number - 1}">{number}</ref>'


@dataclass
class Answer:
    """What the server says to one request, after so many seconds."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    after: float = 0.0


class GrobidServer:
    """Answers from a list, the last one again and again; keeps the fields of the forms that it was sent."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.asked: list[dict[str, list[bytes]]] = []
        self.paths: list[str] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["Content-Length"]))
                server.paths.append(self.path)
                server.asked.append(_form(self.headers["Content-Type"], content))
                answer = server.answers.pop(0) if len(server.answers) > 1 else server.answers[0]
                if answer.after:
                    time.sleep(answer.after)
                self.send_response(answer.status)
                for name, value in {"Content-Type": "application/xml", **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            def log_message(self, *_: Any) -> None:
                """Nothing is logged."""

            def handle(self) -> None:
                try:
                    super().handle()
                except (BrokenPipeError, ConnectionResetError):
                    """Who asked did not wait."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def say(self, *statuses: int, body: bytes = b"", after: float = 0.0, **headers: str) -> None:
        """What is answered from now on: the body with each status in turn, 200 unless told."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers = [Answer(status, body, named, after) for status in statuses or (200,)]
        self.asked, self.paths = [], []

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _form(content_type: str, content: bytes) -> dict[str, list[bytes]]:
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + content)
    fields: dict[str, list[bytes]] = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        payload = part.get_payload(decode=True)
        assert isinstance(name, str) and isinstance(payload, bytes)
        fields.setdefault(name, []).append(payload)
    return fields


@pytest.fixture
def grobid(monkeypatch: pytest.MonkeyPatch) -> Iterator[GrobidServer]:
    if not (os.environ.get("CLAIMLEDGER_ALL_EXTRAS") or find_spec("grobid_client")):
        pytest.skip("no client of GROBID; pip install grobid-client-python")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = GrobidServer()
    yield server
    server.close()
