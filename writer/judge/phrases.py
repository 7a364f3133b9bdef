"""Fixed phrases that must be read as one thing, rewritten before a sentence is taken apart.

Idioms of negation ("cannot be ruled out" is a possibility, not a denial) and paraphrases whose words mislead when they
are read one by one. The rewriting is for comparison only; it never reaches a reader.
"""

from __future__ import annotations

import re

from .denials import plain_denials

_PHRASES = (
    (r"\b(?:cannot|can not|could not) (?:yet )?be (?:ruled out|excluded|dismissed)\b", "is possible"),
    (r"\b(?:cannot|can not|could not|do not|did not) (?:rule out|exclude)\b", "leaves possible"),
    (r"\b(?:was|were|is|are|has been|have been) (?:ruled out|excluded)\b", "is impossible"),
    (r"\b(?:stopped|ceased|quit) (?=[a-z]{2,}ing\b)", "did not "),
    (r"\btoo (?P<how>\w+) to (?P<verb>[a-z]+)\b", r"too \g<how> and did not \g<verb>"),
    (r"\bfar from (?=[a-z]+ing\b)", "instead of "),
    (r"\bremain(?:s|ed)? possible\b", "is possible"),
    (r"\bthe null hypothesis(?P<of> of [\w\s-]+?)? (?:was not|could not be) rejected\b",
    r"the test did not reject the null hypothesis\g<of>"),
    (r"\b(?:fail(?:s|ed)? to|(?:did|could) not) reject the null(?: hypothesis)?\b(?! hypothesis| of)",
    "did not differ"),
    (r"\b(?:was|were|is|are|remained|remains) free (?:of|from)\b", "had no"),
    (r"\bno (?:statistically )?(?:significant )?(?:evidence|indication|sign) (?:of|for|that)\b", "not"),
    (r"\b(?:was|were|is|are) no (?:statistically )?(?:significant )?(?=difference|change|effect|association"
    r"|correlation)", "is not a "),
    (r"\b(?:have|has|had|having|with|showed?|shows|found) no (?:statistically )?(?:significant |known "
    r"|measurable |discernible |detectable |apparent )*"
     r"(?:effects?|impact|influence|bearing) (?:on|upon)\b", "did not affect"),
    (r"\b(?:have|has|had|having) (?:an? |any |the )?(?:significant )?(?:effects?|impact|influence) (?:on|upon)\b",
    "affect"),
    (r"\b(?:have|has|had|shows?|showed|found) no (?:statistically )?(?:significant |known "
    r"|clear )*(?:association|correlation|relation(?:ship)?|link) "
     r"(?:with|to|between)\b", "is not associated with"),
    (r"\b(?:is|are|was|were) (?:un|not )(?:related|associated|correlated) (?:to|with)\b", "is not associated with"),
    (r"\b(?:does|did|do) not (?:significantly )?(?:differ|change)\b", "did not differ"),
    (r"\b(?:gives?|gave|giving) rise to\b", "produces"),
    (r"\b(?:play|plays|played|playing) (?:an? |the )?(?:\w+ )?(?:\w+ )?roles? in\b", "is involved in"),
    (r"\bin the absence of\b", "lacking"),
    (r"\b(?:is|are|was|were) (?:responsible for)\b", "causes"),
    (r"\bcarr(?:y|ies|ied) out\b", "performs"),
    (r"\bset of\b", ""),
    (r"\bevery (?:single )?one of\b", "all of"), (r"\beach one of\b", "each of"),
    (r"\ball but (?=\w+ed\b)", "almost "),
    (r"\b(?:a|an?(?: only)?) single (?=[a-z])", "one "),
    (r"\bas well as\b", "and"),
    (r"\btype (?:ii|two)\b", "type 2"), (r"\btype (?:i|one)\b", "type 1"),
    (r"\bheld constant\b", "constant"),
    (r"\bbody mass index\b", "BMI"),
    (r"\binterleukin[- ]?(?=\d)", "IL-"),
    (r"\binterferon[- ](?=[αβγλ]|alpha|beta|gamma|lambda)", "IFN-"),
    (r"\btumou?r necrosis factor[- ]?(?:alpha|α)?", "TNF-α"), (r"\bTNF[- ]?(?:a|alpha)\b", "TNF-α"),
    (r"\bTNF\b(?!-)", "TNF-α"),
    (r"\bH\. ?pylori\b", "Helicobacter pylori"), (r"\bE\. ?coli\b", "Escherichia coli"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _PHRASES)


def rewrite(text: str) -> str:
    """`text` with its fixed phrases made plain."""
    for pattern, plain in _COMPILED:
        text = pattern.sub(plain, text)
    return plain_denials(text)
