"""Ranks the chunks that a view shows for questions: candidates, scores, fusion, one hit a work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

from .analysis import analyse
from .bm25 import bm25_scores
from .fusion import CANDIDATES, Scored, best_of_works, fuse
from .index import SearchIndex

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ..view import View

_QUESTIONS_AT_ONCE = 64
EXACT = 20_000
"""Up to this many visible chunks every chunk that holds a term is scored, and LanceDB, slow to import, is not needed.

What a position shows decides, not how many questions are asked, so that an answer is the same in a run and alone.
"""


class Ranking:
    """All that questions at one position share. `frequencies` grows with the terms that were asked."""

    def __init__(self, index: SearchIndex, view: View) -> None:
        self._index = index
        self._view = view
        self.visible = index.statistics.visible(view)
        self.frequencies: dict[str, int] = {}
        self._builds = frozenset(self.visible.builds)
        self._place = {chunk: place for place, chunk in enumerate(self.visible.ids)}
        self._holders: list[tuple[str, Counter[str]]] = []

    def rank(self, questions: Sequence[str], k: int) -> list[list[Scored]]:
        """For each question at most `k` hits, one a work, best first."""
        if not self.visible.ids:
            return [[] for _ in questions]
        terms = [analyse(question) for question in questions]
        # Loading the model takes as long as opening the tables, and the two do not need each other.
        with ThreadPoolExecutor(1) as pool:
            embedding = pool.submit(self._embed, questions)
            together = {term for asked in terms for term in asked}
            self._look_up(together)
            if len(self.visible.ids) <= EXACT:
                holders = self._index.statistics.holders(self._view, together)
                self._holders = [(chunk, Counter(text.split(" "))) for chunk, text in holders]
            texts = [self._text_scores(asked) for asked in terms]
            vectors = embedding.result()
        ranked: list[list[Scored]] = []
        for start in range(0, len(questions), _QUESTIONS_AT_ONCE):
            part = texts[start : start + _QUESTIONS_AT_ONCE]
            nearness = self._similarities(vectors, start, len(part))
            ranked += [self._hits(text, near, k) for text, near in zip(part, nearness, strict=True)]
        return ranked

    @property
    def unembedded(self) -> int:
        """Visible chunks that have no vector, although there is an embedder."""
        return int((self._rows < 0).sum()) if self._index.vectors is not None else 0

    def passage_scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """Scores of short passages for a question: BM25 with the document frequencies of the view.

        Where no passage holds a word of the question, the cosine decides, if there is an embedder.
        """
        terms = analyse(question)
        self._look_up(set(terms))
        analysed = [analyse(passage) for passage in passages]
        lengths = [len(passage) for passage in analysed]
        scores = bm25_scores(
            terms, [Counter(passage) for passage in analysed], lengths, frequencies=self.frequencies,
            chunks=len(self.visible.ids), mean_length=max(sum(lengths) / max(len(lengths), 1), 1.0),
        )
        if not scores.any() and (vectors := self._embed([question, *passages])) is not None:
            scores = vectors[1:] @ vectors[0]
        return [float(score) for score in scores]

    def _look_up(self, terms: set[str]) -> None:
        unknown = terms - self.frequencies.keys()
        if unknown:
            self.frequencies |= dict.fromkeys(unknown, 0)
            self.frequencies |= self._index.statistics.document_frequencies(self._view, unknown)

    def _embed(self, questions: Sequence[str]) -> NDArray[numpy.float32] | None:
        vectors, embedder = self._index.vectors, self._index.opening.embedder
        if not vectors or embedder is None:
            return None
        return embedder.embed(questions)

    def _text_scores(self, terms: Sequence[str]) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64]]:
        """The chunks that full text proposes, as sorted places, and their BM25."""
        import numpy

        # What was indexed after the statistics were read is left out: it has no place.
        found = self._candidates(frozenset(terms))
        known = sorted(
            ((self._place[chunk], counts) for chunk, counts in found if chunk in self._place),
            key=lambda pair: pair[0],
        )
        places = numpy.array([place for place, _ in known], dtype=numpy.int64)
        scores = bm25_scores(
            terms, [counts for _, counts in known], self.visible.lengths[places],
            frequencies=self.frequencies, chunks=len(self.visible.ids), mean_length=self.visible.mean_length,
        )
        return places, scores

    def _candidates(self, terms: frozenset[str]) -> Sequence[tuple[str, Counter[str]]]:
        """Chunks that hold a term, with their term counts: all of them, or the best by full text of a large library."""
        if len(self.visible.ids) <= EXACT:
            return [(chunk, counts) for chunk, counts in self._holders if not terms.isdisjoint(counts)]
        found = self._index.table.candidates(
            sorted(terms), at=self._view.position, builds=self._builds, hidden=self.visible.hidden, limit=CANDIDATES
        )
        return [(chunk, Counter(text.split(" "))) for chunk, text in found]

    def _similarities(
        self, questions: NDArray[numpy.float32] | None, start: int, count: int
    ) -> Sequence[NDArray[numpy.float32] | None]:
        """Cosines with all visible chunks, for `count` questions; None each without vectors."""
        vectors = self._index.vectors
        if vectors is None or questions is None:
            return [None] * count
        return list(vectors.similarities(self._rows, questions[start : start + count]))

    @cached_property
    def _rows(self) -> NDArray[numpy.int64]:
        assert self._index.vectors is not None
        return self._index.vectors.places(self.visible.keys)

    def _hits(
        self, text: tuple[NDArray[numpy.int64], NDArray[numpy.float64]], near: NDArray[numpy.float32] | None, k: int
    ) -> list[Scored]:
        import numpy

        proposed, scores = text
        places = proposed if near is None else numpy.union1d(proposed, _nearest(near))
        bm25 = numpy.zeros(len(places))
        bm25[numpy.searchsorted(places, proposed)] = scores
        dense = numpy.full(len(places), numpy.nan) if near is None else near[places].astype(numpy.float64)
        fused, scaled = fuse(bm25, dense)
        works = [self.visible.works[place] for place in places]
        return [
            Scored(
                self.visible.ids[places[at]], self.visible.builds[places[at]], works[at], float(fused[at]),
                float(scaled[at]), float(bm25[at]), None if numpy.isnan(dense[at]) else float(dense[at]),
            )
            for at in best_of_works(fused, works, k)
        ]


def _nearest(near: NDArray[numpy.float32]) -> NDArray[numpy.int64]:
    """Places of the nearest chunks; chunks without a vector (NaN) are left out."""
    import numpy

    known = numpy.flatnonzero(~numpy.isnan(near))
    if len(known) > CANDIDATES:
        # Equal cosines at the cut go to the smaller id, since places are sorted by id and the sort is stable.
        known = known[numpy.argsort(-numpy.round(near[known], 6), kind="stable")[:CANDIDATES]]
    return known.astype(numpy.int64)
