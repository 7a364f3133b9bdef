"""Papers as PDF and as the publisher's XML beside it: one work with two builds, each good for what it knows best."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library

pytestmark = pytest.mark.real

WITH_AND_WITHOUT_DOI = ("PMC7961321", "PMC5758638")
BUILDS = """SELECT b.work, b.build, b.active, s.source_kind, s.name
            FROM work_builds b JOIN sources s ON s.build = b.build ORDER BY s.name"""


def test_a_pdf_and_its_xml_are_one_work(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in WITH_AND_WITHOUT_DOI:
        for suffix in (".pdf", ".xml"):
            shutil.copy(data / "papers" / "gold" / f"{name}{suffix}", folder)
    _ingested_as_pairs(folder, tmp_path / "library", len(WITH_AND_WITHOUT_DOI))


@pytest.mark.slow
def test_every_pdf_and_its_xml_are_one_work(data: Path, tmp_path: Path) -> None:
    _ingested_as_pairs(data / "papers" / "gold", tmp_path / "library",
                       len(list((data / "papers" / "gold").glob("*.xml"))))


def _ingested_as_pairs(folder: Path, root: Path, pairs: int) -> None:
    with Library.create(root, owner="tester") as library:
        outcomes = ingest(library, [folder], jobs=2).outcomes
        assert {outcome.status for outcome in outcomes if outcome.file.endswith((".pdf", ".xml"))} == {"sealed"}
        with library.view() as view:
            builds = view.rows(BUILDS)
            works = {row["id"]: row for row in view.rows("SELECT * FROM works")}
            kinds = {row["id"]: row["source"] for row in view.rows("SELECT id, source FROM assertions")}
            paged = view.rows("""SELECT s.source_kind, count(*) AS n, count(t.page) AS paged, count(t.path) AS pathed
                                 FROM sentences t JOIN sources s ON s.build = t.build GROUP BY 1""")
    xml = {row["name"].removesuffix(".xml"): row for row in builds if row["source_kind"] == "jats"}
    pdf = {row["name"].removesuffix(".pdf"): row for row in builds if row["source_kind"] == "pdf"}
    assert len(xml) == pairs
    for name, row in xml.items():
        assert pdf[name]["work"] == row["work"], name
        assert pdf[name]["active"] and not row["active"], name
        work = works[row["work"]]
        assert kinds[work["title"]] == kinds[work["year"]] == "jats" and work["authors_build"] == row["build"], name
    assert len({row["work"] for row in xml.values()}) == pairs
    counts = {row["source_kind"]: row for row in paged}
    assert counts["pdf"]["paged"] == counts["pdf"]["n"] and counts["pdf"]["pathed"] == 0
    assert counts["jats"]["pathed"] == counts["jats"]["n"] and counts["jats"]["paged"] == 0
