import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import UnknownId, Unsettled, UsageError
from claimledger.kb.events.build import BuildSealed, QualityAssessed
from claimledger.kb.events.exporting import SnapshotExported
from claimledger.kb.exported.layout import MANIFEST, ExportManifest, read_manifest
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.schema import content
from claimledger.snapshots.export.export import export
from claimledger.snapshots.export.folder import MARKER
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.importing import check_export

SECRET = "Stored spruce is a breeding place of bark beetles"
CLOSED_ABSTRACT = "The panel measured nine trees"
OWN = {MANIFEST, "ro-crate-metadata.json"}
"""Files in which position, time and library stand."""


def texts(folder: Path) -> str:
    """Everything that an export says, Parquet decoded."""
    parts = []
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".parquet":
            parts.append(json.dumps(pq.read_table(path).to_pylist(), ensure_ascii=False))
        elif path.is_file():
            parts.append(path.read_text(encoding="utf-8"))
    return "\n".join(parts)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def writable(tmp_path: Path, mixed_library: Path) -> Path:
    return Path(shutil.copytree(mixed_library, tmp_path / "library"))


def test_every_table_is_there_with_the_rows_of_the_snapshot(exported: Path, mixed_library: Path) -> None:
    with Library.open(mixed_library, read_only=True) as library, library.view("one") as view:
        for name in ("works", "packets", "assertions", "authors", "citations", "quantities", "support"):
            rows = [content(row) for row in view.rows(f"SELECT * FROM {name} ORDER BY id")]
            found = pq.read_table(exported / "tables" / f"{name}.parquet").to_pylist()
            assert rows and sorted(found, key=lambda row: row["id"]) == rows
            assert "position" not in found[0]


def test_the_dictionary_and_the_parquet_files_say_what_the_columns_mean(exported: Path) -> None:
    tables = json.loads((exported / "dictionary.json").read_text(encoding="utf-8"))["tables"]
    assert {exported / table["file"] for table in tables} == {
        *(exported / "tables").glob("*.parquet"), exported / "leaves.parquet",
    }
    for table in tables:
        schema = pq.read_schema(exported / table["file"])
        assert [column["name"] for column in table["columns"]] == schema.names
        for column in table["columns"]:
            assert column["meaning"] and schema.field(column["name"]).metadata[b"meaning"].decode() == column["meaning"]


def test_text_of_works_without_an_open_licence_is_nowhere_and_the_works_are_named(exported: Path) -> None:
    said = texts(exported)
    assert SECRET not in said and "breeding place" not in said and CLOSED_ABSTRACT not in said
    assert "Bark beetles feed under the bark of spruce" in said and "We weighed it on 40 logs" in said
    left_out = {work.title: work.why for work in read_manifest(exported).left_out}
    assert left_out == {
        "Random forests on cepstral features find bark beetles in stored spruce": "no licence is stated",
        "Resin flow in June": "not an open licence: All rights reserved",
    }


def test_rows_of_such_works_stay_with_everything_but_their_text(exported: Path) -> None:
    builds = {build for work in read_manifest(exported).left_out for build in work.builds}
    claims = [
        row for row in pq.read_table(exported / "tables" / "claims.parquet").to_pylist() if row["build"] in builds
    ]
    assert len(claims) > 10
    assert {row["a_key"] for row in claims} == {None} and {row["kind"] for row in claims} >= {"result", "method"}
    sentences = pq.read_table(exported / "tables" / "sentences.parquet").to_pylist()
    assert {row["text"] for row in sentences if row["build"] in builds} == {None}
    assert {row["page"] for row in sentences if row["build"] in builds} == {1, None}


def test_with_text_takes_everything_along(tmp_path: Path, mixed_library: Path) -> None:
    with Library.open(mixed_library, read_only=True) as library:
        manifest = export(library, tmp_path / "out", with_text=True).manifest
    said = texts(tmp_path / "out")
    assert SECRET in said and CLOSED_ABSTRACT in said and manifest.left_out == ()
    assert check_export(tmp_path / "out").not_looked_into == ""


def test_the_same_snapshot_gives_the_same_bytes(tmp_path: Path, exported: Path, mixed_library: Path) -> None:
    with Library.open(mixed_library, read_only=True) as library:
        export(library, tmp_path / "again", at="one")
    assert files(tmp_path / "again") == files(exported)


def test_two_libraries_fed_in_other_order_give_the_same_bytes_but_for_times_and_positions(
    tmp_path: Path, exported: Path, mixed_papers: Path
) -> None:
    with Library.create(tmp_path / "other", owner="Bea Other") as library:
        for paper in sorted(mixed_papers.iterdir(), reverse=True):
            ingest(library, [paper])
        other = export(library, tmp_path / "out").manifest
    one, two = files(exported), files(tmp_path / "out")
    assert one.keys() == two.keys()
    assert {name for name in one if one[name] != two[name]} == OWN
    known = read_manifest(exported)
    assert other.snapshot.snapshot == known.snapshot.snapshot and not other.snapshot.frozen and known.snapshot.frozen
    same = {name: file for name, file in other.files.items() if name not in OWN}
    assert same == {name: file for name, file in known.files.items() if name not in OWN}


def test_an_export_is_recorded_and_what_comes_after_does_not_change_the_next_one(
    writable: Path, tmp_path: Path
) -> None:
    with Library.open(writable) as library:
        one = export(library, tmp_path / "a")
        two = export(library, tmp_path / "b")
        events = [event.payload() for event in library.ledger.read(kinds=[SnapshotExported.kind])]
    assert one.recorded and files(tmp_path / "a") == files(tmp_path / "b") and one.manifest == two.manifest
    assert [event.folder for event in events] == [str((tmp_path / name).resolve()) for name in "ab"]
    assert set(events[0].without_text) == {build for work in one.manifest.left_out for build in work.builds}


def test_a_chosen_format_comes_alone(tmp_path: Path, mixed_library: Path) -> None:
    with Library.open(mixed_library, read_only=True) as library:
        export(library, tmp_path / "refs", formats=["csl", "bibtex"])
        assert set(files(tmp_path / "refs")) == {MANIFEST, "references.bib", "references.csl.json"}
        for formats in (["pdf"], []):
            with pytest.raises(UsageError, match="format"):
                export(library, tmp_path / "none", formats=formats)
    assert not (tmp_path / "none").exists()


def test_a_folder_in_use_or_in_a_library_is_refused_and_left_alone(tmp_path: Path, writable: Path) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    with Library.open(writable) as library:
        head = library.ledger.head()
        for folder in ("used", "file", "library/out", "library/segments/../out"):
            with pytest.raises(UsageError):
                export(library, tmp_path / folder)
        with pytest.raises(UnknownId):
            export(library, tmp_path / "out", at="never")
        assert library.ledger.head() == head
    assert (tmp_path / "used" / "notes.txt").read_text() == "mine"
    assert not (writable / "out").exists() and not (tmp_path / "out").exists()


def test_an_export_is_not_written_over_nor_into(tmp_path: Path, exported: Path, mixed_library: Path) -> None:
    with Library.open(mixed_library, read_only=True) as library:
        for folder in (exported, exported / "tables" / "deeper"):
            with pytest.raises(UsageError):
                export(library, folder)


def test_what_is_not_settled_is_not_exported(tmp_path: Path, writable: Path) -> None:
    quality = QualityAssessed(
        grade="A", quarantined=False, reasons=(), missing_fields=(), sentences=1, unresolved_markers=0, markers=0,
        suspicious_characters=0, hidden_passages=0,
    )
    sealed = BuildSealed(build="build-x", blob="0" * 64, pipeline="p")
    with Library.open(writable) as library:
        library.append([Append("build:build-x", [NewEvent(quality, key="audited"), NewEvent(sealed, key="sealed")])])
        with pytest.raises(Unsettled):
            export(library, tmp_path / "out")
        assert export(library, tmp_path / "out", at="one").manifest.snapshot.name == "one"


def test_an_earlier_state_is_exported_as_it_was(tmp_path: Path, writable: Path, sample_papers: Path) -> None:
    with Library.open(writable) as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        freeze(library, name="two")
        one, two = (export(library, tmp_path / name, at=name).manifest for name in ("one", "two"))
    assert (one.snapshot.rows["works"], two.snapshot.rows["works"]) == (5, 6)
    assert "Listening posts" not in texts(tmp_path / "one") and "Listening posts" in texts(tmp_path / "two")


def test_an_export_of_a_private_library_is_for_its_owner_alone(tmp_path: Path, sample_papers: Path) -> None:
    with Library.create(tmp_path / "private", private=True) as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        export(library, tmp_path / "out")
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "out").rglob("*")} == {0}


def test_an_export_that_is_killed_is_no_export_and_the_next_one_starts_again(
    tmp_path: Path, mixed_library: Path
) -> None:
    out = tmp_path / "out"
    code = (
        "import sys\nfrom pathlib import Path\nfrom claimledger.kb.library import Library\n"
        "from claimledger.snapshots.export.export import export\n"
        "with Library.open(sys.argv[1], read_only=True) as library:\n    export(library, Path(sys.argv[2]))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, mixed_library, out])
    while not (out / "tables").exists() and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.wait()
    assert (out / MARKER).exists() and not (out / MANIFEST).exists()
    with pytest.raises(UsageError, match="no export"):
        check_export(out)
    with Library.open(mixed_library, read_only=True) as library:
        manifest = export(library, out).manifest
    assert set(files(out)) == {*manifest.files, MANIFEST} and not check_export(out).damages


def test_an_export_that_fails_leaves_nothing(tmp_path: Path, mixed_library: Path) -> None:
    (tmp_path / "empty").mkdir()
    with Library.open(mixed_library, read_only=True) as library:
        for folder in (tmp_path / "empty", tmp_path / "new"):
            with pytest.raises(UsageError):
                export(library, folder, base="no iri")
    assert list((tmp_path / "empty").iterdir()) == [] and not (tmp_path / "new").exists()


def test_the_manifest_lists_every_file_with_its_digest(exported: Path) -> None:
    manifest = read_manifest(exported)
    assert set(manifest.files) == set(files(exported)) - {MANIFEST}
    for name, file in manifest.files.items():
        found = subprocess.run(["sha256sum", exported / name], capture_output=True, text=True, check=True).stdout
        assert found.split()[0] == file.sha256 and os.path.getsize(exported / name) == file.bytes
    stated = json.loads((exported / MANIFEST).read_text(encoding="utf-8"))
    digest = stated.pop("sha256")
    assert ExportManifest.model_validate_json(json.dumps(stated)) == manifest
    lines = (exported / MANIFEST).read_text(encoding="utf-8").splitlines(keepends=True)
    others = "".join(line for line in lines if digest not in line)
    assert hashlib.sha256(others.encode()).hexdigest() == digest
