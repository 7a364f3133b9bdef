"""Which way a table's measure is better, from the words of row, column and caption.

An unknown measure has no direction: a claim of "better" on it cannot be licensed.
"""

from __future__ import annotations

from collections.abc import Iterable

from .table_words import word_key


def _keys(text: str) -> frozenset[str]:
    return frozenset(word_key(word) for word in text.split())


_HIGHER = _keys(
    "accuracy precision recall f1 f1-score auc auroc auprc map mrr ndcg bleu bleu1 bleu2 bleu3 bleu4 meteor cider spice "
    "rouge rouge-1 rouge-2 rouge-l rouge-su rouge-su4 dice iou miou jaccard kappa correlation pearson spearman sensitivity "
    "specificity throughput r2 psnr ssim success coverage conll muc ceaf ceafe b3 las uas em bertscore npv ppv purity nmi ari "
    "fluency adequacy coherence survival efficacy efficiency viability reachability derivability answerability p@1 p@3 p@5 "
    "p@10 hits@1 hits@3 hits@10 r@1 r@5 r@10 ndcg@5 ndcg@10 lea blanc agreement speedup yield recall@1 recall@5 recall@10"
)
_LOWER = _keys(
    "error errors loss rmse mae mse mape perplexity ppl latency wer cer ter der eer fid nll dce runtime fpr fnr "
    "mortality misclassification entropy divergence distortion overhead deviation"
)
_LOWER_PAIRS = (_keys("feed conversion ratio"), _keys("training time"), _keys("inference time"), _keys("running time"))


def polarity(keys: Iterable[str]) -> int:
    """+1 where more is better, -1 where less is, 0 where the words do not say or say both."""
    found = frozenset(keys)
    lower = bool(found & _LOWER) or any(pair <= found for pair in _LOWER_PAIRS)
    higher = bool(found & _HIGHER)
    return int(higher) - int(lower)
