import numpy
from claimledger.kb.index.fusion import best_of_works, fuse


def test_each_score_is_scaled_by_its_best_and_counts_half() -> None:
    fused, scaled = fuse(numpy.array([8.0, 4.0, 0.0]), numpy.array([0.2, 0.8, 0.4]))
    assert list(scaled) == [1.0, 0.5, 0.0]
    assert list(fused) == [0.625, 0.75, 0.25]


def test_without_vectors_the_text_alone_decides() -> None:
    fused, _ = fuse(numpy.array([8.0, 4.0]), numpy.full(2, numpy.nan))
    assert list(fused) == [1.0, 0.5]


def test_a_chunk_without_a_vector_keeps_half_of_its_text_score() -> None:
    fused, _ = fuse(numpy.array([8.0, 8.0]), numpy.array([numpy.nan, 0.5]))
    assert list(fused) == [0.5, 1.0]


def test_a_negative_cosine_counts_as_none() -> None:
    fused, _ = fuse(numpy.array([0.0, 0.0]), numpy.array([-0.3, 0.6]))
    assert list(fused) == [0.0, 0.5]


def test_a_work_counts_once_by_its_best_chunk() -> None:
    scores = numpy.array([0.2, 0.9, 0.5, 0.4])
    assert best_of_works(scores, "abbc".__getitem__, 10) == [1, 3, 0]
    assert best_of_works(scores, "abbc".__getitem__, 2) == [1, 3]


def test_equal_scores_keep_the_order_of_their_ids() -> None:
    assert best_of_works(numpy.array([0.5, 0.5, 0.5]), "cab".__getitem__, 2) == [0, 1]


def test_nothing_fuses_to_nothing() -> None:
    fused, scaled = fuse(numpy.zeros(0), numpy.zeros(0))
    assert len(fused) == len(scaled) == 0
