"""What can still be read of a source that could not be taken in: of a PDF that is cut off, damaged or locked.

Whatever a reader finds when he looks at the bytes: the dictionaries, the streams that are packed and the words that
their operators show. What PyMuPDF makes of it is asked of a child process, since such a file may crash or never end.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .phrases import decoded, words_of

_SECONDS = 30.0
_MEMORY = 2 * 2**30
_MOST = 64 * 2**20
"""Bytes that are unpacked at most, and characters that the child prints."""
_LARGE = 8 * 2**20
"""Bytes from which on only what is plainly text is read of a file as it stands."""
_ASCII = re.compile(rb"[\t\r\n\x20-\x7e]{6,}")
_WORDS = 50
"""Words on its pages from which on a file is taken to have been read."""
_STREAM = re.compile(rb"stream\r?\n")
_SHOWS = re.compile(rb"\bBT\b.*?\bT[jJ]\b", re.DOTALL)
_SAMPLE = 4096
_PRINTABLE = frozenset((*range(32, 127), 9, 10, 13))
_STRING = re.compile(rb"\(((?:[^()\\]|\\.)*)\)|\[|\]|(-?\d+(?:\.\d+)?)|T[jJdDm*]|'")
_GAP = -150.0
"""A shift to the right from which on a blank is meant, in thousandths of the size of the font."""
_TITLE = re.compile(rb"/Title\s*\(((?:[^()\\]|\\.)*)\)")
_OWN_DOI = re.compile(r"(?:prism:doi|pdfx:doi|crossmark:DOI|dc:identifier|/doi|/WPS-ARTICLEDOI)\W{1,12}(?:doi:\s*)?"
                      r"(10\.\d{4,9}/[^\s<\"')]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Salvaged:
    """Text of a broken source; `titles` and `identifiers` are what it says of itself.

    `whole` is false where it may say more than can be read, as a locked file does.
    """

    text: str
    whole: bool = True
    titles: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()


def salvage(path: Path) -> Salvaged:
    """What is left to be read in a file. Raises `OSError`."""
    content = path.read_bytes()
    if b"%PDF-" not in content[:1024]:
        text = decoded(content)
        return Salvaged(content.decode("utf-8", "replace"), text is not None)
    unpacked = list(_unpacked(content))
    shown = [_shown(stream) for stream in unpacked if _SHOWS.search(stream) and _is_written(stream)]
    # Words in images and fonts are none, and there may be much of both.
    plain = content if len(content) <= _LARGE else b"\n".join(_ASCII.findall(content))
    raw = [part.decode("utf-8", "replace") for part in (plain, *filter(_is_written, unpacked))]
    asked = _ask_child(path)
    titles = {match.decode("latin-1") for match in _TITLE.findall(content)} | {asked.get("title") or ""}
    dois = {doi for part in (*raw, asked.get("xmp", "")) for doi in _OWN_DOI.findall(part)}
    pages = "\n".join([*shown, asked.get("text", "")])
    text = "\n".join([*raw, asked.get("title", ""), asked.get("xmp", ""), pages])
    return Salvaged(
        text, _reads(pages), frozenset(filter(None, titles)), frozenset(map(str.casefold, dois))
    )


def _unpacked(content: bytes) -> Iterator[bytes]:
    """The packed streams, as far as they are there."""
    left = _MOST
    for begin in _STREAM.finditer(content):
        try:
            stream = zlib.decompressobj().decompress(content[begin.end():], left)
        except zlib.error:
            continue
        left -= len(stream)
        yield stream
        if left <= 0:
            return


def _is_written(content: bytes) -> bool:
    """Whether bytes are text rather than a font, an image or codes that only a font gives a meaning."""
    start = content[:_SAMPLE]
    return sum(byte in _PRINTABLE for byte in start) >= 0.9 * len(start)


def _reads(text: str) -> bool:
    """Whether a text is one that a person could read, in any script."""
    signs = "".join(text.split())
    return len(words_of(text)) >= _WORDS and sum(map(str.isalpha, signs)) > len(signs) / 2


def _shown(stream: bytes) -> str:
    """The words that a page's operators show, for fonts whose codes are letters."""
    parts: list[str] = []
    for match in _STRING.finditer(stream):
        string, number = match[1], match[2]
        if string is not None:
            parts.append(re.sub(rb"\\(.)", rb"\1", string).decode("latin-1"))
        elif number is None and match[0] not in b"[]":
            parts.append(" " if match[0] not in (b"Tj", b"TJ") else "")
        elif number is not None and float(number) < _GAP:
            parts.append(" ")
    return "".join(parts)


def _ask_child(path: Path) -> dict[str, str]:
    """Title, packet of metadata and text, by PyMuPDF; empty where it gives none."""
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "claimledger.kb.forgetting.salvage", str(path)],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS,
        )
        found = json.loads(ran.stdout or b"{}")
    except (subprocess.TimeoutExpired, ValueError, OSError):
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _main(path: str) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    with pymupdf.open(stream=Path(path).read_bytes(), filetype="pdf") as document:
        found = {"title": (document.metadata or {}).get("title") or "", "text": ""}
        if not document.needs_pass:
            found["xmp"] = document.get_xml_metadata()
            text = ""
            for page in document:
                text += page.get_text()
                if len(text) > _MOST:
                    break
            found["text"] = text
    print(json.dumps(found))


if __name__ == "__main__":
    _main(sys.argv[1])
