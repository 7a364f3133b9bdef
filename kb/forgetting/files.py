"""Files inside a library's folder that are not the library's own: exports, drafts and audits that were written there.

What claimledger wrote goes with the paper: it can be written again. What somebody else put there is named and stays.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..confinement import OWN_FILES, OWN_FOLDERS
from ..exported.layout import MANIFEST
from .phrases import Phrases, decoded
from .record import STATE

WHOLE = frozenset({"replay"})
"""Folders that hold nothing but what a program made there and, if it was killed, left behind."""
REPORT = frozenset({"audit.jsonl", "summary.json", "audit.html", "draft.md", "references.bib"})
"""What `draft` and `audit` write into a folder."""
_REPORT_MARK = "audit.jsonl"
_MOST = 256 * 2**20
"""Bytes up to which a file is read."""


@dataclass(frozen=True)
class Found:
    """A path, relative to the library, that carries a paper's text or cannot be read."""

    path: str
    ours: bool
    read: bool = True


def find_files(root: Path, phrases: Phrases) -> list[Found]:
    """Exports and leftovers (as whole folders) and single files below `root` that carry the phrases, sorted by path."""
    return sorted(_search(root, root, phrases), key=lambda found: found.path)


def remove_files(root: Path, found: list[Found]) -> None:
    """Remove those that are ours. What is gone already is done."""
    for one in found:
        path = root / one.path
        if not one.ours or not one.read:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            with suppress(FileNotFoundError):
                path.unlink()


def _search(root: Path, folder: Path, phrases: Phrases) -> Iterator[Found]:
    for path in sorted(folder.iterdir()):
        name = str(path.relative_to(root))
        if path.is_symlink() or (folder == root and _is_own(path)):
            continue
        if not path.is_dir():
            if carried := _carries(path, phrases):
                ours = path.name in REPORT and (folder / _REPORT_MARK).exists()
                yield Found(name, ours, carried == "yes")
            continue
        leftover = folder == root and path.name in WHOLE
        # Of what was left behind halfway, files that cannot be read go too.
        carrying = ("yes", "unread") if leftover else ("yes",)
        if not leftover and not (path / MANIFEST).is_file():
            yield from _search(root, path, phrases)
        elif any(_carries(file, phrases) in carrying for file in sorted(path.rglob("*")) if file.is_file()):
            yield Found(name, ours=True)


def _is_own(path: Path) -> bool:
    return path.name in (OWN_FOLDERS if path.is_dir() else OWN_FILES | {STATE}) or path.name.endswith(".lock")


def _carries(path: Path, phrases: Phrases) -> str:
    """`yes`, `unread` for a file that is no text of a known kind, or an empty string."""
    try:
        if path.stat().st_size > _MOST:
            return "unread"
        content = path.read_bytes()
        text = _text(path, content)
    except (OSError, ValueError, RuntimeError, zipfile.BadZipFile):
        return "unread"
    if text is None:
        return "yes" if phrases.find(content.decode("utf-8", "replace")) else "unread"
    return "yes" if phrases.find(text) else ""


def _text(path: Path, content: bytes) -> str | None:
    if content.startswith(b"PAR1"):
        return _of_parquet(path)
    if b"%PDF-" in content[:1024]:
        import pymupdf

        with pymupdf.open(stream=content) as document:
            return "\n".join(page.get_text() for page in document)
    if content.startswith(b"PK\x03\x04"):
        return _of_archive(content)
    return decoded(content)


def _of_archive(content: bytes) -> str | None:
    """The texts of a ZIP file, such as a document of a word processor; None if a member of it is no text."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sizes = sum(member.file_size for member in archive.infolist())
        if sizes > _MOST:
            return None
        texts = [decoded(archive.read(member)) for member in archive.infolist()]
    return None if None in texts else "\n".join(text for text in texts if text is not None)


def _of_parquet(path: Path) -> str:
    """Every text of the table, a line each."""
    import json

    from pyarrow import parquet

    table = parquet.read_table(path)
    return "\n".join(json.dumps(row, ensure_ascii=False, default=str) for row in table.to_pylist())
