"""BM25 with statistics of everything that a position shows, computed term by term over whole columns.

Robertson and Zaragoza 2009 (The Probabilistic Relevance Framework), with the inverse document frequency that Lucene
uses, log(1 + (N - n + 0.5) / (n + 0.5)), which is never negative.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

K1 = 1.2
B = 0.75


@dataclass(frozen=True)
class Collection:
    """What scores are relative to: `chunks` in all, their `mean_length` in terms, and how many hold each term."""

    chunks: int
    mean_length: float
    frequencies: Mapping[str, int]

    def idf(self, term: str) -> float:
        """The inverse document frequency of a term."""
        holders = self.frequencies.get(term, 0)
        return math.log1p((self.chunks - holders + 0.5) / (holders + 0.5))


def term_scores(
    counts: NDArray[numpy.int64], lengths: NDArray[numpy.int64], term: str, collection: Collection
) -> NDArray[numpy.float64]:
    """What one term adds to the scores of chunks that hold it `counts` times and have `lengths` terms."""
    relative = lengths / (collection.mean_length or 1.0)
    scores: NDArray[numpy.float64] = collection.idf(term) * counts * (K1 + 1) / (counts + K1 * (1 - B + B * relative))
    return scores


def bm25_scores(
    terms: Sequence[str], texts: Sequence[Mapping[str, int]], lengths: Sequence[int], collection: Collection
) -> NDArray[numpy.float64]:
    """Scores of a few texts (term counts, and lengths in terms) for a question's terms; repeated terms count again."""
    import numpy

    scores = numpy.zeros(len(texts))
    sizes = numpy.array(lengths, dtype=numpy.int64)
    for term in terms:
        scores += term_scores(numpy.array([text.get(term, 0) for text in texts], numpy.int64), sizes, term, collection)
    return scores
