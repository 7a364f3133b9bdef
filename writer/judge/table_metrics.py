"""Which way a table's measure is better, from the words of row, column and caption.

An unknown measure has no direction: a claim of "better" on it cannot be licensed.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...kb.text.lexicon import words
from ...kb.text.polarity import HIGHER_IS_BETTER, LOWER_IS_BETTER
from .table_words import word_key


def _keys(listed: Iterable[str]) -> frozenset[str]:
    return frozenset(word_key(word) for word in listed)


_VAGUE = words("performance function quality response tolerance strength compliance fitness health disease")
_HIGHER = _keys(HIGHER_IS_BETTER - _VAGUE) | _keys(
    words(
        """bleu1 bleu2 bleu3 bleu4 meteor cider spice rouge-1 rouge-2 rouge-l rouge-su rouge-su4 jaccard kappa
        correlation pearson spearman psnr ssim success coverage conll muc ceaf ceafe b3 las uas em bertscore npv
        ppv purity nmi ari mrr fluency adequacy coherence viability reachability derivability answerability p@1
        p@3 p@5 p@10 hits@1 hits@3 hits@10 r@1 r@5 r@10 ndcg@5 ndcg@10 lea blanc agreement speedup recall@1
        recall@5 recall@10 miou gain"""
    )
)
_LOWER = _keys(LOWER_IS_BETTER - _VAGUE) | _keys(
    words("mse ppl cer ter der eer nll dce fpr fnr misclassification entropy divergence distortion overhead deviation")
)
_SPEED = _keys(words("time runtime latency throughput speed speedup"))
_LOWER_TOGETHER = (_keys(words("feed conversion ratio")),)


def polarity(keys: Iterable[str]) -> int:
    """+1 where more is better, -1 where less is, 0 where the words do not say or say both."""
    found = frozenset(keys)
    lower = bool(found & _LOWER) or any(together <= found for together in _LOWER_TOGETHER)
    return int(bool(found & _HIGHER)) - int(lower)


def measure_keys(keys: Iterable[str]) -> frozenset[str]:
    """The words among `keys` that name a measure of known direction."""
    return frozenset(keys) & (_HIGHER | _LOWER)


def is_speed(keys: Iterable[str]) -> bool:
    """Whether words name a measure of speed or duration, which *faster* and *slower* are said of."""
    return not _SPEED.isdisjoint(keys)
