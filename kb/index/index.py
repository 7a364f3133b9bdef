"""The search index of one library: full text, term statistics and vectors of every build that was ever visible.

It is a cache: everything lies below `index/` of the library, can be deleted at any time, and is brought up to date by
`update`. What a question may see is decided by the view it is asked of, never by what happens to be indexed.

A build without text, such as a bibliography record without an abstract, is found by its title: it stands in the index
as one chunk under the id of the build.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..embedder.opening import Opening, open_embedder
from ..errors import DamageFound
from ..events.library import Indexed
from ..ledger.port import Append, NewEvent
from ..locks import exclusive, if_free
from ..swapping import swap_text
from .analysis import ANALYSIS_VERSION, analyse
from .chunk_table import ChunkTable, IndexedChunk
from .statistics import TermStatistics
from .vectors import VectorStore

if TYPE_CHECKING:
    from ..library import Library
    from ..view import View

LAYOUT_VERSION = 3
_BUILDS_AT_ONCE = 1000
_TEXTS_AT_ONCE = 256
STREAM, LOCK, IN_FORCE = "index", "index.lock", "generation"

Report = Callable[[int, int, str], None]

MISSING_BUILDS = "SELECT build, position FROM visible_builds ORDER BY position, build"
CHUNKS_OF_BUILDS = """
WITH wanted AS (SELECT unnest(?::VARCHAR[]) AS build), titles AS (
    SELECT build, first(value ORDER BY ordinal) AS title FROM assertions WHERE field = 'title' GROUP BY build
)
SELECT c.id, c.build, concat_ws(' ', t.title, c.text) AS text
FROM chunk_texts c SEMI JOIN wanted USING (build) LEFT JOIN titles t ON t.build = c.build
UNION ALL SELECT build, build, title FROM titles SEMI JOIN wanted USING (build) ANTI JOIN chunks USING (build)
ORDER BY 1
"""
"""What is indexed and embedded for a chunk: the title of its paper goes before the text."""


@dataclass(frozen=True)
class IndexState:
    """What the index holds of the chunks of a view. `reason`: why there is no embedder, if the settings ask for one."""

    version: str
    embedder: str
    reason: str | None
    builds: int
    chunks: int
    embedded: int
    missing_builds: int

    @property
    def complete(self) -> bool:
        """Whether every visible build is indexed and, if there is an embedder, every chunk has its vector."""
        return not self.missing_builds and (self.embedder == "none" or self.embedded == self.chunks)


class SearchIndex:
    """The index below `library.root / "index"`: the generation in force, or the one that is asked for.

    A rebuild makes the next generation and puts it in force whole; what an object holds stays what it was.
    """

    def __init__(self, library: Library, generation: int | None = None) -> None:
        self._library = library
        self._root = library.root / "index"
        self._generation = generation or self._in_force()
        self.place = self._root / f"generation-{self._generation}"
        text = self.place / f"text-{self.version}"
        self.table = ChunkTable(text / "lance")
        self.statistics = TermStatistics(text / "statistics")

    @cached_property
    def version(self) -> str:
        """Layout, analysis, and the stemmer that the analysis leans on: another version is another index."""
        from importlib.metadata import version

        return f"{LAYOUT_VERSION}.{ANALYSIS_VERSION}-stemmer-{version('PyStemmer')}"

    @cached_property
    def opening(self) -> Opening:
        """The embedder of the settings, or why there is none."""
        return open_embedder(self._library.settings.search.embedder)

    @cached_property
    def vectors(self) -> VectorStore | None:
        """The vectors of that embedder; None without one."""
        embedder = self.opening.embedder
        if embedder is None:
            return None
        name = hashlib.sha256(f"{embedder.name} {embedder.digest}".encode()).hexdigest()[:16]
        return VectorStore(self.place / f"vectors-{name}", embedder.dimensions)

    def state(self, view: View | None = None) -> IndexState:
        """What the index holds, and how many builds that the view (the head if None) shows it lacks."""
        if view is None:
            with self._library.view() as head:
                return self.state(head)
        keys = self.statistics.keys(view)
        vectors = self.vectors
        return IndexState(
            version=self.version,
            embedder=self.opening.label,
            reason=self.opening.reason,
            builds=len(self.statistics.builds(view)),
            chunks=len(keys),
            embedded=sum(key in vectors for _, key in keys) if vectors is not None else 0,
            missing_builds=len(self._missing(view)),
        )

    def update(self, progress: Report | None = None, view: View | None = None) -> Indexed | None:
        """Add builds that the view (the head if None) shows and the index lacks, embed what has no vector, record it.

        `progress` is called with chunks embedded, chunks to embed, and a word. None if another process is at it, or
        has put another generation in force. Dying at any point loses at most one batch. Raises `ReadOnlyLibrary`.
        """
        if view is None:
            with self._library.view() as head:
                return self.update(progress, head)
        self._root.mkdir(exist_ok=True)
        with if_free(self._root / LOCK) as free, readable_index():
            if not free or self._generation != self._in_force():
                return None
            if self.vectors is not None:
                self.vectors.reload()  # Another process may have added some before the lock was ours.
            self._drop_older()
            return self._catch_up(view, progress)

    def rebuild(self, progress: Report | None = None) -> Indexed:
        """Make everything again, vectors too, as the next generation, which then comes into force.

        Readers keep to the one that they opened; it goes with the next update. Raises `ReadOnlyLibrary`, and
        `LedgerError` if another process keeps the lock.
        """
        self._root.mkdir(exist_ok=True)
        with exclusive(self._root / LOCK), readable_index(), self._library.view() as head:
            self._drop_older()
            number = self._in_force() + 1
            indexed = SearchIndex(self._library, number)._catch_up(head, progress)
            swap_text(self._root / IN_FORCE, str(number))
            return indexed

    def _in_force(self) -> int:
        try:
            return int((self._root / IN_FORCE).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return 1

    def _catch_up(self, view: View, progress: Report | None) -> Indexed:
        self._add(view)
        self._embed(view, progress)
        return self._record(view)

    def _add(self, view: View) -> None:
        missing = self._missing(view)
        # Stays behind if the process dies before the full-text index is made, so that the next one makes it.
        unfinished = self.place / "unfinished"
        for start in range(0, len(missing), _BUILDS_AT_ONCE):
            self.place.mkdir(exist_ok=True)
            unfinished.touch()
            batch = dict(missing[start : start + _BUILDS_AT_ONCE])
            chunks = [
                IndexedChunk(
                    row["id"], row["build"], batch[row["build"]], tuple(analyse(row["text"])), text_key(row["text"])
                )
                for row in view.rows(CHUNKS_OF_BUILDS, [list(batch)])
            ]
            self.table.add(chunks)
            self.statistics.add(chunks, batch)
        if unfinished.exists():
            self.table.index()
            unfinished.unlink()
        self.statistics.merge()

    def _embed(self, view: View, progress: Report | None) -> None:
        vectors, embedder = self.vectors, self.opening.embedder
        if vectors is None or embedder is None:
            return
        missing = {key: build for build, key in self.statistics.keys(view) if key not in vectors}
        total = len(missing)
        for done, texts in self._texts(view, missing):
            vectors.append([text_key(text) for text in texts], embedder.embed(texts))
            if progress:
                progress(done, total, "embedding")

    def _texts(self, view: View, missing: dict[str, str]) -> Iterator[tuple[int, Sequence[str]]]:
        """Texts without a vector, in batches, each with the number of texts up to its end.

        `missing` names a build for each key, and shrinks.
        """
        done = 0
        builds = sorted(set(missing.values()))
        for start in range(0, len(builds), _BUILDS_AT_ONCE):
            rows = view.rows(CHUNKS_OF_BUILDS, [builds[start : start + _BUILDS_AT_ONCE]])
            texts = {text_key(row["text"]): row["text"] for row in rows}
            # Texts of like length go together, so that little of a batch is padding.
            ordered = sorted((text for key, text in texts.items() if key in missing), key=lambda one: (len(one), one))
            for first in range(0, len(ordered), _TEXTS_AT_ONCE):
                part = ordered[first : first + _TEXTS_AT_ONCE]
                done += len(part)
                yield done, part
            for key in texts:
                missing.pop(key, None)

    def _record(self, view: View) -> Indexed:
        state = self.state(view)
        sealed = view.rows("SELECT coalesce(max(position), 0) AS position FROM visible_builds")
        indexed = Indexed(
            index_version=state.version, embedder=state.embedder, through=sealed[0]["position"], chunks=state.chunks,
            embedded=state.embedded,
        )
        last = view.rows("SELECT * EXCLUDE (position) FROM indexings ORDER BY position DESC LIMIT 1")
        if not last or last[0] != indexed.model_dump():
            self._library.append([Append(STREAM, [NewEvent(indexed)])])
        return indexed

    def _missing(self, view: View) -> list[tuple[str, int]]:
        """Visible builds that are not indexed, with the positions at which they were sealed, oldest first."""
        indexed = self.statistics.builds(view)
        return [(row["build"], row["position"]) for row in view.rows(MISSING_BUILDS) if row["build"] not in indexed]

    def _drop_older(self) -> None:
        """Other generations and text indexes of other versions go.

        Vectors of other models stay, since settings may go back to them.
        """
        kept = self._root / f"generation-{self._in_force()}"
        for path in (*self._root.glob("*-*"), *kept.glob("text-*")):
            if path not in (kept, kept / f"text-{self.version}"):
                shutil.rmtree(path, ignore_errors=True)


@contextmanager
def readable_index() -> Iterator[None]:
    """What the libraries underneath raise for damaged files becomes `DamageFound`, which names the cure."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise DamageFound(f"the search index is damaged: {said}", remedy="run: claimledger rebuild") from error


def text_key(text: str) -> str:
    """The digest under which a text's vector is kept."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
