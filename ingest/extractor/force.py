"""With what force a sentence speaks: certainty, cause, polarity. The ladders are those of the entailment judge."""

from __future__ import annotations

import re

from ...kb.events.claims import Causal, Certainty, Polarity
from ...kb.text.ladders import ASSOCIATED, CAUSES, POSSIBLE, SUGGESTED, cause, certainty
from ...kb.text.polarity import negated_spans

_NO_HEDGE = re.compile(
    r"\bMay (?:\d{1,2},? )?(?:1[89]|20)\d\d|\b(?:in|of|to|until|since|from|between|late|early) May\b"
    r"|\bcould not\b|\bcould (?:only )?be (?:detected|found|observed|seen|identified|amplified|recovered|isolated|"
    r"shown|achieved)"
    r"|\bmight as well\b"
)
_PAST_FINDING = re.compile(
    r"\b(?:was|were|had|did|could not)\b|\b(?:found|observed|reported|noted|recorded|measured|showed|reached|"
    r"achieved|obtained|"
    r"saw|rose|fell)\b"
    r"|(?<!are )(?<!is )(?<!be )\b[a-z]{3,}ed (?:the|a|an|by|from|to|in|with|on|significantly|that)\b"
)
_SHOWS = re.compile(
    r"\b(?:we|results?|data|findings?|study|here) (?:\w+ly )?(?:show|demonstrate|establish|prove|confirm)(?:s|ed)?\b",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided that|when|whenever|in the presence of|under conditions? of|only in|only under)\b",
    re.I,
)
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LEADING_CONTRAST = re.compile(r"^(?:although|though|while|whereas|despite|even though|in spite of)\b[^,]*,\s*", re.I)
_LATER_CONTRAST = re.compile(r"[,;]\s*(?:whereas|while|but|although|though|however|and)\b|\bwhereas\b", re.I)
_NO_DENIAL = re.compile(r"^(?:without|rather than|instead of|in the absence of)\b", re.I)
_CANNOT_EXCLUDE = re.compile(r"\b(?:can ?not|could not) be (?:ruled out|excluded|dismissed|neglected|ignored)\b", re.I)
_SAME = re.compile(
    r"\b(?:non-?significant(?:ly)?|insignificant(?:ly)?|remained (?:unchanged|unaffected)|(?:was|"
    r"were) (?:un(?:changed|affected|altered)|ineffective)"
    r"|lack(?:ed|s)? (?:of )?(?:any )?(?:a )?(?:significant|effect|evidence|association|difference))\b",
    re.I,
)


def certainty_of(sentence: str) -> Certainty:
    """Speculated, suggested, reported (what was found, in the past tense) or asserted (held to be so)."""
    level = certainty(_NO_HEDGE.sub("", sentence))
    if level == POSSIBLE:
        return "speculated"
    if level == SUGGESTED:
        return "suggested"
    return "reported" if _PAST_FINDING.search(sentence) and not _SHOWS.search(sentence) else "asserted"


def causal_of(sentence: str) -> Causal:
    """None, associated, conditional (a cause under a hedge or a condition) or causes."""
    level = cause(sentence)
    if level == CAUSES:
        hedged = certainty(_NO_HEDGE.sub("", sentence)) == POSSIBLE
        return "conditional" if hedged or _CONDITION.search(sentence) else "causes"
    return "associated" if level == ASSOCIATED else "none"


def polarity_of(sentence: str) -> Polarity:
    """Negative where the main clause denies something; a contrasting clause beside it does not count."""
    clause = main_clause(sentence)
    if _CANNOT_EXCLUDE.search(clause):
        return "positive"
    denials = [clause[cue:] for cue, *_ in negated_spans(clause)]
    return "negative" if any(not _NO_DENIAL.match(text) for text in denials) or _SAME.search(clause) else "positive"


def main_clause(sentence: str) -> str:
    """The sentence without what stands in brackets and without contrasting clauses."""
    clause = _LEADING_CONTRAST.sub("", _IN_BRACKETS.sub("", sentence))
    later = _LATER_CONTRAST.search(clause)
    return clause[: later.start()] if later and later.start() > 20 else clause
