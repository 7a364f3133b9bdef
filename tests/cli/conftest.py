"""What tests of the command line share."""

from collections.abc import Callable

import pytest
from claimledger.cli import run


@pytest.fixture
def call(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command; returns exit code, standard output and standard error. No traceback may ever appear."""
    monkeypatch.delenv("CLAIMLEDGER_LIBRARY", raising=False)

    def called(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, error = capsys.readouterr()
        assert "Traceback" not in out + error
        return code, out, error

    return called
