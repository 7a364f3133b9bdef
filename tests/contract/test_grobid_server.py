"""A GROBID server is asked through its own client; what goes wrong fails the stage, and a later run tries again."""

from __future__ import annotations

import re
import socket
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run
from claimledger.ingest.parser.grobid_parser import GrobidParser, check_grobid
from claimledger.ingest.parser.port import Limits
from claimledger.ingest.run import ingest, limits_of
from claimledger.kb.errors import ParserError, UsageError
from claimledger.kb.events.build import StageFailed
from claimledger.kb.library import Library


def _parser(server: Any, seconds: float = 30) -> GrobidParser:
    return GrobidParser(Limits(seconds=seconds, grobid_url=server.url))


def _reason(server: Any, content: bytes, seconds: float = 30) -> str:
    with pytest.raises(ParserError) as caught:
        _parser(server, seconds).parse(content)
    assert caught.value.message and caught.value.remedy
    return caught.value.reason


def test_the_pdf_is_sent_to_the_service_with_what_the_tei_is_to_hold(grobid: Any, formats: Any) -> None:
    grobid.say(body=formats.tei)
    _parser(grobid).parse(formats.pdf)
    assert grobid.paths == ["/api/processFulltextDocument"]
    [asked] = grobid.asked
    assert asked["input"] == [formats.pdf]
    assert {"s", "p", "head", "figure", "biblStruct"} <= {value.decode() for value in asked["teiCoordinates"]}
    assert asked["segmentSentences"] == asked["includeRawCitations"] == [b"1"]
    # Consolidation would make the answer depend on what another service knows that day.
    assert "consolidateHeader" not in asked and "consolidateCitations" not in asked


def test_the_document_says_which_grobid_it_is_from_and_where_sentences_stand(grobid: Any, formats: Any) -> None:
    grobid.say(body=formats.tei)
    document = _parser(grobid).parse(formats.pdf)
    assert document.parser.libraries == {"grobid": "0.8.2"}
    assert document.pages == 1 and document.sections[1].page == 1
    box = document.sentences[-1].boxes[0]
    assert (box.page, box.x0, box.y0, box.x1, box.y1) == (1, 7200, 22100, 47225, 23100)


def test_an_answer_without_a_charset_is_utf8(grobid: Any, formats: Any) -> None:
    grobid.say(body=formats.tei.replace(b"Carl", "Žofie".encode()), Content_Type="text/plain")
    assert _parser(grobid).parse(formats.pdf).authors[1].given == "Žofie"


def test_an_encrypted_pdf_is_sent_without_encryption(grobid: Any, formats: Any) -> None:
    import pymupdf

    with pymupdf.open(stream=formats.pdf) as pdf:
        locked = pdf.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="seal", owner_pw="owner")
    grobid.say(body=formats.tei)
    _parser(grobid).parse(locked, password="seal")
    with pymupdf.open(stream=grobid.asked[0]["input"][0]) as sent:
        assert not sent.needs_pass and "Grey seals" in sent[0].get_text()
    with pytest.raises(ParserError) as caught:
        _parser(grobid).parse(locked, password="walrus")
    assert caught.value.reason == "wrong-password" and len(grobid.asked) == 1


def test_a_busy_server_is_asked_again_after_a_while(
    grobid: Any, formats: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("claimledger.ingest.parser.grobid_parser.time.sleep", waits.append)
    grobid.say(503, 503, 503, 200, body=formats.tei, Retry_After="3")
    assert _parser(grobid).parse(formats.pdf).title == formats.title
    assert waits == [3, 3, 4]
    # Each time the whole file, not what was left of it.
    assert [asked["input"] for asked in grobid.asked] == [[formats.pdf]] * 4


def test_a_server_that_stays_busy_is_given_up_within_the_time_limit(grobid: Any, formats: Any) -> None:
    grobid.say(503)
    started = time.monotonic()
    assert _reason(grobid, formats.pdf, seconds=2) == "busy"
    assert time.monotonic() - started < 2


def test_a_server_that_does_not_answer_in_time_is_a_timeout(grobid: Any, formats: Any) -> None:
    grobid.say(body=formats.tei, after=1.0)
    assert _reason(grobid, formats.pdf, seconds=0.5) == "timeout"


def test_a_server_that_is_not_there_is_unreachable(grobid: Any, formats: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ParserError) as caught:
        GrobidParser(Limits(grobid_url=url)).parse(formats.pdf)
    assert caught.value.reason == "unreachable" and url in caught.value.message


@pytest.mark.parametrize(("status", "body", "reason"), [
    (500, b"[GENERAL] An exception occurred while running Grobid.", "server-error"), (502, b"", "server-error"),
    (400, b"bad request", "refused"), (404, b"not found", "refused"), (204, b"", "empty-answer"),
    (200, b"", "empty-answer"), (200, b" \n", "empty-answer"), (200, b"<html><p>Welcome</p></html>", "broken-answer"),
    (200, b"<TEI><teiHeader/>", "broken-answer"), (200, b"<TEI><teiHeader/><text/></TEI>", "empty-answer"),
    (200, b"\xff\xfe\x00junk", "broken-answer"),
])
def test_an_answer_that_holds_no_paper_has_a_reason(
    grobid: Any, formats: Any, status: int, body: bytes, reason: str
) -> None:
    grobid.say(status, body=body)
    assert _reason(grobid, formats.pdf) == reason


def test_half_an_answer_is_a_broken_answer(grobid: Any, formats: Any) -> None:
    grobid.say(body=formats.tei[: len(formats.tei) // 2])
    assert _reason(grobid, formats.pdf) == "broken-answer"


def test_a_failed_stage_is_tried_again_in_a_later_run(grobid: Any, formats: Any, tmp_path: Path) -> None:
    paper = tmp_path / "seals.pdf"
    paper.write_bytes(formats.pdf)
    with Library.create(tmp_path / "library", owner="tester") as library:
        limits = Limits(seconds=30, grobid_url=grobid.url)
        grobid.say(500)
        [outcome] = ingest(library, [paper], parser="grobid", limits=limits).outcomes
        assert outcome.status == "failed" and outcome.reason.startswith("server-error: ")
        [event] = library.ledger.read(kinds=["StageFailed"])
        failed = event.payload()
        assert isinstance(failed, StageFailed)
        assert (failed.stage, failed.reason, failed.attempt) == ("parsed", "server-error", 1)
        assert not list(library.ledger.read(kinds=["Parsed", "BuildSealed"]))
        grobid.say(body=formats.tei)
        [outcome] = ingest(library, [paper], parser="grobid", limits=limits).outcomes
        assert outcome.status == "sealed" and outcome.sentences == 6
        with library.view() as view:
            rows = view.rows("SELECT DISTINCT source FROM assertions")
        assert {row["source"] for row in rows} == {"tei"}


def test_the_settings_or_an_option_name_the_server(
    grobid: Any, formats: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMLEDGER_LIBRARY", str(tmp_path / "library"))
    (tmp_path / "seals.pdf").write_bytes(formats.pdf)
    with Library.create(tmp_path / "library", owner="tester") as library:
        assert limits_of(library).grobid_url is None
    settings = tmp_path / "library" / "claimledger.toml"
    before = settings.read_text(encoding="utf-8")
    assert run(["ingest", str(tmp_path / "seals.pdf"), "--parser", "grobid"]) == 2
    settings.write_text(re.sub(r'(?<=\[grobid\]\n)url = ""', f'url = "{grobid.url}"', before), encoding="utf-8")
    with Library.open(tmp_path / "library") as library:
        assert limits_of(library).grobid_url == grobid.url
    grobid.say(body=formats.tei)
    parse = ["parse", str(tmp_path / "seals.pdf"), "--parser", "grobid", "--json"]
    assert run(parse) == 2 and grobid.asked == []
    assert run([*parse, "--grobid-url", f"{grobid.url}/"]) == 0 and len(grobid.asked) == 1


def test_without_a_server_or_the_client_nothing_is_begun(
    tmp_path: Path, formats: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seals.pdf").write_bytes(formats.pdf)
    with Library.create(tmp_path / "library", owner="tester") as library:
        head = library.ledger.head()
        with pytest.raises(UsageError, match="no GROBID server is named"):
            ingest(library, [tmp_path / "seals.pdf"], parser="grobid")
        assert library.ledger.head() == head
    with pytest.raises(UsageError, match="no address"):
        check_grobid("localhost:8070")
    monkeypatch.setitem(sys.modules, "grobid_client", None)
    with pytest.raises(UsageError, match="client of GROBID is not installed") as caught:
        check_grobid("http://localhost:8070")
    assert caught.value.remedy == "pip install 'claimledger[grobid]'"
