from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.ingest.parser.child import ReadingChild, parse_file
from claimledger.ingest.parser.port import Limits
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.errors import ParserError, UsageError


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


def test_a_child_that_dies_is_a_failed_file_and_is_replaced(paper: Callable[..., bytes]) -> None:
    with ReadingChild(Limits()) as child:

        def kill() -> None:
            while child._process is None:
                time.sleep(0.001)
            os.kill(child._process.pid, signal.SIGSEGV)

        threading.Thread(target=kill).start()
        with pytest.raises(ParserError) as caught:
            child.parse(paper(), "pymupdf")
        assert caught.value.reason == "crashed"
        assert "SIGSEGV" in caught.value.message
        assert child.parse(paper(), "pymupdf").pages == 1


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
