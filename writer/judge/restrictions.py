"""Conditions that a finding hangs on, and whether a claim keeps them: only, when, if, unless, without, except.

A claim that leaves one of them out says more than its evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...kb.text.lexicon import words
from ...kb.text.stems import stem
from .reading import Reading, Word
from .verbs import AUXILIARIES, verbs

_ONLY = re.compile(r"(?<!not )(?<!the )\b(?:only|solely|exclusively)\s", re.IGNORECASE)
_WHEN = re.compile(
    r"\b(?P<cue>when|whenever|if|unless|provided(?: that)?|as long as|so long as|until|once)\s(?P<clause>[^,;:]+)",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\b(?:without|lacking)\s(?P<phrase>(?:[\w-]+\s?){1,4})", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|apart from|aside from|other than|with the exception of|excluding|all but"
    r"|(?<=\w )but(?= (?:one|two|three|the|for)\b))\s"
    r"(?P<phrase>[^,;]+?)(?=[,;]|\s(?:was|were|is|are|had|has|have|did|do|does|can|could|will)\b|$)",
    re.IGNORECASE,
)
#: "when it was placed in water" is "in water"
_POINTS_BACK = re.compile(r"(?:it|they|these|this|placed|kept|grown|exposed|used|applied)\b", re.IGNORECASE)
_BROUGHT_IN = frozenset(
    stem(word)
    for word in words("place put keep grow expose use apply store add treat immerse incubate hold bring leave test")
)
_ALL = re.compile(r"\b(?:all|every|each|any|no|none)\b", re.IGNORECASE)


def dropped_restriction(claim: Reading, evidence: Reading) -> str | None:
    """The first condition of the evidence of which the claim keeps too little."""
    for text, inside, share in (*_only(evidence), *_clauses(evidence)):
        heavy = [word for word in inside if not word.light] or inside
        kept = [word for word in heavy if word.keys & claim.keys]
        if heavy and len(kept) < share * len(heavy):
            return text
    exception = _EXCEPT.search(evidence.text)
    if exception and _ALL.search(claim.text) and not _EXCEPT.search(claim.text):
        return exception.group()
    return None


def _only(evidence: Reading) -> Iterator[tuple[str, list[Word], float]]:
    """Every word of what "only" narrows must stay: "only saplings in canopy gaps"."""
    heads = {verb.word.start for verb in verbs(evidence)} | {
        word.start for word in evidence.words if word.text.lower() in AUXILIARIES
    }
    for match in _ONLY.finditer(evidence.text):
        if any(
            q.start - match.end() < 8 and q.start >= match.end() and q.kind != "identifier" for q in evidence.quantities
        ):
            continue
        after = [word for word in evidence.words if word.start >= match.end()]
        if after and after[0].start in heads:
            continue
        end = next((word.start for word in after if word.start in heads or word.text in ",;:()"), len(evidence.text))
        inside = [word for word in evidence.content if match.end() <= word.start < end]
        yield evidence.text[match.start() : end].strip(), inside, 1.0


def _clauses(evidence: Reading) -> Iterator[tuple[str, list[Word], float]]:
    for match in _WHEN.finditer(evidence.text):
        start, end = match.span("clause")
        inside = [w for w in evidence.content if start <= w.start < end]
        if _POINTS_BACK.match(match.group("clause")):
            inside = [w for w in inside if stem(w.text) not in _BROUGHT_IN] or inside
        yield match.group().strip(), inside, 0.6
    for match in _WITHOUT.finditer(evidence.text):
        start, end = match.span("phrase")
        yield match.group().strip(), [w for w in evidence.content if start <= w.start < end], 0.34
