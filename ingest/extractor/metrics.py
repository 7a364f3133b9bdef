"""Names of metrics: one key for each, however it is spelled, and which way is better where that is known."""

from __future__ import annotations

import re

from ...kb.text.lexicon import words
from ...kb.text.polarity import metric_direction
from ...kb.text.stems import stem
from .names import Names

_NAMES = (
    r"(?:(?:macro|micro|weighted|mean|average|overall|top-?\d|zero-shot|balanced|classification|test|validation|"
    r"prediction|relative) ?-?)*"
    r"(?:accurac(?:y|ies)|precision|recall|F-?1(?:[ -]?scores?|[ -]?measures?)?|F-(?:score|measure)s?|AUROC|"
    r"AUC(?:-ROC)?|AUPRC|ROC[ -]AUC|"
    r"area under the (?:receiver operating characteristic |ROC )?curve|[nN]?DCG(?:@\d+)?|MRR|mAP|MAP(?:@\d+)?|"
    r"BLEU(?:-\d)?|ROUGE(?:-[\dL])?|METEOR|"
    r"perplexity|RMSE|MSE|MAE|MAPE|root[ -]mean[ -]squared? error|mean (?:squared?|absolute) error|(?:word |"
    r"character |equal )?error rates?|WER|"
    r"CER|EER|errors?|loss(?! of)|sensitivity|specificity|R2|R²|R\^2|Dice(?: (?:score|coefficient)s?)?|IoU|"
    r"Jaccard(?: index)?|latency|run[ -]?times?|throughput|"
    r"inference time|training time|kappa|PSNR|SSIM|FID|speedup|memory usage|memory footprint|"
    r"odds ratios?|hazard ratios?|relative risk|risk ratio|mortality(?: rates?)?|survival(?: rates?)?|"
    r"prevalence|incidence|efficacy|toxicity|yields?|body weight(?: gain)?|weight gain|feed intake|"
    r"feed conversion ratio|"
    r"IC50|EC50|LC50|LD50|MIC|half-life|reaction times?|response rates?)"
)
_KNOWN = re.compile(rf"(?<![\w-])(?:{_NAMES})(?![\w-])")
_SAME = {
    "area under receiver operating characteristic curve": "auroc", "area under roc curve": "auroc", "roc auc": "auroc",
    "auc roc": "auroc", "auc": "auroc", "area under curve": "auroc", "root mean square error": "rmse",
    "root mean squared error": "rmse", "mean square error": "mse", "mean squared error": "mse",
    "mean absolute error": "mae", "word error rate": "wer", "mean average precision": "map",
    "mean reciprocal rank": "mrr", "f score": "f1", "f measure": "f1", "f1 score": "f1", "f1 measure": "f1",
    "f 1": "f1", "f1 scores": "f1", "f1 measures": "f1", "f scores": "f1", "f measures": "f1", "run time": "runtime",
    "execution time": "runtime",
    "running time": "runtime", "r 2": "r2", "r²": "r2", "r^2": "r2", "half maximal inhibitory concentration": "ic50",
    "dice score": "dice", "dice coefficient": "dice", "error rate": "error", "error rates": "error", "errors": "error",
    "mortality rate": "mortality", "survival rate": "survival", "reaction times": "reaction time",
}  # fmt: skip
_DROPPED = words(
    "score scores value values mean average overall level levels rate rates measure metric metrics test total final "
    "classification predictive prediction performance percentage proportion number amount degree result results "
    "observed"
)
_VAGUE = words(
    "improvement improvements increase increases decrease decreases reduction reductions change changes decline "
    "effect effects "
    "difference differences gain benefit benefits associations association relationship"
)
_OF_ADJECTIVE = {
    "accurate": "accuracy", "precise": "precision", "sensitive": "sensitivity", "specific": "specificity",
    "efficient": "efficiency", "robust": "robustness", "stable": "stability", "toxic": "toxicity",
    "frequent": "frequency",
    "abundant": "abundance", "fast": "speed", "faster": "speed", "slow": "speed", "slower": "speed", "cheaper": "cost",
    "expensive": "cost", "older": "age", "younger": "age", "heavier": "weight", "lighter": "weight", "longer": "length",
    "shorter": "length", "effective": "effectiveness", "prevalent": "prevalence", "common": "frequency",
    "taller": "height", "stronger": "strength", "weaker": "strength", "reliable": "reliability", "safer": "safety",
}  # fmt: skip
_DOWNWARD = words("slow slower cheaper younger lighter shorter weaker")
_LOWER = words("wer cer eer mape fid ppl lc50 ic50 ec50 latency overhead memory footprint error loss rmse mse mae "
"perplexity cost")


def find_metric(text: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
    """Span of the first metric with a known name within text[start:end]."""
    match = _KNOWN.search(text, start, len(text) if end is None else end)
    return match.span() if match else None


def metric_key(phrase: str, names: Names) -> str:
    """One key for each metric; empty for a phrase that names none."""
    tokens = names.tokens(phrase.replace("-", " "))
    same = _SAME.get(" ".join(tokens))
    if same is None:
        tokens = [token for token in tokens if token not in _DROPPED] or tokens
        same = _SAME.get(" ".join(tokens))
    if same is not None:
        return same
    if all(token in _DROPPED or token in _VAGUE for token in tokens):
        return ""
    for first in range(1, len(tokens)):
        same = _SAME.get(" ".join(tokens[first:]))
        if same is not None:
            return " ".join([*map(stem, tokens[:first]), same])
    return " ".join(map(stem, tokens))


def adjective_key(adjective: str, names: Names) -> tuple[str, int]:
    """The metric that a comparative adjective (or an adjective with its complement) speaks of, and its direction."""
    word = adjective.casefold()
    key = stem(_OF_ADJECTIVE.get(word, word)) if " " not in word else metric_key(adjective, names)
    return key, -1 if word in _DOWNWARD else 1


def better_is(phrase: str, names: Names) -> int:
    """+1 where more of the metric is better, -1 where less is, 0 where it is not known."""
    key = metric_key(phrase, names)
    tokens = [*names.tokens(phrase), *key.split()]
    if any(token in _LOWER for token in tokens):
        return -1
    for token in reversed(tokens):
        direction = metric_direction(token)
        if direction is not None:
            return direction
    return 0
