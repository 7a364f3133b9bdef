"""Which sentences of a document assert something: no headings, questions, boilerplate, pointers or debris."""

from __future__ import annotations

import re

from ...kb.events.document import Document, Role
from ...kb.text.cues import has_cue

SKIPPED: frozenset[Role] = frozenset({"references", "acknowledgements", "declarations"})
"""Roles of sections that hold no claims."""

_ENDS = re.compile(r"""[.!。][)\]"'”’»]*(?:\d{1,3}(?:[,–-]\d{1,3})*|\s?\[[\d,;\s–-]+\])?$""")
_QUESTION = re.compile(r"""[?？][)\]"'”’»]*$""")
_LABELLED = (
    r"(?:(?:supplementary |additional |online |extended data |electronic )?(?:tables?|figures?|figs?\.?|appendi(?:x|"
    r"ces)|sections?|"
    r"equations?|eqs?\.?|algorithms?|listings?|box|files?|panels?|schemes?|videos?|"
    r"chapters?)[\s-]?\(?[a-z]?\d*[\w.]*\)?"
    r"(?:(?:,? and|,| to|–|-) ?\(?[a-z]?\d+[\w.]*\)?)*)"
)
_SHOWS = (
    r"(?:shows?|lists?|presents?|summari[sz]es?|gives?|provides?|contains?|describes?|depicts?|illustrates?|reports?|"
    r"displays?|"
    r"outlines?|details?|plots?|compares?|discuss(?:es)?|introduces?|explains?|concludes?|represents?|reviews?)"
)
_SHOWN = (
    r"(?:shown|given|listed|presented|summari[sz]ed|described|depicted|illustrated|provided|reported|displayed|found|"
    r"detailed|"
    r"plotted|outlined|available|discussed|explained|included)"
)
_POINTER = re.compile(
    rf"^(?:the |in )?(?:following |next |remaining )?{_LABELLED}(?: \([^)]*\))? (?:also |further |then |below |"
    rf"above )?{_SHOWS}(?! that| how (?:much|many))\b"
    rf"|^in (?:the )?(?:following|next|{_LABELLED})[^,]*, (?:we|i) (?:first |then |also |will )?(?:describe|present|"
    rf"discuss|show|give|review|introduce|explain|outline|provide|list)\b(?! that)"
    rf"|\b(?:is|are|was|were|can be|is also|are also) (?:\w+ly |also )?{_SHOWN} (?:\w+ )?(?:in|as|at|below|above|"
    rf"by) (?:the |our )?(?:\w+ )?{_LABELLED}\W*$"
    rf"|^(?:see|cf\.?|please see|refer to|please refer to|for (?:more |further )?details?,? (?:see|refer))\b|"
    rf"\brest of (?:this|the) (?:paper|article)\b"
    rf"|\bremainder of (?:this|the) (?:paper|article)\b|\b(?:paper|article) is (?:organi[sz]ed|structured) as follows"
)
_SAYS_SOMETHING = re.compile(
    r"\b(?:than|higher|lower|greater|better|worse|increase[sd]?|decrease[sd]?|significant(?:ly)?|correlat\w+|"
    r"outperform\w*|improv\w+|"
    r"compared (?:to|with)|(?:note|found|show|see|observe|indicates?|suggests?) that|no difference|"
    r"reduc(?:ed|es|tion))\b"
)
_CAPTION = re.compile(rf"^{_LABELLED}\s?[.:|]")
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|may|might|will|would|should|must|shall|"
    r"cannot|"
    r"found|show|shows|shown|led|rose|fell|grew|gave|took|held|lay|lies|saw|made|make|makes|became|become|remain|"
    r"remains|"
    r"use|uses|need|needs|suggest|suggests|indicate|indicates|provide|provides|contain|contains|include|includes|"
    r"occur|occurs|"
    r"[a-z]{2,}ed|[a-z]{3,}(?:[^su\s]s|izes|ises|ifies|sses))\b"
)
_MIN_WORDS = 4
_MIN_LETTERS = 0.55


def asserting(document: Document) -> list[int]:
    """Ordinals of the sentences that assert something, in reading order."""
    roles = effective_roles(document)
    return [
        ordinal
        for ordinal, sentence in enumerate(document.sentences)
        if roles[sentence.section] not in SKIPPED and asserts(sentence.text)
    ]


def asserts(text: str) -> bool:
    """Whether a sentence of running text asserts something that a reader could cite."""
    words = text.split()
    lower = text.lower()
    if len(words) < _MIN_WORDS or _QUESTION.search(text) or not _ENDS.search(text):
        return False
    if _CAPTION.match(lower) or not _is_prose(text) or not (_VERB.search(text) or not text.isascii()):
        return False
    if has_cue("boilerplate", text):
        return False
    return not _POINTER.search(lower) or _SAYS_SOMETHING.search(lower) is not None


def effective_roles(document: Document) -> list[Role]:
    """Role of each section; one without a role of its own has that of the section that it lies in."""
    roles: list[Role] = []
    open_sections: list[tuple[int, Role]] = []
    for section in document.sections:
        while open_sections and open_sections[-1][0] >= section.level:
            open_sections.pop()
        role = section.role
        if role == "other" and open_sections:
            role = open_sections[-1][1]
        open_sections.append((section.level, role))
        roles.append(role)
    return roles


def _is_prose(text: str) -> bool:
    """Letters, not a row of a table or a line of code."""
    letters = sum(map(str.isalpha, text))
    visible = len(text) - text.count(" ")
    return letters >= _MIN_LETTERS * visible
