"""What a sentence of a manuscript is: a report, an own finding, a generalisation, or no claim at all.

A sentence counts as no claim only where a rule of `metadiscourse` says so, or where it asks; everything else is judged.
A citation makes it a report, unless it asks or thanks.
"""

from __future__ import annotations

import re
from typing import Literal

from .manuscript import ManuscriptSentence
from .metadiscourse import is_about_the_text, is_thanks, tells_a_finding

Kind = Literal["report", "own-finding", "generalisation", "none"]

_QUESTION = re.compile(r"\?[\"'”’)]*$")
_RHETORICAL = re.compile(
    r"^(?:(?:but|and|so|then),?\s)?(?:who\s(?:would|could|can)\b|(?:is|are|was|were|does|do|did|has|have|can|could|should)(?:n[’']t|\b.*\bnot)\b)"
    r"|\bn[’']t\s(?:it|they|he|she|we)\?|\bbecause\b|\d\s?%|\d\.\d",
    re.I,
)
_OWN = re.compile(
    r"""\b(?:we|our|ours|us|i|my)\b
    |\b(?:the\s|this\s|in\s(?:this|the)\s)(?:present|current)?\s?(?:study|work|experiments?|simulation|trial|analysis|paper)\b
    |\b(?:fig(?:ure)?s?|tables?)\.?\s(?:\d|\?|[A-Z]\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_OWN_SECTIONS = re.compile(
    r"\b(?:results?|findings|experiments?|methods?|evaluation|simulations?|measurements?)\b", re.I
)
_NONE_SECTIONS = re.compile(
    r"\b(?:acknowledge?ments?|funding|author contributions?|competing interests?|conflicts? of interest|declarations?"
    r"|data availability|code availability|ethics|abbreviations|references)\b",
    re.I,
)
_DECLARES = re.compile(
    r"\b(?:we|us|our|i|my|authors?|grants?|funds?|funded|funding|foundation|council|ministry|universit\w+|institutes?|agency|employer|sponsors?|thank\w*"
    r"|acknowledge\w*|grateful|data|code|scripts?|repositor\w+|available|approval|approved|committee|consent|ethic\w*|permits?|licen[cs]e\w*|interests?|conflicts?"
    r"|none|not applicable|declared?|draft|manuscript)\b|^(?:[A-Z]\.\s?-?){1,3}|^\S+(?:\s\S+)?(?::|,|\s[=–—-])\s|https?://|\b(?:19|20)\d\d\b",
    re.I,
)


def claim_kind(sentence: ManuscriptSentence) -> Kind:
    """The kind of one sentence. Where no rule says that it is no claim, it is one."""
    text = sentence.plain.strip()
    if _QUESTION.search(text) and not _RHETORICAL.search(text):
        return "none"
    if sentence.citations:
        return "none" if is_thanks(text) else "report"
    if _is_no_claim(text, sentence):
        return "none"
    if _OWN.search(text) or _OWN_SECTIONS.search(sentence.section):
        return "own-finding"
    return "generalisation"


def _is_no_claim(text: str, sentence: ManuscriptSentence) -> bool:
    if not re.search(r"[^\W\d_]{2}", text):
        return True
    if _NONE_SECTIONS.search(sentence.section) and _DECLARES.search(text) and not tells_a_finding(text):
        return True
    return is_about_the_text(text, sentence.text)
