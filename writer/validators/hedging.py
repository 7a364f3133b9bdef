"""The hedging validator: is the force of a sentence above what bears it?

A report is held against the clause of the passage that it reports; own findings and generalisations against the ladder
of strengths. The entailment judge looks at force as well; this validator sees what it lets through, and words that no
evidence bears.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.text.ladders import CAUSES, PROVEN, STATED, SUGGESTED, cause, certainty
from ..codes import cure_of
from ..disposition import Strength
from ..passages import content_stems
from .verdict import PASS, Verdict

_FORBIDDEN = re.compile(
    r"\b(?:prov(?:e|es|ed|en)|undoubtedly|undeniabl[ey]|indisputabl[ey]|unequivocal(?:ly)?|definitive(?:ly)?|ground-?breaking"
    r"|revolutionary|without (?:any )?doubt|irrefutabl[ey]|conclusive(?:ly)?)\b"
    r"|^clearly,?\s|\bclearly (?:shows?|demonstrates?|proves?|superior|better)\b",
    re.IGNORECASE,
)
_UNIVERSAL = re.compile(
    r"\b(?:in|under|across|for|at) (?:all|every|any) (?:settings?|conditions?|cases?|situations?|circumstances)\b"
    r"|\b(?:in|across|for) (?:all|every|any) (?:populations?|species|environments?)\b"
    r"|\buniversally\b|\beverywhere\b|\bwithout exception\b|\bin general\b",
    re.I,
)
_BECAUSE = re.compile(
    r"\b(?:caus(?:e|es|ed|ing)|because|due to|owing to|led to|leads? to|leading to"
    r"|result(?:s|ed)? (?:in|from)|attribut\w+ to|responsible for|explain\w*)\b",
    re.I,
)
_CLAUSE = re.compile(
    r";\s+|,\s+(?:and|but|while|whereas|although|though|however|yet)\s+|\s+(?:whereas|while|although)\s+|:\s+"
)
_PAST = re.compile(r"\b(?:was|were|had|did|\w{3,}ed|found|gave|took|rose|fell|grew|led|made|saw|met)\b")
_HIGHEST: dict[Strength, int] = {
    "unverified": SUGGESTED,
    "indirect": SUGGESTED,
    "pilot": STATED,
    "protocol-valid": STATED,
    "replicated": PROVEN,
    "contradictory": SUGGESTED,
}


def check_report(sentence: str, passages: Sequence[str]) -> Verdict:
    """A report against the passages that bear it, the deciding one first."""
    forbidden = _FORBIDDEN.search(sentence)
    if forbidden and not any(_FORBIDDEN.search(passage) for passage in passages):
        return _forbidden(forbidden)
    universal = _UNIVERSAL.search(sentence)
    if universal and not any(_UNIVERSAL.search(passage) for passage in passages):
        reason = f"no evidence bears “{universal.group()}”"
        return Verdict("block", "universal-scope", reason, cure_of("universal-scope"), (universal.span(),))
    because = _BECAUSE.search(sentence)
    if because and not any(_BECAUSE.search(passage) for passage in passages):
        reason = f"no passage says “{because.group()}”"
        return Verdict("block", "cause-overstated", reason, cure_of("cause-overstated"), (because.span(),))
    if not passages:
        return PASS
    clause = _nearest_clause(sentence, passages[0])
    if certainty(clause) < min(certainty(sentence), STATED):
        return Verdict("block", "hedge-removed", f"the source says: “{clause.strip()}”", cure_of("hedge-removed"))
    if cause(sentence) == CAUSES and all(cause(passage) < CAUSES for passage in passages) and not _measured(passages):
        return Verdict("warn", "cause-overstated", "the passage names no cause", cure_of("cause-overstated"))
    return PASS


def check_strength(sentence: str, strength: Strength | None) -> Verdict:
    """An own finding or a generalisation against the ladder; without packets there is nothing to hold it against."""
    forbidden = _FORBIDDEN.search(sentence)
    if forbidden:
        return _forbidden(forbidden)
    if strength is None:
        return PASS
    too_sure = certainty(sentence) > _HIGHEST[strength]
    if too_sure or (strength == "pilot" and (cause(sentence) == CAUSES or not _PAST.search(sentence))):
        return Verdict("block", "above-strength", f"the packets are {strength}", cure_of("above-strength"))
    return PASS


def _forbidden(match: re.Match[str]) -> Verdict:
    reason = f"no evidence bears “{match.group().strip(' ,')}”"
    return Verdict("block", "forbidden-word", reason, cure_of("forbidden-word"), (match.span(),))


def _nearest_clause(sentence: str, passage: str) -> str:
    """The clause of the passage that shares most with the sentence."""
    wanted = set(content_stems(sentence))
    clauses = [clause for clause in _CLAUSE.split(passage) if clause.strip()]
    return max(clauses, key=lambda clause: len(wanted & set(content_stems(clause))), default=passage)


def _measured(passages: Sequence[str]) -> bool:
    """A measured change is a change that was brought about where the passage compares with a control."""
    return any(
        re.search(r"\b(?:control|untreated|compared|than|placebo|reduction|increase|decrease)\w*\b", one)
        for one in passages
    )
