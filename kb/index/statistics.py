"""Term statistics as of a view, so that scores can be computed from exactly what a position shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import DamageFound
from .batches import BatchFiles
from .digests import IndexDamaged
from .vectors import packed

if TYPE_CHECKING:
    import numpy
    import pyarrow
    from numpy.typing import NDArray

    from ..view import View

    Numbers = NDArray[numpy.int64]

_SOME_TERMS = 64
"""Up to so many terms are looked up one by one, each in the row groups that hold it."""
BUILDS = "SELECT build FROM read_parquet({files})"
VISIBLE = """
SELECT c.chunk, c.build, a.work, c.length, c.number
FROM read_parquet({files}) c JOIN active_builds a ON a.build = c.build
WHERE c.position <= {at} ORDER BY c.chunk
"""
KEYS = """
SELECT c.build, c.key FROM read_parquet({files}) c SEMI JOIN visible_builds v ON v.build = c.build
WHERE c.position <= {at} ORDER BY c.chunk
"""
ACTIVE_KEYS = """
SELECT c.key FROM read_parquet({files}) c JOIN active_builds a ON a.build = c.build
WHERE c.position <= {at} ORDER BY c.chunk
"""
HIDDEN_BUILDS = """
SELECT build FROM read_parquet({files})
WHERE position <= ? AND build NOT IN (SELECT build FROM active_builds)
"""
POSTINGS = 'SELECT term, number, "count" FROM read_parquet({files}) WHERE '


@dataclass(frozen=True)
class VisibleChunks:
    """The chunks that a view shows, sorted by id; all columns run in parallel. `lengths` are in terms.

    `numbers` are the chunks' numbers in the index. A place is an index into the columns.
    """

    ids: pyarrow.Array
    builds: pyarrow.Array
    works: pyarrow.Array
    lengths: Numbers
    numbers: Numbers

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def mean_length(self) -> float:
        """Mean number of terms; zero without chunks."""
        return float(self.lengths.mean()) if len(self.lengths) else 0.0

    def places(self, chunks: Sequence[str]) -> Numbers:
        """The places of chunks by their ids, sorted; chunks that are not visible are left out."""
        import numpy
        import pyarrow
        import pyarrow.compute as compute

        found = compute.index_in(pyarrow.array(chunks, pyarrow.string()), value_set=self.ids).drop_null()
        return numpy.sort(found.to_numpy(zero_copy_only=False).astype(numpy.int64))


@dataclass(frozen=True)
class Postings:
    """Which visible chunks hold a term, as sorted places, and how often."""

    places: Numbers
    counts: Numbers


class TermStatistics(BatchFiles):
    """The statistics below `root`, as the manifest stood when this was made or last reloaded."""

    def builds(self, view: View) -> set[str]:
        """All builds that are indexed, visible or not."""
        files = self._files("builds")
        return set(self._arrow(view, BUILDS.format(files=files))["build"].to_pylist()) if files else set()

    def keys(self, view: View) -> tuple[pyarrow.Array, NDArray[numpy.uint8]]:
        """Build and key (32 bytes) of every chunk of a visible build, sorted by the chunk's id."""
        import pyarrow

        files = self._files("chunks")
        if not files:
            return pyarrow.array([], pyarrow.string()), packed([])
        found = self._arrow(view, KEYS.format(files=files, at=view.position))
        return found["build"].combine_chunks(), _bytes(found["key"])

    def all_keys(self, view: View) -> NDArray[numpy.uint8]:
        """The key of every chunk that is indexed."""
        files = self._files("chunks")
        return _bytes(self._arrow(view, f"SELECT key FROM read_parquet({files})")["key"]) if files else packed([])

    def visible_keys(self, view: View) -> NDArray[numpy.uint8]:
        """The keys of the chunks that `visible` gives, in their order."""
        files = self._files("chunks")
        if not files:
            return packed([])
        return _bytes(self._arrow(view, ACTIVE_KEYS.format(files=files, at=view.position))["key"])

    def visible(self, view: View) -> VisibleChunks:
        """The chunks of the builds that are active in the view."""
        import numpy
        import pyarrow

        files = self._files("chunks")
        if not files:
            nothing, none = pyarrow.array([], pyarrow.string()), numpy.zeros(0, dtype=numpy.int64)
            return VisibleChunks(nothing, nothing, nothing, none, none)
        rows = self._arrow(view, VISIBLE.format(files=files, at=view.position))
        ids, builds, works = (rows[name].combine_chunks() for name in ("chunk", "build", "work"))
        return VisibleChunks(ids, builds, works, rows["length"].to_numpy(), rows["number"].to_numpy())

    def hidden(self, view: View) -> frozenset[str]:
        """Indexed builds that the view's position would admit but that are not active in it."""
        files = self._files("builds")
        found = view.rows(HIDDEN_BUILDS.format(files=files), [view.position]) if files else []
        return frozenset(str(row["build"]) for row in found)

    def postings(self, view: View, visible: VisibleChunks, terms: Collection[str]) -> dict[str, Postings]:
        """Where each term stands among the visible chunks; a term that none holds has no places."""
        import numpy

        none = numpy.zeros(0, dtype=numpy.int64)
        found = dict.fromkeys(terms, Postings(none, none))
        if not self._state.batches or not terms or not len(visible):
            return found
        place_of = numpy.full(self._state.next_chunk, -1, dtype=numpy.int64)
        place_of[visible.numbers] = numpy.arange(len(visible))
        for term, numbers, counts in self._look_up(view, sorted(terms)):
            places = place_of[numbers]
            shown = places >= 0
            order = numpy.argsort(places[shown], kind="stable")
            found[term] = Postings(places[shown][order], counts[shown][order])
        return found

    def document_frequencies(self, view: View, terms: Collection[str]) -> dict[str, int]:
        """Number of visible chunks that hold each term; terms that none holds are left out."""
        found = self.postings(view, self.visible(view), terms)
        return {term: len(postings.places) for term, postings in found.items() if len(postings.places)}

    def _arrow(self, view: View, sql: str, parameters: Sequence[Any] = ()) -> pyarrow.Table:
        """The rows of a query of the files here. Raises `IndexDamaged` if one of them is what cannot be read."""
        try:
            return view.arrow(sql, parameters)
        except DamageFound as error:
            for wrong in self.damages(full=True):
                raise IndexDamaged(wrong) from error
            raise

    def _look_up(self, view: View, terms: Sequence[str]) -> Iterator[tuple[str, Numbers, Numbers]]:
        """Numbers of the chunks that hold each term, visible or not, and how often."""
        files = self._files("postings")
        if len(terms) <= _SOME_TERMS:
            for term in terms:
                # A literal, since only that lets DuckDB pass over the row groups without it.
                quoted = term.replace("'", "''")
                rows = self._arrow(view, f"{POSTINGS.format(files=files)} term = '{quoted}'")
                yield term, rows["number"].to_numpy(), rows["count"].to_numpy()
            return
        condition = "term IN (SELECT unnest(?::VARCHAR[])) ORDER BY term"
        rows = self._arrow(view, f"{POSTINGS.format(files=files)} {condition}", [terms])
        names, numbers, counts = rows["term"].combine_chunks(), rows["number"].to_numpy(), rows["count"].to_numpy()
        runs = names.value_counts()
        start = 0
        for run in runs:
            end = start + run["counts"].as_py()
            yield run["values"].as_py(), numbers[start:end], counts[start:end]
            start = end


def _bytes(column: Any) -> NDArray[numpy.uint8]:
    """A column of 32-byte keys as rows."""
    import numpy
    import pyarrow

    fixed = column.combine_chunks().cast(pyarrow.binary(32))
    return numpy.frombuffer(fixed.buffers()[1], dtype=numpy.uint8)[32 * fixed.offset :].reshape(-1, 32)[: len(fixed)]
