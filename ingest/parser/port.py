"""The port `parser`: from the bytes of one source to a `Document`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...kb.events.document import Document


@dataclass(frozen=True)
class Limits:
    """What one file may cost. Time is wall-clock seconds of the child process, memory its address space in bytes.

    `grobid_url` is where the parser `grobid` sends what it reads; it costs no more than the time.
    """

    seconds: float = 300.0
    memory: int = 4 * 2**30
    pages: int = 3000
    file_bytes: int = 500 * 2**20
    grobid_url: str | None = None


class Parser(Protocol):
    """Reads one kind of source. Raises `ParserError` with a reason class; never anything else for bad input."""

    name: str
    version: str

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """Everything that is found in the source."""
        ...
