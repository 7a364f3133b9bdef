"""Novelty language: first, only, novel, unprecedented, state of the art, no prior work.

A report of what its source says is held against the source, in the source's words or others of the same kind: "the only
frog that" reports "unique among frogs", "no earlier study" reports "there is no existing study". What the authors of
the manuscript say of their own work is refused whatever they cite, because no source can bear it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..codes import cure_of
from .verdict import PASS, Verdict

_STUDY = (
    r"(?:work|stud(?:y|ies)|methods?|tools?|systems?|reports?|trials?|research|publications?|papers?|data"
    r"|evidence|literature)"
)
_DONE = (
    r"(?:done|studied|shown|reported|described|evaluated|tested|examined|investigated|addressed|explored|known"
    r"|recorded|observed)"
)
_FIRST = (
    r"for the first time"
    r"|(?:is|are|was|were|be|as)\s(?:also\s)?(?:the|one of the)\s(?:very\s)?first\s"
    r"(?!(?:week|day|hour|month|year|step|stage|phase|part|section|time|line|author|choice)\b)"
    r"|the first\s(?:\w+\s){0,3}(?:to|software|method|tool|study|trial|report|work"
    r"|system|model|approach|evidence|demonstration|resource|package|course)\b"
    rf"|no (?:prior|previous|other|earlier|existing) {_STUDY}|never (?:before )?been"
    rf"|has not been {_DONE} (?:before|previously|until now)"
)
_ONLY = r"(?:is|are|was|were|be|as|remains?)\s(?:also\s)?(?:the|one of the)\s(?:very\s)?only\s"
_NEW = r"novel(?:ty)?|unprecedented|pioneering|ground-?breaking"
_BEST = r"state[- ]of[- ]the[- ]art"
_CLAIMED = {
    name: re.compile(rf"\b(?:{words})", re.IGNORECASE)
    for name, words in (("first", _FIRST), ("only", _ONLY), ("new", _NEW), ("best", _BEST))
}
_SAID = {
    "first": re.compile(
        rf"\b(?:{_FIRST}|first (?:time|report|study|demonstration|evidence|description|known|to)\b"
        rf"|(?:is|are|was|were|has been|have been) no {_STUDY}"
        rf"|no {_STUDY} (?:has|have|had|is|are|was|were|to date|so far|exist)"
        rf"|(?:has|have|had) (?:not|never) (?:yet |previously |so far )*been (?:\w+ly )?{_DONE}"
        rf"|not (?:yet|previously) (?:been )?{_DONE}|previously (?:unknown|unreported|undescribed|unexplored"
        rf"|unstudied)"
        rf"|(?:lack|absence) of (?:\w+ )?{_STUDY})",
        re.IGNORECASE,
    ),
    "only": re.compile(
        rf"\b(?:{_ONLY}|the only\b|the sole\b|unique(?:ly)?\b|no other\b|only (?:known|one|\w+ (?:is|are|was"
        rf"|were|has|had)\b)"
        r"|unlike (?:all|any) other|exclusive(?:ly)?\b)",
        re.IGNORECASE,
    ),
    "new": re.compile(rf"\b(?:{_NEW}|new(?:ly)?\b|innovative\b)", re.IGNORECASE),
    "best": re.compile(rf"\b(?:{_BEST})", re.IGNORECASE),
}
_OURSELVES = re.compile(
    r"\b(?:we|our|ours|us|i|my)\b|\b(?:this|the present|the current) (?:\w+ )?(?:paper|study|work|article"
    r"|review|manuscript|trial|thesis)\b",
    re.I,
)
_EXACT = frozenset(["unprecedented", "pioneering", "groundbreaking", "ground-breaking"])


def check_novelty(sentence: str, passages: Sequence[str]) -> Verdict:
    """Novelty words stand only where a passage of the cited work says such a thing too.

    `passages` are what bears the sentence or comes nearest; none for a sentence without a citation.
    """
    for name, pattern in _CLAIMED.items():
        match = pattern.search(sentence)
        if match and (_OURSELVES.search(sentence) or not any(_says(name, match, passage) for passage in passages)):
            reason = f"no evidence bears “{match.group().strip()}”"
            return Verdict("block", "novelty", reason, cure_of("novelty"), (match.span(),))
    return PASS


def _says(name: str, match: re.Match[str], passage: str) -> bool:
    word = match.group().strip().lower()
    return word in passage.lower() if word in _EXACT else bool(_SAID[name].search(passage))
