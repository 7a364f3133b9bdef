"""Exports of states that lost papers, or were let in below the gates, since or before."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from claimledger.kb.events.build import BuildSealed, Described, QualityAssessed, SourceRegistered
from claimledger.kb.events.document import Document, ParserStamp
from claimledger.kb.events.standing import StandingChanged
from claimledger.kb.exported.layout import MANIFEST, ExportedFile, read_manifest
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.forgetting.standing import withdraw
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.settle.run import settle_library
from claimledger.snapshots.diff import diff
from claimledger.snapshots.export.export import export
from claimledger.snapshots.importing import check_export

AUBERT = "An independent test of acoustic beetle detectors on logs from the Vosges"


@pytest.fixture
def library(tmp_path: Path, mixed_library: Path) -> Iterator[Library]:
    shutil.copytree(mixed_library, tmp_path / "library")
    with Library.open(tmp_path / "library") as library:
        yield library


def work_of(library: Library, title: str) -> str:
    with library.view() as view:
        return next(str(paper["id"]) for paper in list_papers(view) if paper["title"] == title)


def test_a_purged_paper_is_represented_by_its_leaf_and_the_root_still_holds(library: Library, tmp_path: Path) -> None:
    frozen = export(library, tmp_path / "before", at="one").manifest.snapshot
    purge(library, [work_of(library, AUBERT)], "asked for")
    manifest = export(library, tmp_path / "after", at="one").manifest
    assert (manifest.snapshot.snapshot, manifest.snapshot.root) == (frozen.snapshot, frozen.root)
    assert [one.reason for one in manifest.purged] == ["asked for"]
    check = check_export(tmp_path / "after")
    assert (check.damages, check.purged) == ([], 1) and "1 builds that were purged" in check.not_looked_into
    assert "Vosges" not in str([pq.read_table(path).to_pylist() for path in (tmp_path / "after").rglob("*.parquet")])
    with Library.open(tmp_path / "after") as imported, imported.view() as view:
        assert AUBERT not in {paper["title"] for paper in list_papers(view)} and len(list_papers(view)) == 4


def test_the_leaf_of_a_purged_paper_cannot_be_another_one(library: Library, tmp_path: Path) -> None:
    purge(library, [work_of(library, AUBERT)], "asked for")
    build = export(library, tmp_path / "out", at="one").manifest.purged[0].build
    path = tmp_path / "out" / "leaves.parquet"
    table = pq.read_table(path)
    rows = table.to_pylist()
    next(row for row in rows if row["name"] == build)["hash"] = "ab" * 32
    pq.write_table(table.from_pylist(rows, schema=table.schema), path)
    manifest = read_manifest(tmp_path / "out")
    told = ExportedFile(sha256=hashlib.sha256(path.read_bytes()).hexdigest(), bytes=path.stat().st_size)
    changed = manifest.model_copy(update={"files": manifest.files | {"leaves.parquet": told}})
    (tmp_path / "out" / MANIFEST).write_text(changed.text(), encoding="utf-8")
    assert [damage.partition(":")[0] for damage in check_export(tmp_path / "out").damages] == ["root", "id"]


def test_an_export_of_an_export_keeps_the_leaf_of_what_was_purged(library: Library, tmp_path: Path) -> None:
    purge(library, [work_of(library, AUBERT)], "asked for")
    export(library, tmp_path / "one", at="one")
    with Library.open(tmp_path / "one") as imported:
        export(imported, tmp_path / "two")
    assert (tmp_path / "two" / MANIFEST).read_bytes() == (tmp_path / "one" / MANIFEST).read_bytes()
    assert check_export(tmp_path / "two").damages == []


def test_a_comparison_names_what_was_purged_by_its_id_alone(library: Library) -> None:
    work = work_of(library, AUBERT)
    purge(library, [work], "asked for")
    difference = diff(library, "one").to_json()
    assert "Vosges" not in json.dumps(difference) and [row["id"] for row in difference["papers"]["went"]] == [work]


def test_a_withdrawn_paper_is_not_exported_and_the_state_before_still_has_it(library: Library, tmp_path: Path) -> None:
    withdraw(library, [work_of(library, AUBERT)], "retracted")
    settle_library(library)
    assert export(library, tmp_path / "now").manifest.snapshot.rows["works"] == 4
    assert export(library, tmp_path / "then", at="one").manifest.snapshot.rows["works"] == 5
    assert check_export(tmp_path / "now").damages == [] and read_manifest(tmp_path / "now").purged == ()


def test_a_build_let_in_below_the_gates_is_in_view_of_the_import_too(library: Library, tmp_path: Path) -> None:
    build, blob = "build-" + "a" * 20, "0" * 64
    quality = QualityAssessed(
        grade="D", quarantined=True, reasons=("little text",), missing_fields=(), sentences=0, unresolved_markers=0,
        markers=0, suspicious_characters=0, hidden_passages=0,
    )
    payloads = [
        SourceRegistered(build=build, blob=blob, size=1, source_kind="pdf", name="x.pdf", pipeline="p"),
        Document(parser=ParserStamp(name="p", version="1")), Described(assertions=(), authors=()), quality,
        BuildSealed(build=build, blob=blob, pipeline="p"),
    ]
    library.append([Append(f"build:{build}", [NewEvent(payload) for payload in payloads])])
    released = StandingChanged(build=build, standing="released", reason="it is short")
    library.append([Append(f"standing:{build}", [NewEvent(released)])])
    settle_library(library)
    assert export(library, tmp_path / "out").manifest.snapshot.rows["works"] == 6
    assert check_export(tmp_path / "out").damages == []
    with Library.open(tmp_path / "out") as imported, imported.view() as view:
        assert len(list_papers(view)) == 6
