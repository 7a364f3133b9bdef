"""The search index of one library: full text, term statistics and vectors of every build that was ever visible.

It is a cache: everything lies below `index/` of the library, can be deleted at any time, and is brought up to date by
`update`. What a question may see is decided by the view it is asked of, never by what happens to be indexed.

A build without text, such as a bibliography record without an abstract, is found by its title: it stands in the index
as one chunk under the id of the build.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..embedder.opening import Opening, open_embedder
from ..events.library import Indexed
from ..ledger.port import Append, NewEvent
from ..locks import exclusive, if_free
from ..segments.purges import read_purges
from .analysis import ANALYSIS_VERSION
from .chunk_table import ChunkTable
from .digests import IndexDamaged, damages_in, readable_index, write_digests
from .generations import Generations
from .state import IndexState
from .statistics import TermStatistics
from .texts import chunks_of, text_key, texts_of
from .vector_digests import damaged_runs
from .vectors import KEY_FILES, VectorStore, has_others, packed

if TYPE_CHECKING:
    from ..library import Library
    from ..view import View

LAYOUT_VERSION = 5
_BUILDS_AT_ONCE = 1000
STREAM, LOCK = "index", "index.lock"
PATIENCE = 3600.0
"""Seconds that a rebuild waits for another process that indexes."""

Report = Callable[[int, int, str], None]

MISSING_BUILDS = "SELECT build, position FROM visible_builds ORDER BY position, build"


class SearchIndex:
    """The index in `library.index_folder`: the generation in force, or the one that is asked for.

    A rebuild makes the next generation and puts it in force whole; what an object holds stays what it was, and its
    files stay where they are until `close`, or until nobody refers to it any more.
    """

    def __init__(self, library: Library, generation: int | None = None) -> None:
        self._library = library
        self._root = library.index_folder
        self._generations = Generations(self._root)
        self._take(generation)

    def _take(self, generation: int | None) -> None:
        self._generation, self._lease = self._generations.hold(generation)
        self.place = self._generations.place(self._generation)
        text = self.place / f"text-{self.version}"
        self.table = ChunkTable(text / "lance")
        self.statistics = TermStatistics(text / "statistics")
        self.__dict__.pop("vectors", None)

    def close(self) -> None:
        """Let the files of the generation go."""
        self._lease.close()

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
        """What the index holds, and how many builds that the view (the head if None) shows it lacks.

        Raises `IndexDamaged`, so that who asks for the state first answers from nothing that is damaged.
        """
        if view is None:
            with self._library.view() as head:
                return self.state(head)
        self._check()
        chunks, embedded = self._counts(view)
        return IndexState(
            version=self.version,
            embedder=self.opening.label,
            reason=self.opening.reason,
            builds=len(self.statistics.builds(view)),
            chunks=chunks,
            embedded=embedded,
            missing_builds=len(self._missing(view)),
        )

    def update(self, progress: Report | None = None, view: View | None = None, *, full: bool = False) -> Indexed | None:
        """Add builds that the view shows and the index lacks, embed what has no vector, record it.

        Without a view the head counts, also one that moves meanwhile: who seals builds and finds another process at
        work here may leave them to it. `progress` is called with chunks embedded, chunks to embed, and a word. None if
        another process is at it, or has put another generation in force. Dying at any point loses at most one batch.

        What is damaged, or half made on a full disk, is made again, with vectors that are whole; `full` looks for that
        in all files from end to end. Raises `ReadOnlyLibrary`, and `LedgerError` while the disk is full.
        """
        if view is not None:
            return self._update(progress, view, full)
        indexed: Indexed | None = None
        while True:
            with self._library.view() as head:
                if indexed is not None and self.state(head).complete:
                    return indexed
                before, indexed = indexed, self._update(progress, head, full)
                if indexed is None:
                    return before
                full = False

    def reload(self) -> None:
        """Look again at what other processes have added to the generation since."""
        self.statistics.reload()
        self.table.reload()
        if self.vectors is not None:
            self.vectors.reload()

    def damages(self, *, full: bool = True) -> list[str]:
        """Files that are not what was written; without `full`, long ones are held against their size alone."""
        found = list(self.statistics.damages(full=full))
        if full and not self._unfinished.exists():
            found += damages_in(self.table.root, full=True)
        for keys in sorted(self.place.glob(KEY_FILES)):
            found += dict.fromkeys(wrong for _, wrong in damaged_runs(keys.parent, full=full))
        return found

    def rebuild(self, progress: Report | None = None) -> Indexed:
        """Make everything again as the next generation, which then comes into force.

        Vectors are long in the making and depend on nothing but model and text: those whose files are, by their
        digests, what was written are kept, and only the others are made again. Readers keep to the generation that they
        opened; it goes with the first update after them. Raises `ReadOnlyLibrary`, and `LedgerError` if another process
        keeps the lock.
        """
        with self._alone(), readable_index(), self._library.view() as head:
            self._generations.sweep()
            present = SearchIndex(self._library)
            number = self._generations.next()
            made = SearchIndex(self._library, number)
            made._add(head)
            present._copy_vectors(made, head)
            present.close()
            indexed = made._catch_up(head, progress)
            self._generations.put_in_force(number)
            return indexed

    def leave_out(self, builds: Collection[str]) -> bool:
        """Put a generation in force that holds what is there but for these builds: their text, terms and vectors.

        True once no file of another generation is left; False while a reader holds one, which then goes with the first
        `sweep` or update after him. Calling it again is cheap. Raises `ReadOnlyLibrary`, and `LedgerError` if another
        process keeps the lock.
        """
        with self._alone(), readable_index(), self._library.view() as view:
            present = SearchIndex(self._library)
            try:
                with readable_index():
                    present._leave_out(builds, view)
            except IndexDamaged:
                # The view shows nothing that was purged, so what is made from it holds nothing of that either.
                present._made_again(view, None)
            present.close()
            self._drop_stale()
            return self._generations.sweep()

    def _leave_out(self, builds: Collection[str], view: View) -> None:
        if any(self.place.glob(KEY_FILES)):
            # So that the vectors of papers that stay are known by their texts, and are kept.
            self._add(view)
        if self._holds(builds, view):
            number = self._generations.next()
            self._copy_to(number, builds, view)
            self._generations.put_in_force(number)

    def sweep(self) -> bool:
        """Remove what a reader kept from being removed before. True once nothing waits. Raises `ReadOnlyLibrary`."""
        if not self._root.is_dir():
            return True
        with self._alone():
            return self._generations.sweep()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._root.mkdir(exist_ok=True)
        with exclusive(self._root / LOCK, patience=PATIENCE):
            yield

    def _update(self, progress: Report | None, view: View, full: bool) -> Indexed | None:
        self._root.mkdir(exist_ok=True)
        with if_free(self._root / LOCK) as free, readable_index():
            if not free or self._generation != self._generations.in_force():
                return None
            # Another process may have added some before the lock was ours.
            self.reload()
            self._generations.sweep()
            self._drop_stale()
            try:
                with readable_index():
                    self._check(full=full)
                    return self._catch_up(view, progress)
            except IndexDamaged:
                return self._made_again(view, progress)

    def _made_again(self, view: View, progress: Report | None) -> Indexed:
        """Put a generation in force that owes nothing to this one but vectors, which are long in the making."""
        number = self._generations.next()
        made = SearchIndex(self._library, number)
        with self._library.view() as head:
            made._add(head)
            # The view may show builds that the head does not.
            made._add(view)
            self._copy_vectors(made, view)
        indexed = made._catch_up(view, progress)
        made.close()
        self._generations.put_in_force(number)
        self.close()
        self._take(number)
        self._generations.sweep()
        return indexed

    def _check(self, *, full: bool = False) -> None:
        for wrong in self.damages(full=full):
            raise IndexDamaged(wrong)

    @property
    def _unfinished(self) -> Path:
        """Stays behind if the process dies before the full-text index is made, so that the next one makes it."""
        return self.place / "unfinished"

    def _catch_up(self, view: View, progress: Report | None) -> Indexed:
        self._add(view)
        self._embed(view, progress)
        return self._record(view)

    def _counts(self, view: View) -> tuple[int, int]:
        """Chunks of the builds that a view shows, and how many of them have a vector."""
        _, keys = self.statistics.keys(view)
        return len(keys), int((self.vectors.places(keys) >= 0).sum()) if self.vectors is not None else 0

    def _holds(self, builds: Collection[str], view: View) -> bool:
        """Whether there is text of these builds, or a vector of a text that no build here has any more."""
        if not self.statistics.builds(view).isdisjoint(builds):
            return True
        files = list(self.place.glob(KEY_FILES))
        return bool(files) and has_others(files, self.statistics.all_keys(view))

    def _copy_to(self, number: int, left_out: Collection[str], view: View) -> None:
        """Write the generation `number`: this one without some builds.

        Text of other versions and vectors of other models are not taken along: nobody can tell whose they are.
        """
        made = SearchIndex(self._library, number)
        self.statistics.copy_to(made.statistics, left_out)
        self.table.copy_to(made.table, left_out)
        if made.table.root.is_dir():
            write_digests(made.table.root)
        self._copy_vectors(made, view)

    def _copy_vectors(self, made: SearchIndex, view: View) -> None:
        """Take over the vectors of the texts that another generation holds, if they are what was written."""
        if self.vectors is not None and made.vectors is not None:
            self.vectors.copy_to(made.vectors, made.statistics.all_keys(view))

    def _add(self, view: View) -> None:
        # The view may be older than a purge that has been here already.
        purged = read_purges(self._library.ledger).ids
        missing = [(build, position) for build, position in self._missing(view) if build not in purged]
        for start in range(0, len(missing), _BUILDS_AT_ONCE):
            self.place.mkdir(exist_ok=True)
            self._unfinished.touch()
            batch = dict(missing[start : start + _BUILDS_AT_ONCE])
            chunks = chunks_of(view, batch)
            self.table.add(chunks)
            self.statistics.add(chunks, batch)
        if self._unfinished.exists():
            self.table.index()
            if self.table.root.is_dir():
                write_digests(self.table.root)
            self._unfinished.unlink()
        self.statistics.merge()
        self._sweep_batches()

    def _sweep_batches(self) -> None:
        """Remove the files of joined batches, unless somebody reads this generation."""
        self._lease.close()
        if self._generations.is_unread(self._generation):
            self.statistics.sweep()
        _, self._lease = self._generations.hold(self._generation)

    def _embed(self, view: View, progress: Report | None) -> None:
        vectors, embedder = self.vectors, self.opening.embedder
        if vectors is None or embedder is None:
            return
        builds, keys = self.statistics.keys(view)
        without = (vectors.places(keys) < 0).nonzero()[0]
        missing = {keys[at].tobytes().hex(): builds[at].as_py() for at in without.tolist()}
        total = len(missing)
        for done, texts in texts_of(view, missing):
            vectors.append(packed([text_key(text) for text in texts]), embedder.embed(texts))
            if progress:
                progress(done, total, "embedding")

    def _record(self, view: View) -> Indexed:
        """An event for what the index holds of the view, unless the last one says it, or is about a later state."""
        chunks, embedded = self._counts(view)
        sealed = view.rows("SELECT coalesce(max(position), 0) AS position FROM visible_builds")
        indexed = Indexed(
            index_version=self.version, embedder=self.opening.label, through=sealed[0]["position"], chunks=chunks,
            embedded=embedded,
        )
        known = view.rows("SELECT * EXCLUDE (position) FROM indexings ORDER BY position DESC LIMIT 1")
        later = [event.payload() for event in self._library.ledger.read(after=view.position, kinds=[Indexed.kind])]
        # An index of nothing says nothing that no event says.
        said = known[0] if known else {**indexed.model_dump(), "through": 0, "chunks": 0, "embedded": 0}
        unknown = not later and said != indexed.model_dump()
        if unknown and not self._library.imported:
            self._library.append([Append(STREAM, [NewEvent(indexed)])])
        return indexed

    def _missing(self, view: View) -> list[tuple[str, int]]:
        """Visible builds that are not indexed, with the positions at which they were sealed, oldest first."""
        indexed = self.statistics.builds(view)
        return [(row["build"], row["position"]) for row in view.rows(MISSING_BUILDS) if row["build"] not in indexed]

    def _drop_stale(self) -> None:
        """Text indexes of other versions go, once nobody reads here.

        Vectors of other models stay, since settings may go back to them.
        """
        kept = self._generations.in_force()
        stale = [path for path in self._generations.place(kept).glob("text-*") if path.name != f"text-{self.version}"]
        for path in stale:
            shutil.rmtree(path, ignore_errors=True)
