"""What tests on real papers share: each paper is parsed once, whichever tests and processes ask for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.events.document import Document
from claimledger.kb.locks import exclusive

Parse = Callable[[Path], Document]


@pytest.fixture(scope="session")
def parse(tmp_path_factory: pytest.TempPathFactory) -> Parse:
    """Parses a PDF file, unless another test of this run did, in this process or another one; then it reads that."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent

    def parsed(pdf: Path) -> Document:
        file = folder / f"{pdf.stem}.parsed.json"
        with exclusive(file.with_suffix(".lock")):
            if not file.exists():
                file.write_text(PyMuPdfParser().parse(pdf.read_bytes()).model_dump_json(), encoding="utf-8")
        return Document.model_validate_json(file.read_bytes())

    return parsed
