"""A sentence that cites several works: each must bear a part of it, and every part must be borne."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .clauses import clauses_of
from .disposition import Entailment
from .judge.port import Judgement
from .support import Support

_ORDER: tuple[Entailment, ...] = ("entailed", "partial", "unlicensed", "not_entailed", "contradicted")
_NOTHING = Judgement("not_entailed", ("no-text",), "The library holds no text of the cited work.")


@dataclass(frozen=True)
class Combined:
    """The entailment of the whole sentence, what each cited work says, and the support that decides."""

    entailment: Entailment
    supports: Mapping[str, Support]
    worst: Support


def combine(statement: str, keys: Sequence[str], ask: Callable[[str, str], Support]) -> Combined:
    """`ask` says how the work of a key bears on a text."""
    if not keys:
        return Combined("not_entailed", {}, Support("", "", "not_entailed", _NOTHING, 0.0, clause=statement))
    whole = {key: ask(statement, key) for key in keys}
    if len(keys) == 1 or all(support.entailment == "entailed" for support in whole.values()):
        worst = _worst(whole.values())
        return Combined(worst.entailment, whole, worst)
    parts = clauses_of(statement)
    if len(parts) < 2:
        worst = _worst(whole.values())
        return Combined(worst.entailment, whole, worst)
    by_part = [{key: ask(part, key) for key in keys} for part in parts]
    best_of_part = [_best(answers.values()) for answers in by_part]
    best_of_key = {key: _best([whole[key], *(answers[key] for answers in by_part)]) for key in keys}
    worst = _worst([*best_of_part, *best_of_key.values()])
    return Combined(worst.entailment, best_of_key, worst)


def _worst(supports: Iterable[Support]) -> Support:
    return max(supports, key=_rank)


def _best(supports: Iterable[Support]) -> Support:
    return min(supports, key=_rank)


def _rank(support: Support) -> int:
    return _ORDER.index(support.entailment)
