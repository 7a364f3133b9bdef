"""The verbs of a sentence, found by their forms and their neighbours; there is no parser here.

A word that can only be a verb is one wherever it does not stand as an attribute; a word that may also be a noun is a
verb only where its clause has no other. What is found is good enough to tell who stands on which side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ...kb.text.lexicon import words
from .reading import Reading, Word

BE = words("is are was were be been being")
HAVE = words("has have had having")
_DO = words("do does did")
_MODALS = words("may might can could will would shall should must cannot")
AUXILIARIES = BE | HAVE | _DO | _MODALS
PREPOSITIONS = words(
    """
    in on at by with from to for after during among between than as into within through throughout under over across
    against via per versus vs of before without upon onto toward towards until since despite except above below
    around along near beyond behind inside outside unlike like amid
    """
)
DETERMINERS = words("a an the its their his her our this these that those each every some any no all both such another")
OPENERS = words("that but whereas while because when if where which who whose since although though unless than yet")
_PRONOUNS = words("it they we he she i you them him us who which")
_ADVERBS = words("not also never only even still often always rarely then thus again both just almost nearly")
#: verbs whose past looks like their present
_INVARIANT = words("cut put set hit spread beat let cost hurt shed split burst")
_LINKING = words("remained became stayed kept seemed proved")
_NEVER = words("respectively unlike due based compared given related according followed led one two three ten based")
_VERBAL = re.compile(r"(?:[aiy][sz]e[sd]|[iu]tes|ates|ifies|yses|lyses|lates)$")


@dataclass(frozen=True)
class Verb:
    """A full verb with its clause: token numbers from `start` to `end`; `passive` where its subject is acted on."""

    word: Word
    start: int
    end: int
    passive: bool


@lru_cache(maxsize=50_000)
def _lemmas(lower: str) -> dict[str, tuple[str, ...]]:
    import lemminflect

    found: Any = lemminflect.getAllLemmas(lower)
    return {str(tag): tuple(lemmas) for tag, lemmas in found.items()}


@lru_cache(maxsize=50_000)
def form(lower: str) -> str:
    """How a word may be a verb: `past`, `third`, `base`, with `?` where it may as well be something else, or ``."""
    plain = lower.rsplit("-", 1)[-1]
    if plain in AUXILIARIES or not plain.isalpha() or lower in _NEVER:
        return ""
    lemmas = _lemmas(plain)
    if "VERB" not in lemmas:
        known = bool(lemmas)
        if not known and len(plain) > 4 and plain.endswith("ed"):
            return "past"
        return "third" if not known and len(plain) > 6 and _VERBAL.search(plain) else ""
    doubt = "?" if len(lemmas) > 1 else ""
    if plain.endswith("ing"):
        return ""
    if plain in _INVARIANT:
        return "past?"
    if plain.endswith("ed") and plain not in lemmas["VERB"]:
        return "past" + doubt
    if plain not in lemmas["VERB"] or (plain in ("found", "fell")):
        return ("third" if plain.endswith("s") else "past") + doubt
    return "base?"


def verbs(reading: Reading) -> list[Verb]:
    """The full verbs of a sentence in order, finite ones and participles with complements of their own."""
    tokens = reading.words
    found: list[Verb] = []
    for start, end in _clauses(tokens):
        certain = [i for i in range(start, end) if _certain(tokens, i, start)]
        finite = [i for i in certain if not _participle(tokens, i, start)]
        has_auxiliary = any(tokens[i].text.lower() in AUXILIARIES for i in range(start, end))
        if not finite and not has_auxiliary:
            certain += [i for i in range(start, end) if _possible(tokens, i, start, end)][:1]
        found += [Verb(tokens[i], start, end, _passive(tokens, i, start)) for i in sorted(certain)]
    return found


def _clauses(tokens: tuple[Word, ...]) -> list[tuple[int, int]]:
    cuts = [0]
    purpose = bool(tokens) and tokens[0].text == "To"
    for i, token in enumerate(tokens):
        if purpose and token.text == ",":
            purpose = False
            cuts.append(i + 1)
        elif token.text in ";:—()[]" or (token.text.lower() in OPENERS and token.text.lower() != "than"):
            cuts.append(i + 1)
    cuts.append(len(tokens) + 1)
    return [(a, min(b - 1, len(tokens))) for a, b in pairwise(cuts) if b - 1 > a]


def _before(tokens: tuple[Word, ...], i: int, start: int) -> str:
    """The word before, adverbs left out; empty at the start of the clause, and a letter that is a name stays large."""
    for token in reversed(tokens[start:i]):
        lower = token.text.lower() if len(token.text) > 1 or not token.content else token.text
        if not (lower.endswith("ly") or lower in _ADVERBS):
            return lower
    return ""


def _after(tokens: tuple[Word, ...], i: int) -> str:
    for token in tokens[i + 1 :]:
        lower = token.text.lower()
        if not (lower.endswith("ly") or lower in _ADVERBS):
            return lower
    return ""


def _certain(tokens: tuple[Word, ...], i: int, start: int) -> bool:
    lower = tokens[i].text.lower()
    shape = form(lower)
    if not shape:
        return False
    before, after = _before(tokens, i, start), _after(tokens, i)
    if shape == "base?":
        if before == "to" and "NOUN" in _lemmas(lower) and not (after in DETERMINERS or _stands_alone(after)):
            return False
        return before in _MODALS | _DO | {"to"} and tokens[i].text[0].islower()
    if before in AUXILIARIES:
        return not (shape.startswith("third") and shape.endswith("?"))
    if shape.endswith("?") and shape.startswith("third"):
        return False
    if not before or before in DETERMINERS or before in PREPOSITIONS or before in ("and", "or", ","):
        joined = after in DETERMINERS | PREPOSITIONS or not after or lower in _LINKING
        return before in ("and", "or", ",") and joined and shape != "past?"
    if form(before).startswith(("past", "third")) and not form(before).endswith("?") and _stands_alone(after):
        return False
    return after not in AUXILIARIES and not (shape.endswith("?") and lower not in _INVARIANT and shape == "third?")


def _stands_alone(after: str) -> bool:
    """Whether what follows is a plain word, so that "increased" in "showed increased levels" only describes it."""
    return bool(after) and after[0].isalpha() and after not in PREPOSITIONS | DETERMINERS | AUXILIARIES | {"and", "or"}


def _possible(tokens: tuple[Word, ...], i: int, start: int, end: int) -> bool:
    """A word that may be a noun is taken for a verb in a clause that has no other: "tides trigger quakes"."""
    shape = form(tokens[i].text.lower())
    before, after = _before(tokens, i, start), _after(tokens, i)
    if not shape or not before or before in DETERMINERS | PREPOSITIONS | AUXILIARIES or i + 1 >= end:
        return False
    if shape.startswith("third"):
        return not before.endswith("s") or before.endswith("ss") or before.endswith("is")
    if shape == "base?":
        plural = before.endswith("s") or before in words("bacteria mice men women people children data they we")
        return plural and (after in DETERMINERS or (bool(after) and after not in PREPOSITIONS))
    return True


def _participle(tokens: tuple[Word, ...], i: int, start: int) -> bool:
    """Whether "treated" in "patients treated with" only describes the noun before it: a finite verb follows."""
    if not form(tokens[i].text.lower()).startswith("past") or _before(tokens, i, start) in AUXILIARIES:
        return False
    for token in tokens[i + 1 :]:
        if token.text in ",;:()":
            return False
        if token.text.lower() in BE | HAVE | _DO | _MODALS:
            return True
    return False


def _passive(tokens: tuple[Word, ...], i: int, start: int) -> bool:
    shape = form(tokens[i].text.lower())
    if not shape.startswith("past"):
        return False
    chain: list[str] = []
    for token in reversed(tokens[start:i]):
        lower = token.text.lower()
        if lower in AUXILIARIES:
            chain.append(lower)
        elif not (lower.endswith("ly") or lower in _ADVERBS):
            break
    if chain:
        return chain[0] in BE
    return _participle(tokens, i, start) or _after(tokens, i) == "by"
