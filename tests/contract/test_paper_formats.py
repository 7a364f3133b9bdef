"""One paper that comes in several formats: one work with a build of each, and every kind of build can be made again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.reprocess import reprocess
from claimledger.ingest.run import ingest
from claimledger.ingest.sources import Found, find_sources
from claimledger.kb.errors import UsageError
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search

SHOWN = """SELECT s.source_kind FROM works w JOIN assertions a ON a.id = w.title JOIN sources s ON s.build = a.build"""
AUTHORS = "SELECT s.source_kind FROM works w JOIN sources s ON s.build = w.authors_build"
PARTS = """SELECT s.source_kind, b.active FROM work_builds b JOIN sources s ON s.build = b.build
           WHERE b.build IN (SELECT build FROM sealed) ORDER BY s.source_kind"""


@pytest.fixture
def folder(tmp_path: Path, formats: Any) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "seals.pdf").write_bytes(formats.pdf)
    (papers / "seals.nxml").write_bytes(formats.jats)
    (papers / "seals.tei.xml").write_bytes(formats.tei)
    (papers / "logo.xml").write_bytes(b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    (papers / "book.xml").write_bytes(b'<article xmlns="http://docbook.org/ns/docbook"><title>Nets</title></article>')
    return papers


def test_pages_come_from_the_pdf_and_metadata_from_jats_and_all_are_made_again(tmp_path: Path, folder: Path) -> None:
    with Library.create(tmp_path / "library", owner="tester") as library:
        outcomes = {Path(outcome.file).name: outcome for outcome in ingest(library, [folder], jobs=1).outcomes}
        assert {name: outcome.status for name, outcome in outcomes.items()} == {
            "seals.pdf": "sealed", "seals.nxml": "sealed", "seals.tei.xml": "sealed", "logo.xml": "skipped",
            "book.xml": "skipped",
        }
        assert "<svg>" in outcomes["logo.xml"].reason and "<article>" in outcomes["book.xml"].reason
        _check(library)
    settings = tmp_path / "library" / "claimledger.toml"
    settings.write_text(re.sub(r"target_words = \d+", "target_words = 90", settings.read_text(encoding="utf-8")),
                        encoding="utf-8")
    with Library.open(tmp_path / "library") as library:
        report = reprocess(library)
        assert {build.name: build.status for build in report.builds} == {
            "seals.pdf": "replaced", "seals.nxml": "replaced", "seals.tei.xml": "replaced"}
        assert reprocess(library).builds == []
        _check(library)


def _check(library: Library) -> None:
    with library.view() as view:
        assert [row["source_kind"] for row in view.rows(SHOWN)] == ["jats"]
        assert [row["source_kind"] for row in view.rows(AUTHORS)] == ["jats"]
        assert {row["source_kind"]: row["active"] for row in view.rows(PARTS)} == {
            "jats": False, "pdf": True, "tei": False}
        sources = {row["source"] for row in view.rows("SELECT DISTINCT source FROM assertions")}
    assert sources == {"page", "jats", "tei"}


def test_a_hit_in_a_source_without_pages_leads_to_its_element(tmp_path: Path, formats: Any) -> None:
    (tmp_path / "seals.xml").write_bytes(formats.jats)
    with Library.create(tmp_path / "library", owner="tester") as library:
        ingest(library, [tmp_path / "seals.xml"])
        SearchIndex(library).update()
        [hit] = search(library, "neighbours attacked less often", record=False).hits
    assert (hit.page, hit.bbox, hit.path) == (None, None, "/article/body/sec[2]/p")


def test_a_parser_of_xml_takes_what_is_named_as_its_kind(tmp_path: Path, folder: Path) -> None:
    items = list(find_sources([folder / "book.xml", folder], tmp_path / "library", xml="tei"))
    found = {item.path.name: item.kind if isinstance(item, Found) else item.why for item in items}
    assert found == {
        "book.xml": "tei", "seals.nxml": "JATS, and TEI was asked for", "seals.tei.xml": "tei", "seals.pdf": "pdf",
        "logo.xml": "XML that is neither JATS nor TEI (it begins with <svg>)",
    }
    with Library.create(tmp_path / "library", owner="tester") as library:
        [outcome] = ingest(library, [folder / "book.xml"], parser="tei").outcomes
    assert (outcome.status, outcome.reason.split(":")[0]) == ("failed", "not-tei")


def test_parse_tells_the_format_by_the_content(
    tmp_path: Path, formats: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from claimledger.cli import run

    for content, parser in ((formats.jats, "jats"), (formats.tei, "tei"), (formats.pdf, "pymupdf")):
        (tmp_path / "paper").write_bytes(content)
        assert run(["parse", str(tmp_path / "paper"), "--json"]) == 0
        assert f'"name": "{parser}"' in capsys.readouterr().out
    (tmp_path / "paper.xml").write_bytes(b"<svg/>")
    assert run(["parse", str(tmp_path / "paper.xml")]) == 2
    assert run(["parse", str(tmp_path / "paper.xml"), "--parser", "jats"]) == 2
    assert "no JATS article" in capsys.readouterr().err


def test_an_unknown_parser_is_told_with_the_known_ones(tmp_path: Path, folder: Path) -> None:
    with Library.create(tmp_path / "library", owner="tester") as library, pytest.raises(UsageError) as caught:
        ingest(library, [folder], parser="acrobat")
    assert "tei" in caught.value.remedy and "grobid" in caught.value.remedy
