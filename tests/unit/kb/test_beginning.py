"""A library's ledger begins with the event that made it; without that it is neither read nor written."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.kb.confinement import holding_of
from claimledger.kb.errors import DamageFound, NotALibrary, UsageError
from claimledger.kb.library import Library

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    Library.create(tmp_path / "lib", owner="x").close()
    return tmp_path / "lib"


@pytest.fixture
def call(root: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command on the library: exit code, output, errors."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(["-L", str(root), *map(str, arguments)])
        return (code, *capsys.readouterr())

    return call


def emptied(root: Path) -> None:
    for name in ("ledger.db-wal", "ledger.db-shm"):
        (root / name).unlink(missing_ok=True)
    (root / "ledger.db").write_bytes(b"")


def renamed(root: Path) -> None:
    with Library.open(root) as library:
        name = library.id
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace(name, "lib-aaaaaaaaaaaaaaaa"))


def exchanged(root: Path) -> None:
    """The ledger of another library."""
    Library.create(root.parent / "other", owner="x").close()
    emptied(root)
    (root.parent / "other" / "ledger.db").replace(root / "ledger.db")


@pytest.mark.parametrize(("change", "words"), [
    (emptied, "ledger.db is empty"), (renamed, "names the library lib-aaaaaaaaaaaaaaaa, and the ledger is of another"),
    (exchanged, "and the ledger is of another"),
])
def test_a_ledger_without_its_first_event_is_refused_and_nothing_is_put_into_it(
    root: Path, call: Call, change: Callable[[Path], None], words: str, tmp_path: Path
) -> None:
    change(root)
    before = (root / "ledger.db").read_bytes()
    (tmp_path / "refs.json").write_text('[{"id": "a", "title": "On oaks", "abstract": "Oaks grow."}]')
    for command in (("papers",), ("ingest", tmp_path / "refs.json"), ("rebuild",), ("backup", tmp_path / "backup")):
        code, out, error = call(*command)
        assert (code, out) == (1, ""), command
        assert words in error and "backup" in error and error.count("\n") == 1, command
    for read_only in (True, False):
        with pytest.raises(DamageFound, match="restore"):
            Library.open(root, read_only=read_only)
    assert (root / "ledger.db").read_bytes() == before


@pytest.mark.parametrize("change", [emptied, renamed, exchanged])
def test_verify_and_the_doctor_name_it_and_the_doctor_goes_on(
    root: Path, call: Call, change: Callable[[Path], None]
) -> None:
    change(root)
    code, out, _ = call("verify")
    assert code == 1 and out.startswith("damage: ledger") and "ledger" in out
    code, out, error = call("doctor")
    assert (code, error) == (1, "") and "1 problem" in out
    assert "space" in out and "leftovers" in out and "nobody else is at work" in out


def test_a_server_that_is_away_is_one_problem_and_the_doctor_looks_at_the_rest(root: Path, call: Call) -> None:
    settings = root / "claimledger.toml"
    text = settings.read_text()
    settings.write_text(text.replace('url = ""', 'url = "postgresql://ada@127.0.0.1:1/papers"', 1))
    assert settings.read_text() != text
    code, out, error = call("doctor")
    assert (code, error) == (1, "") and "1 problem" in out
    assert "no connection to" in out and "nothing that needs the ledger was looked at" in out
    assert "nobody else is at work" in out and "rebuild takes up to" in out
    code, out, error = call("verify")
    assert (code, out) == (2, "") and "no connection to" in error


KILLED = """
import os, sys
from claimledger.kb import founding
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library

def dying(before, real):
    def call(*arguments, **options):
        if not before:
            real(*arguments, **options)
        os._exit(9)
    return call

owner, name = {
    "append": (SqliteLedger, "append"), "opening": (founding, "open_ledger"), "settings": (founding, "settings_text"),
}[sys.argv[2]]
setattr(owner, name, dying(sys.argv[3] == "before", getattr(owner, name)))
Library.create(sys.argv[1], owner="x")
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["opening", "append", "settings"])
def test_a_library_whose_making_was_killed_is_none(tmp_path: Path, step: str, when: str) -> None:
    place = tmp_path / "lib"
    done = subprocess.run([sys.executable, "-c", KILLED, str(place), step, when], cwd=tmp_path)
    assert done.returncode == 9
    with pytest.raises(UsageError):
        Library.open(place)
    if any(place.iterdir()):
        with pytest.raises(UsageError, match="choose another folder"):
            Library.create(place, owner="x")
    else:
        Library.create(place, owner="x").close()


def test_a_library_without_settings_is_not_taken_for_one(root: Path) -> None:
    (root / "claimledger.toml").unlink()
    with pytest.raises(NotALibrary):
        Library.open(root)


@pytest.mark.parametrize("command", [("init",), ("restore", "backup")])
def test_an_empty_url_of_a_ledger_is_not_taken_for_none(
    tmp_path: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, str(tmp_path / "new"), "--ledger", ""]) == 2
    assert "it is empty" in capsys.readouterr().err and not (tmp_path / "new").exists()


def stating(root: Path, *, private: bool) -> None:
    settings = root / "claimledger.toml"
    before, after = (f"private = {str(word).lower()}" for word in (not private, private))
    assert before in settings.read_text()
    settings.write_text(settings.read_text().replace(before, after))


@pytest.mark.parametrize("begun", [True, False])
def test_a_library_that_settings_and_ledger_disagree_on_is_private_and_that_is_said(
    tmp_path: Path, begun: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "mine"
    Library.create(root, owner="x", private=begun).close()
    assert run(["-L", str(root), "verify"]) == 0
    assert "counts as private" not in capsys.readouterr().err
    stating(root, private=not begun)
    for library in (Library.open(root), Library.open(root, read_only=True), Library.open_doubted(root)):
        with library:
            assert library.settings.library.private and library.seclusion
    said = f"claimledger.toml says private = {str(not begun).lower()}"
    assert run(["-L", str(root), "verify"]) == 0
    out, error = capsys.readouterr()
    assert error.startswith(f"warning: {said}") and error.count("\n") == 1 and "damage" not in out
    assert run(["-L", str(root), "doctor", "--json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    [finding] = [finding for finding in findings if finding["what"].startswith(said)]
    assert (finding["check"], finding["level"]) == ("privacy", "problem" if begun else "warning")


def test_copies_of_a_private_library_whose_settings_were_edited_are_private(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    Library.create(root, owner="x", private=True).close()
    stating(root, private=False)
    assert run(["-L", str(root), "backup", str(tmp_path / "copy")]) == 0
    assert run(["-L", str(root), "snapshot", "freeze"]) == 0
    assert run(["-L", str(root), "snapshot", "export", "--to", str(tmp_path / "export")]) == 0
    assert run(["restore", str(tmp_path / "copy"), str(tmp_path / "again")]) == 0
    for folder, what in (("copy", "a backup of a"), ("export", "an export of a"), ("again", "a")):
        assert str(holding_of(tmp_path / folder)) == f"{what} private claimledger library"
