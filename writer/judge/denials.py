"""Denials that no "not" shows: lexical negation, idioms and litotes, made plain before a sentence is taken apart.

"Lacks" is "does not have", "devoid of" is "has no", "by no means" is "not", "insoluble" is "not soluble" where it is
said of a subject, and "not uncommon" is "common". The rewriting is for comparison only; it never reaches a reader.
"""

from __future__ import annotations

import re

from ...kb.text.lexicon import words

_BE = r"(?:is|are|was|were|be|been|being|remains?|remained|becomes?|became|seems?|seemed|appears?|appeared|proved)"
_IDIOMS = (
    (r"\b(?:anything but|by no means|in no way|nothing like|not in any way|not in the least|not by any means)\b",
     "not"),
    (rf"(?P<be>\b{_BE}\b(?: \w+ly)?) far from (?!(?:the|a|an|any|its|their|our|each|every|all|both|\d)\b)",
     r"\g<be> not "),
    (r"\b(?:is|are) (?:entirely |completely |wholly )?(?:devoid|bereft|empty|destitute) of\b", "does not have"),
    (r"\b(?:was|were) (?:entirely |completely |wholly )?(?:devoid|bereft|empty|destitute) of\b", "did not have"),
    (r"\b(?:devoid|bereft|destitute) of\b", "without"),
    (r"(?<!not )\blacks\b", "does not have"),
    (r"\b(?P<may>may|might|can|could|would|will|must|should|to) lack\b(?! of)", r"\g<may> not have"),
    (r"(?<!not )(?<!a )(?<!the )(?<!of )(?<!its )(?<!this )\black\b(?! of)", "do not have"),
    (rf"\b{_BE} non-?existent\b", "did not exist"),
    (r"(?<!not )\blacked\b", "did not have"),
    (r"\b(?P<do>do|does|did) not lack\b", r"\g<do> have"),
    (r"\b(?:contains?|possess(?:es)?|holds?|exhibits?|harbou?rs?|includes?|carries) no\b(?! more| less| longer)",
     "does not have"),
    (r"\b(?:contained|possessed|exhibited|harbou?red|included|carried) no\b(?! more| less| longer)", "did not have"),
    (r"(?<=\w )\b(?:has|have) no\b(?! (?:effect|impact|influence|bearing|association|correlation|relation|link"
     r"|more|less"
     r"|longer|significant|known|measurable|discernible|detectable|apparent|clear|evidence|statistical))",
     "does not have"),
    (r"(?<=\w )\bhad no\b(?! (?:effect|impact|influence|bearing|association|correlation|relation|link|more|less|longer"
     r"|significant|known|measurable|discernible|detectable|apparent|clear|evidence|statistical))", "did not have"),
    (r"\b(?P<do>do|does|did) not (?:contain|possess|hold|exhibit|harbou?r|carry)\b", r"\g<do> not have"),
    (rf"(?P<be>\b{_BE}\b) (?:absent|missing) (?:from|in)\b(?![^.;]*\bbut\b)", r"\g<be> not present in"),
    (r"\bpossess(?:es)?\b", "has"), (r"\bpossessed\b", "had"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _IDIOMS)

#: adjectives and participles that a prefix turns into their denial, by prefix
_BASES = {
    "un": words(
        """
    common usual stable able available aware balanced biased bounded certain clear clouded comfortable damaged
    detectable
    detected documented employed equal even expected explained familiar favourable favorable finished healthy identified
    important infected informative interesting intended known labelled labeled likely limited modified necessary noticed
    observed occupied pleasant polluted predictable problematic protected published recognised recognized recorded
    reliable reported resolved responsive restricted safe satisfactory saturated stained structured successful suitable
    supervised supported tested trained treated tenable usable used vaccinated willing wanted
    """
    ),
    "in": words(
        """
    active soluble accurate adequate applicable audible coherent compatible complete congruent consistent correct
    dispensable distinguishable effective efficient elastic eligible essential expensive experienced feasible fertile
    finite flexible frequent homogeneous operative sensitive sufficient tolerant valid variant viable visible
    """
    ),
    "im": words("balanced mature measurable mobile mutable penetrable perfect permeable possible practical"
                " precise probable pure"),
    "ir": words("rational recoverable regular relevant replaceable reproducible reversible"),
    "il": words("legal legible literate logical"),
    "non": words(
        """
    toxic linear random uniform conductive conducting metallic magnetic native specific ionic polar viable invasive
    coding zero negative functional motile pathogenic flammable porous planar trivial responsive infectious volatile
    """
    ),
}  # fmt: skip
_PRIVATIVE = "|".join(rf"{prefix}-?(?:{'|'.join(sorted(bases))})" for prefix, bases in sorted(_BASES.items()))
_SPLIT = re.compile(rf"(?:{'|'.join(_BASES)})-?(?P<base>\w+)", re.IGNORECASE)
_LITOTES = re.compile(
    rf"\bnot (?P<degree>(?:at all|entirely|very|particularly) )?(?P<word>{_PRIVATIVE})\b", re.IGNORECASE
)
_SAID = re.compile(
    rf"(?P<be>\b{_BE}\b(?: (?:to be|currently|still|also|\w+ly|at best))*) (?P<word>{_PRIVATIVE})\b", re.IGNORECASE
)
_NEGATION = re.compile(
    r"\b(?:no|not|none|never|neither|nor|nobody|nothing|without|cannot|hardly|scarcely|rarely|seldom|few|little|fail\w*"
    r"|unable)\b|n[’']t\b",
    re.IGNORECASE,
)


def plain_denials(text: str) -> str:
    """`text` with its hidden denials spelled out, and its double ones resolved."""
    for pattern, plain in _COMPILED:
        text = pattern.sub(plain, text)
    text = _LITOTES.sub(lambda match: match["word"] if match["degree"] else _base(match["word"]), text)
    return _SAID.sub(_denied, text)


def _denied(match: re.Match[str]) -> str:
    """ "Was insoluble" as "was not soluble", unless another denial in the sentence makes it a double one."""
    if _NEGATION.search(match.string[: match.start()]):
        return match.group()
    return f"{match['be']} not {_base(match['word'])}"


def _base(word: str) -> str:
    split = _SPLIT.fullmatch(word)
    return split["base"] if split else word
