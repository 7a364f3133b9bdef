"""Publications that a paper says it corrects, withdraws, supplements or precedes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ...kb.events.document import Related
from .lines import Line

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`\[\]]+")
_How = Literal["supplement-of", "preprint-of", "correction-of", "retraction-of"]
_WORDS: tuple[tuple[_How, str], ...] = (
    ("retraction-of", r"retraction (?:note |notice )?(?:to|of|for)\b|(?:retracts?|withdraws?) the (?:article|paper)|"
                      r"retracted article[^.]{0,30}:|this (?:article|note|notice) (?:retracts|withdraws)\b|"
                      r"\b(?:has|have|is|are) (?:been )?(?:retract|withdraw)\w+ (?:this|the) (?:article|paper)\b"),
    ("correction-of", r"(?:correction|corrigendum|erratum|addendum|amendment)s?(?: note)? (?:to|for|of)\b|"
                      r"the original (?:article|version)(?: is\b|[^.]{0,60}(?:online|found|published|available))|"
                      r"corrects? the (?:article|paper)|this corrects\b|corrected article"),
    ("supplement-of", r"supplement(?:ary|al)?(?: (?:information|materials?|data|text|file|appendix|methods))*"
                      r"\s+(?:to|for|of|accompanying)\b|supporting (?:information|material) (?:to|for|of)\b|"
                      r"(?:appendix|companion) to the (?:paper|article)"),
    ("preprint-of", r"(?:pre-?print|accepted (?:manuscript|version)|author[’']?s? (?:accepted )?(?:manuscript|version)|"
                    r"pre-?peer[- ]review(?:ed)? version) (?:of|version of)\b|"
                    r"(?:final|published|definitive|authenticated) (?:version|publication|article)[^.]{0,90}?"
                    r"(?:available|published|found|doi|at\b|is\b)|version of record"),
)
_BELONGS = tuple((how, re.compile(pattern, re.IGNORECASE)) for how, pattern in _WORDS)
_NOTICE = re.compile(r"(?:author |publisher )?(?:corrigend|errat|correction|retraction|withdrawal|addend)",
                     re.IGNORECASE)
_KIND = re.compile(rf"{_NOTICE.pattern}\w*(?: notice| note)?(?: to)?", re.IGNORECASE)
_RETRACTION = re.compile(r"\W*(?:author |publisher )?(?:retraction|withdrawal)\b", re.IGNORECASE)
_REACH = 260


def find_related(title: str, first: Sequence[Line], own: str | None) -> tuple[Related, ...]:
    """Publications that the title page says this one corrects, withdraws, supplements or precedes, by their DOI."""
    text = re.sub(r"(?<=[/.])\s+(?=\S*\d)", "", " ".join(line.text for line in first))
    is_notice = bool(_NOTICE.match(title)) or any(_KIND.fullmatch(line.text.strip(" :")) for line in first)
    out: list[Related] = []
    for found in _DOI.finditer(text):
        doi = found.group().rstrip(".,;:)’”").lower()
        how = belongs(text[max(0, found.start() - _REACH):found.start()])
        if how is None or doi == own or any(item.doi == doi for item in out):
            continue
        if how in ("correction-of", "retraction-of") and not is_notice:
            continue
        if how == "correction-of" and _RETRACTION.match(title):
            how = "retraction-of"
        out.append(Related(how=how, doi=doi))
    return tuple(out)


def belongs(before: str) -> _How | None:
    """What the words before a DOI say that the publication with that DOI is to this one; null if nothing."""
    sentence = re.split(r"10\.\d{4,9}/\S+|(?<=[a-z)])\.\s+(?=[A-Z])(?!.{0,40}$)", before)[-1]
    return next((how for how, pattern in _BELONGS if pattern.search(sentence)), None)
