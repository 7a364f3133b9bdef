"""N-Quads in canonical form (RDF 1.1 N-Quads, with the escapes of its canonical form): terms, and files sorted by line.

There are no blank nodes, so one set of statements is one file, byte for byte.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

LINES_IN_MEMORY = 500_000
"""Lines sorted at once; more are merged from files."""

_NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\]')
_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f",
}
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
XSD = "http://www.w3.org/2001/XMLSchema#"


def iri(text: str) -> str:
    """An IRI term; characters that no IRI may have become percent codes."""
    return f"<{_NOT_IN_IRI.sub(lambda found: ''.join(f'%{byte:02X}' for byte in found.group().encode()), text)}>"


def literal(value: str | int | bool, language: str | None = None) -> str:
    """A literal: text, an xsd:integer or an xsd:boolean."""
    if isinstance(value, bool):
        return f'"{str(value).lower()}"^^<{XSD}boolean>'
    if isinstance(value, int):
        return f'"{value}"^^<{XSD}integer>'
    return f'"{_ESCAPED.sub(_escape, value)}"' + (f"@{language}" if language else "")


def typed(value: str, datatype: str) -> str:
    """A literal of an XML Schema type, such as `decimal`."""
    return f'"{_ESCAPED.sub(_escape, value)}"^^<{XSD}{datatype}>'


def write_sorted(path: Path, lines: Iterable[str], *, at_once: int = LINES_IN_MEMORY) -> int:
    """Write distinct lines sorted by their UTF-8 bytes, and return their number. Needs the memory of `at_once` lines.

    What does not fit is kept in files beside `path` meanwhile.
    """
    written = 0
    with TemporaryDirectory(dir=path.parent, prefix=".sorting-") as folder, ExitStack() as files:
        runs = list(_runs(Path(folder), lines, at_once))
        sources = [files.enter_context(open(run, "rb")) for run in runs]
        last = b""
        with open(path, "wb") as out:
            for line in heapq.merge(*sources):
                if line != last:
                    out.write(line)
                    written += 1
                    last = line
    return written


def _runs(folder: Path, lines: Iterable[str], at_once: int) -> Iterator[Path]:
    batch: list[bytes] = []
    number = 0
    for line in lines:
        batch.append(line.encode("utf-8"))
        if len(batch) >= at_once:
            yield _run(folder, number, batch)
            batch, number = [], number + 1
    if batch:
        yield _run(folder, number, batch)


def _run(folder: Path, number: int, batch: list[bytes]) -> Path:
    path = folder / f"{number:06d}"
    batch.sort()
    path.write_bytes(b"".join(batch))
    return path


def _escape(found: re.Match[str]) -> str:
    char = found.group()
    return _ESCAPES.get(char) or f"\\u{ord(char):04X}"
