"""An empty value is refused wherever a value may be given: it is what an unset variable of the shell leaves."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from claimledger.cli import cli, run


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands with the words that name them."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from leaves(inner, (*path, name))
    else:
        yield path, command


def valued() -> Iterator[tuple[tuple[str, ...], str]]:
    """Every command with each spelling of each of its options that takes a value."""
    for path, command in leaves(cli):
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not (parameter.is_flag or parameter.count):
                for spelling in parameter.opts:
                    yield path, spelling


def test_every_option_refuses_an_empty_value_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    library = tmp_path / "lib"
    assert run(["init", str(library)]) == 0
    ledger = (library / "ledger.db").read_bytes()
    options = list(valued())
    assert len({path for path, _ in options}) >= 20 and (("snapshot", "freeze"), "--name") in options
    for path, option in options:
        for value in ([option, ""], [f"{option}="] if option.startswith("--") else []):
            if value:
                capsys.readouterr()
                assert run(["-L", str(library), *path, *value]) == 2, (path, value)
                out, error = capsys.readouterr()
                assert out == "" and error.startswith("error: ") and error.count("\n") == 1, (path, value, error)
                assert option in error and "is empty" in error and "; " in error, (path, value, error)
    assert (library / "ledger.db").read_bytes() == ledger
    assert [path.name for path in tmp_path.iterdir()] == ["lib"]


@pytest.mark.parametrize("words", [["-L", "", "papers"], ["init", ""], ["search", "--", ""], ["show", ""], [""]])
def test_every_argument_refuses_an_empty_value_in_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    error = capsys.readouterr().err
    assert "it is empty; " in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_merely_holds_an_equals_sign_is_no_empty_value(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["init", str(tmp_path / "a="), "--owner=Ada="]) == 0
    assert run(["-L", str(tmp_path / "a="), "search", "--no-record", "--", "--x="]) == 0
