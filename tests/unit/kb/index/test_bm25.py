import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy
import pytest
from claimledger.kb.index.bm25 import Collection, bm25_scores


def scored(
    terms: Sequence[str], texts: Sequence[Mapping[str, int]], lengths: Sequence[int], *, chunks: int, mean: float,
    frequencies: Mapping[str, int],
) -> list[float]:
    return [float(score) for score in bm25_scores(terms, texts, lengths, Collection(chunks, mean, frequencies))]


def test_a_score_is_what_the_formula_gives_by_hand() -> None:
    # N = 10, n = 2: idf = ln(1 + 8.5 / 2.5); length is the mean, so the length part of the denominator is k1 = 1.2.
    scores = scored(["beetle"], [Counter(beetle=3)], [50], frequencies={"beetle": 2}, chunks=10, mean=50.0)
    assert scores == [pytest.approx(math.log(4.4) * 3 * 2.2 / (3 + 1.2))]


def test_a_score_is_that_of_rank_bm25_with_the_same_statistics() -> None:
    from rank_bm25 import BM25Okapi

    texts = [["beetle", "log", "log"], ["wheat"], ["log", "beetle", "sand", "sand", "sand"]]
    okapi = BM25Okapi(texts, k1=1.2, b=0.75)
    frequencies = {"log": 2, "beetle": 2, "sand": 1, "wheat": 1}
    okapi.idf = {term: math.log1p((3 - n + 0.5) / (n + 0.5)) for term, n in frequencies.items()}
    ours = scored(
        ["log", "sand", "log", "moth"], [Counter(text) for text in texts], [3, 1, 5], chunks=3, mean=3.0,
        frequencies=frequencies,
    )
    assert numpy.allclose(ours, okapi.get_scores(["log", "sand", "log", "moth"]))


def test_statistics_of_the_collection_count_and_not_those_of_the_candidates() -> None:
    rare, common = scored(
        ["rare", "common"], [Counter(rare=1), Counter(common=1)], [10, 10], frequencies={"rare": 1, "common": 900},
        chunks=1000, mean=10.0,
    )
    assert rare > 10 * common > 0


def test_a_longer_candidate_scores_less() -> None:
    short, long = scored(
        ["beetle"], [Counter(beetle=1)] * 2, [10, 40], frequencies={"beetle": 2}, chunks=5, mean=20.0
    )
    assert short > long


def test_terms_that_nobody_holds_and_no_candidates_give_nothing() -> None:
    assert scored(["x"], [Counter(y=1)], [1], frequencies={"x": 0}, chunks=3, mean=1.0) == [0.0]
    assert scored(["x"], [], [], frequencies={}, chunks=0, mean=0.0) == []
