"""What "that combination" points to: the one line that the sentence before names beside a baseline."""

from __future__ import annotations

import re

from .table_clauses import read_claim
from .table_groups import groups_of
from .table_names import NameIndex

_POINTS_BACK = re.compile(
    r"\b(?:that|this|the same|the latter) (?:combination|diet|treatment|dose|group|mixture|regimen|supplementation"
    r"|model|system|method|approach|variant|configuration)\b",
    re.I,
)
_REFERENCE = re.compile(r"control|placebo|baseline|untreated|vehicle|sham", re.I)


def with_antecedent(claim: str, before: str, index: NameIndex) -> str:
    """The claim with the words of the line it points back to; as it is where no line, or more than one, is meant."""
    if not _POINTS_BACK.search(claim):
        return claim
    reading = read_claim(before, index)
    named = [
        reading.text[reading.words[member.first].start : reading.words[member.last - 1].end]
        for clause in reading.clauses
        for group in groups_of(clause, reading.words, index)
        for member in group.members
        if group.axis == index.systems and len(member.lines) == 1 and not group.assumed
    ]
    told = list(dict.fromkeys(text for text in named if not _REFERENCE.search(text)))
    return _POINTS_BACK.sub(lambda _: told[0], claim) if len(told) == 1 else claim
