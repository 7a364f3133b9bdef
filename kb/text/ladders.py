"""Ladders of force that a claim must not climb: certainty, cause and quantity.

Each function reads one sentence (normalised text). Higher numbers are stronger; a claim may stand lower than its
evidence, never higher.
"""

from __future__ import annotations

import re

#: certainty
POSSIBLE, SUGGESTED, STATED, PROVEN = 1, 2, 3, 4
#: cause
NO_LINK, ASSOCIATED, CAUSES = 0, 1, 2
#: quantity
FEW, SOME, MANY, MOST, ALL = 1, 2, 3, 4, 5

_POSSIBLE = re.compile(
    r"\b(?:may|might|could|can be hypothesi[sz]ed|possibly|possible|possibility|perhaps"
    r"|potential(?:ly)?(?! (?:to|of|difference))|conceivabl[ye]"
    r"|hypothesi[sz]e[sd]?|(?<!null )hypothes[ie]s|speculate[sd]?|speculation"
    r"|remains? (?:to be|unclear|unknown|possible)|plausibl[ey]"
    r"|would|raises? the possibility|unclear|uncertain)\b",
    re.IGNORECASE,
)
_SUGGESTED = re.compile(
    r"\b(?:suggest(?:s|ed|ing|ive)?|suggestion|appears?(?= to\b| that\b)|appeared(?= to\b)|seem(?:s|ed|ingly)?"
    r"|likely|probably|probable"
    r"|presumabl[ey]|presumed|apparently|tend(?:s|ed)? to|thought to|believed to|believe[sd]?|propose[sd]?"
    r"|proposal|putative(?:ly)?"
    r"|consistent with|in line with|implicate[sd]?|expected to|assume[sd]?|argue[sd]?|postulate[sd]?|posit(?:s"
    r"|ed)?|supports? (?:the|a) "
    r"(?:hypothesis|view|idea|notion)|supposed|preliminary|estimated to|partly|partially|in part|considered to)\b",
    re.IGNORECASE,
)
_PROVEN = re.compile(
    r"\b(?:prov(?:e|es|ed|en|es) that|proven|prove[sd]?|undoubtedly|certainly|definitely|definitively|clearly"
    r"|unequivocally|without doubt|conclusively"
    r"|always|must|inevitabl[ey]|invariabl[ey]|confirms?|confirmed)\b",
    re.IGNORECASE,
)
_CAUSES = re.compile(
    r"\b(?:caus(?:e|es|ed|ing|al|ally)|leads? to|led to|leading to|results? in|resulted in|resulting in|due to"
    r"|because of|owing to"
    r"|induc(?:e|es|ed|ing|tion)|driv(?:e|es|en|ing)|drove|trigger(?:s|ed|ing)?|produc(?:e|es|ed|ing)"
    r"|gives? rise to|gave rise to"
    r"|responsible for|attributable to|mediat(?:e|es|ed|ing)|contribut(?:e|es|ed|ing) to|makes?|made|enabl(?:e"
    r"|es|ed|ing)"
    r"|result(?:s|ed)? (?:from|of)|thanks to|prevents?|prevented|effects? (?:of|on)|impact (?:of|on)|through|via"
    r"|determin(?:es|ed)"
    r"|elicit(?:s|ed|ing)?|provok(?:e|es|ed|ing)|evok(?:e|es|ed|ing)|underl(?:ie|ies|ying)|risen? because|by \w+ing)\b",
    re.IGNORECASE,
)
_ASSOCIATED = re.compile(
    r"\b(?:associat(?:e|es|ed|ion|ions)|correlat(?:e|es|ed|ion|ions|ing)|link(?:s|ed)?|relat(?:ed|es|ion"
    r"|ionship)|coincid(?:e|es|ed|ing)"
    r"|risk factors?|predict(?:s|ed|or|ors|ive)?|accompan(?:y|ies|ied)|co-?occur\w*|connected|concomitant"
    r"|tied to|odds ratio|hazard ratio"
    r"|more likely|less likely)\b",
    re.IGNORECASE,
)
_QUANTIFIERS = (
    (ALL, r"all|every|each|always|any|entire(?:ly)?|whole|universal(?:ly)?|without exception|invariably"
        r"|everywhere|both|100 ?%"),
    (MOST, r"most(?= (?:of|(?:\w+(?:ed|ing) )?\w+s)\b)|majority|mostly|generally|usually|typically|predominantly"
        r"|mainly|primarily|largely|nearly all|almost all"),
    (MANY, r"many|numerous|often|frequently|a large (?:number|proportion)|commonly|much of|a plurality"),
    (SOME, r"some|several|certain|sometimes|various|a number of|a proportion of|a subset of|partial(?:ly)?"
        r"|in part|partly|occasionally"),
    (FEW, r"few|minority|rarely|seldom|a handful|hardly any|little"),
)  # fmt: skip
_QUANTIFIER_PATTERNS = tuple((level, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for level, words in _QUANTIFIERS)


def certainty(text: str) -> int:
    """How firmly a sentence is put: 1 possible, 2 suggested, 3 stated, 4 proven."""
    if _POSSIBLE.search(text):
        return POSSIBLE
    if _SUGGESTED.search(text):
        return SUGGESTED
    return PROVEN if _PROVEN.search(text) else STATED


def hedges(text: str) -> list[tuple[int, int, int]]:
    """Every hedge as (start, end, certainty)."""
    found = [(m.start(), m.end(), POSSIBLE) for m in _POSSIBLE.finditer(text)]
    return sorted([*found, *((m.start(), m.end(), SUGGESTED) for m in _SUGGESTED.finditer(text))])


def cause(text: str) -> int:
    """2 where a sentence says that one thing brings about another, 1 where they go together, 0 otherwise."""
    if _CAUSES.search(text):
        return CAUSES
    return ASSOCIATED if _ASSOCIATED.search(text) else NO_LINK


def quantifiers(text: str) -> list[tuple[int, int, int]]:
    """Every quantifier as (start, end, level): 1 few, 2 some, 3 many, 4 most, 5 all."""
    return sorted(
        (match.start(), match.end(), level)
        for level, pattern in _QUANTIFIER_PATTERNS
        for match in pattern.finditer(text)
    )
