"""The port `parser`: from the bytes of one source to a `Document`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...kb.events.document import Document

OCR_PARSER = "pymupdf-ocr"
OCR_LIBRARIES = ("rapidocr", "onnxruntime")
"""What decides what is read off pictures; both are in the extra `ocr`."""
_OCR_TIMES = 12


@dataclass(frozen=True)
class Limits:
    """What one file may cost. Time is wall-clock seconds of the child process, memory its address space in bytes.

    `grobid_url` is where the parser `grobid` sends what it reads; it costs no more than the time.
    Without `ocr`, pages that are pictures are not read where nobody asked for the parser that reads them.
    """

    seconds: float = 300.0
    memory: int = 4 * 2**30
    pages: int = 3000
    file_bytes: int = 500 * 2**20
    grobid_url: str | None = None
    ocr: bool = True

    def seconds_of(self, parser: str) -> float:
        """The time for one parser: reading pictures takes longer, 5 to 15 seconds a page."""
        return self.seconds * (_OCR_TIMES if parser == OCR_PARSER else 1)


class Parser(Protocol):
    """Reads one kind of source. Raises `ParserError` with a reason class; never anything else for bad input."""

    name: str
    version: str

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """Everything that is found in the source."""
        ...
