import math
from collections import Counter

import pytest
from claimledger.kb.index.bm25 import bm25_scores


def test_a_score_is_what_the_formula_gives_by_hand() -> None:
    # N = 10, n = 2: idf = ln(1 + 8.5 / 2.5); length is the mean, so the length part of the denominator is k1 = 1.2.
    scores = bm25_scores(["beetle"], [Counter(beetle=3)], [50], frequencies={"beetle": 2}, chunks=10, mean_length=50.0)
    assert scores[0] == pytest.approx(math.log(4.4) * 3 * 2.2 / (3 + 1.2))


def test_statistics_of_the_collection_count_and_not_those_of_the_candidates() -> None:
    candidates = [Counter(rare=1), Counter(common=1)]
    scores = bm25_scores(
        ["rare", "common"], candidates, [10, 10], frequencies={"rare": 1, "common": 900}, chunks=1000, mean_length=10.0
    )
    assert scores[0] > 10 * scores[1] > 0


def test_a_longer_candidate_scores_less() -> None:
    scores = bm25_scores(
        ["beetle"], [Counter(beetle=1)] * 2, [10, 40], frequencies={"beetle": 2}, chunks=5, mean_length=20.0
    )
    assert scores[0] > scores[1]


def test_terms_that_nobody_holds_and_no_candidates_give_nothing() -> None:
    assert list(bm25_scores(["x"], [Counter(y=1)], [1], frequencies={"x": 0}, chunks=3, mean_length=1.0)) == [0.0]
    assert len(bm25_scores(["x"], [], [], frequencies={}, chunks=0, mean_length=0.0)) == 0
