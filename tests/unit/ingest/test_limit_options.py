import io
import time
from pathlib import Path

import pymupdf
import pytest
from claimledger.ingest.parser.command import parse_command
from claimledger.kb.console import progress_bar, rate_text
from claimledger.kb.errors import UnreadableInput
from click.testing import CliRunner


@pytest.fixture
def two_pages(tmp_path: Path) -> Path:
    path = tmp_path / "two.pdf"
    with pymupdf.open() as pdf:
        for place in ("cliff", "beach"):
            text = f"Seals were watched from the {place} for six weeks in spring. " * 9
            pdf.new_page().insert_textbox((90, 200, 400, 600), text)
        pdf.save(path)
    return path


@pytest.mark.parametrize(("options", "says"), [
    (["--max-pages", "1"], "the PDF has more than 1 pages"),
    (["--max-memory-mb", "64"], "it needs more memory than the limit; raise the memory limit"),
])
def test_an_option_sets_a_limit_for_one_run(two_pages: Path, options: list[str], says: str) -> None:
    with pytest.raises(UnreadableInput, match=says):
        CliRunner().invoke(parse_command, [str(two_pages), *options], catch_exceptions=False)


def test_limits_that_suffice_change_nothing(two_pages: Path) -> None:
    options = ["--max-pages", "2", "--max-seconds", "200", "--max-memory-mb", "4000", "--max-file-mb", "1"]
    answers = [CliRunner().invoke(parse_command, [str(two_pages), "--json", *more], catch_exceptions=False).stdout
               for more in ([], options)]
    assert answers[0] == answers[1] != ""


def test_progress_tells_its_rate() -> None:
    assert [rate_text(*at) for at in ((0, 3.0), (10, 4.0), (2, 16.0), (3, 0.0))] == ["", "2.5/s", "8.0 s each", ""]


class Terminal(io.StringIO):
    """What a terminal was sent."""

    def isatty(self) -> bool:
        return True


def test_a_progress_bar_shows_nothing_before_it_is_known_how_much_there_is_to_do(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("ingest") as step:
        time.sleep(0.15)
        assert "/?" not in terminal.getvalue()
        step(0, 7, "")
        time.sleep(0.15)
    assert "0/7" in terminal.getvalue() and "/?" not in terminal.getvalue()
