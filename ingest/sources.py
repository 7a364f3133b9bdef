"""Sources on disk: which files of the given paths are taken in, as what, and which are left alone and why."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from ..kb.confinement import check_source, why_not_taken
from ..kb.errors import UnreadableInput
from ..kb.formats.record import LostEntry
from ..kb.formats.xml_source import XmlKind
from ..kb.settings import FILE_NAME
from .bibliographies import BibliographyKind, check_bibliography_size, is_meant, kind_of, read_bibliography
from .xml_files import LOOK, kind_of_xml, may_be_xml

PaperKind = Literal["pdf", "tei", "jats"]
"""Kinds of file that hold one paper each, and that a parser reads in a child process."""
RecordKind = Literal["csl", "bibtex", "ris", "openalex"]
"""Kinds of file that hold entries of bibliographies, each a source of its own."""
FileKind = PaperKind | RecordKind
_TRACES_BEFORE = ("._", "~$", ".~lock.")
_TRACES_BEHIND = ("Zone.Identifier",)
_TRACES = (".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX")
PAPER_KINDS: tuple[PaperKind, ...] = get_args(PaperKind)


@dataclass(frozen=True)
class Found:
    """A file to take in; a bibliography with its entries. `name` is for people, where the file's own says nothing.

    `lost` are entries that cannot be read; `attached` the files that entries point to, with the
    reason where one is not taken, and `links` say to which entry, by its place, a file is attached.
    """

    path: Path
    kind: FileKind
    entries: tuple[dict[str, Any], ...] = ()
    name: str | None = None
    lost: tuple[LostEntry, ...] = ()
    attached: tuple[tuple[Path, str | None], ...] = ()
    links: tuple[tuple[int, Path], ...] = ()


@dataclass(frozen=True)
class Skipped:
    """A file or folder that is left alone; `failed` if it should have been read and could not be."""

    path: Path
    why: str
    failed: bool = False


def find_sources(
    paths: Iterable[Path], library: Path, *, private: bool = False, xml: XmlKind | None = None
) -> Iterator[Found | Skipped]:
    """Files for a library in the order given, folders sorted by name, each file once.

    What libraries keep for themselves is left alone, and so is, for a library that is not private, all that lies in a
    private one, its backup or its export. Raises `UsageError` for a path by which such a thing is named, and
    `UnreadableInput` for a path that is not there or cannot be read, and for JSON that is no bibliography. In a
    folder these are `Skipped`: nobody asked for them by name. Files in XML show their kind, unless `xml` names it.
    """
    barred = partial(why_not_taken, library=library, private=private)
    seen: set[str] = set()
    for path in paths:
        if not os.path.lexists(path):
            raise UnreadableInput(f"{path} does not exist", remedy="check the path")
        # The library itself is passed over, as in a folder: a pattern of the shell names it too.
        if not (path / FILE_NAME).is_file():
            check_source(path, library, private=private)
        for file in _files(path, barred):
            if isinstance(file, Skipped):
                yield file
            else:
                yield from _classified(file, seen, barred, named=file is path, xml=xml)


def _classified(
    file: Path, seen: set[str], barred: Callable[[Path], str | None], *, named: bool, xml: XmlKind | None
) -> Iterator[Found | Skipped]:
    """A file that was not met before, and behind a bibliography the files that are attached to its entries."""
    if os.path.realpath(file) in seen:
        return
    seen.add(os.path.realpath(file))
    try:
        found = _classify(file, named=named, xml=xml)
    except UnreadableInput as error:
        if named:
            raise
        found = Skipped(file, error.message, failed=True)
    yield found
    for attached, why in found.attached if isinstance(found, Found) else ():
        why = why or barred(attached)
        if why:
            yield Skipped(attached, why)
        else:
            yield from _classified(attached, seen, barred, named=False, xml=xml)


def is_trace(name: str) -> bool:
    """Whether a file is what a system or a program left beside another one: nobody means it as a source."""
    return name.startswith(_TRACES_BEFORE) or name.endswith(_TRACES_BEHIND) or name in _TRACES


def _files(path: Path, barred: Callable[[Path], str | None]) -> Iterator[Path | Skipped]:
    """A file, or the files in a folder and in all folders in it; not recursive, since folders may lie deep."""
    if is_trace(path.name):
        # Named by a pattern of the shell, which takes all that is there.
        yield Skipped(path, "a trace that a system or a program left beside another file")
        return
    waiting = [path]
    while waiting:
        here = waiting.pop()
        if not os.path.isdir(here):
            # Of files in a folder that was let in, only a link can lead somewhere else.
            why = (barred(here) or _leads_out(here, path)) if os.path.islink(here) else None
            yield Skipped(here, why) if why else here
        elif here is not path and os.path.islink(here):
            # Followed, a link to a folder above would never end.
            yield Skipped(here, "a link to a folder")
        elif why := barred(here):
            yield Skipped(here, why)
        else:
            try:
                children = sorted(here.iterdir(), reverse=True)
            except OSError as error:
                yield Skipped(here, f"{here} cannot be read: {error.strerror}", failed=True)
                continue
            waiting += [child for child in children if not (child.name.startswith(".") or is_trace(child.name))]


def _leads_out(link: Path, named: Path) -> str | None:
    """Why a link is left alone: who names a folder means what lies in it, and not what a link in it leads to."""
    if link is named or Path(os.path.realpath(link)).is_relative_to(os.path.realpath(named)):
        return None
    return "a link out of the folder; name the file to take it in"


def _classify(path: Path, *, named: bool, xml: XmlKind | None) -> Found | Skipped:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return Skipped(path, "not a regular file")
        with open(path, "rb") as file:
            start = file.read(1024)
            if b"%PDF-" in start:
                return Found(path, "pdf")
            called_pdf = path.suffix.lower() == ".pdf"
            if may_be_xml(path, start):
                kind, why = kind_of_xml(start + file.read(LOOK), xml, named=named and not called_pdf)
                if kind or not called_pdf:
                    return Found(path, kind) if kind else Skipped(path, why)
            # What is called .pdf is a source even if it is something else: the parser then says what it is.
            if called_pdf:
                return Found(path, "pdf")
            if form := kind_of(path, start):
                check_bibliography_size(path, path.stat().st_size)
                return _bibliography(path, form, start + file.read(), named)
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check its permissions") from error
    return Skipped(path, f"unknown kind of file ({path.suffix or 'no suffix'})")


def _bibliography(path: Path, kind: BibliographyKind, content: bytes, named: bool) -> Found | Skipped:
    try:
        read = read_bibliography(path, kind, content)
    except UnreadableInput as error:
        if named:
            raise
        if is_meant(path, kind, content):
            return Found(path, kind, lost=(LostEntry("", error.message, content),))
        return Skipped(path, error.message)
    if not (read.entries or read.lost):
        return Skipped(path, "holds no entries")
    return Found(path, kind, read.entries, lost=read.lost, attached=read.attached, links=read.links)
