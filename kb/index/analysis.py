"""From text to index terms: what a word of a question must equal in a chunk to count as the same word.

English stemming and stop words as in full-text search, but identifiers and numbers stay as they are (p53, CYP3A4,
0.05), and a compound is indexed whole and in parts, whole without its hyphens, so that IL-6 meets IL6 and "knock-out"
meets "knockout". Greek letters are spelled out, so that TNF-α meets TNF-alpha. The rules have a version: a change
makes older indexes stale.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

ANALYSIS_VERSION = 1

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon "
    "phi chi psi omega"
)
_GREEK = {chr(0x3B1 + at): name for at, name in enumerate(_LETTERS.split())}
_DASHES = {ord(dash): "-" for dash in "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"}
_COMPOUND = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:-\w+)*")
_PART = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"(?<=\w)['\u2019](?:s\b)?")
_LONGEST = 64
"""Characters of a term; longer runs are sequences or noise that nobody asks for."""

_STOPPED = (
    "a about above after again all also an and any are as at be because been before being below between both but by "
    "can could did do does doing down during each few for from further had has have having he her here hers him his "
    "how i if in into is it its itself just may me might more most must my no nor not of off on once only or other "
    "our out over own same shall she should so some such than that the their them then there these they this those "
    "through to too under until up upon us very was we were what when where whether which while who whom whose why "
    "will with would you your"
)
STOP_WORDS = frozenset(_STOPPED.split())


def analyse(text: str) -> list[str]:
    """The index terms of a text, in order, with repetitions. Empty for text without letters and digits."""
    terms: list[str] = []
    for match in _COMPOUND.finditer(_POSSESSIVE.sub("", _fold(text))):
        compound = match.group()
        if compound[0].isdigit() and ("." in compound or "," in compound):
            terms.append(_number(compound))
            continue
        parts = _PART.findall(compound)
        if len(parts) > 1 and not all(part.isdigit() for part in parts):
            terms += _term("".join(parts))
        for part in parts:
            terms += _term(part)
    return terms


def _fold(text: str) -> str:
    """Lower case without accents; compatibility forms, dashes and Greek letters as plain ones."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text.translate(_DASHES).casefold())
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    return "".join(_GREEK.get(char, char) for char in plain)


def _number(printed: str) -> str:
    """1,234.5 as 1234.5; 0.50 and 0,5 stay as printed, since what the comma means there is not known."""
    return printed.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", printed) else printed


@lru_cache(maxsize=1 << 16)
def _term(word: str) -> tuple[str, ...]:
    if word in STOP_WORDS:
        return ()
    if len(word) > _LONGEST:
        return (word[:_LONGEST],)
    return (_stemmer().stemWord(word),) if word.isalpha() else (word,)


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
