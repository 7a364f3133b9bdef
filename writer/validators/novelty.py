"""Novelty language: first, novel, unprecedented, state of the art, no prior work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..codes import cure_of
from .verdict import PASS, Verdict

_NOVELTY = re.compile(
    r"\b(?:for the first time"
    r"|(?:is|are|was|were|be|as)\s(?:also\s)?(?:the|one of the)\s(?:very\s)?(?:first|only)\s"
    r"(?!(?:week|day|hour|month|year|step|stage|phase|part|section|time)\b)"
    r"|the first\s(?:\w+\s){0,3}(?:to|software|method|tool|study|trial|report|work"
    r"|system|model|approach|evidence|demonstration)\b"
    r"|novel(?:ty)?|unprecedented|never (?:before )?been|has not been (?:done|studied|shown|reported) before"
    r"|no (?:prior|previous|other|earlier)"
    r" (?:work|study|studies|method|tool|system|report|trial)|state[- ]of[- ]the[- ]art|pioneering|ground-?breaking)",
    re.IGNORECASE,
)


def check_novelty(sentence: str, passages: Sequence[str]) -> Verdict:
    """Novelty words stand only where the passage that bears the sentence has them too."""
    match = _NOVELTY.search(sentence)
    if match is None or any(_NOVELTY.search(passage) for passage in passages):
        return PASS
    reason = f"no evidence bears “{match.group().strip()}”"
    return Verdict("block", "novelty", reason, cure_of("novelty"), (match.span(),))
