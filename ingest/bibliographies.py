"""Bibliography files: which format one has, its entries, and the files that its entries point to.

Zotero and JabRef write where the attached files lie, Zotero's export with files in folders beside the bibliography.
Only what lies below the bibliography's own folder is followed: a bibliography may come from anybody, and what it points
to elsewhere is named and left to the reader.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any, Literal
from urllib.parse import unquote

from ..kb.errors import UnreadableInput
from ..kb.formats import bibtex_source, csl, ris
from ..kb.formats.record import LostEntry

BibliographyKind = Literal["csl", "bibtex", "ris"]

_SUFFIXES: dict[str, BibliographyKind] = {
    ".bib": "bibtex", ".bibtex": "bibtex", ".ris": "ris", ".nbib": "ris", ".ciw": "ris", ".enw": "ris",
}
_TEXT_SUFFIXES = (".txt", ".medline", ".isi", "")
"""Under these names databases save their own forms; the content decides."""
_ATTACHABLE = (".pdf", ".xml", ".nxml")
MOST_BYTES = 64 * 2**20
"""A bibliography is read whole, and takes many times its size in memory."""
_PART = re.compile(r"(?:\\.|[^;\\])+")
_FIELD = re.compile(r"((?:\\.|[^:\\])*)(?::|$)")


@dataclass(frozen=True)
class Bibliography:
    """What a file holds: entries, those that could not be read, and attached files with the reason if one is not taken.

    `links` say to which entry, by its place, a file is attached, taken or not.
    """

    kind: BibliographyKind
    entries: tuple[dict[str, Any], ...]
    lost: tuple[LostEntry, ...] = ()
    attached: tuple[tuple[Path, str | None], ...] = ()
    links: tuple[tuple[int, Path], ...] = ()


def check_bibliography_size(path: Path, size: int) -> None:
    """Raises `UnreadableInput` for a bibliography that is larger than one is read at once."""
    if size > MOST_BYTES:
        raise UnreadableInput(f"{path} has {size // 2**20} MB, and bibliographies are read up to {MOST_BYTES // 2**20}",
                              remedy="export it in parts")


def kind_of(path: Path, start: bytes) -> BibliographyKind | None:
    """The format of a file by its name and the beginning of its content; None if it is no bibliography."""
    suffix = path.suffix.lower()
    if suffix == ".json":
        return "csl" if csl.looks_like_json(start) else None
    if suffix in _TEXT_SUFFIXES:
        return "ris" if ris.looks_like_ris(start) else None
    return _SUFFIXES.get(suffix)


def read_bibliography(path: Path, kind: BibliographyKind, content: bytes) -> Bibliography:
    """Everything in the file. Raises `UnreadableInput`."""
    name = str(path)
    if kind == "csl":
        good, bad = csl.read_file(content, name)
        return Bibliography(kind, tuple(good), tuple(bad))
    if kind == "ris":
        entries = ris.read_entries(content, name)
        paths = [(at, value) for at, entry in enumerate(entries) for tag, value in entry["tags"] if tag in ("L1", "L4")]
        links = tuple(_links(path, paths))
        return Bibliography(kind, tuple(entries), attached=tuple(_attached(path, links)), links=links)
    entries, lost = bibtex_source.read_file(content, name)
    paths = [(at, file) for at, entry in enumerate(entries) for file in _files(entry["fields"].get("file", ""))]
    links = tuple(_links(path, paths))
    return Bibliography(kind, tuple(entries), tuple(lost), tuple(_attached(path, links)), links)


def is_meant(path: Path, kind: BibliographyKind, content: bytes) -> bool:
    """Whether a file that cannot be read was surely meant as a bibliography, so that a reader should hear of it."""
    return csl.holds_entries(content) if kind == "csl" else path.suffix.lower() in _SUFFIXES


def _files(field: str) -> Iterator[str]:
    """Paths in BibTeX's field `file`: `description:path:type;...` as JabRef and Zotero write it, or paths alone."""
    for part in _PART.findall(field):
        pieces = [re.sub(r"\\(.)", r"\1", piece) for piece in _FIELD.findall(part)]
        if len(pieces) > 1 and not pieces[-1]:
            pieces.pop()
        if len(pieces) == 2 and len(pieces[0]) == 1 and pieces[0].isalpha():
            yield ":".join(pieces)
        elif len(pieces) >= 3:
            # A drive letter brings one more colon.
            yield ":".join(pieces[1:-1])
        elif pieces:
            yield pieces[0]


def _links(bibliography: Path, names: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Path]]:
    """The paths of attached files of a kind that is read, each with the place of its entry."""
    for at, name in names:
        place = unquote(re.sub(r"^file:(?://)?(?=/)", "", name)) if name.startswith("file:") else name
        path = Path(place.replace("\\", "/") if PureWindowsPath(place).drive or "/" not in place else place)
        if path.suffix.lower() in _ATTACHABLE and "://" not in place:
            yield at, bibliography.parent / path


def _attached(bibliography: Path, links: Iterable[tuple[int, Path]]) -> Iterator[tuple[Path, str | None]]:
    """Each attached file once, with the reason if it is not taken."""
    home = Path(os.path.realpath(bibliography.parent))
    for path in dict.fromkeys(path for _, path in links):
        if not Path(os.path.realpath(path)).is_relative_to(home):
            yield path, f"attached in {bibliography.name}, outside its folder; name the file to take it in"
        else:
            yield path, None if path.is_file() else f"attached in {bibliography.name}, and not there"
