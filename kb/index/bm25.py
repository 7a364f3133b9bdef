"""BM25 over candidates, with statistics of everything that a position shows rather than of the candidates alone.

Robertson and Zaragoza 2009 (The Probabilistic Relevance Framework), with the inverse document frequency that Lucene
uses, log(1 + (N - n + 0.5) / (n + 0.5)), which is never negative. `rank_bm25.BM25Okapi` does the arithmetic; its own
statistics are replaced.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

K1 = 1.2
B = 0.75


def bm25_scores(
    terms: Sequence[str],
    candidates: Sequence[Mapping[str, int]],
    lengths: Sequence[int] | NDArray[numpy.int64],
    *,
    frequencies: Mapping[str, int],
    chunks: int,
    mean_length: float,
) -> NDArray[numpy.float64]:
    """Scores of candidates (term counts and lengths in terms) for a question's terms; repeated terms count again.

    `frequencies` says how many of the `chunks` visible chunks hold a term, `mean_length` how long they are on average.
    """
    import numpy
    from rank_bm25 import BM25Okapi

    if not candidates:
        return numpy.zeros(0)
    scorer = BM25Okapi.__new__(BM25Okapi)
    scorer.k1, scorer.b, scorer.epsilon = K1, B, 0.0
    scorer.corpus_size, scorer.avgdl = len(candidates), mean_length
    scorer.doc_freqs, scorer.doc_len = candidates, lengths
    scorer.idf = {term: math.log1p((chunks - n + 0.5) / (n + 0.5)) for term, n in frequencies.items()}
    return numpy.asarray(scorer.get_scores(terms), dtype=numpy.float64)
