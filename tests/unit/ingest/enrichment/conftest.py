"""A server that answers as OpenAlex does, records of works in its form, and a library that asks it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest
from claimledger.kb.library import Library
from claimledger.kb.settings import EnrichmentSettings

Work = dict[str, Any]
Fault = Callable[["_Handler"], None]


def _work(number: int, title: str, doi: str | None) -> Work:
    """A record of a work, with what the service sends beside what we keep."""
    name = f"https://openalex.org/W{number}"
    return {
        "id": name, "doi": doi and f"https://doi.org/{doi}", "title": title, "display_name": title,
        "relevance_score": 812.2, "publication_year": 2019, "publication_date": "2019-03-04", "language": "en",
        "ids": {"openalex": name, "doi": doi and f"https://doi.org/{doi}", "mag": str(number)},
        "type": "article", "is_retracted": False, "is_paratext": False,
        "primary_location": {
            "is_oa": True, "landing_page_url": doi and f"https://doi.org/{doi}", "pdf_url": None, "license": "cc-by",
            "version": "publishedVersion",
            "source": {"id": "https://openalex.org/S1", "display_name": "Trees", "type": "journal",
                       "host_organization_name": "Forest Press"},
        },
        "best_oa_location": None,
        "open_access": {"is_oa": True, "oa_status": "gold", "oa_url": None, "any_repository_has_fulltext": False},
        "authorships": [{
            "author_position": "first", "raw_author_name": "A. Brandt", "countries": ["DE"],
            "author": {"id": "https://openalex.org/A1", "display_name": "Ada Brandt",
                       "orcid": "https://orcid.org/0000-0002-1825-0097"},
            "institutions": [{"id": "https://openalex.org/I1", "display_name": "Harz University",
                              "ror": "https://ror.org/04h08p482", "country_code": "DE"}],
            "raw_affiliation_strings": ["Institute of Forests, Harz University, Goslar, Germany"],
        }],
        "biblio": {"volume": "12", "issue": "3", "first_page": "101", "last_page": "110"},
        "referenced_works": [], "related_works": ["https://openalex.org/W9"], "cited_by_count": 7,
        "fwci": 1.25, "abstract_inverted_index": {"Moths": [0], "outnumber": [1], "beetles": [2]},
        "counts_by_year": [{"year": 2020, "cited_by_count": 7}], "updated_date": "2026-01-01T00:00:00.000000",
    }


@dataclass
class Server:
    """The service, what it knows, what it was asked, and the faults that its next answers have, in their order."""

    url: str = ""
    works: list[Work] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    senders: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def add(self, number: int, title: str, doi: str | None = None, **more: Any) -> Work:
        """A record that it knows from now on; `more` are fields of it that differ."""
        self.works.append(_work(number, title, doi) | more)
        return self.works[-1]

    def refuse(self, code: int, headers: dict[str, str] | None = None, *, times: int = 1) -> None:
        """Answer with a status that is no answer."""
        self.faults += [lambda handler: handler.send(code, b'{"error": "no", "message": "no"}', headers)] * times

    def say(self, body: bytes, *, promised: int | None = None) -> None:
        """Answer with these bytes, of which more may have been promised."""
        self.faults.append(lambda handler: handler.send(200, body, length=promised))

    def wait(self, seconds: float) -> None:
        """Answer only after some time."""
        self.faults.append(lambda handler: (time.sleep(seconds), handler.answer())[1])

    def drip(self) -> None:
        """Answer byte by byte."""
        self.faults.append(_drip)

    def settings(self, **more: Any) -> EnrichmentSettings:
        """Settings that name it; one try, unless said otherwise."""
        return EnrichmentSettings(**({"provider": "openalex", "url": self.url, "tries": 1} | more))


def _drip(handler: _Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    try:
        for _ in range(100):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.05)
    except OSError:
        handler.close_connection = True


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    service: Server

    def do_GET(self) -> None:
        self.service.asked.append(unquote_plus(self.path))
        self.service.senders.append(dict(self.headers))
        self.service.times.append(time.monotonic())
        (self.service.faults.pop(0) if self.service.faults else _Handler.answer)(self)

    def answer(self) -> None:
        """As the service: one work by an identifier, or a page of those that a filter lets through."""
        parts = urlsplit(self.path)
        name = unquote_plus(parts.path.removeprefix("/works").lstrip("/"))
        if name:
            found = [one for one in self.service.works if _named(one, name)]
            self.send(200 if found else 404, json.dumps(found[0] if found else {"error": "404"}).encode())
            return
        asked = {key: values[0] for key, values in parse_qs(parts.query).items()}
        by, _, value = asked["filter"].partition(":")
        found = [one for one in self.service.works if _matches(one, by, value)]
        size, page = int(asked.get("per-page", 25)), int(asked.get("page", 1))
        fields = asked["select"].split(",")
        body = {
            "meta": {"count": len(found), "db_response_time_ms": 9, "page": page, "per_page": size,
                     "groups_count": None},
            "results": [
                # A list names no more than a hundred authors of a work.
                {key: one[key][:100] if key == "authorships" else one[key] for key in fields}
                for one in found[(page - 1) * size:page * size]
            ],
            "group_by": [],
        }
        self.send(200, json.dumps(body).encode())

    def send(
        self, code: int, body: bytes, headers: dict[str, str] | None = None, length: int | None = None
    ) -> None:
        try:
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(length or len(body)))
            for key, value in (headers or {}).items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = length is not None
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


def _named(one: Work, name: str) -> bool:
    kind, _, value = name.partition(":")
    return one["id"].endswith(f"/{name}") or (kind == "doi" and one["doi"] == f"https://doi.org/{value}")


def _matches(one: Work, by: str, value: str) -> bool:
    if by == "doi":
        return one["doi"] in [f"https://doi.org/{doi}" for doi in value.split("|")]
    if by == "pmid":
        return one["ids"].get("pmid") in [f"https://pubmed.ncbi.nlm.nih.gov/{pmid}" for pmid in value.split("|")]
    assert by == "title.search", by
    words = set(value.split())
    return len(words & set(one["title"].lower().replace(":", "").split())) > len(words) / 2


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The service on a port of this machine."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("CLAIMLEDGER_MAILTO", raising=False)
    served = Server()
    handler = type("Handler", (_Handler,), {"service": served})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        served.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        server.shutdown()
        thread.join()


@pytest.fixture
def asking_library(tmp_path: Path, service: Server) -> Iterator[Library]:
    """A library whose settings name the server."""
    with Library.create(tmp_path / "library", owner="tester") as made:
        made.settings = made.settings.model_copy(update={"enrichment": service.settings()})
        yield made
