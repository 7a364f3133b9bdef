"""Ranks the chunks that a view shows for questions: candidates, scores, fusion, one hit a work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .analysis import analyse
from .bm25 import Collection, bm25_scores, term_scores
from .fusion import CANDIDATES, Scored, best_of_works, fuse
from .index import SearchIndex
from .statistics import Postings

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ..view import View

_QUESTIONS_AT_ONCE = 64
EXACT = 1_000_000
"""Up to this many visible chunks every chunk that holds a term is scored, and LanceDB, slow to import, is not needed.

What a position shows decides, not how many questions are asked, so that an answer is the same in a run and alone.
"""


@dataclass(frozen=True)
class Terms:
    """What the text scores of one answer were made from, so that answers of several libraries can be compared.

    `held` has for each hit how often its chunk holds each term of the question, and the chunk's length.
    """

    asked: tuple[str, ...]
    collection: Collection
    held: tuple[tuple[Mapping[str, int], int], ...]


class Ranking:
    """All that questions at one position share. `frequencies` grows with the terms that were asked."""

    def __init__(self, index: SearchIndex, view: View) -> None:
        self._index = index
        self._view = view
        self.visible = index.statistics.visible(view)
        self.frequencies: dict[str, int] = {}
        self._postings: dict[str, Postings] = {}

    @property
    def collection(self) -> Collection:
        """What scores are relative to: the visible chunks."""
        return Collection(len(self.visible), self.visible.mean_length, self.frequencies)

    def rank(self, questions: Sequence[str], k: int) -> list[list[Scored]]:
        """For each question at most `k` hits, one a work, best first."""
        if not len(self.visible):
            return [[] for _ in questions]
        terms = [analyse(question) for question in questions]
        # Loading the model takes as long as reading the postings, and the two do not need each other.
        with ThreadPoolExecutor(1) as pool:
            embedding = pool.submit(self._embed, questions)
            self._look_up({term for asked in terms for term in asked})
            texts = [self._text_scores(asked) for asked in terms]
            vectors = embedding.result()
        ranked: list[list[Scored]] = []
        for start in range(0, len(questions), _QUESTIONS_AT_ONCE):
            part = texts[start : start + _QUESTIONS_AT_ONCE]
            nearness = self._similarities(vectors, start, len(part))
            ranked += [self._hits(text, near, k) for text, near in zip(part, nearness, strict=True)]
        return ranked

    def terms(self, question: str, hits: Sequence[Scored]) -> Terms:
        """What the text scores of a question's hits were made from."""
        import numpy

        asked = tuple(analyse(question))
        self._look_up(set(asked))
        places = numpy.array([hit.place for hit in hits], dtype=numpy.int64)
        held: list[dict[str, int]] = [{} for _ in hits]
        for term in set(asked):
            postings = self._postings[term]
            for at, count in enumerate(_counts_at(postings, places).tolist()):
                if count:
                    held[at][term] = count
        frequencies = {term: self.frequencies[term] for term in asked}
        collection = Collection(len(self.visible), self.visible.mean_length, frequencies)
        return Terms(asked, collection, tuple(zip(held, self.visible.lengths[places].tolist(), strict=True)))

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
        mean = max(sum(lengths) / max(len(lengths), 1), 1.0)
        collection = Collection(len(self.visible), mean, self.frequencies)
        scores = bm25_scores(terms, [Counter(passage) for passage in analysed], lengths, collection)
        if not scores.any() and (vectors := self._embed([question, *passages])) is not None:
            scores = vectors[1:] @ vectors[0]
        return [float(score) for score in scores]

    def _look_up(self, terms: set[str]) -> None:
        unknown = terms - self.frequencies.keys()
        if unknown:
            found = self._index.statistics.postings(self._view, self.visible, unknown)
            self._postings |= found
            self.frequencies |= {term: len(postings.places) for term, postings in found.items()}

    def _embed(self, questions: Sequence[str]) -> NDArray[numpy.float32] | None:
        vectors, embedder = self._index.vectors, self._index.opening.embedder
        if not vectors or embedder is None:
            return None
        return embedder.embed(questions)

    def _text_scores(self, terms: Sequence[str]) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64]]:
        """The chunks that full text proposes, as sorted places, and their BM25."""
        import numpy

        collection, lengths = self.collection, self.visible.lengths
        scores = numpy.zeros(len(self.visible))
        proposed = numpy.zeros(len(self.visible), dtype=bool)
        for term in terms:
            held = self._postings[term]
            scores[held.places] += term_scores(held.counts, lengths[held.places], term, collection)
            proposed[held.places] = True
        places = numpy.flatnonzero(proposed) if len(self.visible) <= EXACT else self._candidates(terms)
        return places, scores[places]

    def _candidates(self, terms: Iterable[str]) -> NDArray[numpy.int64]:
        """Sorted places of the chunks that full text likes best; what was indexed since has no place."""
        found = self._index.table.candidates(
            sorted(set(terms)), at=self._view.position, builds=self._builds,
            hidden=self._index.statistics.hidden(self._view), limit=CANDIDATES,
        )
        return self.visible.places(found)

    @cached_property
    def _builds(self) -> frozenset[str]:
        return frozenset(self.visible.builds.unique().to_pylist())

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
        return self._index.vectors.places(self._index.statistics.visible_keys(self._view))

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
        best = best_of_works(fused, lambda at: str(self.visible.works[int(places[at])]), k)
        ids, builds, works = (
            column.take(places[best]).to_pylist()
            for column in (self.visible.ids, self.visible.builds, self.visible.works)
        )
        return [
            Scored(
                int(places[at]), chunk, build, work, float(fused[at]), float(scaled[at]), float(bm25[at]),
                None if numpy.isnan(dense[at]) else float(dense[at]),
            )
            for at, chunk, build, work in zip(best, ids, builds, works, strict=True)
        ]


def _counts_at(postings: Postings, places: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """How often the chunks at some places hold the term of the postings."""
    import numpy

    counts = numpy.zeros(len(places), dtype=numpy.int64)
    if len(postings.places):
        at = numpy.searchsorted(postings.places, places).clip(max=len(postings.places) - 1)
        there = postings.places[at] == places
        counts[there] = postings.counts[at[there]]
    return counts


def _nearest(near: NDArray[numpy.float32]) -> NDArray[numpy.int64]:
    """Places of the nearest chunks; chunks without a vector (NaN) are left out."""
    import numpy

    known = numpy.flatnonzero(~numpy.isnan(near))
    if len(known) > CANDIDATES:
        # Equal cosines at the cut go to the smaller id, since places are sorted by id and the sort is stable.
        known = known[numpy.argsort(-numpy.round(near[known], 6), kind="stable")[:CANDIDATES]]
    return known.astype(numpy.int64)
