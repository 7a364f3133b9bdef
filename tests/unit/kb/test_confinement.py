"""Which folders hold what is private, and what lies in none of them."""

import json
from pathlib import Path

import pytest
from claimledger.kb.care import backup, restore
from claimledger.kb.confinement import UNFINISHED, check_target, holding_of, why_not_taken
from claimledger.kb.errors import UsageError
from claimledger.kb.library import Library
from claimledger.snapshots.export import folder


def library(root: Path, private: bool | None) -> Path:
    (root / "blobs" / "ab").mkdir(parents=True)
    (root / "papers").mkdir()
    said = "" if private is None else f"private = {str(private).lower()}"
    (root / "claimledger.toml").write_text(f"[library]\nid = 'x'\n{said}\n")
    return root


def stated(root: Path, name: str, content: object) -> Path:
    (root / "blobs").mkdir(parents=True)
    (root / name).write_text(json.dumps(content))
    return root


@pytest.mark.parametrize(("name", "content", "said"), [
    ("backup.json", {"private": True}, "a backup of a private claimledger library"),
    ("backup.json", {"private": False}, "a backup of a claimledger library"),
    ("claimledger-export.json", {"private": True}, "an export of a private claimledger library"),
    ("claimledger-export.json", [], "an export of a private claimledger library"),
    ("backup.lock", "", "a backup of a private claimledger library"),
])
def test_what_a_folder_holds_is_told_by_its_files(tmp_path: Path, name: str, content: object, said: str) -> None:
    assert str(holding_of(stated(tmp_path / "x", name, content))) == said


def test_a_folder_in_the_making_is_told_by_what_its_maker_puts_there() -> None:
    assert UNFINISHED == {backup._LOCK: "backup", restore.MARKER: "library", folder.MARKER: "export"}


def test_settings_that_cannot_be_read_are_those_of_a_private_library(tmp_path: Path) -> None:
    root = library(tmp_path / "x", None)
    assert str(holding_of(root)) == "a claimledger library"
    (root / "claimledger.toml").write_text("[library")
    assert str(holding_of(root)) == "a private claimledger library"
    assert holding_of(tmp_path) is None


def test_nothing_private_is_written_into_another_library_at_any_depth(tmp_path: Path) -> None:
    public, private = library(tmp_path / "public", False), library(tmp_path / "private", True)
    (tmp_path / "link").symlink_to(public / "blobs")
    for place in (public, public / "new" / "file", tmp_path / "link" / "file", private / ".." / "public" / "x"):
        with pytest.raises(UsageError):
            check_target(place, [private])
        check_target(place, [])
    for place in (tmp_path / "file", private / "out" / "file"):
        check_target(place, [private])
    # Of two private libraries neither may hold what the other one says.
    with pytest.raises(UsageError):
        check_target(private / "file", [private, library(tmp_path / "second", True)])


def test_nothing_comes_out_of_a_private_library_into_a_public_one(tmp_path: Path) -> None:
    public, private = library(tmp_path / "public", False), library(tmp_path / "private", True)
    backup = stated(tmp_path / "backup", "backup.json", {"private": True})
    export = stated(tmp_path / "export", "claimledger-export.json", {"private": True})
    (tmp_path / "link.pdf").symlink_to(private / "papers" / "a.pdf")
    for place in (private / "papers", private / "a.pdf", backup / "blobs", export / "refs.json", tmp_path / "link.pdf"):
        why = why_not_taken(place, public, private=False)
        assert why and "private" in why, place
    # A private library may take in what is its user's own, but not from where a library keeps its files.
    for place in (private / "papers", export / "refs.json", tmp_path / "link.pdf"):
        assert why_not_taken(place, private, private=True) is None
    assert why_not_taken(private / "papers", library(tmp_path / "mine", True), private=True) is None
    for place in (private / "blobs" / "ab", backup / "blobs", private, backup):
        assert why_not_taken(place, private, private=True)


def test_folders_of_a_public_library_are_no_sources_and_its_users_own_are(tmp_path: Path) -> None:
    public, other = library(tmp_path / "public", False), library(tmp_path / "other", False)
    assert why_not_taken(public / "blobs" / "ab", other, private=False) == "lies in a claimledger library"
    assert why_not_taken(public, other, private=False) == "a claimledger library"
    assert why_not_taken(public / "papers" / "a.pdf", other, private=False) is None
    assert why_not_taken(tmp_path / "a.pdf", other, private=False) is None
    assert why_not_taken(public / "papers" / "a.pdf", public, private=False) is None
    export = stated(tmp_path / "export", "claimledger-export.json", {"private": False})
    assert why_not_taken(export / "refs.json", public, private=False) is None


@pytest.mark.parametrize(("begun", "stated"), [(True, "false"), (False, "true")])
def test_a_library_is_private_if_its_settings_or_its_ledger_say_so(tmp_path: Path, begun: bool, stated: str) -> None:
    root, public = tmp_path / "lib", library(tmp_path / "public", False)
    Library.create(root, owner="x", private=begun).close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace(f"private = {str(begun).lower()}", f"private = {stated}"))
    assert str(holding_of(root)) == "a private claimledger library"
    assert why_not_taken(root / "ms.md", public, private=False) == "lies in a private claimledger library"
    # A ledger that cannot be read leaves it to the settings.
    (root / "ledger.db").write_bytes(b"no ledger")
    settings.write_text(settings.read_text().replace("private = true", "private = false"))
    assert str(holding_of(root)) == "a claimledger library"
