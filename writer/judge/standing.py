"""Does the evidence itself hold what it says, or does it report, deny or only imagine it?

"Critics contend that the test is biased" licenses nothing about the test, and "had the sensor been calibrated" says
that it was not. Each cue has a reach; a claim counts as reported where most of what licenses it lies in that reach.
"""

from __future__ import annotations

import re

from .reading import Reading

_SAYING = (
    r"(?:claim|contend|maintain|argue|allege|insist|assert|believe|speculate|posit|assume|doubt|question|deny|denie"
    r"|dispute|reject|refute|challenge|hope|fear|wonder|suppose|imagine|warn|worry|worrie|suspect)(?:s|d|ed)?"
)
_VIEW = (
    r"(?:claims?|views?|beliefs?|ideas?|notions?|myths?|assumptions?|allegations?|contentions?|assertions?|suspicions?"
    r"|doubts?|fears?|hopes?|rumou?rs?|misconceptions?|prejudices?|conjectures?|speculations?)"
)
#: cues with the reach of what they report: the rest of the clause, or up to the next comma
_REPORTED = re.compile(
    rf"\b{_SAYING} that\s(?P<that>[^;:]+?)(?=;|,\s(?:but|although|a|an|yet|while|whereas|which)\b|$)"
    rf"|\b{_VIEW} that\s(?P<view>[^;:,]+?)(?=[;,]|\s(?:is|was|are|were|has|have|could|cannot)\s(?:\w+\s)?"
    r"(?:a myth|widespread|common|popular|unfounded|false|wrong|outdated|untested|not|been|no)\b|$)"
    rf"|\baccording to (?!our|the present|this)(?P<source>[^;:]+?)(?=;|$)",
    re.IGNORECASE,
)
_NOT_ITSELF = re.compile(
    rf"\b{_SAYING}\b|\b{_VIEW}\b|\baccording to\b|\bstate[sd]?\b|\bsays?\b|\breported\b|\bsaid\b", re.IGNORECASE
)
#: what was only attempted, meant or advertised, or was so once: an infinitive that states no fact
_UNDONE = re.compile(
    r"\b(?:tr(?:y|ies|ied)|attempt(?:s|ed)?|sought|seeks?|aim(?:s|ed)?|designed|intend(?:s|ed)?|want(?:s|ed)?|hop(?:es?|ed)"
    r"|plan(?:s|ned)?|propos(?:es?|ed)|refus(?:es?|ed)|declin(?:es?|ed)|(?<!was )(?<!were )used|meant|supposed"
    r"|too \w+) to (?P<verb>[a-z]+)|(?:^to (?=[^,]+,)|\bin order to )(?P<purpose>[a-z]+)\b"
    r"|\badvertis\w+ (?:[\w-]+ ){1,4}as (?P<label>[\w-]+)",
    re.IGNORECASE,
)
#: "had X been", "would have been": it was not so
_UNREAL = re.compile(
    r"(?:^|[,;]\s)had\s(?!no\b)[^,;]{2,60}\s(?:been|\w+ed)\b|\b(?:would|could|might) have\b", re.IGNORECASE
)
_UNREAL_CLAIM = re.compile(r"\b(?:had|would|could|might|if)\b", re.IGNORECASE)
_ALMOST = re.compile(r"\b(?:almost|nearly|barely|practically|virtually|scarcely)\s(?P<verb>[a-z]{4,})\b", re.IGNORECASE)
_SELDOM = re.compile(
    r"\b(?:rarely|seldom|hardly(?: ever)?|occasionally|sometimes|scarcely|infrequently)\b", re.IGNORECASE
)


def reported(claim: Reading, evidence: Reading) -> bool:
    """Whether most of what licenses the claim is reported as a view that the evidence does not share."""
    if _NOT_ITSELF.search(claim.text):
        return False
    spans = [match.span(name) for match in _REPORTED.finditer(evidence.text) for name in _names(match)]
    if not spans:
        return False
    shared = [word for word in evidence.content if word.keys & claim.keys]
    inside = [word for word in shared if any(start <= word.start < end for start, end in spans)]
    return bool(shared) and 2 * len(inside) > len(shared)


def _names(match: re.Match[str]) -> list[str]:
    return [name for name, value in match.groupdict().items() if value]


def unreal(claim: Reading, evidence: Reading) -> bool:
    """Whether the evidence says what would have been, and the claim that it was."""
    return bool(_UNREAL.search(evidence.text)) and not _UNREAL_CLAIM.search(claim.text)


def undone(claim: Reading, evidence: Reading) -> bool:
    """Whether the claim states as a fact what the evidence says was tried, meant or out of reach."""
    if _UNDONE.search(claim.text):
        return False
    for match in _UNDONE.finditer(evidence.text):
        at = next(match.start(name) for name, value in match.groupdict().items() if value)
        verb = [word for word in evidence.content if word.start == at]
        wanted = [word for word in claim.content if verb and word.keys & verb[0].keys and not word.negated]
        if wanted and not any(w.keys & verb[0].keys for w in evidence.content if w is not verb[0]):
            return True
    return False


def not_quite(claim: Reading, evidence: Reading) -> bool:
    """Whether the evidence says that something almost or seldom happened, and the claim leaves that out."""
    if (
        _SELDOM.search(evidence.text)
        and not _SELDOM.search(claim.text)
        and not re.search(r"\b(?:few|rare|some)", claim.text)
    ):
        return True
    for match in _ALMOST.finditer(evidence.text):
        verb = [word for word in evidence.content if word.start == match.start("verb")]
        if verb and verb[0].keys & claim.keys and not _ALMOST.search(claim.text):
            return True
    return False
