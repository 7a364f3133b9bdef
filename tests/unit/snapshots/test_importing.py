import json
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from claimledger.evidence.packets import compile_packets
from claimledger.kb.canon import sha256
from claimledger.kb.errors import ReadOnlyLibrary, UnknownId, UnreadableInput, UsageError
from claimledger.kb.exported.layout import MANIFEST, read_manifest
from claimledger.kb.exported.library import ImportedLibrary
from claimledger.kb.ledger.port import Append
from claimledger.kb.library import Library
from claimledger.kb.lookup import look_up
from claimledger.kb.manifests import find_manifest, manifests
from claimledger.kb.papers import list_papers, statistics
from claimledger.kb.retrieval import search
from claimledger.snapshots.diff import diff
from claimledger.snapshots.export.export import export
from claimledger.snapshots.importing import CHECKED, check_export, copy_export

SECRET = "Stored spruce is a breeding place of bark beetles"
CLOSED = 2
"""Works without an open licence."""


@pytest.fixture
def copy(tmp_path: Path, exported: Path) -> Path:
    return Path(shutil.copytree(exported, tmp_path / "copy"))


@pytest.fixture
def imported(exported: Path) -> Library:
    return Library.open(exported)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rewrite(folder: Path, name: str, change: Callable[[list[dict[str, Any]]], None], *, cover: bool) -> None:
    """Change the rows of a file; `cover` puts the new digest into the manifest, as somebody with intent would."""
    path = folder / name
    table = pq.read_table(path)
    rows = table.to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    if cover:
        told = {"sha256": sha256(path.read_bytes()), "bytes": path.stat().st_size}
        restate(folder, lambda stated: stated["files"].update({name: told}))


def restate(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest and its digest, as somebody with intent would."""
    stated = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    del stated["sha256"]
    change(stated)
    text = json.dumps(stated, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    again = stated | {"sha256": sha256(text.encode())}
    text = json.dumps(again, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def test_an_intact_export_has_its_root_checked_and_says_what_was_not_looked_into(exported: Path) -> None:
    check = check_export(exported)
    assert (check.damages, check.strangers, check.verdict) == ([], [], CHECKED)
    assert (check.builds, check.purged) == (CLOSED, 0)
    # Of the PDF: sections, sentences, references, claims; of the record: its section, sentences and claims.
    assert check.tables >= 7 and check.not_looked_into == f"{check.tables} tables of 2 builds whose text was left out"
    assert check.to_json()["verdict"] == "root checked from the rows; not checked against a ledger"


def test_a_flipped_byte_in_any_file_is_found_and_the_file_is_named(copy: Path) -> None:
    for name in sorted(read_manifest(copy).files):
        path = copy / name
        content = path.read_bytes()
        for at in (0, len(content) // 2, len(content) - 1):
            path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1:])
            assert check_export(copy).damages == [f"{name} is not what was exported"]
        path.write_bytes(content)
    assert check_export(copy).damages == []


def test_a_missing_file_is_named_and_a_strange_one_is_noted(copy: Path) -> None:
    (copy / "references.bib").unlink()
    (copy / "notes.txt").write_text("mine")
    check = check_export(copy)
    assert check.damages == ["references.bib is missing"] and check.strangers == ["notes.txt"]


@pytest.mark.parametrize("table, column, value, place", [
    ("assertions", "value", "Another title", "build"),
    ("packets", "strength", "replicated", "shelf of library rows"),
    ("support", "agrees", None, "shelf of library rows"),
])
def test_a_row_changed_with_its_digest_is_found_by_the_root_and_its_place_is_named(
    copy: Path, table: str, column: str, value: str | None, place: str
) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        row = next(row for row in rows if row[column] != value)
        row[column] = value if value is not None else not row[column]

    rewrite(copy, f"tables/{table}.parquet", change, cover=True)
    damages = check_export(copy).damages
    assert damages[0].startswith(f"{place} ") and "not what was frozen" in damages[0]
    assert [damage.partition(":")[0] for damage in damages[1:]] == ["root", "id"]


@pytest.mark.parametrize("table, change", [
    ("claims", lambda rows: rows.pop()), ("packets", lambda rows: rows.append(rows[0])),
])
def test_a_row_taken_out_or_put_in_twice_is_found(
    copy: Path, table: str, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    rewrite(copy, f"tables/{table}.parquet", change, cover=True)
    assert any(damage.startswith("root: ") for damage in check_export(copy).damages)


def test_text_put_where_it_was_left_out_is_found(copy: Path) -> None:
    builds = {build for work in read_manifest(copy).left_out for build in work.builds}

    def change(rows: list[dict[str, Any]]) -> None:
        next(row for row in rows if row["build"] in builds)["text"] = "BarkNet is always right."

    rewrite(copy, "tables/sentences.parquet", change, cover=True)
    assert any("text stands where none is vouched for" in damage for damage in check_export(copy).damages)


def test_open_text_cannot_be_passed_off_as_left_out(copy: Path) -> None:
    """A leaf stated in place of rows that are there hides nothing: the rows are asked first."""
    closed = {build for work in read_manifest(copy).left_out for build in work.builds}

    def change(rows: list[dict[str, Any]]) -> None:
        next(row for row in rows if row["build"] not in closed)["text"] = "BarkNet is always right."

    rewrite(copy, "tables/sentences.parquet", change, cover=True)
    rewrite(copy, "leaves.parquet", lambda rows: rows.append({
        "kind": "table", "name": rows[0]["name"], "of_table": "quality", "hash": "0" * 64, "rows": 1, "given": False,
    }), cover=True)
    assert check_export(copy).damages


def test_a_manifest_rewritten_to_fit_other_rows_has_another_id(copy: Path) -> None:
    rewrite(copy, "tables/packets.parquet", lambda rows: rows[0].update(strength="replicated"), cover=True)
    damages = check_export(copy).damages
    root = next(damage for damage in damages if damage.startswith("root: ")).split()[4].rstrip(",")
    restate(copy, lambda stated: stated["snapshot"].update(root=root))
    assert any(damage.startswith("id: ") for damage in check_export(copy).damages)


def test_the_rows_of_an_import_are_those_of_the_snapshot(exported: Path, mixed_library: Path) -> None:
    with (
        Library.open(mixed_library, read_only=True) as library, Library.open(exported) as imported,
        library.view("one") as view, imported.view() as other,
    ):
        mine, theirs = list_papers(view), list_papers(other)
        assert [paper | {"source": ""} for paper in mine] == theirs and len(theirs) == 5
        assert statistics(other) == statistics(view) | {"snapshots": 0, "recorded_answers": 0}
        work = mine[0]["id"]
        assert look_up(imported, other, work)["title"] == look_up(library, view, work)["title"]
        strengths = {packet.id: packet.strength for packet in compile_packets(imported, other)}
        rows = view.rows("SELECT id, strength FROM packets")
    assert strengths == {row["id"]: row["strength"] for row in rows} and len(strengths) > 50


def test_an_import_goes_by_the_names_of_its_snapshot_alone(imported: Library) -> None:
    with imported:
        state = find_manifest(imported, "latest").frozen
        assert [manifest.frozen.name for manifest in manifests(imported)] == ["one"]
        for name in (None, "one", "latest", state.snapshot, state.snapshot[:12], f"@{state.position}", state.position):
            assert imported.position_of(name) == state.position
        for name in ("two", "@1", 1, "cl1-x", "@"):
            with pytest.raises(UnknownId):
                imported.position_of(name)
        named: Any
        for named in (1.5, b"one", ["one"]):
            with pytest.raises(UsageError, match="no state is named by"):
                imported.position_of(named)
        assert not any(diff(imported, "one", None).sections.values())
        assert diff(imported, "one").start.snapshot == state.snapshot


def test_an_import_finds_what_the_library_finds_and_leaves_no_index(imported: Library) -> None:
    before = files(imported.root)
    with imported:
        found = search(imported, "false alarm rate of BarkNet", k=2)
        hidden = search(imported, "breeding place of bark beetles", k=5)
        index = imported.index_folder
    assert "vosges" in found.hits[0].title.lower() or "acoustic" in found.hits[0].title.lower()
    assert all(SECRET not in hit.quote for hit in hidden.hits)
    assert not found.recorded and any("2 papers was left out" in warning for warning in found.warnings)
    assert files(imported.root) == before and not index.exists()


def test_an_import_cannot_be_written_and_has_no_ledger(imported: Library) -> None:
    with imported:
        with pytest.raises(ReadOnlyLibrary):
            imported.append([Append("x", [])])
        with pytest.raises(UsageError, match="no ledger"):
            imported.ledger.verify()
        assert list(imported.ledger.read()) == [] and imported.ledger.head().position == 0


def test_an_export_of_an_import_is_the_same_export(tmp_path: Path, exported: Path, imported: Library) -> None:
    with imported:
        export(imported, tmp_path / "again", with_text=True)
    again = files(tmp_path / "again")
    stated = json.loads(again.pop(MANIFEST))
    original = files(exported)
    before = json.loads(original.pop(MANIFEST))
    assert stated | {"with_text": False, "sha256": before["sha256"]} == before and again == original


def test_a_copy_is_checked_first_and_is_the_same(tmp_path: Path, copy: Path) -> None:
    assert not copy_export(copy, tmp_path / "there").damages
    assert files(tmp_path / "there") == files(copy)
    with pytest.raises(UsageError):
        copy_export(copy, tmp_path / "there")
    (copy / "graph.nq").write_text("")
    assert copy_export(copy, tmp_path / "elsewhere").damages == ["graph.nq is not what was exported"]
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_is_no_export_is_refused_with_the_reason(tmp_path: Path, copy: Path, mixed_library: Path) -> None:
    with pytest.raises(UnreadableInput, match="no export"):
        check_export(tmp_path)
    stated = json.loads((copy / MANIFEST).read_text(encoding="utf-8"))
    for change, why in (
        ({"format": 99}, "upgrade"), ({"format": "x"}, "format"), ({"format": "1"}, "format"),
        ({"format": True}, "format"), ({"format": 1.0}, "format"), ({"format": 0}, "format"),
        ({"format": 1}, "holds no digest"),
        ({"private": 0}, "private"),
        ({"snapshot": stated["snapshot"] | {"position": 10**30}}, "position"),
        ({"snapshot": stated["snapshot"] | {"position": "5"}}, "position"),
        ({"files": {"../x": {"sha256": "", "bytes": 0}}}, "inside"),
        ({"files": {"/etc/passwd": {"sha256": "", "bytes": 0}}}, "inside"), ({"snapshot": {}}, "snapshot"),
    ):
        (copy / MANIFEST).write_text(json.dumps(stated | change), encoding="utf-8")
        with pytest.raises(UnreadableInput, match=why):
            Library.open(copy)
    (copy / MANIFEST).write_text("{", encoding="utf-8")
    with pytest.raises(UnreadableInput):
        check_export(copy)
    with Library.open(mixed_library, read_only=True) as library:
        export(library, tmp_path / "refs", formats=["bibtex"])
    with pytest.raises(UnreadableInput, match="without Parquet"):
        check_export(tmp_path / "refs")


def test_a_link_that_leads_out_of_the_export_is_not_followed(tmp_path: Path, copy: Path) -> None:
    (tmp_path / "outside.bib").write_bytes((copy / "references.bib").read_bytes())
    (copy / "references.bib").unlink()
    (copy / "references.bib").symlink_to(tmp_path / "outside.bib")
    damages = ["references.bib is not what was exported: it is a link, or lies behind one"]
    assert check_export(copy).damages == damages
    (copy / "references.bib").unlink()
    (copy / "references.bib").symlink_to("nowhere")
    assert check_export(copy).damages == ["references.bib is missing"]


def test_an_import_is_a_library_of_its_own_kind(imported: Library) -> None:
    with imported:
        assert isinstance(imported, ImportedLibrary) and imported.imported and imported.read_only
        assert imported.settings.library.owner == "Ada Keeper"


@pytest.mark.parametrize("name", [
    "references.bib", "references.csl.json", "graph.nq", "shapes.ttl", "dictionary.json", "ro-crate-metadata.json",
])
def test_a_file_that_is_made_of_the_rows_is_made_again_though_its_digest_was_covered(copy: Path, name: str) -> None:
    path = copy / name
    path.write_bytes(path.read_bytes().replace(b"e", b"a", 1))
    told = {"sha256": sha256(path.read_bytes()), "bytes": path.stat().st_size}
    restate(copy, lambda stated: stated["files"].update({name: told}))
    assert f"{name} is not what the rows give" in check_export(copy).damages
    # Another version may have written it otherwise: then it is said that nothing but the manifest vouches for it.
    restate(copy, lambda stated: stated.update(software="claimledger 0.0.1"))
    check = check_export(copy)
    assert check.damages == [] and name in check.vouched


def test_what_only_the_manifest_vouches_for_is_named(copy: Path) -> None:
    assert check_export(copy).vouched == ["tables/builds.parquet"]
    (copy / "mine.txt").write_text("mine")
    told = {"sha256": sha256(b"mine"), "bytes": 4}
    restate(copy, lambda stated: stated["files"].update({"mine.txt": told}))
    check = check_export(copy)
    # The crate lists every file, so it is found that somebody put one in.
    assert "mine.txt" in check.vouched and check.damages == ["ro-crate-metadata.json is not what the rows give"]


def test_an_export_whose_manifest_leaves_out_files_that_it_must_have_is_damaged(copy: Path) -> None:
    restate(copy, lambda stated: stated["files"].pop("tables/claims.parquet"))
    assert check_export(copy).damages == [f"tables/claims.parquet is not listed in {MANIFEST}"]
    restate(copy, lambda stated: stated.update(files={}))
    damages = check_export(copy).damages
    assert f"leaves.parquet is not listed in {MANIFEST}" in damages and len(damages) > 20


def test_a_table_that_nobody_knows_is_damage_and_no_mere_stranger(copy: Path) -> None:
    (copy / "tables" / "more.parquet").write_bytes((copy / "tables" / "claims.parquet").read_bytes())
    assert check_export(copy).damages == [f"tables/more.parquet is not listed in {MANIFEST}"]


@pytest.mark.parametrize("change", [
    {"library": "lib-another"}, {"software": "claimledger 0.0.1"}, {"owner": "x"}, {"private": True},
    {"base": "urn:x:"}, {"with_text": True}, {"left_out": []}, {"formats": ["parquet"]}, {"sha256": "0" * 64},
    {"snapshot": {"rows": {}}}, {"snapshot": {"frozen": False}}, {"snapshot": {"time": "2001-01-01T00:00:00.000Z"}},
    {"snapshot": {"embedder": "x"}}, {"snapshot": {"parsers": []}}, {"snapshot": {"name": None}},
])
def test_a_manifest_that_was_changed_has_another_digest(copy: Path, change: dict[str, Any]) -> None:
    stated = json.loads((copy / MANIFEST).read_text(encoding="utf-8"))
    changed = stated | change | ({"snapshot": stated["snapshot"] | change["snapshot"]} if "snapshot" in change else {})
    text = json.dumps(changed, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (copy / MANIFEST).write_text(text, encoding="utf-8")
    damages = check_export(copy).damages
    assert f"{MANIFEST} is not what was exported: its text and its digest do not agree" in damages


@pytest.mark.parametrize("change", [
    lambda text: text + "\n", lambda text: text + " ", lambda text: text.replace("\n", "\r\n"),
    lambda text: json.dumps(json.loads(text)), lambda text: text.replace('": ', '" : ', 1),
    lambda text: "\n".join(line for line in text.split("\n") if not line.startswith(' "sha256"')),
])
def test_a_manifest_written_in_another_form_is_not_what_was_exported(copy: Path, change: Callable[[str], str]) -> None:
    path = copy / MANIFEST
    path.write_bytes(change(path.read_text(encoding="utf-8")).encode())
    assert any(MANIFEST in damage for damage in check_export(copy).damages)


@pytest.mark.parametrize(("change", "damage"), [
    (lambda stated: stated["snapshot"]["rows"].update(works=6), "6 rows of works are stated, and 5 are here"),
    (lambda stated: stated["snapshot"]["rows"].pop("claims"), "None rows of claims are stated"),
    (lambda stated: stated["snapshot"].update(parsers=["pdf:x"]), "other parsers"),
    (lambda stated: stated.update(purged=[{"build": "b", "leaf": "00", "reason": "r"}]), "other purged builds"),
    (lambda stated: stated["formats"].remove("bibtex"), "the format bibtex"),
    (lambda stated: stated["left_out"].pop(), "not among those left out"),
    (lambda stated: stated["left_out"][0].update(why="it is mine"), "is not what the rows give"),
])
def test_what_a_rewritten_manifest_says_of_the_rows_is_computed_again(
    copy: Path, change: Callable[[dict[str, Any]], object], damage: str
) -> None:
    restate(copy, change)
    assert any(damage in found for found in check_export(copy).damages)


def test_what_the_manifest_alone_says_is_named(copy: Path) -> None:
    restate(copy, lambda stated: stated.update(library="lib-another"))
    restate(copy, lambda stated: stated["snapshot"].update(frozen=False))
    check = check_export(copy)
    assert check.damages == [] and {"library", "frozen", "software", "position"} <= set(check.stated_alone)
    assert check.to_json()["said_by_the_manifest_alone"] == check.stated_alone


def test_a_link_that_the_manifest_does_not_list_is_named(copy: Path, tmp_path: Path) -> None:
    for name, target in (("dangling", "nowhere"), ("folder", str(tmp_path)), ("tables/file", "../graph.nq")):
        (copy / name).symlink_to(target)
    check = check_export(copy)
    assert check.strangers == ["dangling", "folder", "tables/file"]


def test_a_copy_of_a_private_export_is_for_its_user_alone(tmp_path: Path, copy: Path) -> None:
    restate(copy, lambda stated: stated.update(private=True))
    assert copy_export(copy, tmp_path / "copied").damages == []
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "copied").rglob("*") if path.is_file()}
    folders = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "copied", tmp_path / "copied" / "tables")}
    assert (modes, folders) == ({0o600}, {0o700})
    umask = os.umask(0)
    os.umask(umask)
    assert umask != 0o077
