"""Vectors of texts that another library has embedded already, so that nothing is embedded twice."""

from __future__ import annotations

from collections.abc import Collection

from ..index.index import LOCK, SearchIndex
from ..library import Library
from ..locks import exclusive


def copy_vectors(library: Library, other: Library, builds: Collection[str]) -> int:
    """Copy the vectors of these builds' chunks that `library` lacks; returns their number.

    Only for texts that the other library shows: what it keeps of forgotten ones stays there. Nothing is copied where
    the two use different models, or none.
    """
    theirs = SearchIndex(other)
    try:
        if not builds or theirs.vectors is None or not len(theirs.vectors):
            return 0
        (library.root / "index").mkdir(exist_ok=True)
        with exclusive(library.root / "index" / LOCK):
            return _copy(SearchIndex(library), theirs, other, frozenset(builds))
    finally:
        theirs.close()


def _copy(ours: SearchIndex, theirs: SearchIndex, other: Library, builds: frozenset[str]) -> int:
    import numpy

    source, target = theirs.vectors, ours.vectors
    try:
        if source is None or target is None or ours.opening.label != theirs.opening.label:
            return 0
        with other.view() as view:
            owners, keys = theirs.statistics.keys(view)
        wanted = numpy.array([owner in builds for owner in owners.to_pylist()], dtype=bool)
        keys = keys[wanted]
        keys = keys[(target.places(keys) < 0) & (source.places(keys) >= 0)]
        before = len(target)
        source.copy_to(target, keys)
        return len(target) - before
    finally:
        ours.close()
