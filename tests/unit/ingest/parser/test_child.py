from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from claimledger.ingest.parser import child as module
from claimledger.ingest.parser.child import Made, ReadingChild, Work, parse_file
from claimledger.ingest.parser.port import Limits
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.ingest.pipeline import open_pipeline
from claimledger.kb.errors import ParserError, UsageError
from claimledger.kb.settings import LibrarySettings, Settings


def test_the_child_gives_what_the_parser_gives(paper: Callable[..., bytes], tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(paper())
    assert parse_file(path) == parse_file(paper()) == PyMuPdfParser().parse(paper())


def test_one_process_serves_several_files_and_survives_bad_ones(paper: Callable[..., bytes]) -> None:
    with ReadingChild(Limits()) as child:
        child.parse(paper(), "pymupdf")
        first = child._process
        with pytest.raises(ParserError, match="empty"):
            child.parse(b"", "pymupdf")
        child.parse(paper(2), "pymupdf")
        assert child._process is first


def test_a_file_that_takes_too_long_is_given_up(paper: Callable[..., bytes]) -> None:
    with ReadingChild(Limits(seconds=0.01)) as child, pytest.raises(ParserError) as caught:
        child.parse(paper(), "pymupdf")
    assert caught.value.reason == "timeout"


@pytest.mark.parametrize(("how", "reason", "said"), [
    (signal.SIGSEGV, "crashed", "SIGSEGV"), (signal.SIGKILL, "killed", "was killed"),
])
def test_a_child_that_dies_is_a_failed_file_and_is_replaced(
    paper: Callable[..., bytes], how: signal.Signals, reason: str, said: str
) -> None:
    with ReadingChild(Limits()) as child:

        def kill() -> None:
            while child._process is None:
                time.sleep(0.001)
            os.kill(child._process.pid, how)

        threading.Thread(target=kill).start()
        with pytest.raises(ParserError) as caught:
            child.parse(paper(), "pymupdf")
        assert caught.value.reason == reason
        assert said in caught.value.message
        assert child.parse(paper(), "pymupdf").pages == 1


def test_a_pipe_is_no_file_to_wait_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(UsageError, match="no regular file"):
        parse_file(tmp_path / "pipe.pdf")


def test_too_little_memory_is_told_as_such(paper: Callable[..., bytes]) -> None:
    with ReadingChild(Limits(memory=300 * 2**20)) as child, pytest.raises(ParserError) as caught:
        child.parse(paper() + b"\n" * (250 * 2**20), "pymupdf")
    assert caught.value.reason == "memory"


def test_a_large_file_is_refused_before_it_is_read(paper: Callable[..., bytes], tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    path.write_bytes(paper())
    for source in (path, paper()):
        with pytest.raises(ParserError) as caught:
            parse_file(source, limits=Limits(file_bytes=100))
        assert caught.value.reason == "too-large"


def test_an_unknown_parser_and_a_missing_file_are_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="pymupdf"):
        parse_file(b"%PDF-", "nonsense")
    with pytest.raises(UsageError, match="cannot be read"):
        parse_file(tmp_path / "none.pdf")


def test_each_password_is_tried(paper: Callable[..., bytes]) -> None:
    import pymupdf

    with pymupdf.open(stream=paper(), filetype="pdf") as pdf:
        locked = pdf.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="b", owner_pw="o")
    assert parse_file(locked, password=["a", "b", "c"]).pages == parse_file(locked, password="b").pages == 1
    for password, reason in ((None, "encrypted"), ("a", "wrong-password"), (["a", "c"], "wrong-password")):
        with pytest.raises(ParserError) as caught:
            parse_file(locked, password=password)
        assert caught.value.reason == reason


def test_a_child_makes_the_later_stages_and_says_at_which_it_died(
    paper: Callable[..., bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dying.py").write_text("import os\nclass Dying:\n    def extract(self, document, cited):\n"
                                       "        os.abort()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    from dying import Dying  # type: ignore[import-not-found]

    sound = open_pipeline("pdf", Settings(library=LibrarySettings(id="x", owner="x")))
    with ReadingChild(Limits()) as child:
        whole = child.make(paper(), Work(pipeline=sound))
        assert list(whole.stages) == ["parsed", "described", "chunked", "cited", "claims", "audited"]
        rest = child.make(b"", Work(pipeline=sound, made={"parsed": whole.stages["parsed"]}))
        assert rest == Made({stage: made for stage, made in whole.stages.items() if stage != "parsed"})
        half = child.make(paper(), Work(pipeline=replace(sound, extractor=Dying())))
        assert list(half.stages) == ["parsed", "described", "chunked", "cited"] and half.failed == "claims"
        assert half.why is not None and (half.why.reason, "SIGABRT" in half.why.message) == ("crashed", True)
        assert child.make(paper(), Work(pipeline=sound)) == whole


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_child_ends_when_its_parent_is_killed(paper: Callable[..., bytes], tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(paper())
    program = ("import sys, time\nfrom claimledger.ingest.parser import child\n"
               "child.parse_file(sys.argv[1])\nprint(child._threads.child._process.pid, flush=True)\ntime.sleep(60)")
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path / "paper.pdf")],
                          stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = Path("/proc", parent.stdout.readline().strip())
        assert b"ingest.serving" in (child / "cmdline").read_bytes()
        parent.kill()
    deadline = time.monotonic() + 10
    while child.exists() and b"Z" not in (child / "stat").read_bytes().split()[2:3]:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_child_gives_memory_back_between_files(paper: Callable[..., bytes]) -> None:
    content, held = paper(2), []
    with ReadingChild(Limits()) as child:
        for _ in range(24):
            child.parse(content)
            assert child._process is not None
            held.append(int(Path(f"/proc/{child._process.pid}/statm").read_text().split()[1]))
    assert held[-1] - held[7] < 2000  # pages of 4 kB


def test_a_child_that_has_grown_is_replaced(paper: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_KEPT", 1 << 20)
    with ReadingChild(Limits()) as child:
        assert child.parse(paper()).pages == 1
        assert child._process is None
        assert child.parse(paper()).pages == 1


def test_a_child_that_was_stopped_starts_no_other(paper: Callable[..., bytes]) -> None:
    child = ReadingChild(Limits())
    child.stop()
    with pytest.raises(ParserError):
        child.parse(paper())
    assert child._process is None
