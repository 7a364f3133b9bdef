"""Sources that never came in whole, since a stage gave up on them: their bytes are here, and their text is in no table.

A damaged copy of a paper is such a source. It goes with the paper if it says that it is this paper; if it only may be,
or only speaks of it, it stays and is named, since another paper's broken file is not erased.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import UnknownId
from ..view import View
from .phrases import PaperText, Phrases, words_of
from .salvage import Salvaged, salvage
from .tokens import many_digits, stem_of

if TYPE_CHECKING:
    from ..library import Library

FAILED = """
SELECT s.build, any_value(s.blob) AS blob, any_value(s.name) AS name, any_value(s.size) AS size,
       arg_max(f.stage, f.position) AS stage, arg_max(f.reason, f.position) AS reason,
       arg_max(f.message, f.position) AS message, count(DISTINCT f.attempt) AS attempts
FROM sources s LEFT JOIN failures f ON f.build = s.build
WHERE s.build NOT IN (SELECT build FROM sealed) AND s.build NOT IN (SELECT build FROM purged_builds)
AND s.blob NOT IN (
    SELECT blob FROM sealed WHERE build NOT IN (SELECT build FROM purged_builds)
)
GROUP BY s.build ORDER BY name, s.build
"""
"""Builds that were begun and not completed, of sources of which no other build was."""

_SENTENCES = 5
"""So many sentences of a paper nobody quotes: who has them is the paper."""
_TITLE_WORDS = 3
"""Words from which on a title is told from what programs write in its place."""
_OWN_WORDS = {
    "title": "its title", "author": "the name of an author", "sentence": "a sentence of it",
    "identifier": "its identifier", "file": "the name of its file",
}


@dataclass(frozen=True)
class FailedSource:
    """A source that never came in whole and stays; `why` says what in it may mean the papers."""

    build: str
    blob: str
    name: str
    why: tuple[str, ...]


def failed_sources(view: View) -> list[dict[str, Any]]:
    """Builds that were begun and never completed, with the last failure (null for one that was interrupted)."""
    return view.rows(FAILED)


def find_failed(
    library: Library, view: View, text: PaperText, phrases: Phrases, builds: Collection[str]
) -> tuple[list[str], list[FailedSource]]:
    """Of the sources that failed, the builds of those that are these papers, and those that stay and are to be named.

    `builds` are those that go in any case. What cannot be read is among those that stay.
    """
    same, named = [], []
    marks = _Marks(text, phrases)
    for row in failed_sources(view) if phrases else ():
        if row["build"] in builds:
            continue
        try:
            found = salvage(library.blobs.path(row["blob"]))
        except (OSError, UnknownId):
            continue
        if marks.is_paper(found):
            same.append(str(row["build"]))
        elif why := tuple(marks.pointing(found, row["name"], row["size"])):
            named.append(FailedSource(row["build"], row["blob"], row["name"], why))
    return same, named


class _Marks:
    """What tells a broken copy of some papers from another broken file."""

    def __init__(self, text: PaperText, phrases: Phrases) -> None:
        self._phrases = phrases
        self._identifiers = {one.casefold() for one in text.identifiers}
        self._titles = {words_of(title) for title in text.titles if len(words_of(title)) >= _TITLE_WORDS}
        self._stems = {part for name in text.files for part in _parts(name)}

    def is_paper(self, found: Salvaged) -> bool:
        """Whether a broken file says that it is one of the papers, or holds much of one."""
        return (
            bool(self._identifiers & found.identifiers)
            or any(words_of(title) in self._titles for title in found.titles)
            or self._phrases.count_sentences(found.text, _SENTENCES) >= _SENTENCES
        )

    def pointing(self, found: Salvaged, name: str, size: int) -> Iterator[str]:
        """What in a broken file, or in its name, may mean the papers, in words."""
        for kind in sorted(self._phrases.find(found.text)):
            yield f"it holds {_OWN_WORDS[kind]}"
        if self._stems & _parts(name):
            yield "it has the name of its file"
        if not found.whole and size:
            yield "it cannot be read"


def _parts(name: str) -> set[str]:
    """The name of a file without its suffix, and those parts of it that somebody numbered, as in `v2-jose.00184`."""
    stem = stem_of(name).casefold()
    return {stem, *(part for part in re.split(r"[-_+\s]+", stem) if many_digits(part))}
