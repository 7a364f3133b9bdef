from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.ingest.parser.command import parse_command
from claimledger.kb.errors import UnreadableInput, UsageError
from click.testing import CliRunner


def test_the_json_keeps_its_contract(paper: Callable[..., bytes], tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(paper())
    done = CliRunner().invoke(parse_command, [str(path), "--json"], catch_exceptions=False)
    result = json.loads(done.stdout)
    assert set(result) >= {
        "parser", "sha256", "pages", "title", "authors", "doi", "arxiv", "year", "abstract", "keywords", "sections",
        "assets", "references", "citations", "hidden_text", "warnings",
    }
    assert result["parser"]["name"] == "pymupdf"
    assert result["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert result["abstract"].startswith("Seals were watched")
    assert [section["title"] for section in result["sections"]] == ["Introduction", "Results", "References"]
    assert {"level", "number", "title", "page", "role", "text"} <= set(result["sections"][0])
    references = [(ref["n"], ref["authors"], ref["year"]) for ref in result["references"]]
    assert references == [(1, ["Jones"], 2001), (2, ["Roe"], 2004)]


def test_the_page_for_a_reader_names_title_and_sections(paper: Callable[..., bytes], tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(paper())
    done = CliRunner().invoke(parse_command, [str(path)], catch_exceptions=False)
    assert "Grey seals remember their neighbours" in done.stdout
    assert "1 Introduction" in done.stdout
    assert "2 references" in done.stdout


def test_a_file_that_cannot_be_read_is_wrong_input_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(b"<html></html>")
    with pytest.raises(UnreadableInput, match=r"page\.pdf: this is an HTML page"):
        CliRunner().invoke(parse_command, [str(path)], catch_exceptions=False)


def test_a_pipe_is_refused_before_anybody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(UsageError, match="no regular file"):
        CliRunner().invoke(parse_command, [str(tmp_path / "pipe.pdf")], catch_exceptions=False)
