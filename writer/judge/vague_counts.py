"""Vague counts: one, a single, both, several, multiple, many, once, repeatedly. They carry weight like numbers.

"At one hospital" is not "at several hospitals", and what was repeated once was not repeated many times. A vague count
of the claim must be borne out by a count, a vague count or at least a plural of the same thing.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

from ...kb.text.stems import stem
from .reading import Reading, Word

Outcome = Literal["contradicted", "not_entailed"]

_SEVERAL = re.compile(
    r"\b(?P<count>several|multiple|many|numerous|various|a number of|two or more|more than one|at least two)\s",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:only\s|just\s)?(?:one|a single|a sole|a lone|an individual|exactly one)\s", re.IGNORECASE)
_ONE_OF = re.compile(r"\b(?:only |just )one of (?:the |its |our )?", re.IGNORECASE)
_NOT_A_COUNT = re.compile(
    r"^(?:of|another|hand|side|another's|way|or|to|such|that|can|could|may|might|more)\b", re.IGNORECASE
)
_ONCE = re.compile(r"\b(?:only\s|just\s)?once\b(?!,)(?!\s(?:the|a|an|it|they|he|she|we|this|that)\b)", re.IGNORECASE)
_OFTEN = re.compile(
    r"\b(?:repeatedly|many times|several times|multiple times|more than once|again and again|on several occasions|often"
    r"|frequently|twice|thrice|\w+ times)\b",
    re.IGNORECASE,
)
_MANY = Decimal(2)


def miscounted(claim: Reading, evidence: Reading) -> tuple[Outcome, str] | None:
    """A vague count of the claim that the evidence denies or does not give, with its words."""
    if (often := _OFTEN.search(claim.text)) and _ONCE.search(evidence.text) and not _OFTEN.search(evidence.text):
        return "contradicted", often.group()
    if (once := _ONCE.search(claim.text)) and _OFTEN.search(evidence.text) and not _ONCE.search(evidence.text):
        return "contradicted", once.group()
    for match in _SEVERAL.finditer(claim.text):
        if outcome := _against_one(_counted(claim, match.end()), evidence):
            return outcome, match.group().strip()
    for match in _ONE.finditer(claim.text):
        if _NOT_A_COUNT.match(claim.text[match.end() :]):
            continue
        noun = _counted(claim, match.end())
        if noun and any(w.keys & noun.keys for m in _SEVERAL.finditer(evidence.text) for w in _near(evidence, m.end())):
            return "contradicted", match.group().strip()
    return None


def _against_one(noun: Word | None, evidence: Reading) -> Outcome | None:
    """Whether the evidence has one of what the claim has several of, or has it in the singular only."""
    if noun is None:
        return None
    for pattern in (_ONE_OF, _ONE):
        for match in pattern.finditer(evidence.text):
            named = not _NOT_A_COUNT.match(evidence.text[match.end() :])
            if named and any(word.keys & noun.keys for word in _near(evidence, match.end())):
                return None if _several_too(noun, evidence, beside_one=True) else "contradicted"
    same = [word for word in evidence.content if word.keys & noun.keys]
    singular = same and all(stem(w.text) == w.text.lower() and not w.text.lower().endswith("s") for w in same)
    return "not_entailed" if singular and not _several_too(noun, evidence, beside_one=False) else None


def _several_too(noun: Word, evidence: Reading, *, beside_one: bool) -> bool:
    vague = [m for m in _SEVERAL.finditer(evidence.text) if any(w.keys & noun.keys for w in _near(evidence, m.end()))]
    return bool(vague) or (not beside_one and any(q.value >= _MANY for q in evidence.quantities))


def _counted(reading: Reading, start: int) -> Word | None:
    """The plural or last noun of the phrase that a count opens."""
    near = _near(reading, start)
    return next((word for word in near if word.text.lower().endswith("s")), near[-1] if near else None)


def _near(reading: Reading, start: int) -> list[Word]:
    """Content words of the noun phrase at `start`."""
    found: list[Word] = []
    for word in reading.words:
        if word.start < start:
            continue
        if not word.content and not (word.text.isalnum() and not found):
            break
        if word.content:
            found.append(word)
        if len(found) == 4:
            break
    return found
